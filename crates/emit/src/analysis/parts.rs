//! What the values of types contain.

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind};

/// What the values of types contain. Each type has a place, and each table of open types one after them, since many
/// open types may have the same table, with many rows.
pub struct Parts<'a> {
    shape: &'a Shape,
}

impl Parts<'_> {
    /// Those of all types and tables.
    pub fn of(shape: &Shape) -> Parts<'_> {
        Parts { shape }
    }

    /// The number of places.
    pub fn count(&self) -> usize {
        self.shape.types.len() + self.shape.tables.len()
    }

    /// The type at a place that is not a table's.
    pub fn ty(&self, place: usize) -> Option<ShapeId> {
        (place < self.shape.types.len()).then_some(ShapeId(place as u32))
    }

    /// The places of the parts of a value.
    pub fn at(&self, place: usize) -> Vec<usize> {
        let types = self.shape.types.len();
        let Some(id) = self.ty(place) else {
            let rows = &self.shape.tables[place - types].rows;
            return rows.iter().filter_map(|row| Some(row.shape?.index())).collect();
        };
        match &self.shape.get(id).kind {
            ShapeKind::Record { slots, .. } => slots.iter().map(|slot| slot.shape.index()).collect(),
            ShapeKind::Choice { alternatives, .. } => alternatives.iter().map(|a| a.shape.index()).collect(),
            ShapeKind::List { element, .. } => vec![element.index()],
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => vec![contents.shape.index()],
            ShapeKind::Open(OpenShape::Fixed(inner)) => vec![inner.index()],
            ShapeKind::Open(OpenShape::Keyed { table, .. }) => vec![types + table.index()],
            _ => Vec::new(),
        }
    }
}
