//! Parts of a text, and places in it.

use std::fmt;

/// A part of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The line that it begins in, from 1 on.
    pub line: usize,
    /// How many octets of text it is, with what marks its beginning and end.
    pub text: usize,
    /// The words between `BEGIN` and the end of the line, of PEM.
    pub label: String,
    /// Its octets, or why they can't be read.
    pub octets: Result<Vec<u8>, FormError>,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The octet, from 0 on.
    pub offset: usize,
    /// The line, from 1 on.
    pub line: usize,
    /// The octet of that line, from 1 on: up to text that is not of its form all are characters.
    pub column: usize,
}

impl Spot {
    /// Where texts begin.
    pub const START: Spot = Spot { offset: 0, line: 1, column: 1 };

    /// The place behind some text.
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

/// Text that is not of its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    /// Where in the text it shows.
    pub spot: Spot,
    /// What is wrong.
    pub message: &'static str,
}

impl FormError {
    pub(crate) fn new(spot: Spot, message: &'static str) -> FormError {
        FormError { spot, message }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in line {}, column {}", self.message, self.spot.line, self.spot.column)
    }
}

impl std::error::Error for FormError {}
