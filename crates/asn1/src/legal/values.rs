//! Checks values against the characters and constraints of their types.

use wireglot_model::times::is_time;
use wireglot_model::{Constraint, Kind, Set, TimeKind, TypeId, Value};
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
        if !faults.is_empty(constraint.span) {
            let has = measure(value, constraint, at.path.is_some());
            faults.report(at.span, LegalKind::OutsideConstraint(constraint.span, at.shown(), has));
        }
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
        (Value::Choice(name, value), Kind::Choice(_)) => {
            if let Some(alternative) = subject.alternative(ty, name) {
                inner(alternative, value, Step::Name(name));
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
            let form = form_of_time(*kind, string);
            faults.report(span, LegalKind::NotATime(subject.model.show_type(ty), form));
        }
        _ => {}
    }
}

/// What a value has that its constraint excludes: its size; if it is part of another one, the number that it is.
fn measure(value: &Value, constraint: &Constraint, inside: bool) -> String {
    let count = |number: usize, noun: &str| match number {
        1 => format!("this has 1 {noun}"),
        n => format!("this has {n} {noun}s"),
    };
    match (&constraint.root, value) {
        (Set::Size(_), Value::OctetString(octets)) => count(octets.len(), "byte"),
        (Set::Size(_), Value::BitString { bits, .. }) => count(*bits as usize, "bit"),
        (Set::Size(_), Value::String(text)) => count(text.chars().count(), "character"),
        (Set::Size(_), Value::List(list)) => count(list.len(), "element"),
        (_, Value::Integer(number)) if inside && number.bits() <= 64 => format!("this is {number}"),
        _ => String::new(),
    }
}

/// The text of a UTCTime or GeneralizedTime for a time with hyphens and colons, as ISO 8601 writes it.
fn form_of_time(kind: TimeKind, text: &str) -> Option<String> {
    let is_date = |text: &str| text.len() == 10 && text.bytes().filter(|b| *b == b'-').count() == 2;
    let (date, time) = match text.split_once(['T', 't', ' ']) {
        None if is_date(text) => (text, "00:00:00Z"),
        parts => parts?,
    };
    let zone = time.rfind(['+', '-']).unwrap_or(time.len());
    let (time, zone) = time.split_at_checked(zone)?;
    let plain = |text: &str| text.replace(['-', ':'], "");
    let sign = zone.get(..1).unwrap_or_default();
    let zone = format!("{sign}{}", plain(zone.get(1..).unwrap_or_default()));
    let date = plain(date);
    let date = match kind {
        // X.680 47.3 does not say the century; X.509 has these years.
        TimeKind::Utc if date.len() == 8 && ("1950".."2050").contains(&date.get(..4)?) => date.get(2..)?,
        _ => &date,
    };
    let form = format!("{date}{}{zone}", plain(time));
    is_time(kind, &form).then_some(form)
}
