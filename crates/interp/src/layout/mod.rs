//! Runs a [`Layout`]: packed octets to a value and back.
//!
//! A layout says all about the octets of such a format, so it is run as it
//! stands; a plan would only say it again. The octets are one stream of bits,
//! the first bit being the least significant of the first octet. An extensible
//! record is led by 16 bits that hold its own size in bits, these included; an
//! extensible array is led by 16 bits that hold its number of elements.

mod json;
mod read;
mod write;

use std::fmt;

pub use json::{from_json, to_json};
pub use read::{decode, Reading};
pub(crate) use read::{traced, Met, Trace};
pub use write::encode;

/// Bits of a lead.
const LEAD: u64 = 16;

/// A value of a layout's type. Every part is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packed {
    /// A boolean.
    Boolean(bool),
    /// An integer, octet, number of an enumeration, or the bits of a float.
    Integer(i128),
    /// The elements of an array.
    List(Vec<Packed>),
    /// The fields of a record, in their order on the wire.
    Record(Vec<Packed>),
}

/// Why octets are not an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedError {
    /// What is wrong.
    pub code: PackedCode,
    /// The bit at which it shows, from the start.
    pub bit: u64,
    /// The field, from the type's name down.
    pub path: String,
}

/// What can be wrong with packed octets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedCode {
    /// There are fewer octets than the message takes.
    Short,
    /// A leading size or count that cannot be.
    BadAhead,
}

impl PackedCode {
    /// The word: never changes.
    pub fn word(self) -> &'static str {
        match self {
            PackedCode::Short => "short",
            PackedCode::BadAhead => "bad_ahead",
        }
    }

    /// What it means.
    pub fn message(self) -> &'static str {
        match self {
            PackedCode::Short => "the input ends too early",
            PackedCode::BadAhead => "a leading size is too small, too large, or ends inside a field",
        }
    }
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at bit {}", self.path, self.code.message(), self.bit)
    }
}

impl std::error::Error for PackedError {}
