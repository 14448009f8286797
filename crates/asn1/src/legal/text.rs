//! The characters of string types.

use wireglot_model::StringKind;

/// The first character that is not in a string type (X.680 tables 8 to 10).
pub(super) fn stranger(kind: StringKind, text: &str) -> Option<char> {
    let has: fn(char) -> bool = match kind {
        StringKind::Numeric => |c| c.is_ascii_digit() || c == ' ',
        StringKind::Printable => |c| c.is_ascii_alphanumeric() || " '()+,-./:=?".contains(c),
        StringKind::Ia5 => |c| c.is_ascii(),
        StringKind::Visible => |c| (' '..='~').contains(&c),
        StringKind::Bmp => |c| u32::from(c) <= 0xffff,
        _ => return None,
    };
    text.chars().find(|&c| !has(c))
}

/// The maximum length of a pattern that is shown as an alphabet.
const LONGEST_PATTERN: usize = 60;

/// The alphabet that a pattern such as `a-z0-9` stands for, if it is one.
pub(super) fn ranges(pattern: &str) -> Option<String> {
    if pattern.len() > LONGEST_PATTERN {
        return None;
    }
    let characters: Vec<char> = pattern.chars().collect();
    let (mut parts, mut others, mut i) = (Vec::new(), String::new(), 0);
    while let Some(&first) = characters.get(i) {
        match characters.get(i + 1..i + 3) {
            Some(&['-', last]) if first < last && same_class(first, last) => {
                parts.push(format!("\"{first}\"..\"{last}\""));
                i += 3;
            }
            _ => {
                others.push(first);
                i += 1;
            }
        }
    }
    let is_pattern = !parts.is_empty();
    if !others.is_empty() {
        parts.push(format!("\"{}\"", others.replace('"', "\"\"")));
    }
    is_pattern.then(|| parts.join(" | "))
}

fn same_class(one: char, two: char) -> bool {
    let classes: [fn(&char) -> bool; 3] =
        [char::is_ascii_lowercase, char::is_ascii_uppercase, char::is_ascii_digit];
    classes.iter().any(|class| class(&one) && class(&two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_ranges() {
        assert_eq!(ranges("a-zA-Z").as_deref(), Some("\"a\"..\"z\" | \"A\"..\"Z\""));
        assert_eq!(ranges("0-9_").as_deref(), Some("\"0\"..\"9\" | \"_\""));
        assert_eq!(ranges("0123456789-"), None);
        assert_eq!(ranges("+-*"), None);
    }

    #[test]
    fn strings_have_their_characters() {
        assert_eq!(stranger(StringKind::Numeric, "12 a"), Some('a'));
        assert_eq!(stranger(StringKind::Printable, "a@b"), Some('@'));
        assert_eq!(stranger(StringKind::Utf8, "\u{1f600}"), None);
    }
}
