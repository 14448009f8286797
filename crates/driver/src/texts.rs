//! Text forms of values: which there are, and readers and writers of each.

use wireglot_interp::json::{JsonError, JsonReader, JsonWriter, Layout, Spelling};
use wireglot_interp::notation::{NotationReader, NotationWriter};
use wireglot_interp::{Codec, DecodeError, DecodeOptions, Limits, Tape, ValueRef};
use wireglot_plan::{Rules, Shape, ShapeId};

/// A text form of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// JSON, in either spelling.
    Json(Spelling),
    /// The value notation of X.680.
    Value,
}

/// Why a text is not a value of its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// A stable word.
    pub code: &'static str,
    /// The octet of the text at which it shows.
    pub offset: usize,
    /// The field, from the type's name down.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl From<JsonError> for TextError {
    fn from(error: JsonError) -> TextError {
        let JsonError { code, offset, path, message } = error;
        TextError { code, offset, path, message }
    }
}

/// Reads values of one text form.
#[derive(Debug)]
pub enum TextReader<'s> {
    /// JSON.
    Json(JsonReader<'s>),
    /// Value notation.
    Value(NotationReader<'s>),
}

impl<'s> TextReader<'s> {
    /// A reader of a text form, for values that will be written by `rules`.
    pub fn new(shape: &'s Shape, text: Text, rules: Rules, limits: Limits) -> TextReader<'s> {
        match text {
            Text::Json(spelling) => {
                let mut reader = JsonReader::new(shape, spelling, rules);
                reader.limits = limits;
                TextReader::Json(reader)
            }
            Text::Value => {
                let mut reader = NotationReader::new(shape, rules);
                reader.limits = limits;
                TextReader::Value(reader)
            }
        }
    }

    /// Reads the first value of a text onto the tape and says how many octets of the text it took.
    ///
    /// # Errors
    /// The text is no value of the type, or goes over a limit.
    pub fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError> {
        match self {
            TextReader::Json(reader) => reader.read(text, ty, tape).map_err(TextError::from),
            TextReader::Value(reader) => reader.read(text, ty, tape).map_err(|e| TextError {
                code: e.code,
                offset: e.offset,
                path: e.path,
                message: e.message,
            }),
        }
    }

    /// Whether a text shows by itself where its values end, line by line.
    pub fn by_lines(&self) -> bool {
        matches!(self, TextReader::Json(_))
    }
}

/// Writes values of one text form.
#[derive(Debug)]
pub enum TextWriter<'s> {
    /// JSON.
    Json(JsonWriter<'s>),
    /// Value notation.
    Value(NotationWriter<'s>),
}

impl<'s> TextWriter<'s> {
    /// A writer of a text form.
    pub fn new(shape: &'s Shape, text: Text, layout: Layout) -> TextWriter<'s> {
        match text {
            Text::Json(spelling) => TextWriter::Json(JsonWriter::new(shape, spelling, layout)),
            Text::Value => TextWriter::Value(NotationWriter::new(shape, layout)),
        }
    }

    /// What was written since it was cleared.
    pub fn text(&self) -> &str {
        match self {
            TextWriter::Json(writer) => writer.text(),
            TextWriter::Value(writer) => writer.text(),
        }
    }

    /// The same as octets of UTF-8.
    pub fn octets(&self) -> &[u8] {
        match self {
            TextWriter::Json(writer) => writer.octets(),
            TextWriter::Value(writer) => writer.text().as_bytes(),
        }
    }

    /// Forgets the text, keeps the memory.
    pub fn clear(&mut self) {
        match self {
            TextWriter::Json(writer) => writer.clear(),
            TextWriter::Value(writer) => writer.clear(),
        }
    }

    /// Writes a value.
    pub fn value(&mut self, value: ValueRef) {
        match self {
            TextWriter::Json(writer) => value.play(writer),
            TextWriter::Value(writer) => value.play(writer),
        }
    }

    /// Decodes octets into text.
    ///
    /// # Errors
    /// As [`Codec::decode`].
    pub fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, DecodeError> {
        match self {
            TextWriter::Json(writer) => codec.decode_json(root, octets, options, writer),
            TextWriter::Value(writer) => codec.decode(root, octets, options, writer),
        }
    }
}
