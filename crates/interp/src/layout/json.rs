//! JSON as a sink: objects in schema order, null for absent values.
//!
//! Characters are one octet each, octets are hexadecimal digits, and sets are lists of names, with
//! numbers for bits that have none. Enumeration values are names or numbers, depending on the schema
//! language.

use std::fmt::Write;

use wireglot_plan::layout::Conventions;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind, Slot};
use wireglot_rt::Real;

use crate::float::to_f64;
use crate::names::Numbers;
use crate::{Sink, Unknown};

/// Writes values of a layout's shape as one line of JSON.
#[derive(Debug)]
pub struct LayoutJson<'s> {
    shape: &'s Shape,
    conventions: Conventions,
    text: String,
    open: Vec<Open<'s>>,
    numbers: Numbers,
}

/// An open record or list.
#[derive(Debug)]
struct Open<'s> {
    /// The slots of a record; `None` for a list.
    slots: Option<&'s [Slot]>,
    /// The next slot or element.
    next: usize,
}

impl<'s> LayoutJson<'s> {
    /// An empty text for values of that shape.
    pub fn new(shape: &'s Shape, conventions: Conventions) -> LayoutJson<'s> {
        // Room for a small message, because growing the text costs more than reading the message.
        let (text, open) = (String::with_capacity(256), Vec::with_capacity(8));
        LayoutJson { shape, conventions, text, open, numbers: Numbers::default() }
    }

    /// The text written.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Adds text that is JSON already.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Separates a list element from the one before it.
    #[inline]
    fn value(&mut self) {
        if let Some(Open { slots: None, next }) = self.open.last_mut() {
            if *next > 0 {
                self.text.push(',');
            }
            *next += 1;
        }
    }

    /// Writes null for the slots before `to` that were not mentioned.
    fn absent(&mut self, to: usize) {
        let Some(Open { slots: Some(slots), next }) = self.open.last_mut() else { return };
        for (index, slot) in slots.iter().enumerate().take(to).skip(*next) {
            let comma = if index > 0 { ",\"" } else { "\"" };
            self.text.push_str(comma);
            self.text.push_str(&slot.name);
            self.text.push_str("\":null");
        }
        *next = to;
    }

    fn integer_text(&mut self, value: impl std::fmt::Display) {
        let _ = write!(self.text, "{value}");
    }

    /// Writes text in quotation marks.
    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| matches!(c, '"' | '\\' | '\0'..='\x1f' | '\x7f'..='\u{9f}'))
        {
            let (plain, from) = rest.split_at(at);
            self.text.push_str(plain);
            let mut characters = from.chars();
            match characters.next() {
                Some('"') => self.text.push_str("\\\""),
                Some('\\') => self.text.push_str("\\\\"),
                Some(other) => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(other));
                }
                None => {}
            }
            rest = characters.as_str();
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    /// Writes an enumeration number of up to 64 bits.
    fn item(&mut self, shape: ShapeId, number: i64, shown: i128) {
        let items = match &self.shape.get(shape).kind {
            ShapeKind::Enumerated { items, .. } if self.conventions.names => &items[..],
            _ => &[],
        };
        match self.numbers.name(shape, items, &number) {
            Some(name) => {
                self.text.push('"');
                self.text.push_str(name);
                self.text.push('"');
            }
            None => self.integer_text(shown),
        }
    }
}

/// An integer of at most eight octets, or of nine octets of which the first is zero.
fn wide(octets: &[u8]) -> i128 {
    let negative = octets.first().is_some_and(|octet| *octet >= 0x80);
    octets.iter().fold(if negative { -1 } else { 0 }, |number: i128, octet| number << 8 | i128::from(*octet))
}

