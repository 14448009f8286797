//! The identifiers that types define, looked up by hash, as a type may have 100,000 of them.

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
    /// A component of a SEQUENCE or SET, with its place and type.
    Component(usize, TypeId),
    /// A named number of an INTEGER, with its place.
    Number(usize),
    /// A named bit of a BIT STRING.
    Bit(u32),
}

impl Identified {
    /// The type of an alternative.
    pub fn alternative(self) -> Option<TypeId> {
        match self {
            Identified::Alternative(ty) => Some(ty),
            _ => None,
        }
    }

    /// The type of an alternative or a component.
    pub fn part(self) -> Option<TypeId> {
        match self {
            Identified::Alternative(ty) | Identified::Component(_, ty) => Some(ty),
            _ => None,
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
    all(kind)?.find(|(known, _)| *known == name).map(|(_, identified)| identified)
}

/// The identifiers of a type; of two with the same name, the first.
fn names_of(kind: &Kind) -> Option<Names> {
    let mut names = Names::new();
    for (name, identified) in all(kind)? {
        names.entry(name.to_owned()).or_insert(identified);
    }
    Some(names)
}

/// All identifiers of a type, in order.
fn all(kind: &Kind) -> Option<Box<dyn Iterator<Item = (&str, Identified)> + '_>> {
    Some(match kind {
        Kind::Enumerated(items) => Box::new(items_of(items).map(|name| (name, Identified::Item))),
        Kind::Choice(members) => {
            Box::new(members.all().map(|c| (c.name.as_str(), Identified::Alternative(c.ty))))
        }
        Kind::Sequence(members) | Kind::Set(members) => {
            let components = members.all().enumerate();
            Box::new(components.map(|(place, c)| (c.name.as_str(), Identified::Component(place, c.ty))))
        }
        Kind::Integer(numbers) => {
            let numbers = numbers.iter().enumerate();
            Box::new(numbers.map(|(place, (name, _))| (name.as_str(), Identified::Number(place))))
        }
        Kind::BitString(bits) => {
            Box::new(bits.iter().map(|(name, bit)| (name.as_str(), Identified::Bit(*bit))))
        }
        _ => return None,
    })
}

/// The identifiers of an ENUMERATED.
pub(crate) fn items_of(items: &Enumerated) -> impl Iterator<Item = &str> {
    items.root.iter().chain(items.additions.iter().flatten()).map(|(name, _)| name.as_str())
}
