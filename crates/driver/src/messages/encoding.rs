//! Encodes text.

use super::{json_value, FieldError, Laying, Reader, Take, Unwritten, Values, Writing};
use crate::messages::values::NotTaken;
use crate::texts::{Given, TextError};

/// Encodes the values of a text and writes them with their framing.
pub struct Encoding<'m> {
    values: Values<'m>,
    writing: Writing,
    /// The framing and form of the encodings.
    pub laying: Laying<'m>,
    made: Vec<u8>,
    octets: Vec<u8>,
}

impl<'m> Encoding<'m> {
    /// Encodes the values that are read.
    pub fn new(values: Values<'m>, writing: Writing, laying: Laying<'m>) -> Encoding<'m> {
        Encoding { values, writing, laying, made: Vec::new(), octets: Vec::new() }
    }

    /// Encodes the first value of a text; returns its length in bytes.
    fn encode(&mut self, given: Given) -> Result<usize, NotTaken> {
        let Encoding { values, writing, octets, .. } = self;
        octets.clear();
        let (plain, changes) = values.plain(given)?;
        let Values { message, reader, tape, .. } = values;
        match message.encode_text(plain.given(), reader, tape, writing, octets) {
            Ok(taken) => Ok(changes.back(taken)),
            // An error in a language's own JSON does not show where the value ends.
            Err(Unwritten::Text(error)) => {
                let taken = matches!(reader, Reader::Own).then_some(given.octets().len());
                Err(NotTaken { error: changes.lead(error), taken })
            }
            Err(Unwritten::Value { error, taken }) => {
                let end = taken.map(|taken| changes.back(taken));
                let end = end.unwrap_or_else(|| json_value(given.octets()));
                Err(values.wrong_field(given, error, end))
            }
        }
    }
}

impl Take for Encoding<'_> {
    fn take(&mut self, given: Given) -> Result<usize, NotTaken> {
        let taken = self.encode(given)?;
        self.made.clear();
        match self.laying.add(&self.octets, &mut self.made) {
            Ok(()) => Ok(taken),
            Err(error) => {
                let error = FieldError { code: "frame", path: String::new(), message: error.to_string() };
                Err(NotTaken { error: error.at(0), taken: Some(taken) })
            }
        }
    }

    fn made(&self) -> &[u8] {
        &self.made
    }

    fn by_lines(&self) -> bool {
        self.values.by_lines()
    }

    fn has_octets(&self) -> bool {
        self.values.has_octets()
    }

    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        self.values.resume(given, error)
    }

    fn syntax(&self) -> &'static str {
        self.values.syntax()
    }
}
