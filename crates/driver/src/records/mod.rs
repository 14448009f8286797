//! Files of records, as operators get them: where each record begins and ends, also behind damage.
//!
//! [`Walk`] reads an input record by record. A record counts as good when it decodes, fills its frame,
//! and is followed by something that begins like a record or by the end: one that lost octets would
//! else take them from its neighbour. Behind a record that is wrong the walk goes on at the next
//! boundary that decoding confirms.

mod chunk;
mod cuts;
mod framing;
mod reader;
mod resync;
mod seen_kinds;
mod walk;

pub use chunk::{Chunk, Frame};
pub use cuts::cuts;
pub use framing::{FrameError, FrameWriter, Framing, Line, Pad, Prefix};
pub use reader::{Outcome, Reader, Work, Worker};
pub use seen_kinds::Sizes;
pub use walk::{Record, Step, Walk, Wrong};

/// What decodes the records of a walk.
pub trait Records {
    /// Why a record is refused.
    type Error;

    /// Decodes the record that some octets begin with (or the text of a line); gives how many it took.
    /// What comes of it is kept as the last one read.
    ///
    /// # Errors
    /// The record is wrong, or goes on behind these octets.
    fn read(&mut self, octets: &[u8]) -> Result<usize, Refused<Self::Error>>;

    /// Forgets what came of the last one read: it did not fill its frame.
    fn forget_last(&mut self);

    /// How many octets the record takes that some octets begin with, if it is a good one.
    fn probe(&mut self, octets: &[u8]) -> Option<usize>;

    /// How many octets a record takes by its own account, whatever is in it; `None` where records do
    /// not say, and a refusal where these octets are too few to tell or no beginning of any.
    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>>;

    /// Whether an empty line is a record: of a type that has a value without octets.
    fn takes_empty_lines(&self) -> bool {
        false
    }

    /// A number for what some octets begin with, the same for records of one kind: what was never met
    /// is not taken for a record, unless it is listed. 0 where nothing is known.
    fn kind(&self, octets: &[u8]) -> u8 {
        let _ = octets;
        0
    }

    /// Whether the type of the records lists what some octets begin with: such a record may come even if
    /// none of its kind was met.
    fn lists(&self, octets: &[u8]) -> bool {
        let _ = octets;
        false
    }
}

/// A record that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused<E> {
    /// Why.
    pub error: E,
    /// More octets might help.
    pub short: bool,
}
