//! Keys of open types: the values that a record must have so that its open types have a row.

use std::collections::HashSet;

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, TableId};

/// An open type inside a record that contains its keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Keyed {
    pub table: TableId,
    /// For each key column, the path from the record.
    pub paths: Vec<Vec<u32>>,
}

/// By record type, the open types that find their keys in it.
#[expect(clippy::indexing_slicing, reason = "one entry for each type of the shape")]
pub(super) fn keyed(shape: &Shape) -> Vec<Vec<Keyed>> {
    let mut found = vec![Vec::new(); shape.types.len()];
    for (index, ty) in shape.types.iter().enumerate() {
        if matches!(ty.kind, ShapeKind::Record { .. }) {
            look(shape, ShapeId(index as u32), 1, &mut HashSet::new(), &mut found[index]);
        }
    }
    found
}

/// Maximum number of levels between an open type and its keys.
const FAR: u32 = 6;

/// An open type in a string finds its keys where the string is.
fn in_string(shape: &Shape, id: ShapeId) -> ShapeId {
    match &shape.get(id).kind {
        ShapeKind::OctetString { contains: Some(contents), .. }
        | ShapeKind::BitString { contains: Some(contents), .. } => contents.shape,
        _ => id,
    }
}

fn look(shape: &Shape, at: ShapeId, up: u32, seen: &mut HashSet<Keyed>, found: &mut Vec<Keyed>) {
    if up > FAR {
        return;
    }
    let below: Vec<ShapeId> = match &shape.get(at).kind {
        ShapeKind::Record { slots, .. } => slots.iter().map(|s| s.shape).collect(),
        ShapeKind::Choice { alternatives, .. } => alternatives.iter().map(|a| a.shape).collect(),
        ShapeKind::List { element, .. } => vec![*element],
        _ => Vec::new(),
    };
    for id in below {
        let id = in_string(shape, id);
        match &shape.get(id).kind {
            ShapeKind::Open(OpenShape::Keyed { table, keys }) if keys.iter().all(|k| k.up == up) => {
                let keyed = Keyed { table: *table, paths: keys.iter().map(|k| k.down.clone()).collect() };
                if seen.insert(keyed.clone()) {
                    found.push(keyed);
                }
            }
            // A type with its own name is another scope.
            _ if shape.get(id).name.contains(['.', '[']) => look(shape, id, up + 1, seen, found),
            _ => {}
        }
    }
}
