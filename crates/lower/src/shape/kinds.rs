//! Shapes of single types.

use std::rc::Rc;

use wireglot_bigint::BigInt;
use wireglot_model::{Addition, Component, Element, Enumerated, Kind, Members, Presence, Set, TypeId};
use wireglot_plan::{Alternative, Contents, RecordKind, Rules, ShapeId, ShapeKind, Size, Slot, SlotPresence};

use super::limits::{members, Limits};
use super::repeats::MOST_REPEATED;
use super::shaper::{Enclosing, Pending, Shaper, Within};
use super::simplify::{beyond_bounds, integer_hull, size_hull};
use crate::fault::Fault;

impl Shaper<'_> {
    /// Gives a reserved shape its content.
    pub(super) fn fill(&mut self, pending: Pending) {
        let Pending { id, ty, within } = pending;
        let base = self.model.base(ty);
        if !self.repeats.afford(self.model, base) {
            if !self.repeats.reported {
                self.repeats.reported = true;
                self.faults.report(&Fault::ManyRepeats { most: MOST_REPEATED, span: self.model.ty(ty).span });
            }
            return;
        }
        let limits = self.limits.of(ty);
        let mut checks = beyond_bounds(&limits.allowed);
        checks.extend(self.column_checks(ty, &within));
        let kind = self.kind(id, ty, base, &limits, &within);
        if let Kind::External(inner) | Kind::EmbeddedPdv(inner) | Kind::CharacterString(inner) =
            self.model.ty(base).kind
        {
            checks.extend(beyond_bounds(&self.limits.of(inner).allowed));
        }
        let jer = self.jer(ty, base, &kind);
        let shape = &mut self.shape.types[id.index()];
        shape.kind = kind;
        shape.jer = jer;
        shape.checks = checks;
    }

    fn kind(&mut self, id: ShapeId, ty: TypeId, base: TypeId, limits: &Limits, within: &Within) -> ShapeKind {
        let model = self.model;
        let inside = || Some(Rc::new(Enclosing { base, outer: within.clone() }));
        let size = size_hull(&limits.allowed);
        match &model.ty(base).kind {
            Kind::Boolean => ShapeKind::Boolean,
            Kind::Integer(named) => {
                ShapeKind::Integer { range: integer_hull(&limits.allowed), named: named.clone() }
            }
            Kind::Enumerated(enumerated) => self.enumerated(enumerated, base),
            Kind::BitString(named) => ShapeKind::BitString {
                named: named.clone(),
                size,
                fixed: size.hi == Some(size.lo),
                contains: self.contents(id, ty, within),
            },
            Kind::OctetString => ShapeKind::OctetString { size, contains: self.contents(id, ty, within) },
            Kind::Null => ShapeKind::Null,
            Kind::Oid => ShapeKind::Oid,
            Kind::RelativeOid => ShapeKind::RelativeOid,
            Kind::OidIri => ShapeKind::OidIri,
            Kind::RelativeOidIri => ShapeKind::RelativeOidIri,
            Kind::Real => ShapeKind::Real,
            Kind::String(kind) => ShapeKind::String { kind: *kind, size },
            Kind::Time(kind) => ShapeKind::Time(*kind),
            Kind::Sequence(_) => self.record(id, RecordKind::Sequence, base, &inside()),
            Kind::Set(_) => self.record(id, RecordKind::Set, base, &inside()),
            Kind::External(_) => self.record(id, RecordKind::External, base, &inside()),
            Kind::EmbeddedPdv(_) => self.record(id, RecordKind::EmbeddedPdv, base, &inside()),
            Kind::CharacterString(_) => self.record(id, RecordKind::CharacterString, base, &inside()),
            Kind::SequenceOf(element) => self.list(id, element, size, false, &inside()),
            Kind::SetOf(element) => self.list(id, element, size, true, &inside()),
            Kind::Choice(members) => self.choice(id, members, &inside()),
            Kind::Open(open) => ShapeKind::Open(self.open(id, ty, open, within)),
            Kind::Any(_) => ShapeKind::Open(wireglot_plan::OpenShape::Opaque),
            Kind::Reference(_) | Kind::Tagged { .. } | Kind::Constrained { .. } => ShapeKind::Null,
        }
    }

    fn enumerated(&mut self, enumerated: &Enumerated, base: TypeId) -> ShapeKind {
        let span = self.model.ty(base).span;
        let additions = enumerated.additions.as_deref().unwrap_or_default();
        let all = enumerated.root.iter().chain(additions);
        let mut items = Vec::with_capacity(enumerated.root.len() + additions.len());
        for (name, number) in all {
            match number.to_i64() {
                Some(number) => items.push((name.clone(), number)),
                None => self.faults.report(&Fault::WideNumber { name: name.clone(), span }),
            }
        }
        ShapeKind::Enumerated { items, extensible: enumerated.additions.is_some() }
    }

    fn record(&mut self, id: ShapeId, kind: RecordKind, base: TypeId, inside: &Within) -> ShapeKind {
        let Some((members, _)) = members(self.model, base) else { return ShapeKind::Null };
        let (mut slots, mut missing) = (Vec::new(), 0);
        for (component, addition) in numbered(members) {
            let presence = match &component.presence {
                Presence::Required if addition.is_none() => SlotPresence::Required,
                Presence::Required | Presence::Optional => SlotPresence::Optional(missing),
                Presence::Default(value) => SlotPresence::Default(missing, value.clone()),
            };
            missing += u32::from(!matches!(presence, SlotPresence::Required));
            slots.push(Slot {
                name: component.name.clone(),
                shape: self.component(id, component, inside),
                presence,
                addition,
                needed: addition.is_some() && matches!(component.presence, Presence::Required),
                span: component.span,
                doc: component.doc.clone(),
            });
        }
        ShapeKind::Record { kind, slots, extensible: members.additions.is_some() }
    }

    fn choice(&mut self, id: ShapeId, members: &Members, inside: &Within) -> ShapeKind {
        let mut alternatives = Vec::new();
        let mut number = 0;
        for (component, addition) in numbered(members) {
            // In a CHOICE, alternatives in an addition group are separate additions: the brackets
            // have no meaning.
            let addition = addition.map(|_| number);
            number += u32::from(addition.is_some());
            alternatives.push(Alternative {
                name: component.name.clone(),
                shape: self.component(id, component, inside),
                addition,
                span: component.span,
                doc: component.doc.clone(),
            });
        }
        ShapeKind::Choice { alternatives, extensible: members.additions.is_some() }
    }

    fn list(&mut self, id: ShapeId, element: &Element, size: Size, set: bool, inside: &Within) -> ShapeKind {
        self.no_component(element.ty);
        let (parent, name) = (self.owner(id), element.name.clone());
        let element = self.id(element.ty, inside, || format!("{parent}[]"));
        ShapeKind::List { element, name, size, set }
    }

    fn component(&mut self, id: ShapeId, component: &Component, inside: &Within) -> ShapeId {
        if let Some(shape) = self.moved_open(id, component, inside) {
            return shape;
        }
        let parent = self.owner(id);
        self.id(component.ty, inside, || format!("{parent}.{}", component.name))
    }

    /// The outermost CONTAINING of a chain (X.682 11).
    fn contents(&mut self, id: ShapeId, ty: TypeId, within: &Within) -> Option<Contents> {
        let mut at = ty;
        loop {
            at = self.model.past_references(at).0;
            let inner = self.model.ty(at).kind.inner()?;
            if let Kind::Constrained { constraint, .. } = &self.model.ty(at).kind {
                if let Some((containing, encoded_by)) = contents_of(&constraint.root) {
                    let rules = match encoded_by {
                        Some(oid) => Some(rules_of(oid)?),
                        None => None,
                    };
                    let parent = self.owner(id);
                    let held = containing?;
                    // The keys of an open type in a string are outside the string.
                    let open = matches!(self.model.ty(self.model.base(held)).kind, Kind::Open(_));
                    let within = if open { within } else { &None };
                    let shape = self.id(held, within, || format!("{parent}.contents"));
                    self.shape.origins.held.insert(id, held);
                    return Some(Contents { shape, rules });
                }
            }
            at = inner;
        }
    }
}

