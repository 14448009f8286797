//! Erlang's external term format.

use wireglot_interp::etf::{EtfError, EtfReader, EtfWriter, TermSpans};
use wireglot_interp::{Codec, DecodeOptions, Tape, ValueRef};
use wireglot_plan::ShapeId;

use super::h248::dialect;
use super::text_form::{
    of_all_types, Given, Inspected, Text, TextDecodeError, TextError, TextForm, TextReader, TextWriter,
    Unsayable,
};

/// Terms as Erlang's ASN.1 compiler has them, or as Erlang's Megaco application does.
pub const ETF: Text = &TextForm {
    word: "etf",
    standard: None,
    is_json: false,
    by_lines: false,
    has_octets: true,
    folds: false,
    is_binary: true,
    has_spans: true,
    syntax: "etf_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, settings| {
        let mut reader = EtfReader::new(shape, dialect(shape, settings), rules);
        reader.limits = limits;
        Box::new(reader)
    },
    writer: |shape, _, settings| {
        Box::new(Writer { terms: EtfWriter::new(shape, dialect(shape, settings)), kept: 0 })
    },
    code: None,
};

impl From<EtfError> for TextError {
    fn from(error: EtfError) -> TextError {
        let EtfError { code, offset, path, message } = error;
        TextError { code, offset, path, message }
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

#[derive(Debug)]
struct Writer<'s> {
    terms: EtfWriter<'s>,
    kept: usize,
}

impl TextWriter for Writer<'_> {
    fn octets(&self) -> &[u8] {
        self.terms.octets()
    }

    fn clear(&mut self) {
        self.terms.clear();
        self.kept = 0;
    }

    fn kept(&self) -> usize {
        self.kept
    }

    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        self.terms.value(value).map_err(|message| Unsayable { code: "etf_value", message })
    }

    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, TextDecodeError> {
        let mut tape = Tape::new();
        let taken = codec.decode(root, octets, options, &mut tape)?;
        self.kept += tape.kept();
        match tape.root().map(|value| self.value(value)) {
            Some(Err(error)) => Err(TextDecodeError::Value(error, taken)),
            _ => Ok(taken),
        }
    }
}
