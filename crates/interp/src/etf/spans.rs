//! Annotates the octets of a term: a span for each value, and for each beginning and end of a tuple or list.

use wireglot_plan::ShapeId;

use super::{EtfError, EtfReader, COMPRESSED, VERSION};
use crate::inspect::{Annotated, Annotation, Part, SpanList, Stop};
use crate::notation::type_text;
use crate::Tape;

/// A term, annotated.
#[derive(Debug)]
pub struct TermSpans {
    /// All octets up to the end of the term, or up to the error.
    pub spans: Annotated,
    /// The size of the term in octets; up to the error, if there is one.
    pub taken: usize,
    /// The error, if any.
    pub error: Option<EtfError>,
}

impl EtfReader<'_> {
    /// Reads the term at the start of some octets like [`EtfReader::read`], and annotates its octets, as far as it can
    /// be read and the spans take up to `most` bytes as JSON.
    pub fn inspect(&mut self, octets: &[u8], ty: ShapeId, most: usize) -> TermSpans {
        let mut marks = Some(Vec::new());
        let read = self.read_marked(octets, ty, &mut Tape::new(), &mut marks);
        let (taken, error) = match read {
            Ok(taken) => (taken, None),
            Err(error) => (error.offset, Some(error)),
        };
        // Offsets in a compressed term don't correspond to octets of the input.
        let marks = if octets.starts_with(&[VERSION, COMPRESSED]) { None } else { marks };
        let marks = marks.unwrap_or_default();
        let reached = marks.last().map_or(0, |mark| mark.end.unwrap_or(mark.start + 1));
        let taken = taken.max(reached).min(octets.len());
        let mut list = SpanList::new(most);
        let first = marks.first().map_or(taken, |mark| mark.start);
        let why = if marks.is_empty() { "a compressed term" } else { "version" };
        list.push(span(0, first, Part::Header, why));
        for (mark, next) in marks.iter().zip(marks.iter().skip(1).map(Some).chain([None])) {
            let next = next.map_or(taken, |next| next.start);
            let end = mark.end.unwrap_or(next);
            let why = if mark.part == Part::Presence { "absent" } else { "" };
            let ty = mark.ty.map_or_else(String::new, |ty| type_text(self.shape, ty));
            let (path, value) = (mark.path.clone(), mark.value.clone());
            list.push(Annotation { path, ty, value, known: true, ..span(mark.start, end, mark.part, why) });
            if end < next {
                list.push(span(end, next, Part::End, "end of a list"));
            }
        }
        let stop = error.as_ref().map(|error| Stop {
            code: error.code,
            message: error.message.clone(),
            bit: error.offset as u64 * 8,
            path: error.path.clone(),
        });
        TermSpans { spans: list.finish(taken as u64 * 8, stop), taken, error }
    }
}

fn span(start: usize, end: usize, part: Part, why: &str) -> Annotation {
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
