//! Values of a text that nothing comes of.

use crate::texts::{Cursor, TextError};

/// A text that can't be read, or whose value can't be written.
#[derive(Debug)]
pub struct Misread<'t> {
    /// What is wrong, at an octet of the input.
    pub error: TextError,
    /// The text, as far as it is at hand.
    pub text: &'t [u8],
    /// Where the text begins.
    pub start: Cursor,
    /// The octet of the text at which it shows.
    pub offset: usize,
}

impl Misread<'_> {
    /// Of a text that begins at some place of an input, so many octets from its start.
    pub(super) fn new(error: TextError, text: &[u8], start: Cursor, before: u64) -> Misread<'_> {
        let at = error.offset;
        let offset = at.saturating_add(usize::try_from(before).unwrap_or(usize::MAX));
        Misread { error: TextError { offset, ..error }, text, start, offset: at }
    }

    /// Where in the input it shows.
    pub fn at(&self) -> Cursor {
        self.start.behind(self.text.get(..self.offset).unwrap_or(self.text))
    }
}
