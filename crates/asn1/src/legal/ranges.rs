//! Ranges and sizes: bounds are in order, and in the parent type (X.680 51.4, 51.5).

use std::cmp::Ordering;
use std::collections::HashMap;

use wireglot_model::{Bound, Constraint, End, Kind, Set, TypeId, Value};
use wireglot_text::Span;

use super::contains::{compare, excluding};
use super::{inner, text, Faults, Subject};
use crate::faults::{LegalKind, ValueForm};

pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    for id in subject.types() {
        if let Kind::Constrained { inner, constraint } = &subject.model.ty(id).kind {
            // Chains are long, so each link looks up the end in one step.
            let base = Some(subject.model.base(*inner))
                .filter(|end| ![end, inner].iter().any(|id| subject.poison.contains(id)));
            let at = Place { subject, parent: Some(*inner), base, alphabet: false };
            at.constraint(constraint, faults);
        }
    }
}

#[derive(Clone, Copy)]
struct Place<'s, 'm> {
    subject: &'s Subject<'m>,
    /// The constrained type, if values are checked against it.
    parent: Option<TypeId>,
    /// The end of the constrained chain, if known.
    base: Option<TypeId>,
    /// Whether this is within FROM.
    alphabet: bool,
}

impl<'m> Place<'_, 'm> {
    fn kind(&self) -> Option<&'m Kind> {
        self.base.map(|base| &self.subject.model.ty(base).kind)
    }

    fn constraint(&self, constraint: &Constraint, faults: &mut Faults) {
        self.set(&constraint.root, constraint.span, faults);
        if let Some(Some(set)) = &constraint.extension {
            // Additions may be outside of the root of an extensible parent.
            self.set(set, constraint.span, faults);
        }
    }

    fn set(&self, set: &Set, span: Span, faults: &mut Faults) {
        match set {
            Set::Union(list) | Set::Intersection(list) => {
                list.iter().for_each(|set| self.set(set, span, faults));
            }
            Set::Except(of, but) => {
                self.set(of, span, faults);
                self.set(but, span, faults);
            }
            Set::AllExcept(but) => self.set(but, span, faults),
            Set::Nested(constraint) => Place { parent: None, ..*self }.constraint(constraint, faults),
            Set::Element(constraint) => {
                let element = match self.kind() {
                    Some(Kind::SequenceOf(element) | Kind::SetOf(element)) => Some(element.ty),
                    _ => None,
                };
                self.part(element).constraint(constraint, faults);
            }
            Set::Size(constraint) => {
                self.part(None).constraint(constraint, faults);
                if let Some(parent) = self.parent {
                    inner::sizes(self.subject, parent, set, faults);
                }
                self.sizes(&constraint.root, constraint.span, faults);
            }
            Set::Alphabet(constraint) => {
                Place { parent: None, alphabet: true, ..*self }.constraint(constraint, faults);
            }
            Set::Components { list, .. } => {
                self.kind().into_iter().for_each(|kind| inner::components(kind, list, faults));
                let mut members: HashMap<&str, TypeId> = HashMap::new();
                if let Some(Kind::Sequence(all) | Kind::Set(all) | Kind::Choice(all)) = self.kind() {
                    members.extend(all.all().map(|c| (c.name.as_str(), c.ty)));
                }
                for component in list {
                    let at = self.part(members.get(component.name.as_str()).copied());
                    component.constraint.iter().for_each(|c| at.constraint(c, faults));
                }
            }
            Set::Value(value) => self.in_parent(value, span, faults),
            Set::Range(low, high) => {
                if let (Some(base), Some(Kind::String(_)), false) = (self.base, self.kind(), self.alphabet) {
                    let ty = self.subject.model.show_type(base);
                    faults.report(
                        span,
                        LegalKind::DoesNotApply("a value range outside of FROM", ty, ValueForm::Other, None),
                    );
                    return;
                }
                if let Some(text) = [low, high].iter().find_map(|bound| no_character(bound)) {
                    faults.report(span, LegalKind::NotACharacter(text.to_owned()));
                    return;
                }
                if let (End::Value(low), End::Value(high)) = (&low.end, &high.end) {
                    if compare(low, high) == Some(Ordering::Greater) {
                        let few = faults.empty.len() < FEW;
                        let meant = if few { self.in_order(low, high, span) } else { None };
                        return faults.report_empty(span, meant);
                    }
                }
                for bound in [low, high] {
                    match &bound.end {
                        End::Value(value) if bound.open => {
                            self.has_characters(value, span, faults);
                        }
                        End::Value(value) => self.in_parent(value, span, faults),
                        End::Min | End::Max => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// A range with its ends in order, as the text has them.
    fn in_order(&self, low: &Value, high: &Value, span: Span) -> Option<String> {
        let text = (self.subject.source)(span).filter(|text| text.len() <= LONGEST);
        let ends = text.as_deref().and_then(ends_of).map(|(low, high)| format!("{high}..{low}"));
        ends.or_else(|| match (low, high) {
            (Value::Integer(low), Value::Integer(high)) => Some(format!("{high}..{low}")),
            _ => None,
        })
        .filter(|meant| meant.len() <= LONGEST)
    }

    /// The context for a part of the constrained value.
    fn part(&self, ty: Option<TypeId>) -> Self {
        let base = ty.and_then(|ty| self.subject.base(ty));
        Place { subject: self.subject, parent: None, base, alphabet: false }
    }

    /// Checks that a value has only characters that are in its type; reports it if not.
    fn has_characters(&self, value: &Value, span: Span, faults: &mut Faults) -> bool {
        let (Value::String(string), Some(base), Some(Kind::String(kind))) = (value, self.base, self.kind())
        else {
            return true;
        };
        let stranger = text::stranger(*kind, string);
        let pattern = if self.alphabet { text::ranges(string) } else { None };
        if let Some(character) = stranger {
            let range = match string.chars().collect::<Vec<_>>()[..] {
                [from, '-', to] if self.alphabet && from < to => Some(format!("\"{from}\"..\"{to}\"")),
                _ => None,
            };
            let ty = self.subject.model.show_type(base);
            faults.report(span, LegalKind::CharacterBeyond(character, ty, pattern.or(range)));
        } else if let Some(ranges) = pattern {
            faults.report(span, LegalKind::PatternAsAlphabet(ranges));
        }
        stranger.is_none()
    }

    fn in_parent(&self, value: &Value, span: Span, faults: &mut Faults) {
        if !self.has_characters(value, span, faults) {
            return;
        }
        let excluded = self.parent.and_then(|parent| excluding(self.subject, parent, value));
        if excluded.is_some_and(|constraint| !faults.is_empty(constraint.span)) {
            faults.report(span, LegalKind::OutsideParent(self.subject.model.show_value(value)));
        }
    }

    fn sizes(&self, set: &Set, span: Span, faults: &mut Faults) {
        let negative = |value: &Value| matches!(value, Value::Integer(number) if number.is_negative());
        match set {
            Set::Union(list) | Set::Intersection(list) => {
                list.iter().for_each(|set| self.sizes(set, span, faults));
            }
            Set::Value(value) if negative(value) => faults.report(span, LegalKind::NegativeSize),
            Set::Range(low, _) => {
                if matches!(&low.end, End::Value(value) if negative(value)) {
                    faults.report(span, LegalKind::NegativeSize);
                }
            }
            _ => {}
        }
    }
}

/// Both ends of a constraint that is one range of numbers, names or characters.
fn ends_of(constraint: &str) -> Option<(&str, &str)> {
    let (low, high) = constraint.strip_prefix('(')?.strip_suffix(')')?.split_once("..")?;
    let is_word = |end: &str| end.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
    let is_quoted = |end: &str| end.len() == 3 && end.starts_with('"') && end.ends_with('"');
    let is_end = |end: &str| is_quoted(end) || is_word(end) && !end.starts_with('.') && !end.ends_with('.');
    let (low, high) = (low.trim(), high.trim());
    (is_end(low) && is_end(high)).then_some((low, high))
}

/// The maximum length of a range in a hint.
const LONGEST: usize = 80;

/// The number of empty ranges for which the text is looked up.
const FEW: usize = 100;

/// A bound of a character range that is not exactly one character (X.680 51.4.4).
fn no_character(bound: &Bound) -> Option<&str> {
    match &bound.end {
        End::Value(Value::String(text)) => Some(text.as_str()).filter(|text| text.chars().count() != 1),
        _ => None,
    }
}
