//! Which encoders check values as they write them instead of in a separate pass beforehand.

use std::collections::HashSet;

use wireglot_plan::{Contents, Plan, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence};

use crate::analysis::checked_types::{above, checked_types};
use crate::analysis::parts::Parts;
use crate::analysis::rules::{compares, may_check_inline};
use crate::analysis::storage::{Layout, Storage};

/// Where values are checked.
pub struct InlineChecks {
    /// For each type, whether its values or their parts need a check.
    checked: Vec<bool>,
    /// The rules whose encoders check as they write.
    rules: Vec<Rules>,
}

impl InlineChecks {
    pub fn new(shape: &Shape, layout: &Layout, plans: &[&Plan]) -> InlineChecks {
        let ids = || (0..shape.types.len() as u32).map(ShapeId);
        let checked = checked_types(shape, layout);
        // A constraint that looks at enclosing values is checked from there, with everything inside, so
        // checking inline would repeat that at each level. The same applies to a part that is checked as a
        // whole and can contain the type it is in.
        let again =
            |id: ShapeId| wholes(shape, id).any(|part| checked[part.index()] && leads_to(shape, part, id));
        let level = above(shape).iter().all(|above| *above == 0)
            && !ids().any(|id| matches!(layout.storage(id), Storage::Rows(_)) || again(id));
        // Encoders that decoders call for comparison write whatever was read.
        let compared = |rules: Rules| {
            plans.iter().filter(|plan| compares(plan.rules)).any(|plan| {
                plan.routines.iter().any(|routine| routine.rules == rules)
                    || plan.tables.iter().any(|rows| rows.rules == rules)
            })
        };
        let rules = Rules::ALL.into_iter().filter(|rules| may_check_inline(*rules));
        InlineChecks { checked, rules: rules.filter(|rules| level && !compared(*rules)).collect() }
    }

    /// Whether a type's values or their parts need a check.
    pub fn asks(&self, raw: ShapeId) -> bool {
        self.checked[raw.index()]
    }

    /// Whether encoders for these rules check while writing.
    pub fn includes(&self, rules: Rules) -> bool {
        self.rules.contains(&rules)
    }

    /// Whether the encoder of a root checks while writing.
    pub fn holds(&self, rules: Rules, layout: &Layout, root: ShapeId) -> bool {
        self.rules.contains(&rules) && layout.held(root) == root && has_parts(layout.storage(root))
    }
}

/// Whether an encoder visits the value itself before its parts.
pub fn has_parts(storage: Storage) -> bool {
    matches!(storage, Storage::Record | Storage::Choice | Storage::List(_))
}

/// The parts of a type that are checked with everything inside: components that may be omitted because they
/// equal their DEFAULT, and the contents of a string.
fn wholes(shape: &Shape, id: ShapeId) -> impl Iterator<Item = ShapeId> + '_ {
    let (slots, contents): (&[Slot], _) = match &shape.get(id).kind {
        ShapeKind::Record { slots, .. } => (slots, None),
        ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }
        | ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. } => (&[], Some(*shape)),
        _ => (&[], None),
    };
    let defaults = slots.iter().filter(|slot| matches!(slot.presence, SlotPresence::Default(..)));
    defaults.map(|slot| slot.shape).chain(contents)
}

/// Whether values of a type can contain values of another.
fn leads_to(shape: &Shape, from: ShapeId, to: ShapeId) -> bool {
    let parts = Parts::of(shape);
    let (mut seen, mut waiting) = (HashSet::from([from.index()]), vec![from.index()]);
    while let Some(place) = waiting.pop() {
        if place == to.index() {
            return true;
        }
        waiting.extend(parts.at(place).into_iter().filter(|part| seen.insert(*part)));
    }
    false
}
