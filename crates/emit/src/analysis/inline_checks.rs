//! Which encoders check values as they come to them, instead of in a walk of its own before they write.

use std::collections::HashSet;

use wireglot_plan::{Contents, Plan, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence};

use crate::analysis::checked_types::{above, checked_types};
use crate::analysis::rules::{compares, may_check_inline};
use crate::analysis::storage::{parts, Layout, Storage};

/// What is known of checks, whoever makes them.
pub struct InlineChecks {
    /// By type, whether anything is asked of its values or of what is in them.
    checked: Vec<bool>,
    /// The rules whose encoders check as they write.
    rules: Vec<Rules>,
}

impl InlineChecks {
    pub fn new(shape: &Shape, layout: &Layout, plans: &[&Plan]) -> InlineChecks {
        let ids = || (0..shape.types.len() as u32).map(ShapeId);
        let checked = checked_types(shape, layout);
        // What looks at values around it is checked from there, with all that is in them: that would be done once
        // more at each level. So would what is looked at as a whole and can hold what it stands in.
        let again =
            |id: ShapeId| wholes(shape, id).any(|part| checked[part.index()] && leads_to(shape, part, id));
        let level = above(shape).iter().all(|above| *above == 0)
            && !ids().any(|id| matches!(layout.storage(id), Storage::Rows(_)) || again(id));
        // What a decoder calls writes whatever was read.
        let compared = |rules: Rules| {
            plans.iter().filter(|plan| compares(plan.rules)).any(|plan| {
                plan.routines.iter().any(|routine| routine.rules == rules)
                    || plan.tables.iter().any(|rows| rows.rules == rules)
            })
        };
        let rules = Rules::ALL.into_iter().filter(|rules| may_check_inline(*rules));
        InlineChecks { checked, rules: rules.filter(|rules| level && !compared(*rules)).collect() }
    }

    /// Whether anything is asked of a type's values.
    pub fn asks(&self, raw: ShapeId) -> bool {
        self.checked[raw.index()]
    }

    /// Whether encoders of these rules check as they write.
    pub fn includes(&self, rules: Rules) -> bool {
        self.rules.contains(&rules)
    }

    /// The same for the values of a root.
    pub fn holds(&self, rules: Rules, layout: &Layout, root: ShapeId) -> bool {
        self.rules.contains(&rules) && layout.held(root) == root && has_parts(layout.storage(root))
    }
}

/// Whether an encoder comes to a value by itself before it comes to its parts.
pub fn has_parts(storage: Storage) -> bool {
    matches!(storage, Storage::Record | Storage::Choice | Storage::List(_))
}

/// The parts of a type that are checked with all that is in them: where they may be left out as they are their
/// DEFAULT, and what a string contains.
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

/// Whether values of a type can hold such of another.
fn leads_to(shape: &Shape, from: ShapeId, to: ShapeId) -> bool {
    let (mut seen, mut waiting) = (HashSet::from([from]), vec![from]);
    while let Some(id) = waiting.pop() {
        if id == to {
            return true;
        }
        waiting.extend(parts(shape, id).into_iter().filter(|part| seen.insert(*part)));
    }
    false
}
