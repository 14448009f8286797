//! Finds types in which every value contains another value of the same type.

use std::cell::RefCell;
use std::collections::HashMap;

use wireglot_model::{
    ComponentConstraint, Constraint, End, Kind, Members, ObjectSetId, Open, Presence, PresenceConstraint,
    Set, TypeId, Value,
};
use wireglot_text::Span;

use super::{Faults, Subject};
use crate::faults::{LegalKind, WayOut};

/// A type is finite if enough of what it needs is: all mandatory components and those that WITH COMPONENTS makes
/// PRESENT, one alternative of a CHOICE, one row of the object set of an open type, the element of a list that is never
/// empty, what an open type or a string always holds. What is left when nothing more becomes finite is infinite.
pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    let nodes = Nodes::new(subject);
    let count = nodes.count();
    let mut missing: Vec<usize> = vec![0; count];
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut finite: Vec<bool> = vec![false; count];
    let mut pile: Vec<usize> = Vec::new();
    for node in 0..count {
        let needs = nodes.needs(node);
        missing[node] = needs.enough;
        if needs.enough == 0 {
            finite[node] = true;
            pile.push(node);
        }
        for need in needs.of {
            if let Some(users) = needed_by.get_mut(need) {
                users.push(node);
            }
        }
    }
    while let Some(node) = pile.pop() {
        for &user in &needed_by[node] {
            if finite[user] {
                continue;
            }
            missing[user] = missing[user].saturating_sub(1);
            if missing[user] == 0 {
                finite[user] = true;
                pile.push(user);
            }
        }
    }
    report(&nodes, &finite, faults);
}

