//! The walk over plan nodes: what happens in which order, under which conditions and with which locals.
//!
//! Reading and writing follow the same grammar. `super::statements` determines what it looks like in C.

mod insertion;
mod pack;
mod read;
mod terms;
mod write;

pub use insertion::insertion_points;
pub use pack::packed_routines;
pub use read::read_node;
pub use terms::{Fault, Key, Label, Place, Subject, Unknowns};
pub use write::{pack_node, write_node};

use wireglot_model::Value;
use wireglot_plan::{Contents, Group, Plan, Shape, ShapeId, ShapeKind, SlotPresence, Target};

use crate::analysis::addition_groups::{together, Together};

/// The input of a walk.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// The plan.
    pub plan: &'a Plan,
}

impl<'a> Unit<'a> {
    /// The default of a record's slot.
    fn default_of(&self, record: &Place, slot: u32) -> Option<&'a Value> {
        match &self.shape.get(record.shape).kind {
            ShapeKind::Record { slots, .. } => match &slots.get(slot as usize)?.presence {
                SlotPresence::Default(_, value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of a record's slot or a choice's alternative, as in the schema.
    fn part_of(&self, owner: ShapeId, at: u32) -> Option<ShapeId> {
        match &self.shape.get(owner).kind {
            ShapeKind::Record { slots, .. } => slots.get(at as usize).map(|slot| slot.shape),
            ShapeKind::Choice { alternatives, .. } => alternatives.get(at as usize).map(|a| a.shape),
            _ => None,
        }
    }

    /// Whether a record's slot may be missing.
    fn may_be_missing(&self, record: &Place, slot: u32) -> bool {
        match &self.shape.get(record.shape).kind {
            ShapeKind::Record { slots, .. } => {
                slots.get(slot as usize).is_some_and(|s| !matches!(s.presence, SlotPresence::Required))
            }
            _ => false,
        }
    }

    /// The place of the value that a string contains: that of the string itself.
    fn contents_of(&self, string: &Place) -> Place {
        match &self.shape.get(string.shape).kind {
            ShapeKind::BitString { contains: Some(Contents { shape, .. }), .. }
            | ShapeKind::OctetString { contains: Some(Contents { shape, .. }), .. } => {
                Place { text: string.text.clone(), shape: *shape }
            }
            _ => string.clone(),
        }
    }

    /// The addition groups whose members are items of the group: under rules that don't encode the groups.
    pub fn together(&self, group: &Group, place: &Place) -> Vec<Together> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(place.shape).kind else { return Vec::new() };
        together(group.items.iter().filter_map(|item| match item.target {
            Target::Slot(at) => slots.get(at as usize).map(|slot| (at, slot)),
            _ => None,
        }))
    }
}
