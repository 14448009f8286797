//! Lowers a model to its shape and, with a set of rules, to a plan.
//!
//! [`shape`] describes values; [`plan`] describes their encoding under one set of rules. Each
//! family of rules is a folder here and a line below, and takes the rest from its row in the table
//! of rules; what families share is in [`planner`].

mod ber;
mod fault;
pub mod layout;
mod oer;
mod per;
mod planner;
mod positional;
mod shape;

use std::rc::Rc;

use wireglot_diag::Diagnostics;
use wireglot_model::Model;
use wireglot_plan::{Family, Plan, Rules, Shape};

pub use fault::Fault;
pub use shape::shape;

use planner::{Planner, RuleSet};

/// The layout of types under some rules, for one plan. To add a family, add a folder and a line
/// here.
fn rule_set(rules: Rules) -> Rc<dyn RuleSet> {
    match rules.family() {
        Family::Tlv => Rc::new(ber::Ber::new(rules)),
        Family::Bits => Rc::new(per::Per::new(rules)),
        Family::Octets => Rc::new(oer::Oer::new(rules)),
    }
}

/// The grammar of a shape under a set of rules. `shape` must have been made from `model`.
///
/// A plan is made even if the diagnostics contain errors, but must not be run then.
pub fn plan(rules: Rules, model: &Model, shape: &Shape) -> (Plan, Diagnostics) {
    Planner::new(rule_set, rules, model, shape).run()
}
