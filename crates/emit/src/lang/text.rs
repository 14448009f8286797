//! Text helpers shared by comments and literals of several languages.

/// The maximum line length of generated code.
pub const COLUMNS: usize = 110;

/// Breaks a description into lines of `room` characters and escapes its words. Removes control characters and
/// those that change the text direction.
pub fn wrapped(doc: &str, room: usize, escape: impl Fn(String) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in doc.split_whitespace() {
        let word = escape(word.chars().filter(|c| !c.is_control() && !turns(*c)).collect());
        if !line.is_empty() && line.chars().count() + word.chars().count() > room {
            lines.push(std::mem::take(&mut line));
        }
        let gap = if line.is_empty() { "" } else { " " };
        line.push_str(gap);
        line.push_str(&word);
    }
    lines.push(line);
    lines.retain(|line| !line.is_empty());
    lines
}

/// Whether a character changes the text direction.
fn turns(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A string literal of Go or Python.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() || turns(c) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{quoted, wrapped};

    #[test]
    fn descriptions_are_wrapped_at_blanks() {
        assert_eq!(wrapped("one two\nthree", 8, |word| word), ["one two", "three"]);
        assert_eq!(wrapped(" \n", 8, |word| word), [""; 0]);
        assert_eq!(wrapped("a\u{202e}b\u{7}c", 8, |word| word), ["abc"]);
    }

    #[test]
    fn nothing_ends_a_string_but_its_end() {
        assert_eq!(quoted("a\"\\\n\u{202e}é"), r#""a\"\\\n\u202eé""#);
    }
}
