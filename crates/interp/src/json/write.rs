//! The JSON writer: events to text.

use wireglot_bigint::BigInt;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::text::{Spot, Text};
use super::words::Words;
use super::{base64, escape, number, Spelling};
use crate::{Origin, Sink, Unknown};

/// White space between values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// None: a value is one line.
    Compact,
    /// Each member or element on a line of its own, indented by two spaces per level; values whose
    /// type has no parts stay on one line.
    Indented,
    /// The same with line breaks in the short form that [`Breaks`](super::Breaks) expands, so that the text of deeply
    /// nested values is not much longer than on one line. H.248 text is written as indented.
    Folded,
}

impl Layout {
    /// The space after a colon or comma within a line.
    fn gap(self) -> &'static str {
        match self {
            Layout::Compact => "",
            Layout::Indented | Layout::Folded => " ",
        }
    }

    /// Whether a value has several lines.
    pub(crate) fn has_lines(self) -> bool {
        self != Layout::Compact
    }
}

/// A [`Sink`] that writes JSON into its own buffer.
///
/// Consecutive values are written without a separator: take the text and call [`JsonWriter::clear`]
/// after each.
#[derive(Debug)]
pub struct JsonWriter<'s> {
    shape: &'s Shape,
    spelling: Spelling,
    layout: Layout,
    out: Text,
    /// The names of each type seen so far, as they appear in the text.
    words: Vec<Words>,
    /// The innermost object or array, and the ones around it.
    level: Level,
    outer: Vec<Level>,
    /// Unknown parts of the open records as text, innermost last.
    unknown: Text,
    /// The octets of components as received, likewise.
    raw: Text,
    kept: usize,
    marks: Vec<Mark>,
    /// The origin of the octets that come next.
    origin: Option<Origin>,
    /// The open types, and strings with CONTAINING, around the value, innermost last.
    holders: Vec<Holder>,
}

/// The lengths at a point that may be returned to.
#[derive(Clone, Copy, Debug)]
struct Mark {
    out: Spot,
    level: Level,
    outer: usize,
    unknown: usize,
    raw: usize,
    kept: usize,
    holders: usize,
}

/// An open object or array in the text.
#[derive(Clone, Copy, Debug)]
struct Level {
    shape: ShapeId,
    list: bool,
    /// Whether it has any contents.
    any: bool,
    /// Where this record's unknown parts start, and where its components' octets start.
    unknown: usize,
    raw: usize,
    /// How many holders are around it.
    holders: usize,
}

impl Level {
    /// The level around the whole value.
    const NONE: Level = Level { shape: ShapeId(0), list: false, any: false, unknown: 0, raw: 0, holders: 0 };
}

/// What has no text of its own around the value that it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holder {
    Open,
    Octets,
    Bits,
}

impl Holder {
    /// The escape that gives its octets.
    fn escape(self) -> &'static str {
        match self {
            Holder::Open => escape::OPAQUE,
            Holder::Octets => escape::OCTETS,
            Holder::Bits => escape::BITS,
        }
    }
}

