//! What is worth knowing about an input.

use crate::capture::Seen;
use crate::forms::Form;

use super::damage::Damage;
use super::place::Place;

/// Something worth knowing about an input; nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note<'n> {
    /// The input's name.
    pub input: &'n str,
    /// What there is to know.
    pub what: Told,
}

/// What there is to know about an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Its form was not said, and it looks like this one.
    Guessed(Form),
    /// Its form was not said; it is octets as they are, and could be text of this form.
    RawAsWell(Form),
    /// It begins with a byte order mark, which is passed over.
    Mark,
    /// It is a text without lines that are not empty.
    NoLines,
    /// It is a file of records without any.
    NoRecords,
    /// It is a text without any value.
    NoValues,
    /// Nothing says where the record at this octet ends: the rest is not read.
    Lost(u64),
}

/// Takes notes.
pub trait Notes {
    /// Takes a note.
    fn note(&mut self, note: &Note);

    /// Takes what was passed over in a good record, before what comes of it.
    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        let _ = (place, passed);
    }

    /// Nothing in a capture was asked for: takes what there was instead.
    fn unmatched(&mut self, input: &str, seen: &Seen) {
        let _ = (input, seen);
    }
}
