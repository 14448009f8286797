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

use wireglot_bigint::BigInt;

use crate::{
    Additions, By, Choice, Extent, Frame, Group, Item, Leaf, Node, Op, OpenShape, Plan, Presence, Repeat,
    RowsId, Shape, ShapeId, ShapeKind, Target,
};

/// What values take where they are kept, in octets of memory.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// A value, without the octets or characters of a leaf.
    pub value: u64,
    /// An octet or character of a leaf.
    pub octet: u64,
    /// The most elements that take no bits, in a message.
    pub empty_elements: u64,
    /// How deep values may stand in values.
    pub depth: u64,
}

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

/// What makes an octet cost that much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The elements of a list.
    Elements,
    /// A type inside of itself.
    Recursion,
    /// Octets, bits, characters or digits of a leaf.
    Contents,
    /// Extensions that the schema does not know.
    Unknown,
    /// Nothing can come again and again.
    Bounded,
}

/// No price is higher: 64K of memory for each bit.
const HIGHEST: u64 = 1 << 19;

/// An excess without end.
const ENDLESS: i64 = i64::MAX;

/// So much is as good as endless.
const HUGE: i64 = 1 << 56;

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

/// What is known of routines, and of the rows of tables, so far.
struct Work<'p> {
    shape: &'p Shape,
    plan: &'p Plan,
    weights: Weights,
    /// Memory for an octet.
    price: i64,
    /// At that price, in eighths of octets: of routines, then of tables.
    excess: Vec<i64>,
    /// The least number of bits, likewise.
    least: Vec<u64>,
    /// Of what takes no bits, the most memory that an element of it takes; likewise.
    empty: Vec<u64>,
}

