//! The places of values in C: members, unions, pointers.

use wireglot_plan::{Node, Op, ShapeId, ShapeKind};

use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::{address, alone, member, C};
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

    /// Clears a value with parts, which may not be clear yet, before it is read.
    pub fn clear(&self, w: &mut Writer, place: &Place) {
        if pointer(place).is_none() && self.layout.storage(place.shape).is_struct() {
            self.clear_all(w, place);
        }
    }

    /// Clears an alternative before it is read, if its CHOICE was cleared without alternatives. A number or slice without
    /// anything around it is assigned even after an error, so it needs no clearing.
    pub fn clear_alternative(&self, w: &mut Writer, choice: &Place, alternative: u32, node: &Node) {
        let place = self.alternative(choice, alternative);
        let storage = self.layout.storage(place.shape);
        let is_assigned = matches!(node.op, Op::Leaf(_)) && !storage.is_struct() && !storage.is_array();
        if self.tails.contains(choice.shape)
            && pointer(&place).is_none()
            && storage != Storage::Nothing
            && !is_assigned
        {
            self.clear_all(w, &place);
        }
    }

    /// Clears a value, up to the alternatives of a CHOICE at its end if that clears these itself.
    pub fn clear_all(&self, w: &mut Writer, place: &Place) {
        let whole = alone(&place.text);
        let size = match self
            .tails
            .end_of(self.layout, place.shape)
            .filter(|(_, choice)| self.layout.has_union(*choice))
        {
            Some((steps, _)) => {
                let steps = steps.iter().map(|(owner, at)| format!("{}.", self.names.member(*owner, *at)));
                let ty = self.names.held(self.layout, place.shape);
                format!("offsetof({ty}, {}u)", steps.collect::<String>())
            }
            None => format!("sizeof {whole}"),
        };
        w.line(format!("wg_clear({}, {size});", address(&place.text)));
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
