//! Open types and strings whose contents do not decode: their octets are kept instead, and decoding
//! continues.
//!
//! The innermost one around a fault is kept; nothing is decoded twice for that. A sink that can undo events
//! is asked to do so ([`crate::Sink::TAKES_BACK`]). For other sinks, a first decode records only the
//! numbers of those open types, and the decode into the sink looks them up.

use wireglot_rt::{ErrorCode, Fault};

use crate::OpenTypes;

/// An error that was passed over.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// The number, in order, of the open type or string that is kept as octets; `None` if leftover octets
    /// were ignored.
    pub open: Option<u64>,
    /// The error.
    pub fault: Fault,
}

/// What to do if the contents of open types and of strings do not decode.
#[derive(Debug, Default)]
pub(crate) enum Mode<'c> {
    /// Report the error.
    #[default]
    Strict,
    /// Try, and keep the octets.
    Try,
    /// Keep the octets of those known not to decode; the others must decode.
    Known(std::iter::Peekable<std::slice::Iter<'c, Kept>>),
}

/// What to do with one of them.
pub(crate) enum Way {
    Read,
    Keep(Fault),
    Try(Mark),
}

/// The state to return to if it does not decode.
pub(crate) struct Mark {
    pub(super) open: u64,
    pub(super) sink: usize,
    pub(super) key: (usize, u32),
    pub(super) registers: (usize, usize),
    pub(super) depth: u32,
    pub(super) kept: usize,
}

impl<'c> Mode<'c> {
    /// The mode for a decode into a sink.
    pub fn of(options: &crate::DecodeOptions, known: Option<&'c [Kept]>) -> Mode<'c> {
        match (options.open_types, known) {
            (OpenTypes::Strict, _) => Mode::Strict,
            (OpenTypes::Keep, None) => Mode::Try,
            (OpenTypes::Keep, Some(known)) => Mode::Known(known.iter().peekable()),
        }
    }
}

/// Whether the octets of an open type may be kept because of this fault. Not for exceeded limits.
pub(super) fn may_be_kept(fault: &Fault) -> bool {
    !matches!(
        fault.code,
        ErrorCode::LimitDepth
            | ErrorCode::LimitElements
            | ErrorCode::LimitEmptyElements
            | ErrorCode::LimitIntegerOctets
            | ErrorCode::LimitStringOctets
            | ErrorCode::LimitTotal
            | ErrorCode::NoRow
            | ErrorCode::UnknownExtension
    )
}
