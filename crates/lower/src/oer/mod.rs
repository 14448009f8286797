//! OER, basic and canonical (X.696).

mod leaf;

use wireglot_model::{Addition, Component, Kind, Members, Presence as Need, TypeId};
use wireglot_plan::{
    Additions, Arm, By, Choice, Extent, Flag, Frame, Group, Item, Leaf, Node, Octets, Op, Order, Presence,
    RecordKind, Repeat, Rules, ShapeId, ShapeKind, Sort, Target,
};
use wireglot_text::Span;

use crate::ber::outer_tag;
use crate::fault::Fault;
use crate::per::{smallest_tag, Markers, VisibleOf};
use crate::planner::{Planner, RuleSet};
use crate::shape::members;

/// One of the two variants.
pub(crate) struct Oer {
    rules: Rules,
    visible: VisibleOf,
}

impl Oer {
    pub fn new(rules: Rules) -> Oer {
        Oer { rules, visible: VisibleOf::new(Markers::Blind) }
    }
}

impl RuleSet for Oer {
    fn node(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        let span = planner.model.ty(ty).span;
        let all = planner.shape;
        match &all.get(shape).kind {
            ShapeKind::Record { kind: RecordKind::External, .. } => leaf_node(Octets::External, span),
            ShapeKind::Record { .. } | ShapeKind::List { .. } | ShapeKind::Choice { .. } => {
                planner.contents(ty, shape, self.rules)
            }
            ShapeKind::Open(_) => {
                open_type(planner.open(shape, self.rules, Leaf::Octets(Octets::Rest), span))
            }
            _ => self.value(planner, ty, shape, span),
        }
    }

    fn body(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let base = model.base(ty);
        let span = all.get(shape).span;
        match &all.get(shape).kind {
            ShapeKind::Record { slots, .. } => {
                let Some((members, _)) = members(model, base) else { return nothing(span) };
                let slots: Vec<ShapeId> = slots.iter().map(|s| s.shape).collect();
                let sorted = matches!(model.ty(base).kind, Kind::Set(_));
                planner.record(self.rules, span, |p| self.record(p, members, &slots, sorted))
            }
            ShapeKind::List { element, set, .. } => {
                let (Kind::SequenceOf(of) | Kind::SetOf(of)) = &model.ty(base).kind else {
                    return nothing(span);
                };
                let element = planner.enclosed(|p| self.node(p, of.ty, *element));
                let sort = if *set && self.rules.canonical() { Sort::Octets } else { Sort::None };
                let extent = Extent::Count(Leaf::Octets(Octets::Quantity));
                Node { op: Op::Repeat(Repeat { extent, element: Box::new(element), sort }), span }
            }
            ShapeKind::Choice { alternatives, .. } => {
                let Some((members, _)) = members(model, base) else { return nothing(span) };
                let shapes: Vec<ShapeId> = alternatives.iter().map(|a| a.shape).collect();
                planner.enclosed(|p| self.choice(p, members, &shapes, span))
            }
            _ => self.node(planner, ty, shape),
        }
    }
}

impl Oer {
    /// A type without parts.
    fn value(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId, span: Span) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let kind = &all.get(shape).kind;
        let visible = self.visible.of(model, ty);
        let size = match visible.size_bounds() {
            (lo, hi) if hi == Some(lo) => hi,
            _ => None,
        };
        let seen = leaf::Seen { values: visible.value_bounds(), size };
        let Some(octets) = leaf::leaf(model, ty, kind, seen) else {
            let fault = Fault::NotEncodable { rules: self.rules, what: "this time type", span };
            planner.faults.report(&fault);
            return nothing(span);
        };
        match kind {
            ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
                planner.string(shape, contains, self.rules, Leaf::Octets(octets), span)
            }
            _ => leaf_node(octets, span),
        }
    }

    /// SEQUENCE (X.696 16) and SET (18), whose root is in canonical order.
    fn record(&self, planner: &mut Planner, members: &Members, slots: &[ShapeId], sorted: bool) -> Group {
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
            Additions { count: Leaf::Octets(Octets::Bitmap), items, frame: Frame::Open }
        });
        group
    }

    /// Presence bits, then components (X.696 16.2, 16.3).
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
            let node = self.node(planner, component.ty, shape);
            group.items.push(item(slot, component, presence, node));
        }
        group
    }

    /// An extension addition: a component or a group, in an open type field (X.696 16.4, 16.5).
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
                let node = open_type(self.node(planner, component.ty, shape));
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

    /// CHOICE (X.696 20): the outermost tag of the alternative, then its value;
    /// that of an addition in an open type field. An untagged CHOICE within
    /// brings its alternative's tag itself.
    fn choice(&self, planner: &mut Planner, members: &Members, shapes: &[ShapeId], span: Span) -> Node {
        let model = planner.model;
        let root = members.root.len();
        let arms = members.all().zip(shapes).enumerate().map(|(i, (component, &shape))| {
            let addition = i >= root;
            let mut node = self.node(planner, component.ty, shape);
            if addition {
                node = open_type(node);
            }
            if let Some(tag) = outer_tag(model, component.ty) {
                let span = node.span;
                node = Node { op: Op::Frame(Frame::Tag { tag }, Box::new(node)), span };
            }
            Arm { alternative: i as u32, first: planner.first(component.ty), addition, node }
        });
        let arms = arms.collect();
        Node { op: Op::Choice(Choice { by: By::Tag, arms, extensible: members.additions.is_some() }), span }
    }
}

fn item(slot: usize, component: &Component, presence: Presence, node: Node) -> Item {
    let omit = matches!(component.presence, Need::Default(_));
    Item { target: Target::Slot(slot as u32), presence, omit, node, bind: None }
}

fn leaf_node(octets: Octets, span: Span) -> Node {
    Node { op: Op::Leaf(Leaf::Octets(octets)), span }
}

/// An open type field around a complete encoding (X.696 30).
fn open_type(node: Node) -> Node {
    let span = node.span;
    Node { op: Op::Frame(Frame::Open, Box::new(node)), span }
}

/// No octets: what a model that is not well formed gets.
fn nothing(span: Span) -> Node {
    Node { op: Op::Group(Group::default()), span }
}
