//! Messages of one type among others.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{Bad, Message, Reading};
use crate::records::{Position, Work, Worker};

/// The code of a message of another type than the one asked for. Its path is the type that it has.
pub const ANOTHER: &str = "another_message";

/// Does its work on messages of one type, and skips those of others without output.
pub struct OneType<'w> {
    of: &'w dyn Work,
    skipped: Mutex<BTreeMap<String, u64>>,
}

impl<'w> OneType<'w> {
    /// The same work, on messages of one type.
    pub fn new(of: &'w dyn Work) -> OneType<'w> {
        OneType { of, skipped: Mutex::default() }
    }

    /// The types of skipped messages, and how often one was decoded. After damage, messages are decoded again.
    pub fn skipped(&self) -> BTreeMap<String, u64> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Work for OneType<'_> {
    fn messages(&self) -> (&dyn Message, Reading) {
        self.of.messages()
    }

    fn messages_of(&self, input: &str) -> (&dyn Message, Reading) {
        self.of.messages_of(input)
    }

    fn worker(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_> {
        Box::new(OfOneType { worker: self.of.worker(reading, input), skipped: &self.skipped })
    }
}

/// Does the work of one thread.
struct OfOneType<'w> {
    worker: Box<dyn Worker + 'w>,
    skipped: &'w Mutex<BTreeMap<String, u64>>,
}

impl Worker for OfOneType<'_> {
    fn record(&mut self, octets: &[u8], position: Position, out: &mut Vec<u8>) -> Result<usize, Bad> {
        match self.worker.record(octets, position, out) {
            Err(Bad { code: ANOTHER, taken: Some(taken), path, .. }) => {
                let mut skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
                *skipped.entry(path).or_default() += 1;
                Ok(taken)
            }
            done => done,
        }
    }

    fn kept(&self) -> bool {
        self.worker.kept()
    }
}
