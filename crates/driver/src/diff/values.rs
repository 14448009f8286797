//! Compares two values of a type field by field.
//!
//! Values that X.680 considers equal do not differ: the order of a SET OF, a default that is written out.

use std::collections::HashMap;

use wireglot_interp::{equal, identity, Defaults, ListRef, RecordRef, ValueRef, View};
use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::messages::FieldError;
use crate::texts::to_json;

/// A field that differs between two values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// The first value's field as JSON; `None` if absent.
    pub left: Option<String>,
    /// The second value's field.
    pub right: Option<String>,
}

/// Matching positions in two lists; `None` where one list has no counterpart.
pub type Pair = (Option<usize>, Option<usize>);

/// Pairs the elements of two ordered lists of the given lengths, leaving out equal elements at the beginning
/// and end.
pub fn in_order(left: usize, right: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    let short = left.min(right);
    let head = (0..short).take_while(|i| same(*i, *i)).count();
    let tail = (0..short - head).take_while(|i| same(left - 1 - i, right - 1 - i)).count();
    let at = |i: usize, end: usize| (i < end).then_some(i);
    (head..left.max(right) - tail).map(|i| (at(i, left - tail), at(i, right - tail))).collect()
}

/// The size of a difference in JSON without its path and values: the names of its members.
const MEMBERS: usize = 64;

/// The differences between two values, in the order of their type; paths begin with a name. Empty if they are
/// equal.
///
/// # Errors
/// The differences take more than `most` bytes as JSON.
pub fn differences(
    (shape, defaults): (&Shape, &Defaults),
    name: &str,
    (left, right): (ValueRef, ValueRef),
    most: usize,
) -> Result<Vec<Difference>, FieldError> {
    let mut walk = Walk { shape, defaults, path: name.to_string(), found: Vec::new(), left: Some(most) };
    walk.values(left, right);
    match walk.left {
        Some(_) => Ok(walk.found),
        None => Err(FieldError {
            code: "limit_output",
            path: name.to_string(),
            message: format!("the differences take more than {most} octets"),
        }),
    }
}

/// A simultaneous walk through two values.
struct Walk<'s> {
    shape: &'s Shape,
    defaults: &'s Defaults,
    path: String,
    found: Vec<Difference>,
    /// How many more bytes differences may take; `None` once they took too many.
    left: Option<usize>,
}

