//! Lowers a model to its shape, and with a set of rules to a plan.
//!
//! [`shape`] says once what values look like; [`plan`] then says for one set of
//! rules how their bytes go. Each set of rules is a folder here and a line in
//! the registry below; what they share is [`planner`].

mod ber;
mod fault;
mod layout;
mod oer;
mod per;
mod planner;
mod positional;
mod shape;

use std::rc::Rc;

use wireglot_diag::Diagnostics;
use wireglot_model::Model;
use wireglot_plan::{Plan, Rules, Shape};

pub use fault::Fault;
pub use layout::layout;
pub use shape::shape;

use planner::{Planner, RuleSet};

/// Makes the layout of one set of rules, for one plan.
type Make = fn() -> Rc<dyn RuleSet>;

/// The rules that can be lowered to.
const REGISTRY: &[(Rules, Make)] = &[
    (Rules::Ber, || Rc::new(ber::BER)),
    (Rules::Der, || Rc::new(ber::DER)),
    (Rules::Cer, || Rc::new(ber::CER)),
    (Rules::Aper, || Rc::new(per::Per::new(Rules::Aper))),
    (Rules::Uper, || Rc::new(per::Per::new(Rules::Uper))),
    (Rules::Caper, || Rc::new(per::Per::new(Rules::Caper))),
    (Rules::Cuper, || Rc::new(per::Per::new(Rules::Cuper))),
    (Rules::Oer, || Rc::new(oer::Oer::new(Rules::Oer))),
    (Rules::Coer, || Rc::new(oer::Oer::new(Rules::Coer))),
];

/// The grammar of a shape under a set of rules. `shape` must have been made from `model`.
///
/// A plan is made even where diagnostics tell of errors; it must not be run then.
pub fn plan(rules: Rules, model: &Model, shape: &Shape) -> (Plan, Diagnostics) {
    Planner::new(rules, model, shape).run()
}

/// Whether these rules are built.
pub fn supports(rules: Rules) -> bool {
    REGISTRY.iter().any(|(known, _)| *known == rules)
}
