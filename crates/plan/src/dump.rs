//! Dumps of shapes and plans (`wireglot dump shape`, `wireglot dump plan`).

use crate::{Plan, Shape};

/// The shape as text, one type a paragraph.
pub fn dump_shape(shape: &Shape) -> String {
    shape.types.iter().map(|t| format!("{}.{}\n", t.module, t.name)).collect()
}

/// The plan as text, one routine a paragraph.
pub fn dump_plan(plan: &Plan, shape: &Shape) -> String {
    plan.routines.iter().map(|r| format!("routine {}\n", shape.get(r.shape).name)).collect()
}
