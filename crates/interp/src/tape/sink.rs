//! Writing to a tape.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::Real;

use super::{Frame, Kind, Mark, Tape, NOTHING, UNKNOWN};
use crate::{Hole, Origin, Sink, Unknown};

fn pack_real<'a>(value: &Real<'a>) -> (u8, i64, &'a [u8]) {
    match *value {
        Real::Zero => (0, 0, &[]),
        Real::MinusZero => (1, 0, &[]),
        Real::PlusInfinity => (2, 0, &[]),
        Real::MinusInfinity => (3, 0, &[]),
        Real::NotANumber => (4, 0, &[]),
        Real::Binary { negative, mantissa, exponent } => (8 | u8::from(negative), exponent, mantissa),
        Real::Decimal { negative, digits, exponent } => {
            (16 | u8::from(negative), exponent, digits.as_bytes())
        }
    }
}

/// Above the three bits for the number of unused bits: the rules, counted from one, and whether the
/// octets were kept.
fn pack_origin(origin: Origin) -> u8 {
    (origin.rules as u8 + 1) << 3 | u8::from(origin.kept) << 7
}

/// The origin that was packed, if any.
pub(super) fn unpack_origin(detail: u8) -> Option<Origin> {
    let rules = Rules::ALL.get(usize::from(detail >> 3 & 15).checked_sub(1)?)?;
    Some(Origin { rules: *rules, kept: detail & 0x80 != 0 })
}

impl Sink for Tape {
    type Notes = ();

    fn boolean(&mut self, shape: ShapeId, value: bool) {
        self.leaf(Kind::Boolean, shape, u64::from(value));
    }

    fn integer(&mut self, shape: ShapeId, value: i64) {
        self.leaf(Kind::Integer, shape, value as u64);
    }

    fn big_integer(&mut self, shape: ShapeId, octets: &[u8]) {
        self.octets_leaf(Kind::BigInteger, 0, shape.0, octets);
    }

    fn enumerated(&mut self, shape: ShapeId, number: i64) {
        self.leaf(Kind::Enumerated, shape, number as u64);
    }

    fn unknown_enumerated(&mut self, shape: ShapeId, index: u64) {
        self.leaf(Kind::UnknownEnumerated, shape, index);
    }

    fn bit_string(&mut self, shape: ShapeId, octets: &[u8], bits: u64) {
        let unused = (octets.len() as u64 * 8).saturating_sub(bits).min(7) as u8;
        let origin = std::mem::take(&mut self.origin);
        self.octets_leaf(Kind::BitString, unused | origin, shape.0, octets);
    }

    fn octet_string(&mut self, shape: ShapeId, octets: &[u8]) {
        let origin = std::mem::take(&mut self.origin);
        self.octets_leaf(Kind::OctetString, origin, shape.0, octets);
    }

    fn null(&mut self, shape: ShapeId) {
        self.leaf(Kind::Null, shape, 0);
    }

    fn oid(&mut self, shape: ShapeId, contents: &[u8]) {
        self.octets_leaf(Kind::Oid, 0, shape.0, contents);
    }

    fn real(&mut self, shape: ShapeId, value: &Real<'_>) {
        let (detail, exponent, digits) = pack_real(value);
        let (a, head) = self.keep(&exponent.to_be_bytes());
        let (_, tail) = self.keep(digits);
        let node = self.add(Kind::Real, detail, shape.0, a, head + tail);
        self.attach(node);
    }

    fn string(&mut self, shape: ShapeId, text: &str) {
        if self.text.len() + text.len() > u32::MAX as usize {
            self.overflowed = true;
            return;
        }
        let start = self.text.len() as u32;
        self.text.push_str(text);
        let node = self.add(Kind::String, 0, shape.0, start, text.len() as u32);
        self.attach(node);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        let origin = std::mem::take(&mut self.origin);
        self.octets_leaf(Kind::Opaque, origin, shape.0, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.begin(Kind::Record, 0, shape, 0);
    }

    fn slot(&mut self, index: u32) {
        self.key = index;
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        let (kind, index) = match place {
            Unknown::Insertion(index) => (0, index),
            Unknown::Addition(index) => (1, index),
            Unknown::Bitmap(count) => (2, count),
            Unknown::Raw(slot) => (3, slot),
        };
        self.key = UNKNOWN;
        self.octets_leaf(Kind::Unknown, kind, index, octets);
    }

    fn end_record(&mut self, _: ShapeId) {
        self.end();
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.begin(Kind::List, 0, shape, 0);
        self.key = 0;
    }

    fn end_list(&mut self, _: ShapeId) {
        self.end();
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.begin(Kind::Choice, 0, shape, alternative);
    }

    fn end_choice(&mut self, _: ShapeId) {
        self.end();
    }

    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]) {
        let Some(index) = index else {
            self.octets_leaf(Kind::UnknownChoice, 0, shape.0, octets);
            return;
        };
        let (a, head) = self.keep(&index.to_be_bytes());
        let (_, tail) = self.keep(octets);
        let node = self.add(Kind::UnknownIndexedChoice, 0, shape.0, a, head + tail);
        self.attach(node);
    }

    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId) {
        self.begin(Kind::Open, 0, shape, actual.0);
    }

    fn end_open(&mut self, _: ShapeId) {
        self.end();
    }

    fn begin_contained(&mut self, shape: ShapeId, rules: Rules) {
        self.begin(Kind::Contained, rules as u8, shape, 0);
    }

    fn end_contained(&mut self, _: ShapeId) {
        self.end();
    }

    fn hole(&mut self, shape: ShapeId) -> Hole {
        let node = self.add(Kind::Hole, 0, shape.0, NOTHING, 0);
        self.attach(node);
        Hole(node)
    }

    fn begin_fill(&mut self, hole: Hole) {
        let start = self.pending.len();
        self.open.push(Frame { node: hole.0, kind: Kind::Hole, start, key: self.key });
    }

    fn end_fill(&mut self) {
        if let Some(frame) = self.open.pop() {
            self.pending.truncate(frame.start);
            self.key = frame.key;
        }
    }

    const FILLS: bool = true;

    fn mark(&mut self) -> usize {
        self.marks.push(Mark {
            nodes: self.nodes.len(),
            links: self.links.len(),
            octets: self.octets.len(),
            text: self.text.len(),
            roots: self.roots.len(),
            open: self.open.len(),
            pending: self.pending.len(),
            key: self.key,
            kept: self.kept,
        });
        self.marks.len() - 1
    }

    fn unmark(&mut self, mark: usize) {
        self.marks.truncate(mark);
    }

    fn back_to(&mut self, mark: usize) {
        let Some(at) = self.marks.get(mark).copied() else { return };
        self.marks.truncate(mark);
        self.nodes.truncate(at.nodes);
        self.links.truncate(at.links);
        self.octets.truncate(at.octets);
        self.text.truncate(at.text);
        self.roots.truncate(at.roots);
        self.open.truncate(at.open);
        self.pending.truncate(at.pending);
        (self.key, self.kept, self.origin) = (at.key, at.kept, 0);
    }

    const TAKES_BACK: bool = true;

    fn kept(&mut self) {
        self.kept += 1;
    }

    fn origin(&mut self, origin: Origin) {
        self.origin = pack_origin(origin);
    }
}
