//! Table keys as octets, and the sink that records them while a value passes through.

use wireglot_plan::{Rules, ShapeId};
use wireglot_rt::Real;

use crate::{Hole, Met, Origin, Sink, Unknown};

/// Makes octets of a value; equal keys give equal octets.
#[derive(Debug, Default)]
pub(crate) struct KeySink {
    pub octets: Vec<u8>,
}

impl KeySink {
    /// Marks the end of one key column.
    pub fn end(&mut self) {
        self.octets.push(b';');
    }

    fn number(&mut self, kind: u8, number: u64) {
        self.octets.push(kind);
        self.octets.extend(number.to_be_bytes());
    }

    fn string(&mut self, kind: u8, octets: &[u8]) {
        self.number(kind, octets.len() as u64);
        self.octets.extend_from_slice(octets);
    }
}

impl Sink for KeySink {
    type Notes = ();

    fn boolean(&mut self, _: ShapeId, value: bool) {
        self.number(b'b', u64::from(value));
    }

    fn integer(&mut self, _: ShapeId, value: i64) {
        self.number(b'i', value as u64);
    }

    fn big_integer(&mut self, _: ShapeId, octets: &[u8]) {
        self.string(b'I', octets);
    }

    fn enumerated(&mut self, _: ShapeId, number: i64) {
        self.number(b'e', number as u64);
    }

    fn unknown_enumerated(&mut self, _: ShapeId, index: u64) {
        self.number(b'E', index);
    }

    fn bit_string(&mut self, _: ShapeId, octets: &[u8], bits: u64) {
        self.number(b'B', bits);
        self.octets.extend_from_slice(octets);
    }

    fn octet_string(&mut self, _: ShapeId, octets: &[u8]) {
        self.string(b'o', octets);
    }

    fn null(&mut self, _: ShapeId) {
        self.octets.push(b'n');
    }

    fn oid(&mut self, _: ShapeId, contents: &[u8]) {
        self.string(b'O', contents);
    }

    fn real(&mut self, _: ShapeId, value: &Real<'_>) {
        let mut contents = Vec::new();
        wireglot_rt::tlv::write_real(value, &mut contents);
        self.string(b'f', &contents);
    }

    fn string(&mut self, _: ShapeId, text: &str) {
        KeySink::string(self, b's', text.as_bytes());
    }

    fn opaque(&mut self, _: ShapeId, octets: &[u8]) {
        self.string(b'?', octets);
    }

    fn begin_record(&mut self, _: ShapeId) {
        self.octets.push(b'r');
    }

    fn slot(&mut self, index: u32) {
        self.number(b'.', u64::from(index));
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        // How a part was encoded does not affect its value.
        if !matches!(place, Unknown::Raw(_)) {
            self.string(b'?', octets);
        }
    }

    fn end_record(&mut self, _: ShapeId) {
        self.octets.push(b'R');
    }

    fn begin_list(&mut self, _: ShapeId) {
        self.octets.push(b'l');
    }

    fn end_list(&mut self, _: ShapeId) {
        self.octets.push(b'L');
    }

    fn begin_choice(&mut self, _: ShapeId, alternative: u32) {
        self.number(b'c', u64::from(alternative));
    }

    fn end_choice(&mut self, _: ShapeId) {}

    fn unknown_choice(&mut self, _: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.number(b'C', index.unwrap_or(u64::MAX));
        self.string(b'?', octets);
    }

    fn begin_open(&mut self, _: ShapeId, _: ShapeId) {}

    fn end_open(&mut self, _: ShapeId) {}

    fn begin_contained(&mut self, _: ShapeId, _: Rules) {}

    fn end_contained(&mut self, _: ShapeId) {}
}

/// Passes events on; while a key is open, also to that key.
#[derive(Debug)]
pub(crate) struct Tee<'s, S> {
    pub sink: &'s mut S,
    pub key: KeySink,
    /// The number of open keys.
    pub open: u32,
}

macro_rules! pass_on {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {$(
        #[inline]
        fn $name(&mut self, $($arg: $ty),*) {
            if self.open > 0 {
                Sink::$name(&mut self.key, $($arg),*);
            }
            self.sink.$name($($arg),*);
        }
    )*};
}

impl<S: Sink> Sink for Tee<'_, S> {
    pass_on! {
        boolean(shape: ShapeId, value: bool);
        integer(shape: ShapeId, value: i64);
        big_integer(shape: ShapeId, octets: &[u8]);
        enumerated(shape: ShapeId, number: i64);
        unknown_enumerated(shape: ShapeId, index: u64);
        bit_string(shape: ShapeId, octets: &[u8], bits: u64);
        octet_string(shape: ShapeId, octets: &[u8]);
        null(shape: ShapeId);
        oid(shape: ShapeId, contents: &[u8]);
        real(shape: ShapeId, value: &Real<'_>);
        string(shape: ShapeId, text: &str);
        opaque(shape: ShapeId, octets: &[u8]);
        begin_record(shape: ShapeId);
        slot(index: u32);
        unknown(place: Unknown, octets: &[u8]);
        end_record(shape: ShapeId);
        begin_list(shape: ShapeId);
        element(index: usize);
        end_list(shape: ShapeId);
        begin_choice(shape: ShapeId, alternative: u32);
        end_choice(shape: ShapeId);
        unknown_choice(shape: ShapeId, index: Option<u64>, octets: &[u8]);
        begin_open(shape: ShapeId, actual: ShapeId);
        end_open(shape: ShapeId);
        begin_contained(shape: ShapeId, rules: Rules);
        end_contained(shape: ShapeId);
    }

    fn hole(&mut self, shape: ShapeId) -> Hole {
        self.sink.hole(shape)
    }

    fn begin_fill(&mut self, hole: Hole) {
        self.sink.begin_fill(hole);
    }

    fn end_fill(&mut self) {
        self.sink.end_fill();
    }

    const FILLS: bool = S::FILLS;

    fn mark(&mut self) -> usize {
        self.sink.mark()
    }

    fn unmark(&mut self, mark: usize) {
        self.sink.unmark(mark);
    }

    fn back_to(&mut self, mark: usize) {
        self.sink.back_to(mark);
    }

    const TAKES_BACK: bool = S::TAKES_BACK;

    fn kept(&mut self) {
        self.sink.kept();
    }

    fn left_over(&mut self) {
        self.sink.left_over();
    }

    fn refused_after(&mut self) {
        self.sink.refused_after();
    }

    fn origin(&mut self, origin: Origin) {
        self.sink.origin(origin);
    }

    fn place(&mut self, place: u64) {
        self.sink.place(place);
    }

    fn met(&mut self, met: Met<'_>, place: u64, notes: &mut S::Notes) {
        self.sink.met(met, place, notes);
    }

    type Notes = S::Notes;

    const TRACES: bool = S::TRACES;
}
