//! Constraints visible to packed rules (X.691 10.3, Annex B; X.696 8.2): the set expressions
//! projected separately onto values, sizes and alphabets.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use wireglot_bigint::BigInt;
use wireglot_model::{Constraint, Kind, Model, Set, TypeId, Value};

use crate::shape::{
    by_pairs, integer_end, intersection, normalise, of_kind, sizes_of, union, widen, Alphabets, Ranges,
};

/// The effective constraints of a type. `None` means unconstrained.
#[derive(Debug, Clone, Default)]
pub(crate) struct Visible {
    /// Values of INTEGER.
    pub values: Option<Ranges<BigInt>>,
    /// Sizes of strings and lists.
    pub sizes: Option<Ranges<u64>>,
    /// Characters of strings, by code point.
    pub alphabet: Option<Ranges<u32>>,
    /// Whether the last visible constraint has an extension marker (X.680 50.8).
    pub extensible: bool,
}

impl Visible {
    fn any(&self) -> bool {
        self.values.is_some() || self.sizes.is_some() || self.alphabet.is_some()
    }

    /// Minimum and maximum value.
    pub fn value_bounds(&self) -> (Option<BigInt>, Option<BigInt>) {
        let list = self.values.as_deref().unwrap_or_default();
        (list.first().and_then(|r| r.0.clone()), list.last().and_then(|r| r.1.clone()))
    }

    /// Minimum and maximum size.
    pub fn size_bounds(&self) -> (u64, Option<u64>) {
        let list = self.sizes.as_deref().unwrap_or_default();
        (list.first().and_then(|r| r.0).unwrap_or(0), list.last().and_then(|r| r.1))
    }
}

/// How an extensible constraint affects what is visible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Markers {
    /// Its root is visible, and so is that there are values outside it (X.691 10.3.16).
    Kept,
    /// Nothing of it is visible (X.696 8.2.4).
    Blind,
}

/// The effective constraints of types, each computed once. Recursion is limited by the nesting of
/// contained subtypes that front ends allow.
pub(crate) struct VisibleOf {
    markers: Markers,
    known: RefCell<HashMap<TypeId, Rc<Visible>>>,
    alphabets: Alphabets,
}

impl VisibleOf {
    pub fn new(markers: Markers) -> VisibleOf {
        VisibleOf { markers, known: RefCell::default(), alphabets: Alphabets::default() }
    }

    /// The effective constraints of a chain: serial constraints intersect; an extension marker
    /// counts only if no visible constraint follows.
    pub fn of(&self, model: &Model, ty: TypeId) -> Rc<Visible> {
        let (mut links, mut at) = (Vec::new(), ty);
        let mut visible = loop {
            at = model.past_references(at).0;
            if let Some(known) = self.known.borrow().get(&at) {
                break known.clone();
            }
            match &model.ty(at).kind {
                Kind::Constrained { inner, constraint } => {
                    links.push((at, constraint));
                    at = *inner;
                }
                kind => match kind.inner() {
                    Some(inner) => at = inner,
                    None => break Rc::default(),
                },
            }
        };
        if links.is_empty() {
            return visible;
        }
        // A type that refers to itself sees itself unconstrained.
        for (link, _) in &links {
            self.known.borrow_mut().insert(*link, Rc::default());
        }
        let base = &model.ty(model.base(at)).kind;
        for (link, constraint) in links.into_iter().rev() {
            let next = self.constraint(model, constraint, base, &visible);
            if next.any() && !(next.extensible && self.markers == Markers::Blind) {
                visible = Rc::new(Visible {
                    values: narrowed(&visible.values, &next.values),
                    sizes: narrowed(&visible.sizes, &next.sizes),
                    alphabet: narrowed(&visible.alphabet, &next.alphabet),
                    extensible: next.extensible,
                });
            }
            self.known.borrow_mut().insert(link, visible.clone());
        }
        visible
    }

    fn constraint(&self, model: &Model, constraint: &Constraint, base: &Kind, parent: &Visible) -> Visible {
        let mut visible = self.set(model, &constraint.root, base, parent);
        if constraint.extension.is_some() {
            // An extensible alphabet is not visible (10.3.12), but a size next to it is.
            visible.alphabet = None;
            visible.extensible = true;
        }
        visible
    }

