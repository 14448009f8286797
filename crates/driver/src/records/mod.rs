//! Files of records, as operators receive them: finds where each record begins and ends, even after damage.
//!
//! [`Walk`] reads an input record by record. A record counts as good if it decodes, fills its frame, and is
//! followed by the end or by something that begins like a record. Otherwise a record that lost bytes would
//! take some of the next one's. After an invalid record, the walk continues at the next boundary that
//! decoding confirms.

mod chunk;
mod cuts;
mod framing;
mod reader;
mod resync;
mod seen_kinds;
mod walk;
mod walk_state;

pub use chunk::{Chunk, Frame};
pub use cuts::cuts;
pub use framing::{FrameError, FrameWriter, Framing, Line, Pad, Prefix};
pub use reader::{Outcome, Reader, Work, Worker};
pub use seen_kinds::Sizes;
pub use walk::{Record, Step, Walk, Wrong};
pub use walk_state::WalkState;

/// The position of a record in its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Its number, from 1, or that of the packet of a capture that it begins in; `None` if it is unknown.
    pub number: Option<u64>,
    /// The offset of its frame in octets; in an input of text that is decoded first, of the decoded octets. `None`
    /// for a PEM block and in captures.
    pub offset: Option<u64>,
    /// In captures, when its packet was captured: microseconds since 1970.
    pub time: Option<i64>,
    /// In captures, the sequence number of its packet, TCP segment or SCTP chunk.
    pub sequence: Option<u32>,
}

/// Decodes the records of a walk.
pub trait Records {
    /// Why a record is rejected.
    type Error;

    /// Decodes the record at the start of `octets` (or the text of a line), which is at a position of the input;
    /// returns its size in bytes. The output is kept.
    ///
    /// # Errors
    /// The record is invalid, or continues after these bytes.
    fn read(&mut self, octets: &[u8], position: Position) -> Result<usize, Refused<Self::Error>>;

    /// Drops the output for the last record, since it does not fill its frame.
    fn forget_last(&mut self);

    /// The size of the record at the start of `octets`, if it is good.
    fn probe(&mut self, octets: &[u8]) -> Option<usize>;

    /// The size that a record states, whatever it contains. `None` if records do not state a size; an error
    /// if there are too few bytes to tell, or they do not begin a record.
    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>>;

    /// Whether an empty line is a record, since the type has a value that is encoded in no bytes.
    fn takes_empty_lines(&self) -> bool {
        false
    }

    /// A number for the start of `octets`, the same for records of one kind. A kind not seen before is not
    /// taken for a record unless it is listed. 0 if nothing is known.
    fn kind(&self, octets: &[u8]) -> u8 {
        let _ = octets;
        0
    }

    /// Whether the type of the records lists the start of `octets`: such a record may occur even if none of
    /// its kind has been seen.
    fn lists(&self, octets: &[u8]) -> bool {
        let _ = octets;
        false
    }
}

/// A rejected record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused<E> {
    /// The reason.
    pub error: E,
    /// More input might complete the record.
    pub short: bool,
}
