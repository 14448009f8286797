//! BER, DER and CER (X.690). They share one layout. DER and CER differ from BER in how sets are
//! sorted; canonical forms of leaves depend on the rules.

mod leaf;
mod tags;

use wireglot_model::{Component, Kind, Members, Tagging, TypeId};
use wireglot_plan::{
    Arm, By, Choice, Extent, First, Form, Frame, Group, Item, Leaf, Node, Op, Order, Presence, Repeat, Rules,
    ShapeId, ShapeKind, Sort, Target, Tlv,
};
use wireglot_text::Span;

use crate::planner::{Planner, RuleSet};
use crate::shape::members;
use tags::tags;
pub(crate) use tags::{outermost as outer_tag, universal, Firsts};

/// The three sets of rules in X.690.
pub(crate) struct Ber {
    rules: Rules,
}

impl Ber {
    pub fn new(rules: Rules) -> Ber {
        Ber { rules }
    }
}

impl RuleSet for Ber {
    fn opaque(&self) -> Leaf {
        Leaf::Tlv(Tlv::Any)
    }

    fn node(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        // By their place, explicit tags around an open type are told from the tags of what it holds.
        let span = match planner.shape.get(shape).kind {
            ShapeKind::Open(_) => planner.shape.get(shape).span,
            _ => planner.model.ty(ty).span,
        };
        let (mut node, form) = self.contents(planner, ty, shape, span);
        let tags = tags(planner.model, ty);
        for (at, (tag, tagging)) in tags.iter().copied().enumerate().rev() {
            let form = match tagging {
                _ if at + 1 == tags.len() => form,
                // Canonical rules only allow the explicit form.
                Tagging::BeforeDummy if !self.rules.canonical() => Form::BeforeDummy,
                _ => Form::Constructed,
            };
            node = Node { op: Op::Frame(Frame::Tlv { tag, form }, Box::new(node)), span };
        }
        node
    }

    fn body(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let base = model.base(ty);
        let span = all.get(shape).span;
        match &all.get(shape).kind {
            ShapeKind::Record { slots, .. } => {
                let Some((members, _)) = members(model, base) else { return nothing(span) };
                let slots: Vec<ShapeId> = slots.iter().map(|s| s.shape).collect();
                let keyed = matches!(model.ty(base).kind, Kind::Set(_));
                planner.record(self.rules, span, |p| self.group(p, members, &slots, keyed, span))
            }
            ShapeKind::List { element, set, .. } => {
                let (Kind::SequenceOf(of) | Kind::SetOf(of)) = &model.ty(base).kind else {
                    return nothing(span);
                };
                let element = planner.enclosed(|p| self.node(p, of.ty, *element));
                let sort = if *set { self.rules.set_of_order() } else { Sort::None };
                let repeat = Repeat { extent: Extent::Frame, element: Box::new(element), sort };
                Node { op: Op::Repeat(repeat), span }
            }
            ShapeKind::Choice { alternatives, extensible } => {
                let Some((members, _)) = members(model, base) else { return nothing(span) };
                let arms = planner.enclosed(|p| {
                    let of = members.all().zip(alternatives).enumerate();
                    let arm = of.map(|(i, (component, alternative))| Arm {
                        alternative: i as u32,
                        first: p.first(component.ty),
                        addition: alternative.addition.is_some(),
                        node: self.node(p, component.ty, alternative.shape),
                    });
                    arm.collect()
                });
                Node { op: Op::Choice(Choice { by: By::Tag, arms, extensible: *extensible }), span }
            }
            _ => self.contents(planner, ty, shape, span).0,
        }
    }
}

impl Ber {
    /// The contents of the innermost frame, and the form of that frame.
    fn contents(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId, span: Span) -> (Node, Form) {
        let all = planner.shape;
        let kind = &all.get(shape).kind;
        if !planner.afford_items_of(kind, span) {
            return (nothing(span), Form::Primitive);
        }
        if let Some((leaf, form)) = leaf::leaf(kind) {
            let contents = match kind {
                ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => contains,
                _ => &None,
            };
            return (planner.string(shape, contents, self.rules, Leaf::Tlv(leaf), span), form);
        }
        let node = match kind {
            ShapeKind::Open(_) => planner.open(shape, self.rules, self.opaque(), span),
            _ => planner.contents(ty, shape, self.rules),
        };
        (node, Form::Constructed)
    }

    /// The components of a SEQUENCE (X.690 8.9) or SET (8.11).
    fn group(
        &self,
        planner: &mut Planner,
        members: &Members,
        slots: &[ShapeId],
        keyed: bool,
        span: Span,
    ) -> Group {
        let mut items = Vec::new();
        let insertion = members.all().count() - members.root2.len();
        for (slot, (component, shape)) in members.all().zip(slots).enumerate() {
            if slot == insertion {
                items.extend(members.additions.as_ref().map(|_| unknown(span)));
            }
            let root = slot < members.root.len() || slot >= insertion;
            items.push(self.item(planner, component, slot as u32, *shape, keyed || !root));
        }
        if insertion == slots.len() {
            items.extend(members.additions.as_ref().map(|_| unknown(span)));
        }
        let order = if keyed { Order::Keyed(self.rules.set_order()) } else { Order::Positional };
        Group { order, items, ..Group::default() }
    }

    /// One component. A reader checks the tag if the component may be absent, and always if
    /// components may come in any order.
    fn item(
        &self,
        planner: &mut Planner,
        component: &Component,
        slot: u32,
        shape: ShapeId,
        peek: bool,
    ) -> Item {
        let required = matches!(component.presence, wireglot_model::Presence::Required);
        let presence = match required && !peek {
            true => Presence::Always,
            false => Presence::Peek(planner.first(component.ty)),
        };
        Item {
            target: Target::Slot(slot),
            presence,
            omit: matches!(component.presence, wireglot_model::Presence::Default(_)),
            node: self.node(planner, component.ty, shape),
            bind: None,
        }
    }
}

/// The extension insertion point.
fn unknown(span: Span) -> Item {
    Item {
        target: Target::Unknown,
        presence: Presence::Peek(First::Any),
        omit: false,
        node: Node { op: Op::Leaf(Leaf::Tlv(Tlv::Any)), span },
        bind: None,
    }
}

/// For a type without components, which a well-formed model does not have here.
fn nothing(span: Span) -> Node {
    Node { op: Op::Group(Group::default()), span }
}
