//! What there is to know about a text notation, and what reads and writes it.

use std::fmt;

use wireglot_emit::text::NameRow;
use wireglot_interp::inspect::Annotated;
use wireglot_interp::json::Layout;
use wireglot_interp::{
    Codec, DecodeError, DecodeOptions, EncodeError, EncodeOptions, Limits, Tape, ValueRef,
};
use wireglot_plan::{Rules, Shape, ShapeId};
use wireglot_textual::h248::{Names, Naming};
use wireglot_textual::Link;

/// A text notation: a row.
pub type Text = &'static TextForm;

/// What a value is read from.
#[derive(Debug, Clone, Copy)]
pub enum Given<'t> {
    /// Text.
    Text(&'t str),
    /// Octets, for notations that have more than characters.
    Octets(&'t [u8]),
}

impl<'t> Given<'t> {
    /// As octets.
    pub fn octets(self) -> &'t [u8] {
        match self {
            Given::Text(text) => text.as_bytes(),
            Given::Octets(octets) => octets,
        }
    }

    /// What is behind so many octets.
    pub fn behind(self, octets: usize) -> Given<'t> {
        match self {
            Given::Text(text) => Given::Text(text.get(octets..).unwrap_or_default()),
            Given::Octets(all) => Given::Octets(all.get(octets..).unwrap_or_default()),
        }
    }

    /// As text, where that is what it is.
    ///
    /// # Errors
    /// `code`, where octets are no UTF-8.
    pub fn text(self, code: &'static str) -> Result<&'t str, TextError> {
        match self {
            Given::Text(text) => Ok(text),
            Given::Octets(octets) => std::str::from_utf8(octets).map_err(|error| {
                let (offset, message) = (error.valid_up_to(), "the text is not UTF-8: save it so".into());
                TextError { code, offset, path: String::new(), message }
            }),
        }
    }
}

impl<'t> From<&'t str> for Given<'t> {
    fn from(text: &'t str) -> Given<'t> {
        Given::Text(text)
    }
}

/// What may be said of text notations.
#[derive(Debug, Clone)]
pub struct TextSettings {
    /// How names of text protocols become numbers.
    pub naming: Naming,
    /// The names that are known.
    pub names: Names,
}

impl Default for TextSettings {
    fn default() -> TextSettings {
        TextSettings { naming: Naming::default(), names: Names::standard() }
    }
}

/// What generated code of a text protocol is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextCode {
    /// What code calls the protocol; its forms share it.
    pub word: &'static str,
    /// What its messages are values of, in words.
    pub messages: &'static str,
    /// Its rules for a type that has such messages.
    pub link: fn(&Shape, ShapeId) -> Option<Link<'static>>,
    /// The names that it converts, if it does.
    pub names: Option<fn() -> Vec<NameRow>>,
    /// Whether text is laid out.
    pub pretty: bool,
}

/// What there is to know about a text notation.
#[derive(Debug, Clone)]
pub struct TextForm {
    /// The word on the command line.
    pub word: &'static str,
    /// The standard, if there is one.
    pub standard: Option<&'static str>,
    /// Its values are JSON, whose members can be selected and rendered.
    pub is_json: bool,
    /// A text shows by itself where its values end, line by line.
    pub by_lines: bool,
    /// A text may have octets that are no UTF-8.
    pub has_octets: bool,
    /// What each token of a text is can be shown.
    pub has_spans: bool,
    /// The code of texts that are none of this notation, whatever their type.
    pub syntax: &'static str,
    /// Why the values of a type have no text in this notation, if they have none.
    pub(super) refuses: fn(&Shape, ShapeId) -> Option<String>,
    pub(super) reader: for<'s> fn(&'s Shape, Rules, Limits, &TextSettings) -> Box<dyn TextReader + 's>,
    pub(super) writer: for<'s> fn(&'s Shape, Layout, &TextSettings) -> Box<dyn TextWriter + 's>,
    /// What generated code of it is made of, if there is any.
    pub(crate) code: Option<TextCode>,
}

impl TextForm {
    /// Whether there is generated code for it.
    pub fn is_generated(&self) -> bool {
        self.code.is_some()
    }
}

impl TextForm {
    /// The notation for values of a type.
    ///
    /// # Errors
    /// They have no text in it.
    pub fn of<'s>(&'static self, shape: &'s Shape, ty: ShapeId) -> Result<TextOf<'s>, NoText> {
        match (self.refuses)(shape, ty) {
            Some(why) => Err(NoText { word: self.word, why }),
            None => Ok(TextOf { form: self, shape, ty, settings: None }),
        }
    }
}

/// For notations that values of all types have text in.
pub(super) fn of_all_types(_: &Shape, _: ShapeId) -> Option<String> {
    None
}

/// Values of a type have no text in a notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoText {
    /// The word for the notation.
    pub word: &'static str,
    /// Why not.
    pub why: String,
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values of this type have no text as {}: {}", self.word, self.why)
    }
}

impl std::error::Error for NoText {}

/// A notation for values of a type that it does not refuse.
#[derive(Debug, Clone, Copy)]
pub struct TextOf<'s> {
    form: Text,
    shape: &'s Shape,
    ty: ShapeId,
    settings: Option<&'s TextSettings>,
}

impl<'s> TextOf<'s> {
    /// The notation.
    pub fn form(self) -> Text {
        self.form
    }

