//! How C writes the control of a plan: what the impls of its traits share.

use wireglot_plan::{Family, Plan, RoutineId, RowsId, Rules, Shape};

use super::along::Along;
use super::constants::Tables;
use super::storage::Layout;
use super::table::Names;
use super::COptions;
use crate::core::{Direction, Place};

/// The dialect, for one plan.
pub(super) struct C<'a> {
    pub shape: &'a Shape,
    pub plan: &'a Plan,
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub options: &'a COptions,
    pub tables: &'a Tables,
    pub along: &'a Along,
    /// Whether decoders keep the way to what they read.
    pub paths: bool,
    /// Rules of the routine, and of what is contained in it, innermost last.
    pub rules: Vec<Rules>,
    /// Ids of the nested readers or writers, innermost last; none is the routine's own.
    pub nested: Vec<u32>,
    /// The id of what readers looked at ahead, while it is read.
    pub ahead: Option<u32>,
    /// The id of what is packed, and is written with the length that comes next.
    pub packed: Option<u32>,
}

/// Whether these rules have identifier octets.
pub(super) fn has_tags(rules: Rules) -> bool {
    rules.family() == Family::Tlv
}

/// Their constant in the runtime.
pub(super) fn constant(rules: Rules) -> String {
    format!("WG_RULES_{}", rules.word().to_uppercase())
}

/// What the runtime's functions for these rules are called after.
pub(super) fn family(rules: Rules) -> &'static str {
    match rules.family() {
        Family::Tlv => "tlv",
        Family::Bits => "bits",
        Family::Octets => "octets",
    }
}

/// `p->x` for `(*p)`, else `p.x`.
pub(super) fn member(place: &str, name: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{place}.{name}"),
    }
}

/// The pointer that leads to a place, if it is not a parameter.
pub(super) fn held_by(place: &Place) -> Option<&str> {
    place
        .text
        .strip_prefix("(*")
        .and_then(|text| text.strip_suffix(')'))
        .filter(|pointer| pointer.contains(['.', '>']))
}

/// A pointer to the place.
pub(super) fn address(place: &str) -> String {
    match place.strip_prefix("(*").and_then(|p| p.strip_suffix(')')) {
        Some(pointer) => pointer.to_string(),
        None => format!("&{place}"),
    }
}

impl C<'_> {
    pub(super) fn current_rules(&self) -> Rules {
        self.rules.last().copied().unwrap_or(self.plan.rules)
    }

    /// What the runtime's functions for the rules of this place are called after.
    pub(super) fn family(&self) -> &'static str {
        family(self.current_rules())
    }

    /// The reader or writer.
    pub(super) fn codec(&self, way: Direction) -> String {
        let name = if way == Direction::Read { "r" } else { "w" };
        match self.nested.last() {
            Some(id) => format!("{name}{id}"),
            None => name.to_string(),
        }
    }

    /// What is read, and of what, for a name in the runtime and its first arguments: `get`, or `ahead`.
    pub(super) fn reads(&self) -> (&'static str, String) {
        match self.ahead {
            Some(id) => ("ahead", format!("{}, &ahead{id}", self.r())),
            None => ("get", self.r()),
        }
    }

    /// The same of what is written: `put`, or `pack`.
    pub(super) fn writes(&self) -> (&'static str, String) {
        match self.packed {
            Some(id) => ("pack", format!("{}, &pack{id}", self.w())),
            None => ("put", self.w()),
        }
    }

    pub(super) fn r(&self) -> String {
        self.codec(Direction::Read)
    }

    pub(super) fn w(&self) -> String {
        self.codec(Direction::Write)
    }

    /// The name of a routine's function.
    pub(super) fn routine_name(&self, way: Direction, routine: RoutineId) -> String {
        let routine = &self.plan.routines[routine.index()];
        format!("{}_{}_{}", verb(way), routine.rules, self.names.ty(routine.shape))
    }

    /// The name of a function that codes the rows of a table.
    pub(super) fn rows_name(&self, way: Direction, rows: RowsId) -> String {
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
