//! Where members and fields begin, and whether headers can hold what is said of them.

use wireglot_model::sbe::{Body, Prefix, Role, ROLES};
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

/// Octets that a block or composite may have.
pub(super) const LENGTH: u64 = i32::MAX as u64;

/// Where an element asks to begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Behind what stands before.
    Next,
    /// At an offset.
    At(u64),
    /// At the next multiple of a number.
    Aligned(u64),
}

impl Resolver<'_> {
    /// What an element says of where it begins: its `offset` or, since 2.0, its `alignment`.
    pub(super) fn place(&mut self, element: &Element) -> Place {
        let offset = self.number(element, "offset", LENGTH);
        let alignment = self.alignment(element);
        match (offset, alignment) {
            (Some(offset), None) => Place::At(offset),
            (None, Some(alignment)) => Place::Aligned(alignment),
            (None, None) => Place::Next,
            (Some(offset), Some(_)) => {
                let message = "an alignment and an offset exclude each other";
                let fault = Finding::error("S0409", element.place("alignment"), message);
                self.report(fault.hint("remove one of them"));
                Place::At(offset)
            }
        }
    }

    fn alignment(&mut self, element: &Element) -> Option<u64> {
        let alignment = self.number(element, "alignment", LENGTH)?;
        if alignment == 0 {
            let fault = Finding::error("S0204", element.place("alignment"), "`alignment` is 0");
            self.report(fault.hint(format!("write a number from 1 to {LENGTH}")));
            return None;
        }
        Some(alignment)
    }

    /// Says no to a group whose entries are aligned: they are by where they stand in the sender's buffer,
    /// behind data of any length, and no offset says that.
    pub(super) fn group_alignment(&mut self, element: &Element) {
        if self.alignment(element).is_some_and(|alignment| alignment > 1) {
            let message = "padding that depends on an entry's place in the buffer is not supported";
            let fault = Finding::error("S0409", element.place("alignment"), message);
            self.report(fault.hint("align the fields, and give the group a blockLength"));
        }
    }

    /// Where a member or field begins: where it says, but behind those before it.
    pub(super) fn placed(&mut self, element: &Element, place: Place, end: u64) -> u64 {
        match place {
            Place::Next => end,
            Place::Aligned(alignment) => end.next_multiple_of(alignment),
            Place::At(offset) if offset >= end => offset,
            Place::At(offset) => {
                let message =
                    format!("the offset {offset} lies inside the part before it, which ends at {end}");
                self.error("S0401", element.place("offset"), message);
                end
            }
        }
    }

    /// Says no to numbers of a message or group that its header or dimension has no room for: no sender
    /// could write them.
    pub(super) fn holds(&mut self, prefix: &Prefix, numbers: &[(Role, u64, Span)]) {
        for (role, number, span) in numbers {
            let Some(part) = prefix.part(*role) else { continue };
            let fits = part.primitive.range().is_some_and(|(_, max)| i128::from(*number) <= max);
            if !fits {
                let name = ROLES.iter().find(|(_, known)| known == role).map_or("", |(name, _)| name);
                let message =
                    format!("{number} does not fit into `{name}`, which is {}", part.primitive.name());
                self.error("S0408", *span, message);
            }
        }
    }

    /// The same of what its block is.
    pub(super) fn holds_body(&mut self, prefix: &Prefix, body: &Body, element: &Element) {
        let numbers = [
            (Role::BlockLength, body.block_length, element.place("blockLength")),
            (Role::NumGroups, body.groups.len() as u64, element.span),
            (Role::NumVarDataFields, body.data.len() as u64, element.span),
        ];
        self.holds(prefix, &numbers);
    }
}
