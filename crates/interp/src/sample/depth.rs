//! The minimum depth of a value of each type, which ends recursion.

use std::collections::BTreeMap;

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, SlotPresence};

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
                rows.change(ShapeId(index as u32), depths[index], depth);
                depths[index] = depth;
                changed = true;
            }
        }
    }
    depths
}

/// The depths of the rows of each table. Many open types may use one table, so they don't look at its rows.
struct Rows {
    /// For each type, the tables with it, once for each row.
    tables: Vec<Vec<u32>>,
    /// For each table, how many rows have each depth.
    depths: Vec<BTreeMap<u32, usize>>,
}

#[expect(clippy::indexing_slicing, reason = "one entry for each type and table of the shape")]
impl Rows {
    fn new(shape: &Shape) -> Rows {
        let mut tables = vec![Vec::new(); shape.types.len()];
        for (table, at) in shape.tables.iter().zip(0..) {
            table.rows.iter().filter_map(|row| row.shape).for_each(|row| tables[row.index()].push(at));
        }
        Rows { tables, depths: vec![BTreeMap::new(); shape.tables.len()] }
    }

    fn change(&mut self, ty: ShapeId, from: u32, to: u32) {
        for table in &self.tables[ty.index()] {
            let depths = &mut self.depths[*table as usize];
            if let Some(count) = depths.get_mut(&from) {
                *count -= 1;
                if *count == 0 {
                    depths.remove(&from);
                }
            }
            *depths.entry(to).or_default() += 1;
        }
    }

    /// The depth of the deepest row that has one.
    fn deepest(&self, table: usize) -> Option<u32> {
        self.depths.get(table)?.last_key_value().map(|(depth, _)| *depth)
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
            rows.deepest(table.index()).map_or(0, |d| d.saturating_add(1))
        }
        ShapeKind::OctetString { contains: Some(contents), .. }
        | ShapeKind::BitString { contains: Some(contents), .. } => of(contents.shape).saturating_add(1),
        _ => 0,
    }
}
