//! Erlang's external term format.

use wireglot_interp::etf::{EtfError, EtfReader, EtfWriter, TermSpans};
use wireglot_interp::{Tape, ValueRef};
use wireglot_plan::ShapeId;

use super::by_tape::{ByTape, ValueWriter};
use super::h248::dialect;
use super::text_form::{of_all_types, Given, Inspected, Text, TextError, TextForm, TextReader, Unsayable};

/// Terms in the form of Erlang's ASN.1 compiler, or of its Megaco application.
pub const ETF: Text = &TextForm {
    word: "etf",
    standard: None,
    is_json: false,
    by_lines: false,
    has_octets: true,
    folds: false,
    is_binary: true,
    has_spans: true,
    has_names: true,
    syntax: "etf_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, settings| {
        let mut reader = EtfReader::new(shape, dialect(shape, settings), rules.unwrap_or_default());
        reader.limits = limits;
        Box::new(reader)
    },
    writer: |shape, _, settings| Box::new(ByTape::new(EtfWriter::new(shape, dialect(shape, settings)))),
    code: None,
};

impl From<EtfError> for TextError {
    fn from(error: EtfError) -> TextError {
        let EtfError { code, offset, path, message, short } = error;
        TextError { code, offset, path, message, short }
    }
}

impl TextReader for EtfReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        EtfReader::read(self, given.octets(), ty, tape).map_err(TextError::from)
    }

    fn inspect(&mut self, given: Given, ty: ShapeId, most: usize) -> Option<Inspected> {
        let TermSpans { spans, taken, error } = EtfReader::inspect(self, given.octets(), ty, most);
        Some(Inspected { made: spans, taken, error: error.map(TextError::from) })
    }
}

impl ValueWriter for EtfWriter<'_> {
    fn octets(&self) -> &[u8] {
        EtfWriter::octets(self)
    }

    fn clear(&mut self) {
        EtfWriter::clear(self);
    }

    fn write(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        self.value(value).map_err(|message| Unsayable { code: "etf_value", message })
    }
}
