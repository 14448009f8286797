//! XML according to X.693.

use wireglot_interp::xer::{XerError, XerReader, XerWriter};
use wireglot_interp::{Tape, ValueRef};
use wireglot_plan::ShapeId;

use super::by_tape::{ByTape, ValueWriter};
use super::text_form::{of_all_types, Given, Text, TextError, TextForm, TextReader, Unsayable};

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
    has_names: false,
    syntax: "xer_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, settings| {
        let mut reader = XerReader::new(shape, rules.unwrap_or_default());
        reader.limits = limits;
        reader.drops_later = settings.drops_later;
        Box::new(reader)
    },
    writer: |shape, layout, _| Box::new(ByTape::new(XerWriter::new(shape, layout))),
    code: None,
};

impl From<XerError> for TextError {
    fn from(error: XerError) -> TextError {
        let XerError { code, offset, path, message } = error;
        TextError { code, offset, path, message, short: false }
    }
}

impl TextReader for XerReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        XerReader::read(self, given.text(XER.syntax)?, ty, tape).map_err(TextError::from)
    }
}

impl ValueWriter for XerWriter<'_> {
    fn octets(&self) -> &[u8] {
        XerWriter::octets(self)
    }

    fn clear(&mut self) {
        XerWriter::clear(self);
    }

    fn bound(&mut self, most: usize) {
        XerWriter::bound(self, most);
    }

    fn is_over(&self) -> bool {
        XerWriter::is_over(self)
    }

    fn write(&mut self, value: ValueRef) -> Result<(), Unsayable> {
        self.value(value).map_err(|message| Unsayable { code: "xer_value", message })
    }
}
