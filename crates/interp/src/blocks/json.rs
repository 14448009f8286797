//! Values as JSON, as they are shown: objects in the order of the schema, null for what is
//! absent, names for enumerations, arrays of names for sets (of numbers what has none), text for characters (one an
//! octet), hexadecimal digits for data without characters.

use std::fmt::Write;
use std::ops::Range;

use wireglot_model::blocks::Number;

use super::{Leaf, Visit};

/// Writes what a walk shows as JSON on one line.
#[derive(Debug, Default)]
pub struct JsonText {
    text: String,
    /// A value stands before the next one at the same level.
    comma: bool,
}

impl JsonText {
    /// An empty text.
    pub fn new() -> JsonText {
        JsonText::default()
    }

    /// What was written.
    pub fn into_text(self) -> String {
        self.text
    }

    fn separate(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = false;
    }

    fn string(&mut self, octets: &[u8]) {
        self.text.push('"');
        for &octet in octets {
            match octet {
                b'"' => self.text.push_str("\\\""),
                b'\\' => self.text.push_str("\\\\"),
                0..=0x1f | 0x7f..=0x9f => {
                    let _ = write!(self.text, "\\u{octet:04x}");
                }
                _ => self.text.push(char::from(octet)),
            }
        }
        self.text.push('"');
    }

    fn number(&mut self, number: Number) {
        let _ = match number {
            Number::Integer(number) => write!(self.text, "{number}"),
            Number::Float(number) if number.is_nan() => write!(self.text, "\"NaN\""),
            Number::Float(number) if number.is_infinite() => {
                write!(self.text, "\"{}Infinity\"", if number < 0.0 { "-" } else { "" })
            }
            Number::Float(number) => write!(self.text, "{number:?}"),
        };
    }
}

impl Visit for JsonText {
    fn open(&mut self, list: bool) {
        self.text.push(if list { '[' } else { '{' });
        self.comma = false;
    }

    fn close(&mut self, list: bool) {
        self.text.push(if list { ']' } else { '}' });
        self.comma = true;
    }

    fn member(&mut self, name: &str) {
        self.separate();
        let _ = write!(self.text, "\"{name}\":");
    }

    fn element(&mut self) {
        self.separate();
    }

    fn leaf(&mut self, leaf: Leaf<'_>, _: Range<usize>) {
        match leaf {
            Leaf::Null => self.text.push_str("null"),
            Leaf::Number(number) => self.number(number),
            Leaf::Char(octet) => self.string(&[octet]),
            Leaf::Text(octets) => self.string(octets),
            Leaf::Octets(octets) => {
                self.text.push('"');
                for octet in octets {
                    let _ = write!(self.text, "{octet:02x}");
                }
                self.text.push('"');
            }
            Leaf::Name(name) => {
                let _ = write!(self.text, "\"{name}\"");
            }
            Leaf::Set(choices, bits) => {
                self.text.push('[');
                let chosen = choices.iter().filter(|choice| bits >> choice.bit & 1 == 1);
                let mut comma = "";
                for choice in chosen {
                    let _ = write!(self.text, "{comma}\"{}\"", choice.name);
                    comma = ",";
                }
                // Bits that have no name go by their number, as values of enumerations do.
                let named = choices.iter().fold(0u64, |named, choice| named | 1 << choice.bit);
                for bit in (0..64).filter(|bit| (bits & !named) >> bit & 1 == 1) {
                    let _ = write!(self.text, "{comma}{bit}");
                    comma = ",";
                }
                self.text.push(']');
            }
        }
        self.comma = true;
    }
}
