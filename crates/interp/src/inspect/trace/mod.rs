//! Annotates octets according to a specification: a sink that matches values with the octets they were
//! read from.

use std::collections::BTreeMap;

use wireglot_plan::{Rules, ShapeId, ShapeKind};
use wireglot_rt::tlv::Reader;
use wireglot_rt::{ErrorCode, Fault, Note, Real};

mod met;
mod numbers;

use numbers::NumberNames;

use super::span_list::Room;
use super::stretch::{Fact, Stretch};
use super::{tlv, Annotated, Annotation, Part, SpanList, Stop};
use crate::json::{JsonWriter, Layout, Spelling};
use crate::notation::types::type_text;
use crate::path::PathSink;
use crate::{Codec, DecodeError, DecodeOptions, Hole, Met, Origin, Sink, Unknown};

/// Annotates the octets of consecutive values of a root.
pub fn planned(codec: &Codec, root: usize, octets: &[u8], options: &DecodeOptions, most: usize) -> Annotated {
    let options = DecodeOptions { trailing: true, ..*options };
    let whole = match codec.rules().has_tags() {
        true => tlv::completed(octets),
        false => octets.into(),
    };
    let (list, mut error) = trace(codec, root, &whole, octets.len(), &options, most);
    if whole.len() > octets.len() {
        // The spans come from the completed octets; the error must be that of the original ones.
        error = trace(codec, root, octets, octets.len(), &options, most).1.or(error);
    }
    list.close(octets.len() as u64 * 8, error)
}

/// Decodes octets, of which the first `there` are present.
fn trace(
    codec: &Codec,
    root: usize,
    octets: &[u8],
    there: usize,
    options: &DecodeOptions,
    most: usize,
) -> (SpanList, Option<Stop>) {
    let mut sink = Facts::new(codec, root, octets, most);
    let mut error = None;
    let mut consumed = 0;
    while consumed < octets.len() && error.is_none() {
        sink.begin(codec.rules().has_tags(), consumed);
        let rest = octets.get(consumed..).unwrap_or_default();
        let read = match codec.decode(root, rest, options, &mut sink) {
            Ok(0) => {
                let fault = Fault::of(ErrorCode::Trailing, rest.len() as u64);
                Err(DecodeError { fault, path: String::new() })
            }
            read => read,
        };
        match read {
            Ok(taken) => consumed += taken,
            Err(fault) => {
                let stop = Stop::from(fault);
                error = Some(Stop { bit: stop.bit + consumed as u64 * 8, ..stop });
            }
        }
    }
    if octets.is_empty() && !codec.rules().has_tags() {
        // A value may need no octets. If it needs some, that is not an error of the empty input.
        let _ = codec.decode(root, octets, options, &mut sink);
    }
    let walked = sink.finish(there);
    (sink.spans, error.or(walked.err().map(Stop::from)))
}

/// Collects spans while a value is decoded.
struct Facts<'s> {
    codec: &'s Codec,
    octets: &'s [u8],
    spans: SpanList,
    /// In BER: for what is known of encodings before their spans are made.
    room: Room,
    path: PathSink<'s>,
    json: JsonWriter<'s>,
    /// The origin of the octets that come next.
    origin: Option<Origin>,
    /// The stretches being read, innermost last. The first is the input.
    stack: Vec<Stretch>,
    /// In BER: where the next encoding starts.
    at: usize,
    /// The last leaf, while what was read for it has not been reported.
    leaf: Option<Fact>,
    /// Parts of an EXTERNAL by their order, and the place of the next one.
    parts: BTreeMap<u64, Fact>,
    part: Option<u64>,
    /// The place of the string that contains the next value.
    inside: Vec<(u64, u64)>,
    /// Types of the open records and lists.
    open: Vec<ShapeId>,
    /// The number of spans before the contents of the innermost of them, as long as it has no contents.
    bare: Option<usize>,
    /// The next slot of the innermost record.
    slot: Option<u32>,
    stopped: bool,
    numbers: NumberNames<'s>,
}