impl<'s> JsonWriter<'s> {
    /// A writer of values of `shape`.
    pub fn new(shape: &'s Shape, spelling: Spelling, layout: Layout) -> JsonWriter<'s> {
        let mut words = Vec::new();
        words.resize_with(shape.types.len(), Words::default);
        let (out, unknown, raw, outer, marks, holders) = Default::default();
        JsonWriter {
            shape,
            spelling,
            layout,
            out,
            words,
            level: Level::NONE,
            outer,
            unknown,
            raw,
            kept: 0,
            marks,
            origin: None,
            holders,
        }
    }

    /// The text written since the last [`JsonWriter::clear`].
    pub fn text(&self) -> &str {
        self.out.as_str()
    }

    /// The text as UTF-8 octets.
    pub fn octets(&self) -> &[u8] {
        self.out.octets()
    }

    /// Discards the text but keeps the memory.
    pub fn clear(&mut self) {
        self.out.clear();
        self.level = Level::NONE;
        self.outer.clear();
        self.unknown.clear();
        self.raw.clear();
        self.kept = 0;
        self.marks.clear();
        self.origin = None;
        self.holders.clear();
    }

    /// Sets the maximum length of the text in octets, line breaks in full. Longer text is discarded while it grows.
    pub fn bound(&mut self, most: usize) {
        self.out.bound(most);
    }

    /// Whether the text has exceeded its maximum since it was cleared, and is therefore incomplete.
    pub fn is_over(&self) -> bool {
        self.out.is_over()
    }

    /// How many errors were passed over while decoding into this writer: see [`Sink::kept`].
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The text, for appending a complete value without white space, which must be the same in both
    /// spellings. `None` if the layout is not compact or something is open.
    pub(crate) fn appended(&mut self) -> Option<&mut Text> {
        (self.layout == Layout::Compact && self.outer.is_empty()).then_some(&mut self.out)
    }

    /// Begins a value; a list element gets its comma.
    #[inline]
    fn value(&mut self) {
        if self.level.list {
            self.separate();
        }
    }

    /// Writes the comma before a member or element, and a new line.
    #[inline]
    fn separate(&mut self) {
        self.out.keep_bound();
        if std::mem::replace(&mut self.level.any, true) {
            self.out.sign(b',');
        }
        self.line();
    }

    #[inline]
    fn line(&mut self) {
        match self.layout {
            Layout::Compact => {}
            Layout::Indented => self.out.indent(self.outer.len()),
            Layout::Folded => self.out.fold(self.outer.len()),
        }
    }

    fn open(&mut self, shape: ShapeId, bracket: u8) {
        self.value();
        self.out.sign(bracket);
        let list = bracket == b'[';
        let (unknown, raw) = (self.unknown.len(), self.raw.len());
        let inner = Level { shape, list, any: false, unknown, raw, holders: self.holders.len() };
        self.outer.push(std::mem::replace(&mut self.level, inner));
    }

    fn close(&mut self, bracket: u8) {
        let inner = self.level;
        let outer = self.outer.pop().unwrap_or(Level::NONE);
        if inner.any {
            self.line();
        }
        self.level = outer;
        self.out.sign(bracket);
    }

    /// Opens an object whose members are parts of the type.
    fn open_object(&mut self, shape: ShapeId) {
        self.open(shape, b'{');
        self.prepare(shape);
    }

    /// Makes the names of a type if they have not been made.
    #[inline]
    fn prepare(&mut self, shape: ShapeId) {
        if let Some(words @ Words::Unmade) = self.words.get_mut(shape.index()) {
            *words = Words::of(self.shape, shape, self.layout.has_lines());
        }
    }

    /// Writes the name of a part of the open object, with punctuation.
    #[inline]
    fn member(&mut self, index: u32) {
        self.out.keep_bound();
        let first = !std::mem::replace(&mut self.level.any, true);
        let compact = self.layout == Layout::Compact;
        if !compact {
            if !first {
                self.out.sign(b',');
            }
            self.line();
        }
        let name = self.words.get(self.level.shape.index()).map_or("", |words| words.member(index));
        self.out.push(if compact && !first { name } else { name.get(1..).unwrap_or_default() });
    }

    /// Writes an escape: an object with one member, whose value is on the same line. The value has
    /// begun.
    fn escape(&mut self, name: &str, value: impl FnOnce(&mut Text)) {
        let gap = self.layout.gap();
        self.out.show(format_args!("{{\"{name}\":{gap}"));
        value(&mut self.out);
        self.out.sign(b'}');
    }

    /// Writes an escape with the octets of an open type or a string, which `value` writes with the rules they were
    /// encoded with. Holders around it whose escape could be meant instead write theirs around it.
    fn held_octets(&mut self, of: Holder, value: impl FnOnce(&mut Text, Option<Rules>)) {
        let gap = self.layout.gap();
        let rules = self.origin.take().map(|origin| origin.rules);
        let mut around = 0;
        for holder in self.holders.get(self.level.holders..).unwrap_or_default() {
            if (*holder == Holder::Open) == (of == Holder::Open) {
                self.out.show(format_args!("{{\"{}\":{gap}", holder.escape()));
                around += 1;
            }
        }
        self.escape(of.escape(), |out| value(out, rules));
        (0..around).for_each(|_| self.out.sign(b'}'));
    }

    /// Writes the name of a member that is not a component.
    fn beside(&mut self, name: &str) {
        self.separate();
        let gap = self.layout.gap();
        self.out.show(format_args!("\"{name}\":{gap}"));
    }

    pub(crate) fn lossless(&self) -> bool {
        self.spelling == Spelling::Json
    }

    fn kind(&self, shape: ShapeId) -> Option<&'s ShapeKind> {
        self.shape.types.get(shape.index()).map(|t| &t.kind)
    }
}

