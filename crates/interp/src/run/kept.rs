//! What open types and strings hold that does not decode: their octets are kept instead, and the rest goes on.
//!
//! The innermost one around a fault is kept; nothing is decoded twice for that. A sink that can take back what
//! came of it is told so as it happens ([`Sink::TAKES_BACK`]). For others a decode that keeps nothing but the
//! numbers of those open types goes ahead, and the one into the sink looks them up.

use wireglot_rt::{ErrorCode, Fault};

use super::context::Context;
use crate::{OpenTypes, Sink};

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
    open: u64,
    sink: usize,
    key: (usize, u32),
    registers: (usize, usize),
    depth: u32,
    kept: usize,
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

impl<S: Sink> Context<'_, S> {
    /// An open type or a string that holds an encoding begins.
    pub(super) fn begin_held(&mut self) -> Way {
        let open = self.opens;
        self.opens += 1;
        match &mut self.mode {
            Mode::Strict => Way::Read,
            Mode::Known(known) => {
                while known.next_if(|kept| kept.open.is_none_or(|kept| kept < open)).is_some() {}
                known.next_if(|kept| kept.open == Some(open)).map_or(Way::Read, |kept| Way::Keep(kept.fault))
            }
            Mode::Try => Way::Try(Mark {
                open,
                sink: self.sink.mark(),
                key: (self.sink.key.octets.len(), self.sink.open),
                registers: self.registers.place(),
                depth: self.depth,
                kept: self.kept.len(),
            }),
        }
    }

    /// It decodes.
    pub(super) fn end_held(&mut self, mark: &Mark) {
        self.sink.unmark(mark.sink);
    }

    /// It does not: forgets what came of it.
    pub(super) fn take_back(&mut self, mark: &Mark) {
        self.sink.back_to(mark.sink);
        (self.opens, self.depth) = (mark.open + 1, mark.depth);
        self.sink.key.octets.truncate(mark.key.0);
        self.sink.open = mark.key.1;
        self.registers.leave(mark.registers);
        self.kept.truncate(mark.kept);
    }

    /// What comes next are the octets of something that does not decode.
    pub(super) fn keep(&mut self, open: u64, fault: Fault) {
        self.sink.kept();
        self.kept.push(Kept { open: Some(open), fault });
    }

    /// Octets of what is open are left over: passes over them, or says that they are an error.
    pub(super) fn left_over(&mut self, fault: Fault) -> Result<(), Fault> {
        if !self.options.pass_over {
            return Err(fault);
        }
        self.sink.kept();
        self.kept.push(Kept { open: None, fault });
        Ok(())
    }

    /// What was kept since there were so many of it stands so many bits further.
    pub(super) fn shift_kept(&mut self, since: usize, bits: u64) {
        for kept in self.kept.iter_mut().skip(since) {
            kept.fault = kept.fault.shifted(bits);
        }
    }
}

impl Mark {
    pub(super) fn open(&self) -> u64 {
        self.open
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
