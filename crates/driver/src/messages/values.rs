//! Values of a text on their way in: as they are written, or as they were rendered.

use wireglot_interp::{Limits, Tape};
use wireglot_plan::Rules;

use super::rendering::Changes;
use super::{locate, FieldError, Message, MessageText, Reader, Rendering};
use crate::texts::{Given, TextError};

/// Takes values out of a text, and makes something of each.
pub trait Take {
    /// Takes the value that a text begins with; gives how many octets of the text it had.
    ///
    /// # Errors
    /// The text is no value, or one that nothing comes of.
    fn take(&mut self, given: Given) -> Result<usize, NotTaken>;

    /// What came of the last one.
    fn made(&self) -> &[u8];

    /// Whether a text shows by itself where its values end, line by line.
    fn by_lines(&self) -> bool;

    /// Whether a text may have octets that are no UTF-8.
    fn has_octets(&self) -> bool {
        false
    }

    /// Where reading goes on behind a value that can't be read, if the notation knows.
    fn resume(&self, given: Given, error: &TextError) -> Option<usize> {
        let _ = (given, error);
        None
    }

    /// The code of texts that are none of the notation.
    fn syntax(&self) -> &'static str;
}

/// Why a value was not taken.
#[derive(Debug)]
pub struct NotTaken {
    /// What is wrong.
    pub error: TextError,
    /// How many octets of the text it has, where it was read.
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
    pub(super) reader: Reader<'m>,
    rendering: &'m Rendering,
    /// The last value.
    pub tape: Tape,
}

impl<'m> Values<'m> {
    /// A reader of values, which are to be written by some rules.
    pub fn new(
        message: &'m dyn Message,
        text: MessageText<'m>,
        rules: Option<Rules>,
        limits: Limits,
        rendering: &'m Rendering,
    ) -> Values<'m> {
        let reader = text.reader(rules, limits);
        Values { message, reader, rendering, tape: Tape::new() }
    }

    /// A text as readers know it, and what leads back from its places.
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

    /// An error at a field of a value of a text that ends there.
    pub(super) fn wrong_field(&self, given: Given, error: FieldError, end: usize) -> NotTaken {
        let text = if self.by_lines() { given.text(self.syntax()).ok() } else { None };
        let offset = text.map_or(0, |text| locate(text, &error.path));
        NotTaken { error: error.at(offset), taken: Some(end) }
    }
}

/// A text as readers know it.
pub(super) enum Plain<'t> {
    /// As it was.
    Same(Given<'t>),
    /// Without what --render shows.
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
    /// Takes the value that a text begins with; gives how many octets of the text it had.
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

/// How many octets the JSON value takes that a text begins with: one that was read, and is wrong
/// for its type alone.
pub fn json_value(text: &[u8]) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let start = text.iter().take_while(|octet| octet.is_ascii_whitespace()).count();
    for (at, octet) in text.iter().enumerate().skip(start) {
        let ends = match octet {
            _ if escaped => {
                escaped = false;
                false
            }
            b'\\' if quoted => {
                escaped = true;
                false
            }
            b'"' => {
                quoted = !quoted;
                !quoted && depth == 0
            }
            _ if quoted => false,
            b'{' | b'[' => {
                depth += 1;
                false
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            // A number or a word ends before what follows it.
            _ if depth == 0 && text.get(at + 1).is_none_or(|next| b" \t\r\n\"{[".contains(next)) => true,
            _ => false,
        };
        if ends {
            return at + 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_the_next_begins() {
        let rows: [(&[u8], usize); 7] = [
            (b"\"x\" 7", 3),
            (b" \"a\\\"]\" 7", 7),
            (b"{\"a\":[1,{}]}[2]", 12),
            (b"17 5", 2),
            (b"true\n5", 4),
            (b"null", 4),
            (b"[\"}\"] 1", 5),
        ];
        for (text, end) in rows {
            assert_eq!(json_value(text), end, "{}", String::from_utf8_lossy(text));
        }
    }
}
