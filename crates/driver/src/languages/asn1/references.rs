//! The names that the type of a part of a value goes by.

use std::collections::HashSet;

use wireglot_plan::{OpenShape, ShapeId, ShapeKind, ShapeRoot};

use super::specification::Specification;

impl Specification {
    /// The type references that a type is written with, its own and those that it is defined by:
    /// `IMSI`, `TBCD-STRING` of `imsi IMSI` where `IMSI ::= TBCD-STRING (SIZE (8))`.
    pub fn references(&self, shape: ShapeId) -> Vec<&str> {
        let model = &self.made().model;
        let mut at = self.shape().origins.types.get(shape.index()).copied();
        let mut found = Vec::new();
        // Definitions that go round are refused; whoever uses a specification in part meets none.
        for _ in 0..model.types.len() {
            let Some(id) = at else { break };
            let ty = model.ty(id);
            found.extend(ty.name.as_ref().map(|name| name.reference.as_str()));
            at = ty.kind.inner();
        }
        found
    }

    /// The types that no other type has as a part, by their names: those are what is sent. All of them
    /// where there is no such.
    pub fn outermost(&self) -> Vec<String> {
        let shape = self.shape();
        let mut parts = HashSet::new();
        for ty in &shape.types {
            match &ty.kind {
                ShapeKind::Record { slots, .. } => parts.extend(slots.iter().map(|slot| slot.shape)),
                ShapeKind::Choice { alternatives, .. } => {
                    parts.extend(alternatives.iter().map(|one| one.shape))
                }
                ShapeKind::List { element, .. } => drop(parts.insert(*element)),
                ShapeKind::OctetString { contains: Some(held), .. }
                | ShapeKind::BitString { contains: Some(held), .. } => drop(parts.insert(held.shape)),
                ShapeKind::Open(OpenShape::Fixed(held)) => drop(parts.insert(*held)),
                _ => {}
            }
        }
        let rows = shape.tables.iter().flat_map(|table| &table.rows);
        parts.extend(rows.filter_map(|row| row.shape));
        let is_made_of = |root: &&ShapeRoot| {
            matches!(shape.get(root.shape).kind, ShapeKind::Record { .. } | ShapeKind::Choice { .. })
        };
        let names = |of: &dyn Fn(&&ShapeRoot) -> bool| -> Vec<String> {
            shape.roots.iter().filter(of).map(|root| root.reference.clone()).collect()
        };
        let outermost = names(&|root| is_made_of(root) && !parts.contains(&root.shape));
        match outermost.is_empty() {
            true => names(&|_| true),
            false => outermost,
        }
    }
}
