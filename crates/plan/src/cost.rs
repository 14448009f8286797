//! What an octet of a message may cost in memory, worked out from a plan before any message comes.
//!
//! The memory that a value of a type takes is at most `per_octet` times the octets it came from, plus
//! `fixed`. Whatever may come again and again (elements, recursion, characters, unknown extensions)
//! decides the first; what comes once, the second; and so does what takes no bits at all, of which a
//! limit allows so many a message.
//!
//! For some price of an octet, the *excess* of a node is the most memory that its values take beyond
//! what their octets pay for; it is endless where something with an excess may come again and again, and
//! where values hold several of their own type. One that holds one of its own type ends at the depth limit.
//! The least price at which the excess of a type has an end is its `per_octet`.

mod leaf;
mod least;
mod path;
mod weights;
mod work;

pub use path::Why;
pub use weights::Weights;

use crate::{Plan, Shape};
use work::{Work, ENDLESS};

/// The worst that a type's values may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// The type: an index into [`Shape::roots`].
    pub root: usize,
    /// Octets of memory for an octet of a message.
    pub per_octet: u64,
    /// Octets of memory beyond that, whatever the message.
    pub fixed: u64,
    /// Where what decides `per_octet` stands: the type and the names down from it, `[]` for elements.
    pub path: String,
    /// What decides it.
    pub why: Why,
}

/// No price is higher: 64K of memory for each bit.
const HIGHEST: u64 = 1 << 19;

/// Works out the cost of each root of a plan.
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
    /// Finds the prices of roots that are above `low` and at most `high`.
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
