//! Notes on an input.

use crate::capture::Seen;
use crate::forms::Form;

use super::damage::Damage;
use super::misread::Misread;
use super::place::Place;

/// A note on an input, not an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note<'n> {
    /// The name of the input.
    pub input: &'n str,
    /// The note.
    pub what: Told,
}

/// The note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// No form was given, and the input looks like this one.
    Guessed(Form),
    /// No form was given; it is read as raw bytes, but could be text of this form.
    RawAsWell(Form),
    /// No form was given; it is read as text of this form, but could be raw bytes.
    TextAsWell(Form),
    /// No form was given, and its lines of digits may be one value or one each; it is read as this form.
    Wrapped(Form),
    /// It begins with a byte order mark, which is skipped.
    Mark,
    /// It is a text without non-empty lines.
    NoLines,
    /// It is a file without records.
    NoRecords,
    /// It is a text without values.
    NoValues,
    /// The end of the record at this offset is unknown, so the rest is not read.
    Lost(u64),
}

/// Takes notes.
pub trait Notes {
    /// Takes a note.
    fn note(&mut self, note: &Note);

    /// Takes what was skipped in a good record, before its output.
    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        let _ = (place, passed);
    }

    /// Takes what is doubtful in a good value, before its output.
    fn doubted(&mut self, place: &Place, misread: &Misread) {
        let _ = (place, misread);
    }

    /// Takes the statistics of a capture in which nothing matched the filter.
    fn unmatched(&mut self, input: &str, seen: &Seen) {
        let _ = (input, seen);
    }
}
