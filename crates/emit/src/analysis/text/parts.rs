//! The rules used for each type, and the parts of a value that rules may leave unset or set twice.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use wireglot_grammar::link::{BoundKind, BoundValue, Place};
use wireglot_grammar::{Direction, Link, ProductionId};
use wireglot_plan::{Shape, ShapeId, ShapeKind, Size, SlotPresence};

/// The bodies of the rules reachable from a message, each with its rule and type, inner ones first.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// In the order in which they are printed.
    pub order: Vec<u32>,
    found: BTreeMap<u32, (ProductionId, ShapeId)>,
    /// Bodies that can contain themselves.
    endless: HashSet<u32>,
    /// The types entered, each with the part read there and whether the value may already be partly set.
    pub entries: Vec<(ShapeId, u32, bool)>,
}

impl Bodies {
    pub fn new(link: &Link) -> Bodies {
        let mut bodies = Bodies::default();
        bodies.entries.push((link.ty, link.root, false));
        bodies.walk(link, link.root, link.ty, &mut Vec::new());
        bodies
    }

    pub fn rule(&self, body: u32) -> Option<ProductionId> {
        self.found.get(&body).map(|(rule, _)| *rule)
    }

    pub fn ty(&self, body: u32) -> Option<ShapeId> {
        self.found.get(&body).map(|(_, ty)| *ty)
    }

    pub fn is_endless(&self, body: u32) -> bool {
        self.endless.contains(&body)
    }

    fn walk(&mut self, link: &Link, node: u32, ty: ShapeId, open: &mut Vec<u32>) {
        let Some(bound) = link.node(node) else { return };
        match &bound.kind {
            BoundKind::Call(rule, body) => {
                if let Some(at) = open.iter().position(|known| known == body) {
                    self.endless.extend(open.iter().skip(at));
                    return;
                }
                if self.found.insert(*body, (*rule, ty)).is_some() {
                    return;
                }
                open.push(*body);
                if let Some(inner) = link.body(*body) {
                    self.walk(link, inner, ty, open);
                }
                open.pop();
                self.order.push(*body);
            }
            BoundKind::At(places, inner) => {
                let to = places.iter().fold(ty, |ty, place| place_type(*place).unwrap_or(ty));
                self.entries.push((to, *inner, merges(link, places, *inner)));
                self.walk(link, *inner, to, open);
            }
            BoundKind::Seq(parts) => parts.iter().for_each(|part| self.walk(link, *part, ty, open)),
            BoundKind::Alt(branches) => branches.iter().for_each(|b| self.walk(link, b.node, ty, open)),
            BoundKind::Opt(inner) | BoundKind::Some(inner, _) | BoundKind::Deeper(_, inner) => {
                self.walk(link, *inner, ty, open);
            }
            BoundKind::Nothing | BoundKind::Token(_) | BoundKind::Class(_) | BoundKind::Value(_) => {}
        }
    }
}

/// The type that a step leads to.
pub(crate) fn place_type(place: Place) -> Option<ShapeId> {
    match place {
        Place::Slot(_, ty)
        | Place::Alternative(_, ty)
        | Place::Add(ty)
        | Place::Join(ty)
        | Place::Only(ty) => Some(ty),
        Place::Bit(_) => None,
    }
}

/// Whether the value at a path may already be partly set.
pub(crate) fn merges(link: &Link, places: &[Place], inner: u32) -> bool {
    match places.last() {
        Some(Place::Join(_)) => true,
        Some(Place::Add(_) | Place::Only(_) | Place::Bit(_)) => false,
        _ => link.node(inner).is_some_and(|node| node.placed),
    }
}

/// The slots of a record that a part sets.
#[derive(Debug, Default, Clone)]
pub(crate) struct Parts {
    /// A class sets the whole record.
    whole: bool,
    always: BTreeSet<u32>,
    ever: BTreeSet<u32>,
    twice: BTreeSet<u32>,
}

impl Parts {
    pub fn of(link: &Link, node: u32) -> Parts {
        Parts::within(link, node, &mut HashSet::new())
    }

