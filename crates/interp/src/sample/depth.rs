//! The minimum depth of a value of each type, which ends recursion.

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, SlotPresence, Table};

/// Values that nest deeper are not generated: codecs refuse them by default, and a thread's stack may be too small.
pub const MOST_SAMPLED: u32 = 256;

/// By type; `u32::MAX` if there is no value that is finite and not too deep. The bound also keeps the number of passes
/// small.
#[expect(clippy::indexing_slicing, reason = "one entry for each type of the shape")]
pub(super) fn least_depths(shape: &Shape) -> Vec<u32> {
    let mut depths = vec![u32::MAX; shape.types.len()];
    let mut rows = Rows::new(shape);
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..shape.types.len() {
            let depth = depth_of(&shape.types[index].kind, &depths, &rows);
            if depth < depths[index] && depth <= MOST_SAMPLED {
                rows.change(ShapeId(index as u32), depth);
                depths[index] = depth;
                changed = true;
            }
        }
    }
    depths
}

/// The least depths of the rows of each table. Many open types may use one table, so they don't look at its rows.
struct Rows {
    /// For each type, the tables with it, once for each row.
    tables: Vec<Vec<u32>>,
    /// For each table, the depth of the shallowest row that has one; 0 if a row has no type, or there is none.
    least: Vec<u32>,
}

#[expect(clippy::indexing_slicing, reason = "one entry for each type and table of the shape")]
impl Rows {
    fn new(shape: &Shape) -> Rows {
        let mut tables = vec![Vec::new(); shape.types.len()];
        let is_bare =
            |table: &Table| table.rows.iter().any(|row| row.shape.is_none()) || table.rows.is_empty();
        let least = shape.tables.iter().map(|table| if is_bare(table) { 0 } else { u32::MAX });
        let least = least.collect();
        for (table, at) in shape.tables.iter().zip(0..) {
            table.rows.iter().filter_map(|row| row.shape).for_each(|row| tables[row.index()].push(at));
        }
        Rows { tables, least }
    }

    /// A type's depth has become less.
    fn change(&mut self, ty: ShapeId, to: u32) {
        for table in &self.tables[ty.index()] {
            let least = &mut self.least[*table as usize];
            *least = to.min(*least);
        }
    }
}

fn depth_of(kind: &ShapeKind, depths: &[u32], rows: &Rows) -> u32 {
    let of = |id: ShapeId| depths.get(id.index()).copied().unwrap_or(u32::MAX);
    match kind {
        ShapeKind::Record { slots, .. } => {
            let required = slots.iter().filter(|s| matches!(s.presence, SlotPresence::Required));
            required.map(|s| of(s.shape)).max().map_or(0, |deepest| deepest.saturating_add(1))
        }
        ShapeKind::List { element, size, .. } => match size.lo {
            0 => 0,
            _ => of(*element).saturating_add(1),
        },
        ShapeKind::Choice { alternatives, .. } => {
            let least = alternatives.iter().map(|a| of(a.shape)).min();
            least.unwrap_or(u32::MAX).saturating_add(1)
        }
        ShapeKind::Open(OpenShape::Fixed(held)) => of(*held).saturating_add(1),
        ShapeKind::Open(OpenShape::Keyed { table, .. }) => {
            rows.least.get(table.index()).map_or(0, |d| d.saturating_add(1))
        }
        ShapeKind::OctetString { contains: Some(contents), .. }
        | ShapeKind::BitString { contains: Some(contents), .. } => of(contents.shape).saturating_add(1),
        _ => 0,
    }
}
