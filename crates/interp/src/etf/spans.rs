//! Annotates the octets of a term: a span for each value, and for each beginning and end of a tuple or list.

use wireglot_plan::ShapeId;

use super::mark::{span, Marks};
use super::{EtfError, EtfReader};
use crate::inspect::{Annotated, Part, SpanList, Stop};
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
        let mut marks = Some(Marks::new(most));
        let read = self.read_marked(octets, ty, &mut Tape::new(), &mut marks);
        let (taken, error) = match read {
            Ok(taken) => (taken, None),
            Err(error) => (error.offset, Some(error)),
        };
        let marks = marks.filter(|marks| marks.reached() > 0);
        let taken = taken.max(marks.as_ref().map_or(0, Marks::reached)).min(octets.len());
        let list = match marks {
            Some(marks) => marks.finish(self.shape, taken),
            None => {
                let mut list = SpanList::new(most);
                list.push(span(0, taken, Part::Header, "a compressed term"));
                list
            }
        };
        let stop = error.as_ref().map(|error| Stop {
            code: error.code,
            message: error.message.clone(),
            bit: error.offset as u64 * 8,
            path: error.path.clone(),
        });
        TermSpans { spans: list.finish(taken as u64 * 8, stop), taken, error }
    }
}
