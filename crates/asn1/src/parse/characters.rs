//! The contents of a cstring.

use std::borrow::Cow;

/// The characters of a cstring as written, including quotation marks: doubled marks are reduced to one, and
/// each line end is removed with the white space around it (X.680 12.14.1).
pub(super) fn cstring_content(raw: &str) -> String {
    let mut inside = raw.chars();
    let open = inside.next();
    inside.next_back();
    let inside = inside.as_str();
    let plain = if open == Some('"') { Cow::from(inside.replace("\"\"", "\"")) } else { Cow::from(inside) };
    if !plain.contains(is_newline) {
        return plain.into_owned();
    }
    let mut lines = plain.split(is_newline).peekable();
    let mut content = String::with_capacity(plain.len());
    let mut first = true;
    while let Some(line) = lines.next() {
        let line = if first { line } else { line.trim_start_matches(is_white) };
        content.push_str(if lines.peek().is_none() { line } else { line.trim_end_matches(is_white) });
        first = false;
    }
    content
}

fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}')
}

fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

#[cfg(test)]
mod tests {
    use super::cstring_content;

    #[test]
    fn quotation_marks_and_ends_of_lines() {
        assert_eq!(cstring_content("\"\""), "");
        assert_eq!(cstring_content("\"a\"\"b\""), "a\"b");
        assert_eq!(cstring_content("\" a  \n   b \""), " ab ");
        assert_eq!(cstring_content("\"a\r\n\r\nb\""), "ab");
    }
}
