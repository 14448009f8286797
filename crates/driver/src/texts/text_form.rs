//! The properties of a text notation, and its readers and writers.

use std::fmt;
use std::sync::OnceLock;

use wireglot_emit::text::NameRow;
use wireglot_interp::inspect::Annotated;
use wireglot_interp::json::Layout;
use wireglot_interp::{
    Codec, DecodeError, DecodeOptions, EncodeError, EncodeOptions, Limits, Tape, ValueRef,
};
use wireglot_plan::{Rules, Shape, ShapeId};
use wireglot_textual::h248::{Names, Naming, Terminations};
use wireglot_textual::Link;

/// A text notation.
pub type Text = &'static TextForm;

/// The input that a value is read from.
#[derive(Debug, Clone, Copy)]
pub enum Given<'t> {
    /// Text.
    Text(&'t str),
    /// Bytes, for notations that are not limited to characters.
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

    /// What follows this many bytes.
    pub fn behind(self, octets: usize) -> Given<'t> {
        match self {
            Given::Text(text) => Given::Text(text.get(octets..).unwrap_or_default()),
            Given::Octets(all) => Given::Octets(all.get(octets..).unwrap_or_default()),
        }
    }

    /// As text.
    ///
    /// # Errors
    /// `code` if the bytes are not UTF-8.
    pub fn text(self, code: &'static str) -> Result<&'t str, TextError> {
        match self {
            Given::Text(text) => Ok(text),
            Given::Octets(octets) => std::str::from_utf8(octets).map_err(|error| {
                let (offset, message) =
                    (error.valid_up_to(), "the text is not UTF-8: save the file as UTF-8".into());
                TextError { code, offset, message, ..TextError::default() }
            }),
        }
    }
}

impl<'t> From<&'t str> for Given<'t> {
    fn from(text: &'t str) -> Given<'t> {
        Given::Text(text)
    }
}

/// Settings for text notations.
#[derive(Debug, Clone)]
pub struct TextSettings {
    /// How names in text protocols are mapped to numbers.
    pub naming: Naming,
    /// The names that are known.
    pub names: Names,
    /// How terminations are mapped to octets.
    pub terminations: Terminations,
    /// Whether names of a later version are values that are not known in JER and XER, which cannot keep them.
    pub drops_later: bool,
    /// Whether `"0"` is a REAL in JER, as it is for asn1tools.
    pub quoted_zero: bool,
}

impl Default for TextSettings {
    fn default() -> TextSettings {
        let (naming, terminations) = Default::default();
        TextSettings {
            naming,
            names: Names::standard(),
            terminations,
            drops_later: false,
            quoted_zero: false,
        }
    }
}

/// What generated code for a text protocol needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextCode {
    /// The name of the protocol in code, shared by its forms.
    pub word: &'static str,
    /// Describes the type of its messages.
    pub messages: &'static str,
    /// Its rules linked to a type that has such messages.
    pub link: fn(&Shape, ShapeId) -> Option<Link<'static>>,
    /// The names that it converts, if any.
    pub names: Option<fn() -> Vec<NameRow>>,
    /// Whether text is pretty-printed.
    pub pretty: bool,
}

/// The properties of a text notation.
#[derive(Debug, Clone)]
pub struct TextForm {
    /// The name on the command line.
    pub word: &'static str,
    /// The standard, if there is one.
    pub standard: Option<&'static str>,
    /// Its values are JSON, whose members can be selected and rendered.
    pub is_json: bool,
    /// Its writer supports folded line breaks ([`Layout::Folded`]).
    pub folds: bool,
    /// A text shows line by line where its values end.
    pub by_lines: bool,
    /// A text may contain invalid UTF-8.
    pub has_octets: bool,
    /// Values are bytes whose length is known from the bytes themselves. No line feed follows a value.
    pub is_binary: bool,
    /// The tokens of a text can be annotated.
    pub has_spans: bool,
    /// Names in it stand for numbers, as settings say.
    pub has_names: bool,
    /// The code of syntax errors, whatever the type.
    pub syntax: &'static str,
    /// Why values of a type have no text in this notation; `None` if they do.
    pub(super) refuses: fn(&Shape, ShapeId) -> Option<String>,
    pub(super) reader:
        for<'s> fn(&'s Shape, Option<Rules>, Limits, &TextSettings) -> Box<dyn TextReader + 's>,
    pub(super) writer: for<'s> fn(&'s Shape, Layout, &TextSettings) -> Box<dyn TextWriter + 's>,
    /// What generated code needs, if it is supported.
    pub(crate) code: Option<TextCode>,
}

impl TextForm {
    /// Whether code can be generated for it.
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

/// For notations in which values of all types have text.
pub(super) fn of_all_types(_: &Shape, _: ShapeId) -> Option<String> {
    None
}

/// Values of a type have no text in a notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoText {
    /// The name of the notation.
    pub word: &'static str,
    /// The reason.
    pub why: String,
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values of this type have no text as {}: {}", self.word, self.why)
    }
}

impl std::error::Error for NoText {}

