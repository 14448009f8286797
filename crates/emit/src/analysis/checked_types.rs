//! Which types need value checks.

use wireglot_plan::{Check, OpenShape, Shape, ShapeId, ShapeKind, ShapeType};

use crate::analysis::addition_groups::together;
use crate::analysis::parts::Parts;
use crate::analysis::storage::{Layout, Storage};

/// For each type, whether its values or their parts need a check.
pub fn checked_types(shape: &Shape, layout: &Layout) -> Vec<bool> {
    let parts = Parts::of(shape);
    let mut whole: Vec<Vec<usize>> = vec![Vec::new(); parts.count()];
    let mut asked = vec![false; parts.count()];
    let mut waiting = Vec::new();
    for place in 0..parts.count() {
        parts.at(place).into_iter().for_each(|part| whole[part].push(place));
    }
    for id in (0..shape.types.len() as u32).map(ShapeId) {
        let ty = shape.get(id);
        if !ty.checks.is_empty() || asks(&ty.kind, layout.storage(id)) || layout.has_pointer(id) {
            asked[id.index()] = true;
            waiting.push(id.index());
        }
    }
    while let Some(place) = waiting.pop() {
        for outer in std::mem::take(&mut whole[place]) {
            if !std::mem::replace(&mut asked[outer], true) {
                waiting.push(outer);
            }
        }
    }
    asked.truncate(shape.types.len());
    asked
}

/// Whether values of a kind can violate its bounds.
fn asks(kind: &ShapeKind, storage: Storage) -> bool {
    match kind {
        ShapeKind::Integer { range, .. } => match storage {
            Storage::Integer(width) => {
                let end = |end: &Option<wireglot_bigint::BigInt>| end.as_ref().and_then(|n| n.to_i128());
                !(end(&range.lo).is_some_and(|lo| width.all_from(lo))
                    && end(&range.hi).is_some_and(|hi| width.all_upto(hi)))
            }
            _ => range.lo.is_some() || range.hi.is_some(),
        },
        ShapeKind::BitString { size, .. }
        | ShapeKind::OctetString { size, .. }
        | ShapeKind::String { size, .. } => size.lo > 0 || size.hi.is_some(),
        ShapeKind::List { size, .. } => storage == Storage::List(None) || size.lo > 0 || size.hi.is_some(),
        ShapeKind::Enumerated { extensible, .. } => !extensible,
        ShapeKind::Time(_) | ShapeKind::OidIri | ShapeKind::RelativeOidIri => true,
        ShapeKind::Choice { .. } | ShapeKind::Open(OpenShape::Keyed { .. }) => true,
        ShapeKind::Record { slots, .. } => !together((0..).zip(slots)).is_empty(),
        _ => false,
    }
}

/// For each type, how many levels of enclosing values its constraints and open types look up: keys of tables.
pub fn above(shape: &Shape) -> Vec<u32> {
    let own = |ty: &ShapeType| {
        let keys = match &ty.kind {
            ShapeKind::Open(OpenShape::Keyed { keys, .. }) => keys.as_slice(),
            _ => &[],
        };
        ty.checks.iter().map(reach).chain(keys.iter().map(|key| key.up)).max().unwrap_or(0)
    };
    let parts = Parts::of(shape);
    let mut above: Vec<u32> = shape.types.iter().map(own).collect();
    loop {
        let mut changed = false;
        for id in (0..shape.types.len() as u32).map(ShapeId) {
            let inside = |part: usize| match &shape.get(id).kind {
                ShapeKind::Open(_) => 0,
                ShapeKind::BitString { .. } | ShapeKind::OctetString { .. } => above[part],
                _ => above[part].saturating_sub(1),
            };
            let most = parts.at(id.index()).into_iter().map(inside).max().unwrap_or(0);
            if most > above[id.index()] {
                above[id.index()] = most;
                changed = true;
            }
        }
        if !changed {
            return above;
        }
    }
}

/// How many levels up a check looks.
fn reach(check: &Check) -> u32 {
    match check {
        Check::All(list) | Check::Any(list) => list.iter().map(reach).max().unwrap_or(0),
        Check::Not(inner) | Check::Contents(inner) => reach(inner),
        Check::Column { keys, .. } => keys.iter().map(|(_, path)| path.up).max().unwrap_or(0),
        _ => 0,
    }
}
