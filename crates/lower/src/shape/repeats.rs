//! Parts that are repeated: each constrained use of a type has a shape with all its parts.

use std::collections::HashSet;

use wireglot_bigint::BigInt;
use wireglot_model::{Component, Kind, Model, Presence, TypeId, Value};

/// The maximum number of parts that shapes repeat, over the whole specification: components, alternatives, items and
/// named numbers and bits. A few lines could otherwise ask for memory that grows with the square of their length.
pub(super) const MOST_REPEATED: usize = 1 << 18;

/// So many characters of names and comments count as a part.
const CHARACTERS: usize = 64;

/// The types that have a shape, and what others repeat of them.
#[derive(Default)]
pub(super) struct Repeats {
    seen: HashSet<TypeId>,
    parts: usize,
    /// Whether the maximum has been reported.
    pub reported: bool,
}

impl Repeats {
    /// Counts a shape of the type at the end of a chain; returns whether the parts are still within the maximum.
    pub fn afford(&mut self, model: &Model, base: TypeId) -> bool {
        if self.parts <= MOST_REPEATED && !self.seen.insert(base) {
            self.parts = self.parts.saturating_add(parts(&model.ty(base).kind));
        }
        self.parts <= MOST_REPEATED
    }
}

fn parts(kind: &Kind) -> usize {
    let items = |list: &[(String, BigInt)]| list.iter().map(|(name, _)| of_text(name.len())).sum();
    let bits = |list: &[(String, u32)]| list.iter().map(|(name, _)| of_text(name.len())).sum();
    match kind {
        Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => {
            members.all().map(of_component).sum()
        }
        Kind::Enumerated(enumerated) => {
            let root: usize = items(&enumerated.root);
            root + enumerated.additions.as_deref().map_or(0, items)
        }
        Kind::Integer(named) => items(named),
        Kind::BitString(named) => bits(named),
        _ => 0,
    }
}

fn of_text(length: usize) -> usize {
    1 + length / CHARACTERS
}

fn of_component(component: &Component) -> usize {
    let comment = component.doc.as_ref().map_or(0, String::len);
    let default = match &component.presence {
        Presence::Default(value) => of_value(value),
        _ => 0,
    };
    of_text(component.name.len() + comment) + default
}

fn of_value(value: &Value) -> usize {
    match value {
        Value::List(list) => list.iter().map(of_value).sum(),
        Value::Members(members) => members.iter().map(|(_, value)| of_value(value)).sum(),
        Value::Choice(_, value) | Value::Containing(_, value) | Value::Open(_, value) => of_value(value),
        Value::OctetString(octets) | Value::BitString { octets, .. } => of_text(octets.len()),
        Value::String(text) | Value::Time(text) | Value::Iri(text) => of_text(text.len()),
        _ => 1,
    }
}
