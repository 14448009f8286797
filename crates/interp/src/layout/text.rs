//! JSON text as a source of values.

use std::borrow::Cow;
use std::collections::HashMap;

use wireglot_plan::layout::Conventions;
use wireglot_plan::{LayoutValue, Slot};
use wireglot_text::names::advice_or_first;

use super::source::{Fault, Given, Source};
use super::LayoutCode;
use crate::json::document::{Document, Kind};
use crate::json::{is_json_in_string, not_hex};

/// A text, and the conventions of its schema language.
pub(super) struct Text<'t> {
    pub document: Document<'t>,
    pub conventions: Conventions,
}

impl<'t> Text<'t> {
    fn fail<V>(&self, node: u32, detail: impl Into<String>) -> Given<V, u32> {
        let code = value_code(self.conventions);
        Err(Fault { node: Some(node), code, detail: detail.into() })
    }

    /// What stands where an object with these members is expected.
    #[cold]
    fn no_object<V>(&self, node: u32, slots: &[Slot]) -> Given<V, u32> {
        const OBJECT: &str = "an object is expected";
        let instead = self.instead(node, OBJECT);
        let todo = match self.document.kind(node) {
            Kind::Null => String::new(),
            Kind::EscapedString if is_json_in_string(self.document.raw(node)) => {
                ": this is JSON inside a string: remove the quotes around it and the backslashes".into()
            }
            Kind::Array if node == 0 => {
                ": write values one after another, without brackets around them".into()
            }
            _ if slots.is_empty() || slots.len() > 4 => String::new(),
            _ => {
                let members: Vec<String> =
                    slots.iter().map(|slot| format!("\"{}\": ...", slot.name)).collect();
                format!(": write {{{}}}", members.join(", "))
            }
        };
        self.fail(node, format!("{OBJECT}{instead}{todo}"))
    }

    /// A value of another kind than expected.
    fn unlike<V>(&self, node: u32, expected: &str) -> Given<V, u32> {
        self.fail(node, format!("{expected}{}", self.instead(node, expected)))
    }
}

/// The code for a text with a value of the wrong kind.
pub(super) fn value_code(conventions: Conventions) -> LayoutCode {
    match conventions.total {
        true => LayoutCode::JsonValue,
        false => LayoutCode::Value,
    }
}

