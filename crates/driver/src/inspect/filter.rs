//! Selects the spans to show.

use std::collections::BTreeSet;

use wireglot_interp::inspect::{Annotation, Part, Stop};
use wireglot_text::names::advice;

use crate::messages::{below, steps, Message, Step};

/// A selection of spans, and what it has matched so far.
pub struct Filter {
    depth: Option<u32>,
    at: Option<u64>,
    path: Option<Wanted>,
    /// Whether each span has a name. If not, deeper spans belong to the span around them.
    by_path: bool,
    /// Whether anything was shown.
    any: bool,
    /// The size in bytes of the longest input.
    octets: usize,
    /// Paths seen in the input, if the schema does not define them.
    met: BTreeSet<String>,
}

/// A requested path.
pub struct Wanted {
    words: String,
    steps: Vec<Step>,
    /// The path has been checked against the schema.
    checked: bool,
}

impl Filter {
    /// Selects spans down to a depth, at a byte, below a path. `by_path`: each span has a name of its own
    /// ([`Message::names_all`]).
    pub fn new(depth: Option<u32>, at: Option<u64>, path: Option<Wanted>, by_path: bool) -> Filter {
        Filter { depth, at, path, by_path, any: false, octets: 0, met: BTreeSet::new() }
    }

    /// Parses a path, which may omit the name of the type.
    ///
    /// # Errors
    /// The type has no such path.
    pub fn wanted(of: &dyn Message, path: &str) -> Result<Wanted, String> {
        let words = path.to_string();
        if of.has_own_json() {
            return Ok(Wanted { words, steps: steps(path)?, checked: false });
        }
        let name = Step::Name(of.name().to_string());
        let steps = std::iter::once(name).chain(below(of, path)?).collect();
        Ok(Wanted { words, steps, checked: true })
    }

    /// Whether the position of an error is selected.
    pub fn has(&self, stop: &Stop) -> bool {
        self.path.is_none() && self.at.is_none_or(|octet| octet == stop.bit / 8)
    }

    /// The selected spans.
    pub fn shown(&mut self, spans: Vec<Annotation>, octets: usize) -> Vec<Annotation> {
        self.octets = self.octets.max(octets);
        if self.path.as_ref().is_some_and(|path| !path.checked) {
            self.met.extend(spans.iter().map(|span| span.path.clone()));
        }
        let mut shown = match self.depth {
            Some(depth) => self.down_to(depth, spans),
            None => spans,
        };
        shown.retain(|span| self.holds(span));
        self.any |= !shown.is_empty();
        shown
    }

    /// Spans down to a depth.
    fn down_to(&self, depth: u32, spans: Vec<Annotation>) -> Vec<Annotation> {
        let mut shown: Vec<Annotation> = Vec::new();
        for span in spans {
            if span.depth <= depth {
                shown.push(span);
                continue;
            }
            // Spans below the maximum depth are merged into the span around them.
            let around = cut(&span.path, depth).to_string();
            let header = |last: &&mut Annotation| last.path == around && last.part == Part::Header;
            match shown.last_mut().filter(|last| header(last) || !self.by_path) {
                Some(last) => last.bits += span.bits,
                None => shown.push(Annotation {
                    path: around,
                    depth,
                    part: Part::Header,
                    ty: String::new(),
                    value: None,
                    why: "all that is in it".into(),
                    ..span
                }),
            }
        }
        shown
    }

    fn holds(&self, span: &Annotation) -> bool {
        let at = |octet: u64| {
            let bit = octet.saturating_mul(8);
            span.bits > 0 && span.bit < bit.saturating_add(8) && bit < span.bit + span.bits
        };
        let named = |wanted: &Wanted| {
            let Ok(steps) = steps(&span.path) else { return false };
            let same = |(step, wanted): (&Step, &Step)| {
                step == wanted || *wanted == Step::All && matches!(step, Step::Index(_))
            };
            let begins = |steps: &[Step]| {
                steps.len() >= wanted.steps.len() && steps.iter().zip(&wanted.steps).all(same)
            };
            begins(&steps) || !wanted.checked && begins(steps.get(1..).unwrap_or_default())
        };
        self.at.is_none_or(at) && self.path.as_ref().is_none_or(named)
    }

    /// Why nothing was shown; `None` if anything was. `damaged`: some input is damaged.
    pub fn unmet(&self, damaged: bool) -> Option<Unmet<'_>> {
        if self.any {
            return None;
        }
        match (self.at, &self.path) {
            (Some(octet), _) if octet >= self.octets as u64 => {
                Some(Unmet::BehindTheEnd { octet, octets: self.octets })
            }
            (Some(octet), None) => Some(Unmet::OctetNotShown(octet)),
            (_, Some(path)) if damaged || path.checked || path.steps.contains(&Step::All) => {
                Some(Unmet::NotInTheValue(&path.words))
            }
            (_, Some(path)) => {
                let advice = advice(&path.words, self.met.iter().map(String::as_str));
                Some(Unmet::NoSuchPath { path: &path.words, advice })
            }
            _ => None,
        }
    }
}

/// Why nothing was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet<'f> {
    /// The byte is after the end of every input: an error.
    BehindTheEnd {
        /// The requested byte, from 0.
        octet: u64,
        /// The size in bytes of the longest input.
        octets: usize,
    },
    /// The byte is not in a record that was shown.
    OctetNotShown(u64),
    /// The type has the path, the value does not.
    NotInTheValue(&'f str),
    /// There is no such path: an error.
    NoSuchPath {
        /// The requested path.
        path: &'f str,
        /// A suggestion to append; empty if no path is similar.
        advice: String,
    },
}

/// The first `steps` steps of a path below the root.
fn cut(path: &str, steps: u32) -> &str {
    let mut ends = path.match_indices(['.', '[']).map(|(at, _)| at);
    ends.nth(steps as usize).map_or(path, |end| &path[..end])
}
