//! Values held against the characters and constraints of their types.

use wireglot_model::times::is_time;
use wireglot_model::{Kind, TypeId, Value};
use wireglot_text::Span;

use super::contains::excluding;
use super::relations::{contradicted, Around};
use super::{text, Faults, Subject};
use crate::faults::LegalKind;

pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    for read in subject.values {
        value(subject, read.ty, &read.value, read.span, None, faults);
    }
}

/// A value and all that it holds. Values are at most a few hundred levels deep.
fn value(
    subject: &Subject,
    ty: TypeId,
    value: &Value,
    span: Span,
    around: Option<&Around>,
    faults: &mut Faults,
) {
    let (Some(kind), Some(())) = (subject.kind(ty), subject.step()) else { return };
    if let Some(constraint) = excluding(subject, ty, value) {
        faults.report(span, LegalKind::OutsideConstraint(constraint));
        return;
    }
    let here = Around { value, outer: around };
    let mut inner = |ty, value: &Value| self::value(subject, ty, value, span, Some(&here), faults);
    match (value, kind) {
        (Value::Members(list), Kind::Sequence(members) | Kind::Set(members)) => {
            // Both are in the order of the type.
            let mut components = members.all();
            for (name, value) in list {
                if let Some(component) = components.find(|c| c.name == *name) {
                    inner(component.ty, value);
                }
            }
        }
        (Value::Choice(name, value), Kind::Choice(members)) => {
            if let Some(component) = members.all().find(|c| c.name == *name) {
                inner(component.ty, value);
            }
        }
        (Value::List(list), Kind::SequenceOf(element) | Kind::SetOf(element)) => {
            list.iter().for_each(|value| inner(element.ty, value));
        }
        (Value::Open(held, value), _) => {
            if let Some(constraint) = contradicted(subject, ty, *held, around) {
                faults.report(span, LegalKind::OutsideConstraint(constraint));
            }
            self::value(subject, *held, value, span, None, faults);
        }
        // Keys of what a string contains may stand around the string.
        (Value::Containing(held, value), _) => self::value(subject, *held, value, span, around, faults),
        (Value::String(string), Kind::String(kind)) => {
            if let Some(character) = text::stranger(*kind, string) {
                let name = subject.model.show_type(ty);
                faults.report(span, LegalKind::NoCharacter(character, name));
            }
        }
        (Value::Time(string), Kind::Time(kind)) if !is_time(*kind, string) => {
            faults.report(span, LegalKind::NotATime(subject.model.show_type(ty)));
        }
        _ => {}
    }
}
