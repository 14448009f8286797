//! The value notation of X.680.

use wireglot_interp::notation::{NotationError, NotationReader, NotationWriter};
use wireglot_interp::{Codec, DecodeOptions, Tape, ValueRef};
use wireglot_plan::ShapeId;

use super::text_form::{
    of_all_types, Given, Text, TextDecodeError, TextError, TextForm, TextReader, TextWriter, Unsayable,
};

/// Value notation.
pub const VALUE: Text = &TextForm {
    word: "value",
    standard: Some("X.680"),
    is_json: false,
    folds: true,
    by_lines: false,
    has_octets: false,
    is_binary: false,
    has_spans: false,
    has_names: false,
    syntax: "notation_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, _| {
        let mut reader = NotationReader::new(shape, rules.unwrap_or_default());
        reader.limits = limits;
        Box::new(reader)
    },
    writer: |shape, layout, _| Box::new(NotationWriter::new(shape, layout)),
    code: None,
};

impl From<NotationError> for TextError {
    fn from(error: NotationError) -> TextError {
        let NotationError { code, offset, path, message } = error;
        TextError { code, offset, path, message, short: false }
    }
}

impl TextReader for NotationReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        NotationReader::read(self, given.text(VALUE.syntax)?, ty, tape).map_err(TextError::from)
    }
}

impl TextWriter for NotationWriter<'_> {
    fn octets(&self) -> &[u8] {
        NotationWriter::octets(self)
    }

    fn clear(&mut self) {
        NotationWriter::clear(self);
    }

    fn bound(&mut self, most: usize) {
        NotationWriter::bound(self, most);
    }

    fn is_over(&self) -> bool {
        NotationWriter::is_over(self)
    }

    fn kept(&self) -> usize {
        NotationWriter::kept(self)
    }

    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        value.play(self);
        Ok(())
    }

    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, TextDecodeError> {
        Ok(codec.decode(root, octets, options, self)?)
    }
}
