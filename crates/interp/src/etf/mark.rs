//! Records which terms a reader has reached, to annotate their octets.

use wireglot_plan::ShapeId;

use super::scan::Term;
use crate::inspect::Part;

/// A term that a reader has reached.
#[derive(Debug)]
pub(super) struct Mark {
    pub start: usize,
    /// Where it ends, if it has no parts.
    pub end: Option<usize>,
    pub part: Part,
    pub path: String,
    pub ty: Option<ShapeId>,
    pub value: Option<String>,
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

    fn new(term: Term<'_>, part: Part, ty: Option<ShapeId>, value: Option<String>) -> Mark {
        Mark { start: term.offset(), end: term.end(), part, path: String::new(), ty, value }
    }
}
