//! What a reader takes down of how an encoding is made, for whoever shows it bit by bit.
//!
//! Readers are generic over it: with `()`, nothing is taken down and nothing is paid.

use alloc::vec::Vec;

use crate::tlv::Tag;

/// Takes down stretches of an encoding that are no values. They come side by side or with gaps,
/// in the order in which they are read.
pub trait Notes: Clone + Default {
    /// Takes one down, from its first bit to the one behind it.
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
    /// The bit behind it.
    pub to: u64,
}

/// What stretches of an encoding are that are no values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// Bits up to the next octet.
    Padding,
    /// A length or count, and whether another follows behind so many items.
    Length {
        /// How many items.
        count: u64,
        /// Whether another length follows them.
        more: bool,
    },
    /// That a number or length that is normally small is not (X.691 11.6.2, 11.9.3.4).
    Large,
    /// In how many octets a number stands (X.691 11.5.7.4).
    Width(u64),
    /// How many bits of the last octet are unused.
    Unused(u8),
    /// Contents behind a length.
    Contents,
    /// An identifier.
    Tag(Tag),
    /// Whether what follows is an extension.
    Extension(bool),
    /// Which parts there are.
    Presence,
    /// Which alternative it is.
    Index,
}
