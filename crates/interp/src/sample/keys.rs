//! Keys of open types: the values that a record must have so that its open types have a row.

use std::collections::HashSet;

use wireglot_plan::{KeyPath, OpenShape, Shape, ShapeId, ShapeKind, TableId};

/// An open type inside a record that contains at least one of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Keyed {
    pub table: TableId,
    /// For each key column, where the key is, as seen from the record.
    pub places: Vec<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// In the record, at this path.
    Here(Vec<u32>),
    /// In a value around the record, so many levels up from it, at this path.
    Outside(u32, Vec<u32>),
    /// Inside the record, nearer to the open type: that value chooses it.
    Inside,
}

impl Place {
    /// The place of a key in relation to a record that is `up` levels around the open type.
    fn of(key: &KeyPath, up: u32) -> Place {
        match key.up.checked_sub(up) {
            None => Place::Inside,
            Some(0) => Place::Here(key.down.clone()),
            Some(further) => Place::Outside(further, key.down.clone()),
        }
    }
}

/// By record type, the open types that find at least one key in it.
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
            ShapeKind::Open(OpenShape::Keyed { table, keys }) if keys.iter().any(|k| k.up == up) => {
                let places = keys.iter().map(|key| Place::of(key, up)).collect();
                let keyed = Keyed { table: *table, places };
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
