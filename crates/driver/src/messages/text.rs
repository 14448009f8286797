//! The text of messages: in a form derived from the shape of values, or a language's own JSON.

use wireglot_interp::json::Layout;
use wireglot_interp::{Limits, Tape, ValueRef};
use wireglot_plan::{Rules, ShapeId};

use crate::texts::{
    Given, Inspected, TextError, TextOf, TextReader, TextSettings, TextWriter, Unsayable, JSON,
};

use super::json_ends::next_value;

/// A text form that messages have.
#[derive(Debug, Clone, Copy)]
pub enum MessageText<'m> {
    /// A form derived from the shape.
    Values(TextOf<'m>),
    /// The language's own JSON.
    Own,
}

impl<'m> MessageText<'m> {
    /// Adds the form's own settings.
    pub fn with(self, settings: &'m TextSettings) -> MessageText<'m> {
        match self {
            MessageText::Values(text) => MessageText::Values(text.with(settings)),
            MessageText::Own => MessageText::Own,
        }
    }

    /// A writer of values.
    pub fn writer(self, layout: Layout) -> Writer<'m> {
        match self {
            MessageText::Values(text) => Writer::Values(text.writer(layout)),
            MessageText::Own => Writer::Own(Vec::new()),
        }
    }

    /// A reader of values that will be encoded in these rules, if in any.
    pub fn reader(self, rules: Option<Rules>, limits: Limits) -> Reader<'m> {
        match self {
            MessageText::Values(text) => {
                let reader = text.reader(rules, limits);
                Reader::Values {
                    by_lines: text.form().by_lines,
                    has_octets: text.form().has_octets,
                    syntax: text.form().syntax,
                    ty: text.ty(),
                    reader,
                }
            }
            MessageText::Own => Reader::Own,
        }
    }

    /// Whether its values are JSON, whose members can be selected and rendered.
    pub fn is_json(self) -> bool {
        match self {
            MessageText::Values(text) => text.form().is_json,
            MessageText::Own => true,
        }
    }

    /// Whether both are forms of the same text protocol, so that one has room for all that the other has.
    pub(crate) fn is_of_protocol(self, other: MessageText) -> bool {
        let protocol = |text| match text {
            MessageText::Values(text) => text.form().code.map(|code| code.word),
            MessageText::Own => None,
        };
        protocol(self).is_some() && protocol(self) == protocol(other)
    }

    /// Whether values are bytes whose length is known from the bytes themselves.
    pub fn is_binary(self) -> bool {
        match self {
            MessageText::Values(text) => text.form().is_binary,
            MessageText::Own => false,
        }
    }

    /// A value on one line; `None` for a language's own JSON, which is written from the encoding.
    ///
    /// # Errors
    /// Same as for [`TextOf::line`].
    pub fn line(self, value: ValueRef) -> Result<Option<String>, Unsayable> {
        match self {
            MessageText::Values(text) => text.line(value).map(Some),
            MessageText::Own => Ok(None),
        }
    }
}

/// Writes values as text.
#[derive(Debug)]
pub enum Writer<'m> {
    /// In a form derived from the shape.
    Values(Box<dyn TextWriter + 'm>),
    /// As the language's own JSON.
    Own(Vec<u8>),
}

impl Writer<'_> {
    /// Clears the output, keeping the memory.
    pub fn clear(&mut self) {
        match self {
            Writer::Values(writer) => writer.clear(),
            Writer::Own(text) => text.clear(),
        }
    }

    /// Limits the size of the text that follows, if the form supports that.
    pub fn bound(&mut self, most: usize) {
        match self {
            Writer::Values(writer) => writer.bound(most),
            Writer::Own(_) => {}
        }
    }

    /// Whether the output since the last clear is longer than this many bytes.
    pub fn is_over(&self, most: usize) -> bool {
        let lost = match self {
            Writer::Values(writer) => writer.is_over(),
            Writer::Own(_) => false,
        };
        lost || self.octets().len() > most
    }

    /// Whether an error was skipped in what has been decoded into it since the last clear.
    pub fn kept(&self) -> bool {
        match self {
            Writer::Values(writer) => writer.kept() > 0,
            Writer::Own(_) => false,
        }
    }

    /// The output since the last clear.
    pub fn octets(&self) -> &[u8] {
        match self {
            Writer::Values(writer) => writer.octets(),
            Writer::Own(text) => text,
        }
    }
}

/// Reads values from text.
#[derive(Debug)]
pub enum Reader<'m> {
    /// From a form derived from the shape.
    Values {
        /// Whether a text shows line by line where its values end.
        by_lines: bool,
        /// Whether a text may contain invalid UTF-8.
        has_octets: bool,
        /// The code of syntax errors.
        syntax: &'static str,
        /// The type.
        ty: ShapeId,
        /// What reads them.
        reader: Box<dyn TextReader + 'm>,
    },
    /// From the language's own JSON, which is encoded directly.
    Own,
}

impl Reader<'_> {
    /// Reads the first value of a text onto the tape, which is cleared first; returns where it ends.
    ///
    /// # Errors
    /// The text is not a value of the type.
    pub fn read(&mut self, given: Given, tape: &mut Tape) -> Result<usize, TextError> {
        tape.clear();
        match self {
            Reader::Values { ty, reader, .. } => reader.read(given, *ty, tape),
            Reader::Own => Err(TextError {
                code: "json_value",
                message: "values of this language are read with its messages".into(),
                ..TextError::default()
            }),
        }
    }

    /// Draws a value, for a form in which most values have no text; see [`TextReader::draw`].
    pub fn draw(&mut self, seed: u64, tape: &mut Tape) -> bool {
        match self {
            Reader::Values { ty, reader, .. } => reader.draw(*ty, seed, tape),
            Reader::Own => false,
        }
    }

    /// Whether a text shows line by line where its values end.
    pub fn by_lines(&self) -> bool {
        match self {
            Reader::Values { by_lines, .. } => *by_lines,
            Reader::Own => false,
        }
    }

    /// Whether a text may contain invalid UTF-8.
    pub fn has_octets(&self) -> bool {
        match self {
            Reader::Values { has_octets, .. } => *has_octets,
            Reader::Own => false,
        }
    }

    /// Annotates each token of the first value of a text, if the form supports that, in spans that take up to `most`
    /// bytes as JSON.
    pub fn inspect(&mut self, given: Given, most: usize) -> Option<Inspected> {
        match self {
            Reader::Values { ty, reader, .. } => reader.inspect(given, *ty, most),
            Reader::Own => None,
        }
    }

    /// What the last value has that only this form has room for; see [`TextReader::unnumbered`].
    pub fn unnumbered(&self) -> Vec<TextError> {
        match self {
            Reader::Values { reader, .. } => reader.unnumbered(),
            Reader::Own => Vec::new(),
        }
    }

    /// Where reading continues after an invalid value, if the form can tell.
    pub fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        match self {
            Reader::Values { reader, .. } => reader.resume(given, error),
            Reader::Own => Some(next_value(given.octets())),
        }
    }

    /// The code of syntax errors.
    pub fn syntax(&self) -> &'static str {
        match self {
            Reader::Values { syntax, .. } => syntax,
            Reader::Own => JSON.syntax,
        }
    }
}
