//! Finds what determines a cost: the first part on the way down whose excess is unbounded.

use std::collections::HashSet;

use super::leaf;
use super::work::{alternative_shape, element_shape, held, slot_shape, Work, ENDLESS};
use crate::{Group, Item, Node, Op, OpenShape, ShapeId, ShapeKind, Target};

/// What causes the memory per octet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The elements of a list.
    Elements,
    /// A type that contains itself.
    Recursion,
    /// The octets, bits, characters or digits of a leaf.
    Contents,
    /// Extensions that the schema does not know.
    Unknown,
    /// Nothing can be repeated.
    Bounded,
}

/// The path from a root, at a price that is too low, and the cause at its end.
pub(super) fn of(work: &Work<'_>, root: usize) -> (String, Why) {
    let name = work.shape.roots.get(root).map_or("", |r| r.reference.as_str());
    let mut path = Path { work, text: name.to_string(), seen: HashSet::new() };
    let shape = work.root_shape(root);
    let why = match work.part(&work.plan.roots[root], shape) {
        ENDLESS => path.down(&work.plan.roots[root], shape),
        _ => Why::Bounded,
    };
    (path.text, why)
}

struct Path<'w, 'p> {
    work: &'w Work<'p>,
    text: String,
    seen: HashSet<usize>,
}

impl Path<'_, '_> {
    fn down(&mut self, node: &Node, shape: Option<ShapeId>) -> Why {
        let work = self.work;
        let shape = match shape.map(|id| &work.shape.get(id).kind) {
            Some(ShapeKind::Open(OpenShape::Fixed(inner))) => Some(*inner),
            _ => shape,
        };
        match &node.op {
            Op::Leaf(of) if leaf::of(of).more => Why::Contents,
            Op::Leaf(_) => Why::Bounded,
            Op::Call(routine) => self.into(routine.index()),
            Op::Frame(_, body) => self.down(body, shape),
            Op::Record(record) => self.group(&record.group, shape),
            Op::Group(group) => self.group(group, shape),
            Op::Repeat(repeat) => {
                self.text += "[]";
                match work.element(repeat, shape) {
                    ENDLESS => self.down(&repeat.element, element_shape(work.shape, shape)),
                    _ => Why::Elements,
                }
            }
            Op::Choice(choice) => {
                for arm in &choice.arms {
                    let inner = alternative_shape(work.shape, shape, arm.alternative);
                    if work.part(&arm.node, inner) == ENDLESS {
                        self.alternative(shape, arm.alternative);
                        return self.down(&arm.node, inner);
                    }
                }
                Why::Unknown
            }
            Op::Select(select) => match work.excess[work.rows(select.rows)] {
                ENDLESS => self.into(work.rows(select.rows)),
                _ => Why::Contents,
            },
            Op::Contained(contained) => match work.excess(&contained.node, held(work.shape, shape)) {
                ENDLESS => self.down(&contained.node, held(work.shape, shape)),
                _ => Why::Contents,
            },
            Op::Alt(arms) => match arms.iter().find(|arm| work.excess(&arm.node, shape) == ENDLESS) {
                Some(arm) => self.down(&arm.node, shape),
                None => Why::Recursion,
            },
        }
    }

    /// Enters a routine or the rows of a table.
    fn into(&mut self, index: usize) -> Why {
        if !self.seen.insert(index) {
            return Why::Recursion;
        }
        let nodes = self.work.nodes(index);
        match nodes.into_iter().find(|(node, shape)| self.work.excess(node, *shape) == ENDLESS) {
            Some((node, shape)) => self.down(node, shape),
            None => Why::Recursion,
        }
    }

    fn group(&mut self, group: &Group, shape: Option<ShapeId>) -> Why {
        let work = self.work;
        let unknown = |item: &Item| item.target == Target::Unknown && work.item(item, shape) == ENDLESS;
        let kept = group.additions.is_some() && work.unknown_addition() == ENDLESS;
        if kept || group.items.iter().any(unknown) {
            return Why::Unknown;
        }
        let additions = group.additions.iter().flat_map(|additions| &additions.items);
        for item in group.items.iter().chain(additions) {
            if work.item(item, shape) != ENDLESS {
                continue;
            }
            return match item.target {
                Target::Slot(slot) => {
                    self.slot(shape, slot);
                    self.down(&item.node, slot_shape(work.shape, shape, slot))
                }
                Target::Group | Target::Unknown => self.down(&item.node, shape),
            };
        }
        Why::Recursion
    }

    fn slot(&mut self, record: Option<ShapeId>, slot: u32) {
        if let Some(ShapeKind::Record { slots, .. }) = record.map(|id| &self.work.shape.get(id).kind) {
            self.name(slots.get(slot as usize).map(|slot| slot.name.as_str()));
        }
    }

    fn alternative(&mut self, choice: Option<ShapeId>, index: u32) {
        if let Some(ShapeKind::Choice { alternatives, .. }) = choice.map(|id| &self.work.shape.get(id).kind) {
            self.name(alternatives.get(index as usize).map(|alternative| alternative.name.as_str()));
        }
    }

    fn name(&mut self, name: Option<&str>) {
        self.text.push('.');
        self.text += name.unwrap_or("?");
    }
}
