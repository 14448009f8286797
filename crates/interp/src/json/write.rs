//! The writer: events to JSON text.

use std::fmt::Write;

use wireglot_bigint::BigInt;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::{escape, number, Spelling};
use crate::{Sink, Unknown};

/// White space between values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// None: a value is one line.
    Compact,
    /// A member or element a line, two spaces for each level.
    Indented,
}

/// A [`Sink`] that writes JSON into a buffer of its own.
///
/// The text of several values in a row stands without anything between them:
/// take it and [`JsonWriter::clear`] it after each.
#[derive(Debug)]
pub struct JsonWriter<'s> {
    shape: &'s Shape,
    spelling: Spelling,
    layout: Layout,
    out: String,
    levels: Vec<Level>,
    /// Unknown parts of the records that are open, as text; the innermost last.
    unknown: String,
    /// Likewise the octets of components as they came.
    raw: String,
}

/// What is open in the text.
#[derive(Clone, Copy, Debug)]
struct Level {
    shape: ShapeId,
    list: bool,
    /// Whether something stands in it already.
    any: bool,
    /// Where the unknown parts of this record begin, and what was kept of its components.
    unknown: usize,
    raw: usize,
}

impl<'s> JsonWriter<'s> {
    /// A writer of values of `shape`.
    pub fn new(shape: &'s Shape, spelling: Spelling, layout: Layout) -> JsonWriter<'s> {
        let (out, unknown, raw) = Default::default();
        JsonWriter { shape, spelling, layout, out, levels: Vec::new(), unknown, raw }
    }

    /// What was written since the last [`JsonWriter::clear`].
    pub fn text(&self) -> &str {
        &self.out
    }

    /// Forgets the text, keeps the memory.
    pub fn clear(&mut self) {
        self.out.clear();
        self.levels.clear();
        self.unknown.clear();
        self.raw.clear();
    }

    /// The name of a slot of the innermost record.
    fn slot_name(&self, index: u32) -> &'s str {
        let shape: &'s Shape = self.shape;
        match self.levels.last().map(|l| &shape.get(l.shape).kind) {
            Some(ShapeKind::Record { slots, .. }) => slots.get(index as usize).map_or("", |s| &s.name),
            _ => "",
        }
    }

    /// A value begins: as an element it needs its comma.
    fn value(&mut self) {
        if self.levels.last().is_some_and(|l| l.list) {
            self.separate();
        }
    }

    /// The comma before a member or element, and its new line.
    fn separate(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            if std::mem::replace(&mut level.any, true) {
                self.out.push(',');
            }
        }
        self.line();
    }

    fn line(&mut self) {
        if self.layout == Layout::Indented {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.levels.len()));
        }
    }

    fn open(&mut self, shape: ShapeId, bracket: char) {
        self.value();
        self.out.push(bracket);
        let list = bracket == '[';
        let (unknown, raw) = (self.unknown.len(), self.raw.len());
        self.levels.push(Level { shape, list, any: false, unknown, raw });
    }

    fn close(&mut self, bracket: char) {
        if self.levels.pop().is_some_and(|l| l.any) {
            self.line();
        }
        self.out.push(bracket);
    }

    /// A member's name: an identifier, so nothing in it needs an escape.
    fn name(&mut self, name: &str) {
        self.separate();
        self.out.reserve(name.len() + 4);
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str(if self.layout == Layout::Indented { "\": " } else { "\":" });
    }

    /// An object of one member whose value stands on the same line: an escape.
    fn escape(&mut self, name: &str, value: impl FnOnce(&mut String)) {
        self.value();
        let gap = if self.layout == Layout::Indented { " " } else { "" };
        let _ = write!(self.out, "{{\"{name}\":{gap}");
        value(&mut self.out);
        self.out.push('}');
    }

    fn lossless(&self) -> bool {
        self.spelling == Spelling::Json
    }

    fn kind(&self, shape: ShapeId) -> Option<&'s ShapeKind> {
        self.shape.types.get(shape.index()).map(|t| &t.kind)
    }
}

