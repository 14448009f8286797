//! The XER writer: values to XML.

use std::fmt::Write;

use wireglot_bigint::BigInt;
use wireglot_plan::{Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::names::{is_bare_in_list, root_name, type_name};
use super::CONTROLS;
use crate::json::number::{binary_to_decimal, Literal};
use crate::json::text::Text;
use crate::json::Layout;
use crate::names::Numbers;
use crate::{ListRef, RecordRef, ValueRef, View};

/// Writes values as XML into its own buffer.
#[derive(Debug)]
pub struct XerWriter<'s> {
    shape: &'s Shape,
    layout: Layout,
    out: Text,
    depth: usize,
    /// Whether the parts of the open element are on lines of their own.
    lines: bool,
    numbers: Numbers,
}

/// The error says why a value has no text.
type Written = Result<(), String>;

impl<'s> XerWriter<'s> {
    /// A writer of values of `shape`.
    pub fn new(shape: &'s Shape, layout: Layout) -> XerWriter<'s> {
        XerWriter { shape, layout, out: Text::default(), depth: 0, lines: false, numbers: Numbers::default() }
    }

    /// The text written since the last [`XerWriter::clear`].
    pub fn text(&self) -> &str {
        self.out.as_str()
    }

    /// The text as octets. Line breaks of [`Layout::Folded`] are in their short form.
    pub fn octets(&self) -> &[u8] {
        self.out.octets()
    }

    /// Sets the maximum length of the text in octets, line breaks in full. Longer text is discarded while it grows.
    pub fn bound(&mut self, most: usize) {
        self.out.bound(most);
    }

    /// Whether the text has exceeded its maximum since the last [`XerWriter::clear`].
    pub fn is_over(&self) -> bool {
        self.out.is_over()
    }

    /// Discards the text but keeps the memory.
    pub fn clear(&mut self) {
        self.out.clear();
        self.depth = 0;
    }

    /// Writes a value as an element named after its type.
    ///
    /// # Errors
    /// Basic XER cannot represent a part of it.
    pub fn value(&mut self, value: ValueRef) -> Result<(), String> {
        self.depth = 0;
        let shape: &'s Shape = self.shape;
        self.element(&root_name(shape, value.shape()), |to| to.contents(value))
    }

    fn kind(&self, ty: ShapeId) -> Option<&'s ShapeKind> {
        self.shape.types.get(ty.index()).map(|ty| &ty.kind)
    }

    fn typed(&mut self, ty: ShapeId, value: ValueRef) -> Written {
        let shape: &'s Shape = self.shape;
        self.element(&type_name(shape, ty), |to| to.contents(value))
    }

    /// Writes an element and its contents.
    fn element(&mut self, name: &str, contents: impl FnOnce(&mut Self) -> Written) -> Written {
        if self.depth > 0 {
            self.line();
        }
        let _ = write!(self.out, "<{name}>");
        let start = self.out.len();
        self.depth += 1;
        self.lines = false;
        contents(self)?;
        self.depth -= 1;
        let lines = std::mem::replace(&mut self.lines, self.depth > 0);
        if self.out.len() == start {
            self.out.truncate(start.saturating_sub(1));
            self.out.push("/>");
            return Ok(());
        }
        if lines {
            self.line();
        }
        let _ = write!(self.out, "</{name}>");
        Ok(())
    }

    fn line(&mut self) {
        match self.layout {
            Layout::Compact => {}
            Layout::Indented => self.out.indent(self.depth),
            Layout::Folded => self.out.fold(self.depth),
        }
        self.lines |= self.layout.has_lines();
        self.out.keep_bound();
    }

    fn empty(&mut self, name: &str) -> Written {
        let _ = write!(self.out, "<{name}/>");
        Ok(())
    }

