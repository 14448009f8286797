//! The encoding rules, and traits for enumerations and mandatory components.

use crate::{ErrorCode, Fault};

/// The encoding rules that generated code reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// Basic (X.690).
    Ber,
    /// Distinguished (X.690).
    Der,
    /// Unaligned PER (X.691).
    Uper,
    /// Aligned PER (X.691).
    Aper,
    /// Basic (X.696).
    Oer,
}

impl Rules {
    /// Whether every value has exactly one encoding.
    pub fn is_canonical(self) -> bool {
        self == Rules::Der
    }

    /// Whether an encoding of unknown type under these rules is also valid under `other`.
    pub fn stands_in(self, other: Rules) -> bool {
        self == other || (self == Rules::Der && other == Rules::Ber)
    }
}

/// An ENUMERATED type.
pub trait Enumerated: Sized {
    /// The item with a number; `None` if there is none and the type is not extensible.
    fn from_number(number: i64) -> Option<Self>;
    /// The item's number; `None` if only its index is known.
    fn number(&self) -> Option<i64>;
    /// An unknown extension item with an index (PER).
    fn from_index(_: u64) -> Option<Self> {
        None
    }
    /// The index of an unknown extension item.
    fn index(&self) -> Option<u64> {
        None
    }
}

/// A mandatory component.
pub trait Missing<T> {
    /// The component, if it was present.
    ///
    /// # Errors
    /// `missing`.
    fn required(self) -> Result<T, Fault>;
}

impl<T> Missing<T> for Option<T> {
    #[inline]
    fn required(self) -> Result<T, Fault> {
        self.ok_or(Fault::new(ErrorCode::Missing))
    }
}