impl Sink for JsonWriter<'_> {
    fn boolean(&mut self, _: ShapeId, value: bool) {
        self.value();
        self.out.push_str(if value { "true" } else { "false" });
    }

    fn integer(&mut self, _: ShapeId, value: i64) {
        self.value();
        write_integer(&mut self.out, value);
    }

    fn big_integer(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        let _ = write!(self.out, "{}", BigInt::from_twos_complement(octets));
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        let item = match self.kind(shape) {
            Some(ShapeKind::Enumerated { items, .. }) => items.iter().find(|(_, n)| *n == number),
            _ => None,
        };
        match item {
            Some((name, _)) => {
                self.value();
                quote(&mut self.out, name);
            }
            None => self.escape(escape::NUMBER, |out| {
                let _ = write!(out, "{number}");
            }),
        }
    }

    fn unknown_enumerated(&mut self, _: ShapeId, index: u64) {
        self.escape(escape::INDEX, |out| {
            let _ = write!(out, "{index}");
        });
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        let (fixed, contains) = match self.kind(shape) {
            Some(ShapeKind::BitString { fixed, contains, .. }) => (*fixed, contains.is_some()),
            _ => (false, false),
        };
        if contains && self.lossless() {
            return self.escape(escape::BITS, |out| value_and_length(out, octets, bits));
        }
        self.value();
        match fixed {
            true => quoted_hex(&mut self.out, octets),
            false => value_and_length(&mut self.out, octets, bits),
        }
    }

    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]) {
        let contains = matches!(self.kind(shape), Some(ShapeKind::OctetString { contains: Some(_), .. }));
        if contains && self.lossless() {
            return self.escape(escape::OCTETS, |out| quoted_hex(out, octets));
        }
        self.value();
        quoted_hex(&mut self.out, octets);
    }

    fn null(&mut self, _: ShapeId) {
        self.value();
        self.out.push_str("null");
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.value();
        self.out.push('"');
        let relative = matches!(self.kind(shape), Some(ShapeKind::RelativeOid));
        write_oid(&mut self.out, contents, relative);
        self.out.push('"');
    }

    fn real(&mut self, _: ShapeId, value: &Real<'_>) {
        match value {
            Real::Zero => {
                self.value();
                self.out.push('0');
            }
            Real::Decimal { negative, digits, exponent } => self.escape(escape::BASE10, |out| {
                number::write_decimal(out, *negative, digits, *exponent);
            }),
            Real::Binary { negative, mantissa, exponent } => {
                match number::binary_to_decimal(*negative, mantissa, *exponent) {
                    Some(text) => {
                        self.value();
                        self.out.push_str(&text);
                    }
                    None => self.escape(escape::BASE2, |out| {
                        let sign = if *negative { "-" } else { "" };
                        let mantissa = BigInt::from_unsigned(mantissa);
                        let _ = write!(out, "{{\"mantissa\":{sign}{mantissa},\"exponent\":{exponent}}}");
                    }),
                }
            }
            special => {
                self.value();
                let word = number::SPECIAL.iter().find(|(_, real)| real == special);
                quote(&mut self.out, word.map_or("", |(word, _)| word));
            }
        }
    }

    fn string(&mut self, _: ShapeId, text: &str) {
        self.value();
        quote(&mut self.out, text);
    }

    fn opaque(&mut self, _: ShapeId, octets: &[u8]) {
        if self.lossless() {
            return self.escape(escape::OPAQUE, |out| quoted_hex(out, octets));
        }
        self.value();
        quoted_hex(&mut self.out, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.open(shape, '{');
    }

    fn slot(&mut self, index: u32) {
        let name = self.slot_name(index);
        self.name(name);
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        if !self.lossless() {
            return;
        }
        let (word, index) = match place {
            Unknown::Insertion(index) => ("insertion", index),
            Unknown::Addition(index) => ("addition", index),
            Unknown::Bitmap(count) => ("bitmap", count),
            Unknown::Raw(slot) => {
                let name = self.slot_name(slot);
                let _ = write!(self.raw, "\"{name}\":");
                quoted_hex(&mut self.raw, octets);
                return self.raw.push(',');
            }
        };
        let _ = write!(self.unknown, "{{\"{word}\":{index},\"octets\":");
        quoted_hex(&mut self.unknown, octets);
        self.unknown.push_str("},");
    }

    fn end_record(&mut self, _: ShapeId) {
        let (start, raw) = self.levels.last().map_or((0, 0), |l| (l.unknown, l.raw));
        if self.unknown.len() > start {
            self.name(escape::UNKNOWN);
            self.out.push('[');
            self.out.push_str(self.unknown[start..].trim_end_matches(','));
            self.out.push(']');
            self.unknown.truncate(start);
        }
        if self.raw.len() > raw {
            self.name(escape::RAW);
            self.out.push('{');
            self.out.push_str(self.raw[raw..].trim_end_matches(','));
            self.out.push('}');
            self.raw.truncate(raw);
        }
        self.close('}');
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.open(shape, '[');
    }

    fn end_list(&mut self, _: ShapeId) {
        self.close(']');
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.open(shape, '{');
        let name = match self.kind(shape) {
            Some(ShapeKind::Choice { alternatives, .. }) => alternatives.get(alternative as usize),
            _ => None,
        };
        self.name(name.map_or("", |a| &a.name));
    }

    fn end_choice(&mut self, _: ShapeId) {
        self.close('}');
    }

    fn unknown_choice(&mut self, _: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.escape(escape::UNKNOWN, |out| {
            out.push_str("{\"octets\":");
            quoted_hex(out, octets);
            if let Some(index) = index {
                let _ = write!(out, ",\"index\":{index}");
            }
            out.push('}');
        });
    }

    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {}

    fn end_open(&mut self, _: ShapeId) {}

    fn begin_contained(&mut self, _: ShapeId, _: Rules) {}

    fn end_contained(&mut self, _: ShapeId) {}
}

