//! Decodes records one at a time and keeps their output.

use std::collections::VecDeque;

use wireglot_interp::{ErrorCode, Fault};

use super::{Line, Position, Records, Refused};
use crate::messages::{Bad, Message, Reading};

/// The operation applied to records.
pub trait Work: Sync {
    /// The message type, and how messages are decoded.
    fn messages(&self) -> (&dyn Message, Reading);

    /// The same for a named input, if it depends on the input.
    fn messages_of(&self, input: &str) -> (&dyn Message, Reading) {
        let _ = input;
        self.messages()
    }

    /// A worker for one thread, which decodes records of a named input with these settings.
    fn worker(&self, reading: Reading, input: &str) -> Box<dyn Worker + '_>;
}

/// Applies the operation on one thread.
pub trait Worker {
    /// Decodes the record at the start of `octets` and appends its output; returns its size in bytes.
    ///
    /// # Errors
    /// The record is invalid, or continues after these bytes.
    fn record(&mut self, octets: &[u8], position: Position, out: &mut Vec<u8>) -> Result<usize, Bad>;

    /// Whether errors may have been skipped in the last record, which [`Message::kept`] returns.
    fn kept(&self) -> bool {
        false
    }

    /// The type of the last record, if it may be another than that of the work.
    fn message(&self) -> Option<&dyn Message> {
        None
    }
}

/// The result for a record that fills its frame.
pub enum Outcome {
    /// The text, and the errors skipped in the record.
    Text(Vec<u8>, Vec<Bad>),
    /// The record decodes, but its value can't be written.
    Refused(Bad),
}

/// Reads records with a worker, and keeps their output until it is requested.
pub struct Reader<'w> {
    worker: Box<dyn Worker + 'w>,
    message: &'w dyn Message,
    reading: Reading,
    line: Option<Line>,
    /// Records have tags and lengths.
    tagged: bool,
    takes_empty_lines: bool,
    kept: VecDeque<Outcome>,
    spare: Vec<u8>,
    /// The size of the last record in bytes.
    length: usize,
    /// The version of the record before, if it is newer than the schema and the last one isn't.
    newer: Option<u64>,
}

