//! Makes values in tables safe for terminals.

/// Invisible characters that change the direction of text.
const TURNS: [char; 12] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// A JSON value with its control and bidirectional formatting characters escaped.
pub fn plain(value: &str) -> String {
    let mut shown = String::with_capacity(value.len());
    for c in value.chars() {
        match c.is_control() || TURNS.contains(&c) {
            true => shown.push_str(&format!("\\u{:04X}", u32::from(c))),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        let rows = [
            ("\"gr\u{fc}n \u{65e5}\"", "\"gr\u{fc}n \u{65e5}\""),
            ("\u{1b}[31m", "\\u001B[31m"),
            ("\u{9b}1m\u{7f}", "\\u009B1m\\u007F"),
            ("a\u{202e}b", "a\\u202Eb"),
        ];
        for (value, shown) in rows {
            assert_eq!(plain(value), shown);
        }
    }
}
