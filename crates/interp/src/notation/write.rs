//! The value notation writer: events to text.

use std::fmt::Write;

use wireglot_bigint::BigInt;
use wireglot_model::StringKind;
use wireglot_plan::{Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::escape;
use super::types::type_text;
use crate::json::text::Text;
use crate::json::Layout;
use crate::names::Numbers;
use crate::{Origin, Sink, Unknown};

/// A [`Sink`] that writes value notation into its own buffer.
///
/// Consecutive values are written without a separator: take the text and call
/// [`NotationWriter::clear`] after each.
#[derive(Debug)]
pub struct NotationWriter<'s> {
    shape: &'s Shape,
    layout: Layout,
    out: Text,
    levels: Vec<Level>,
    /// The number of open braces.
    braces: usize,
    /// Unknown parts of the open records as text, innermost last.
    unknown: Text,
    kept: usize,
    /// The rules of the octets that come next.
    rules: Option<Rules>,
    numbers: Numbers,
}

/// An open value in the text.
#[derive(Clone, Copy, Debug)]
struct Level {
    shape: ShapeId,
    kind: LevelKind,
    /// Whether it has any contents.
    any: bool,
    /// Where this record's unknown parts start.
    unknown: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelKind {
    Record,
    List,
    /// The value after a colon or a word, on the same line.
    Inline,
}

impl<'s> NotationWriter<'s> {
    /// A writer of values of `shape`.
    pub fn new(shape: &'s Shape, layout: Layout) -> NotationWriter<'s> {
        let (out, unknown) = Default::default();
        let (levels, braces, kept, rules, numbers) = Default::default();
        NotationWriter { shape, layout, out, levels, braces, unknown, kept, rules, numbers }
    }

    /// The text written since the last [`NotationWriter::clear`].
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

    /// Whether the text has exceeded its maximum since the last [`NotationWriter::clear`].
    pub fn is_over(&self) -> bool {
        self.out.is_over()
    }

    /// Discards the text but keeps the memory.
    pub fn clear(&mut self) {
        self.out.clear();
        self.levels.clear();
        self.braces = 0;
        self.unknown.clear();
        self.kept = 0;
        self.rules = None;
    }

    /// How many errors were passed over while decoding into this writer: see [`Sink::kept`].
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Writes an escape with the rules of the octets that follow, if these are known.
    fn in_rules(&mut self, escape: &str) -> bool {
        let rules = self.rules.take();
        if let Some(rules) = rules {
            let _ = write!(self.out, "{escape} {rules} : ");
        }
        rules.is_some()
    }

    /// Begins a value; a list element gets its comma.
    fn value(&mut self) {
        if self.levels.last().is_some_and(|l| l.kind == LevelKind::List) {
            self.separate();
        }
    }

    fn separate(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            if std::mem::replace(&mut level.any, true) {
                self.out.sign(b',');
            }
        }
        self.line();
    }

    fn line(&mut self) {
        match self.layout {
            Layout::Compact => self.out.sign(b' '),
            Layout::Indented => self.out.indent(self.braces),
            Layout::Folded => self.out.fold(self.braces),
        }
        self.out.keep_bound();
    }

    fn open(&mut self, shape: ShapeId, kind: LevelKind) {
        self.value();
        self.out.sign(b'{');
        self.braces += 1;
        self.levels.push(Level { shape, kind, any: false, unknown: self.unknown.len() });
    }

    /// Opens the value after a colon or a word.
    fn inside(&mut self, shape: ShapeId) {
        self.levels.push(Level { shape, kind: LevelKind::Inline, any: false, unknown: self.unknown.len() });
    }

    fn outside(&mut self) {
        self.levels.pop();
    }

    fn close(&mut self) {
        self.braces = self.braces.saturating_sub(1);
        if self.levels.pop().is_some_and(|l| l.any) {
            self.line();
        }
        self.out.sign(b'}');
    }

    fn name(&mut self, name: &str) {
        self.separate();
        self.out.push(name);
        self.out.sign(b' ');
    }

    fn word(&mut self, word: &str) {
        self.value();
        self.out.push(word);
    }

    /// The names of the bits that are set, if all have one and the last bit is set: names cannot
    /// express trailing zeros.
    fn names_of(
        &mut self,
        shape: ShapeId,
        named: &'s [(String, u32)],
        octets: &[u8],
        bits: u64,
    ) -> Option<Vec<&'s str>> {
        if named.is_empty() || bits > 0 && !is_set(octets, bits - 1) {
            return None;
        }
        let set = (0..octets.len() as u64 * 8).filter(|bit| is_set(octets, *bit));
        let positions = set.map(|bit| self.numbers.position(shape, named, &u32::try_from(bit).ok()?));
        let mut positions: Vec<usize> = positions.collect::<Option<_>>()?;
        positions.sort_unstable();
        Some(positions.into_iter().filter_map(|position| Some(named.get(position)?.0.as_str())).collect())
    }

