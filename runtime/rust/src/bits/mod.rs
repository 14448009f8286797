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
}

/// The fragment unit: a fragmented length counts in multiples of 16K items (X.691 11.9.3.8).
pub const FRAGMENT: u64 = 16 * 1024;
