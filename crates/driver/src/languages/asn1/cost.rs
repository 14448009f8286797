//! The memory that messages of each type may take.

use wireglot_interp::{Limits, Tape};
use wireglot_plan::cost::{costs, Cost};
use wireglot_plan::Rules;

use super::pipeline::{plan, Compiled};

/// The costs of all root types with the default limits, highest first. Empty if there is no plan.
pub fn cost(rules: Rules, made: &mut Compiled) -> Vec<Cost> {
    let Some(plan) = plan(rules, made) else { return Vec::new() };
    match &made.shape {
        Some(shape) if !made.diagnostics.failed(false) => {
            made.times.of("cost", || costs(shape, &plan, Tape::weights(&Limits::default())))
        }
        _ => Vec::new(),
    }
}