    fn kind(&self, shape: ShapeId) -> Option<&'s ShapeKind> {
        self.shape.types.get(shape.index()).map(|t| &t.kind)
    }
}

impl Sink for NotationWriter<'_> {
    type Notes = ();

    fn boolean(&mut self, _: ShapeId, value: bool) {
        self.word(if value { "TRUE" } else { "FALSE" });
    }

    fn integer(&mut self, shape: ShapeId, value: i64) {
        self.value();
        let named = match self.kind(shape) {
            Some(ShapeKind::Integer { named, .. }) if !named.is_empty() => {
                self.numbers.name(shape, named, &BigInt::from(value))
            }
            _ => None,
        };
        match named {
            Some(name) => self.out.push(name),
            None => {
                let _ = write!(self.out, "{value}");
            }
        }
    }

    fn big_integer(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        let _ = write!(self.out, "{}", BigInt::from_twos_complement(octets));
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        let item = match self.kind(shape) {
            Some(ShapeKind::Enumerated { items, .. }) => self.numbers.name(shape, items, &number),
            _ => None,
        };
        match item {
            Some(name) => self.word(name),
            None => {
                self.value();
                let _ = write!(self.out, "{} : {number}", escape::NUMBER);
            }
        }
    }

    fn unknown_enumerated(&mut self, _: ShapeId, index: u64) {
        self.value();
        let _ = write!(self.out, "{} : {index}", escape::INDEX);
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        self.value();
        let named = match self.kind(shape) {
            Some(ShapeKind::BitString { named, .. }) if !named.is_empty() => named.as_slice(),
            _ => &[],
        };
        // Names have no place for the rules of octets.
        let names = match self.rules {
            None => self.names_of(shape, named, octets, bits),
            Some(_) => None,
        };
        match names {
            Some(names) => {
                let _ = write!(self.out, "{{{}}}", names.join(", "));
            }
            None => {
                self.in_rules(escape::BITS);
                write_bits(&mut self.out, octets, bits);
            }
        }
    }

    fn octet_string(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        self.in_rules(escape::OCTETS);
        write_hex(&mut self.out, octets);
    }

    fn null(&mut self, _: ShapeId) {
        self.word("NULL");
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.value();
        let relative = matches!(self.kind(shape), Some(ShapeKind::RelativeOid));
        let _ = write!(self.out, "{{{}}}", arcs(contents, relative).join(" "));
    }

    fn real(&mut self, _: ShapeId, value: &Real<'_>) {
        self.value();
        let sign = |negative: &bool| if *negative { "-" } else { "" };
        let _ = match value {
            Real::Zero => write!(self.out, "0"),
            Real::MinusZero => write!(self.out, "-0"),
            Real::PlusInfinity => write!(self.out, "PLUS-INFINITY"),
            Real::MinusInfinity => write!(self.out, "MINUS-INFINITY"),
            Real::NotANumber => write!(self.out, "NOT-A-NUMBER"),
            Real::Binary { negative, mantissa, exponent } => {
                let mantissa = BigInt::from_unsigned(mantissa);
                write!(self.out, "{{mantissa {}{mantissa}, base 2, exponent {exponent}}}", sign(negative))
            }
            Real::Decimal { negative, digits, exponent } => {
                write!(self.out, "{{mantissa {}{digits}, base 10, exponent {exponent}}}", sign(negative))
            }
        };
    }

    fn string(&mut self, shape: ShapeId, text: &str) {
        self.value();
        let wide = matches!(
            self.kind(shape),
            Some(ShapeKind::String { kind: StringKind::Utf8 | StringKind::Bmp | StringKind::Universal, .. })
        );
        write_characters(&mut self.out, text, wide);
    }

    fn kept(&mut self) {
        self.kept += 1;
    }

    fn origin(&mut self, origin: Origin) {
        self.rules = Some(origin.rules);
    }

    fn opaque(&mut self, _: ShapeId, octets: &[u8]) {
        self.value();
        if !self.in_rules(escape::OPAQUE) {
            let _ = write!(self.out, "{} : ", escape::OPAQUE);
        }
        write_hex(&mut self.out, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.open(shape, LevelKind::Record);
    }

    fn slot(&mut self, index: u32) {
        let record = self.levels.last().and_then(|l| self.kind(l.shape));
        let slot = match record {
            Some(ShapeKind::Record { slots, .. }) => slots.get(index as usize),
            _ => None,
        };
        self.name(slot.map_or("", |s| &s.name));
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        let (word, index) = match place {
            Unknown::Insertion(index) => ("insertion", index),
            Unknown::Addition(index) => ("addition", index),
            Unknown::Bitmap(count) => ("bitmap", count),
            Unknown::Raw(slot) => ("raw", slot),
        };
        let first = self.levels.last().is_none_or(|l| l.unknown == self.unknown.len());
        let _ = write!(self.unknown, "{}{{ {word} {index}, octets ", if first { "" } else { "," });
        write_hex(&mut self.unknown, octets);
        self.unknown.push(" }");
    }

    fn end_record(&mut self, _: ShapeId) {
        let start = self.levels.last().map_or(0, |l| l.unknown);
        if self.unknown.len() > start {
            self.name(escape::UNKNOWN);
            self.out.push("{ ");
            self.out.push_octets(self.unknown.octets().get(start..).unwrap_or_default());
            self.out.push(" }");
            self.unknown.truncate(start);
        }
        self.close();
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.open(shape, LevelKind::List);
    }

    fn end_list(&mut self, _: ShapeId) {
        self.close();
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.value();
        let name = match self.kind(shape) {
            Some(ShapeKind::Choice { alternatives, .. }) => alternatives.get(alternative as usize),
            _ => None,
        };
        self.out.push(name.map_or("", |a| &a.name));
        self.out.push(" : ");
        self.inside(shape);
    }

    fn end_choice(&mut self, _: ShapeId) {
        self.outside();
    }

    fn unknown_choice(&mut self, _: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.value();
        let _ = write!(self.out, "{} : {{ octets ", escape::UNKNOWN);
        write_hex(&mut self.out, octets);
        if let Some(index) = index {
            let _ = write!(self.out, ", index {index}");
        }
        self.out.push(" }");
    }

    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId) {
        self.value();
        self.out.push(&type_text(self.shape, actual));
        self.out.push(" : ");
        self.inside(shape);
    }

    fn end_open(&mut self, _: ShapeId) {
        self.outside();
    }

    fn begin_contained(&mut self, shape: ShapeId, _: Rules) {
        self.value();
        self.out.push("CONTAINING ");
        self.inside(shape);
    }

    fn end_contained(&mut self, _: ShapeId) {
        self.outside();
    }
}

