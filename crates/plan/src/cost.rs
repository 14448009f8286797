//! The maximum memory per octet of a message, computed from a plan in advance.
//!
//! The memory of a value of a type is at most `per_octet` times the octets it was decoded from, plus
//! `fixed`. Anything that can be repeated (elements, recursion, characters, unknown extensions) determines
//! the former. Anything that occurs once determines the latter, and so do elements that take no bits, whose
//! number per message is limited.
//!
//! For a given price per octet, the *excess* of a node is the maximum memory of its values beyond what
//! their octets pay for. It is unbounded if something with an excess can be repeated, or if a value can
//! contain several values of its own type. Recursion with one such value ends at the depth limit. The
//! lowest price at which the excess of a type is bounded is its `per_octet`.

mod leaf;
mod least;
mod path;
mod weights;
mod work;

pub use path::Why;
pub use weights::Weights;

use crate::{Plan, Shape};
use work::{Work, ENDLESS};

/// The maximum cost of a type's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// The type: an index into [`Shape::roots`].
    pub root: usize,
    /// Octets of memory per octet of a message.
    pub per_octet: u64,
    /// Octets of memory in addition, regardless of the message.
    pub fixed: u64,
    /// The path to what determines `per_octet`: the type and the names below it, `[]` for elements.
    pub path: String,
    /// What determines it.
    pub why: Why,
}

/// The maximum price: 64K of memory for each bit.
const HIGHEST: u64 = 1 << 19;

/// Computes the cost of each root of a plan.
pub fn costs(shape: &Shape, plan: &Plan, weights: Weights) -> Vec<Cost> {
    let mut work = Work::new(shape, plan, weights);
    work.settle_least();
    work.settle_empty();
    let mut costs = Vec::new();
    let roots: Vec<usize> = (0..plan.roots.len()).collect();
    work.search(0, HIGHEST, roots, &mut costs);
    costs.sort_by_key(|cost| (std::cmp::Reverse(cost.per_octet), std::cmp::Reverse(cost.fixed), cost.root));
    costs
}

impl Work<'_> {
    /// Finds the prices of roots that are above `low` and at most `high`, by bisection.
    fn search(&mut self, low: u64, high: u64, roots: Vec<usize>, costs: &mut Vec<Cost>) {
        if roots.is_empty() {
            return;
        }
        if high - low == 1 {
            self.settle(high);
            let fixed: Vec<u64> = roots.iter().map(|root| self.fixed(*root)).collect();
            self.settle(low);
            for (root, fixed) in roots.into_iter().zip(fixed) {
                let (path, why) = path::of(self, root);
                costs.push(Cost { root, per_octet: high, fixed, path, why });
            }
            return;
        }
        let middle = low + (high - low) / 2;
        self.settle(middle);
        let ended = |root: &usize| self.part(&self.plan.roots[*root], self.root_shape(*root)) != ENDLESS;
        let (below, above) = roots.into_iter().partition(ended);
        self.search(low, middle, below, costs);
        self.search(middle, high, above, costs);
    }
}
