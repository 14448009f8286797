//! Checks that the value of an open type is of the type that its keys select (X.682 10.7).

use std::collections::HashSet;
use std::mem::discriminant;

use wireglot_model::{Component, Key, Kind, Setting, TypeId, Value};
use wireglot_text::Span;

use super::Subject;

/// A value that is being checked, and the values around it.
#[derive(Clone, Copy)]
pub(super) struct Around<'v> {
    /// The innermost value.
    pub value: &'v Value,
    /// The next one out.
    pub outer: Option<&'v Around<'v>>,
}

/// The relation that the type of an open type's value contradicts; `None` if none certainly is contradicted.
/// Types with the same notation are compatible, whatever their tags and constraints.
pub(super) fn contradicted(
    subject: &Subject,
    ty: TypeId,
    held: TypeId,
    around: Option<&Around>,
) -> Option<Span> {
    let Kind::Open(open) = subject.kind(ty)? else { return None };
    let relation = open.relation.as_ref()?;
    let keys: Vec<(&Key, &Value)> =
        relation.keys.iter().map(|key| Some((key, at(key, around)?))).collect::<Option<_>>()?;
    let span = keys.first()?.0.span;
    let mut chosen = 0;
    for object in &subject.model.object_set(relation.set).objects {
        subject.step()?;
        let object = subject.model.object(*object);
        let of = |key: &Key, value: &Value| matches!(object.setting(&key.field), Some(Setting::Value(_, v)) if v == value);
        if !keys.iter().all(|(key, value)| of(key, value)) {
            continue;
        }
        let Some(Setting::Type(wanted)) = object.setting(&open.field) else { return None };
        if !differ(subject, *wanted, held)? {
            return None;
        }
        chosen += 1;
    }
    (chosen > 0).then_some(span)
}

/// Whether two types are written differently: different kinds, different components, or components that
/// differ. `None` if undecided.
fn differ(subject: &Subject, one: TypeId, other: TypeId) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut pile = vec![(one, other)];
    while let Some((one, other)) = pile.pop() {
        subject.step()?;
        let (one, other) = (subject.base(one)?, subject.base(other)?);
        if one == other || !seen.insert((one, other)) {
            continue;
        }
        let (one, other) = (&subject.model.ty(one).kind, &subject.model.ty(other).kind);
        if discriminant(one) != discriminant(other) {
            return Some(true);
        }
        match (one, other) {
            (Kind::Sequence(one), Kind::Sequence(other))
            | (Kind::Set(one), Kind::Set(other))
            | (Kind::Choice(one), Kind::Choice(other)) => {
                let (one, other): (Vec<&Component>, Vec<&Component>) =
                    (one.all().collect(), other.all().collect());
                let alike = |(one, other): (&&Component, &&Component)| one.name == other.name;
                if one.len() != other.len() || !one.iter().zip(&other).all(alike) {
                    return Some(true);
                }
                pile.extend(one.iter().zip(&other).map(|(one, other)| (one.ty, other.ty)));
            }
            (Kind::SequenceOf(one), Kind::SequenceOf(other)) | (Kind::SetOf(one), Kind::SetOf(other)) => {
                pile.push((one.ty, other.ty));
            }
            (Kind::String(one), Kind::String(other)) if one != other => return Some(true),
            (Kind::Time(one), Kind::Time(other)) if one != other => return Some(true),
            _ => {}
        }
    }
    Some(false)
}

/// The value of a key; `None` if it is absent or the notation leads elsewhere.
fn at<'v>(key: &Key, around: Option<&Around<'v>>) -> Option<&'v Value> {
    let mut from = *around?;
    for _ in 1..key.up {
        from = *from.outer?;
    }
    key.path.iter().try_fold(from.value, |value, name| match value {
        Value::Members(list) => list.iter().find(|(member, _)| member == name).map(|(_, value)| value),
        Value::Choice(alternative, value) if alternative == name => Some(&**value),
        _ => None,
    })
}
