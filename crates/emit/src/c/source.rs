//! The files: header, source, and the functions in them.

use wireglot_plan::{Plan, Shape};

use super::check::Checks;
use super::compare::Equals;
use super::constants::Tables;
use super::declare::Declare;
use super::dialect::C;
use super::reach::{reach, Printed};
use super::storage::Layout;
use super::table::Names;
use super::COptions;
use crate::core::Direction;
use crate::{OutputFile, Writer};

/// What the runtime's headers must say for the output to compile.
const RUNTIME_VERSION: u32 = 1;

pub(super) fn files(shape: &Shape, plans: &[&Plan], options: &COptions) -> Vec<OutputFile> {
    let layout = Layout::new(shape, options);
    let names = Names::new(shape, &layout, options);
    let file = File { shape, plans, options, layout: &layout, names: &names, paths: false };
    let hash = file.hash();
    let finish = |w: Writer| w.finish().unwrap_or_default();
    let mut files = vec![
        OutputFile { name: format!("{}.h", options.name), text: finish(file.header(hash)) },
        OutputFile { name: format!("{}.c", options.name), text: finish(file.source(hash)) },
    ];
    files.extend(file.apart(hash));
    files
}

#[derive(Clone, Copy)]
pub(super) struct File<'a> {
    pub shape: &'a Shape,
    pub plans: &'a [&'a Plan],
    pub options: &'a COptions,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    /// Whether what is printed are decoders that keep the way to what they read.
    pub paths: bool,
}

impl<'a> File<'a> {
    /// FNV-1a over what was compiled.
    fn hash(&self) -> u64 {
        let mut text = wireglot_plan::dump_shape(self.shape);
        self.plans.iter().for_each(|p| text += &wireglot_plan::dump_plan(p, self.shape));
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    }

    pub(super) fn guard(&self) -> String {
        let of = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        format!("{}_H", self.options.name.chars().map(of).collect::<String>())
    }

    pub(super) fn dialect(&self, plan: &'a Plan, tables: &'a Tables) -> C<'a> {
        C {
            shape: self.shape,
            plan,
            layout: self.layout,
            names: self.names,
            options: self.options,
            tables,
            paths: self.paths,
            rules: vec![plan.rules],
            nested: Vec::new(),
        }
    }

    // -- header --------------------------------------------------------------

    fn header(&self, hash: u64) -> Writer {
        let mut w = Writer::new();
        let guard = self.guard();
        let modules: Vec<&str> = {
            let mut list: Vec<&str> = self.shape.roots.iter().map(|r| r.module.as_str()).collect();
            list.dedup();
            list
        };
        let stamp = format!("{guard}_{hash:016X}");
        w.block(
            &[
                ("guard", &guard),
                ("stamp", &stamp),
                ("modules", &modules.join(", ")),
                ("version", &RUNTIME_VERSION.to_string()),
            ],
            r#"
            /* Types, decoders and encoders of $modules$.
             *
             * Written by wireglot; changes will be lost. Slices point into the input or the arena: both must
             * live as long as the values. Every function may be called from any thread.
             */
            #ifndef $guard$
            #define $guard$

            #include "wireglot/core.h"

            #if WG_RUNTIME_VERSION != $version$
            #error "this file was written for another version of the wireglot runtime"
            #endif

            /* The specification that this was written from: header and source must agree. */
            #define $stamp$ 1

            #ifdef __cplusplus
            extern "C" {
            #endif

            "#,
        );
        w.line("");
        Declare { shape: self.shape, layout: self.layout, names: self.names, options: self.options }
            .all(&mut w);
        for (at, _) in self.shape.roots.iter().enumerate() {
            for plan in self.plans {
                w.line(format!("{};", self.decoder(plan, at)));
                w.line(format!("{};", self.encoder(plan, at)));
                self.most(&mut w, plan, at);
            }
            w.line(format!("{};", Checks::signature(self.names.root(at))));
            w.line(format!("{};", Equals::signature(self.names.root(at))));
        }
        w.block(
            &[],
            r#"

            #ifdef __cplusplus
            }
            #endif

            #endif
            "#,
        );
        w
    }

    // -- source --------------------------------------------------------------

    fn source(&self, hash: u64) -> Writer {
        let tables = Tables::default();
        let mut body = Writer::new();
        let mut checked = Vec::new();
        if let Some(plan) = self.plans.first() {
            let checks = Checks::new(self.dialect(plan, &tables));
            checked.extend((0..self.shape.roots.len()).map(|at| checks.asks(at)));
            checks.all(&mut body);
            Equals::new(self.dialect(plan, &tables)).all(&mut body);
        }
        let mut printed = Printed::default();
        for plan in self.plans {
            let reached = printed.fresh(plan, reach(plan));
            self.prototypes(&mut body, plan, &tables, &reached, &[Direction::Read, Direction::Write]);
            for way in [Direction::Read, Direction::Write] {
                self.functions(&mut body, plan, &tables, &reached, way);
            }
            for (at, checked) in checked.iter().enumerate() {
                self.root(&mut body, plan, &tables, at, *checked);
            }
        }
        let mut w = Writer::new();
        let stamp = format!("{}_{hash:016X}", self.guard());
        w.block(
            &[("name", &self.options.name), ("stamp", &stamp)],
            r#"
            /* Written by wireglot; changes will be lost. */
            #include "$name$.h"

            #include <string.h>

            #include "wireglot/bits_fast.h"
            #include "wireglot/constraints.h"
            #include "wireglot/octets.h"
            #include "wireglot/tlv_fast.h"

            #ifndef $stamp$
            #error "this file and its header were written from different specifications"
            #endif
            "#,
        );
        w.line("");
        self.tables_and_finders(&mut w, &tables);
        w.append(body);
        w
    }

    /// What the functions of a file look at.
    pub(super) fn tables_and_finders(&self, w: &mut Writer, tables: &'a Tables) {
        let mut finders = Writer::new();
        if let Some(plan) = self.plans.first() {
            let c = self.dialect(plan, tables);
            tables.finders().into_iter().for_each(|table| c.row_finder(&mut finders, table));
            tables.lookups().iter().for_each(|lookup| c.lookup(&mut finders, lookup));
            tables.eaches(&mut finders);
        }
        let lines = tables.lines();
        lines.iter().for_each(|l| w.line(l));
        if !lines.is_empty() {
            w.line("");
        }
        w.append(finders);
    }
}
