//! Functions in files of their own, so that they cost nothing unless called: values as JSON, and decoders
//! that track the path to what they read.

use crate::analysis::reach::{reach, Printed};
use crate::analysis::Direction;
use crate::codec::c::constants::Tables;
use crate::codec::c::files::file::File;
use crate::codec::c::files::headers::end_header;
use crate::codec::c::json::Json;
use crate::{OutputFile, Writer};

/// The includes of decoders that track paths: the functions, but nothing that would be inlined instead.
const INCLUDES: &str = r#"
/* Favors size over speed: inlining would only duplicate code. */
#undef WG_FAST
#define WG_FAST 0

#include <string.h>

#include "wireglot/bits_fast.h"
#include "wireglot/constraints.h"
#include "wireglot/octets_fast.h"
#include "wireglot/tlv_fast.h"
"#;

impl<'a> File<'a> {
    /// The files that the options ask for.
    pub fn apart(&self, hash: u64) -> Vec<OutputFile> {
        let mut files = Vec::new();
        let mut add = |name: &str, w: Writer| {
            let name = format!("{}_{name}", self.options.name);
            files.push(OutputFile { name, text: w.finish().unwrap_or_default() });
        };
        if self.options.json {
            let json = Json {
                shape: self.shape,
                plans: self.plans,
                layout: self.layout,
                names: self.names,
                options: self.options,
            };
            add("json.h", self.json_header(&json));
            add("json.c", self.json_source(&json, hash));
        }
        if self.options.paths {
            let file = File { paths: true, ..*self };
            add("path.h", file.path_header());
            add("path.c", file.path_source(hash));
        }
        files
    }

    /// A header for functions in a file of their own.
    fn second_header(&self, what: &str, about: &str, declarations: impl FnOnce(&mut Writer)) -> Writer {
        let mut w = Writer::new();
        let guard = self.guard();
        let guard = format!("{}_{}_H", guard.trim_end_matches("_H"), what.to_ascii_uppercase());
        w.block(
            &[("name", &self.options.name), ("guard", &guard), ("about", about), ("what", what)],
            r#"
            /* $about$
             *
             * Written by wireglot; changes will be lost.
             */
            #ifndef $guard$
            #define $guard$

            #include "$name$.h"
            #include "wireglot/$what$.h"

            #ifdef __cplusplus
            extern "C" {
            #endif

            "#,
        );
        w.line("");
        declarations(&mut w);
        end_header(&mut w);
        w
    }

    /// The beginning of the source file for such functions.
    fn second_source(&self, what: &str, hash: u64, includes: &str) -> Writer {
        let mut w = Writer::new();
        let stamp = format!("{}_{hash:016X}", self.guard());
        let name = format!("{}_{what}", self.options.name);
        w.block(
            &[("name", &name), ("stamp", &stamp), ("includes", includes)],
            r#"
            /* Written by wireglot; changes will be lost. */
            #include "$name$.h"
            $includes$
            #ifndef $stamp$
            #error "this file and its header were written from different specifications"
            #endif
            "#,
        );
        w.line("");
        w
    }

    fn json_header(&self, json: &Json) -> Writer {
        let about = format!("Values of {}.h as JSON, on one line or indented.", self.options.name);
        self.second_header("json", &about, |w| json.declarations(w))
    }

    fn json_source(&self, json: &Json, hash: u64) -> Writer {
        let mut w = self.second_source("json", hash, "");
        json.definitions(&mut w);
        w
    }

    fn path_header(&self) -> Writer {
        let about =
            "Decoders that report where in a value they stopped. Slower: call them only after an error.";
        self.second_header("path", about, |w| {
            for at in 0..self.shape.roots.len() {
                self.plans.iter().for_each(|plan| w.line(format!("{};", self.decoder(plan, at))));
            }
        })
    }

    fn path_source(&self, hash: u64) -> Writer {
        let tables = Tables::default();
        let mut body = Writer::new();
        let mut printed = Printed::default();
        for plan in self.plans {
            let reached = printed.fresh(plan, reach(plan));
            self.prototypes(&mut body, plan, &tables, &reached, &[Direction::Read]);
            self.functions(&mut body, plan, &tables, &reached, Direction::Read);
            (0..plan.roots.len()).for_each(|at| self.root_decoder(&mut body, plan, &tables, at, None));
        }
        let mut w = self.second_source("path", hash, INCLUDES);
        self.tables_and_finders(&mut w, &tables);
        w.append(body);
        w
    }
}
