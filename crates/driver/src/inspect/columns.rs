//! Spans as columns for the viewer: numbers, and texts by index.

use std::collections::HashMap;

use serde_json::{json, Value};
use wireglot_interp::inspect::{Annotation, Part};

/// Parts by number, in the order of `model.js`.
const PARTS: [Part; 10] = [
    Part::Value,
    Part::Header,
    Part::Length,
    Part::Presence,
    Part::Extension,
    Part::Index,
    Part::End,
    Part::Unknown,
    Part::Padding,
    Part::Rest,
];

/// Texts without duplicates.
#[derive(Debug, Default)]
pub struct Texts {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Texts {
    /// The texts in the order of their indices.
    pub fn all(&self) -> &[String] {
        &self.all
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(text.to_string());
        self.numbers.insert(text.to_string(), number);
        number
    }
}

/// Spans with one column per property.
#[derive(Debug, Default)]
pub struct Columns {
    /// The first bit.
    pub bit: Vec<u64>,
    /// The number of bits.
    pub bits: Vec<u64>,
    /// The nesting depth.
    pub depth: Vec<u32>,
    /// The part of the encoding, as an index in `model.js`.
    pub part: Vec<u32>,
    /// The path, as a text index.
    pub path: Vec<u32>,
    /// The type.
    pub ty: Vec<u32>,
    /// The value, if any.
    pub value: Vec<Option<u32>>,
    /// The explanation.
    pub why: Vec<u32>,
}

impl Columns {
    /// Converts spans to columns; adds their texts to `texts`.
    pub fn of(spans: &[Annotation], texts: &mut Texts) -> Columns {
        let mut columns = Columns::default();
        for span in spans {
            let part = PARTS.iter().position(|part| *part == span.part).unwrap_or_default();
            columns.bit.push(span.bit);
            columns.bits.push(span.bits);
            columns.depth.push(span.depth);
            columns.part.push(part as u32);
            columns.path.push(texts.number(&span.path));
            columns.ty.push(texts.number(&span.ty));
            columns.value.push(span.value.as_deref().map(|value| texts.number(value)));
            columns.why.push(texts.number(&span.why));
        }
        columns
    }

    /// As an object.
    pub fn object(&self) -> Value {
        let Columns { bit, bits, depth, part, path, ty, value, why } = self;
        json!({ "bit": bit, "bits": bits, "depth": depth, "part": part,
            "path": path, "type": ty, "value": value, "why": why })
    }
}
