//! The identifiers of ENUMERATED and CHOICE types, looked up by hash, as a type may have 100,000 of them.

use std::collections::hash_map::{Entry, HashMap};

use wireglot_model::{Enumerated, Kind, TypeId};

use crate::ids::IdMap;

/// What an identifier stands for.
#[derive(Clone, Copy)]
pub(crate) enum Identified {
    /// An item of an ENUMERATED.
    Item,
    /// An alternative of a CHOICE, with its type.
    Alternative(TypeId),
}

impl Identified {
    /// The type of an alternative.
    pub fn alternative(self) -> Option<TypeId> {
        match self {
            Identified::Item => None,
            Identified::Alternative(ty) => Some(ty),
        }
    }
}

/// The identifiers of a type.
type Names = HashMap<String, Identified>;

/// The identifiers of types that have been asked for.
#[derive(Default)]
pub(crate) struct Identifiers(IdMap<TypeId, Names>);

impl Identifiers {
    /// What an identifier stands for in a type that is complete.
    pub fn find(&mut self, id: TypeId, kind: &Kind, name: &str) -> Option<Identified> {
        let names = match self.0.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(names_of(kind)?),
        };
        names.get(name).copied()
    }
}

/// What an identifier stands for in a type that may still grow.
pub(crate) fn find_now(kind: &Kind, name: &str) -> Option<Identified> {
    match kind {
        Kind::Enumerated(items) => items_of(items).any(|item| item == name).then_some(Identified::Item),
        Kind::Choice(members) => {
            members.all().find(|c| c.name == name).map(|c| Identified::Alternative(c.ty))
        }
        _ => None,
    }
}

fn names_of(kind: &Kind) -> Option<Names> {
    match kind {
        Kind::Enumerated(items) => {
            Some(items_of(items).map(|name| (name.to_owned(), Identified::Item)).collect())
        }
        Kind::Choice(members) => {
            Some(members.all().map(|c| (c.name.clone(), Identified::Alternative(c.ty))).collect())
        }
        _ => None,
    }
}

/// The identifiers of an ENUMERATED.
pub(crate) fn items_of(items: &Enumerated) -> impl Iterator<Item = &str> {
    items.root.iter().chain(items.additions.iter().flatten()).map(|(name, _)| name.as_str())
}