/// Components with the number of the addition that they are in.
pub(super) fn numbered(members: &Members) -> impl Iterator<Item = (&Component, Option<u32>)> {
    let additions = members.additions.iter().flatten().zip(0..).flat_map(|(addition, number)| {
        let components = match addition {
            Addition::Component(component) => std::slice::from_ref(component),
            Addition::Group(group) => &group.components[..],
        };
        components.iter().map(move |c| (c, Some(number)))
    });
    let plain = |list| std::iter::Iterator::map(<[Component]>::iter(list), |c| (c, None));
    plain(&members.root).chain(additions).chain(plain(&members.root2))
}

/// The CONTAINING and ENCODED BY that apply to all values of a set.
fn contents_of(set: &Set) -> Option<(Option<TypeId>, Option<&Vec<BigInt>>)> {
    match set {
        Set::Contents { containing, encoded_by } => Some((*containing, encoded_by.as_ref())),
        Set::Intersection(list) => list.iter().find_map(contents_of),
        Set::Except(a, _) => contents_of(a),
        Set::Nested(constraint) => contents_of(&constraint.root),
        _ => None,
    }
}

/// The rules with an object identifier.
fn rules_of(oid: &[BigInt]) -> Option<Rules> {
    let arcs: Option<Vec<i128>> = oid.iter().map(BigInt::to_i128).collect();
    Rules::from_identifier(&arcs?)
}
