//! The places of values in C: members, unions, pointers.

use wireglot_plan::{ShapeId, ShapeKind};

use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};
use crate::Writer;

impl C<'_> {
    /// The place of a member: of what it always holds, through its pointer if it has one.
    fn part(&self, owner: &Place, inside: &str, at: u32, shape: ShapeId) -> Place {
        let text = member(&owner.text, &format!("{inside}{}", self.names.member(owner.shape, at)));
        let shape = self.layout.held(shape);
        match self.layout.by_pointer(owner.shape, at) {
            true => Place { text: format!("(*{text})"), shape },
            false => Place { text, shape },
        }
    }
}

impl C<'_> {
    /// A slot of a record.
    pub fn slot(&self, record: &Place, slot: u32) -> Place {
        let ShapeKind::Record { slots, .. } = &self.shape.get(record.shape).kind else {
            return record.clone();
        };
        self.part(record, "", slot, slots[slot as usize].shape)
    }

    /// The value of a choice that holds this alternative.
    pub fn alternative(&self, choice: &Place, alternative: u32) -> Place {
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(choice.shape).kind else {
            return choice.clone();
        };
        self.part(choice, "u.", alternative, alternatives[alternative as usize].shape)
    }

    /// The value of an open type that holds this row.
    pub fn row(&self, open: &Place, row: u32) -> Place {
        let Storage::Rows(table) = self.layout.storage(open.shape) else { return open.clone() };
        let Some(shape) = self.shape.table(table).rows[row as usize].shape else { return open.clone() };
        let shape = self.layout.held(shape);
        let text = member(&open.text, &format!("u.{}", self.names.row(table, row)));
        match self.layout.storage(shape).is_struct() {
            true => Place { text: format!("(*{text})"), shape },
            false => Place { text, shape },
        }
    }

    /// Makes storage for a place that needs it; returns whether that opened a block.
    pub fn begin_storage(&self, w: &mut Writer, place: &Place) -> bool {
        let Some(pointer) = pointer(place) else { return false };
        let ty = self.names.held(self.layout, place.shape);
        w.open(format!("if (({pointer} = ({ty} *)wg_new({}, sizeof({ty}))) != NULL) {{", self.r()));
        true
    }

    /// Clears a value with parts that is read over its default.
    pub fn clear(&self, w: &mut Writer, place: &Place) {
        if pointer(place).is_none() && self.layout.storage(place.shape).is_struct() {
            w.line(format!("wg_clear(&{0}, sizeof {0});", place.text));
        }
    }

    /// Whether there was room for a value; `None` if it needs no storage of its own.
    pub fn storage(&self, place: &Place) -> Option<Expr> {
        pointer(place).map(|pointer| Expr::compare(pointer, Sign::Differs, "NULL"))
    }
}

/// The pointer to a value that has one.
fn pointer(place: &Place) -> Option<&str> {
    place.text.strip_prefix("(*").and_then(|text| text.strip_suffix(')'))
}
