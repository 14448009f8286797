//! JSON text as a source of values.

use std::borrow::Cow;

use wireglot_plan::layout::Conventions;
use wireglot_plan::{LayoutValue, Slot};
use wireglot_text::names::advice;

use super::source::{Fault, Given, Source};
use super::LayoutCode;
use crate::json::document::{Document, Kind};

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

    fn offset(&self, node: u32) -> usize {
        self.document.offset(node)
    }

    fn parts(&self, node: u32, slots: &[Slot]) -> Given<Vec<Option<u32>>, u32> {
        if self.document.kind(node) != Kind::Object {
            return self.fail(node, "an object is wanted");
        }
        let total = self.conventions.total;
        let mut found = vec![None; slots.len()];
        let mut next = 0;
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            // Members usually come in schema order.
            let at = match slots.get(next) {
                Some(slot) if slot.name == name => Some(next),
                _ => slots.iter().position(|slot| slot.name == name),
            };
            let Some(at) = at else {
                let advice = advice(&name, slots.iter().map(|slot| slot.name.as_str()));
                let (code, what) = match total {
                    true => (LayoutCode::JsonMember, "field"),
                    false => (LayoutCode::Value, "member"),
                };
                let detail = format!("there is no {what} `{name}`{advice}");
                return Err(Fault { node: Some(key), code, detail });
            };
            next = at + 1;
            let Some(place) = found.get_mut(at) else { continue };
            if !total && place.is_some() {
                return self.fail(key, format!("the member `{name}` is given twice"));
            }
            *place = (total || self.document.kind(value) != Kind::Null).then_some(value);
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
            (32, true) => raw.parse().ok().map(|value: f32| value.to_bits().into()),
            (32, false) => {
                let value = raw.parse::<f64>().ok()? as f32;
                (!number || value.is_finite()).then_some(value.to_bits().into())
            }
            _ => {
                let value = raw.parse::<f64>().ok()?;
                (total || !number || value.is_finite()).then_some(value.to_bits())
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
        let Some(text) = self.text(node) else { return self.fail(node, "a string is wanted") };
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => Ok(digits
                .chunks(2)
                .map(|pair| pair.iter().fold(0, |octet, digit| octet << 4 | digit))
                .collect()),
            _ => self.fail(node, "hexadecimal digits are wanted, two an octet"),
        }
    }

    fn set(&self, node: u32, names: &[LayoutValue], bits: u64) -> Given<u64, u32> {
        let Some(elements) = self.elements(node) else {
            return self.fail(node, "an array of names and numbers of bits is wanted");
        };
        let mut set = 0u64;
        for element in elements {
            let bit = match (self.document.kind(element), self.document.string(element)) {
                (Kind::Number, _) => match self.document.raw(element).parse::<u64>() {
                    Ok(bit) if bit < bits => bit,
                    _ => return self.fail(element, format!("the bits are 0 to {}", bits - 1)),
                },
                (_, None) => return self.fail(element, "a string is wanted"),
                (_, Some(name)) => match names.iter().find(|known| known.name == name) {
                    Some(known) => known.value,
                    None => {
                        let advice = advice(&name, names.iter().map(|known| known.name.as_str()));
                        return self.fail(element, format!("there is no choice `{name}`{advice}"));
                    }
                },
            };
            set |= 1 << bit;
        }
        Ok(set)
    }
}
