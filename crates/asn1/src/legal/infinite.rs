//! Finds types in which every value contains another value of the same type.

use wireglot_model::{Kind, Presence, Set, TypeId};
use wireglot_text::Span;

use super::{Faults, Subject};
use crate::faults::LegalKind;

/// A type is finite if enough of the types that it needs are: all mandatory components, one alternative of a CHOICE,
/// the one type that an open type or a string holds. Lists may be empty. The types left when nothing more becomes
/// finite are infinite.
pub(super) fn check(subject: &Subject, faults: &mut Faults) {
    let count = subject.model.types.len();
    let mut missing: Vec<usize> = vec![0; count];
    let mut needed_by: Vec<Vec<TypeId>> = vec![Vec::new(); count];
    let mut finite: Vec<bool> = vec![false; count];
    let mut pile: Vec<TypeId> = Vec::new();
    for index in 0..count {
        let id = TypeId(index as u32);
        let needs = needs(subject, id);
        missing[index] = needs.enough;
        if needs.enough == 0 {
            finite[index] = true;
            pile.push(id);
        }
        for need in needs.of {
            if let Some(users) = needed_by.get_mut(need.index()) {
                users.push(id);
            }
        }
    }
    while let Some(id) = pile.pop() {
        for &user in needed_by.get(id.index()).map_or(&[][..], Vec::as_slice) {
            let index = user.index();
            if finite[index] {
                continue;
            }
            missing[index] = missing[index].saturating_sub(1);
            if missing[index] == 0 {
                finite[index] = true;
                pile.push(user);
            }
        }
    }
    report(subject, &finite, faults);
}

struct Needs {
    of: Vec<TypeId>,
    enough: usize,
}

fn needs(subject: &Subject, id: TypeId) -> Needs {
    let kind = &subject.model.ty(id).kind;
    let of: Vec<TypeId> = match kind {
        _ if subject.poison.contains(&id) => Vec::new(),
        Kind::Sequence(members) | Kind::Set(members) => members
            .root
            .iter()
            .chain(&members.root2)
            .filter(|c| matches!(c.presence, Presence::Required))
            .map(|c| c.ty)
            .collect(),
        Kind::Choice(members) => members.all().map(|c| c.ty).collect(),
        Kind::Open(open) => subject.model.only_row(open).into_iter().collect(),
        kind => kind.inner().into_iter().chain(held(kind)).collect(),
    };
    let enough = match kind {
        Kind::Choice(_) => of.len().min(1),
        _ => of.len(),
    };
    Needs { of, enough }
}

/// What a constraint says that an open type (X.680 51.6) or a string (X.682 11) always holds.
fn held(kind: &Kind) -> Option<TypeId> {
    let Kind::Constrained { constraint, .. } = kind else { return None };
    match &constraint.root {
        Set::Type(held) => Some(*held),
        set => contents(set),
    }
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

/// The component by which a circle of types comes back to one of them.
fn back(subject: &Subject, circle: &[TypeId], to: TypeId) -> Option<Span> {
    let at = circle.iter().position(|id| *id == to)?;
    let way: Vec<TypeId> = circle[at..].iter().chain(&circle[..=at]).copied().collect();
    let component = |pair: &[TypeId]| match &subject.model.ty(pair[0]).kind {
        Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members) => {
            members.all().find(|component| component.ty == pair[1]).map(|component| component.span)
        }
        _ => None,
    };
    way.windows(2).rev().find_map(component)
}

/// Reports each cycle once: follows a needed infinite type from each infinite type, until the walk meets
/// itself or a type visited before.
fn report(subject: &Subject, finite: &[bool], faults: &mut Faults) {
    let mut passed = vec![false; finite.len()];
    let is_endless = |id: &TypeId| !finite.get(id.index()).copied().unwrap_or(true);
    for index in 0..finite.len() {
        let mut at = TypeId(index as u32);
        let mut way = Vec::new();
        while is_endless(&at) && !passed[at.index()] {
            passed[at.index()] = true;
            way.push(at);
            match needs(subject, at).of.into_iter().find(is_endless) {
                Some(next) => at = next,
                None => break,
            }
        }
        let Some(start) = way.iter().position(|&id| id == at) else { continue };
        let circle = &way[start..];
        let structured = |id: &&TypeId| {
            let kind = &subject.model.ty(**id).kind;
            kind.inner().is_none() || held(kind).is_some_and(|held| circle.contains(&held))
        };
        // A cycle of references only has already been reported.
        if !circle.iter().any(|id| structured(&id)) {
            continue;
        }
        let named = circle.iter().find(|id| subject.model.ty(**id).name.is_some());
        if let Some(&id) = named {
            let ty = subject.model.ty(id);
            let name = ty.name.as_ref().map_or(String::new(), |n| n.reference.clone());
            faults.ruin(id, ty.span, LegalKind::Infinite(name, back(subject, circle, id)));
        }
    }
}
