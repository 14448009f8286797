//! JSON, in either spelling.

use wireglot_interp::json::{JsonError, JsonReader, JsonWriter, Spelling};
use wireglot_interp::{Codec, DecodeOptions, EncodeOptions, JsonEncodeError, Limits, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

use super::text_form::{
    of_all_types, Given, Text, TextDecodeError, TextEncodeError, TextError, TextForm, TextReader,
    TextSettings, TextWriter, Unsayable,
};

/// JSON according to X.697.
pub const JER: Text = &TextForm {
    word: "jer",
    standard: Some("X.697"),
    is_json: true,
    folds: true,
    by_lines: true,
    has_octets: false,
    is_binary: false,
    has_spans: false,
    has_names: false,
    syntax: "json_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, settings| reader(shape, Spelling::Jer, rules, limits, settings),
    writer: |shape, layout, _| Box::new(JsonWriter::new(shape, Spelling::Jer, layout)),
    code: None,
};

/// The lossless view.
pub const JSON: Text = &TextForm {
    word: "json",
    standard: None,
    is_json: true,
    folds: true,
    by_lines: true,
    has_octets: false,
    is_binary: false,
    has_spans: false,
    has_names: false,
    syntax: "json_syntax",
    refuses: of_all_types,
    reader: |shape, rules, limits, settings| reader(shape, Spelling::Json, rules, limits, settings),
    writer: |shape, layout, _| Box::new(JsonWriter::new(shape, Spelling::Json, layout)),
    code: None,
};

fn reader<'s>(
    shape: &'s Shape,
    spelling: Spelling,
    rules: Option<Rules>,
    limits: Limits,
    settings: &TextSettings,
) -> Box<dyn TextReader + 's> {
    let mut reader = JsonReader::new(shape, spelling, rules.unwrap_or_default());
    reader.limits = limits;
    reader.keeps_later = rules.is_none();
    (reader.drops_later, reader.quoted_zero) = (settings.drops_later, settings.quoted_zero);
    Box::new(reader)
}

impl From<JsonError> for TextError {
    fn from(error: JsonError) -> TextError {
        let JsonError { code, offset, path, message } = error;
        TextError { code, offset, path, message, short: false }
    }
}

impl TextReader for JsonReader<'_> {
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        JsonReader::read(self, given.text(JSON.syntax)?, ty, tape).map_err(TextError::from)
    }

    fn encode(
        &mut self,
        codec: &Codec,
        root: usize,
        given: Given,
        tape: &mut Tape,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<usize, TextEncodeError> {
        let text = given.text(JSON.syntax)?;
        codec.encode_json(root, text, self, tape, options, out).map_err(|error| match error {
            JsonEncodeError::Text(error) => TextEncodeError::Text(error.into()),
            JsonEncodeError::Value { error, taken } => TextEncodeError::Value { error, taken },
        })
    }
}

impl TextWriter for JsonWriter<'_> {
    fn octets(&self) -> &[u8] {
        JsonWriter::octets(self)
    }

    fn clear(&mut self) {
        JsonWriter::clear(self);
    }

    fn bound(&mut self, most: usize) {
        JsonWriter::bound(self, most);
    }

    fn is_over(&self) -> bool {
        JsonWriter::is_over(self)
    }

    fn kept(&self) -> usize {
        JsonWriter::kept(self)
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
        Ok(codec.decode_json(root, octets, options, self)?)
    }
}
