//! Messages that are each of one of several types.

use super::{Bad, Message, Reading};
use crate::records::{Position, Work, Worker};

/// Does work on messages of several types, each of which has the work for it: a message is of the first type that it
/// decodes as.
pub struct OneOf<'w> {
    first: &'w dyn Work,
    others: Vec<&'w dyn Work>,
}

impl<'w> OneOf<'w> {
    /// The work for each type.
    pub fn new(first: &'w dyn Work, others: Vec<&'w dyn Work>) -> OneOf<'w> {
        OneOf { first, others }
    }
}

impl<'w> Work for OneOf<'w> {
    fn messages(&self) -> (&dyn Message, Reading) {
        self.first.messages()
    }

    fn worker(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_> {
        let of_type = |work: &&'w dyn Work| -> OfType<'w> {
            let (message, own) = work.messages();
            let reading = Reading { rules: own.rules, ..reading };
            OfType { message, worker: work.worker(reading, input) }
        };
        let all = std::iter::once(&self.first).chain(&self.others);
        Box::new(OfTypes { all: all.map(of_type).collect(), last: 0 })
    }
}

/// Does the work for one type.
struct OfType<'w> {
    message: &'w dyn Message,
    worker: Box<dyn Worker + 'w>,
}

/// Does the work of one thread.
struct OfTypes<'w> {
    all: Vec<OfType<'w>>,
    /// The type of the last message.
    last: usize,
}

impl Worker for OfTypes<'_> {
    fn record(&mut self, octets: &[u8], position: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        let start = out.len();
        let mut farthest: Option<Bad> = None;
        for (at, one) in self.all.iter_mut().enumerate() {
            match one.worker.record(octets, position, out) {
                Err(bad) if bad.taken.is_none() => {
                    out.truncate(start);
                    // The type that fits best has the error.
                    if farthest.as_ref().is_none_or(|other| other.at < bad.at) {
                        farthest = Some(bad);
                    }
                }
                done => {
                    self.last = at;
                    return done;
                }
            }
        }
        Err(farthest.unwrap_or_default())
    }

    fn kept(&self) -> bool {
        self.all.get(self.last).is_some_and(|one| one.worker.kept())
    }

    fn message(&self) -> Option<&dyn Message> {
        self.all.get(self.last).map(|one| one.message)
    }
}
