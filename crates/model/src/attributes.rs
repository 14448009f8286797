//! Schema information that does not affect the encoding: opaque attributes of modules, types,
//! members and values.
//!
//! Front ends set them and emitters read them; nothing in between does.

use std::collections::HashMap;

use crate::{ModuleId, TypeId, Value};

/// The owner of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A module.
    Module(ModuleId),
    /// A type.
    Type(TypeId),
    /// A component, alternative or item of a type, by its position in source order.
    Member(TypeId, u32),
    /// A value assignment, by its position in its module.
    Value(ModuleId, u32),
}

/// All attributes of a model.
#[derive(Debug, Clone, Default)]
pub struct Attributes(HashMap<Subject, Vec<(String, Value)>>);

impl Attributes {
    /// Adds an attribute. A name may occur more than once.
    pub fn add(&mut self, subject: Subject, name: &str, value: Value) {
        self.0.entry(subject).or_default().push((name.to_string(), value));
    }

    /// The first attribute with this name.
    pub fn get(&self, subject: Subject, name: &str) -> Option<&Value> {
        self.all(subject).iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// The first attribute with this name, if it is a number that fits.
    pub fn number(&self, subject: Subject, name: &str) -> Option<i64> {
        match self.get(subject, name)? {
            Value::Integer(n) => n.to_i64(),
            _ => None,
        }
    }

    /// The first attribute with this name, if it is text.
    pub fn text(&self, subject: Subject, name: &str) -> Option<&str> {
        match self.get(subject, name)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// All attributes of a subject, in the order in which they were added.
    pub fn all(&self, subject: Subject) -> &[(String, Value)] {
        self.0.get(&subject).map_or(&[], Vec::as_slice)
    }
}
