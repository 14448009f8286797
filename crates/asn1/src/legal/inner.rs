//! WITH COMPONENTS and serial SIZE: constraints that exclude everything, or are out of order.

use std::collections::HashMap;

use wireglot_model::{
    Component, ComponentConstraint, Constraint, End, Kind, Presence, PresenceConstraint, Set, TypeId, Value,
};
use wireglot_text::Span;

use super::{Faults, Subject};
use crate::faults::LegalKind;

/// Components of a constraint are in the order of the type, and mandatory ones are not ABSENT (X.680 51.8).
pub(super) fn components(kind: &Kind, list: &[ComponentConstraint], faults: &mut Faults) {
    let (Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) = kind else { return };
    let places: HashMap<&str, (usize, &Component)> =
        members.all().enumerate().map(|(place, c)| (c.name.as_str(), (place, c))).collect();
    let second = members.all().count() - members.root2.len();
    let mut last: Option<(usize, &str)> = None;
    for said in list {
        let Some(&(place, component)) = places.get(said.name.as_str()) else { continue };
        match last {
            Some((before, name)) if place < before => {
                let kind = LegalKind::InnerOrder(said.name.clone(), name.to_owned());
                faults.report(said.span, kind);
            }
            _ => last = Some((place, &component.name)),
        }
        let absent = said.presence == Some(PresenceConstraint::Absent);
        if absent
            && !matches!(kind, Kind::Choice(_))
            && must_be_there((members.root.len(), second), place, component)
        {
            faults.report(said.span, LegalKind::NeverAbsent(said.name.clone(), component.span));
        }
    }
}

/// Whether every value has a component; not if an older version lacked it. `additions` are the places of those.
fn must_be_there(additions: (usize, usize), place: usize, component: &Component) -> bool {
    matches!(component.presence, Presence::Required) && !(additions.0..additions.1).contains(&place)
}

/// Ranges of sizes; `None` means no upper bound.
type Sizes = Vec<(u64, Option<u64>)>;

/// The maximum number of constraints followed in the chain of a type.
const UP: usize = 16;

/// SIZE keeps at least one of the sizes that the type has (X.680 51.5).
pub(super) fn sizes(subject: &Subject, parent: TypeId, set: &Set, faults: &mut Faults) {
    let Some((own, span)) = sizes_of(set) else { return };
    let mut at = parent;
    for _ in 0..UP {
        let link = &subject.model.ty(at).kind;
        if let Kind::Constrained { constraint, .. } = link {
            if subject.step().is_none() {
                return;
            }
            if let Some((others, place)) = sizes_of(&constraint.root).filter(|_| !extends(constraint)) {
                if !own.iter().any(|one| others.iter().any(|other| meet(*one, *other))) {
                    return faults.report(span, LegalKind::NoSize(place));
                }
            }
        }
        match link.inner().filter(|_| !subject.poison.contains(&at)) {
            Some(inner) => at = inner,
            None => return,
        }
    }
}

/// Whether the sizes of a constraint may be extended.
fn extends(constraint: &Constraint) -> bool {
    match &constraint.root {
        Set::Size(size) => constraint.extension.is_some() || size.extension.is_some(),
        _ => true,
    }
}

fn meet(one: (u64, Option<u64>), other: (u64, Option<u64>)) -> bool {
    one.1.is_none_or(|hi| other.0 <= hi) && other.1.is_none_or(|hi| one.0 <= hi)
}

/// The sizes of a constraint that consists only of SIZE with numbers, and its position.
fn sizes_of(set: &Set) -> Option<(Sizes, Span)> {
    let Set::Size(constraint) = set else { return None };
    let mut sizes = Sizes::new();
    listed(&constraint.root, &mut sizes)?;
    Some((sizes, constraint.span)).filter(|(sizes, _)| sizes.len() <= UP)
}

fn listed(set: &Set, sizes: &mut Sizes) -> Option<()> {
    let number = |value: &Value| match value {
        Value::Integer(number) => number.to_u64(),
        _ => None,
    };
    match set {
        Set::Union(list) => list.iter().try_for_each(|set| listed(set, sizes)),
        Set::Value(value) => {
            let size = number(value)?;
            sizes.push((size, Some(size)));
            Some(())
        }
        Set::Range(low, high) if !low.open && !high.open => {
            let from = match &low.end {
                End::Value(value) => number(value)?,
                End::Min => 0,
                End::Max => return None,
            };
            let to = match &high.end {
                End::Value(value) => Some(number(value)?),
                End::Max => None,
                End::Min => return None,
            };
            sizes.push((from, to));
            Some(())
        }
        _ => None,
    }
}