fn is_set(octets: &[u8], bit: u64) -> bool {
    octets.get((bit / 8) as usize).is_some_and(|octet| octet >> (7 - bit % 8) & 1 == 1)
}

/// Writes an hstring if the bits are whole digits, otherwise a bstring (X.680 22.2).
fn write_bits(out: &mut Text, octets: &[u8], bits: u64) {
    out.sign(b'\'');
    if bits.is_multiple_of(4) {
        let digits = octets.iter().flat_map(|octet| [octet >> 4, octet & 15]);
        digits.take((bits / 4) as usize).for_each(|value| out.sign(digit(value)));
        return out.push("'H");
    }
    let all = octets.iter().flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1));
    all.take(bits as usize).for_each(|value| out.sign(digit(value)));
    out.push("'B");
}

fn write_hex(out: &mut Text, octets: &[u8]) {
    write_bits(out, octets, octets.len() as u64 * 8);
}

fn digit(value: u8) -> u8 {
    if value < 10 {
        b'0' + value
    } else {
        b'A' + (value - 10)
    }
}

/// Writes a cstring or, if there are control characters, which a cstring cannot hold, a list of
/// cstrings and of tuples or quadruples (X.680 41.8).
fn write_characters(out: &mut Text, text: &str, wide: bool) {
    if !text.contains(char::is_control) {
        return quote(out, text);
    }
    out.sign(b'{');
    for (i, part) in text.split_inclusive(char::is_control).enumerate() {
        let (plain, control) = match part.char_indices().next_back() {
            Some((at, last)) if last.is_control() => (&part[..at], Some(u32::from(last))),
            _ => (part, None),
        };
        if i > 0 {
            out.push(", ");
        }
        if !plain.is_empty() {
            quote(out, plain);
        }
        let Some(code) = control else { continue };
        if !plain.is_empty() {
            out.push(", ");
        }
        let _ = match wide {
            true => write!(out, "{{0, 0, {}, {}}}", code >> 8, code & 255),
            false => write!(out, "{{{}, {}}}", code >> 4, code & 15),
        };
    }
    out.sign(b'}');
}

fn quote(out: &mut Text, text: &str) {
    out.sign(b'"');
    text.split_inclusive('"').for_each(|part| {
        out.push(part);
        if part.ends_with('"') {
            out.sign(b'"');
        }
    });
    out.sign(b'"');
}

/// The arcs of contents octets (X.690 8.19, 8.20).
fn arcs(contents: &[u8], relative: bool) -> Vec<String> {
    let mut arcs = Vec::new();
    for octets in contents.split_inclusive(|octet| octet & 0x80 == 0) {
        let arc = BigInt::from_sevens(octets);
        if relative || !arcs.is_empty() {
            arcs.push(arc.to_string());
            continue;
        }
        let root = arc.to_u64().map_or(2, |arc| (arc / 40).min(2));
        arcs.push(root.to_string());
        arcs.push(arc.minus(&BigInt::from(root as i64 * 40)).to_string());
    }
    arcs
}