impl Source for Text<'_> {
    type Node = u32;

    fn is_null(&self, node: u32) -> bool {
        self.document.kind(node) == Kind::Null
    }

    fn offset(&self, node: u32) -> usize {
        self.document.offset(node)
    }

    fn instead(&self, node: u32, expected: &str) -> String {
        let raw = self.document.raw(node);
        let is_number =
            raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && raw.parse::<f64>().is_ok();
        let words = ["number", "int", "float", "double"];
        let wants_number =
            !expected.starts_with("an array") && words.iter().any(|word| expected.contains(word));
        let special = ["NaN", "Infinity", "-Infinity"];
        let is_special = |word: &&str| {
            word.eq_ignore_ascii_case(raw) || word.replace("inity", "").eq_ignore_ascii_case(raw)
        };
        let (found, todo) = match self.document.kind(node) {
            Kind::Null if expected.starts_with("an object") => ("null", ": write an object in braces"),
            Kind::Null => ("null", ": omit the field"),
            Kind::String | Kind::EscapedString if wants_number && is_number => {
                ("a string", ": remove the quotes")
            }
            Kind::String
                if expected.contains("float") || expected.contains("double") || expected.contains("NaN") =>
            {
                return match special.into_iter().find(is_special) {
                    Some(word) => format!(", not \"{raw}\": write \"{word}\""),
                    None => ", not a string".to_string(),
                };
            }
            Kind::String | Kind::EscapedString
                if expected.starts_with("true") && matches!(raw, "true" | "false") =>
            {
                ("a string", ": remove the quotes")
            }
            Kind::String | Kind::EscapedString => ("a string", ""),
            Kind::Number if expected.starts_with("a string") => ("a number", ": put it in double quotes"),
            Kind::Number if expected.starts_with("true") && raw == "1" => ("a number", ": write true"),
            Kind::Number if expected.starts_with("true") && raw == "0" => ("a number", ": write false"),
            Kind::Number if expected.contains("int") || expected.contains("whole") => {
                let digits = raw.trim_start_matches('-');
                match digits.bytes().all(|digit| digit.is_ascii_digit()) {
                    true => return format!(", not one with {} digits: it is too large", digits.len()),
                    false => ("one with a fraction or an exponent", ""),
                }
            }
            Kind::Number => ("a number", ""),
            Kind::True | Kind::False => ("true or false", ""),
            Kind::Array => ("an array", ""),
            Kind::Object => ("an object", ""),
        };
        format!(", not {found}{todo}")
    }

    fn parts(&self, node: u32, slots: &[Slot], own: &str) -> Given<Vec<Option<u32>>, u32> {
        if self.document.kind(node) != Kind::Object {
            return self.no_object(node, slots);
        }
        let total = self.conventions.total;
        let mut found = vec![None; slots.len()];
        let (mut next, mut positions) = (0, None);
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            // Members usually come in schema order.
            let at = match slots.get(next) {
                Some(slot) if slot.name == name => Some(next),
                _ => {
                    let positions = positions.get_or_insert_with(|| positions_of(slots));
                    positions.get(&*name).copied()
                }
            };
            let Some(at) = at else {
                let is_near = slots.iter().any(|slot| slot.name.eq_ignore_ascii_case(&name));
                let advice = match own == name && !is_near {
                    true => ": that is the message; write its value without the name".to_string(),
                    false => advice_or_first(&name, slots.iter().map(|slot| slot.name.as_str())),
                };
                let (code, what) = match total {
                    true => (LayoutCode::JsonMember, "field"),
                    false => (LayoutCode::Value, "member"),
                };
                let detail = format!("there is no {what} `{name}`{advice}");
                return Err(Fault { node: Some(key), code, detail });
            };
            next = at + 1;
            let Some(place) = found.get_mut(at) else { continue };
            if place.replace(value).is_some() {
                let what = if total { "field" } else { "member" };
                return self.fail(key, format!("the {what} `{name}` is given twice: remove one"));
            }
        }
        Ok(found)
    }

    fn elements(&self, node: u32) -> Option<Vec<u32>> {
        (self.document.kind(node) == Kind::Array).then(|| self.document.elements(node).collect())
    }

    fn boolean(&self, node: u32) -> Option<bool> {
        match self.document.kind(node) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    fn integer(&self, node: u32) -> Option<i128> {
        if self.document.kind(node) != Kind::Number {
            return None;
        }
        let raw = self.document.raw(node);
        match raw.parse::<i64>() {
            Ok(number) => Some(number.into()),
            Err(_) => raw.parse().ok(),
        }
    }

    fn float(&self, node: u32, bits: u64) -> Option<u64> {
        let raw = self.document.raw(node);
        let total = self.conventions.total;
        let number = match (self.document.kind(node), raw) {
            (Kind::Number, _) => true,
            (Kind::String, "NaN" | "Infinity" | "-Infinity") => false,
            _ => return None,
        };
        match (bits, total) {
            (32, true) => {
                let value: f32 = raw.parse().ok()?;
                (!number || value.is_finite()).then_some(value.to_bits().into())
            }
            (32, false) => {
                let value = raw.parse::<f64>().ok()? as f32;
                (!number || value.is_finite()).then_some(value.to_bits().into())
            }
            _ => {
                let value = raw.parse::<f64>().ok()?;
                (!number || value.is_finite()).then_some(value.to_bits())
            }
        }
    }

    fn name(&self, node: u32) -> Option<Cow<'_, str>> {
        self.document.string(node)
    }

    fn text(&self, node: u32) -> Option<Cow<'_, str>> {
        self.document.string(node)
    }

    fn octets(&self, node: u32) -> Given<Vec<u8>, u32> {
        const PAIRS: &str = "a string of pairs of hexadecimal digits, such as \"0A1F\", is expected";
        let Some(text) = self.text(node) else { return self.unlike(node, PAIRS) };
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => Ok(digits
                .chunks(2)
                .map(|pair| pair.iter().fold(0, |octet, digit| octet << 4 | digit))
                .collect()),
            _ => self.fail(node, format!("{PAIRS}{}", not_hex(&text))),
        }
    }

    fn set(&self, node: u32, names: &[LayoutValue], bits: u64) -> Given<u64, u32> {
        let Some(elements) = self.elements(node) else {
            const NAMES: &str = "an array of the names of bits, or their positions, is expected";
            return match self.document.string(node) {
                Some(name) if names.iter().any(|known| known.name == name) => {
                    self.fail(node, format!("{NAMES}: write [\"{name}\"]"))
                }
                _ => self.unlike(node, NAMES),
            };
        };
        let mut set = 0u64;
        for element in elements {
            let bit = match (self.document.kind(element), self.document.string(element)) {
                (Kind::Number, _) => match self.document.raw(element).parse::<u64>() {
                    Ok(bit) if bit < bits => bit,
                    _ => return self.fail(element, format!("the bits are 0 to {}", bits - 1)),
                },
                (_, None) => {
                    return self
                        .unlike(element, "the name of a bit, in double quotes, or its position is expected")
                }
                (_, Some(name)) => match names.iter().find(|known| known.name == name) {
                    Some(known) => known.value,
                    None => {
                        let advice = advice_or_first(&name, names.iter().map(|known| known.name.as_str()));
                        return self.fail(element, format!("there is no choice `{name}`{advice}"));
                    }
                },
            };
            set |= 1 << bit;
        }
        Ok(set)
    }
}

/// The slots by name; a record has each name once.
fn positions_of(slots: &[Slot]) -> HashMap<&str, usize> {
    slots.iter().enumerate().map(|(position, slot)| (slot.name.as_str(), position)).collect()
}
