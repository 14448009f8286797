//! XML according to X.693.

use wireglot_interp::xer::{XerError, XerReader, XerWriter};
use wireglot_interp::{Codec, DecodeOptions, Tape, ValueRef};
use wireglot_plan::ShapeId;

use super::text_form::{
    of_all_types, Given, Text, TextDecodeError, TextError, TextForm, TextReader, TextWriter, Unsayable,
};

/// Basic XER.
pub const XER: Text = &TextForm {
    word: "xer",
    standard: Some("X.693"),
    is_json: false,
    folds: true,
    by_lines: false,
    has_octets: false,
    is_binary: false,
    has_spans: false,
    syntax: "xer_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, _| {
        let mut reader = XerReader::new(shape, rules);
        reader.limits = limits;
        Box::new(reader)
    },
    writer: |shape, layout, _| Box::new(Writer { xml: XerWriter::new(shape, layout), kept: 0 }),
    code: None,
};

impl From<XerError> for TextError {
    fn from(error: XerError) -> TextError {
        let XerError { code, offset, path, message } = error;
        TextError { code, offset, path, message }
    }
}

impl TextReader for XerReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        XerReader::read(self, given.text(XER.syntax)?, ty, tape).map_err(TextError::from)
    }
}

#[derive(Debug)]
struct Writer<'s> {
    xml: XerWriter<'s>,
    kept: usize,
}

impl TextWriter for Writer<'_> {
    fn octets(&self) -> &[u8] {
        self.xml.octets()
    }

    fn clear(&mut self) {
        self.xml.clear();
        self.kept = 0;
    }

    fn bound(&mut self, most: usize) {
        self.xml.bound(most);
    }

    fn is_over(&self) -> bool {
        self.xml.is_over()
    }

    fn kept(&self) -> usize {
        self.kept
    }

    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        self.xml.value(value).map_err(|message| Unsayable { code: "xer_value", message })
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
