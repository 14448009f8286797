//! The context that all files of a specification are printed from.

use wireglot_plan::{Plan, Shape};

use crate::analysis::inline_checks::InlineChecks;
use crate::analysis::modules::Part;
use crate::analysis::storage::Layout;
use crate::analysis::tails::Tails;
use crate::codec::c::constants::Tables;
use crate::codec::c::names::Names;
use crate::codec::c::options::COptions;
use crate::codec::c::statements::context::C;
use crate::codec::c::statements::packs::PackedRoutines;
use crate::codec::c::walk::{packed_routines, Unit};
use crate::Writer;

/// How deep calls of routines whose values are packed may be nested.
const ROUNDS: usize = 8;

/// A specification, or a part of it.
#[derive(Clone, Copy)]
pub struct File<'a> {
    pub shape: &'a Shape,
    pub plans: &'a [&'a Plan],
    pub options: &'a COptions,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub inline_checks: &'a InlineChecks,
    pub tails: &'a Tails,
    pub packed_routines: &'a PackedRoutines,
    /// Whether to print decoders that track the path to what they read.
    pub paths: bool,
    /// The part of the specification to print.
    pub part: Part<'a>,
}

impl<'a> File<'a> {
    /// The FNV-1a hash of what was compiled.
    pub fn hash(&self) -> u64 {
        let mut text = wireglot_plan::dump_shape(self.shape);
        self.plans.iter().for_each(|p| text += &wireglot_plan::dump_plan(p, self.shape));
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    }

    pub fn guard(&self) -> String {
        let of = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        format!("{}_H", self.options.name.chars().map(of).collect::<String>())
    }

    pub fn context(&self, plan: &'a Plan, tables: &'a Tables) -> C<'a> {
        C {
            shape: self.shape,
            plan,
            layout: self.layout,
            names: self.names,
            options: self.options,
            tables,
            inline_checks: self.inline_checks,
            tails: self.tails,
            paths: self.paths,
            rules: vec![plan.rules],
            nested: Vec::new(),
            ahead: None,
            packed: None,
            packed_elements: None,
            packed_routines: self.packed_routines,
            returns: "return;",
        }
    }

    /// The routines whose values are packed. Those that call others are found after these, in as many rounds as calls
    /// are nested, but not more than `ROUNDS`.
    pub fn find_packed_routines(self) -> PackedRoutines {
        let mut found = PackedRoutines::new();
        let tables = Tables::default();
        for _ in 0..ROUNDS {
            let file = File { packed_routines: &found, ..self };
            let mut more = PackedRoutines::new();
            for plan in self.plans {
                let unit = Unit { shape: self.shape, plan };
                more.extend(packed_routines(unit, &mut file.context(plan, &tables)));
            }
            let done = more.len() == found.len();
            found = more;
            if done {
                break;
            }
        }
        found
    }

    /// The macro that identifies the specification that the files were generated from.
    pub fn stamp(&self, hash: u64) -> String {
        format!("{}_{hash:016X}", self.guard())
    }

    /// Prints the tables and lookup functions that the functions of a file use.
    pub fn tables_and_finders(&self, w: &mut Writer, tables: &'a Tables) {
        let (mut finders, mut same_lists) = (Writer::new(), Writer::new());
        if let Some(plan) = self.plans.first() {
            let c = self.context(plan, tables);
            tables.finders().into_iter().for_each(|table| c.row_finder(&mut finders, table));
            tables.lookups().iter().for_each(|lookup| c.lookup(&mut finders, lookup));
            tables.eaches(&mut finders);
            tables.same_lists(&mut same_lists);
        }
        let lines = tables.lines();
        lines.iter().for_each(|l| w.line(l));
        if !lines.is_empty() {
            w.line("");
        }
        w.append(same_lists);
        w.append(finders);
    }
}