    fn set(&self, model: &Model, set: &Set, base: &Kind, parent: &Visible) -> Visible {
        let part = |s| self.set(model, s, base, parent);
        match set {
            // If a part is not visible, the whole union is unbounded (10.3.20).
            Set::Union(list) => by_pairs(list.iter().map(part).collect(), either).unwrap_or_default(),
            // An intersection consists of its visible parts (10.3.19).
            Set::Intersection(list) => list.iter().map(part).reduce(both).unwrap_or_default(),
            // EXCEPT and the set after it are ignored (10.3.21).
            Set::Except(a, _) => part(a),
            Set::Nested(constraint) => self.constraint(model, constraint, base, parent),
            Set::Contained(ty) => self.contained(model, *ty, base),
            Set::Value(_) | Set::Range(..) if matches!(base, Kind::Integer(_)) => {
                let (lo, hi) = parent.value_bounds();
                let values = self.integers(model, set, (lo, hi));
                Visible { values, ..Visible::default() }
            }
            Set::Size(constraint) if sized(base) => {
                let (lo, hi) = parent.size_bounds();
                let ends = (Some(BigInt::from(lo)), hi.map(BigInt::from));
                let list = self.integers(model, &constraint.root, ends);
                let sizes = list.map(|list| sizes_of(list).into_iter().map(|(l, h)| (Some(l), h)).collect());
                Visible { sizes, extensible: constraint.extension.is_some(), ..Visible::default() }
            }
            // An extensible alphabet is not visible.
            Set::Alphabet(constraint) if constraint.extension.is_none() => {
                let Some(full) = known_multiplier(base) else { return Visible::default() };
                let parent = parent.alphabet.clone().unwrap_or(full);
                let alphabet = self.alphabets.characters(model, &constraint.root, &parent);
                Visible { alphabet: alphabet.map(|a| intersection(&a, &parent)), ..Visible::default() }
            }
            _ => Visible::default(),
        }
    }

    /// A contained subtype: its visible constraints, without its extension marker.
    fn contained(&self, model: &Model, ty: TypeId, base: &Kind) -> Visible {
        let inner = self.of(model, ty);
        let mut visible = Visible { extensible: false, ..(*inner).clone() };
        if matches!(base, Kind::Integer(_)) && visible.values.is_none() {
            visible.values = Some(vec![(None, None)]);
        }
        visible
    }

    /// A set of integers within the bounds that MIN and MAX refer to.
    fn integers(
        &self,
        model: &Model,
        set: &Set,
        ends: (Option<BigInt>, Option<BigInt>),
    ) -> Option<Ranges<BigInt>> {
        let part = |s| self.integers(model, s, ends.clone());
        match set {
            Set::Union(list) => by_pairs(list.iter().map(part).collect::<Option<_>>()?, union),
            Set::Intersection(list) => list.iter().filter_map(part).reduce(|a, b| intersection(&a, &b)),
            Set::Except(a, _) => part(a),
            Set::Nested(constraint) => part(&constraint.root),
            Set::Value(Value::Integer(v)) => Some(vec![(Some(v.clone()), Some(v.clone()))]),
            Set::Range(lo, hi) => {
                let lo = integer_end(lo, &ends.0, &ends.1, 1);
                let hi = integer_end(hi, &ends.0, &ends.1, -1);
                Some(normalise(vec![(lo, hi)]))
            }
            Set::Contained(ty) => self.of(model, *ty).values.clone().or(Some(vec![(None, None)])),
            _ => None,
        }
    }
}

/// Kinds whose SIZE is visible (10.3.6, 10.3.7).
fn sized(kind: &Kind) -> bool {
    let strings = matches!(kind, Kind::BitString(_) | Kind::OctetString);
    strings || matches!(kind, Kind::SequenceOf(_) | Kind::SetOf(_)) || known_multiplier(kind).is_some()
}

/// The alphabet of a known-multiplier character string type (X.691 3.7.16).
pub(super) fn known_multiplier(kind: &Kind) -> Option<Ranges<u32>> {
    use wireglot_model::StringKind::{Bmp, Ia5, Numeric, Printable, Universal, Visible};
    match kind {
        Kind::String(kind @ (Ia5 | Printable | Visible | Numeric | Universal | Bmp)) => {
            Some(widen(&of_kind(*kind)))
        }
        _ => None,
    }
}

fn narrowed<T: crate::shape::Step>(a: &Option<Ranges<T>>, b: &Option<Ranges<T>>) -> Option<Ranges<T>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(intersection(a, b)),
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

fn both(a: Visible, b: Visible) -> Visible {
    Visible {
        values: narrowed(&a.values, &b.values),
        sizes: narrowed(&a.sizes, &b.sizes),
        alphabet: narrowed(&a.alphabet, &b.alphabet),
        extensible: a.extensible || b.extensible,
    }
}

fn either(a: Visible, b: Visible) -> Visible {
    Visible {
        values: a.values.zip(b.values).map(|(a, b)| union(a, b)),
        sizes: a.sizes.zip(b.sizes).map(|(a, b)| union(a, b)),
        alphabet: a.alphabet.zip(b.alphabet).map(|(a, b)| union(a, b)),
        extensible: a.extensible || b.extensible,
    }
}