impl<'w> Reader<'w> {
    /// A reader of consecutive records of a named input, or of lines of a form.
    pub fn new(work: &'w dyn Work, line: Option<Line>, input: &str) -> Reader<'w> {
        Reader::of(work, line, line.is_some(), input)
    }

    /// A reader of records for [`Reader::whole`].
    pub fn of_wholes(work: &'w dyn Work, input: &str) -> Reader<'w> {
        Reader::of(work, None, true, input)
    }

    /// A reader of records that stand `alone`, or of which another may follow.
    fn of(work: &'w dyn Work, line: Option<Line>, alone: bool, input: &str) -> Reader<'w> {
        let (message, mut reading) = work.messages_of(input);
        // Bytes left over in a frame are handled here.
        reading.options.trailing = true;
        reading.several &= !alone;
        let tagged = line.is_none() && message.extent(&[], &reading).is_some();
        let takes_empty_lines = line.is_some() && message.skim(&[], &reading).is_ok();
        let (worker, kept, spare) = (work.worker(reading, input), VecDeque::new(), Vec::new());
        Reader {
            worker,
            message,
            reading,
            line,
            tagged,
            takes_empty_lines,
            kept,
            spare,
            length: 0,
            newer: None,
        }
    }

    /// Reads exactly one record.
    ///
    /// # Errors
    /// The bytes are not a record, or more than one.
    pub fn whole(&mut self, octets: &[u8], position: Position) -> Result<Outcome, Bad> {
        let mut text = Vec::new();
        match self.worker.record(octets, position, &mut text) {
            Ok(taken) if taken < octets.len() && !self.reading.options.pass_over => {
                Err(self.left_over(octets, taken))
            }
            Ok(taken) => {
                let passed = self.passed_over(octets, taken);
                Ok(Outcome::Text(text, passed))
            }
            Err(bad) if bad.taken.is_some() => Ok(Outcome::Refused(bad)),
            Err(bad) => Err(bad),
        }
    }

    /// The error for bytes left over after a record.
    fn left_over(&self, octets: &[u8], taken: usize) -> Bad {
        let fault = Fault::of(ErrorCode::Trailing, (octets.len() - taken) as u64);
        Bad { path: self.last().name().into(), at: Some(taken as u64 * 8), ..Bad::from(fault) }
    }

    /// The type of the last record.
    fn last(&self) -> &dyn Message {
        self.worker.message().unwrap_or(self.message)
    }

    /// The errors skipped in a record that took `taken` of these bytes.
    fn passed_over(&self, octets: &[u8], taken: usize) -> Vec<Bad> {
        let mut passed = match self.worker.kept() {
            true => self.last().kept(octets, &self.reading),
            false => Vec::new(),
        };
        if taken < octets.len() {
            let left = self.left_over(octets, taken);
            passed.push(Bad { message: format!("{}: skipped", left.message), ..left });
        }
        passed
    }

    /// Reads exactly one record, or the text of a line that is one, and appends its output. Returns the
    /// errors skipped in it; `None` if it is not good.
    pub fn append(&mut self, octets: &[u8], position: Position, text: &mut Vec<u8>) -> Option<Vec<Bad>> {
        if self.line.is_none() {
            let taken = self.worker.record(octets, position, text).ok()?;
            return (taken == octets.len() && taken > 0).then(|| self.passed_over(octets, taken));
        }
        let read = self.read(octets, position).is_ok_and(|taken| taken == octets.len());
        match self.earliest() {
            Outcome::Text(made, passed) if read => {
                text.extend_from_slice(&made);
                self.reuse(made);
                Some(passed)
            }
            _ => {
                self.forget();
                None
            }
        }
    }

    /// The output for the earliest record that is kept.
    pub fn earliest(&mut self) -> Outcome {
        self.kept.pop_front().unwrap_or(Outcome::Text(Vec::new(), Vec::new()))
    }

    /// Drops what is kept.
    pub fn forget(&mut self) {
        self.kept.clear();
    }

    /// Takes a buffer back for reuse.
    pub fn reuse(&mut self, buffer: Vec<u8>) {
        self.spare = buffer;
    }

    /// The name of the message type.
    pub fn name(&self) -> &str {
        self.message.name()
    }

    /// The version of the record directly before an invalid one, if it is newer than the schema, and so may have
    /// ended elsewhere. An invalid record that is newer itself says so.
    pub fn newer_before(&self) -> Option<u64> {
        self.newer.filter(|_| self.line.is_none())
    }

    /// The bit position at which the last record ended, leaving this many bytes.
    pub fn left(&self, octets: u64) -> Option<u64> {
        Some((self.length as u64).saturating_sub(octets) * 8)
    }
}

impl Records for Reader<'_> {
    type Error = Bad;

    fn read(&mut self, octets: &[u8], position: Position) -> Result<usize, Refused<Bad>> {
        let text;
        let (record, lines) = match self.line {
            None => (octets, false),
            Some(line) => match line.octets(octets) {
                Ok(made) => {
                    text = made;
                    (&text[..], true)
                }
                Err(error) => {
                    let (message, column) = (error.message.to_string(), Some(error.spot.column));
                    let error = Bad { code: "form", message, column, ..Bad::default() };
                    return Err(Refused { error, short: false });
                }
            },
        };
        self.length = record.len();
        let mut out = std::mem::take(&mut self.spare);
        out.clear();
        let (outcome, taken) = match self.worker.record(record, position, &mut out) {
            Ok(taken) if self.reading.options.pass_over && !self.reading.several => {
                let passed = self.passed_over(record, taken);
                (Outcome::Text(out, passed), record.len())
            }
            Ok(taken) => {
                let passed = self.passed_over(record.get(..taken).unwrap_or(record), taken);
                (Outcome::Text(out, passed), taken)
            }
            Err(error) => match error.taken {
                Some(taken) => (Outcome::Refused(error), taken),
                None => {
                    self.newer = self.newer.filter(|_| self.message.newer_version(record).is_none());
                    self.spare = out;
                    return Err(Refused { short: error.short, error });
                }
            },
        };
        if lines && taken < record.len() {
            return Err(Refused { error: self.left_over(record, taken), short: false });
        }
        self.kept.push_back(outcome);
        self.newer = self.message.newer_version(record);
        Ok(if lines { octets.len() } else { taken })
    }

    fn forget_last(&mut self) {
        self.kept.pop_back();
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        match self.line {
            None => self.message.skim(octets, &self.reading).ok(),
            Some(_) => None,
        }
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        match self.line {
            None => self.message.extent(octets, &self.reading),
            Some(_) => None,
        }
    }

    fn takes_empty_lines(&self) -> bool {
        self.takes_empty_lines
    }

    fn kind(&self, octets: &[u8]) -> u8 {
        // The first identifier octet, in encodings that have one.
        match self.tagged {
            true => octets.first().copied().unwrap_or(0),
            false => 0,
        }
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.tagged && self.message.lists(octets, &self.reading)
    }
}
