//! How a decode goes back to where an open type or string began, and keeps its octets.

use wireglot_rt::Fault;

use super::context::Context;
use super::kept::{Kept, Mark, Mode, Way};
use crate::Sink;

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
        self.keeping = true;
        self.kept.push(Kept { open: Some(open), fault });
    }

    /// Octets of what is open are left over: passes over them, or says that they are an error.
    pub(super) fn left_over(&mut self, fault: Fault) -> Result<(), Fault> {
        if !self.options.pass_over {
            return Err(fault);
        }
        self.sink.left_over();
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
