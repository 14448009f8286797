//! Explains why a value can't be encoded: what it is, and what its type requires.

use wireglot_interp::{repertoire, EncodeError, ErrorCode, ValueRef, View};
use wireglot_model::{StringKind, TimeKind};
use wireglot_plan::{Check, Shape, ShapeKind, Size};

/// Describes the error in a value as precisely as its type allows.
pub fn explain(shape: &Shape, root: ValueRef, error: &EncodeError) -> String {
    let message = error.fault.message().to_string();
    let Some(value) = at(shape, root, &error.path) else { return message };
    let ty = shape.get(value.shape());
    let better = match error.fault.code {
        ErrorCode::Constraint => broken(&ty.kind, &ty.checks, &value.view()),
        ErrorCode::Character => characters(&ty.kind, &value.view()),
        ErrorCode::TimeForm => match value.view() {
            View::String(text) => {
                let like = example(&ty.kind).map(|time| format!(": write it like {time}")).unwrap_or_default();
                Some(format!("`{}` is not a valid time for its type{like}", cut(text)))
            }
            _ => None,
        },
        ErrorCode::UnknownRules => value.origin().map(|origin| {
            format!(
                "these octets came in {0}, and others would read another value from them: write {0}, or leave it out",
                origin.rules
            )
        }),
        _ => None,
    };
    better.unwrap_or(message)
}

/// The value at a path, which starts after the name of the root.
fn at<'t>(shape: &Shape, root: ValueRef<'t>, path: &str) -> Option<ValueRef<'t>> {
    let mut value = held(root);
    let rest = &path[path.find(['.', '[']).unwrap_or(path.len())..];
    for step in rest.split(['.', '[']).skip(1) {
        let index = match (&shape.get(value.shape()).kind, step.strip_suffix(']')) {
            (ShapeKind::List { .. }, Some(index)) => {
                let View::List(list) = value.view() else { return None };
                value = held(list.iter().nth(index.parse().ok()?)?);
                continue;
            }
            (ShapeKind::Record { slots, .. }, None) => slots.iter().position(|slot| slot.name == step)?,
            (ShapeKind::Choice { alternatives, .. }, None) => {
                alternatives.iter().position(|alternative| alternative.name == step)?
            }
            _ => return None,
        };
        value = held(value.child(index as u32)?);
    }
    Some(value)
}

/// The value inside an open type or containing string, which paths do not mention.
fn held(mut value: ValueRef) -> ValueRef {
    while let View::Open(_, inner) | View::Contained(_, inner) = value.view() {
        value = inner;
    }
    value
}

fn broken(kind: &ShapeKind, checks: &[Check], value: &View) -> Option<String> {
    let alphabet = checks.iter().any(|check| matches!(check, Check::Alphabet(_)));
    match (kind, value) {
        (ShapeKind::Integer { range, .. }, View::Integer(number)) => {
            let end = |end: &Option<_>, word: &str| end.as_ref().map_or(word.into(), |n: &_| format!("{n}"));
            let (lo, hi) = (end(&range.lo, "MIN"), end(&range.hi, "MAX"));
            let outside =
                lo.parse().is_ok_and(|lo: i64| *number < lo) || hi.parse().is_ok_and(|hi: i64| *number > hi);
            outside.then(|| format!("{number} is outside ({lo}..{hi})"))
        }
        (ShapeKind::BitString { size, .. }, View::BitString(_, bits)) => sized(*bits, "bits", size),
        (ShapeKind::OctetString { size, .. }, View::OctetString(octets)) => {
            sized(octets.len() as u64, "octets", size)
        }
        (ShapeKind::List { size, .. }, View::List(list)) => sized(list.len() as u64, "elements", size),
        (ShapeKind::String { size, .. }, View::String(text)) => {
            let alphabet =
                || alphabet.then(|| format!("`{}` has characters that its alphabet (FROM) lacks", cut(text)));
            sized(text.chars().count() as u64, "characters", size).or_else(alphabet)
        }
        _ => None,
    }
}

/// Describes a violated size constraint.
fn sized(length: u64, what: &str, size: &Size) -> Option<String> {
    let hi = size.hi.map_or("MAX".into(), |hi| hi.to_string());
    let outside = length < size.lo || size.hi.is_some_and(|hi| length > hi);
    let asked = match size.hi == Some(size.lo) {
        true => hi,
        false => format!("{}..{hi}", size.lo),
    };
    let what = if length == 1 { what.trim_end_matches('s') } else { what };
    outside.then(|| format!("{length} {what} where SIZE ({asked}) is required"))
}

fn characters(kind: &ShapeKind, value: &View) -> Option<String> {
    let (ShapeKind::String { kind, .. }, View::String(text)) = (kind, value) else { return None };
    let (name, holds) = match kind {
        StringKind::Numeric => ("NumericString", "digits and spaces"),
        StringKind::Printable => ("PrintableString", "A to Z, a to z, digits, space and '()+,-./:=?"),
        StringKind::Ia5 => ("IA5String", "ASCII characters"),
        StringKind::Visible => ("VisibleString", "printable ASCII characters"),
        _ => return Some(format!("`{}` has characters that are not of its type", cut(text))),
    };
    let other = text.chars().find(|c| !repertoire(*kind).contains(*c))?;
    Some(format!("`{}` has {other:?}: {name} holds only {holds}", cut(text)))
}

/// An example of a time of this type.
fn example(kind: &ShapeKind) -> Option<&'static str> {
    let ShapeKind::Time(kind) = kind else { return None };
    Some(match kind {
        TimeKind::Utc => "261121084500Z",
        TimeKind::Generalized => "20261121084500Z",
        TimeKind::Time | TimeKind::DateTime => "2026-11-21T08:45:00",
        TimeKind::Date => "2026-11-21",
        TimeKind::TimeOfDay => "08:45:00",
        TimeKind::Duration => "P1DT2H30M",
    })
}

/// The beginning of a long text.
fn cut(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}
