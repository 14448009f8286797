//! The files: header, source, and the functions in them.

use std::collections::BTreeSet;

use wireglot_plan::{Plan, Shape};

use crate::analysis::inline_checks::InlineChecks;
use crate::analysis::modules::{Modules, Part};
use crate::analysis::reach::{reach, variants, Printed, Reached};
use crate::analysis::storage::Layout;
use crate::analysis::tails::Tails;
use crate::analysis::text::TextProtocol;
use crate::analysis::Direction;
use crate::codec::c::checks::check::{Checked, Checks};
use crate::codec::c::checks::compare::Equals;
use crate::codec::c::constants::Tables;
use crate::codec::c::files::file::File;
use crate::codec::c::files::headers::{end_header, file_names};
use crate::codec::c::files::worklist::{Functions as _, Values};
use crate::codec::c::names::Names;
use crate::codec::c::options::COptions;
use crate::codec::c::statements::packs::PackedRoutines;
use crate::codec::c::text::Protocol;
use crate::{OutputFile, Writer};

pub fn files(
    shape: &Shape,
    plans: &[&Plan],
    options: &COptions,
    texts: &[TextProtocol],
) -> Result<Vec<OutputFile>, String> {
    let layout = options.with_storage(|options| Layout::new(shape, options));
    let names = Names::new(shape, &layout, options);
    let modules = options.by_module.then(|| {
        let is_declared = |id| !names.ty(id).is_empty();
        Modules::new(shape, &layout, is_declared, file_names)
    });
    let inline_checks = InlineChecks::new(shape, &layout, plans);
    let tails = Tails::new(&layout, |id| options.keeps_unknown(&shape.get(id).kind));
    let (layout, names, inline_checks, tails) = (&layout, &names, &inline_checks, &tails);
    let (packed_routines, part) = (&PackedRoutines::new(), Part::Whole);
    let file = File {
        shape,
        plans,
        options,
        layout,
        names,
        inline_checks,
        tails,
        packed_routines,
        paths: false,
        part,
    };
    let file = File { packed_routines: &file.find_packed_routines(), ..file };
    let hash = file.hash();
    let protocols: Result<Vec<Protocol>, String> =
        texts.iter().map(|text| Protocol::new(&file, text)).collect();
    let protocols = &protocols?[..];
    let name = &options.name;
    let mut files = Vec::new();
    let mut add = |name: String, w: Writer| {
        files.push(OutputFile { name, text: w.finish().unwrap_or_default() });
    };
    match &modules {
        None => {
            add(format!("{name}.h"), file.header(hash, protocols));
            add(format!("{name}.c"), file.source(hash, &Functions::whole(&file), protocols));
        }
        Some(modules) => {
            let functions = Functions::all(&file);
            add(format!("{name}.h"), file.umbrella(modules));
            add(format!("{name}_forward.h"), file.forward(hash));
            add(format!("{name}_internal.h"), file.internal(modules, &functions));
            for at in modules.all() {
                let part = File { part: Part::Module(modules, at), ..file };
                let name = format!("{name}_{}", modules.word(at));
                add(format!("{name}.h"), part.module_header(modules, at));
                add(format!("{name}.c"), part.source(hash, &functions, &[]));
            }
        }
    }
    files.extend(file.apart(hash));
    Ok(files)
}

/// The internal functions.
pub struct Functions {
    checks: BTreeSet<Checked>,
    equals: BTreeSet<Values>,
    /// For each plan, the functions that no plan before it has.
    reached: Vec<Reached>,
}

impl Functions {
    /// Those of a specification in one file, which collects its checks by itself.
    fn whole(file: &File) -> Functions {
        let mut printed = Printed::default();
        let reached = file.plans.iter().map(|plan| printed.fresh(plan, reach(plan))).collect();
        Functions { checks: BTreeSet::new(), equals: BTreeSet::new(), reached }
    }

