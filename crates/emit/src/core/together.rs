//! Addition groups whose members come together (X.680 25.12).

use wireglot_plan::{Group, ShapeKind, Slot, Target};

use super::dialect::Place;
use super::Unit;

/// An addition group of several slots, one of which at least it cannot be without.
pub(crate) struct Together {
    /// Its slots.
    pub members: Vec<u32>,
    /// Those that are neither OPTIONAL nor have a DEFAULT.
    pub needed: Vec<u32>,
}

/// The addition groups of these slots, in their order.
pub(crate) fn together<'a>(slots: impl Iterator<Item = (u32, &'a Slot)>) -> Vec<Together> {
    let members: Vec<(u32, u32, bool)> =
        slots.filter_map(|(at, slot)| Some((slot.addition?, at, slot.needed))).collect();
    let groups = members.chunk_by(|(a, ..), (b, ..)| a == b).filter(|group| group.len() > 1);
    let together = groups.map(|group| Together {
        members: group.iter().map(|(_, at, _)| *at).collect(),
        needed: group.iter().filter(|(.., needed)| *needed).map(|(_, at, _)| *at).collect(),
    });
    together.filter(|group| !group.needed.is_empty()).collect()
}

impl Unit<'_> {
    /// The addition groups whose members are items of the group: in rules that show no groups.
    pub(super) fn together(&self, group: &Group, place: &Place) -> Vec<Together> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind else { return Vec::new() };
        together(group.items.iter().filter_map(|item| match item.target {
            Target::Slot(at) => slots.get(at as usize).map(|slot| (at, slot)),
            _ => None,
        }))
    }
}
