//! Reads the values of a text, as written or rendered.

use wireglot_interp::{Limits, Tape};
use wireglot_plan::Rules;

use super::rendering::Changes;
use super::{locate, FieldError, Message, MessageText, Reader, Rendering};
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

    /// What was truncated in the last value, reported once.
    fn truncated(&mut self) -> Option<TextError> {
        None
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
        Values { message, reader, rendering, tape: Tape::new() }
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

/// Where the next JSON value begins after an invalid one with a fault: right after it if it ends in its first line,
/// or else at the next line from the fault on that begins with a bracket. Nothing is looked at twice.
pub(super) fn next_value(text: &[u8], fault: usize) -> usize {
    let line = text.iter().position(|octet| *octet == b'\n').map_or(text.len(), |at| at + 1);
    let first = text.get(..line).unwrap_or(text);
    if let Some(end) = json_end(first) {
        return end;
    }
    let before = text.get(..fault).unwrap_or(text);
    let begin = before.iter().rposition(|octet| *octet == b'\n').map_or(line, |at| at + 1);
    let mut lines = text.get(begin..).unwrap_or_default().split_inclusive(|octet| *octet == b'\n');
    let passed = lines.by_ref().take_while(|line| !line.starts_with(b"{") && !line.starts_with(b"["));
    (begin + passed.map(<[u8]>::len).sum::<usize>()).min(text.len())
}

/// The length of the JSON value at the start of a text. The value is well-formed, but invalid for its type.
pub fn json_value(text: &[u8]) -> usize {
    json_end(text).unwrap_or(text.len())
}

/// The same; `None` if the value does not end.
fn json_end(text: &[u8]) -> Option<usize> {
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
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_value_is_found_after_a_fault() {
        for (text, fault, rest) in [
            ("{\"a\":x}\n{}", 5, "\n{}"),
            ("{\"a\":x} {}\n{}", 5, " {}\n{}"),
            ("{\"a\":1\n{}\n", 7, "{}\n"),
            ("{\"a\":1\n{}\n", 8, "{}\n"),
            ("{\n  \"a\": x\n}\n{\n}\n", 9, "{\n}\n"),
            ("{\n  \"a\": 1\n", 13, ""),
            ("{", 1, ""),
            ("", 0, ""),
        ] {
            assert_eq!(&text[next_value(text.as_bytes(), fault)..], rest, "{text:?}");
        }
    }

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
