//! Checks values against the characters and constraints of their types.

use wireglot_model::times::is_time;
use wireglot_model::{Kind, TypeId, Value};
use wireglot_text::Span;

use super::contains::excluding;
use super::relations::{contradicted, Around};
use super::{text, Faults, Subject};
use crate::faults::LegalKind;

pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    for read in subject.values {
        value(subject, read.ty, &read.value, At { span: read.span, path: None }, None, faults);
    }
}

/// The position of a value: its span, and the path to it.
#[derive(Clone, Copy)]
struct At<'p> {
    span: Span,
    path: Option<&'p Path<'p>>,
}

/// A step into a value, and the steps before it.
struct Path<'p> {
    before: Option<&'p Path<'p>>,
    step: Step<'p>,
}

enum Step<'p> {
    Name(&'p str),
    Index(usize),
}

impl At<'_> {
    /// The path as shown in messages: `list[3].name`; empty for the value itself.
    fn shown(&self) -> String {
        let mut steps = Vec::new();
        let mut path = self.path;
        while let Some(at) = path {
            steps.push(match at.step {
                Step::Name(name) => format!(".{name}"),
                Step::Index(index) => format!("[{index}]"),
            });
            path = at.before;
        }
        steps.reverse();
        steps.concat().trim_start_matches('.').to_owned()
    }
}

/// Checks a value and everything in it. Values are at most a few hundred levels deep.
fn value(subject: &Subject, ty: TypeId, value: &Value, at: At, around: Option<&Around>, faults: &mut Faults) {
    let (Some(kind), Some(())) = (subject.kind(ty), subject.step()) else { return };
    if let Some(constraint) = excluding(subject, ty, value) {
        faults.report(at.span, LegalKind::OutsideConstraint(constraint, at.shown()));
        return;
    }
    let span = at.span;
    let here = Around { value, outer: around };
    let mut inner = |ty, value: &Value, step| {
        let path = Path { before: at.path, step };
        self::value(subject, ty, value, At { span, path: Some(&path) }, Some(&here), faults)
    };
    match (value, kind) {
        (Value::Members(list), Kind::Sequence(members) | Kind::Set(members)) => {
            // Both are in the order of the type.
            let mut components = members.all();
            for (name, value) in list {
                if let Some(component) = components.find(|c| c.name == *name) {
                    inner(component.ty, value, Step::Name(name));
                }
            }
        }
        (Value::Choice(name, value), Kind::Choice(members)) => {
            if let Some(component) = members.all().find(|c| c.name == *name) {
                inner(component.ty, value, Step::Name(name));
            }
        }
        (Value::List(list), Kind::SequenceOf(element) | Kind::SetOf(element)) => {
            list.iter().enumerate().for_each(|(index, value)| inner(element.ty, value, Step::Index(index)));
        }
        (Value::Open(held, value), _) => {
            if let Some(constraint) = contradicted(subject, ty, *held, around) {
                faults.report(
                    span,
                    LegalKind::OtherRow(at.shown(), subject.model.show_type(*held), constraint),
                );
            }
            self::value(subject, *held, value, at, None, faults);
        }
        // Keys for the contents of a string may be outside the string.
        (Value::Containing(held, value), _) => self::value(subject, *held, value, at, around, faults),
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
