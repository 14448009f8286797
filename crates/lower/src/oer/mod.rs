//! OER, basic and canonical (X.696).

mod leaf;

use wireglot_model::{Kind, Members, TypeId};
use wireglot_plan::{
    Arm, By, Choice, Extent, Frame, Leaf, Node, Octets, Op, RecordKind, Repeat, Rules, ShapeId, ShapeKind,
    Sort,
};
use wireglot_text::Span;

use crate::ber::outer_tag;
use crate::fault::Fault;
use crate::per::{Markers, VisibleOf};
use crate::planner::{Planner, RuleSet};
use crate::positional::{nothing, open_type, Positional};
use crate::shape::members;

/// Maximum nesting depth of untagged additions.
const UNTAGGED_DEPTH: usize = 100;

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
    fn opaque(&self) -> Leaf {
        Leaf::Octets(Octets::Rest)
    }

    fn node(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        let span = planner.model.ty(ty).span;
        let all = planner.shape;
        match &all.get(shape).kind {
            ShapeKind::Record { kind: RecordKind::External, .. } => leaf_node(Octets::External, span),
            ShapeKind::Record { .. } | ShapeKind::List { .. } | ShapeKind::Choice { .. } => {
                planner.contents(ty, shape, self.rules)
            }
            ShapeKind::Open(_) => open_type(planner.open(shape, self.rules, self.opaque(), span)),
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
                planner.record(self.rules, span, |p| self.positional().record(p, members, &slots, sorted))
            }
            ShapeKind::List { element, set, .. } => {
                let (Kind::SequenceOf(of) | Kind::SetOf(of)) = &model.ty(base).kind else {
                    return nothing(span);
                };
                let element = planner.enclosed(|p| self.node(p, of.ty, *element));
                let sort = if *set { self.rules.set_of_order() } else { Sort::None };
                let extent = Extent::Count(Leaf::Octets(Octets::Quantity));
                Node { op: Op::Repeat(Repeat { extent, element: Box::new(element), sort }), span }
            }
            ShapeKind::Choice { alternatives, .. } => {
                let Some((members, _)) = members(model, base) else { return nothing(span) };
                let shapes: Vec<ShapeId> = alternatives.iter().map(|a| a.shape).collect();
                planner.enclosed(|p| self.choice(p, members, &shapes, span, &mut Vec::new()))
            }
            _ => self.node(planner, ty, shape),
        }
    }
}

impl Oer {
    /// SEQUENCE (X.696 16) and SET (18); a bit string says which additions are present (16.4).
    fn positional(&self) -> Positional<'_> {
        Positional::new(self, self.rules, Leaf::Octets(Octets::Bitmap))
    }

    /// A type without parts.
    fn value(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId, span: Span) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let kind = &all.get(shape).kind;
        if !planner.afford_items_of(kind, span) {
            return nothing(span);
        }
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

    /// CHOICE (X.696 20): the outermost tag of the alternative, then its value; that of an addition
    /// is in an open type field. A nested untagged CHOICE encodes its alternative's tag itself. If
    /// such a CHOICE is an addition, the open type field follows that tag, so that a reader that
    /// does not know the addition finds its end. `opened` are the types of the enclosing additions.
    fn choice(
        &self,
        planner: &mut Planner,
        members: &Members,
        shapes: &[ShapeId],
        span: Span,
        opened: &mut Vec<TypeId>,
    ) -> Node {
        let model = planner.model;
        let root = members.root.len();
        let arms = members.all().zip(shapes).enumerate().map(|(i, (component, &shape))| {
            let in_field = !opened.is_empty() || i >= root;
            let node = match outer_tag(model, component.ty) {
                Some(tag) => {
                    let node = self.node(planner, component.ty, shape);
                    let node = if in_field { open_type(node) } else { node };
                    let span = node.span;
                    Node { op: Op::Frame(Frame::Tag { tag }, Box::new(node)), span }
                }
                None if in_field => self.untagged_addition(planner, component.ty, shape, opened),
                None => self.node(planner, component.ty, shape),
            };
            Arm { alternative: i as u32, first: planner.first(component.ty), addition: i >= root, node }
        });
        let arms = arms.collect();
        Node { op: Op::Choice(Choice { by: By::Tag, arms, extensible: members.additions.is_some() }), span }
    }

    /// An untagged alternative that is an addition or inside one.
    fn untagged_addition(
        &self,
        planner: &mut Planner,
        ty: TypeId,
        shape: ShapeId,
        opened: &mut Vec<TypeId>,
    ) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let (base, span) = (model.base(ty), model.ty(ty).span);
        let ShapeKind::Choice { alternatives, .. } = &all.get(shape).kind else {
            let node = self.node(planner, ty, shape);
            return open_type(node);
        };
        let Some((members, _)) = members(model, base) else { return nothing(span) };
        if opened.len() == UNTAGGED_DEPTH || opened.contains(&base) {
            let what = "an untagged CHOICE within itself, or in a hundred others";
            planner.faults.report(&Fault::NotEncodable { rules: self.rules, what, span });
            return nothing(span);
        }
        let shapes: Vec<ShapeId> = alternatives.iter().map(|a| a.shape).collect();
        opened.push(base);
        let node = self.choice(planner, members, &shapes, span, opened);
        opened.pop();
        node
    }
}

fn leaf_node(octets: Octets, span: Span) -> Node {
    Node { op: Op::Leaf(Leaf::Octets(octets)), span }
}
