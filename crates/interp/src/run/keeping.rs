//! Returning to the start of an open type or string that does not decode, to keep its octets.

use wireglot_rt::Fault;

use super::context::Context;
use super::kept::{Kept, Mark, Mode, Way};
use crate::Sink;

impl<S: Sink> Context<'_, S> {
    /// An open type or a string that contains an encoding begins.
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

    /// Its contents have decoded.
    pub(super) fn end_held(&mut self, mark: &Mark) {
        self.sink.unmark(mark.sink);
    }

    /// Its contents do not decode: discards what came of them.
    pub(super) fn take_back(&mut self, mark: &Mark) {
        self.sink.back_to(mark.sink);
        (self.opens, self.depth) = (mark.open + 1, mark.depth);
        self.sink.key.octets.truncate(mark.key.0);
        self.sink.open = mark.key.1;
        self.registers.leave(mark.registers);
        self.kept.truncate(mark.kept);
    }

    /// Marks the next octets as kept because they do not decode.
    pub(super) fn keep(&mut self, open: u64, fault: Fault) {
        self.sink.kept();
        self.keeping = true;
        self.kept.push(Kept { open: Some(open), fault });
    }

    /// Handles leftover octets in an open field: ignores them or returns the error.
    pub(super) fn left_over(&mut self, fault: Fault) -> Result<(), Fault> {
        if !self.options.pass_over {
            return Err(fault);
        }
        self.sink.left_over();
        self.kept.push(Kept { open: None, fault });
        Ok(())
    }

    /// Moves the faults recorded after the first `since` by `bits` bits.
    pub(super) fn shift_kept(&mut self, since: usize, bits: u64) {
        for kept in self.kept.iter_mut().skip(since) {
            kept.fault = kept.fault.shifted(bits);
        }
    }
}
