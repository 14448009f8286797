//! The source of a record's bytes.

use std::io::Read;
use std::sync::Arc;

use crate::forms::digits::TextProgress;
use crate::forms::{Form, FormError};
use crate::messages::Bad;
use crate::records::{Framing, Line, Record, Step, Walk, Wrong};

use super::damage::Damage;
use super::place::Place;
use super::retry_budget::RetryBudget;

/// The source of bytes.
pub struct Source<'s> {
    pub file: &'s str,
    pub form: Form,
    pub line: Option<Line>,
    /// The progress of the text that they are decoded from.
    pub text: Option<Arc<TextProgress>>,
}

impl<'s> Source<'s> {
    /// The source for an input that is binary or consists of lines.
    pub fn of(file: &'s str, form: Form) -> Source<'s> {
        let line = match form {
            Form::HexLines => Some(Line::Hex),
            Form::Base64Lines => Some(Line::Base64),
            Form::Raw | Form::Hex | Form::Base64 | Form::Pem | Form::Dump => None,
        };
        Source { file, form, line, text: None }
    }

    /// The error in the text, if any.
    pub fn error(&self) -> Option<&FormError> {
        self.text.as_ref()?.error()
    }

    /// The same, if it is the cause of this step's result.
    pub fn ends_at<R: Read>(&self, step: &Step<Bad>, walk: &Walk<R>) -> Option<&FormError> {
        let error = self.error()?;
        let ends = match step {
            Step::End => true,
            Step::Wrong(_, Wrong::Data(bad)) => bad.short && walk.is_at_end(),
            Step::Wrong(_, Wrong::Length(_) | Wrong::Cut) => walk.is_at_end(),
            _ => false,
        };
        ends.then_some(error)
    }

    /// The number of bytes of the file read when this many bytes have been decoded.
    pub fn read(&self, octets: u64) -> u64 {
        self.text.as_ref().map_or(octets, |text| text.read())
    }
}

/// An input that is being read.
pub struct Underway<'i> {
    pub source: Source<'i>,
    pub framing: Framing,
    /// Whether the first record's number is not worth showing: usually there is only one, and reading stops
    /// at the first error.
    pub plain: bool,
    /// The number of records reported.
    pub records: u64,
    /// The number of good records since the last invalid one, or since several threads read some.
    pub row: u64,
    pub retry_budget: RetryBudget,
}

impl Underway<'_> {
    /// The place of a record.
    pub fn place(&self, record: &Record) -> Place {
        let lines = self.framing.line.is_some();
        let told = lines || !self.plain || record.number > 1;
        Place {
            file: self.source.file.to_string(),
            packet: None,
            line: lines.then_some(record.line),
            record: told.then_some(record.number),
        }
    }

    /// An error in a record whose end is correct.
    pub fn damage_of(&self, record: &Record, bad: Bad) -> Damage {
        let from = self.counted_from(record, record.length_prefix);
        Damage { from, record: Some(*record), ..Damage::of_input(bad) }
    }

    /// The offset that positions in a record are relative to, `length_prefix` bytes after its start.
    /// Positions in a line are relative to the line.
    pub fn counted_from(&self, record: &Record, length_prefix: u64) -> u64 {
        match self.framing.line {
            Some(_) => 0,
            None => record.offset + length_prefix,
        }
    }
}
