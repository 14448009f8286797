//! Characters of the string types, and the form of times.

use wireglot_model::{StringKind, TimeKind};

/// The first character that a string type does not have (X.680 table 8 to 10).
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

/// Whether a text has the form of a time. Only UTCTime (X.680 47.3) and
/// GeneralizedTime (46.2) are looked at: the others are told apart by their settings.
pub(super) fn is_time(kind: TimeKind, text: &str) -> bool {
    match kind {
        TimeKind::Utc => [10, 12].iter().any(|&digits| is_zoned(text, digits, true)),
        TimeKind::Generalized => {
            let text: String = without_fraction(text);
            [10, 12, 14].iter().any(|&digits| is_zoned(&text, digits, false))
        }
        _ => true,
    }
}

/// So many digits, then `Z`, `+hhmm` or `-hhmm`; without a zone only if that is allowed.
fn is_zoned(text: &str, digits: usize, wanted: bool) -> bool {
    let Some((time, zone)) = text.split_at_checked(digits) else { return false };
    let all_digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    let zone_fits = match zone.as_bytes() {
        [] => !wanted,
        [b'Z'] => true,
        [b'+' | b'-', rest @ ..] => (rest.len() == 4 || rest.len() == 2 && !wanted) && all_digits(&zone[1..]),
        _ => false,
    };
    all_digits(time) && zone_fits
}

/// A time without `.fraction` or `,fraction`.
fn without_fraction(text: &str) -> String {
    let Some(point) = text.find(['.', ',']) else { return text.to_owned() };
    let (whole, fraction) = text.split_at(point);
    let rest = fraction[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() + 1 == fraction.len() {
        return text.to_owned();
    }
    format!("{whole}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_their_forms() {
        assert!(is_time(TimeKind::Utc, "9912312359Z"));
        assert!(is_time(TimeKind::Utc, "991231235959+0100"));
        assert!(!is_time(TimeKind::Utc, "991231235959"));
        assert!(is_time(TimeKind::Generalized, "20201231235959.123Z"));
        assert!(is_time(TimeKind::Generalized, "2020123123"));
        assert!(!is_time(TimeKind::Generalized, "20201231235959.Z"));
        assert!(!is_time(TimeKind::Generalized, "tomorrow"));
    }

    #[test]
    fn strings_have_their_characters() {
        assert_eq!(stranger(StringKind::Numeric, "12 a"), Some('a'));
        assert_eq!(stranger(StringKind::Printable, "a@b"), Some('@'));
        assert_eq!(stranger(StringKind::Utf8, "\u{1f600}"), None);
    }
}
