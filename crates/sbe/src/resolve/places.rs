//! The positions of members and fields, and checks that headers can hold the values that they need.

use wireglot_model::sbe::{Body, Prefix, Role, ROLES};
use wireglot_text::Span;

use super::Resolver;
use crate::faults::Finding;
use crate::xml::Element;

/// The maximum size of a block or composite in bytes.
pub(super) const LENGTH: u64 = i32::MAX as u64;

/// The requested position of an element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// After the preceding element.
    Next,
    /// At an offset.
    At(u64),
    /// At the next multiple of a number.
    Aligned(u64),
}

impl Resolver<'_> {
    /// The position that an element requests: its `offset` or, since 2.0, its `alignment`.
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

    /// Rejects groups with aligned entries. Their positions depend on the sender's buffer, after data of any
    /// length, so no offset can express them.
    pub(super) fn group_alignment(&mut self, element: &Element) {
        if self.alignment(element).is_some_and(|alignment| alignment > 1) {
            let message = "padding that depends on an entry's place in the buffer is not supported";
            let fault = Finding::error("S0409", element.place("alignment"), message);
            self.report(fault.hint("align the fields, and give the group a blockLength"));
        }
    }

    /// The position of a member or field: the requested one, but not before the end of the previous element.
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

    /// Reports ids and versions of a message or group that do not fit its header or dimension, so that no
    /// sender could write them.
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

    /// The same for the size of its block.
    pub(super) fn holds_body(&mut self, prefix: &Prefix, body: &Body, element: &Element) {
        let numbers = [
            (Role::BlockLength, body.block_length, element.place("blockLength")),
            (Role::NumGroups, body.groups.len() as u64, element.span),
            (Role::NumVarDataFields, body.data.len() as u64, element.span),
        ];
        self.holds(prefix, &numbers);
    }
}
