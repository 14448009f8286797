//! Positions in a text for messages.

/// A position in a text: line and character, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

impl Cursor {
    /// The start of a text.
    pub const START: Cursor = Cursor { line: 1, column: 1 };

    /// The position after some text.
    pub fn behind(self, text: &[u8]) -> Cursor {
        let lines = text.iter().filter(|octet| **octet == b'\n').count();
        let last = text.rsplit(|octet| *octet == b'\n').next().unwrap_or_default();
        // UTF-8 continuation bytes start with the bits 10.
        let characters = last.iter().filter(|octet| **octet & 0xc0 != 0x80).count();
        let column = if lines == 0 { self.column } else { 1 };
        Cursor { line: self.line + lines, column: column + characters }
    }
}
