//! Parts of a text, and positions in it.

use std::borrow::Cow;
use std::fmt;

/// A part of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where its text begins, in bytes.
    pub offset: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The size of its text in bytes, including the lines that delimit it.
    pub text: usize,
    /// The PEM label, between `BEGIN` and the end of the line.
    pub label: String,
    /// Its bytes, or why they can't be decoded.
    pub octets: Result<Vec<u8>, FormError>,
}

impl Part {
    /// The same part in a text with this many lines before it.
    pub(crate) fn after(self, lines: usize) -> Part {
        Part { line: self.line + lines, octets: self.octets.map_err(|error| error.after(lines)), ..self }
    }

    /// The same part without this many bytes at its beginning.
    pub(crate) fn without(self, skip: u64) -> Part {
        let spot = Spot { offset: self.offset, line: self.line, column: 1 };
        let octets =
            self.octets.and_then(|octets| match octets.get(usize::try_from(skip).unwrap_or(usize::MAX)..) {
                Some([]) | None if skip > 0 => {
                    let message =
                        format!("{skip} bytes are to be skipped, but there are only {}", octets.len());
                    Err(FormError::new(spot, message))
                }
                rest => Ok(rest.unwrap_or_default().to_vec()),
            });
        Part { octets, ..self }
    }
}

/// A position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The byte offset, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The byte within that line, from 1. It equals the column, since only ASCII precedes an error.
    pub column: usize,
}

impl Spot {
    /// The start of a text.
    pub const START: Spot = Spot { offset: 0, line: 1, column: 1 };

    /// The position after some text.
    #[must_use]
    pub fn behind(self, text: &[u8]) -> Spot {
        let offset = self.offset + text.len();
        match text.iter().filter(|octet| **octet == b'\n').count() {
            0 => Spot { offset, column: self.column + text.len(), ..self },
            lines => {
                let last = text.iter().rev().take_while(|octet| **octet != b'\n').count();
                Spot { offset, line: self.line + lines, column: last + 1 }
            }
        }
    }
}

/// An error in a text that is not of its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    /// The position of the error.
    pub spot: Spot,
    /// The error message.
    pub message: Cow<'static, str>,
}

impl FormError {
    pub(crate) fn new(spot: Spot, message: impl Into<Cow<'static, str>>) -> FormError {
        FormError { spot, message: message.into() }
    }

    /// The same error in a text with this many lines before it.
    pub(crate) fn after(self, lines: usize) -> FormError {
        FormError { spot: Spot { line: self.spot.line + lines, ..self.spot }, ..self }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in line {}, column {}", self.message, self.spot.line, self.spot.column)
    }
}

impl std::error::Error for FormError {}
