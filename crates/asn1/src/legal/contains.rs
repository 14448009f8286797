//! Whether a type has a value, where its constraints let that be decided.

use std::cmp::Ordering;

use wireglot_bigint::BigInt;
use wireglot_model::{Bound, Constraint, End, Kind, Set, TypeId, Value};
use wireglot_text::Span;

use super::Subject;

/// `Some(true)`, `Some(false)`, or not decided here.
type Verdict = Option<bool>;

/// The constraint of a type's chain that leaves a value out; `None` if none does so for certain.
pub(super) fn excluding(subject: &Subject, id: TypeId, value: &Value) -> Option<Span> {
    let mut at = id;
    loop {
        subject.step()?;
        if subject.poison.contains(&at) {
            return None;
        }
        if let Kind::Constrained { constraint, .. } = &subject.model.ty(at).kind {
            if in_constraint(subject, constraint, value) == Some(false) {
                return Some(constraint.span);
            }
        }
        at = subject.model.ty(at).kind.inner()?;
    }
}

/// An extensible constraint leaves nothing out: a later version may have the value.
fn in_constraint(subject: &Subject, constraint: &Constraint, value: &Value) -> Verdict {
    match constraint.extension {
        Some(_) => Some(true),
        None => in_set(subject, &constraint.root, value),
    }
}

fn in_set(subject: &Subject, set: &Set, value: &Value) -> Verdict {
    subject.step()?;
    match set {
        Set::Union(list) => any(list.iter().map(|set| in_set(subject, set, value))),
        Set::Intersection(list) => all(list.iter().map(|set| in_set(subject, set, value))),
        Set::Except(of, but) => {
            all([in_set(subject, of, value), in_set(subject, but, value).map(|b| !b)].into_iter())
        }
        Set::AllExcept(but) => in_set(subject, but, value).map(|b| !b),
        Set::Nested(constraint) => in_constraint(subject, constraint, value),
        Set::Value(only) => is_plain(only).then_some(only == value),
        Set::Range(low, high) => in_range(low, high, value),
        Set::Contained(ty) => excluding(subject, *ty, value).map(|_| false),
        Set::Size(constraint) => {
            let size = Value::Integer(BigInt::from(size(value)?));
            in_constraint(subject, constraint, &size)
        }
        Set::Alphabet(constraint) => {
            let Value::String(text) = value else { return None };
            all(text.chars().map(|c| in_alphabet(subject, constraint, c)))
        }
        _ => None,
    }
}

fn in_alphabet(subject: &Subject, constraint: &Constraint, character: char) -> Verdict {
    if constraint.extension.is_some() {
        return Some(true);
    }
    has_character(subject, &constraint.root, character)
}

/// In an alphabet a string stands for all of its characters (X.680 51.7.2).
fn has_character(subject: &Subject, set: &Set, character: char) -> Verdict {
    subject.step()?;
    let one = Value::String(character.to_string());
    match set {
        Set::Union(list) => any(list.iter().map(|set| has_character(subject, set, character))),
        Set::Intersection(list) => all(list.iter().map(|set| has_character(subject, set, character))),
        Set::Except(of, but) => {
            all([has_character(subject, of, character), has_character(subject, but, character).map(|b| !b)]
                .into_iter())
        }
        Set::AllExcept(but) => has_character(subject, but, character).map(|b| !b),
        Set::Nested(constraint) => in_alphabet(subject, constraint, character),
        Set::Value(Value::String(text)) => Some(text.contains(character)),
        Set::Range(low, high) => in_range(low, high, &one),
        _ => None,
    }
}

fn in_range(low: &Bound, high: &Bound, value: &Value) -> Verdict {
    let above = match &low.end {
        End::Value(low_value) => compare(value, low_value)
            .map(|order| order == Ordering::Greater || order == Ordering::Equal && !low.open),
        // MIN is the least value of the parent, which is looked at by itself; MAX is
        // a lower end only where that is the only value.
        End::Min => Some(true),
        End::Max => None,
    };
    let below = match &high.end {
        End::Value(high_value) => compare(value, high_value)
            .map(|order| order == Ordering::Less || order == Ordering::Equal && !high.open),
        End::Max => Some(true),
        End::Min => None,
    };
    all([above, below].into_iter())
}

/// The order of two integers or two characters.
pub(super) fn compare(one: &Value, two: &Value) -> Option<Ordering> {
    match (one, two) {
        (Value::Integer(one), Value::Integer(two)) => Some(one.cmp(two)),
        (Value::String(one), Value::String(two)) => {
            let single = |text: &str| {
                let mut characters = text.chars();
                characters.next().filter(|_| characters.next().is_none())
            };
            Some(single(one)?.cmp(&single(two)?))
        }
        _ => None,
    }
}

/// Whether equality of two values is equality of what is written.
fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Boolean(_)
            | Value::Integer(_)
            | Value::Enumerated(_)
            | Value::Null
            | Value::OctetString(_)
            | Value::Oid(_)
            | Value::String(_)
    )
}

/// The size that SIZE speaks of. A BIT STRING of named bits may be filled up with zeros.
fn size(value: &Value) -> Option<u64> {
    match value {
        Value::OctetString(octets) => Some(octets.len() as u64),
        Value::String(text) => Some(text.chars().count() as u64),
        Value::List(list) => Some(list.len() as u64),
        _ => None,
    }
}

fn any(list: impl Iterator<Item = Verdict>) -> Verdict {
    let mut verdict = Some(false);
    for one in list {
        match one {
            Some(true) => return Some(true),
            None => verdict = None,
            Some(false) => {}
        }
    }
    verdict
}

fn all(list: impl Iterator<Item = Verdict>) -> Verdict {
    let mut verdict = Some(true);
    for one in list {
        match one {
            Some(false) => return Some(false),
            None => verdict = None,
            Some(true) => {}
        }
    }
    verdict
}
