//! Spans in columns, as the viewer takes them: numbers, and texts by their numbers.

use std::collections::HashMap;

use serde_json::{json, Value};
use wireglot_interp::inspect::{Annotation, Part};

/// Parts in the order of their numbers, as in `model.js`.
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

/// Texts, each of them once.
#[derive(Debug, Default)]
pub struct Texts {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Texts {
    /// In the order of their numbers.
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

/// Spans, a column for what there is to say of each.
#[derive(Debug, Default)]
pub struct Columns {
    /// The first bit.
    pub bit: Vec<u64>,
    /// How many.
    pub bits: Vec<u64>,
    /// How deep it lies.
    pub depth: Vec<u32>,
    /// What part of an encoding it is, by its position in `model.js`.
    pub part: Vec<u32>,
    /// The path, by the number of the text.
    pub path: Vec<u32>,
    /// The type.
    pub ty: Vec<u32>,
    /// The value, where there is one.
    pub value: Vec<Option<u32>>,
    /// How long and why.
    pub why: Vec<u32>,
}

impl Columns {
    /// Spans in columns; their texts are added to others.
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
