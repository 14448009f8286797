//! Which records are out of line: they have a codec of their own, which codecs of containing records call.
//! Small records are inlined. This bounds the generated code per field, however often and deeply records are
//! nested.

use std::collections::BTreeSet;

use wireglot_plan::{Layout, LayoutId, LayoutKind};

/// The maximum number of leaves in a loop that is unrolled.
pub const UNROLLED: usize = 12;

/// The maximum number of steps of an inlined record.
const SMALL: u64 = 16;
/// The maximum nesting of records and arrays in an inlined record.
const SHALLOW: u32 = 6;

/// For each type of a layout, whether it is an out-of-line record.
#[derive(Debug)]
pub struct OutOfLine(Vec<bool>);

/// The number of steps of a type, and their nesting depth.
#[derive(Debug, Clone, Copy)]
struct Weight {
    steps: u64,
    depth: u32,
}

impl OutOfLine {
    /// Weighs all types. Parts come before the types that contain them, so one pass is enough.
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

    /// Whether a type is an out-of-line record.
    pub fn has(&self, id: LayoutId) -> bool {
        self.0.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The out-of-line records among the parts of these types, inner ones first.
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

/// The types of the direct parts of a type.
fn parts(layout: &Layout, id: LayoutId) -> impl Iterator<Item = LayoutId> + '_ {
    let (one, fields) = match &layout.get(id).kind {
        LayoutKind::Alias(inner) | LayoutKind::Array { element: inner, .. } => (Some(*inner), &[][..]),
        LayoutKind::Record { fields, .. } => (None, &fields[..]),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(fields.iter().map(|field| field.ty))
}

/// The records among these types and their parts, inner ones first.
pub fn records(layout: &Layout, within: &[LayoutId]) -> BTreeSet<LayoutId> {
    let mut seen: BTreeSet<LayoutId> = within.iter().copied().collect();
    let mut pile = within.to_vec();
    while let Some(id) = pile.pop() {
        pile.extend(parts(layout, id).filter(|part| seen.insert(*part)));
    }
    seen.retain(|id| matches!(layout.get(*id).kind, LayoutKind::Record { .. }));
    seen
}
