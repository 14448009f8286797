//! Where the octets of records come from.

use std::io::Read;
use std::sync::Arc;

use crate::forms::digits::TextProgress;
use crate::forms::{Form, FormError};
use crate::messages::Bad;
use crate::records::{Framing, Line, Record, Step, Walk, Wrong};

use super::damage::Damage;
use super::place::Place;
use super::retry_budget::RetryBudget;

/// Where octets come from.
pub struct Source<'s> {
    pub file: &'s str,
    pub form: Form,
    pub line: Option<Line>,
    /// The text that they are made from.
    pub text: Option<Arc<TextProgress>>,
}

impl<'s> Source<'s> {
    /// An input of a form that is no text, or a text of lines.
    pub fn of(file: &'s str, form: Form) -> Source<'s> {
        let line = match form {
            Form::HexLines => Some(Line::Hex),
            Form::Base64Lines => Some(Line::Base64),
            Form::Raw | Form::Hex | Form::Base64 | Form::Pem | Form::Dump => None,
        };
        Source { file, form, line, text: None }
    }

    /// What is wrong with the text.
    pub fn error(&self) -> Option<&FormError> {
        self.text.as_ref()?.error()
    }

    /// The same, if that is why a step came to this.
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

    /// How much of the file is read where so many octets are done.
    pub fn read(&self, octets: u64) -> u64 {
        self.text.as_ref().map_or(octets, |text| text.read())
    }
}

/// An input on its way.
pub struct Underway<'i> {
    pub source: Source<'i>,
    pub framing: Framing,
    /// Whether a record of its own is not worth a number: there is mostly one, and the first that is wrong is the last.
    pub plain: bool,
    /// Records that were told of.
    pub records: u64,
    /// Good ones since the last that was wrong, or that several threads read.
    pub row: u64,
    pub retry_budget: RetryBudget,
}

impl Underway<'_> {
    /// Where a record is.
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

    /// What is wrong in a record that ends where it should.
    pub fn damage_of(&self, record: &Record, bad: Bad) -> Damage {
        let from = self.counted_from(record, record.length_prefix);
        Damage { from, record: Some(*record), ..Damage::of_input(bad) }
    }

    /// The octet that places in a record are counted from, so many behind its first: those of a line are
    /// its own.
    pub fn counted_from(&self, record: &Record, length_prefix: u64) -> u64 {
        match self.framing.line {
            Some(_) => 0,
            None => record.offset + length_prefix,
        }
    }
}
