//! Line breaks of indented text in a short form, and their expansion.
//!
//! A line may need hundreds of spaces, so the text of a small message can be long. In the short form, a line break is a
//! carriage return and one sign per level up or down from the line before. No writer here writes any of
//! these three characters as they are: JSON has escapes, XML references or elements, value notation numbers.

/// Two spaces for each of 32 levels.
const SPACES: [u8; 64] = [b' '; 64];

/// A line break.
pub(super) const BREAK: u8 = b'\r';

/// One level deeper or shallower than the line before: shift out, and shift in.
const DEEPER: u8 = 0x0e;
const SHALLOWER: u8 = 0x0f;

/// The line break of one line in the short form: the character to repeat, and how often.
pub(super) fn short(before: usize, levels: usize) -> (u8, usize) {
    match levels.checked_sub(before) {
        Some(more) => (DEEPER, more),
        None => (SHALLOWER, before - levels),
    }
}

/// Expands line breaks in a text that comes in parts.
#[derive(Debug, Default)]
pub struct Breaks {
    /// The level of the line.
    level: usize,
    /// Whether the line has nothing yet.
    begins: bool,
}

impl Breaks {
    /// Writes the next part with its line breaks expanded.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn expand<E>(&mut self, part: &[u8], mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut rest = part;
        while let Some(&octet) = rest.first() {
            if self.begins {
                match octet {
                    DEEPER => self.level += 1,
                    SHALLOWER => self.level = self.level.saturating_sub(1),
                    _ => {
                        self.begins = false;
                        self.indent(&mut write)?;
                        continue;
                    }
                }
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let end = rest.iter().position(|octet| *octet == BREAK);
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            write(line)?;
            rest = after;
            if end.is_some() {
                self.begins = true;
                write(b"\n")?;
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// Writes the spaces before a line.
    fn indent<E>(&self, write: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut spaces = 2 * self.level;
        while spaces > 0 {
            let some = SPACES.get(..spaces).unwrap_or(&SPACES);
            write(some)?;
            spaces -= some.len();
        }
        Ok(())
    }
}
