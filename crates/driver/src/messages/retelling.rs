//! Converts text to text.

use std::collections::BTreeSet;

use super::values::NotTaken;
use super::{json_value, Message, Reader, Reading, Shown, Take, Unwritten, Values, Writer, Writing};
use crate::texts::{Given, TextError, Unsayable};

/// Reads values of a text and writes them in another form.
pub struct Retelling<'m> {
    values: Values<'m>,
    shown: Shown<'m>,
    writer: Writer<'m>,
    made: Vec<u8>,
    /// What was reported about earlier values.
    reported: BTreeSet<String>,
}

impl<'m> Retelling<'m> {
    /// Writes the values that are read.
    pub fn new(values: Values<'m>, shown: Shown<'m>) -> Retelling<'m> {
        let writer = shown.writer();
        Retelling { values, shown, writer, made: Vec::new(), reported: BTreeSet::new() }
    }

    /// Converts by way of the encoding, so that both sides agree.
    fn by_octets(&mut self, given: Given) -> Result<usize, NotTaken> {
        let (message, mut octets): (&dyn Message, _) = (self.values.message, Vec::new());
        let Values { reader, tape, .. } = &mut self.values;
        let taken = match message.encode_text(given, reader, tape, &Writing::default(), &mut octets) {
            Ok(taken) => taken,
            Err(Unwritten::Text(error)) => return Err(error.into()),
            Err(Unwritten::Value { error, taken }) => {
                let end = taken.unwrap_or_else(|| json_value(given.octets()));
                return Err(self.values.wrong_field(given, error, end));
            }
        };
        self.writer.clear();
        let read = message.decode_text(&octets, &Reading::default(), &mut self.writer);
        read.map_err(|bad| TextError {
            code: bad.code,
            offset: (bad.at.unwrap_or(0) / 8) as usize,
            path: bad.path,
            message: bad.message,
            short: bad.short,
        })?;
        self.shown.line(self.writer.octets(), &mut self.made);
        Ok(taken)
    }
}

impl Take for Retelling<'_> {
    fn take(&mut self, given: Given) -> Result<usize, NotTaken> {
        self.made.clear();
        if let Reader::Own = self.values.reader {
            return self.by_octets(given);
        }
        let taken = self.values.take(given)?;
        if let Some(value) = self.values.tape.root() {
            let shown = self.shown.value(value, &mut self.writer, &mut self.made);
            shown.map_err(|Unsayable { code, message }| NotTaken {
                error: TextError { code, message, ..TextError::default() },
                taken: Some(taken),
            })?;
        }
        Ok(taken)
    }

    fn made(&self) -> &[u8] {
        &self.made
    }

    fn doubts(&mut self) -> Vec<TextError> {
        if self.values.text.is_of_protocol(self.shown.text) {
            return Vec::new();
        }
        let mut doubts = self.values.reader.unnumbered();
        doubts.retain(|doubt| self.reported.insert(doubt.message.clone()));
        doubts
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