impl Walk<'_> {
    fn values(&mut self, left: ValueRef, right: ValueRef) {
        match (left.view(), right.view()) {
            (View::Record(a), View::Record(b)) => self.records(left.shape(), a, b),
            (View::List(a), View::List(b)) => self.lists(left.shape(), a, b),
            (View::Choice(a, one), View::Choice(b, other)) if a == b => {
                let name = self.alternative(left.shape(), a);
                self.under(&name, |walk| walk.values(one, other));
            }
            (View::Open(a, one), View::Open(b, other)) if a == b => self.values(one, other),
            (View::Contained(_, one), View::Contained(_, other)) => self.values(one, other),
            _ => {
                if !equal(self.shape, self.defaults, left, right) {
                    self.differ(Some(left), Some(right));
                }
            }
        }
    }

    fn records(&mut self, shape: ShapeId, left: RecordRef, right: RecordRef) {
        let slots = match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => slots.len() as u32,
            _ => 0,
        };
        for index in 0..slots {
            let (a, b) = (left.slot(index), right.slot(index));
            if a.is_none() && b.is_none() {
                continue;
            }
            let name = self.slot(shape, index);
            self.under(&name, |walk| match (a, b) {
                (Some(a), Some(b)) => walk.values(a, b),
                (one, None) | (None, one) if walk.is_default(shape, index, one) => {}
                (a, b) => walk.differ(a, b),
            });
        }
        if left.has_unknowns() || right.has_unknowns() {
            self.under(".$unknown", |walk| walk.unknowns(left, right));
        }
    }

    /// Compares unknown extensions by their bytes.
    fn unknowns(&mut self, left: RecordRef, right: RecordRef) {
        let octets = |record: RecordRef| -> Vec<Vec<u8>> {
            record.unknowns().map(|(_, octets)| octets.to_vec()).collect()
        };
        let (left, right) = (octets(left), octets(right));
        for (a, b) in in_order(left.len(), right.len(), |i, j| left[i] == right[j]) {
            let hex = |octets: &Vec<u8>| {
                let digits: String = octets.iter().map(|octet| format!("{octet:02X}")).collect();
                format!("\"{digits}\"")
            };
            let index = a.or(b).unwrap_or_default();
            let (left, right) = (a.and_then(|i| left.get(i)).map(hex), b.and_then(|j| right.get(j)).map(hex));
            if left != right {
                self.keep(Difference { path: format!("{}[{index}]", self.path), left, right });
            }
        }
    }

    fn lists(&mut self, shape: ShapeId, left: ListRef, right: ListRef) {
        let (all, defaults) = (self.shape, self.defaults);
        let a: Vec<ValueRef> = left.iter().collect();
        let b: Vec<ValueRef> = right.iter().collect();
        let pairs = match all.get(shape).kind {
            ShapeKind::List { set: true, .. } => {
                let octets = |values: &[ValueRef]| -> Vec<Vec<u8>> {
                    values.iter().map(|value| identity(all, defaults, *value)).collect()
                };
                in_any_order(&octets(&a), &octets(&b))
            }
            _ => in_order(a.len(), b.len(), |i, j| equal(all, defaults, a[i], b[j])),
        };
        for (i, j) in pairs {
            let index = i.or(j).unwrap_or_default();
            self.under(&format!("[{index}]"), |walk| {
                match (i.and_then(|i| a.get(i)), j.and_then(|j| b.get(j))) {
                    (Some(a), Some(b)) => walk.values(*a, *b),
                    (a, b) => walk.differ(a.copied(), b.copied()),
                }
            });
        }
    }

    /// Whether a present component has its default value.
    fn is_default(&self, shape: ShapeId, slot: u32, value: Option<ValueRef>) -> bool {
        value
            .zip(self.defaults.get(shape, slot))
            .is_some_and(|(value, default)| equal(self.shape, self.defaults, value, default))
    }

    fn differ(&mut self, left: Option<ValueRef>, right: Option<ValueRef>) {
        if self.left.is_none() {
            return;
        }
        let json = |value: ValueRef| to_json(self.shape, value);
        let (left, right) = (left.map(json), right.map(json));
        self.keep(Difference { path: self.path.clone(), left, right });
    }

    fn keep(&mut self, difference: Difference) {
        let of = |side: &Option<String>| side.as_ref().map_or(0, String::len);
        let octets = difference.path.len() + of(&difference.left) + of(&difference.right) + MEMBERS;
        self.left = self.left.and_then(|left| left.checked_sub(octets));
        match self.left {
            Some(_) => self.found.push(difference),
            None => self.found.clear(),
        }
    }

    /// Extends the path by one step for the duration of `walk`.
    fn under(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(step);
        walk(self);
        self.path.truncate(length);
    }

    fn slot(&self, shape: ShapeId, index: u32) -> String {
        match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => {
                slots.get(index as usize).map(|slot| format!(".{}", slot.name))
            }
            _ => None,
        }
        .unwrap_or_default()
    }

    fn alternative(&self, shape: ShapeId, index: u32) -> String {
        match &self.shape.get(shape).kind {
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.get(index as usize).map(|alternative| format!(".{}", alternative.name))
            }
            _ => None,
        }
        .unwrap_or_default()
    }
}

/// Pairs the elements that two unordered lists do not have in common.
fn in_any_order(left: &[Vec<u8>], right: &[Vec<u8>]) -> Vec<Pair> {
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    right.iter().for_each(|octets| *counts.entry(octets).or_default() += 1);
    let taken = |counts: &mut HashMap<&[u8], usize>, octets: &[u8]| match counts.get_mut(octets) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let alone: Vec<usize> = (0..left.len()).filter(|i| !taken(&mut counts, &left[*i])).collect();
    let rest: Vec<usize> = (0..right.len()).filter(|j| taken(&mut counts, &right[*j])).collect();
    (0..alone.len().max(rest.len())).map(|k| (alone.get(k).copied(), rest.get(k).copied())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(left: &str, right: &str) -> Vec<Pair> {
        let (a, b) = (left.as_bytes(), right.as_bytes());
        in_order(a.len(), b.len(), |i, j| a[i] == b[j])
    }

    #[test]
    fn lists_are_paired_from_both_ends() {
        assert_eq!(pairs("abc", "abc"), []);
        assert_eq!(pairs("abc", "axbc"), [(None, Some(1))]);
        assert_eq!(pairs("aab", "ab"), [(Some(1), None)]);
        assert_eq!(pairs("abc", "axc"), [(Some(1), Some(1))]);
        assert_eq!(pairs("", "ab"), [(None, Some(0)), (None, Some(1))]);
    }

    #[test]
    fn sets_are_paired_by_what_they_have_alone() {
        let lists = |text: &str| text.bytes().map(|byte| vec![byte]).collect::<Vec<_>>();
        assert_eq!(in_any_order(&lists("abca"), &lists("aacb")), []);
        assert_eq!(in_any_order(&lists("abx"), &lists("yba")), [(Some(2), Some(0))]);
        assert_eq!(in_any_order(&lists("aa"), &lists("a")), [(Some(1), None)]);
    }
}
