//! Errors in values of a text.

use crate::texts::{Cursor, TextError};

/// An error in a text that can't be read, or whose value can't be encoded.
#[derive(Debug)]
pub struct Misread<'t> {
    /// The error, with its byte offset in the input.
    pub error: TextError,
    /// The text, as far as it is available.
    pub text: &'t [u8],
    /// Where the text begins.
    pub start: Cursor,
    /// The byte of the text at which the error occurs.
    pub offset: usize,
}

impl Misread<'_> {
    /// An error in a text that starts at `start`, `before` bytes into the input.
    pub(super) fn new(error: TextError, text: &[u8], start: Cursor, before: u64) -> Misread<'_> {
        let at = error.offset;
        let offset = at.saturating_add(usize::try_from(before).unwrap_or(usize::MAX));
        Misread { error: TextError { offset, ..error }, text, start, offset: at }
    }

    /// The position of the error in the input.
    pub fn at(&self) -> Cursor {
        self.start.behind(self.text.get(..self.offset).unwrap_or(self.text))
    }
}
