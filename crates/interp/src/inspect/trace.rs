//! What a specification says of the encodings in some octets, by where they begin.

use std::collections::HashMap;

use wireglot_plan::{Family, Rules, ShapeId, ShapeKind};
use wireglot_rt::tlv::Reader;
use wireglot_rt::Real;

use super::tlv::completed;
use super::Stop;
use crate::json::{JsonWriter, Layout, Spelling};
use crate::notation::types::type_text;
use crate::path::PathSink;
use crate::{Codec, DecodeOptions, Hole, Sink, Unknown};

/// What is known of each encoding in some octets.
#[derive(Debug, Default)]
pub struct Typed {
    facts: HashMap<usize, Fact>,
    /// Octets that were decoded, of all values.
    pub(super) consumed: usize,
    /// Why decoding stopped.
    pub(super) error: Option<Stop>,
}

/// What is known of one encoding.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub path: String,
    pub ty: String,
    pub value: Option<String>,
    /// The contents are themselves an encoding.
    pub contained: bool,
    /// The specification does not know it.
    pub unknown: bool,
}

impl Typed {
    /// Decodes one value after another, in BER, DER or CER.
    pub fn new(codec: &Codec, root: usize, octets: &[u8], options: &DecodeOptions) -> Typed {
        let mut typed = Typed::default();
        let options = DecodeOptions { trailing: true, ..*options };
        let whole = completed(octets);
        if whole.len() > octets.len() {
            // What can be told of it, before the fault is.
            typed.decode(codec, root, &whole, &options);
            (typed.consumed, typed.error) = (0, None);
        }
        typed.decode(codec, root, octets, &options);
        typed
    }

    fn decode(&mut self, codec: &Codec, root: usize, octets: &[u8], options: &DecodeOptions) {
        let typed = self;
        while typed.consumed < octets.len() && typed.error.is_none() {
            let base = typed.consumed;
            let mut sink = Facts::new(codec, root, octets, base, typed);
            let read = codec.decode(root, octets.get(base..).unwrap_or_default(), options, &mut sink);
            match read {
                Ok(0) => break,
                Ok(consumed) => typed.consumed += consumed,
                Err(error) => {
                    let stop = Stop::from(error);
                    typed.error = Some(Stop { bit: stop.bit + base as u64 * 8, ..stop });
                }
            }
        }
    }

    /// What is known of the encoding that begins there.
    pub(super) fn at(&self, octet: usize) -> Option<&Fact> {
        self.facts.get(&octet)
    }
}

/// Collects facts while a value goes by.
struct Facts<'s> {
    codec: &'s Codec,
    octets: &'s [u8],
    typed: &'s mut Typed,
    path: PathSink<'s>,
    json: JsonWriter<'s>,
    /// Where the encoding of what comes next begins; none where it stands in no octets of the input.
    at: Option<usize>,
    /// Where what is read now begins, innermost last.
    bases: Vec<Option<usize>>,
}

impl<'s> Facts<'s> {
    fn new(codec: &'s Codec, root: usize, octets: &'s [u8], base: usize, typed: &'s mut Typed) -> Facts<'s> {
        let shape = codec.shape();
        let name = shape.roots.get(root).map_or("", |root| &root.reference);
        let json = JsonWriter::new(shape, Spelling::Json, Layout::Compact);
        let path = PathSink::new(shape, name);
        Facts { codec, octets, typed, path, json, at: Some(base), bases: vec![Some(base)] }
    }

    fn fact(&mut self, ty: String, value: Option<String>, contained: bool, unknown: bool) {
        let Some(at) = self.at else { return };
        let path = self.path.path();
        let fact = Fact { path, ty, value, contained, unknown };
        // Parts that have no encoding of their own are told of with the whole.
        self.typed.facts.entry(at).or_insert(fact);
    }

    fn known(&mut self, shape: ShapeId, value: Option<String>) {
        let ty = type_text(self.codec.shape(), shape);
        self.fact(ty, value, false, false);
    }
}

/// Events of values without parts: their text, then the way on.
macro_rules! leaves {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {$(
        fn $name(&mut self, shape: ShapeId, $($arg: $ty),*) {
            self.json.clear();
            self.json.$name(shape, $($arg),*);
            let text = self.json.text().to_string();
            self.known(shape, Some(text));
            self.path.$name(shape, $($arg),*);
        }
    )*};
}

impl Sink for Facts<'_> {
    leaves! {
        boolean(value: bool);
        integer(value: i64);
        big_integer(octets: &[u8]);
        enumerated(number: i64);
        unknown_enumerated(index: u64);
        bit_string(octets: &[u8], bits: u64);
        octet_string(octets: &[u8]);
        null();
        oid(contents: &[u8]);
        real(value: &Real<'_>);
        string(text: &str);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        self.known(shape, None);
        self.path.opaque(shape, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.known(shape, None);
        self.path.begin_record(shape);
    }

    fn slot(&mut self, index: u32) {
        self.path.slot(index);
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        if let Unknown::Insertion(_) = place {
            self.fact(String::new(), None, false, true);
        }
        self.path.unknown(place, octets);
    }

    fn end_record(&mut self, shape: ShapeId) {
        self.path.end_record(shape);
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.known(shape, None);
        self.path.begin_list(shape);
    }

    fn element(&mut self, index: usize) {
        self.path.element(index);
    }

    fn end_list(&mut self, shape: ShapeId) {
        self.path.end_list(shape);
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.path.begin_choice(shape, alternative);
    }

    fn end_choice(&mut self, shape: ShapeId) {
        self.path.end_choice(shape);
    }

    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.fact(String::new(), None, false, true);
        self.path.unknown_choice(shape, index, octets);
    }

    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId) {
        self.path.begin_open(shape, actual);
    }

    fn end_open(&mut self, shape: ShapeId) {
        self.path.end_open(shape);
    }

    fn begin_contained(&mut self, shape: ShapeId, rules: Rules) {
        let ty = type_text(self.codec.shape(), shape);
        let inside = match rules.family() {
            Family::Tlv => self.contents(shape),
            _ => None,
        };
        self.fact(ty, None, inside.is_some(), false);
        self.bases.push(inside);
        self.path.begin_contained(shape, rules);
    }

    fn end_contained(&mut self, shape: ShapeId) {
        self.bases.pop();
        self.path.end_contained(shape);
    }

    fn hole(&mut self, shape: ShapeId) -> Hole {
        self.path.hole(shape)
    }

    fn begin_fill(&mut self, hole: Hole) {
        self.path.begin_fill(hole);
    }

    fn end_fill(&mut self) {
        self.path.end_fill();
    }

    const FILLS: bool = true;

    fn place(&mut self, octet: usize) {
        let base = self.bases.last().copied().flatten();
        self.at = base.map(|base| base + octet);
    }

    const TRACES: bool = true;
}

impl Facts<'_> {
    /// Where what a string of the current place contains begins; none of one in segments.
    fn contents(&self, shape: ShapeId) -> Option<usize> {
        let at = self.at?;
        let header = Reader::new(self.octets.get(at..)?, false).header().ok()?;
        let unused = matches!(self.codec.shape().get(shape).kind, ShapeKind::BitString { .. });
        (!header.constructed()).then_some(at + header.contents + usize::from(unused))
    }
}
