//! The excess of each node at a price.

use super::leaf;
use super::weights::Weights;
use crate::{
    Additions, By, Choice, Extent, Frame, Group, Item, Leaf, Node, Op, OpenShape, Plan, Presence, Repeat,
    RowsId, Shape, ShapeId, ShapeKind, Target,
};

/// An unbounded excess.
pub(super) const ENDLESS: i64 = i64::MAX;

/// Anything above this counts as unbounded.
const HUGE: i64 = 1 << 56;

/// What is known so far about routines and table rows.
pub(super) struct Work<'p> {
    pub shape: &'p Shape,
    pub plan: &'p Plan,
    pub weights: Weights,
    /// The price: memory that an octet pays for.
    pub price: i64,
    /// The excess at that price, in eighths of an octet: first of routines, then of tables.
    pub excess: Vec<i64>,
    /// The minimum size in bits, in the same order.
    pub least: Vec<u64>,
    /// The maximum memory of a list element that takes no bits, in the same order.
    pub empty: Vec<u64>,
}

impl<'p> Work<'p> {
    pub fn new(shape: &'p Shape, plan: &'p Plan, weights: Weights) -> Work<'p> {
        let count = plan.routines.len() + plan.tables.len();
        let (excess, least, empty) = (vec![0; count], vec![0; count], vec![0; count]);
        Work { shape, plan, weights, price: 0, excess, least, empty }
    }

    /// All nodes of a routine or of a table's rows, with their types.
    pub fn nodes(&self, index: usize) -> Vec<(&'p Node, Option<ShapeId>)> {
        match self.plan.routines.get(index) {
            Some(routine) => vec![(&routine.body, Some(routine.shape))],
            None => self.plan.tables[index - self.plan.routines.len()]
                .rows
                .iter()
                .flatten()
                .map(|node| (node, None))
                .collect(),
        }
    }

    /// The index of a table's rows in these lists.
    pub fn rows(&self, rows: RowsId) -> usize {
        self.plan.routines.len() + rows.index()
    }

    /// Computes all excesses at a price.
    pub fn settle(&mut self, price: u64) {
        self.price = price as i64;
        self.excess.fill(-(1 << 40));
        // Each round descends by at least one routine, and no message nests deeper than the limit, so
        // whatever grows no faster than that is bounded. Few routines are not a level of nesting.
        for _ in 0..=2 * self.weights.depth {
            let mut changed = false;
            for index in (0..self.excess.len()).rev() {
                if self.excess[index] == ENDLESS {
                    continue;
                }
                let each = self.nodes(index).into_iter().map(|(node, shape)| self.excess(node, shape));
                let found = each.max().unwrap_or(0);
                if found > self.excess[index] {
                    self.excess[index] = found;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    pub fn root_shape(&self, root: usize) -> Option<ShapeId> {
        self.shape.roots.get(root).map(|r| r.shape)
    }

    pub fn fixed(&self, root: usize) -> u64 {
        let node = &self.plan.roots[root];
        let excess = self.part(node, self.root_shape(root)).max(0) as u64 / 8;
        excess.saturating_add(self.weights.empty_elements.saturating_mul(self.empty(node)))
    }

    pub fn value(&self) -> i64 {
        self.weights.value as i64 * 8
    }

    /// The memory that `bits` bits pay for.
    pub fn paid(&self, bits: u64) -> i64 {
        self.price * bits.min(1 << 20) as i64
    }

    /// The excess of octets that are kept as received.
    pub fn opaque(&self) -> i64 {
        match self.weights.octet as i64 > self.price {
            true => ENDLESS,
            false => self.value(),
        }
    }

    /// The excess of something that can be repeated and takes `memory` for `bits` bits.
    pub fn again(&self, memory: u64, bits: u64) -> i64 {
        if memory as i64 * 8 > self.paid(bits) {
            ENDLESS
        } else {
            0
        }
    }

    /// The excess of a part. An open type with a fixed type is a value of its own.
    pub fn part(&self, node: &Node, shape: Option<ShapeId>) -> i64 {
        match shape.map(|id| &self.shape.get(id).kind) {
            Some(ShapeKind::Open(OpenShape::Fixed(inner))) => {
                plus(self.value(), self.excess(node, Some(*inner)))
            }
            _ => self.excess(node, shape),
        }
    }

    pub fn excess(&self, node: &Node, shape: Option<ShapeId>) -> i64 {
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf),
            Op::Call(routine) => self.excess[routine.index()],
            Op::Frame(frame, body) => plus(self.excess(body, shape), -self.paid(frame_bits(frame))),
            Op::Record(record) => plus(self.value(), self.group(&record.group, shape)),
            Op::Group(group) => self.group(group, shape),
            Op::Repeat(repeat) => self.repeat(repeat, shape),
            Op::Choice(choice) => self.choice(choice, shape),
            // A value whose key comes late also takes a placeholder.
            Op::Select(select) => {
                let known = plus(2 * self.value(), self.excess[self.rows(select.rows)]);
                known.max(self.opaque())
            }
            Op::Contained(contained) => {
                let body = self.excess(&contained.node, held(self.shape, shape));
                plus(self.value(), body).max(self.leaf(&contained.leaf))
            }
            Op::Alt(arms) => {
                let most = arms.iter().map(|arm| self.excess(&arm.node, shape)).max().unwrap_or(0);
                plus(most, -self.paid(1))
            }
        }
    }

    pub fn group(&self, group: &Group, shape: Option<ShapeId>) -> i64 {
        let items = group.items.iter().map(|item| self.item(item, shape));
        let more = group.additions.iter().map(|additions| self.additions(additions, shape));
        items.chain(more).fold(-self.paid(group.flags.len() as u64), plus)
    }

    pub fn item(&self, item: &Item, shape: Option<ShapeId>) -> i64 {
        let excess = match item.target {
            Target::Slot(slot) => self.part(&item.node, slot_shape(self.shape, shape, slot)),
            Target::Group => self.excess(&item.node, shape),
            // An element without contents (X.690 8.1).
            Target::Unknown => return self.again(self.weights.value + 2 * self.weights.octet, 16),
        };
        match item.presence {
            Presence::Always => excess,
            _ => excess.max(0),
        }
    }

    pub fn additions(&self, additions: &Additions, shape: Option<ShapeId>) -> i64 {
        let known = additions.items.iter().map(|item| self.item(item, shape)).fold(0, plus);
        plus(known, self.unknown_addition())
    }

    /// A bit of the bitmap, and an octet count of 0.
    pub fn unknown_addition(&self) -> i64 {
        self.again(self.weights.value + self.weights.octet, 9)
    }

    pub fn repeat(&self, repeat: &Repeat, shape: Option<ShapeId>) -> i64 {
        let own = self.value() - self.paid(extent_bits(&repeat.extent));
        match self.element(repeat, shape) {
            excess if excess > 0 => ENDLESS,
            _ => own,
        }
    }

    /// The excess of an element. Elements that take no bits are counted separately.
    pub fn element(&self, repeat: &Repeat, shape: Option<ShapeId>) -> i64 {
        match self.least(&repeat.element) {
            0 => 0,
            _ => self.part(&repeat.element, element_shape(self.shape, shape)),
        }
    }

    pub fn choice(&self, choice: &Choice, shape: Option<ShapeId>) -> i64 {
        let arms = choice
            .arms
            .iter()
            .map(|arm| self.part(&arm.node, alternative_shape(self.shape, shape, arm.alternative)));
        let unknown = choice.extensible.then(|| plus(8 * 8 * self.weights.octet as i64, self.opaque()));
        let most = arms.chain(unknown).max().unwrap_or(0);
        plus(plus(self.value(), most), -self.paid(index_bits(&choice.by)))
    }

    pub fn leaf(&self, leaf: &Leaf) -> i64 {
        let of = leaf::of(leaf);
        let each = self.weights.octet as i64 * of.each_memory as i64 - self.paid(of.each_bits);
        let own = self.value() + 8 * self.weights.octet as i64 * of.memory as i64 - self.paid(of.bits);
        match of.more && of.each_bits > 0 && each > 0 {
            true => ENDLESS,
            false => plus(own, each.saturating_mul(of.least.min(1 << 20) as i64)),
        }
    }
}

/// The sum of two excesses.
pub(super) fn plus(a: i64, b: i64) -> i64 {
    match a == ENDLESS || b == ENDLESS {
        true => ENDLESS,
        false => match a.saturating_add(b) {
            HUGE.. => ENDLESS,
            sum => sum,
        },
    }
}

/// The minimum number of bits that a frame adds.
pub(super) fn frame_bits(frame: &Frame) -> u64 {
    match frame {
        Frame::Tlv { .. } => 16,
        Frame::Tag { .. } | Frame::Open => 8,
    }
}

pub(super) fn extent_bits(extent: &Extent) -> u64 {
    match extent {
        Extent::Frame => 0,
        Extent::Count(leaf) | Extent::Fragments(leaf) => leaf::of(leaf).least_bits(),
    }
}

pub(super) fn index_bits(by: &By) -> u64 {
    match by {
        By::Tag => 0,
        By::Index { root, addition, .. } => {
            let root = root.as_ref().map_or(0, |leaf| leaf::of(leaf).least_bits());
            u64::from(addition.is_some()) + root
        }
    }
}

pub(super) fn slot_shape(shape: &Shape, record: Option<ShapeId>, slot: u32) -> Option<ShapeId> {
    match &shape.get(record?).kind {
        ShapeKind::Record { slots, .. } => slots.get(slot as usize).map(|slot| slot.shape),
        _ => None,
    }
}

pub(super) fn alternative_shape(shape: &Shape, choice: Option<ShapeId>, alternative: u32) -> Option<ShapeId> {
    match &shape.get(choice?).kind {
        ShapeKind::Choice { alternatives, .. } => alternatives.get(alternative as usize).map(|a| a.shape),
        _ => None,
    }
}

pub(super) fn element_shape(shape: &Shape, list: Option<ShapeId>) -> Option<ShapeId> {
    match &shape.get(list?).kind {
        ShapeKind::List { element, .. } => Some(*element),
        _ => None,
    }
}

/// The type contained in a string.
pub(super) fn held(shape: &Shape, string: Option<ShapeId>) -> Option<ShapeId> {
    match &shape.get(string?).kind {
        ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
            contains.as_ref().map(|contents| contents.shape)
        }
        _ => None,
    }
}
