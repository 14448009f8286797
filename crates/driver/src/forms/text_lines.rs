//! Lines of a text.

/// An iterator over lines and their offsets.
pub struct Lines<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Lines<'t> {
    /// The lines of a text.
    pub fn of(text: &'t [u8]) -> Lines<'t> {
        Lines { text, at: 0 }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        let at = self.at;
        self.at += length + 1;
        Some((at, &rest[..length]))
    }
}