impl<'s> Facts<'s> {
    fn new(codec: &'s Codec, root: usize, octets: &'s [u8], most: usize) -> Facts<'s> {
        let shape = codec.shape();
        let name = shape.roots.get(root).map_or("", |root| &root.reference);
        let all = (0, octets.len() as u64 * 8);
        Facts {
            codec,
            octets,
            spans: SpanList::new(most),
            room: Room::new(most),
            path: PathSink::new(shape, name),
            json: JsonWriter::new(shape, Spelling::Json, Layout::Compact),
            origin: None,
            stack: vec![Stretch::new(codec.rules().has_tags(), &[all], 0, String::new())],
            at: 0,
            leaf: None,
            parts: BTreeMap::new(),
            part: None,
            inside: Vec::new(),
            open: Vec::new(),
            bare: None,
            slot: None,
            stopped: false,
            numbers: NumberNames::new(shape),
        }
    }

    /// A value starts at an octet.
    fn begin(&mut self, tags: bool, octet: usize) {
        let Some(input) = self.stack.first_mut() else { return };
        if tags {
            input.origin = octet;
        } else {
            let rest = (octet as u64 * 8, (self.octets.len() - octet) as u64 * 8);
            *input = Stretch::new(tags, &[rest], 0, String::new());
        }
    }

    /// Closes what an error left open, and walks all tags and lengths of the input, of which the first
    /// `there` octets are present.
    fn finish(&mut self, there: usize) -> Result<(), Fault> {
        while self.stack.len() > 1 {
            self.pop();
        }
        match self.stack.pop() {
            Some(input) if input.tags => self.walk(&input, there),
            _ => Ok(()),
        }
    }

    /// Leaves the innermost stretch.
    fn pop(&mut self) {
        if let Some(stretch) = self.stack.pop() {
            if stretch.tags {
                // Malformed octets get no spans here.
                let _ = self.walk(&stretch, usize::MAX);
            }
        }
    }

    /// Adds the spans of a stretch with tags and lengths.
    fn walk(&mut self, stretch: &Stretch, there: usize) -> Result<(), Fault> {
        let octets = stretch.octets(self.octets);
        let (list, walked) = tlv::walk(&octets, there.min(octets.len()), stretch, self.spans.left());
        let (spans, full) = list.into_spans();
        for span in spans {
            self.add(stretch, span);
        }
        if let Some(bit) = full {
            self.spans.cut(stretch.place(bit));
        }
        walked
    }

    /// Adds a span of a stretch. If it is in several pieces, the later ones say that it goes on.
    fn add(&mut self, stretch: &Stretch, span: Annotation) {
        if span.bits == 0 && span.part == Part::Value {
            self.spans.push(Annotation { bit: stretch.place(span.bit), ..span });
            return;
        }
        for (index, (bit, bits)) in stretch.places(span.bit, span.bit + span.bits).into_iter().enumerate() {
            let mut piece = Annotation { bit, bits, ..span.clone() };
            if index > 0 {
                (piece.value, piece.why) = (None, "goes on".into());
            }
            self.spans.push(piece);
        }
    }

    fn fact(&mut self, fact: Fact) {
        let fact = Fact { path: self.path.path(), ..fact };
        let Some(stretch) = self.stack.last_mut() else { return };
        match (stretch.tags, self.part.take()) {
            // Parts without an encoding of their own are reported with the whole.
            (true, _) => match self.room.take(fact.octets()) {
                true => {
                    stretch.facts.entry(self.at).or_insert(fact);
                }
                false => {
                    let bit = stretch.place(self.at as u64 * 8);
                    self.spans.cut(bit);
                }
            },
            (_, Some(part)) => {
                self.parts.insert(part, fact);
            }
            (_, None) => self.leaf = Some(fact),
        }
    }

    /// The text of a value without parts.
    fn text(&mut self, tell: impl FnOnce(&mut JsonWriter<'s>)) -> String {
        self.json.clear();
        if let Some(origin) = self.origin.take() {
            self.json.origin(origin);
        }
        tell(&mut self.json);
        self.json.text().to_string()
    }

    /// Records a value without parts or, in BER, any value.
    fn known(&mut self, shape: ShapeId, value: Option<String>) {
        let ty = type_text(self.codec.shape(), shape);
        let record = self.open.last().copied().zip(self.slot);
        let name = value.as_deref().and_then(|value| self.numbers.name(shape, value, record));
        self.fact(Fact { ty, value, name, ..Fact::default() });
    }

    /// Records a value with parts, if it has a tag; otherwise its parts represent it.
    fn enclosing(&mut self, shape: ShapeId) {
        if self.stack.last().is_some_and(|stretch| stretch.tags) {
            self.known(shape, None);
        }
    }

    /// A record or list ends; if it is empty and took no bits, it gets a span of its own.
    fn empty(&mut self, value: &str) {
        let (Some(shape), bare) = (self.open.pop(), self.bare.take()) else { return };
        let Some(stretch) = self.stack.last().filter(|stretch| !stretch.tags) else { return };
        if bare != Some(self.spans.len()) {
            return;
        }
        let path = match value {
            "[]" => self.of_list(),
            _ => self.path.path(),
        };
        self.spans.push(Annotation {
            bit: stretch.place(stretch.cursor),
            bits: 0,
            depth: steps(&path),
            part: Part::Value,
            path,
            ty: type_text(self.codec.shape(), shape),
            value: Some(value.to_string()),
            known: true,
            why: NO_BITS.into(),
        });
    }

    /// The path of the open list, without the index of its first element.
    fn of_list(&self) -> String {
        let path = self.path.path();
        path.rfind('[').map_or(String::new(), |end| path[..end].to_string())
    }

    /// In BER, where the contents of a string are in the innermost stretch; `None` if the string is
    /// segmented.
    fn contents(&self, stretch: &Stretch, shape: ShapeId) -> Option<(u64, u64)> {
        let from_here = |octets: u64| {
            let at = self.at as u64;
            let places = stretch.places(at * 8, (at + octets) * 8);
            Stretch::new(true, &places, 0, String::new()).octets(self.octets)
        };
        // A header longer than the octets at hand is rejected, and the error says how long it is.
        let mut head = from_here(HEADER);
        if let Err(Fault { code: ErrorCode::Overrun, value, .. }) = Reader::new(&head, false).header() {
            head = from_here(HEADER + value.min(self.octets.len() as u64));
        }
        let mut reader = Reader::new(&head, false);
        let header = reader.header().ok().filter(|header| !header.constructed())?;
        let wireglot_rt::tlv::Length::Definite(length) = header.length else { return None };
        let bits = matches!(self.codec.shape().get(shape).kind, ShapeKind::BitString { .. });
        let unused = if bits { head.get(header.contents).copied().unwrap_or(0) } else { 0 };
        let from = (self.at + header.contents + usize::from(bits)) as u64 * 8;
        let end = (self.at + header.contents) as u64 * 8 + length as u64 * 8;
        Some((from, end.saturating_sub(u64::from(unused)).max(from)))
    }

    /// Enters a stretch inside the innermost one.
    fn enter(&mut self, tags: bool, inside: &[(u64, u64)]) {
        let path = self.path.path();
        let depth = steps(&path);
        let Some(outer) = self.stack.last() else { return };
        let places: Vec<_> = inside.iter().flat_map(|&(from, to)| outer.places(from, to)).collect();
        self.stack.push(Stretch::new(tags, &places, depth, path));
    }
}