fn value_and_length(out: &mut String, octets: &[u8], bits: u64) {
    out.push_str("{\"value\":");
    quoted_hex(out, octets);
    let _ = write!(out, ",\"length\":{bits}}}");
}

/// Decimal digits; the general formatting of numbers takes several times as long.
fn write_integer(out: &mut String, value: i64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push('-');
    }
    out.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

fn quoted_hex(out: &mut String, octets: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.reserve(octets.len() * 2 + 2);
    out.push('"');
    let mut digits = [0; 64];
    for part in octets.chunks(32) {
        for (pair, octet) in digits.chunks_exact_mut(2).zip(part) {
            pair[0] = DIGITS[usize::from(octet >> 4)];
            pair[1] = DIGITS[usize::from(octet & 15)];
        }
        out.push_str(str::from_utf8(&digits[..part.len() * 2]).unwrap_or_default());
    }
    out.push('"');
}

/// Contents octets as arcs between points (X.697 26).
pub(crate) fn write_oid(out: &mut String, contents: &[u8], relative: bool) {
    let mut first = !relative;
    let arcs = contents.split_inclusive(|octet| octet & 0x80 == 0);
    for (i, octets) in arcs.enumerate() {
        if i > 0 {
            out.push('.');
        }
        if octets.len() > 9 {
            let mut arc = BigInt::zero();
            octets.iter().for_each(|octet| arc = arc.scaled(128, u32::from(octet & 0x7f)));
            let _ = match std::mem::take(&mut first) {
                true => write!(out, "2.{}", arc.minus(&80.into())),
                false => write!(out, "{arc}"),
            };
            continue;
        }
        let arc = octets.iter().fold(0u64, |arc, octet| arc << 7 | u64::from(octet & 0x7f));
        let _ = match std::mem::take(&mut first) {
            true if arc < 80 => write!(out, "{}.{}", arc / 40, arc % 40),
            true => write!(out, "2.{}", arc - 80),
            false => write!(out, "{arc}"),
        };
    }
}

/// A JSON string (RFC 8259 7): only what must be escaped is.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|b| b < b' ' || b == b'"' || b == b'\\') {
        out.push_str(&rest[..at]);
        let _ = match rest.as_bytes()[at] {
            b'"' => out.write_str("\\\""),
            b'\\' => out.write_str("\\\\"),
            b'\n' => out.write_str("\\n"),
            b'\r' => out.write_str("\\r"),
            b'\t' => out.write_str("\\t"),
            control => write!(out, "\\u{control:04X}"),
        };
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}
