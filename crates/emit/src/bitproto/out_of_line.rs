//! Which records stand apart: they have a codec of their own, which those around them
//! call. Small ones are written out where they stand. What is printed for a field is
//! bounded by that, however often and deep records are nested.

use std::collections::BTreeSet;

use wireglot_plan::{Layout, LayoutId, LayoutKind};

/// Leaves of a loop that are written out instead of looped over.
pub const UNROLLED: usize = 12;

/// Steps of a record that is still written out where it stands.
const SMALL: u64 = 16;
/// Records and arrays in each other that are still written out.
const SHALLOW: u32 = 6;

/// For each type of a layout, whether it is a record that stands apart.
#[derive(Debug)]
pub struct OutOfLine(Vec<bool>);

/// How many steps a type is, and how deep they are nested.
#[derive(Debug, Clone, Copy)]
struct Weight {
    steps: u64,
    depth: u32,
}

impl OutOfLine {
    /// Weighs all types. Parts come before what is made of them, so one pass does.
    pub fn new(layout: &Layout) -> OutOfLine {
        let mut weights: Vec<Weight> = Vec::with_capacity(layout.types.len());
        let mut apart = Vec::with_capacity(layout.types.len());
        for ty in &layout.types {
            let of =
                |id: LayoutId| weights.get(id.0 as usize).copied().unwrap_or(Weight { steps: 1, depth: 0 });
            let mut is_apart = false;
            let weight = match &ty.kind {
                LayoutKind::Alias(inner) => of(*inner),
                LayoutKind::Array { element, count, .. } => {
                    let each = of(*element);
                    let all = each.steps.saturating_mul(*count);
                    let steps = if all <= UNROLLED as u64 { all } else { each.steps + 1 };
                    Weight { steps, depth: each.depth + 1 }
                }
                LayoutKind::Record { fields, .. } => {
                    let parts = fields.iter().map(|field| of(field.ty));
                    let steps = parts.clone().fold(1u64, |sum, part| sum.saturating_add(part.steps));
                    let depth = parts.map(|part| part.depth).max().unwrap_or(0) + 1;
                    is_apart = steps > SMALL || depth > SHALLOW;
                    if is_apart {
                        Weight { steps: 1, depth: 0 }
                    } else {
                        Weight { steps, depth }
                    }
                }
                _ => Weight { steps: 1, depth: 0 },
            };
            weights.push(weight);
            apart.push(is_apart);
        }
        OutOfLine(apart)
    }

    /// Whether a type is a record that stands apart.
    pub fn has(&self, id: LayoutId) -> bool {
        self.0.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The records that stand apart and are parts of these types, inner ones first.
    pub fn called(&self, layout: &Layout, within: &[LayoutId]) -> BTreeSet<LayoutId> {
        let (mut called, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut pile = within.to_vec();
        while let Some(id) = pile.pop() {
            for part in parts(layout, id).filter(|part| seen.insert(*part)) {
                pile.push(part);
                if self.has(part) {
                    called.insert(part);
                }
            }
        }
        called
    }
}

/// The types that a type is made of.
fn parts(layout: &Layout, id: LayoutId) -> impl Iterator<Item = LayoutId> + '_ {
    let (one, fields) = match &layout.get(id).kind {
        LayoutKind::Alias(inner) | LayoutKind::Array { element: inner, .. } => (Some(*inner), &[][..]),
        LayoutKind::Record { fields, .. } => (None, &fields[..]),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(fields.iter().map(|field| field.ty))
}

/// The records that these types are or are made of, inner ones first.
pub fn records(layout: &Layout, within: &[LayoutId]) -> BTreeSet<LayoutId> {
    let mut seen: BTreeSet<LayoutId> = within.iter().copied().collect();
    let mut pile = within.to_vec();
    while let Some(id) = pile.pop() {
        pile.extend(parts(layout, id).filter(|part| seen.insert(*part)));
    }
    seen.retain(|id| matches!(layout.get(*id).kind, LayoutKind::Record { .. }));
    seen
}
