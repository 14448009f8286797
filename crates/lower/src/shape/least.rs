//! Limits how many values a value must consist of: if each type holds the next one twice, the number doubles with
//! each type, and where values take no bits, nothing else stops a decoder.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use wireglot_plan::{OpenShape, Shape, ShapeKind, SlotPresence};
use wireglot_text::Span;

/// The maximum number of values that each value of a type consists of.
pub(super) const MOST: u64 = 1 << 17;

/// The location of a type whose values all consist of more than the maximum, the one with the fewest of those.
pub(super) fn too_many(shape: &Shape) -> Option<Span> {
    Counts::new(shape).first_beyond(MOST).and_then(|at| shape.types.get(at)).map(|ty| ty.span)
}

/// Counts the values of each type: 1 and those of what it can't be without. Starts at the least counts, so the first
/// alternative of a CHOICE that is counted is its smallest, and types without a finite value are not counted at all.
struct Counts {
    /// For each type, those that need it, once for each time.
    needed_by: Vec<Vec<usize>>,
    /// For each type, how many of those that it needs are not counted yet.
    missing: Vec<usize>,
    /// For each type, the sum over those that are.
    sums: Vec<u64>,
    /// Whether a type has been among the ready ones.
    counted: Vec<bool>,
    /// Types that miss nothing, the smallest first.
    ready: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Counts {
    fn new(shape: &Shape) -> Counts {
        let types = shape.types.len();
        let mut counts = Counts {
            needed_by: vec![Vec::new(); types],
            missing: vec![0; types],
            sums: vec![1; types],
            counted: vec![false; types],
            ready: BinaryHeap::new(),
        };
        for (at, ty) in shape.types.iter().enumerate() {
            let needs = needs(&ty.kind);
            counts.missing[at] = match ty.kind {
                ShapeKind::Choice { .. } => needs.len().min(1),
                _ => needs.len(),
            };
            needs.into_iter().for_each(|part| counts.needed_by[part].push(at));
            if counts.missing[at] == 0 {
                counts.ready.push(Reverse((1, at)));
            }
        }
        counts
    }

    /// The smallest type that is larger than `most`.
    fn first_beyond(&mut self, most: u64) -> Option<usize> {
        while let Some(Reverse((count, at))) = self.ready.pop() {
            if count > most {
                return Some(at);
            }
            for user in std::mem::take(&mut self.needed_by[at]) {
                self.sums[user] = self.sums[user].saturating_add(count);
                self.missing[user] = self.missing[user].saturating_sub(1);
                if self.missing[user] == 0 && !self.counted[user] {
                    self.counted[user] = true;
                    self.ready.push(Reverse((self.sums[user], user)));
                }
            }
        }
        None
    }
}

/// The types of what no value of this kind can be without; of a CHOICE, of its alternatives.
fn needs(kind: &ShapeKind) -> Vec<usize> {
    match kind {
        ShapeKind::Record { slots, .. } => {
            let required = slots.iter().filter(|slot| matches!(slot.presence, SlotPresence::Required));
            required.map(|slot| slot.shape.index()).collect()
        }
        ShapeKind::Choice { alternatives, .. } => alternatives.iter().map(|one| one.shape.index()).collect(),
        ShapeKind::Open(OpenShape::Fixed(actual)) => vec![actual.index()],
        _ => Vec::new(),
    }
}