    fn contents(&mut self, value: ValueRef) -> Written {
        let ty = value.shape();
        match value.view() {
            View::Boolean(value) => return self.empty(if value { "true" } else { "false" }),
            View::Integer(value) => {
                let _ = write!(self.out, "{value}");
            }
            View::BigInteger(octets) => {
                let _ = write!(self.out, "{}", BigInt::from_twos_complement(octets));
            }
            View::Enumerated(number) => return self.enumerated(ty, number),
            View::BitString(octets, bits) => {
                let all = octets.iter().flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1));
                all.take(bits as usize).for_each(|bit| self.out.sign(b'0' + bit));
            }
            View::OctetString(octets) | View::Opaque(octets) => self.hex(octets),
            View::Null => {}
            View::Oid(contents) => {
                let relative = matches!(self.kind(ty), Some(ShapeKind::RelativeOid));
                self.out.oid(contents, relative);
            }
            View::Real(value) => return self.real(&value),
            View::String(text) => write_characters(&mut self.out, text),
            View::Record(record) => return self.record(ty, record),
            View::List(list) => return self.list(ty, list),
            View::Choice(alternative, value) => return self.choice(ty, alternative, value),
            View::Open(actual, value) => return self.typed(actual, value),
            View::Contained(_, value) => return self.typed(value.shape(), value),
            View::UnknownEnumerated(_) => {
                return Err("an item that the type does not list has no name".into())
            }
            View::UnknownChoice(..) => {
                return Err("an alternative that the type does not have has no name".into())
            }
        }
        Ok(())
    }

    fn list(&mut self, ty: ShapeId, list: ListRef) -> Written {
        match self.kind(ty) {
            Some(ShapeKind::List { name: Some(name), .. }) => {
                list.iter().try_for_each(|item| self.element(name, |to| to.contents(item)))
            }
            _ => list.iter().try_for_each(|item| self.item(item)),
        }
    }

    /// Writes a list element that the specification does not name.
    fn item(&mut self, value: ValueRef) -> Written {
        let ty = value.shape();
        if !self.kind(ty).is_some_and(is_bare_in_list) {
            return self.typed(ty, value);
        }
        if !matches!(value.view(), View::Choice(..)) {
            self.line();
        }
        self.contents(value)
    }

    fn enumerated(&mut self, ty: ShapeId, number: i64) -> Written {
        let item = match self.kind(ty) {
            Some(ShapeKind::Enumerated { items, .. }) => self.numbers.name(ty, items, &number),
            _ => None,
        };
        match item {
            Some(name) => self.empty(name),
            None => Err(format!("{number} is not an item of the type and has no name")),
        }
    }

    /// Writes a record in the order of the type, which may not be the order in the encoding.
    fn record(&mut self, ty: ShapeId, record: RecordRef) -> Written {
        let Some(ShapeKind::Record { slots, .. }) = self.kind(ty) else { return Ok(()) };
        for (index, slot) in slots.iter().enumerate() {
            if let Some(value) = record.slot(index as u32) {
                self.element(&slot.name, |to| to.contents(value))?;
            }
        }
        Ok(())
    }

    fn choice(&mut self, ty: ShapeId, alternative: u32, value: ValueRef) -> Written {
        let Some(ShapeKind::Choice { alternatives, .. }) = self.kind(ty) else { return Ok(()) };
        match alternatives.get(alternative as usize) {
            Some(alternative) => self.element(&alternative.name, |to| to.contents(value)),
            None => Ok(()),
        }
    }

    fn hex(&mut self, octets: &[u8]) {
        for octet in octets {
            let _ = write!(self.out, "{octet:02X}");
        }
    }

    /// Writes one digit, a point, the other digits, and the power of ten, as canonical XER requires
    /// (X.693).
    fn real(&mut self, value: &Real<'_>) -> Written {
        let (negative, digits, exponent) = match value {
            Real::Zero => return self.plain("0"),
            Real::MinusZero => return self.plain("-0"),
            Real::PlusInfinity => return self.empty("PLUS-INFINITY"),
            Real::MinusInfinity => return self.empty("MINUS-INFINITY"),
            Real::NotANumber => return self.empty("NOT-A-NUMBER"),
            Real::Decimal { negative, digits, exponent } => (*negative, (*digits).to_string(), *exponent),
            Real::Binary { negative, mantissa, exponent } => {
                let text = binary_to_decimal(*negative, mantissa, *exponent);
                let literal = text.as_deref().and_then(Literal::new);
                let Some(literal) = literal else {
                    return Err("the number is too long to be written in base 10".into());
                };
                (*negative, literal.digits, literal.exponent)
            }
        };
        let (first, rest) = digits.split_at_checked(1).unwrap_or(("0", ""));
        let sign = if negative { "-" } else { "" };
        let power = exponent.saturating_add(rest.len() as i64);
        let rest = if rest.is_empty() { "0" } else { rest };
        let _ = write!(self.out, "{sign}{first}.{rest}E{power}");
        Ok(())
    }

    fn plain(&mut self, text: &str) -> Written {
        self.out.push(text);
        Ok(())
    }
}

/// Writes characters, escaping those that have a meaning in XML (X.680 12.15).
fn write_characters(out: &mut Text, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push("&amp;"),
            '<' => out.push("&lt;"),
            '>' => out.push("&gt;"),
            '\t' | '\n' => out.sign(character as u8),
            // XML readers take it for a line end.
            '\r' => out.push("&#xD;"),
            _ => match CONTROLS.iter().find(|(code, _)| u32::from(*code) == u32::from(character)) {
                Some((_, name)) => {
                    let _ = write!(out, "<{name}/>");
                }
                None => {
                    let _ = out.write_char(character);
                }
            },
        }
    }
}
