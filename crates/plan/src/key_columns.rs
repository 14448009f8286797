//! Which columns of tables a component is a key of.

use std::collections::{HashMap, HashSet};

use crate::{OpenShape, Shape, ShapeId, ShapeKind, TableId};

/// For each record used so far, the table columns whose keys are in its slots. Each record's slots are visited once.
#[derive(Debug, Default)]
pub struct KeyColumns {
    records: HashMap<ShapeId, HashMap<u32, Vec<(TableId, usize)>>>,
}

impl KeyColumns {
    /// The tables and columns whose keys are in this slot of a record, in the same record as the open type they select.
    pub fn of(&mut self, shape: &Shape, record: ShapeId, slot: u32) -> &[(TableId, usize)] {
        let slots = self.records.entry(record).or_insert_with(|| columns(shape, record));
        slots.get(&slot).map_or(&[], Vec::as_slice)
    }
}

fn columns(shape: &Shape, record: ShapeId) -> HashMap<u32, Vec<(TableId, usize)>> {
    let mut found: HashMap<u32, Vec<(TableId, usize)>> = HashMap::new();
    let ShapeKind::Record { slots, .. } = &shape.get(record).kind else { return found };
    for open in slots {
        let ShapeKind::Open(OpenShape::Keyed { table, keys }) = &shape.get(open.shape).kind else { continue };
        let mut seen = HashSet::new();
        for (column, key) in keys.iter().enumerate() {
            if let (1, [slot]) = (key.up, &key.down[..]) {
                if seen.insert(*slot) {
                    found.entry(*slot).or_default().push((*table, column));
                }
            }
        }
    }
    found
}
