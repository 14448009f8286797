//! Packed encoding rules (X.691): bit fields, whole numbers, lengths.
//!
//! [`Reader`] and [`Writer`] know whether the variant is aligned; everything
//! else is the same for both.

mod reader;
mod time;
mod whole;
mod writer;

pub use reader::{Piece, Reader};
pub use time::{
    read_date, read_date_time, read_duration, read_time_of_day, write_date, write_date_time, write_duration,
    write_time_of_day,
};
pub use whole::{octets_of, width};
pub use writer::{Open, Writer};

use crate::{ErrorCode, Fault};

/// Bounds of a constrained length; `hi` is below 64K (X.691 11.9.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The minimum.
    pub lo: u64,
    /// The maximum; `None` if it is 64K or more.
    pub hi: Option<u64>,
}

impl Size {
    /// No bounds.
    pub const ANY: Size = Size { lo: 0, hi: None };

    /// Whether the length is fixed, in which case it is not encoded.
    pub fn fixed(&self) -> bool {
        self.hi == Some(self.lo)
    }

    /// Checks a number of items.
    ///
    /// # Errors
    /// `size_range`.
    #[inline]
    pub fn check(&self, count: u64) -> Result<(), Fault> {
        match count < self.lo || self.hi.is_some_and(|hi| count > hi) {
            true => Err(Fault::of(ErrorCode::SizeRange, count)),
            false => Ok(()),
        }
    }

    /// Whether a bit string of this size is octet-aligned: not if its size is fixed and small (X.691 16.9 to 16.11).
    pub fn aligns_bits(&self) -> bool {
        !self.fixed() || self.lo > 16
    }

    /// Whether an octet string of this size is octet-aligned (X.691 17.6 to 17.8).
    pub fn aligns_octets(&self) -> bool {
        !self.fixed() || self.lo > 2
    }

    /// Whether a string of characters of `bits` bits is octet-aligned (X.691 30.5.6, 30.5.7). If the number of
    /// characters varies, peers align whenever it may exceed one, even if all together take less than 16 bits.
    pub fn aligns_characters(&self, bits: u32) -> bool {
        match self.hi {
            Some(hi) if self.fixed() => hi * u64::from(bits) > 16,
            Some(1) => bits >= 16,
            Some(hi) => hi > 1,
            None => true,
        }
    }
}

/// The fragment unit: a fragmented length counts in multiples of 16K items (X.691 11.9.3.8).
pub const FRAGMENT: u64 = 16 * 1024;
