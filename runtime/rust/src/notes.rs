//! Notes on the parts of an encoding that are not values, for showing it bit by bit.
//!
//! Readers are generic over them: with `()`, nothing is recorded and it costs nothing.

use alloc::vec::Vec;

use crate::tlv::Tag;

/// Records stretches of an encoding that are not values. They may have gaps, and arrive in the
/// order in which they are read.
pub trait Notes: Clone + Default {
    /// Records one, from its first bit to the bit after it.
    fn note(&mut self, what: Noted, from: u64, to: u64);
}

impl Notes for () {
    #[inline(always)]
    fn note(&mut self, _: Noted, _: u64, _: u64) {}
}

impl Notes for Vec<Note> {
    fn note(&mut self, what: Noted, from: u64, to: u64) {
        self.push(Note { what, from, to });
    }
}

/// A stretch of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is.
    pub what: Noted,
    /// Its first bit.
    pub from: u64,
    /// The bit after it.
    pub to: u64,
}

/// What a stretch of an encoding is, if it is not a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// Padding up to the next octet.
    Padding,
    /// A length or count.
    Length {
        /// The number of items.
        count: u64,
        /// Whether another length follows them.
        more: bool,
    },
    /// A flag that a normally small number or length is not small (X.691 11.6.2, 11.9.3.4).
    Large,
    /// The number of octets that a number takes (X.691 11.5.7.4).
    Width(u64),
    /// The number of unused bits in the last octet.
    Unused(u8),
    /// Contents after a length.
    Contents,
    /// An identifier.
    Tag(Tag),
    /// Whether what follows is an extension.
    Extension(bool),
    /// Which components are present.
    Presence,
    /// The index of an alternative.
    Index,
}
