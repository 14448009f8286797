//! The line of a text with an error, and carets under the position.

use std::io::{self, Write};

use wireglot_driver::messages::token;
use wireglot_driver::texts::Cursor;

/// The maximum number of characters shown before the position, and from it on.
const BEFORE: usize = 40;
const BEHIND: usize = 50;

/// An excerpt of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The line's number.
    line: usize,
    text: String,
    /// The number of characters before the carets.
    before: usize,
    carets: usize,
}

impl Excerpt {
    /// An excerpt around a byte of a text that begins at `start`; the line may be truncated.
    pub fn of(text: &[u8], start: Cursor, offset: usize) -> Excerpt {
        let offset = offset.min(text.len());
        let (all, tail) = text.split_at(offset);
        let place = start.behind(all);
        let head = all.rsplit(|octet| *octet == b'\n').next().unwrap_or_default();
        // What precedes the text on its line is not available.
        let whole = start.column == 1 || head.len() < all.len();
        // Only the part of a long line near the position is needed.
        let near = head.len().saturating_sub(4 * BEFORE + 4);
        let head = &head[near..];
        let head = &head[head.iter().take_while(|octet| **octet & 0xc0 == 0x80).count()..];
        let tail = tail.get(..4 * BEHIND + 8).unwrap_or(tail);
        let tail = tail.split(|octet| *octet == b'\n').next().unwrap_or_default();
        let carets = tail.get(..token(tail)).map_or(1, |token| plain(token).chars().count());
        let head: Vec<char> = plain(head).chars().collect();
        let shown: String = head[head.len().saturating_sub(BEFORE)..].iter().collect();
        let cut = if whole && near == 0 && head.len() <= BEFORE { "" } else { "..." };
        let shown = format!("{cut}{shown}");
        let before = shown.chars().count();
        let tail = plain(tail);
        let mut text = shown + tail.chars().take(BEHIND).collect::<String>().trim_end();
        if tail.chars().nth(BEHIND).is_some() {
            text.push_str("...");
        }
        Excerpt { line: place.line, text, before, carets: carets.clamp(1, BEHIND) }
    }

    /// Prints it in the style of schema excerpts.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let number = self.line.to_string();
        let gap = number.len();
        let blue = "\u{1b}[1m\u{1b}[94m";
        writeln!(out, "{blue}{:gap$} |\u{1b}[0m", "")?;
        writeln!(out, "{blue}{number} |\u{1b}[0m {}", self.text)?;
        let (before, carets) = (" ".repeat(self.before), "^".repeat(self.carets));
        writeln!(out, "{blue}{:gap$} |\u{1b}[0m {before}\u{1b}[1m\u{1b}[91m{carets}\u{1b}[0m", "")
    }
}

/// A line that is safe for terminals: control characters are replaced by spaces.
fn plain(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim_end_matches('\r').chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: Cursor, offset: usize) -> String {
        let mut out = Vec::new();
        Excerpt::of(text.as_bytes(), start, offset).write(&mut out).expect("memory takes all");
        let text = String::from_utf8(out).expect("it is UTF-8");
        ["[1m", "[94m", "[91m", "[0m", "\u{1b}"].into_iter().fold(text, |text, code| text.replace(code, ""))
    }

    #[test]
    fn carets_stand_under_the_place() {
        let text = "{\n\t\"a\": \"\u{e9}\u{1b}\", \"b\": 17}\r\n{}";
        let line = "2 |  \"a\": \"\u{e9} \", \"b\": 17}";
        assert_eq!(shown(text, Cursor::START, 20), format!("  |\n{line}\n  | {:17}^^\n", ""));
        assert_eq!(shown("[1]", Cursor { line: 9, column: 5 }, 1), "  |\n9 | ...[1]\n  |     ^\n");
        assert_eq!(shown("[", Cursor::START, 1), "  |\n1 | [\n  |  ^\n");
        let long = format!("[{}", "123, ".repeat(1000));
        let wide = shown(&long, Cursor::START, 2501);
        assert!(wide.lines().all(|line| line.chars().count() < 105) && wide.contains("^^^"), "{wide}");
        assert!(shown("\u{ff}x", Cursor::START, 900).contains('^'));
    }
}
