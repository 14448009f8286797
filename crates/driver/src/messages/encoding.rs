//! Encodes text.

use wireglot_interp::layout::{Oversized, TRUNCATED};

use super::{json_value, FieldError, Laying, Take, Unwritten, Values, Writing};
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
    /// The first integer of the last value that was truncated.
    truncated: Option<TextError>,
}

impl<'m> Encoding<'m> {
    /// Encodes the values that are read.
    pub fn new(values: Values<'m>, writing: Writing, laying: Laying<'m>) -> Encoding<'m> {
        Encoding { values, writing, laying, made: Vec::new(), octets: Vec::new(), truncated: None }
    }

    /// Encodes the first value of a text; returns its length in bytes.
    fn encode(&mut self, given: Given) -> Result<usize, NotTaken> {
        let Encoding { values, writing, octets, truncated, .. } = self;
        octets.clear();
        *truncated = None;
        let (plain, changes) = values.plain(given)?;
        let Values { message, reader, tape, .. } = values;
        // Few values have integers that don't fit: only these are encoded twice.
        let exact = Writing { oversized: Oversized::Refuse, ..*writing };
        let mut encoded = message.encode_text(plain.given(), reader, tape, &exact, octets);
        if let (Err(Unwritten::Text(error)), Oversized::Truncate) = (&mut encoded, writing.oversized) {
            if error.code == TRUNCATED {
                let error = changes.lead(std::mem::take(error));
                let told = format!("{}: its upper bits are dropped", error.message);
                *truncated = Some(TextError { message: told, ..error });
                encoded = message.encode_text(plain.given(), reader, tape, writing, octets);
            }
        }
        match encoded {
            Ok(taken) => Ok(changes.back(taken)),
            Err(Unwritten::Text(error)) => Err(changes.lead(error).into()),
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

    fn doubts(&mut self) -> Vec<TextError> {
        self.truncated.take().into_iter().collect()
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
