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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_their_characters() {
        assert_eq!(stranger(StringKind::Numeric, "12 a"), Some('a'));
        assert_eq!(stranger(StringKind::Printable, "a@b"), Some('@'));
        assert_eq!(stranger(StringKind::Utf8, "\u{1f600}"), None);
    }
}
