//! The context of all statements printed in C.

use wireglot_plan::{Plan, RoutineId, RowsId, Rules, Shape};

use crate::analysis::inline_checks::InlineChecks;
use crate::analysis::rules::family;
use crate::analysis::storage::Layout;
use crate::analysis::tails::Tails;
use crate::analysis::Direction;
use crate::codec::c::constants::Tables;
use crate::codec::c::names::Names;
use crate::codec::c::options::COptions;
use crate::codec::c::statements::packs::{pack, PackedRoutines};
use crate::codec::c::walk::Place;

/// How a UTCTime or GeneralizedTime is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// By its characters.
    Characters,
    /// By the instant that it denotes: canonical rules write one form for each (X.690 11.7, 11.8).
    Instants,
}

/// The context that the statements of one plan are printed from.
pub struct C<'a> {
    pub shape: &'a Shape,
    pub plan: &'a Plan,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub options: &'a COptions,
    pub tables: &'a Tables,
    pub inline_checks: &'a InlineChecks,
    pub tails: &'a Tails,
    /// Whether decoders track the path to what they read.
    pub paths: bool,
    /// The rules of the routine, and of what is contained in it, innermost last.
    pub rules: Vec<Rules>,
    /// The ids of nested readers or writers, innermost last; empty for the routine's own.
    pub nested: Vec<u32>,
    /// The id of the bits read ahead, while they are consumed.
    pub ahead: Option<u32>,
    /// The id of the pack that is written together with the next length or string.
    pub packed: Option<u32>,
    /// The id of the pack of the elements of a list, when that ends.
    pub packed_elements: Option<u32>,
    /// The routines whose values are packed.
    pub packed_routines: &'a PackedRoutines,
    /// The statement that ends the function early.
    pub returns: &'static str,
}

/// The runtime's constant for a set of rules.
pub fn constant(rules: Rules) -> String {
    format!("WG_RULES_{}", rules.word().to_uppercase())
}

/// `p->x` for `(*p)`, else `p.x`.
pub fn member(place: &str, name: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{place}.{name}"),
    }
}

/// The pointer to a place, unless it is a parameter.
pub fn held_by(place: &Place) -> Option<&str> {
    place
        .text
        .strip_prefix("(*")
        .and_then(|text| text.strip_suffix(')'))
        .filter(|pointer| pointer.contains(['.', '>']))
}

/// A pointer to the place.
pub fn address(place: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => pointer.to_string(),
        None => format!("&{place}"),
    }
}

/// A place as a whole expression: `*p` for `(*p)`.
pub fn alone(text: &str) -> &str {
    text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| t.starts_with('*')).unwrap_or(text)
}

impl C<'_> {
    pub fn current_rules(&self) -> Rules {
        self.rules.last().copied().unwrap_or(self.plan.rules)
    }

    /// The family of the current rules, as in the names of the runtime's functions.
    pub fn family(&self) -> &'static str {
        family(self.current_rules())
    }

    /// The current reader or writer.
    pub fn codec(&self, way: Direction) -> String {
        let name = if way == Direction::Read { "r" } else { "w" };
        match self.nested.last() {
            Some(id) => format!("{name}{id}"),
            None => name.to_string(),
        }
    }

    /// The verb in the name of a reading function of the runtime, and its first arguments: `get`, or `ahead`.
    pub fn reads(&self) -> (&'static str, String) {
        match self.ahead {
            Some(id) => ("ahead", format!("{}, &ahead{id}", self.r())),
            None => ("get", self.r()),
        }
    }

    /// The same for writing: `put`, or `pack`.
    pub fn writes(&self) -> (&'static str, String) {
        match self.packed {
            Some(id) => ("pack", format!("{}, &{}", self.w(), pack(id))),
            None => ("put", self.w()),
        }
    }

    pub fn r(&self) -> String {
        self.codec(Direction::Read)
    }

    pub fn w(&self) -> String {
        self.codec(Direction::Write)
    }

    /// The name of a routine's function.
    pub fn routine_name(&self, way: Direction, routine: RoutineId) -> String {
        let routine = &self.plan.routines[routine.index()];
        let packed =
            way == Direction::Write && self.packed_routines.contains_key(&(routine.rules, routine.shape));
        let verb = if packed { "pack" } else { verb(way) };
        format!("{verb}_{}_{}", routine.rules, self.names.ty(routine.shape))
    }

    /// The name of a function that codes the rows of a table.
    pub fn rows_name(&self, way: Direction, rows: RowsId) -> String {
        let rows = &self.plan.tables[rows.index()];
        format!("{}_{}_{}", verb(way), rows.rules, self.names.table(rows.table))
    }
}

fn verb(way: Direction) -> &'static str {
    match way {
        Direction::Read => "decode",
        Direction::Write => "encode",
    }
}