impl Sink for JsonWriter<'_> {
    type Notes = ();

    #[inline]
    fn boolean(&mut self, _: ShapeId, value: bool) {
        self.value();
        self.out.push(if value { "true" } else { "false" });
    }

    #[inline]
    fn integer(&mut self, _: ShapeId, value: i64) {
        self.value();
        self.out.integer(value);
    }

    fn big_integer(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        self.out.show(BigInt::from_twos_complement(octets));
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        self.prepare(shape);
        self.value();
        match self.words.get(shape.index()).and_then(|words| words.item(number)) {
            Some(name) => self.out.push(name),
            None => self.escape(escape::NUMBER, |out| out.integer(number)),
        }
    }

    fn unknown_enumerated(&mut self, _: ShapeId, index: u64) {
        self.value();
        self.escape(escape::INDEX, |out| out.show(index));
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        let (fixed, contains) = match self.kind(shape) {
            Some(ShapeKind::BitString { fixed, contains, .. }) => (*fixed, contains.is_some()),
            _ => (false, false),
        };
        self.value();
        let gap = self.layout.gap();
        if contains && (self.lossless() || self.origin.is_some()) {
            return self
                .held_octets(Holder::Bits, |out, rules| value_and_length(out, gap, rules, octets, bits));
        }
        match fixed {
            true => self.out.hex(octets),
            false => value_and_length(&mut self.out, gap, None, octets, bits),
        }
    }

    #[inline]
    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]) {
        let ty = self.shape.types.get(shape.index());
        let contains =
            matches!(ty.map(|ty| &ty.kind), Some(ShapeKind::OctetString { contains: Some(_), .. }));
        self.value();
        if contains && (self.lossless() || self.origin.is_some()) {
            let gap = self.layout.gap();
            return self.held_octets(Holder::Octets, |out, rules| escape::octets(out, gap, rules, octets));
        }
        match ty.is_some_and(|ty| ty.jer.base64) {
            true => base64::write(octets, &mut self.out),
            false => self.out.hex(octets),
        }
    }

    fn null(&mut self, _: ShapeId) {
        self.value();
        self.out.push("null");
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.value();
        self.out.sign(b'"');
        let relative = matches!(self.kind(shape), Some(ShapeKind::RelativeOid));
        self.out.oid(contents, relative);
        self.out.sign(b'"');
    }

    fn real(&mut self, _: ShapeId, value: &Real<'_>) {
        self.value();
        let gap = self.layout.gap();
        match value {
            Real::Zero => self.out.sign(b'0'),
            Real::Decimal { negative, digits, exponent } => self.escape(escape::BASE10, |out| {
                let mut number = String::new();
                number::write_decimal(&mut number, *negative, digits, *exponent);
                out.push(&number);
            }),
            Real::Binary { negative, mantissa, exponent } => {
                match number::binary_to_decimal(*negative, mantissa, *exponent) {
                    Some(text) => self.out.push(&text),
                    None => self.escape(escape::BASE2, |out| {
                        let sign = if *negative { "-" } else { "" };
                        let mantissa = BigInt::from_unsigned(mantissa);
                        out.show(format_args!(
                            "{{\"mantissa\":{gap}{sign}{mantissa},{gap}\"exponent\":{gap}{exponent}}}"
                        ));
                    }),
                }
            }
            special => {
                let word = number::SPECIAL.iter().find(|(_, real)| real == special);
                self.out.quoted(word.map_or("", |(word, _)| word));
            }
        }
    }

    #[inline]
    fn string(&mut self, _: ShapeId, text: &str) {
        self.value();
        self.out.quoted(text);
    }

    fn mark(&mut self) -> usize {
        self.marks.push(Mark {
            out: self.out.spot(),
            level: self.level,
            outer: self.outer.len(),
            unknown: self.unknown.len(),
            raw: self.raw.len(),
            kept: self.kept,
            holders: self.holders.len(),
        });
        self.marks.len() - 1
    }

    fn unmark(&mut self, mark: usize) {
        self.marks.truncate(mark);
    }

    fn back_to(&mut self, mark: usize) {
        let Some(at) = self.marks.get(mark).copied() else { return };
        self.marks.truncate(mark);
        self.out.back_to(at.out);
        self.outer.truncate(at.outer);
        self.unknown.truncate(at.unknown);
        self.raw.truncate(at.raw);
        self.holders.truncate(at.holders);
        (self.level, self.kept, self.origin) = (at.level, at.kept, None);
    }

    const TAKES_BACK: bool = true;

    fn kept(&mut self) {
        self.kept += 1;
    }

    fn origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    fn opaque(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        if self.lossless() || self.origin.is_some_and(|origin| origin.kept) {
            let gap = self.layout.gap();
            return self.held_octets(Holder::Open, |out, rules| escape::octets(out, gap, rules, octets));
        }
        self.origin = None;
        self.out.hex(octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.open_object(shape);
    }

    #[inline]
    fn slot(&mut self, index: u32) {
        self.member(index);
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        if !self.lossless() {
            return;
        }
        let gap = self.layout.gap();
        let (word, index) = match place {
            Unknown::Insertion(index) => ("insertion", index),
            Unknown::Addition(index) => ("addition", index),
            Unknown::Bitmap(count) => ("bitmap", count),
            Unknown::Raw(slot) => {
                let name = self.words.get(self.level.shape.index()).map_or("", |words| words.member(slot));
                if self.raw.len() > self.level.raw {
                    self.raw.show(format_args!(",{gap}"));
                }
                self.raw.push(name.get(1..).unwrap_or_default());
                return self.raw.hex(octets);
            }
        };
        if self.unknown.len() > self.level.unknown {
            self.unknown.show(format_args!(",{gap}"));
        }
        self.unknown.show(format_args!("{{\"{word}\":{gap}{index},{gap}\"octets\":{gap}"));
        self.unknown.hex(octets);
        self.unknown.push("}");
    }

    fn end_record(&mut self, _: ShapeId) {
        let Level { unknown, raw, .. } = self.level;
        if self.unknown.len() > unknown {
            self.beside(escape::UNKNOWN);
            let parts = self.unknown.as_str().get(unknown..).unwrap_or_default();
            self.out.push("[");
            self.out.push(parts);
            self.out.push("]");
            self.unknown.truncate(unknown);
        }
        if self.raw.len() > raw {
            self.beside(escape::RAW);
            let parts = self.raw.as_str().get(raw..).unwrap_or_default();
            self.out.push("{");
            self.out.push(parts);
            self.out.push("}");
            self.raw.truncate(raw);
        }
        self.close(b'}');
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.open(shape, b'[');
    }

    fn end_list(&mut self, _: ShapeId) {
        self.close(b']');
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.open_object(shape);
        self.member(alternative);
    }

    fn end_choice(&mut self, _: ShapeId) {
        self.close(b'}');
    }

    fn unknown_choice(&mut self, _: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.value();
        let gap = self.layout.gap();
        self.escape(escape::UNKNOWN, |out| {
            out.show(format_args!("{{\"octets\":{gap}"));
            out.hex(octets);
            if let Some(index) = index {
                out.show(format_args!(",{gap}\"index\":{gap}{index}"));
            }
            out.sign(b'}');
        });
    }

    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {
        self.holders.push(Holder::Open);
    }

    fn end_open(&mut self, _: ShapeId) {
        self.holders.pop();
    }

    fn begin_contained(&mut self, shape: ShapeId, _: Rules) {
        self.holders.push(match self.kind(shape) {
            Some(ShapeKind::BitString { .. }) => Holder::Bits,
            _ => Holder::Octets,
        });
    }

    fn end_contained(&mut self, _: ShapeId) {
        self.holders.pop();
    }
}

fn value_and_length(out: &mut Text, gap: &str, rules: Option<Rules>, octets: &[u8], bits: u64) {
    out.sign(b'{');
    escape::in_rules(out, gap, rules);
    out.push("\"value\":");
    out.push(gap);
    out.hex(octets);
    out.push(",");
    out.push(gap);
    out.push("\"length\":");
    out.push(gap);
    out.show(bits);
    out.sign(b'}');
}
