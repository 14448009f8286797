//! Guesses what an encoding is when only its tag is known.

use wireglot_bigint::BigInt;
use wireglot_rt::tlv::{self, Arc, Arcs, Form, Tag};

/// A type and a value, as far as they can be guessed.
pub(super) struct Guess {
    pub ty: &'static str,
    pub value: Option<String>,
    /// What was guessed; starts with a semicolon.
    pub note: &'static str,
}

/// Universal tags by number (X.680 8.4).
const UNIVERSAL: &[(u32, &str)] = &[
    (1, "BOOLEAN"),
    (2, "INTEGER"),
    (3, "BIT STRING"),
    (4, "OCTET STRING"),
    (5, "NULL"),
    (6, "OBJECT IDENTIFIER"),
    (7, "ObjectDescriptor"),
    (8, "EXTERNAL"),
    (9, "REAL"),
    (10, "ENUMERATED"),
    (11, "EMBEDDED PDV"),
    (12, "UTF8String"),
    (13, "RELATIVE-OID"),
    (14, "TIME"),
    (16, "SEQUENCE"),
    (17, "SET"),
    (18, "NumericString"),
    (19, "PrintableString"),
    (20, "TeletexString"),
    (21, "VideotexString"),
    (22, "IA5String"),
    (23, "UTCTime"),
    (24, "GeneralizedTime"),
    (25, "GraphicString"),
    (26, "VisibleString"),
    (27, "GeneralString"),
    (28, "UniversalString"),
    (29, "CHARACTER STRING"),
    (30, "BMPString"),
    (31, "DATE"),
    (32, "TIME-OF-DAY"),
    (33, "DATE-TIME"),
    (34, "DURATION"),
    (35, "OID-IRI"),
    (36, "RELATIVE-OID-IRI"),
];

/// The type of a universal tag.
pub(super) fn universal(tag: Tag) -> Option<&'static str> {
    let known = UNIVERSAL.iter().find(|(number, _)| tag == Tag::universal(*number));
    known.map(|(_, name)| *name)
}

/// Guesses the value of a primitive encoding.
pub(super) fn guess(tag: Tag, contents: &[u8]) -> Guess {
    let ty = universal(tag).unwrap_or_default();
    let value = match (tag.class(), tag.number()) {
        (0, 1) => tlv::boolean(contents, Form::Basic).ok().map(|value| value.to_string()),
        (0, 2 | 10) => {
            let fits = (1..=LARGE).contains(&contents.len());
            fits.then(|| BigInt::from_twos_complement(contents).to_string())
        }
        (0, 3) => match contents {
            [unused @ 0..=7, rest @ ..] if *unused == 0 || !rest.is_empty() => {
                let bits = (rest.len() as u64 * 8).saturating_sub(u64::from(*unused));
                Some(format!("{{\"value\":\"{}\",\"length\":{bits}}}", hex(rest)))
            }
            _ => None,
        },
        (0, 5) => contents.is_empty().then(|| "null".into()),
        (0, 6) => dotted(Arcs::of_oid(contents), tlv::oid(contents, LARGE).is_ok()),
        (0, 13) => dotted(Arcs::of_relative_oid(contents), tlv::relative_oid(contents, LARGE).is_ok()),
        (0, 12 | 14 | 18..=27 | 31..=36) => readable(contents),
        (0, 28) => utf32(contents),
        (0, 30) => utf16(contents),
        _ => {
            let text = readable(contents).filter(|_| contents.len() >= 3);
            let note = if text.is_some() { "; a guess: it reads as text" } else { "" };
            return Guess { ty, value: Some(text.unwrap_or_else(|| quoted(&hex(contents)))), note };
        }
    };
    let note = match value {
        Some(_) => "",
        None if is_malformed(tag.number(), contents) => "; malformed, shown as octets",
        None => "; shown as octets",
    };
    Guess { ty, value: Some(value.unwrap_or_else(|| quoted(&hex(contents)))), note }
}

/// Whether contents octets shown as hexadecimal are invalid for their universal type, rather than
/// too many.
fn is_malformed(number: u32, contents: &[u8]) -> bool {
    match number {
        1 | 3 | 5 => true,
        2 | 10 => contents.is_empty(),
        6 => contents.len() <= LARGE && tlv::oid(contents, LARGE).is_err(),
        13 => contents.len() <= LARGE && tlv::relative_oid(contents, LARGE).is_err(),
        _ => false,
    }
}

/// Maximum length in octets of an INTEGER or OBJECT IDENTIFIER that is shown as one.
const LARGE: usize = 256;

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02X}")).collect()
}

fn dotted(arcs: Arcs, sound: bool) -> Option<String> {
    let small = arcs.map(|arc| match arc {
        Arc::Small(number) => Some(number.to_string()),
        Arc::Big(..) => None,
    });
    let text: Option<Vec<String>> = small.collect();
    text.filter(|_| sound).map(|text| quoted(&text.join(".")))
}

/// Text as a JSON string, if all of it is printable.
fn readable(contents: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(contents).ok()?;
    let plain = text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'));
    plain.then(|| json(text))
}

#[expect(clippy::indexing_slicing, reason = "chunks_exact gives chunks of that length")]
fn utf32(contents: &[u8]) -> Option<String> {
    let units = contents.chunks_exact(4).map(|unit| u32::from_be_bytes([unit[0], unit[1], unit[2], unit[3]]));
    let text: Option<String> = units.map(char::from_u32).collect();
    text.filter(|_| contents.len().is_multiple_of(4)).map(|text| json(&text))
}

#[expect(clippy::indexing_slicing, reason = "chunks_exact gives chunks of that length")]
fn utf16(contents: &[u8]) -> Option<String> {
    let units = contents.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().filter(|_| contents.len().is_multiple_of(2)).map(|text| json(&text))
}

fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_value_of_its_type_says_so() {
        let malformed = "; malformed, shown as octets";
        let rows: [(u32, &[u8], &str, &str); 12] = [
            (1, &[0xff], "true", ""),
            (1, &[], "\"\"", malformed),
            (2, &[], "\"\"", malformed),
            (3, &[3], "\"03\"", malformed),
            (5, &[], "null", ""),
            (5, &[0], "\"00\"", malformed),
            (6, &[0x80, 1], "\"8001\"", malformed),
            (6, &[0x55, 4, 3], "\"2.5.4.3\"", ""),
            (12, &[0xff], "\"FF\"", "; shown as octets"),
            (14, b"2024", "\"2024\"", ""),
            (28, &[0, 1, 0xf6, 0x00], "\"\u{1f600}\"", ""),
            (33, b"2024-01-02T03:04:05", "\"2024-01-02T03:04:05\"", ""),
        ];
        for (number, contents, value, note) in rows {
            let made = guess(Tag::universal(number), contents);
            assert_eq!((made.value.as_deref(), made.note), (Some(value), note), "{number} {contents:?}");
        }
        let large = vec![1; LARGE + 1];
        assert_eq!(guess(Tag::universal(2), &large).note, "; shown as octets");
    }
}
