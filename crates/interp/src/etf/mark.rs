//! Records which terms a reader has reached, to annotate their octets.

use wireglot_plan::{Shape, ShapeId};

use super::scan::Term;
use crate::inspect::{Annotation, Part, SpanList};
use crate::notation::type_text;

/// A term that a reader has reached.
#[derive(Debug)]
pub(super) struct Mark {
    start: usize,
    /// Where it ends, if it has no parts.
    end: Option<usize>,
    part: Part,
    path: String,
    ty: Option<ShapeId>,
    value: Option<String>,
}

impl Mark {
    /// The start of a term that contains the terms of other values.
    pub fn parts(term: Term<'_>, ty: ShapeId) -> Mark {
        Mark { end: None, ..Mark::new(term, Part::Header, Some(ty), None) }
    }

    /// An absent component.
    pub fn absent(term: Term<'_>) -> Mark {
        Mark::new(term, Part::Presence, None, None)
    }

    /// A value without parts, as JSON.
    pub fn value(term: Term<'_>, ty: ShapeId, value: Option<String>) -> Mark {
        Mark::new(term, Part::Value, Some(ty), value)
    }

    /// The same, with the path of the value.
    pub fn in_path(self, path: String) -> Mark {
        Mark { path, ..self }
    }

    fn new(term: Term<'_>, part: Part, ty: Option<ShapeId>, value: Option<String>) -> Mark {
        Mark { start: term.offset(), end: term.end(), part, path: String::new(), ty, value }
    }
}

/// The spans of the terms that a reader has reached; the last one ends where the next begins.
#[derive(Debug)]
pub(super) struct Marks {
    list: SpanList,
    last: Option<Mark>,
}

impl Marks {
    /// For spans that take up to `most` bytes as JSON.
    pub fn new(most: usize) -> Marks {
        Marks { list: SpanList::new(most), last: None }
    }

    /// Whether the spans of further terms are dropped, so that their paths and values don't matter.
    pub fn is_full(&self) -> bool {
        self.list.is_full()
    }

    /// Adds the next term.
    pub fn add(&mut self, shape: &Shape, mark: Mark) {
        self.end_last(shape, mark.start);
        self.last = Some(mark);
    }

    /// The octets that have been reached.
    pub fn reached(&self) -> usize {
        self.last.as_ref().map_or(0, |mark| mark.end.unwrap_or(mark.start + 1))
    }

    /// All spans, up to an octet.
    pub fn finish(mut self, shape: &Shape, end: usize) -> SpanList {
        self.end_last(shape, end);
        self.list
    }

    fn end_last(&mut self, shape: &Shape, next: usize) {
        let Some(Mark { start, end, part, path, ty, value }) = self.last.take() else {
            self.list.push(span(0, next, Part::Header, "version"));
            return;
        };
        let end = end.unwrap_or(next);
        let why = if part == Part::Presence { "absent" } else { "" };
        let ty = ty.filter(|_| !self.is_full()).map_or_else(String::new, |ty| type_text(shape, ty));
        self.list.push(Annotation { path, ty, value, ..span(start, end, part, why) });
        if end < next {
            self.list.push(span(end, next, Part::End, "end of a list"));
        }
    }
}

/// The annotation of a range of octets.
pub(super) fn span(start: usize, end: usize, part: Part, why: &str) -> Annotation {
    Annotation {
        bit: start as u64 * 8,
        bits: end.saturating_sub(start) as u64 * 8,
        depth: 0,
        part,
        path: String::new(),
        ty: String::new(),
        value: None,
        known: true,
        why: why.to_string(),
    }
}
