//! Collects spans, as many as a limit allows.

use super::{Annotated, Annotation, Part, Stop};

/// The size of a span in JSON without its texts and hex digits: the names of its members, and numbers.
const SPAN: usize = 192;

/// How many more bytes spans may take.
#[derive(Debug)]
pub(super) struct Room {
    most: usize,
    left: usize,
}

impl Room {
    pub fn new(most: usize) -> Room {
        Room { most, left: most }
    }

    /// Reserves room for the texts of a span. Nothing fits after the first one that does not.
    pub fn take(&mut self, octets: usize) -> bool {
        let left = self.left.checked_sub(SPAN.saturating_add(octets));
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

/// Spans in the order in which they were found, up to the first that does not fit.
#[derive(Debug)]
pub struct SpanList {
    spans: Vec<Annotation>,
    room: Room,
    /// The bit from which on spans are dropped.
    full: Option<u64>,
}

impl SpanList {
    /// A list whose spans may take up to `most` bytes as JSON.
    pub fn new(most: usize) -> SpanList {
        SpanList { spans: Vec::new(), room: Room::new(most), full: None }
    }

    /// The number of spans.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether a span was dropped.
    pub fn is_full(&self) -> bool {
        self.full.is_some()
    }

    /// The bit after the last span.
    pub fn end(&self) -> u64 {
        self.spans.last().map_or(0, |span| span.bit + span.bits)
    }

    /// How many more bytes spans may take.
    pub(super) fn left(&self) -> usize {
        self.room.left
    }

    /// Drops what starts at a bit or later.
    pub(super) fn cut(&mut self, bit: u64) {
        self.full = Some(self.full.map_or(bit, |full| full.min(bit)));
    }

    /// Appends a span, if there is room.
    pub fn push(&mut self, span: Annotation) {
        let value = span.value.as_ref().map_or(0, String::len);
        let digits = usize::try_from(span.bits / 4).unwrap_or(usize::MAX);
        let texts = span.path.len() + span.ty.len() + span.why.len() + value;
        match self.full.is_none() && self.room.take(texts.saturating_add(digits)) {
            true => self.spans.push(span),
            false => self.cut(span.bit),
        }
    }

    /// Appends a span if it has bits or is a value that takes none.
    pub(super) fn add(&mut self, span: Annotation) {
        if span.bits > 0 || span.value.is_some() {
            self.push(span);
        }
    }

    /// Adds a span for what is not covered, up to a bit.
    pub(super) fn fill(&mut self, bits: u64, part: Part, why: &str) {
        self.add(filler(self.end(), bits, part, why));
    }

    /// The spans, and the bit from which on some were dropped.
    pub(super) fn into_spans(self) -> (Vec<Annotation>, Option<u64>) {
        (self.spans, self.full)
    }

    /// The annotation of `bits` bits, of spans that are adjacent.
    pub fn finish(self, bits: u64, error: Option<Stop>) -> Annotated {
        let SpanList { mut spans, room, full } = self;
        let Some(full) = full else { return Annotated { spans, error } };
        let end = spans.last().map_or(0, |span| span.bit + span.bits);
        spans.extend(
            Some(filler(end, bits, Part::Rest, "more than the output limit allows"))
                .filter(|rest| rest.bits > 0),
        );
        let message = format!("the spans of the message take more than {} octets", room.most);
        let stop = Stop { code: "limit_output", message, bit: full.max(end).min(bits), path: String::new() };
        Annotated { spans, error: error.or(Some(stop)) }
    }

    /// Sorts the spans and fills the gaps between them, up to `bits` bits.
    pub(super) fn close(mut self, bits: u64, error: Option<Stop>) -> Annotated {
        let mut spans = std::mem::take(&mut self.spans);
        let end = self.full.unwrap_or(bits);
        spans.retain(|span| span.bit + span.bits <= bits && (span.bit < end || self.full.is_none()));
        // Empty spans come before the span that starts at the same bit.
        spans.sort_by_key(|span| (span.bit, span.bits > 0));
        for span in nested(spans) {
            let (bit, at) = (span.bit, self.end());
            self.spans.extend(Some(filler(at, bit, Part::Rest, "not decoded")).filter(|gap| gap.bits > 0));
            self.spans.push(span);
        }
        if self.full.is_none() {
            let rest = filler(self.end(), bits, Part::Rest, "not decoded");
            self.spans.extend(Some(rest).filter(|rest| rest.bits > 0));
        }
        self.finish(bits, error)
    }
}

/// Spans in order, with the contents of strings one level deeper than the header of the string: when they were read,
/// only their path was known, and in encodings with tags the header may be deeper than its path is long.
fn nested(spans: Vec<Annotation>) -> Vec<Annotation> {
    let mut done: Vec<Annotation> = Vec::with_capacity(spans.len());
    // The headers around the next span, each by its index, and how much deeper their contents belong.
    let mut open: Vec<(usize, u32)> = Vec::new();
    for mut span in spans {
        let is_inside = |header: usize| done.get(header).is_some_and(|header| is_within(&header.path, &span));
        while open.last().is_some_and(|(header, _)| !is_inside(*header)) {
            open.pop();
        }
        span.depth += open.last().map_or(0, |(_, deeper)| *deeper);
        let header =
            done.last().filter(|before| before.part == Part::Header && is_within(&before.path, &span));
        if let Some(header) = header.filter(|header| span.depth <= header.depth) {
            let deeper = header.depth + 1 - span.depth;
            open.push((done.len() - 1, open.last().map_or(0, |(_, deeper)| *deeper) + deeper));
            span.depth += deeper;
        }
        done.push(span);
    }
    done
}

/// Whether a span is of the value with a path or of something inside it, and no part of its own header or end.
fn is_within(path: &str, span: &Annotation) -> bool {
    let rest = span.path.strip_prefix(path).filter(|_| !path.is_empty());
    let is_end = matches!(span.part, Part::End | Part::Padding);
    rest.is_some_and(|rest| rest.starts_with(['.', '[']) || rest.is_empty() && !is_end)
}

/// A span from one bit to another of which nothing is known.
fn filler(bit: u64, end: u64, part: Part, why: &str) -> Annotation {
    Annotation {
        bit,
        bits: end.saturating_sub(bit),
        depth: 0,
        part,
        path: String::new(),
        ty: String::new(),
        value: None,
        known: false,
        why: why.to_string(),
    }
}
