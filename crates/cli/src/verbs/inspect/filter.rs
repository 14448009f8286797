//! Which spans are shown, of all that there are.

use std::collections::BTreeSet;
use std::ops::Range;

use wireglot_driver::inspect::{Annotated, Annotation, Part, Stop};
use wireglot_driver::messages::{below, steps, Message, Step};
use wireglot_driver::names::advice;

use crate::output::exit::{note, Done, Failure};

/// What is asked for, and what was met of it.
pub struct Filter {
    depth: Option<u32>,
    at: Option<u64>,
    path: Option<Wanted>,
    /// Each span has a name; else what lies deeper than another belongs to that.
    by_path: bool,
    /// Whether anything was shown.
    any: bool,
    /// The most octets that an input had.
    octets: usize,
    /// Paths that there were, where only they say which there are.
    met: BTreeSet<String>,
}

/// A path that is wanted.
pub struct Wanted {
    words: String,
    steps: Vec<Step>,
    /// The schema has it.
    checked: bool,
}

impl Filter {
    pub fn new(depth: Option<u32>, at: Option<u64>, path: Option<Wanted>, by_path: bool) -> Filter {
        Filter { depth, at, path, by_path, any: false, octets: 0, met: BTreeSet::new() }
    }

    /// A path, which may leave out the name of the type.
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

    /// Whether the place of an error is asked for.
    pub fn has(&self, stop: &Stop) -> bool {
        self.path.is_none() && self.at.is_none_or(|octet| octet == stop.bit / 8)
    }

    /// The spans that were asked for.
    pub fn shown(&mut self, made: &Annotated, octets: usize) -> Vec<Annotation> {
        self.octets = self.octets.max(octets);
        let mut shown: Vec<Annotation> = Vec::new();
        for span in &made.spans {
            let Some(depth) = self.depth.filter(|depth| span.depth > *depth) else {
                shown.push(span.clone());
                continue;
            };
            // What lies deeper than wanted lengthens what is around it.
            let around = cut(&span.path, depth);
            let header = |last: &&mut Annotation| last.path == around && last.part == Part::Header;
            match shown.last_mut().filter(|last| header(last) || !self.by_path) {
                Some(last) => last.bits += span.bits,
                None => shown.push(Annotation {
                    path: around.to_string(),
                    depth,
                    part: Part::Header,
                    ty: String::new(),
                    value: None,
                    why: "all that is in it".into(),
                    ..span.clone()
                }),
            }
        }
        if self.path.as_ref().is_some_and(|path| !path.checked) {
            self.met.extend(made.spans.iter().map(|span| span.path.clone()));
        }
        shown.retain(|span| self.holds(span));
        self.any |= !shown.is_empty();
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

    /// What there is to say where nothing was shown, of inputs of which any is damaged or none.
    ///
    /// # Errors
    /// What was asked for can't be in any input.
    pub fn unmet(&self, damaged: bool) -> Done {
        if self.any {
            return Ok(());
        }
        match (self.at, &self.path) {
            (Some(octet), _) if octet >= self.octets as u64 => {
                let octets = if self.octets == 1 { "octet" } else { "octets" };
                Err(Failure::Usage(format!(
                    "--at {octet}: there are {} {octets}, counted from 0",
                    self.octets
                )))
            }
            (Some(octet), None) => {
                note(&format!("octet {octet} is not in it"));
                Ok(())
            }
            (_, Some(path)) if damaged || path.checked || path.steps.contains(&Step::All) => {
                note(&format!("{} is not in it", path.words));
                Ok(())
            }
            (_, Some(path)) => {
                let advice = advice(&path.words, self.met.iter().map(String::as_str));
                Err(Failure::Usage(format!("--path {}: it is not there{advice}", path.words)))
            }
            _ => Ok(()),
        }
    }
}

/// The beginning of a path, so many steps below the root.
fn cut(path: &str, steps: u32) -> &str {
    let mut ends = path.match_indices(['.', '[']).map(|(at, _)| at);
    ends.nth(steps as usize).map_or(path, |end| &path[..end])
}

/// Octets that are of no PDU, if there are any.
pub fn gap(octets: Range<usize>, why: &str) -> Option<Annotation> {
    let bits = octets.end.checked_sub(octets.start).filter(|octets| *octets > 0)? as u64 * 8;
    Some(Annotation {
        bit: octets.start as u64 * 8,
        bits,
        depth: 0,
        part: Part::Padding,
        path: String::new(),
        ty: String::new(),
        value: None,
        known: true,
        why: why.to_string(),
    })
}

/// The same so many bits further on.
pub fn shifted(mut made: Annotated, bits: u64) -> Annotated {
    made.spans.iter_mut().for_each(|span| span.bit += bits);
    made.error.iter_mut().for_each(|stop| stop.bit += bits);
    made
}
