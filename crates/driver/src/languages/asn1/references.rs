//! The type references of parts of a value.

use std::collections::{HashMap, HashSet};

use wireglot_model::{Component, Kind};
use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, ShapeRoot};

use super::specification::Specification;

impl Specification {
    /// The type references that lead to a type, its own and those in its definition: `IMSI`, `TBCD-STRING`
    /// for `imsi IMSI` where `IMSI ::= TBCD-STRING (SIZE (8))`.
    pub fn references(&self, shape: ShapeId) -> Vec<&str> {
        let model = &self.made().model;
        let mut at = self.shape().origins.types.get(shape.index()).copied();
        let mut found = Vec::new();
        // Circular definitions are errors, and the sound part of a specification does not contain any.
        for _ in 0..model.types.len() {
            let Some(id) = at else { break };
            let ty = model.ty(id);
            found.extend(ty.name.as_ref().map(|name| name.reference.as_str()));
            at = ty.kind.inner();
        }
        found
    }

    /// For each part of a record or CHOICE, the type references that lead to it, or to the elements of its lists: also
    /// those that are only other names of a type, which share its shape.
    pub fn part_references(&self, record: ShapeId) -> Vec<Vec<&str>> {
        let model = &self.made().model;
        let record = self.shape().origins.types.get(record.index()).map(|id| &model.ty(model.base(*id)).kind);
        let Some(Kind::Sequence(members) | Kind::Set(members) | Kind::Choice(members)) = record else {
            return Vec::new();
        };
        let references = |component: &Component| {
            let (mut at, mut found) = (Some(component.ty), Vec::new());
            for _ in 0..model.types.len() {
                let Some(id) = at else { break };
                let ty = model.ty(id);
                found.extend(ty.name.as_ref().map(|name| name.reference.as_str()));
                at = match &ty.kind {
                    Kind::SequenceOf(element) | Kind::SetOf(element) => Some(element.ty),
                    kind => kind.inner(),
                };
            }
            found
        };
        members.all().map(references).collect()
    }
}

/// The names of the types in some modules that are not part of any other type, which are usually the PDUs.
/// All types if there are none.
pub fn outermost(shape: &Shape, modules: &HashSet<String>) -> Vec<String> {
    let mut parts = HashSet::new();
    for ty in &shape.types {
        match &ty.kind {
            ShapeKind::Record { slots, .. } => parts.extend(slots.iter().map(|slot| slot.shape)),
            ShapeKind::Choice { alternatives, .. } => parts.extend(alternatives.iter().map(|one| one.shape)),
            ShapeKind::List { element, .. } => drop(parts.insert(*element)),
            ShapeKind::OctetString { contains: Some(held), .. }
            | ShapeKind::BitString { contains: Some(held), .. } => drop(parts.insert(held.shape)),
            ShapeKind::Open(OpenShape::Fixed(held)) => drop(parts.insert(*held)),
            _ => {}
        }
    }
    let rows = shape.tables.iter().flat_map(|table| &table.rows);
    parts.extend(rows.filter_map(|row| row.shape));
    let asked: Vec<&ShapeRoot> = shape.roots.iter().filter(|root| modules.contains(&root.module)).collect();
    let mut times = HashMap::new();
    asked.iter().for_each(|root| *times.entry(root.reference.as_str()).or_insert(0) += 1);
    let name = |root: &&ShapeRoot| match times.get(root.reference.as_str()) {
        Some(1) => root.reference.clone(),
        _ => format!("{}.{}", root.module, root.reference),
    };
    let is_made_of = |root: &ShapeRoot| {
        matches!(shape.get(root.shape).kind, ShapeKind::Record { .. } | ShapeKind::Choice { .. })
    };
    let outermost = asked.iter().filter(|root| is_made_of(root) && !parts.contains(&root.shape));
    let outermost: Vec<String> = outermost.map(name).collect();
    match outermost.is_empty() {
        true => asked.iter().map(name).collect(),
        false => outermost,
    }
}
