//! Addition groups whose members are present together (X.680 25.12).

use wireglot_plan::Slot;

/// An addition group of several slots, at least one of which must be present.
pub struct Together {
    /// Its slots.
    pub members: Vec<u32>,
    /// The slots that are neither OPTIONAL nor have a DEFAULT.
    pub needed: Vec<u32>,
}

/// The addition groups of these slots, in order.
pub fn together<'a>(slots: impl Iterator<Item = (u32, &'a Slot)>) -> Vec<Together> {
    let members: Vec<(u32, u32, bool)> =
        slots.filter_map(|(at, slot)| Some((slot.addition?, at, slot.needed))).collect();
    let groups = members.chunk_by(|(a, ..), (b, ..)| a == b).filter(|group| group.len() > 1);
    let together = groups.map(|group| Together {
        members: group.iter().map(|(_, at, _)| *at).collect(),
        needed: group.iter().filter(|(.., needed)| *needed).map(|(_, at, _)| *at).collect(),
    });
    together.filter(|group| !group.needed.is_empty()).collect()
}
