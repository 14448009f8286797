//! The places of parts of values, and whether they are present.

use wireglot_grammar::link::Place as Step;
use wireglot_plan::{ShapeId, ShapeKind, SlotPresence};

use super::expr::Expr;
use super::Protocol;
use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;

impl Protocol<'_> {
    /// A member of a struct, through its pointer if it has one.
    fn part(&self, owner: &Place, inside: &str, at: u32, ty: ShapeId) -> Place {
        let names = self.file.names;
        let text = member(&owner.text, &format!("{inside}{}", names.member(owner.shape, at)));
        match self.file.layout.by_pointer(owner.shape, at) {
            true => Place { text: format!("(*{text})"), shape: ty },
            false => Place { text, shape: ty },
        }
    }

    pub fn slot(&self, owner: &Place, at: u32, ty: ShapeId) -> Place {
        self.part(owner, "", at, ty)
    }

    pub fn alternative(&self, owner: &Place, at: u32, ty: ShapeId) -> Place {
        self.part(owner, "u.", at, ty)
    }

    /// The flag of a slot that may be missing.
    pub fn flag(&self, owner: &Place, at: u32) -> Option<String> {
        let ShapeKind::Record { slots, .. } = &self.file.shape.get(owner.shape).kind else { return None };
        let slot = slots.get(at as usize)?;
        let name = self.file.names.member(owner.shape, at);
        (!matches!(slot.presence, SlotPresence::Required))
            .then(|| member(&owner.text, &format!("has_{name}")))
    }

    /// The octets and the number of bits of a BIT STRING.
    pub fn bits(&self, place: &Place) -> (String, String) {
        let data = match self.file.layout.storage(place.shape) {
            Storage::Bits(Some(_)) => "octets",
            _ => "data",
        };
        (member(&place.text, data), member(&place.text, "count"))
    }

    /// A string as a slice.
    pub fn slice(&self, place: &Place) -> String {
        match self.file.layout.storage(place.shape) {
            Storage::Octets(_, Some(_)) => {
                let (octets, size) = (member(&place.text, "octets"), member(&place.text, "size"));
                format!("wg_octets_of({octets}, {size})")
            }
            _ => place.text.clone(),
        }
    }

    /// The part at the end of a path, and whether it is present; for a list, the element with this number.
    pub fn find(&self, from: &Place, steps: &[Step], written: &str) -> (Place, Expr) {
        let (mut at, mut there) = (from.clone(), Expr::Always);
        for step in steps {
            let (next, condition) = match step {
                Step::Slot(slot, ty) => {
                    let is = self.flag(&at, *slot).map_or(Expr::Always, Expr::of);
                    let pointer = self.pointer(&at, "", *slot);
                    (self.slot(&at, *slot, *ty), is.and(pointer))
                }
                Step::Alternative(chosen, ty) => {
                    let kind = member(&at.text, "kind");
                    let is = Expr::of(format!("{kind} == {}", chosen + 1));
                    let pointer = self.pointer(&at, "u.", *chosen);
                    (self.alternative(&at, *chosen, *ty), is.and(pointer))
                }
                Step::Add(ty) | Step::Join(ty) => {
                    let (count, items) = (member(&at.text, "count"), member(&at.text, "items"));
                    let text = format!("{items}[{written}]");
                    (Place { text, shape: *ty }, Expr::of(format!("{count} > {written}")))
                }
                Step::Only(ty) => {
                    let (count, items) = (member(&at.text, "count"), member(&at.text, "items"));
                    let none = match written {
                        "0" => Expr::Always,
                        counter => Expr::of(format!("{counter} == 0")),
                    };
                    let is = Expr::of(format!("{count} == 1")).and(none);
                    (Place { text: format!("{items}[0]"), shape: *ty }, is)
                }
                Step::Bit(bit) => {
                    let (octets, count) = self.bits(&at);
                    (at.clone(), Expr::of(format!("wg_text_pen_bit({octets}, {count}, {bit})")))
                }
            };
            there = there.and(condition);
            at = next;
        }
        (at, there)
    }

    fn pointer(&self, owner: &Place, inside: &str, at: u32) -> Expr {
        match self.file.layout.by_pointer(owner.shape, at) {
            true => {
                let name = self.file.names.member(owner.shape, at);
                Expr::of(member(&owner.text, &format!("{inside}{name}")) + " != NULL")
            }
            false => Expr::Always,
        }
    }
}
