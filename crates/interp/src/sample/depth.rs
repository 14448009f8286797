//! The minimum depth of a value of each type, which ends recursion.

use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, SlotPresence};

/// Values that nest deeper are not generated: codecs refuse them by default, and a thread's stack may be too small.
pub const MOST_SAMPLED: u32 = 256;

/// By type; `u32::MAX` if there is no value that is finite and not too deep. The bound also keeps the number of passes
/// small.
#[expect(clippy::indexing_slicing, reason = "one entry for each type of the shape")]
pub(super) fn least_depths(shape: &Shape) -> Vec<u32> {
    let mut depths = vec![u32::MAX; shape.types.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..shape.types.len() {
            let depth = depth_of(shape, &shape.types[index].kind, &depths);
            if depth < depths[index] && depth <= MOST_SAMPLED {
                depths[index] = depth;
                changed = true;
            }
        }
    }
    depths
}

fn depth_of(shape: &Shape, kind: &ShapeKind, depths: &[u32]) -> u32 {
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
            let rows = shape.table(*table).rows.iter();
            let deepest = rows.filter_map(|row| row.shape).map(of).filter(|d| *d != u32::MAX).max();
            deepest.map_or(0, |d| d.saturating_add(1))
        }
        ShapeKind::OctetString { contains: Some(contents), .. }
        | ShapeKind::BitString { contains: Some(contents), .. } => of(contents.shape).saturating_add(1),
        _ => 0,
    }
}
