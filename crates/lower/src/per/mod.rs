//! PER, aligned and unaligned, basic and canonical (X.691). The four share one layout: alignment
//! and canonical forms of leaves depend on the rules.

mod leaf;
mod predefined;
mod visible;

use wireglot_model::{Kind, Members, StringKind, TypeId};
use wireglot_plan::{
    AltArm, Arm, Bits, By, Check, Choice, Extent, First, Frame, Leaf, Node, Op, RecordKind, Repeat, Rules,
    ShapeId, ShapeKind, Sort, Test,
};
use wireglot_text::Span;

use crate::fault::Fault;
use crate::planner::{Planner, RuleSet};
use crate::positional::{nothing, open_type, Positional};
use crate::shape::members;
use predefined::predefined;
use visible::Visible;
pub(crate) use visible::{Markers, VisibleOf};

/// One of the four variants.
pub(crate) struct Per {
    rules: Rules,
    visible: VisibleOf,
}

impl Per {
    pub fn new(rules: Rules) -> Per {
        Per { rules, visible: VisibleOf::new(Markers::Kept) }
    }

    fn aligned(&self) -> bool {
        self.rules.aligned()
    }
}

/// From this length on, a count is fragmented rather than constrained (X.691 11.9.4).
const FRAGMENTED: u64 = 65_536;

impl RuleSet for Per {
    fn opaque(&self) -> Leaf {
        Leaf::Bits(Bits::Rest)
    }

