//! Permitted alphabets (X.680 51.7): sets of single characters.

use std::cell::RefCell;
use std::collections::HashMap;

use wireglot_model::{Bound, Constraint, End, Kind, Model, Set, StringKind, TypeId, Value};
use wireglot_plan::Check;

use super::ranges::{by_pairs, complement, intersection, normalise, union, Ranges};
use super::simplify::{anything, narrow, widen};

/// The characters of a string type, as ranges of code points (X.680 41).
pub(crate) fn of_kind(kind: StringKind) -> Vec<(u32, u32)> {
    match kind {
        StringKind::Numeric => vec![(0x20, 0x20), (0x30, 0x39)],
        StringKind::Printable => {
            vec![
                (0x20, 0x20),
                (0x27, 0x29),
                (0x2B, 0x3A),
                (0x3D, 0x3D),
                (0x3F, 0x3F),
                (0x41, 0x5A),
                (0x61, 0x7A),
            ]
        }
        StringKind::Visible => vec![(0x20, 0x7E)],
        StringKind::Ia5 => vec![(0, 0x7F)],
        StringKind::Bmp => vec![(0, 0xFFFF)],
        StringKind::Universal => vec![(0, u32::MAX)],
        StringKind::Utf8 => vec![(0, 0x10_FFFF)],
        _ => vec![(0, 0xFF)],
    }
}

/// The alphabets of contained subtypes, each computed once: a type may be named many times, also within others.
/// Recursion is limited by the nesting of contained subtypes that front ends allow.
#[derive(Debug, Default)]
pub(crate) struct Alphabets {
    known: RefCell<HashMap<TypeId, Option<Ranges<u32>>>>,
}

impl Alphabets {
    /// FROM as a check; `root` is what the parent type allows.
    pub fn check(&self, model: &Model, base: TypeId, root: &Check, constraint: &Constraint) -> Check {
        let Kind::String(kind) = model.ty(base).kind else { return anything() };
        let parent = match root_alphabet(root) {
            Some(list) => widen(&list),
            None => widen(&of_kind(kind)),
        };
        match self.characters(model, &constraint.root, &parent) {
            Some(list) => Check::Alphabet(narrow(intersection(&list, &parent))),
            None => anything(),
        }
    }

    /// The single characters of a set; `None` if it does not restrict them.
    pub fn characters(&self, model: &Model, set: &Set, parent: &Ranges<u32>) -> Option<Ranges<u32>> {
        let outside = |set| Some(intersection(&complement(&self.characters(model, set, parent)?), parent));
        match set {
            Set::Union(list) => {
                let parts = list.iter().map(|s| self.characters(model, s, parent)).collect::<Option<_>>()?;
                Some(by_pairs(parts, union).unwrap_or_default())
            }
            Set::Intersection(list) => {
                let known = list.iter().filter_map(|s| self.characters(model, s, parent));
                Some(known.fold(parent.clone(), |all, next| intersection(&all, &next)))
            }
            Set::Except(a, b) => Some(intersection(&self.characters(model, a, parent)?, &outside(b)?)),
            Set::AllExcept(a) => outside(a),
            Set::Nested(constraint) => self.characters(model, &constraint.root, parent),
            Set::Value(Value::String(text)) => {
                Some(normalise(text.chars().map(|c| (Some(u32::from(c)), Some(u32::from(c)))).collect()))
            }
            Set::Range(lo, hi) => {
                let least = parent.first().and_then(|r| r.0);
                let greatest = parent.last().and_then(|r| r.1);
                let lo = end(lo, least, greatest, 1)?;
                let hi = end(hi, least, greatest, -1)?;
                Some(normalise(vec![(Some(lo), Some(hi))]))
            }
            Set::Contained(ty) => self.of_type(model, *ty),
            _ => None,
        }
    }

    /// The characters allowed by a type's chain.
    fn of_type(&self, model: &Model, ty: TypeId) -> Option<Ranges<u32>> {
        let known = self.known.borrow().get(&ty).cloned();
        known.unwrap_or_else(|| {
            let characters = self.of_chain(model, ty);
            self.known.borrow_mut().insert(ty, characters.clone());
            characters
        })
    }

    fn of_chain(&self, model: &Model, ty: TypeId) -> Option<Ranges<u32>> {
        let Kind::String(kind) = model.ty(model.base(ty)).kind else { return None };
        let (mut at, mut froms) = (ty, Vec::new());
        loop {
            at = model.past_references(at).0;
            match &model.ty(at).kind {
                Kind::Constrained { inner, constraint } => {
                    froms.extend(from_of(&constraint.root));
                    at = *inner;
                }
                kind => match kind.inner() {
                    Some(inner) => at = inner,
                    None => break,
                },
            }
        }
        let mut all = widen(&of_kind(kind));
        for from in froms.into_iter().rev() {
            if let Some(list) = self.characters(model, &from.root, &all) {
                all = intersection(&list, &all);
            }
        }
        Some(all)
    }
}

/// The alphabet that a check requires, if it is one.
fn root_alphabet(check: &Check) -> Option<Vec<(u32, u32)>> {
    match check {
        Check::Alphabet(list) => Some(list.clone()),
        Check::All(list) => list.iter().find_map(root_alphabet),
        _ => None,
    }
}

/// The FROM that applies to all values of a set.
fn from_of(set: &Set) -> Option<&Constraint> {
    match set {
        Set::Alphabet(constraint) => Some(constraint),
        Set::Intersection(list) => list.iter().find_map(from_of),
        Set::Except(a, _) => from_of(a),
        Set::Nested(constraint) => from_of(&constraint.root),
        _ => None,
    }
}

fn end(bound: &Bound, least: Option<u32>, greatest: Option<u32>, inward: i32) -> Option<u32> {
    let at = match &bound.end {
        End::Min => least?,
        End::Max => greatest?,
        End::Value(Value::String(text)) => u32::from(text.chars().next()?),
        End::Value(_) => return None,
    };
    match bound.open {
        true => at.checked_add_signed(inward),
        false => Some(at),
    }
}
