//! Reads the values of a text, as written or rendered.

use wireglot_interp::{Limits, Tape};
use wireglot_plan::Rules;

use super::rendering::Changes;
use super::{json_value, locate, FieldError, Message, MessageText, Reader, Rendering};
use crate::texts::{Given, TextError};

/// Takes values from a text and processes each.
pub trait Take {
    /// Takes the first value of a text; returns its length in bytes.
    ///
    /// # Errors
    /// The text is not a value, or one that can't be processed.
    fn take(&mut self, given: Given) -> Result<usize, NotTaken>;

    /// The output for the last value.
    fn made(&self) -> &[u8];

    /// What else to report about the last value: integers that were truncated, names without a number.
    fn doubts(&mut self) -> Vec<TextError> {
        Vec::new()
    }

    /// Whether a text shows line by line where its values end.
    fn by_lines(&self) -> bool;

    /// Whether a text may contain invalid UTF-8.
    fn has_octets(&self) -> bool {
        false
    }

    /// Where reading continues after an invalid value, if the notation can tell.
    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        let _ = (given, error);
        None
    }

    /// The code of syntax errors.
    fn syntax(&self) -> &'static str;
}

/// Why a value was not taken.
#[derive(Debug)]
pub struct NotTaken {
    /// The error.
    pub error: TextError,
    /// The length of the value in bytes, if it was read.
    pub taken: Option<usize>,
}

impl From<TextError> for NotTaken {
    fn from(error: TextError) -> NotTaken {
        NotTaken { error, taken: None }
    }
}

/// Reads values onto a tape.
pub struct Values<'m> {
    pub(super) message: &'m dyn Message,
    pub(super) text: MessageText<'m>,
    pub(super) reader: Reader<'m>,
    rendering: &'m Rendering,
    /// The last value.
    pub tape: Tape,
}

impl<'m> Values<'m> {
    /// A reader of values that will be encoded in some rules.
    pub fn new(
        message: &'m dyn Message,
        text: MessageText<'m>,
        rules: Option<Rules>,
        limits: Limits,
        rendering: &'m Rendering,
    ) -> Values<'m> {
        let reader = text.reader(rules, limits);
        Values { message, text, reader, rendering, tape: Tape::new() }
    }

    /// Undoes rendering; also returns the map of positions.
    pub(super) fn plain<'t>(&self, given: Given<'t>) -> Result<(Plain<'t>, Changes), TextError> {
        if self.rendering.is_empty() || !self.by_lines() {
            return Ok((Plain::Same(given), Changes::default()));
        }
        let text = given.text(self.syntax())?;
        let first = text.get(..json_value(text.as_bytes())).unwrap_or(text);
        match self.rendering.read(self.message.name(), first) {
            Ok((plain, changes)) => Ok((Plain::Changed(plain), changes)),
            Err(unreadable) => Err(unreadable.into()),
        }
    }

    /// An error in a field of a value that ends at `end`.
    pub(super) fn wrong_field(&self, given: Given, error: FieldError, end: usize) -> NotTaken {
        let text = if self.by_lines() { given.text(self.syntax()).ok() } else { None };
        let offset = text.map_or(0, |text| locate(text, &error.path));
        NotTaken { error: error.at(offset), taken: Some(end) }
    }
}

/// A text without rendered values.
pub(super) enum Plain<'t> {
    /// The unchanged text.
    Same(Given<'t>),
    /// The text with values converted back from `--render`.
    Changed(String),
}

impl Plain<'_> {
    pub(super) fn given(&self) -> Given<'_> {
        match self {
            Plain::Same(given) => *given,
            Plain::Changed(text) => Given::Text(text),
        }
    }
}

impl Values<'_> {
    /// Takes the first value of a text; returns its length in bytes.
    pub(super) fn take(&mut self, given: Given) -> Result<usize, NotTaken> {
        let (plain, changes) = self.plain(given)?;
        let taken = self.reader.read(plain.given(), &mut self.tape);
        Ok(changes.back(taken.map_err(|error| changes.lead(error))?))
    }

    pub(super) fn by_lines(&self) -> bool {
        self.reader.by_lines()
    }

    pub(super) fn has_octets(&self) -> bool {
        self.reader.has_octets()
    }

    pub(super) fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        self.reader.resume(given, error)
    }

    pub(super) fn syntax(&self) -> &'static str {
        self.reader.syntax()
    }
}
