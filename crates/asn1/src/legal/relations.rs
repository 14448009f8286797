//! Whether the value of an open type is of the type that its keys choose (X.682 10.7).

use std::mem::discriminant;

use wireglot_model::{Key, Kind, Setting, TypeId, Value};
use wireglot_text::Span;

use super::Subject;

/// A value that is looked into, and those around it.
#[derive(Clone, Copy)]
pub(super) struct Around<'v> {
    /// The nearest.
    pub value: &'v Value,
    /// Further out.
    pub outer: Option<&'v Around<'v>>,
}

/// The relation that the type of an open type's value contradicts; `None` if none does so for
/// certain. Types are told apart by their kinds: two that are written alike are compatible.
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
    let held = discriminant(subject.kind(held)?);
    let mut chosen = 0;
    for object in &subject.model.object_set(relation.set).objects {
        subject.step()?;
        let object = subject.model.object(*object);
        let of = |key: &Key, value: &Value| matches!(object.setting(&key.field), Some(Setting::Value(_, v)) if v == value);
        if !keys.iter().all(|(key, value)| of(key, value)) {
            continue;
        }
        let Some(Setting::Type(wanted)) = object.setting(&open.field) else { return None };
        if discriminant(subject.kind(*wanted)?) == held {
            return None;
        }
        chosen += 1;
    }
    (chosen > 0).then_some(span)
}

/// The value of a key; `None` where it is left out or the notation leads elsewhere.
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
