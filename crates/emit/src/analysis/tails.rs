//! Values that end with a CHOICE. Decoders clear them only up to its alternatives, and the alternative once they know which
//! it is: the alternatives of a message may take kilobytes, and most messages use little of that.

use std::collections::HashSet;

use wireglot_plan::{ShapeId, ShapeKind};

use super::storage::{Layout, Storage};

/// A path to alternatives is no longer than this.
const STEPS: usize = 8;

/// The types whose values are cleared only up to the alternatives of the CHOICE at their end. Everything that holds such a
/// value by itself ends with it, and is cleared in the same way.
pub struct Tails(HashSet<ShapeId>);

impl Tails {
    /// `follows` tells whether a record's struct has a member after those of its slots.
    pub fn new(layout: &Layout, follows: impl Fn(ShapeId) -> bool) -> Tails {
        let all: Vec<ShapeId> = (0..layout.shape.types.len() as u32).map(ShapeId).collect();
        let is_own = |id: ShapeId| layout.held(id) == id && !layout.hidden.contains(&id);
        let ends =
            |id: &ShapeId| matches!(layout.storage(*id), Storage::Record | Storage::Choice) && is_own(*id);
        let mut tails: HashSet<ShapeId> = all.iter().copied().filter(ends).collect();
        let mut left: Vec<ShapeId> = all
            .iter()
            .flat_map(|id| parts(layout, *id, follows(*id)))
            .filter_map(|part| (!part.at_end).then_some(part.held))
            .chain(layout.shape.tables.iter().flat_map(|table| table.rows.iter().filter_map(|row| row.shape)))
            .collect();
        // If a value is cleared as a whole, so are its parts.
        while let Some(id) = left.pop() {
            if tails.remove(&layout.held(id)) {
                left.extend(parts(layout, layout.held(id), follows(id)).into_iter().map(|part| part.held));
            }
        }
        Tails(tails)
    }

    /// Whether an alternative of the CHOICE is cleared when it is known.
    pub fn contains(&self, choice: ShapeId) -> bool {
        self.0.contains(&choice)
    }

    /// The last slots that lead from a value to the CHOICE at its end, and this; `None` if it ends with something else.
    pub fn end_of(&self, layout: &Layout, from: ShapeId) -> Option<(Vec<(ShapeId, u32)>, ShapeId)> {
        let (mut at, mut steps) = (from, Vec::new());
        while steps.len() < STEPS && self.0.contains(&at) {
            match &layout.shape.get(at).kind {
                ShapeKind::Choice { .. } => return Some((steps, at)),
                ShapeKind::Record { slots, .. } => {
                    let last = slots.len().checked_sub(1)?;
                    steps.push((at, last as u32));
                    at = layout.held(slots[last].shape);
                }
                _ => return None,
            }
        }
        None
    }
}

/// A part of a value.
struct Part {
    /// The type that it is held as.
    held: ShapeId,
    /// Whether it is the end of the value's struct, or of the union there.
    at_end: bool,
}

fn parts(layout: &Layout, id: ShapeId, followed: bool) -> Vec<Part> {
    let part = |at: usize, shape: ShapeId, is_last: bool| Part {
        held: layout.held(shape),
        at_end: is_last && layout.held(shape) == shape && !layout.by_pointer(id, at as u32),
    };
    match &layout.shape.get(id).kind {
        ShapeKind::Record { slots, .. } => {
            let is_last = |at: usize| at + 1 == slots.len() && !followed;
            slots.iter().enumerate().map(|(at, slot)| part(at, slot.shape, is_last(at))).collect()
        }
        ShapeKind::Choice { alternatives, .. } => {
            alternatives.iter().enumerate().map(|(at, one)| part(at, one.shape, true)).collect()
        }
        ShapeKind::List { element, .. } => vec![part(0, *element, false)],
        _ => Vec::new(),
    }
}
