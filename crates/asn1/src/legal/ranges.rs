//! Ranges and sizes: ends in order, and in the parent type (X.680 51.4, 51.5).

use std::cmp::Ordering;

use wireglot_model::{Constraint, End, Kind, Set, TypeId, Value};
use wireglot_text::Span;

use super::contains::{compare, excluding};
use super::{Faults, Subject};
use crate::faults::LegalKind;

pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    for id in subject.types() {
        if let Kind::Constrained { inner, constraint } = &subject.model.ty(id).kind {
            let at = Place { subject, parent: Some(*inner) };
            at.constraint(constraint, faults);
        }
    }
}

struct Place<'s, 'm> {
    subject: &'s Subject<'m>,
    /// What is constrained, where values are held against it.
    parent: Option<TypeId>,
}

impl Place<'_, '_> {
    fn constraint(&self, constraint: &Constraint, faults: &mut Faults) {
        self.set(&constraint.root, constraint.span, faults);
        if let Some(Some(set)) = &constraint.extension {
            // Additions may be outside of an extensible parent's root.
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
            Set::Nested(constraint) | Set::Element(constraint) => {
                let at = Place { subject: self.subject, parent: None };
                at.constraint(constraint, faults);
            }
            Set::Size(constraint) => {
                let at = Place { subject: self.subject, parent: None };
                at.constraint(constraint, faults);
                at.sizes(&constraint.root, constraint.span, faults);
            }
            Set::Alphabet(constraint) => {
                Place { subject: self.subject, parent: None }.constraint(constraint, faults);
            }
            Set::Components { list, .. } => {
                for component in list {
                    let at = Place { subject: self.subject, parent: None };
                    component.constraint.iter().for_each(|c| at.constraint(c, faults));
                }
            }
            Set::Value(value) => self.in_parent(value, span, faults),
            Set::Range(low, high) => {
                if let (End::Value(low), End::Value(high)) = (&low.end, &high.end) {
                    if compare(low, high) == Some(Ordering::Greater) {
                        faults.report(span, LegalKind::EmptyRange);
                        return;
                    }
                }
                for bound in [low, high] {
                    if let (End::Value(value), false) = (&bound.end, bound.open) {
                        self.in_parent(value, span, faults);
                    }
                }
            }
            _ => {}
        }
    }

    fn in_parent(&self, value: &Value, span: Span, faults: &mut Faults) {
        if self.parent.is_some_and(|parent| excluding(self.subject, parent, value).is_some()) {
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
