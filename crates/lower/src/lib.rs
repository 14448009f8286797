//! Lowers a model to its shape, and with a set of rules to a plan.
//!
//! [`shape`] says once what values look like; [`plan`] then says for one set of
//! rules how their bytes go. Each family of rules is a folder here and a line
//! below, and asks the rules' row for the rest; what they share is [`planner`].

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

/// How some rules lay types out, for one plan. A new family is a folder and a line here.
fn rule_set(rules: Rules) -> Rc<dyn RuleSet> {
    match rules.family() {
        Family::Tlv => Rc::new(ber::Ber::new(rules)),
        Family::Bits => Rc::new(per::Per::new(rules)),
        Family::Octets => Rc::new(oer::Oer::new(rules)),
    }
}

/// The grammar of a shape under a set of rules. `shape` must have been made from `model`.
///
/// A plan is made even where diagnostics tell of errors; it must not be run then.
pub fn plan(rules: Rules, model: &Model, shape: &Shape) -> (Plan, Diagnostics) {
    Planner::new(rule_set, rules, model, shape).run()
}