impl Sink for LayoutJson<'_> {
    type Notes = ();
    const FILLS: bool = false;

    fn boolean(&mut self, _: ShapeId, value: bool) {
        self.value();
        self.text.push_str(if value { "true" } else { "false" });
    }

    #[inline]
    fn integer(&mut self, _: ShapeId, value: i64) {
        self.value();
        self.integer_text(value);
    }

    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]) {
        self.value();
        let number = wide(octets);
        self.item(shape, number as i64, number);
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        self.value();
        self.item(shape, number, number.into());
    }

    fn unknown_enumerated(&mut self, _: ShapeId, index: u64) {
        self.value();
        self.integer_text(index);
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        self.value();
        let is_set =
            |bit: u64| octets.get((bit / 8) as usize).is_some_and(|octet| octet >> (7 - bit % 8) & 1 == 1);
        let named = match &self.shape.get(shape).kind {
            ShapeKind::BitString { named, .. } => &named[..],
            _ => &[],
        };
        self.text.push('[');
        let mut comma = "";
        for (name, _) in named.iter().filter(|(_, bit)| is_set((*bit).into())) {
            let _ = write!(self.text, "{comma}\"{name}\"");
            comma = ",";
        }
        // Bits without a name are given by number, like enumeration values.
        for bit in (0..bits).filter(|bit| is_set(*bit)) {
            if named.iter().all(|(_, known)| u64::from(*known) != bit) {
                let _ = write!(self.text, "{comma}{bit}");
                comma = ",";
            }
        }
        self.text.push(']');
    }

    fn octet_string(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        self.text.push('"');
        for octet in octets {
            let _ = write!(self.text, "{octet:02x}");
        }
        self.text.push('"');
    }

    fn null(&mut self, _: ShapeId) {
        self.value();
        self.text.push_str("null");
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.octet_string(shape, contents);
    }

    fn real(&mut self, shape: ShapeId, value: &Real<'_>) {
        self.float(shape, to_f64(value));
    }

    fn float(&mut self, shape: ShapeId, value: f64) {
        self.value();
        let single = matches!(self.shape.get(shape).kind, ShapeKind::Float { single: true });
        if !value.is_finite() {
            let text = match () {
                () if value.is_nan() => "\"NaN\"",
                () if value > 0.0 => "\"Infinity\"",
                () => "\"-Infinity\"",
            };
            return self.text.push_str(text);
        }
        let _ = match single && self.conventions.short_floats {
            true => write!(self.text, "{:?}", value as f32),
            false => write!(self.text, "{value:?}"),
        };
    }

    fn string(&mut self, _: ShapeId, text: &str) {
        self.value();
        self.quoted(text);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        self.octet_string(shape, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.value();
        let slots = match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => &slots[..],
            _ => &[],
        };
        self.text.push('{');
        self.open.push(Open { slots: Some(slots), next: 0 });
    }

    #[inline]
    fn slot(&mut self, index: u32) {
        let index = index as usize;
        self.absent(index);
        let Some(Open { slots: Some(slots), next }) = self.open.last_mut() else { return };
        *next = index + 1;
        self.text.push_str(if index > 0 { ",\"" } else { "\"" });
        self.text.push_str(slots.get(index).map_or("", |slot| &slot.name));
        self.text.push_str("\":");
    }

    fn unknown(&mut self, _: Unknown, _: &[u8]) {}

    fn end_record(&mut self, _: ShapeId) {
        if let Some(Open { slots: Some(slots), .. }) = self.open.last() {
            self.absent(slots.len());
        }
        self.open.pop();
        self.text.push('}');
    }

    fn begin_list(&mut self, _: ShapeId) {
        self.value();
        self.text.push('[');
        self.open.push(Open { slots: None, next: 0 });
    }

    fn end_list(&mut self, _: ShapeId) {
        self.open.pop();
        self.text.push(']');
    }

    // No layout has choices, open types or strings that contain an encoding.
    fn begin_choice(&mut self, _: ShapeId, _: u32) {}
    fn end_choice(&mut self, _: ShapeId) {}
    fn unknown_choice(&mut self, _: ShapeId, _: Option<u64>, _: &[u8]) {}
    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {}
    fn end_open(&mut self, _: ShapeId) {}
    fn begin_contained(&mut self, _: ShapeId, _: Rules) {}
    fn end_contained(&mut self, _: ShapeId) {}
}