impl<'p> Work<'p> {
    fn new(shape: &'p Shape, plan: &'p Plan, weights: Weights) -> Work<'p> {
        let count = plan.routines.len() + plan.tables.len();
        let (excess, least, empty) = (vec![0; count], vec![0; count], vec![0; count]);
        Work { shape, plan, weights, price: 0, excess, least, empty }
    }

    /// All nodes that a routine or a table's rows stand for, with their types.
    fn nodes(&self, index: usize) -> Vec<(&'p Node, Option<ShapeId>)> {
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

    /// The index of a table's rows.
    fn rows(&self, rows: RowsId) -> usize {
        self.plan.routines.len() + rows.index()
    }

    /// Works out all excesses at a price.
    fn settle(&mut self, price: u64) {
        self.price = price as i64;
        self.excess.fill(-(1 << 40));
        // Each round goes down by one routine at least, and no message goes down further than the limit:
        // what grows no faster than that has an end. Few routines are not a level by themselves.
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

    fn root_shape(&self, root: usize) -> Option<ShapeId> {
        self.shape.roots.get(root).map(|r| r.shape)
    }

    fn fixed(&self, root: usize) -> u64 {
        let node = &self.plan.roots[root];
        let excess = self.part(node, self.root_shape(root)).max(0) as u64 / 8;
        excess.saturating_add(self.weights.empty_elements.saturating_mul(self.empty(node)))
    }

    fn value(&self) -> i64 {
        self.weights.value as i64 * 8
    }

    /// What some bits pay for.
    fn paid(&self, bits: u64) -> i64 {
        self.price * bits.min(1 << 20) as i64
    }

    /// Octets that are kept as they come.
    fn opaque(&self) -> i64 {
        match self.weights.octet as i64 > self.price {
            true => ENDLESS,
            false => self.value(),
        }
    }

    /// What may come again and again: so much memory for so many bits.
    fn again(&self, memory: u64, bits: u64) -> i64 {
        if memory as i64 * 8 > self.paid(bits) {
            ENDLESS
        } else {
            0
        }
    }

    /// The excess of a part: an open type of a fixed type is a value of its own.
    fn part(&self, node: &Node, shape: Option<ShapeId>) -> i64 {
        match shape.map(|id| &self.shape.get(id).kind) {
            Some(ShapeKind::Open(OpenShape::Fixed(inner))) => {
                plus(self.value(), self.excess(node, Some(*inner)))
            }
            _ => self.excess(node, shape),
        }
    }

    fn excess(&self, node: &Node, shape: Option<ShapeId>) -> i64 {
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf),
            Op::Call(routine) => self.excess[routine.index()],
            Op::Frame(frame, body) => plus(self.excess(body, shape), -self.paid(frame_bits(frame))),
            Op::Record(record) => plus(self.value(), self.group(&record.group, shape)),
            Op::Group(group) => self.group(group, shape),
            Op::Repeat(repeat) => self.repeat(repeat, shape),
            Op::Choice(choice) => self.choice(choice, shape),
            // The place of a value whose key comes late is a value of its own.
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

    fn group(&self, group: &Group, shape: Option<ShapeId>) -> i64 {
        let items = group.items.iter().map(|item| self.item(item, shape));
        let more = group.additions.iter().map(|additions| self.additions(additions, shape));
        items.chain(more).fold(-self.paid(group.flags.len() as u64), plus)
    }

    fn item(&self, item: &Item, shape: Option<ShapeId>) -> i64 {
        let excess = match item.target {
            Target::Slot(slot) => self.part(&item.node, slot_shape(self.shape, shape, slot)),
            Target::Group => self.excess(&item.node, shape),
            // An element of no contents (X.690 8.1).
            Target::Unknown => return self.again(self.weights.value + 2 * self.weights.octet, 16),
        };
        match item.presence {
            Presence::Always => excess,
            _ => excess.max(0),
        }
    }

    fn additions(&self, additions: &Additions, shape: Option<ShapeId>) -> i64 {
        let known = additions.items.iter().map(|item| self.item(item, shape)).fold(0, plus);
        plus(known, self.unknown_addition())
    }

    /// A bit of the bitmap and an octet count of 0.
    fn unknown_addition(&self) -> i64 {
        self.again(self.weights.value + self.weights.octet, 9)
    }

    fn repeat(&self, repeat: &Repeat, shape: Option<ShapeId>) -> i64 {
        let own = self.value() - self.paid(extent_bits(&repeat.extent));
        match self.element(repeat, shape) {
            excess if excess > 0 => ENDLESS,
            _ => own,
        }
    }

    /// The excess of an element; those without bits are counted apart.
    fn element(&self, repeat: &Repeat, shape: Option<ShapeId>) -> i64 {
        match self.least(&repeat.element) {
            0 => 0,
            _ => self.part(&repeat.element, element_shape(self.shape, shape)),
        }
    }

    fn choice(&self, choice: &Choice, shape: Option<ShapeId>) -> i64 {
        let arms = choice
            .arms
            .iter()
            .map(|arm| self.part(&arm.node, alternative_shape(self.shape, shape, arm.alternative)));
        let unknown = choice.extensible.then(|| plus(8 * 8 * self.weights.octet as i64, self.opaque()));
        let most = arms.chain(unknown).max().unwrap_or(0);
        plus(plus(self.value(), most), -self.paid(index_bits(&choice.by)))
    }

    fn leaf(&self, leaf: &Leaf) -> i64 {
        let of = leaf::of(leaf);
        let each = self.weights.octet as i64 * of.each_memory as i64 - self.paid(of.each_bits);
        let own = self.value() + 8 * self.weights.octet as i64 * of.memory as i64 - self.paid(of.bits);
        match of.more && of.each_bits > 0 && each > 0 {
            true => ENDLESS,
            false => plus(own, each.saturating_mul(of.least.min(1 << 20) as i64)),
        }
    }
}

/// The sum of excesses.
fn plus(a: i64, b: i64) -> i64 {
    match a == ENDLESS || b == ENDLESS {
        true => ENDLESS,
        false => match a.saturating_add(b) {
            HUGE.. => ENDLESS,
            sum => sum,
        },
    }
}

/// The least bits that a frame adds.
fn frame_bits(frame: &Frame) -> u64 {
    match frame {
        Frame::Tlv { .. } => 16,
        Frame::Tag { .. } | Frame::Open => 8,
    }
}

fn extent_bits(extent: &Extent) -> u64 {
    match extent {
        Extent::Frame => 0,
        Extent::Count(leaf) | Extent::Fragments(leaf) => leaf::of(leaf).least_bits(),
    }
}

fn index_bits(by: &By) -> u64 {
    match by {
        By::Tag => 0,
        By::Index { root, addition, .. } => {
            let root = root.as_ref().map_or(0, |leaf| leaf::of(leaf).least_bits());
            u64::from(addition.is_some()) + root
        }
    }
}

/// The bits of the offsets of a range.
fn bits_of_span(lo: &BigInt, hi: &BigInt) -> u64 {
    hi.minus(lo).bits()
}

fn slot_shape(shape: &Shape, record: Option<ShapeId>, slot: u32) -> Option<ShapeId> {
    match &shape.get(record?).kind {
        ShapeKind::Record { slots, .. } => slots.get(slot as usize).map(|slot| slot.shape),
        _ => None,
    }
}

fn alternative_shape(shape: &Shape, choice: Option<ShapeId>, alternative: u32) -> Option<ShapeId> {
    match &shape.get(choice?).kind {
        ShapeKind::Choice { alternatives, .. } => alternatives.get(alternative as usize).map(|a| a.shape),
        _ => None,
    }
}

fn element_shape(shape: &Shape, list: Option<ShapeId>) -> Option<ShapeId> {
    match &shape.get(list?).kind {
        ShapeKind::List { element, .. } => Some(*element),
        _ => None,
    }
}

/// What a string contains.
fn held(shape: &Shape, string: Option<ShapeId>) -> Option<ShapeId> {
    match &shape.get(string?).kind {
        ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
            contains.as_ref().map(|contents| contents.shape)
        }
        _ => None,
    }
}