    /// Those of a specification in several files.
    fn all(file: &File) -> Functions {
        let mut all = Functions::whole(file);
        if let Some(plan) = file.plans.first() {
            let tables = Tables::default();
            all.checks = Checks::new(file.context(plan, &tables), Part::Whole).reached();
            all.equals = Equals::new(file.context(plan, &tables), Part::Whole).reached();
        }
        all
    }
}

impl<'a> File<'a> {
    // -- source --------------------------------------------------------------

    fn source(&self, hash: u64, functions: &Functions, protocols: &[Protocol]) -> Writer {
        let tables = Tables::default();
        let mut body = Writer::new();
        let mut checked = Vec::new();
        if let Some(plan) = self.plans.first() {
            let checks = Checks::new(self.context(plan, &tables), self.part);
            checked.extend((0..self.shape.roots.len()).map(|at| checks.asks(at)));
            checks.all(&mut body, &functions.checks);
            Equals::new(self.context(plan, &tables), self.part).all(&mut body, &functions.equals);
        }
        for (plan, reached) in self.plans.iter().zip(&functions.reached) {
            let reached = reached.of(plan, self.part);
            if let Part::Whole = self.part {
                self.prototypes(&mut body, plan, &tables, &reached, &[Direction::Read, Direction::Write]);
            }
            for way in [Direction::Read, Direction::Write] {
                self.functions(&mut body, plan, &tables, &reached, way);
            }
            for (at, checked) in checked.iter().enumerate().filter(|(at, _)| self.part.has_root(*at)) {
                self.root(&mut body, plan, &tables, at, *checked);
            }
        }
        protocols.iter().for_each(|protocol| protocol.print(&mut body));
        let mut w = Writer::new();
        let header = match self.part {
            Part::Whole => self.options.name.clone(),
            Part::Module(..) => format!("{}_internal", self.options.name),
        };
        w.block(
            &[
                ("name", &header),
                ("stamp", &self.stamp(hash)),
                ("variant", &(self.variant() + &Protocol::includes(protocols))),
            ],
            r#"
            /* Written by wireglot; changes will be lost. */
            #include "$name$.h"

            #include <string.h>
            $variant$
            #include "wireglot/bits_fast.h"
            #include "wireglot/constraints.h"
            #include "wireglot/octets_fast.h"
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

    /// A macro that saves compiled code from testing which variant of PER a message is in, if there is only
    /// one.
    fn variant(&self) -> String {
        let found: BTreeSet<bool> = self.plans.iter().flat_map(|plan| variants(plan)).collect();
        match Vec::from_iter(found).as_slice() {
            [aligned] => {
                format!("\n/* This code is for one variant of PER. */\n#define WG_ALIGNED(codec) {aligned}\n")
            }
            _ => String::new(),
        }
    }

    /// Prints the header of functions that the source files of modules call from each other.
    fn internal(&self, modules: &Modules, functions: &Functions) -> Writer {
        let file = File { part: Part::Module(modules, 0), ..*self };
        let mut w = Writer::new();
        let name = &self.options.name;
        let packs = if self.packed_routines.is_empty() { "" } else { "#include \"wireglot/bits.h\"\n" };
        file.begin_header(
            &mut w,
            "Internal functions that the source files of the modules share.",
            "internal",
            &format!("#include \"{name}.h\"\n{packs}#include \"wireglot/constraints.h\""),
        );
        let tables = Tables::default();
        if let Some(plan) = self.plans.first() {
            Checks::new(file.context(plan, &tables), file.part).prototypes(&mut w, functions.checks.iter());
            Equals::new(file.context(plan, &tables), file.part).prototypes(&mut w, functions.equals.iter());
        }
        for (plan, reached) in self.plans.iter().zip(&functions.reached) {
            file.prototypes(&mut w, plan, &tables, reached, &[Direction::Read, Direction::Write]);
        }
        end_header(&mut w);
        w
    }
}
