//! Records without tags, shared by PER (X.691 19) and OER (X.696 16): presence bits, the root, then
//! a list of additions in open type fields.

mod order;

use wireglot_model::{Addition, Component, Members, Presence as Need};
use wireglot_plan::{
    Additions, Flag, Frame, Group, Item, Leaf, Node, Op, Order, Presence, Rules, ShapeId, Target,
};
use wireglot_text::Span;

use crate::planner::{Planner, RuleSet};
use order::smallest_tag;

/// The differences between PER and OER.
pub(crate) struct Positional<'r> {
    set: &'r dyn RuleSet,
    rules: Rules,
    /// The leaf that says which additions follow.
    count: Leaf,
}

impl<'r> Positional<'r> {
    pub fn new(set: &'r dyn RuleSet, rules: Rules, count: Leaf) -> Positional<'r> {
        Positional { set, rules, count }
    }

    /// SEQUENCE and SET; the root of a SET is in canonical order.
    pub fn record(self, planner: &mut Planner, members: &Members, slots: &[ShapeId], sorted: bool) -> Group {
        let model = planner.model;
        let insertion = slots.len().saturating_sub(members.root2.len());
        let head = members.root.iter().enumerate();
        let tail = members.root2.iter().enumerate().map(|(i, c)| (insertion + i, c));
        let mut root: Vec<(usize, &Component)> = head.chain(tail).collect();
        if sorted {
            root.sort_by_key(|(_, component)| smallest_tag(model, component.ty));
        }
        let mut group = self.components(planner, &root, slots, members.additions.is_some());
        group.additions = members.additions.as_ref().map(|list| {
            let (mut slot, mut items) = (members.root.len(), Vec::new());
            for (addition, bit) in list.iter().zip(0..) {
                items.push(self.addition(planner, addition, slot, slots, bit));
                slot += match addition {
                    Addition::Component(_) => 1,
                    Addition::Group(group) => group.components.len(),
                };
            }
            Additions { count: self.count, items, frame: Frame::Open }
        });
        group
    }

    /// Presence bits, then components (X.691 19.1 to 19.5, X.696 16.2 and 16.3).
    fn components(
        &self,
        planner: &mut Planner,
        list: &[(usize, &Component)],
        slots: &[ShapeId],
        extensible: bool,
    ) -> Group {
        let mut group = Group { order: Order::Positional, ..Group::default() };
        group.flags.extend(extensible.then_some(Flag::Additions));
        for &(slot, component) in list {
            let Some(&shape) = slots.get(slot) else { continue };
            let presence = match component.presence {
                Need::Required => Presence::Always,
                Need::Optional | Need::Default(_) => {
                    group.flags.push(Flag::Slot(slot as u32));
                    Presence::Flag(group.flags.len() as u32 - 1)
                }
            };
            let node = self.set.node(planner, component.ty, shape);
            group.items.push(item(slot, component, presence, node));
        }
        group
    }

    /// An extension addition: a component or a group, in an open type field (X.691 19.7 to 19.9,
    /// X.696 16.4 and 16.5). Only canonical rules omit a default here: a value present for an
    /// addition shows the sender's version.
    fn addition(
        &self,
        planner: &mut Planner,
        addition: &Addition,
        slot: usize,
        slots: &[ShapeId],
        bit: u32,
    ) -> Item {
        match addition {
            Addition::Component(component) => {
                let shape = slots.get(slot).copied().unwrap_or(ShapeId(0));
                let node = open_type(self.set.node(planner, component.ty, shape));
                let item = item(slot, component, Presence::Bitmap(bit), node);
                Item { omit: item.omit && self.rules.canonical(), ..item }
            }
            Addition::Group(group) => {
                let list: Vec<(usize, &Component)> =
                    group.components.iter().enumerate().map(|(i, c)| (slot + i, c)).collect();
                let inner = self.components(planner, &list, slots, false);
                let node = open_type(Node { op: Op::Group(inner), span: group.span });
                Item { target: Target::Group, presence: Presence::Bitmap(bit), omit: false, node, bind: None }
            }
        }
    }
}

fn item(slot: usize, component: &Component, presence: Presence, node: Node) -> Item {
    let omit = matches!(component.presence, Need::Default(_));
    Item { target: Target::Slot(slot as u32), presence, omit, node, bind: None }
}

/// An open type field around a complete encoding (X.691 11.2, X.696 30).
pub(crate) fn open_type(node: Node) -> Node {
    let span = node.span;
    Node { op: Op::Frame(Frame::Open, Box::new(node)), span }
}

/// No bits, for a model that is not well-formed.
pub(crate) fn nothing(span: Span) -> Node {
    Node { op: Op::Group(Group::default()), span }
}
