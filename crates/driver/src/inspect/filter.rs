//! Selects the spans to show.

use std::collections::{BTreeSet, HashMap, HashSet};

use wireglot_interp::inspect::{Annotation, Part, Stop};
use wireglot_plan::OidNames;
use wireglot_text::names::advice;

use crate::messages::{below, by_default, is_value, steps, Message, Step};

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
    /// For each step, whether elements without the member that it names are chosen, since the default is the value.
    by_default: Vec<bool>,
    /// The names of object identifiers.
    oids: OidNames,
}

impl Wanted {
    /// Whether elements are chosen by their members.
    fn chooses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Where { .. }))
    }

    /// The paths of the elements whose members have the values that the path names.
    fn chosen(&self, spans: &[Annotation]) -> HashSet<Vec<Step>> {
        // For each element, whether its member has the value; `None` if it is absent.
        let mut elements: HashMap<(usize, Vec<Step>), Option<bool>> = HashMap::new();
        for span in spans {
            let Ok(path) = steps(&span.path) else { continue };
            for (at, wanted) in self.steps.iter().enumerate().take(path.len()) {
                let Step::Where { member, value } = wanted else { continue };
                let Some((element, below)) = path.split_at_checked(at + 1) else { continue };
                let has = elements.entry((at, element.to_vec())).or_default();
                if matches!(below.first(), Some(Step::Name(name)) if name == member) {
                    let json = span.value.as_deref().filter(|_| below.len() == 1 && is_of_value(span.part));
                    let is_value = json.is_some_and(|json| is_value(json, value, &self.oids));
                    *has = Some(has.unwrap_or(false) || is_value);
                }
            }
        }
        let is_default = |at: usize| self.by_default.get(at).is_some_and(|is_default| *is_default);
        let chosen = elements.into_iter().filter(|((at, _), has)| has.unwrap_or(is_default(*at)));
        chosen.map(|((_, element), _)| element).collect()
    }

    /// Whether a span is at this path or below it.
    fn has(&self, path: &[Step], chosen: &HashSet<Vec<Step>>) -> bool {
        let same = |(at, (step, wanted)): (usize, (&Step, &Step))| match wanted {
            Step::All => matches!(step, Step::Index(_)),
            Step::Where { .. } => path.get(..=at).is_some_and(|to| chosen.contains(to)),
            _ => step == wanted,
        };
        path.len() >= self.steps.len() && path.iter().zip(&self.steps).enumerate().all(same)
    }
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
            let (steps, oids) = (steps(path)?, OidNames::default());
            return Ok(Wanted { words, steps, checked: false, by_default: Vec::new(), oids });
        }
        let (name, below) = (Step::Name(of.name().to_string()), below(of, path)?);
        let by_default = std::iter::once(false).chain(by_default(of, &below)).collect();
        let steps = std::iter::once(name).chain(below).collect();
        Ok(Wanted { words, steps, checked: true, by_default, oids: of.shape().oids.clone() })
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
        let chooses = self.path.as_ref().filter(|path| path.chooses());
        let chosen = chooses.map(|path| path.chosen(&spans)).unwrap_or_default();
        let mut shown = match self.depth {
            Some(depth) => self.down_to(depth, spans),
            None => spans,
        };
        shown.retain(|span| self.holds(span, &chosen));
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

    fn holds(&self, span: &Annotation, chosen: &HashSet<Vec<Step>>) -> bool {
        let at = |octet: u64| {
            let bit = octet.saturating_mul(8);
            span.bits > 0 && span.bit < bit.saturating_add(8) && bit < span.bit + span.bits
        };
        let named = |wanted: &Wanted| {
            let Ok(steps) = steps(&span.path) else { return false };
            let below = || wanted.has(steps.get(1..).unwrap_or_default(), chosen);
            wanted.has(&steps, chosen) || !wanted.checked && below()
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
            (_, Some(path)) if damaged || path.checked || path.steps.iter().any(Step::is_several) => {
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

/// Whether a span is a value, rather than what says how long it is, or whether it is there.
fn is_of_value(part: Part) -> bool {
    matches!(part, Part::Value | Part::Header)
}

/// The first `steps` steps of a path below the root.
fn cut(path: &str, steps: u32) -> &str {
    let mut ends = path.match_indices(['.', '[']).map(|(at, _)| at);
    ends.nth(steps as usize).map_or(path, |end| &path[..end])
}