    fn node(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node {
        let span = planner.model.ty(ty).span;
        let all = planner.shape;
        match &all.get(shape).kind {
            ShapeKind::Record { kind: RecordKind::External, .. } => {
                Node { op: Op::Leaf(Leaf::Bits(Bits::External)), span }
            }
            ShapeKind::Record { kind: RecordKind::EmbeddedPdv | RecordKind::CharacterString, .. } => {
                match predefined(planner.model, ty) {
                    Some(identification) => {
                        Node { op: Op::Leaf(Leaf::Bits(Bits::Predefined { identification })), span }
                    }
                    None => planner.contents(ty, shape, self.rules),
                }
            }
            ShapeKind::Record { .. } | ShapeKind::List { .. } | ShapeKind::Choice { .. } => {
                planner.contents(ty, shape, self.rules)
            }
            ShapeKind::Open(_) => {
                let inner = planner.open(shape, self.rules, self.opaque(), span);
                open_type(inner)
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
                planner.record(self.rules, span, |p| self.positional().record(p, members, &slots, sorted))
            }
            ShapeKind::List { element, set, .. } => {
                let (Kind::SequenceOf(of) | Kind::SetOf(of)) = &model.ty(base).kind else {
                    return nothing(span);
                };
                let visible = self.visible.of(model, ty);
                let element = planner.enclosed(|p| match visible.extensible {
                    true => p.twice(of.ty, *element, self.rules, |p| self.node(p, of.ty, *element)),
                    false => self.node(p, of.ty, *element),
                });
                let sort = if *set { self.rules.set_of_order() } else { Sort::None };
                self.list(&visible, element, sort, span)
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

impl Per {
    /// SEQUENCE (X.691 19) and SET (21); a small length counts the additions (19.8).
    fn positional(&self) -> Positional<'_> {
        Positional::new(self, self.rules, Leaf::Bits(Bits::SmallLength))
    }

    /// A type without parts.
    fn value(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId, span: Span) -> Node {
        let (model, all) = (planner.model, planner.shape);
        let visible = self.visible.of(model, ty);
        let leaf = |bits| Node { op: Op::Leaf(Leaf::Bits(bits)), span };
        match &model.ty(model.base(ty)).kind {
            Kind::Boolean => leaf(Bits::Boolean),
            Kind::Integer(_) => self.integer(&visible, span),
            Kind::Enumerated(items) => {
                let count = items.root.len() + items.additions.as_ref().map_or(0, Vec::len);
                match planner.afford(count, span) {
                    true => leaf(leaf::enumerated(items)),
                    false => nothing(span),
                }
            }
            Kind::BitString(_) | Kind::OctetString => self
                .outside_root(&visible, span, |visible| {
                    let (lo, hi) = visible.size_bounds();
                    let (bits, contains) = match &all.get(shape).kind {
                        ShapeKind::BitString { named, contains, .. } => {
                            (Bits::BitString { named: !named.is_empty(), lo, hi }, contains)
                        }
                        ShapeKind::OctetString { contains, .. } => (Bits::OctetString { lo, hi }, contains),
                        _ => (Bits::OctetString { lo, hi }, &None),
                    };
                    Some(planner.string(shape, contains, self.rules, Leaf::Bits(bits), span))
                })
                .unwrap_or_else(|| nothing(span)),
            Kind::Null => leaf(Bits::Null),
            Kind::Oid => leaf(Bits::Oid),
            Kind::RelativeOid => leaf(Bits::RelativeOid),
            Kind::OidIri | Kind::RelativeOidIri => leaf(Bits::Iri),
            Kind::Real => leaf(Bits::Real),
            Kind::String(kind) => self.string(planner, *kind, &visible, span),
            Kind::Time(kind) => match leaf::time(*kind, self.aligned()) {
                Some(bits) => leaf(bits),
                None => self.refuse(planner, "TIME", span),
            },
            _ => nothing(span),
        }
    }

    /// Character strings (X.691 30).
    fn string(&self, planner: &mut Planner, kind: StringKind, visible: &Visible, span: Span) -> Node {
        if !planner.afford(0, span) {
            return nothing(span);
        }
        let mut items = 0;
        let node = self.outside_root(visible, span, |visible| {
            let bits = leaf::string(kind, visible, self.aligned())?;
            if let Bits::KnownMultiplier { alphabet, .. } = &bits {
                items += alphabet.len();
            }
            Some(Node { op: Op::Leaf(Leaf::Bits(bits)), span })
        });
        match node {
            Some(node) if planner.afford(items, span) => node,
            Some(_) => nothing(span),
            None => self.refuse(planner, "a permitted alphabet of more than 65536 characters", span),
        }
    }

    fn refuse(&self, planner: &mut Planner, what: &'static str, span: Span) -> Node {
        planner.faults.report(&Fault::NotEncodable { rules: self.rules, what, span });
        nothing(span)
    }

    /// INTEGER (X.691 13): if there is an extension marker, values outside the root are
    /// unconstrained.
    fn integer(&self, visible: &Visible, span: Span) -> Node {
        let leaf = |lo, hi| Node { op: Op::Leaf(Leaf::Bits(Bits::Integer { lo, hi })), span };
        let (lo, hi) = visible.value_bounds();
        let root = leaf(lo.clone(), hi.clone());
        match visible.extensible {
            false => root,
            true => alt(Check::Integer(vec![(lo, hi)]), root, leaf(None, None), span),
        }
    }

    /// A type with a size: if there is an extension marker, values outside the root are unconstrained, also in their
    /// characters (X.691 16.6, 17.3, 20.4, 30.4).
    fn outside_root(
        &self,
        visible: &Visible,
        span: Span,
        mut make: impl FnMut(&Visible) -> Option<Node>,
    ) -> Option<Node> {
        let root = make(visible)?;
        match visible.extensible {
            false => Some(root),
            true => {
                let sizes = vec![visible.size_bounds()];
                Some(alt(Check::Size(sizes), root, make(&Visible::default())?, span))
            }
        }
    }

    /// SEQUENCE OF and SET OF (X.691 20, 22).
    fn list(&self, visible: &Visible, element: Node, sort: Sort, span: Span) -> Node {
        let repeat = |visible: &Visible| {
            let (lo, hi) = visible.size_bounds();
            let length = Leaf::Bits(Bits::Length { lo, hi });
            let extent = match hi {
                Some(hi) if hi < FRAGMENTED => Extent::Count(length),
                _ => Extent::Fragments(length),
            };
            Node { op: Op::Repeat(Repeat { extent, element: Box::new(element.clone()), sort }), span }
        };
        self.outside_root(visible, span, |visible| Some(repeat(visible))).unwrap_or_else(|| nothing(span))
    }

    /// CHOICE (X.691 23): root alternatives, then additions, each of the latter in an open type
    /// field. X.691 23.2 numbers the root in the canonical order of tags. That is source order
    /// under AUTOMATIC TAGS, as in all specifications designed for PER. Otherwise, Erlang,
    /// asn1tools and pycrate number alternatives in source order; so do we, for interoperability.
    fn choice(&self, planner: &mut Planner, members: &Members, shapes: &[ShapeId], span: Span) -> Node {
        let count = members.root.len();
        let arms = members.all().zip(shapes).enumerate().map(|(i, (component, &shape))| {
            let addition = i >= count;
            let node = self.node(planner, component.ty, shape);
            let node = if addition { open_type(node) } else { node };
            Arm { alternative: i as u32, first: First::Tags(Vec::new()), addition, node }
        });
        let arms = arms.collect();
        let extensible = members.additions.is_some();
        let by = By::Index {
            root: (count > 1).then(|| {
                let hi = Some((count as u64 - 1).into());
                Leaf::Bits(Bits::Integer { lo: Some(0.into()), hi })
            }),
            addition: extensible.then_some(Leaf::Bits(Bits::SmallNumber)),
            frame: extensible.then_some(Frame::Open),
        };
        Node { op: Op::Choice(Choice { by, arms, extensible }), span }
    }
}

/// `inside` if the root allows the value, otherwise `outside`.
fn alt(root: Check, inside: Node, outside: Node, span: Span) -> Node {
    let arms =
        vec![AltArm { when: Test::Check(root), node: inside }, AltArm { when: Test::Always, node: outside }];
    Node { op: Op::Alt(arms), span }
}
