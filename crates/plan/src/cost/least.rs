//! The minimum size of values in bits, and the memory of those that take no bits.

use super::leaf;
use super::work::{extent_bits, frame_bits, index_bits, Work};
use crate::{Group, Node, Op, Presence, Record};

/// Maximum number of rounds for computing sizes and memory, since values nest less deeply unless
/// they are recursive.
const ROUNDS: usize = 64;

impl Work<'_> {
    pub(super) fn settle_least(&mut self) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for index in 0..self.least.len() {
                let found = self.nodes(index).iter().map(|(node, _)| self.least(node)).min().unwrap_or(0);
                changed |= found != self.least[index];
                self.least[index] = found;
            }
            if !changed {
                return;
            }
        }
    }

    pub(super) fn settle_empty(&mut self) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for index in 0..self.empty.len() {
                let found = self.nodes(index).iter().map(|(node, _)| self.empty(node)).max().unwrap_or(0);
                changed |= found != self.empty[index];
                self.empty[index] = found;
            }
            if !changed {
                return;
            }
        }
    }

    /// The minimum size of a value in bits.
    pub(super) fn least(&self, node: &Node) -> u64 {
        let bits = match &node.op {
            Op::Leaf(leaf) => leaf::of(leaf).least_bits(),
            Op::Call(routine) => self.least[routine.index()],
            Op::Frame(frame, body) => frame_bits(frame) + self.least(body),
            Op::Record(record) => self.least_of_group(&record.group),
            Op::Group(group) => self.least_of_group(group),
            Op::Repeat(repeat) => extent_bits(&repeat.extent),
            Op::Choice(choice) => {
                let least = choice.arms.iter().map(|arm| self.least(&arm.node)).min().unwrap_or(0);
                index_bits(&choice.by) + least
            }
            Op::Select(_) => 0,
            Op::Contained(contained) => leaf::of(&contained.leaf).least_bits(),
            Op::Alt(arms) => 1 + arms.iter().map(|arm| self.least(&arm.node)).min().unwrap_or(0),
        };
        bits.min(1 << 20)
    }

    fn least_of_group(&self, group: &Group) -> u64 {
        let always = group.items.iter().filter(|item| item.presence == Presence::Always);
        always.fold(group.flags.len() as u64, |bits, item| bits.saturating_add(self.least(&item.node)))
    }

    /// The maximum memory of a list element that takes no bits, over all lists in the node.
    pub(super) fn empty(&self, node: &Node) -> u64 {
        match &node.op {
            Op::Leaf(leaf) => leaf::of(leaf).empty(&self.weights),
            Op::Call(routine) => self.empty[routine.index()],
            Op::Frame(_, body) => self.empty(body),
            Op::Record(Record { group, .. }) | Op::Group(group) => {
                let additions = group.additions.iter().flat_map(|additions| &additions.items);
                group.items.iter().chain(additions).map(|item| self.empty(&item.node)).max().unwrap_or(0)
            }
            Op::Repeat(repeat) => {
                let own = match self.least(&repeat.element) {
                    0 => self.without_bits(&repeat.element, ROUNDS),
                    _ => 0,
                };
                own.max(self.empty(&repeat.element))
            }
            Op::Choice(choice) => choice.arms.iter().map(|arm| self.empty(&arm.node)).max().unwrap_or(0),
            Op::Select(select) => self.empty[self.rows(select.rows)],
            Op::Contained(contained) => self.empty(&contained.node),
            Op::Alt(arms) => arms.iter().map(|arm| self.empty(&arm.node)).max().unwrap_or(0),
        }
    }

    /// The memory of a value that takes no bits, without the elements of lists in it. `depth`
    /// limits the nesting.
    fn without_bits(&self, node: &Node, depth: usize) -> u64 {
        let value = self.weights.value;
        let Some(depth) = depth.checked_sub(1) else { return value };
        match &node.op {
            Op::Call(routine) => self.without_bits(&self.plan.routines[routine.index()].body, depth),
            Op::Record(record) => {
                let slots = record.group.items.iter().map(|item| self.without_bits(&item.node, depth));
                slots.fold(value, u64::saturating_add)
            }
            Op::Choice(choice) => {
                let arms = choice.arms.iter().map(|arm| self.without_bits(&arm.node, depth));
                value.saturating_add(arms.max().unwrap_or(0))
            }
            _ => 2 * value,
        }
    }
}
