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

/// The bounds of a length, where they constrain it: `hi` is below 64K (X.691 11.9.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The least.
    pub lo: u64,
    /// The greatest; `None` from 64K on.
    pub hi: Option<u64>,
}

impl Size {
    /// Without bounds.
    pub const ANY: Size = Size { lo: 0, hi: None };

    /// Whether it is always the same, so that no length is written.
    pub fn fixed(&self) -> bool {
        self.hi == Some(self.lo)
    }
}

/// Pieces of 16K items: what a fragmented length counts in (X.691 11.9.3.8).
pub const FRAGMENT: u64 = 16 * 1024;
