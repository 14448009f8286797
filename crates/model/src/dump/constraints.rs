//! Constraints in the dump, fully parenthesised to show their structure.

use super::{put, Dump};
use crate::{Bound, ComponentConstraint, Constraint, End, Key, PresenceConstraint, Set};

impl Dump<'_> {
    pub(super) fn constraint(&mut self, constraint: &Constraint) {
        put!(self, "(");
        self.set(&constraint.root);
        if let Some(extension) = &constraint.extension {
            put!(self, ", ...");
            if let Some(set) = extension {
                put!(self, ", ");
                self.set(set);
            }
        }
        if let Some(exception) = &constraint.exception {
            put!(self, " {exception}");
        }
        put!(self, ")");
    }

    pub(super) fn set(&mut self, set: &Set) {
        match set {
            Set::Union(list) => self.operation(" | ", list),
            Set::Intersection(list) => self.operation(" ^ ", list),
            Set::Except(all, but) => {
                self.operand(all);
                put!(self, " EXCEPT ");
                self.operand(but);
            }
            Set::AllExcept(but) => {
                put!(self, "ALL EXCEPT ");
                self.operand(but);
            }
            Set::Nested(constraint) => self.constraint(constraint),
            Set::Value(value) => self.value(value),
            Set::Range(low, high) => {
                self.bound(low, true);
                put!(self, "..");
                self.bound(high, false);
            }
            Set::Contained(ty) | Set::Type(ty) => self.ty(*ty),
            Set::Size(constraint) => self.with("SIZE ", constraint),
            Set::Alphabet(constraint) => self.with("FROM ", constraint),
            Set::Element(constraint) => self.with("WITH COMPONENT ", constraint),
            Set::Components { partial, list } => self.components(*partial, list),
            Set::Pattern(value) => {
                put!(self, "PATTERN ");
                self.value(value);
            }
            Set::Settings(text) => {
                put!(self, "SETTINGS {text:?}");
            }
            Set::UserDefined(text) => {
                put!(self, "CONSTRAINED BY {text}");
            }
            Set::Contents { containing, encoded_by } => {
                if let Some(ty) = containing {
                    put!(self, "CONTAINING ");
                    self.ty(*ty);
                }
                if let Some(oid) = encoded_by {
                    put!(self, "{}ENCODED BY ", if containing.is_some() { " " } else { "" });
                    self.oid(oid);
                }
            }
            Set::Table { set, field, keys } => {
                put!(self, "{field} OF {{{}}}", self.set_name(*set));
                self.keys(keys);
            }
        }
    }

    fn with(&mut self, word: &str, constraint: &Constraint) {
        self.out.push_str(word);
        self.constraint(constraint);
    }

    fn operation(&mut self, sign: &str, list: &[Set]) {
        for (i, set) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(sign);
            }
            self.operand(set);
        }
    }

    fn operand(&mut self, set: &Set) {
        let compound =
            matches!(set, Set::Union(_) | Set::Intersection(_) | Set::Except(..) | Set::AllExcept(_));
        if compound {
            put!(self, "(");
        }
        self.set(set);
        if compound {
            put!(self, ")");
        }
    }

    fn bound(&mut self, bound: &Bound, low: bool) {
        if bound.open && !low {
            put!(self, "<");
        }
        match &bound.end {
            End::Min => self.out.push_str("MIN"),
            End::Max => self.out.push_str("MAX"),
            End::Value(value) => self.value(value),
        }
        if bound.open && low {
            put!(self, "<");
        }
    }

    fn components(&mut self, partial: bool, list: &[ComponentConstraint]) {
        put!(self, "WITH COMPONENTS {{");
        let mut separator = " ";
        if partial {
            put!(self, " ...");
            separator = ", ";
        }
        for component in list {
            put!(self, "{separator}{}", component.name);
            separator = ", ";
            if let Some(constraint) = &component.constraint {
                put!(self, " ");
                self.constraint(constraint);
            }
            self.out.push_str(match component.presence {
                None => "",
                Some(PresenceConstraint::Present) => " PRESENT",
                Some(PresenceConstraint::Absent) => " ABSENT",
                Some(PresenceConstraint::Optional) => " OPTIONAL",
            });
        }
        put!(self, " }}");
    }

    pub(super) fn keys(&mut self, keys: &[Key]) {
        if keys.is_empty() {
            return;
        }
        let keys: Vec<String> = keys
            .iter()
            .map(|k| format!("{}@{}{}", k.field, "^".repeat(k.up as usize), k.path.join(".")))
            .collect();
        put!(self, "{{{}}}", keys.join(", "));
    }
}