/// The reason for an empty span.
const NO_BITS: &str = "takes no bits";

/// The number of steps in a path below its root.
fn steps(path: &str) -> u32 {
    path.matches(['.', '[']).count() as u32
}

/// Maximum length of a header in octets.
const HEADER: u64 = 24;

/// Events of values without parts: record their text, then pass them on to the path.
macro_rules! leaves {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {$(
        fn $name(&mut self, shape: ShapeId, $($arg: $ty),*) {
            let text = self.text(|json| json.$name(shape, $($arg),*));
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

    fn origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    fn opaque(&mut self, shape: ShapeId, octets: &[u8]) {
        let tags = self.stack.last().is_some_and(|stretch| stretch.tags);
        // Something with tags is annotated by its tags.
        let text = self.text(|json| json.opaque(shape, octets));
        let text = Some(text).filter(|_| !tags);
        self.known(shape, text);
        self.path.opaque(shape, octets);
    }

    fn begin_record(&mut self, shape: ShapeId) {
        self.enclosing(shape);
        self.open.push(shape);
        (self.bare, self.slot) = (Some(self.spans.len()), None);
        self.path.begin_record(shape);
    }

    fn slot(&mut self, index: u32) {
        self.bare = None;
        self.slot = Some(index);
        self.path.slot(index);
    }

    fn unknown(&mut self, place: Unknown, octets: &[u8]) {
        self.bare = None;
        if let Unknown::Insertion(_) | Unknown::Addition(_) = place {
            self.part = None;
            self.fact(Fact { unknown: true, ..Fact::default() });
        }
        self.path.unknown(place, octets);
    }

    fn end_record(&mut self, shape: ShapeId) {
        self.empty("{}");
        self.path.end_record(shape);
    }

    fn begin_list(&mut self, shape: ShapeId) {
        self.enclosing(shape);
        self.open.push(shape);
        (self.bare, self.slot) = (Some(self.spans.len()), None);
        self.path.begin_list(shape);
    }

    fn element(&mut self, index: usize) {
        self.bare = None;
        self.path.element(index);
    }

    fn end_list(&mut self, shape: ShapeId) {
        self.empty("[]");
        self.path.end_list(shape);
    }

    fn begin_choice(&mut self, shape: ShapeId, alternative: u32) {
        self.path.begin_choice(shape, alternative);
    }

    fn end_choice(&mut self, shape: ShapeId) {
        self.path.end_choice(shape);
    }

    fn unknown_choice(&mut self, shape: ShapeId, index: Option<u64>, octets: &[u8]) {
        self.fact(Fact { unknown: true, ..Fact::default() });
        self.path.unknown_choice(shape, index, octets);
    }

    fn begin_open(&mut self, shape: ShapeId, actual: ShapeId) {
        self.path.begin_open(shape, actual);
    }

    fn end_open(&mut self, shape: ShapeId) {
        self.path.end_open(shape);
    }

    fn begin_contained(&mut self, shape: ShapeId, rules: Rules) {
        let mut inside = std::mem::take(&mut self.inside);
        if let Some(outer) = self.stack.last().filter(|outer| outer.tags) {
            let ty = type_text(self.codec.shape(), shape);
            inside.extend(self.contents(outer, shape));
            let bits = matches!(self.codec.shape().get(shape).kind, ShapeKind::BitString { .. });
            let contained = (!inside.is_empty()).then_some(usize::from(bits));
            self.fact(Fact { ty, contained, ..Fact::default() });
        }
        self.enter(rules.has_tags(), &inside);
        self.path.begin_contained(shape, rules);
    }

    fn end_contained(&mut self, shape: ShapeId) {
        self.pop();
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

    fn place(&mut self, place: u64) {
        match self.stack.last() {
            Some(stretch) if stretch.tags => self.at = stretch.origin + place as usize,
            _ => self.part = Some(place),
        }
    }

    fn met(&mut self, met: Met<'_>, place: u64, notes: &mut Vec<Note>) {
        let notes = std::mem::take(notes);
        if self.stopped {
            return;
        }
        self.rows(met, place, &notes);
        match met {
            Met::Fragments => {
                let inside = std::mem::take(&mut self.inside);
                let tags = self.stack.last().is_some_and(|stretch| stretch.tags);
                self.enter(tags, &inside);
            }
            Met::Whole => self.pop(),
            Met::Stopped => self.stopped = true,
            _ => {}
        }
    }

    type Notes = Vec<Note>;

    const TRACES: bool = true;
}