/// A notation for values of a type that has text in it.
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

    /// Adds settings.
    pub fn with(self, settings: &'s TextSettings) -> TextOf<'s> {
        TextOf { settings: Some(settings), ..self }
    }

    fn settings<T>(self, make: impl FnOnce(&TextSettings) -> T) -> T {
        match self.settings {
            Some(settings) => make(settings),
            None => {
                static USUAL: OnceLock<TextSettings> = OnceLock::new();
                make(USUAL.get_or_init(TextSettings::default))
            }
        }
    }

    /// The type.
    pub fn ty(self) -> ShapeId {
        self.ty
    }

    /// A reader of values that will be encoded in `rules`, if in any.
    pub fn reader(self, rules: Option<Rules>, limits: Limits) -> Box<dyn TextReader + 's> {
        self.settings(|settings| (self.form.reader)(self.shape, rules, limits, settings))
    }

    /// A writer of values.
    pub fn writer(self, layout: Layout) -> Box<dyn TextWriter + 's> {
        self.settings(|settings| (self.form.writer)(self.shape, layout, settings))
    }

    /// A value on one line, unless the notation needs several.
    ///
    /// # Errors
    /// This value has no text.
    pub fn line(self, value: ValueRef) -> Result<String, Unsayable> {
        let mut writer = self.writer(Layout::Compact);
        writer.value(value)?;
        Ok(String::from_utf8_lossy(writer.octets()).into_owned())
    }
}

/// Names are unique.
impl PartialEq for TextForm {
    fn eq(&self, other: &TextForm) -> bool {
        self.word == other.word
    }
}

impl Eq for TextForm {}

/// Why a text is not a value of its type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextError {
    /// A stable code.
    pub code: &'static str,
    /// The byte offset of the error in the text.
    pub offset: usize,
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// The error message.
    pub message: String,
    /// More input might complete the value, wherever the error is.
    pub short: bool,
}

/// Why a text could not be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextEncodeError {
    /// The text is not a value of the type.
    Text(TextError),
    /// Its value cannot be encoded.
    Value {
        /// The error.
        error: EncodeError,
        /// The length of the value's text in bytes.
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
    /// A stable code.
    pub code: &'static str,
    /// The error message.
    pub message: String,
}

/// Why bytes could not be decoded to text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextDecodeError {
    /// They are not a value of the type.
    Octets(DecodeError),
    /// They are, but the value has no text. Also gives its size in bytes.
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
    /// Annotations of all bytes of the value.
    pub made: Annotated,
    /// The number of those bytes.
    pub taken: usize,
    /// The error in it.
    pub error: Option<TextError>,
}

/// Reads values in one notation.
pub trait TextReader: fmt::Debug + Send {
    /// Reads the first value of a text onto the tape; returns its length in bytes.
    ///
    /// # Errors
    /// The text is not a value of the type, or exceeds a limit.
    fn read(&mut self, given: Given, ty: ShapeId, tape: &mut Tape) -> Result<usize, TextError>;

    /// Draws a value, the same for the same seed, for a notation in which most values of a type have no text;
    /// false for other notations, or if none was found.
    fn draw(&mut self, ty: ShapeId, seed: u64, tape: &mut Tape) -> bool {
        let _ = (ty, seed, tape);
        false
    }

    /// Annotates each token of the first value of a text, if the notation supports that
    /// ([`TextForm::has_spans`]), in spans that take up to `most` bytes as JSON. The value may be invalid.
    fn inspect(&mut self, given: Given, ty: ShapeId, most: usize) -> Option<Inspected> {
        let _ = (given, ty, most);
        None
    }

    /// What the last value has that only this notation has room for: names that stand for a number but have none.
    fn unnumbered(&self) -> Vec<TextError> {
        Vec::new()
    }

    /// Where reading continues after an invalid value, if the notation can tell better than by lines.
    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        let _ = (given, error);
        None
    }

    /// Appends the encoding of the first value of a text; returns its length in bytes. The tape, which is
    /// cleared, may hold the value in between.
    ///
    /// # Errors
    /// Same as for [`TextReader::read`] and [`Codec::encode`]; `out` is unchanged then.
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

/// Writes values in one notation.
pub trait TextWriter: fmt::Debug + Send {
    /// The output since the last clear.
    fn octets(&self) -> &[u8];

    /// Clears the output, keeping the memory.
    fn clear(&mut self);

    /// Limits the size of the text that follows, if the form supports that; anything beyond the limit is
    /// lost.
    fn bound(&mut self, most: usize) {
        let _ = most;
    }

    /// Whether text has been lost since the last clear.
    fn is_over(&self) -> bool {
        false
    }

    /// The number of errors skipped in what has been decoded into it since the last clear.
    fn kept(&self) -> usize;

    /// Writes a value.
    ///
    /// # Errors
    /// The notation has no text for it.
    fn value(&mut self, value: ValueRef) -> Result<(), Unsayable>;

    /// Decodes bytes to text.
    ///
    /// # Errors
    /// Same as for [`Codec::decode`] and [`TextWriter::value`].
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
