//! What there is to know about a text notation, and what reads and writes it.

use std::fmt;

use wireglot_interp::json::Layout;
use wireglot_interp::{
    Codec, DecodeError, DecodeOptions, EncodeError, EncodeOptions, Limits, Tape, ValueRef,
};
use wireglot_plan::{Rules, Shape, ShapeId};

/// A text notation: a row.
pub type Text = &'static TextForm;

/// What there is to know about a text notation.
#[derive(Debug)]
pub struct TextForm {
    /// The word on the command line.
    pub word: &'static str,
    /// The standard, if there is one.
    pub standard: Option<&'static str>,
    /// Its values are JSON, whose members can be selected and rendered.
    pub is_json: bool,
    /// A text shows by itself where its values end, line by line.
    pub by_lines: bool,
    pub(super) reader: for<'s> fn(&'s Shape, Rules, Limits) -> Box<dyn TextReader + 's>,
    pub(super) writer: for<'s> fn(&'s Shape, Layout) -> Box<dyn TextWriter + 's>,
}

impl TextForm {
    /// A reader of values that will be written by `rules`.
    pub fn reader<'s>(&self, shape: &'s Shape, rules: Rules, limits: Limits) -> Box<dyn TextReader + 's> {
        (self.reader)(shape, rules, limits)
    }

    /// A writer of values.
    pub fn writer<'s>(&self, shape: &'s Shape, layout: Layout) -> Box<dyn TextWriter + 's> {
        (self.writer)(shape, layout)
    }
}

/// Words are unique.
impl PartialEq for TextForm {
    fn eq(&self, other: &TextForm) -> bool {
        self.word == other.word
    }
}

impl Eq for TextForm {}

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

/// Why no octets were made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextEncodeError {
    /// The text is not a value of the type.
    Text(TextError),
    /// Its value cannot be written.
    Value {
        /// Why.
        error: EncodeError,
        /// How many octets of the text the value took.
        taken: usize,
    },
}

impl From<TextError> for TextEncodeError {
    fn from(error: TextError) -> TextEncodeError {
        TextEncodeError::Text(error)
    }
}

/// Reads values of one notation.
pub trait TextReader: fmt::Debug {
    /// Reads the first value of a text onto the tape and says how many octets of the text it took.
    ///
    /// # Errors
    /// The text is no value of the type, or goes over a limit.
    fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError>;

    /// Appends the encoding of the first value of a text and says how many octets of the text it took.
    /// The value may go over the tape, which is cleared.
    ///
    /// # Errors
    /// As [`TextReader::read`] and [`Codec::encode`]; `out` is left as it was.
    fn encode(
        &mut self,
        codec: &Codec,
        root: usize,
        text: &str,
        tape: &mut Tape,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<usize, TextEncodeError> {
        tape.clear();
        let ty = codec.shape().roots.get(root).map_or(ShapeId(0), |root| root.shape);
        let taken = self.read(text, ty, tape)?;
        if let Some(value) = tape.root() {
            let encoded = codec.encode(root, value, options, out);
            encoded.map_err(|error| TextEncodeError::Value { error, taken })?;
        }
        Ok(taken)
    }
}

/// Writes values of one notation.
pub trait TextWriter: fmt::Debug {
    /// What was written since it was cleared.
    fn text(&self) -> &str;

    /// The same as octets of UTF-8.
    fn octets(&self) -> &[u8] {
        self.text().as_bytes()
    }

    /// Forgets the text, keeps the memory.
    fn clear(&mut self);

    /// Writes a value.
    fn value(&mut self, value: ValueRef);

    /// Decodes octets into text.
    ///
    /// # Errors
    /// As [`Codec::decode`].
    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, DecodeError>;
}
