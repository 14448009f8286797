//! Places of strings in types, and what their types say about their values.

use std::collections::HashSet;

use wireglot_model::{Kind, Members, Model, Set, TypeId};

/// Where a string type is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A named type.
    Named(TypeId),
    /// A component or alternative of a type.
    Part(TypeId, usize),
    /// The elements of a list.
    Elements(TypeId),
}

pub fn members(model: &Model, id: TypeId) -> Option<&Members> {
    members_of(&model.ty(id).kind)
}

pub fn members_of(kind: &Kind) -> Option<&Members> {
    match kind {
        Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => Some(members),
        _ => None,
    }
}

/// What a string type has that excludes a contained type.
pub fn keeps_octets(model: &Model, string: TypeId) -> Option<&'static str> {
    let (mut seen, mut left) = (HashSet::new(), vec![string]);
    let mut value = false;
    while let Some(link) = left.pop() {
        if !seen.insert(link) {
            continue;
        }
        let kind = &model.ty(link).kind;
        if let Kind::Constrained { constraint, .. } = kind {
            if contains(&constraint.root) {
                return Some("a contained type");
            }
            value |= is_of_values(&constraint.root, &mut left);
        }
        left.extend(kind.inner());
    }
    value.then_some(VALUES)
}

const VALUES: &str = "a constraint on its value, which contents can't be compared with";

/// Whether a constraint lists values, itself or by a contained subtype.
pub fn lists_values(model: &Model, set: &Set) -> bool {
    let mut included = Vec::new();
    is_of_values(set, &mut included) || included.iter().any(|ty| keeps_octets(model, *ty) == Some(VALUES))
}

/// Whether a constraint lists values; if not, adds the types of contained subtypes to `included`.
fn is_of_values(set: &Set, included: &mut Vec<TypeId>) -> bool {
    match set {
        Set::Value(_) => true,
        Set::Union(list) | Set::Intersection(list) => list.iter().any(|set| is_of_values(set, included)),
        Set::Except(set, _) => is_of_values(set, included),
        Set::Nested(constraint) => is_of_values(&constraint.root, included),
        Set::Contained(ty) => {
            included.push(*ty);
            false
        }
        _ => false,
    }
}

/// Whether a constraint says what a string contains.
fn contains(set: &Set) -> bool {
    match set {
        Set::Contents { .. } => true,
        Set::Intersection(list) => list.iter().any(contains),
        Set::Except(set, _) => contains(set),
        Set::Nested(constraint) => contains(&constraint.root),
        _ => false,
    }
}