/// What values are needed of: the types by their ids, then the types in a field of a closed object set. Many open types
/// may use one set, so they don't look at its rows.
struct Nodes<'s, 'm> {
    subject: &'s Subject<'m>,
    columns: Vec<(ObjectSetId, &'m str)>,
    numbers: HashMap<(ObjectSetId, &'m str), usize>,
    /// The components of types that WITH COMPONENTS constrains, by their names.
    components: RefCell<HashMap<TypeId, HashMap<&'m str, TypeId>>>,
}

struct Needs {
    of: Vec<usize>,
    enough: usize,
}

impl<'s, 'm> Nodes<'s, 'm> {
    fn new(subject: &'s Subject<'m>) -> Nodes<'s, 'm> {
        let (columns, numbers, components) = Default::default();
        let mut nodes = Nodes { subject, columns, numbers, components };
        for ty in &subject.model.types {
            let Kind::Open(Open { field, relation: Some(relation), .. }) = &ty.kind else { continue };
            if !subject.model.object_set(relation.set).extensible {
                let number = nodes.count();
                let column = (relation.set, field.as_str());
                if *nodes.numbers.entry(column).or_insert(number) == number {
                    nodes.columns.push(column);
                }
            }
        }
        nodes
    }

    fn count(&self) -> usize {
        self.subject.model.types.len() + self.columns.len()
    }

    /// The type that a node is.
    fn ty(&self, node: usize) -> Option<TypeId> {
        (node < self.subject.model.types.len()).then_some(TypeId(node as u32))
    }

    fn kind(&self, node: usize) -> Option<&'m Kind> {
        self.ty(node).map(|id| &self.subject.model.ty(id).kind)
    }

    fn needs(&self, node: usize) -> Needs {
        let model = self.subject.model;
        let Some(id) = self.ty(node) else {
            let (set, field) = self.columns[node - model.types.len()];
            let rows = model.object_set(set).objects.iter().map(|object| model.held_type(*object, field));
            let of: Vec<usize> = rows.map_while(|row| row.map(TypeId::index)).collect();
            // An object without a type is a way out.
            let all = of.len() == model.object_set(set).objects.len();
            return Needs { enough: usize::from(all && !of.is_empty()), of };
        };
        let kind = &model.ty(id).kind;
        let of: Vec<usize> = match kind {
            _ if self.subject.poison.contains(&id) => Vec::new(),
            Kind::Sequence(members) | Kind::Set(members) => members
                .root
                .iter()
                .chain(&members.root2)
                .filter(|c| matches!(c.presence, Presence::Required))
                .map(|c| c.ty.index())
                .collect(),
            Kind::Choice(members) => members.all().map(|c| c.ty.index()).collect(),
            Kind::Open(open) => self.column(open).into_iter().collect(),
            kind => kind.inner().into_iter().chain(self.held(kind)).map(TypeId::index).collect(),
        };
        let enough = match kind {
            Kind::Choice(_) => of.len().min(1),
            _ => of.len(),
        };
        Needs { of, enough }
    }

    fn column(&self, open: &'m Open) -> Option<usize> {
        let set = open.relation.as_ref()?.set;
        self.numbers.get(&(set, open.field.as_str())).copied()
    }

    /// What a constraint says that an open type (X.680 51.6) or a string (X.682 11) always holds, the element of
    /// a list that it keeps from being empty, and the components and alternatives that it makes PRESENT.
    fn held(&self, kind: &'m Kind) -> Vec<TypeId> {
        let Kind::Constrained { constraint, inner } = kind else { return Vec::new() };
        if let Set::Type(held) = &constraint.root {
            return vec![*held];
        }
        let element = || self.element(*inner).filter(|_| least_size(constraint) > 0);
        let mut held: Vec<TypeId> = contents(&constraint.root).or_else(element).into_iter().collect();
        if constraint.extension.is_none() {
            let mut names = Vec::new();
            present(&constraint.root, &mut names);
            held.extend(self.named(*inner, &names));
        }
        held
    }

    /// The types of those components of a type that have these names.
    fn named(&self, ty: TypeId, names: &[&'m str]) -> Vec<TypeId> {
        if names.is_empty() {
            return Vec::new();
        }
        let (model, poison) = (self.subject.model, self.subject.poison);
        let base = model.base(ty);
        let mut all = self.components.borrow_mut();
        let components = all.entry(base).or_insert_with(|| match &model.ty(base).kind {
            _ if [base, ty].iter().any(|id| poison.contains(id)) => HashMap::new(),
            Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => {
                members.all().map(|component| (component.name.as_str(), component.ty)).collect()
            }
            _ => HashMap::new(),
        });
        names.iter().filter_map(|name| components.get(name).copied()).collect()
    }

    fn element(&self, list: TypeId) -> Option<TypeId> {
        let (model, poison) = (self.subject.model, self.subject.poison);
        let base = model.base(list);
        match &model.ty(base).kind {
            _ if [base, list].iter().any(|id| poison.contains(id)) => None,
            Kind::SequenceOf(element) | Kind::SetOf(element) => Some(element.ty),
            _ => None,
        }
    }

    /// The component by which a circle of types comes back to one of them.
    fn back(&self, circle: &[usize], to: usize) -> Option<Span> {
        let model = self.subject.model;
        let at = circle.iter().position(|node| *node == to)?;
        let way: Vec<usize> = circle[at..].iter().chain(&circle[..=at]).copied().collect();
        let component = |pair: &[usize]| {
            let base = match self.kind(pair[0])? {
                Kind::Constrained { inner, .. } => &model.ty(model.base(*inner)).kind,
                kind => kind,
            };
            let (Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) = base else {
                return None;
            };
            component(members, pair[1])
        };
        way.windows(2).rev().find_map(component)
    }

    /// What the author can change most easily to end a circle.
    fn way_out(&self, circle: &[usize]) -> WayOut {
        let kinds = || circle.iter().filter_map(|node| self.kind(*node));
        let set = kinds().find_map(|kind| match kind {
            Kind::Open(Open { relation: Some(relation), .. }) => Some(relation.set),
            _ => None,
        });
        let is_list =
            |kind: &Kind| matches!(kind, Kind::Constrained { constraint, .. } if least_size(constraint) > 0);
        match set {
            _ if kinds().any(|kind| matches!(kind, Kind::Sequence(_) | Kind::Set(_))) => WayOut::Component,
            _ if kinds().any(names_present) => WayOut::Present,
            _ if kinds().any(is_list) => WayOut::List,
            _ if kinds().any(|kind| matches!(kind, Kind::Choice(_))) => WayOut::Alternative,
            Some(set) => WayOut::Object(self.subject.model.object_set(set).name.clone()),
            None => WayOut::Contents,
        }
    }

    /// A type of a circle that the author knows by name, and the name; without one, an open type as it is written.
    fn known(&self, circle: &[usize]) -> Option<(TypeId, String)> {
        let model = self.subject.model;
        let types = || circle.iter().filter_map(|node| self.ty(*node));
        let named = types().find_map(|id| Some((id, model.ty(id).name.as_ref()?.reference.clone())));
        named.or_else(|| {
            types().find_map(|id| {
                let Kind::Open(open) = &model.ty(id).kind else { return None };
                let set = match model.object_set(open.relation.as_ref()?.set).name.as_str() {
                    "" => "...",
                    name => name,
                };
                Some((id, format!("{}.{}({{{set}}})", model.class(open.class).name, open.field)))
            })
        })
    }
}

fn component(members: &Members, ty: usize) -> Option<Span> {
    members.all().find(|component| component.ty.index() == ty).map(|component| component.span)
}

/// The type of CONTAINING that applies to all values of a set.
fn contents(set: &Set) -> Option<TypeId> {
    match set {
        Set::Contents { containing, .. } => *containing,
        Set::Intersection(list) => list.iter().find_map(contents),
        Set::Except(a, _) => contents(a),
        Set::Nested(constraint) => contents(&constraint.root),
        _ => None,
    }
}

/// The components and alternatives that are PRESENT in all values of a set.
fn present<'m>(set: &'m Set, names: &mut Vec<&'m str>) {
    match set {
        Set::Components { list, .. } => {
            let present =
                |component: &&ComponentConstraint| component.presence == Some(PresenceConstraint::Present);
            names.extend(list.iter().filter(present).map(|component| component.name.as_str()));
        }
        Set::Intersection(list) => list.iter().for_each(|set| present(set, names)),
        Set::Except(of, _) => present(of, names),
        Set::Nested(constraint) if constraint.extension.is_none() => present(&constraint.root, names),
        _ => {}
    }
}

fn names_present(kind: &Kind) -> bool {
    let Kind::Constrained { constraint, .. } = kind else { return false };
    let mut names = Vec::new();
    present(&constraint.root, &mut names);
    !names.is_empty()
}

/// The number of elements that a constraint demands at least; none if it may be extended.
fn least_size(constraint: &Constraint) -> u64 {
    match constraint.extension {
        Some(_) => 0,
        None => least_in(&constraint.root),
    }
}

fn least_in(set: &Set) -> u64 {
    let number = |value: &Value| match value {
        Value::Integer(number) => number.to_u64().unwrap_or(0),
        _ => 0,
    };
    match set {
        Set::Union(list) => list.iter().map(least_in).min().unwrap_or(0),
        Set::Intersection(list) => list.iter().map(least_in).max().unwrap_or(0),
        Set::Except(of, _) => least_in(of),
        Set::Nested(constraint) | Set::Size(constraint) => least_size(constraint),
        Set::Value(value) => number(value),
        Set::Range(low, _) => match &low.end {
            End::Value(value) => number(value).saturating_add(u64::from(low.open)),
            End::Min | End::Max => 0,
        },
        _ => 0,
    }
}

/// Reports each cycle once: follows a needed infinite type from each infinite type, until the walk meets
/// itself or a type visited before. None of the infinite types can be used.
fn report(nodes: &Nodes, finite: &[bool], faults: &mut Faults) {
    let mut passed = vec![false; finite.len()];
    let is_endless = |node: &usize| !finite.get(*node).copied().unwrap_or(true);
    for start in 0..finite.len() {
        let mut at = start;
        let mut way = Vec::new();
        while is_endless(&at) && !passed[at] {
            passed[at] = true;
            faults.types.extend(nodes.ty(at));
            way.push(at);
            match nodes.needs(at).of.into_iter().find(is_endless) {
                Some(next) => at = next,
                None => break,
            }
        }
        let Some(start) = way.iter().position(|&node| node == at) else { continue };
        let circle = &way[start..];
        let structured = |node: &&usize| {
            let Some(kind) = nodes.kind(**node) else { return false };
            kind.inner().is_none() || nodes.held(kind).iter().any(|held| circle.contains(&held.index()))
        };
        // A cycle of references only has already been reported.
        if !circle.iter().any(|node| structured(&node)) {
            continue;
        }
        if let Some((id, what)) = nodes.known(circle) {
            let kind = LegalKind::Infinite(what, nodes.back(circle, id.index()), nodes.way_out(circle));
            faults.report(nodes.subject.model.ty(id).span, kind);
        }
    }
}
