//! What open types and strings hold that does not decode: their octets are kept instead, and the rest goes on.
//!
//! The innermost one around a fault is kept; nothing is decoded twice for that. A sink that can take back what
//! came of it is told so as it happens ([`crate::Sink::TAKES_BACK`]). For others a decode that keeps nothing but the
//! numbers of those open types goes ahead, and the one into the sink looks them up.

use wireglot_rt::{ErrorCode, Fault};

use crate::OpenTypes;

/// Something that was passed over.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// The number of the open type or string that is kept as octets, by their order; none where octets that
    /// were left over were passed over.
    pub open: Option<u64>,
    /// Why.
    pub fault: Fault,
}

/// What becomes of open types, and of strings that hold encodings.
#[derive(Debug, Default)]
pub(crate) enum Mode<'c> {
    /// They must decode.
    #[default]
    Strict,
    /// Those that do not decode are kept.
    Try,
    /// Those of these numbers are kept, the others must decode.
    Known(std::iter::Peekable<std::slice::Iter<'c, Kept>>),
}

/// What becomes of one.
pub(crate) enum Way {
    Read,
    Keep(Fault),
    Try(Mark),
}

/// Where to go back to if it does not decode.
pub(crate) struct Mark {
    pub(super) open: u64,
    pub(super) sink: usize,
    pub(super) key: (usize, u32),
    pub(super) registers: (usize, usize),
    pub(super) depth: u32,
    pub(super) kept: usize,
}

impl<'c> Mode<'c> {
    /// How a sink is read into.
    pub fn of(options: &crate::DecodeOptions, known: Option<&'c [Kept]>) -> Mode<'c> {
        match (options.open_types, known) {
            (OpenTypes::Strict, _) => Mode::Strict,
            (OpenTypes::Keep, None) => Mode::Try,
            (OpenTypes::Keep, Some(known)) => Mode::Known(known.iter().peekable()),
        }
    }
}

/// Whether what an open type holds may be kept because of a fault in it: not of one that is about what we are
/// willing to read.
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