    /// With settings of its own.
    pub fn with(self, settings: &'s TextSettings) -> TextOf<'s> {
        TextOf { settings: Some(settings), ..self }
    }

    fn settings<T>(self, make: impl FnOnce(&TextSettings) -> T) -> T {
        match self.settings {
            Some(settings) => make(settings),
            None => make(&TextSettings::default()),
        }
    }

    /// The type.
    pub fn ty(self) -> ShapeId {
        self.ty
    }

    /// A reader of values that will be written by `rules`.
    pub fn reader(self, rules: Rules, limits: Limits) -> Box<dyn TextReader + 's> {
        self.settings(|settings| (self.form.reader)(self.shape, rules, limits, settings))
    }

    /// A writer of values.
    pub fn writer(self, layout: Layout) -> Box<dyn TextWriter + 's> {
        self.settings(|settings| (self.form.writer)(self.shape, layout, settings))
    }

    /// A value on one line, or on those that the notation has.
    ///
    /// # Errors
    /// This one has no text.
    pub fn line(self, value: ValueRef) -> Result<String, Unsayable> {
        let mut writer = self.writer(Layout::Compact);
        writer.value(value)?;
        Ok(String::from_utf8_lossy(writer.octets()).into_owned())
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

/// Why a value has no text in a notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsayable {
    /// A stable word.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
}

/// Why octets were not decoded into text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextDecodeError {
    /// They are no value of the type.
    Octets(DecodeError),
    /// They are, but the value has no text. It took so many of them.
    Value(Unsayable, usize),
}

impl From<DecodeError> for TextDecodeError {
    fn from(error: DecodeError) -> TextDecodeError {
        TextDecodeError::Octets(error)
    }
}

/// The first value of a text, token by token.
#[derive(Debug)]
pub struct Inspected {
    /// Spans of all octets that the value takes.
    pub made: Annotated,
    /// How many these are.
    pub taken: usize,
    /// What is wrong with it.
    pub error: Option<TextError>,
}

/// Reads values of one notation.
pub trait TextReader: fmt::Debug {
    /// Reads the first value of a text onto the tape and says how many octets of the text it took.
    ///
    /// # Errors
    /// The text is no value of the type, or goes over a limit.
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError>;

    /// Draws a value, the same for the same seed, of a notation that most values of a type have no text in;
    /// false in others, and where none was found.
    fn draw(&mut self, ty: ShapeId, seed: u64, tape: &mut Tape) -> bool {
        let _ = (ty, seed, tape);
        false
    }

    /// What each token of the first value of a text is, of a notation that can show it
    /// ([`TextForm::has_spans`]); the value may be wrong.
    fn inspect(&mut self, given: Given, ty: ShapeId) -> Option<Inspected> {
        let _ = (given, ty);
        None
    }

    /// Where reading goes on behind a value that can't be read, if the notation knows better than its lines.
    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        let _ = (given, error);
        None
    }

    /// Appends the encoding of the first value of a text and says how many octets of the text it took.
    /// The value may go over the tape, which is cleared.
    ///
    /// # Errors
    /// As [`TextReader::read`] and [`Codec::encode`]; `out` is left as it was.
    fn encode(
        &mut self,
        codec: &Codec,
        root: usize,
        given: Given,
        tape: &mut Tape,
        options: &EncodeOptions,
        out: &mut Vec<u8>,
    ) -> Result<usize, TextEncodeError> {
        tape.clear();
        let ty = codec.shape().roots.get(root).map_or(ShapeId(0), |root| root.shape);
        let taken = self.read(given, ty, tape)?;
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
    fn octets(&self) -> &[u8];

    /// Forgets the text, keeps the memory.
    fn clear(&mut self);

    /// Bounds the memory that the text of what comes next takes, where the form can; what goes beyond is lost.
    fn bound(&mut self, most: usize) {
        let _ = most;
    }

    /// Whether something of the text was lost since it was cleared.
    fn is_over(&self) -> bool {
        false
    }

    /// How often something was passed over in what was decoded into it since it was cleared.
    fn kept(&self) -> usize;

    /// Writes a value.
    ///
    /// # Errors
    /// The notation has no text for it.
    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable>;

    /// Decodes octets into text.
    ///
    /// # Errors
    /// As [`Codec::decode`] and [`TextWriter::value`].
    fn decode(
        &mut self,
        codec: &Codec,
        root: usize,
        octets: &[u8],
        options: &DecodeOptions,
    ) -> Result<usize, TextDecodeError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::JSON;

    #[test]
    fn a_notation_may_refuse_a_type() {
        const ONE_TYPE: Text = &TextForm {
            word: "one",
            refuses: |shape, ty| {
                let root = shape.roots.iter().find(|root| root.shape == ty);
                let name = root.map_or("this", |root| root.reference.as_str());
                (name != "Message").then(|| format!("{name} is not Message"))
            },
            ..*JSON
        };
        let root = |reference: &str, ty| wireglot_plan::ShapeRoot {
            module: "M".into(),
            reference: reference.into(),
            shape: ShapeId(ty),
        };
        let shape = Shape { roots: vec![root("Message", 0), root("Other", 1)], ..Shape::default() };
        assert!(ONE_TYPE.of(&shape, ShapeId(0)).is_ok());
        let refused = ONE_TYPE.of(&shape, ShapeId(1)).map(|_| ()).unwrap_err();
        assert_eq!(refused.to_string(), "values of this type have no text as one: Other is not Message");
        assert!(JSON.of(&shape, ShapeId(1)).is_ok());
    }
}
