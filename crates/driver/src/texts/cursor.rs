//! Places in a text, for people.

/// A place in a text: line and character, from 1 on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

impl Cursor {
    /// Where texts begin.
    pub const START: Cursor = Cursor { line: 1, column: 1 };

    /// The place behind some text.
    pub fn behind(self, text: &[u8]) -> Cursor {
        let lines = text.iter().filter(|octet| **octet == b'\n').count();
        let last = text.rsplit(|octet| *octet == b'\n').next().unwrap_or_default();
        // Octets that go on with a character begin with the bits 10.
        let characters = last.iter().filter(|octet| **octet & 0xc0 != 0x80).count();
        let column = if lines == 0 { self.column } else { 1 };
        Cursor { line: self.line + lines, column: column + characters }
    }
}
