//! What an encoding is where nothing but its tag tells.

use wireglot_bigint::BigInt;
use wireglot_rt::tlv::{self, Arc, Arcs, Form, Tag};

/// A type and a value, as far as they can be told.
pub(super) struct Guess {
    pub ty: &'static str,
    pub value: Option<String>,
    /// What is guessed, behind a semicolon.
    pub note: &'static str,
}

/// Universal tags by their numbers (X.680 8.4).
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

/// What contents octets of a primitive encoding are.
pub(super) fn guess(tag: Tag, contents: &[u8]) -> Guess {
    let ty = universal(tag).unwrap_or_default();
    let value = match (tag.class(), tag.number()) {
        (0, 1) => tlv::boolean(contents, Form::Basic).ok().map(|value| value.to_string()),
        (0, 2 | 10) if !contents.is_empty() && contents.len() <= 256 => {
            Some(BigInt::from_twos_complement(contents).to_string())
        }
        (0, 3) => match contents {
            [unused @ 0..=7, rest @ ..] => {
                let bits = (rest.len() as u64 * 8).saturating_sub(u64::from(*unused));
                Some(format!("{{\"value\":\"{}\",\"length\":{bits}}}", hex(rest)))
            }
            _ => None,
        },
        (0, 5) => Some("null".into()),
        (0, 6) => dotted(Arcs::of_oid(contents), tlv::oid(contents, 256).is_ok()),
        (0, 13) => dotted(Arcs::of_relative_oid(contents), tlv::relative_oid(contents, 256).is_ok()),
        (0, 12 | 18..=27) => readable(contents),
        (0, 30) => utf16(contents),
        _ => {
            let text = readable(contents).filter(|_| contents.len() >= 3);
            let note = if text.is_some() { "; a guess: it reads as text" } else { "" };
            return Guess { ty, value: Some(text.unwrap_or_else(|| quoted(&hex(contents)))), note };
        }
    };
    Guess { ty, value: Some(value.unwrap_or_else(|| quoted(&hex(contents)))), note: "" }
}

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

/// Text as a JSON string, if all of it can be read.
fn readable(contents: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(contents).ok()?;
    let plain = text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'));
    plain.then(|| json(text))
}

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
