//! Rules by name, enumerations, and what is missing.

use crate::{ErrorCode, Fault};

/// Encoding rules that generated code reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// X.690, basic.
    Ber,
    /// X.690, distinguished.
    Der,
    /// X.691, unaligned.
    Uper,
    /// X.691, aligned.
    Aper,
    /// X.696, basic.
    Oer,
}

impl Rules {
    /// Whether there is one encoding of a value.
    pub fn is_canonical(self) -> bool {
        self == Rules::Der
    }

    /// Whether octets of these rules are octets of others, of what nobody knows the type of.
    pub fn stands_in(self, other: Rules) -> bool {
        self == other || (self == Rules::Der && other == Rules::Ber)
    }
}

/// An ENUMERATED type.
pub trait Enumerated: Sized {
    /// The item of a number; `None` if there is none and no later version may have one.
    fn from_number(number: i64) -> Option<Self>;
    /// Its number; `None` of an item of which only the index is known.
    fn number(&self) -> Option<i64>;
    /// The item of an index among additions that the schema does not know (PER).
    fn from_index(_: u64) -> Option<Self> {
        None
    }
    /// That index.
    fn index(&self) -> Option<u64> {
        None
    }
}

/// A component that has to be there.
pub trait Missing<T> {
    /// The component, or the error that it is missing.
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
