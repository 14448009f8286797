//! Descriptions of bits that are not values.

use wireglot_plan::{Shape, ShapeId, ShapeKind};
use wireglot_rt::Noted;

use super::Part;
use crate::Met;

/// A span without its place.
pub(super) struct Row {
    pub part: Part,
    pub ty: Option<String>,
    pub value: Option<String>,
    pub why: String,
}

impl Row {
    pub fn new(part: Part, why: String) -> Row {
        Row { part, ty: None, value: None, why }
    }

    pub fn padding() -> Row {
        Row::new(Part::Padding, "padding".into())
    }

    /// The number of elements in a list.
    pub fn elements(count: u64) -> Row {
        Row { value: Some(count.to_string()), ..Row::new(Part::Length, "number of elements".into()) }
    }

    /// The index of an alternative.
    pub fn alternative(shape: &Shape, choice: ShapeId, alternative: Option<u32>) -> Row {
        let ShapeKind::Choice { alternatives, .. } = &shape.get(choice).kind else {
            return Row::new(Part::Index, String::new());
        };
        let known = alternative.and_then(|index| alternatives.get(index as usize));
        match known {
            Some(known) => {
                let why = format!("one of {} alternatives", alternatives.len());
                Row { value: Some(format!("\"{}\"", known.name)), ..Row::new(Part::Index, why) }
            }
            None => Row::new(Part::Index, "an alternative that the specification does not know".into()),
        }
    }

    /// Which optional parts of an EXTERNAL are present.
    pub fn external(present: u64) -> Row {
        let parts = ["direct-reference", "indirect-reference", "data-value-descriptor"];
        let there = parts.iter().enumerate().map(|(at, part)| (*part, present >> (2 - at) & 1 != 0));
        Row::new(Part::Presence, listed(there))
    }

    /// How the data of an EXTERNAL is encoded.
    pub fn encoding(word: &str) -> Row {
        Row { value: Some(format!("\"{word}\"")), ..Row::new(Part::Index, "how the data is encoded".into()) }
    }

    /// The number of octets that a number takes.
    pub fn octets(length: Noted) -> Row {
        let value = match length {
            Noted::Length { count, .. } | Noted::Width(count) => Some(count.to_string()),
            _ => None,
        };
        Row { value, ..Row::new(Part::Length, "octets of the number".into()) }
    }

    /// Describes a reader's note.
    pub fn length(what: Noted, met: Met<'_>) -> Row {
        let (part, value, why) = match what {
            Noted::Padding => return Row::padding(),
            Noted::Length { count, more } => {
                let what = match met {
                    Met::Elements(_) => "number of elements",
                    Met::Field | Met::Fragments => "octets of the open type field",
                    Met::Presence(_) => "length of the presence bits",
                    _ => "length",
                };
                let more = if more { ", a fragment: more follows" } else { "" };
                (Part::Length, Some(count.to_string()), format!("{what}{more}"))
            }
            Noted::Large => (Part::Length, None, "the number does not fit into 6 bits".to_string()),
            Noted::Width(_) => return Row::octets(what),
            Noted::Unused(_) => {
                (Part::Header, None, "how many bits of the last octet are unused".to_string())
            }
            Noted::Contents => (Part::Header, None, String::new()),
            Noted::Tag(tag) => (Part::Index, None, format!("tag {tag}")),
            Noted::Extension(true) => {
                (Part::Extension, Some("true".into()), "extension bit: extended".into())
            }
            Noted::Extension(false) => {
                (Part::Extension, Some("false".into()), "extension bit: not extended".into())
            }
            Noted::Presence => (Part::Presence, None, "presence".into()),
            Noted::Index => (Part::Index, None, "alternative".into()),
        };
        Row { part, ty: None, value, why }
    }
}

/// Describes the presence bits of a record by the names of the components they announce.
pub(super) fn presence(shape: &Shape, record: Option<ShapeId>, parts: &[(Option<u32>, bool)]) -> String {
    let slots = match record.map(|record| &shape.get(record).kind) {
        Some(ShapeKind::Record { slots, .. }) => slots.as_slice(),
        _ => &[],
    };
    let name =
        |slot: &Option<u32>| slot.and_then(|slot| slots.get(slot as usize)).map(|slot| slot.name.as_str());
    listed(parts.iter().map(|(slot, there)| (name(slot).unwrap_or("[[ ]]"), *there)))
}

fn listed<'n>(parts: impl Iterator<Item = (&'n str, bool)>) -> String {
    let words: Vec<String> =
        parts.map(|(name, there)| format!("{name} {}", if there { "yes" } else { "no" })).collect();
    format!("presence: {}", words.join(", "))
}