    fn within(link: &Link, node: u32, open: &mut HashSet<u32>) -> Parts {
        let Some(bound) = link.node(node) else { return Parts::default() };
        match &bound.kind {
            BoundKind::At(places, inner) => match places.first() {
                Some(Place::Slot(slot, _)) => {
                    let one = BTreeSet::from([*slot]);
                    let again = places.len() > 1 || merges(link, places, *inner);
                    let ever = if again { BTreeSet::new() } else { one.clone() };
                    Parts { always: one, ever, ..Parts::default() }
                }
                _ => Parts::default(),
            },
            BoundKind::Value(BoundValue::Copy((slot, _), _)) => {
                Parts { always: BTreeSet::from([*slot]), ..Parts::default() }
            }
            BoundKind::Class(_) => Parts { whole: true, ..Parts::default() },
            BoundKind::Call(_, body) if open.insert(*body) => {
                let parts = link.body(*body).map(|inner| Parts::within(link, inner, open));
                open.remove(body);
                parts.unwrap_or_default()
            }
            BoundKind::Seq(parts) => parts.iter().fold(Parts::default(), |all, part| {
                let part = Parts::within(link, *part, open);
                let twice = all.ever.intersection(&part.ever).copied().collect();
                let (always, ever) = (&all.always | &part.always, &all.ever | &part.ever);
                let mut joined = Parts { whole: all.whole || part.whole, always, ever, twice };
                joined.twice.extend(all.twice.iter().chain(&part.twice));
                joined
            }),
            BoundKind::Alt(branches) => {
                let read = branches.iter().filter(|branch| branch.direction != Direction::Write);
                let mut read =
                    read.map(|branch| Parts::within(link, branch.node, open)).collect::<Vec<_>>().into_iter();
                let first = read.next().unwrap_or_default();
                read.fold(first, |all, part| Parts {
                    whole: all.whole && part.whole,
                    always: &all.always & &part.always,
                    ever: &all.ever | &part.ever,
                    twice: &all.twice | &part.twice,
                })
            }
            BoundKind::Opt(inner) => {
                Parts { whole: false, always: BTreeSet::new(), ..Parts::within(link, *inner, open) }
            }
            BoundKind::Some(inner, _) => {
                let parts = Parts::within(link, *inner, open);
                Parts { twice: parts.ever.clone(), ..parts }
            }
            BoundKind::Deeper(_, inner) => Parts::within(link, *inner, open),
            _ => Parts::default(),
        }
    }

    /// Whether readers of a record must keep track of which slots were set.
    pub fn leaves_open(&self, shape: &Shape, ty: ShapeId) -> bool {
        let ShapeKind::Record { slots, .. } = &shape.get(ty).kind else { return false };
        !self.whole
            && slots.iter().enumerate().any(|(at, slot)| {
                let at = at as u32;
                let required = matches!(slot.presence, SlotPresence::Required);
                required
                    && ((is_due(shape, ty, at) && !self.always.contains(&at)) || self.twice.contains(&at))
            })
    }
}

/// Whether a slot must be set explicitly: a list that may be empty need not be.
pub(crate) fn is_due(shape: &Shape, ty: ShapeId, slot: u32) -> bool {
    let ShapeKind::Record { slots, .. } = &shape.get(ty).kind else { return false };
    slots.get(slot as usize).is_some_and(|slot| {
        let may_be_empty =
            matches!(shape.get(slot.shape).kind, ShapeKind::List { size: Size { lo: 0, .. }, .. });
        matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() && !may_be_empty
    })
}

/// Whether a part always determines the alternative of a choice.
pub(crate) fn sets_alternative(link: &Link, node: u32) -> bool {
    let Some(bound) = link.node(node) else { return false };
    match &bound.kind {
        BoundKind::At(places, _) => matches!(places.first(), Some(Place::Alternative(..))),
        BoundKind::Call(_, body) => link.body(*body).is_some_and(|inner| sets_alternative(link, inner)),
        BoundKind::Seq(parts) => parts.iter().any(|part| sets_alternative(link, *part)),
        BoundKind::Alt(branches) => {
            let mut read = branches.iter().filter(|branch| branch.direction != Direction::Write);
            read.all(|branch| sets_alternative(link, branch.node))
        }
        BoundKind::Some(inner, _) | BoundKind::Deeper(_, inner) => sets_alternative(link, *inner),
        _ => false,
    }
}
