//! Binds a grammar to a shape.

use std::collections::HashMap;

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::{
    Analysis, ClassId, Direction, Grammar, Node, NodeId, ProductionId, Step, Terminal, TokenId, Versions,
};

/// A grammar whose rules are bound to the parts of a type. Made once per type, and used for any number of
/// texts.
#[derive(Debug)]
pub struct Link<'g> {
    /// The grammar.
    pub grammar: &'g Grammar,
    /// Its analysis.
    pub analysis: &'g Analysis,
    /// The parts of rules, for each type.
    pub nodes: Vec<Bound>,
    /// The bodies of rules, for each rule and type.
    pub bodies: Vec<Option<u32>>,
    /// The part for a whole message.
    pub root: u32,
    /// The type of a message.
    pub ty: ShapeId,
    /// Rules with alternatives that the type does not have.
    pub left_out: Vec<String>,
}

/// A part of a rule, for values of one type.
#[derive(Debug)]
pub struct Bound {
    /// The part of the grammar it was made from.
    pub origin: NodeId,
    /// Its kind.
    pub kind: BoundKind,
    /// Whether it starts with a step to a part of the value. If so, a list has one such item for each of
    /// these parts.
    pub placed: bool,
}

/// Kinds of parts of a rule, for values of one type; parts are given by their positions.
#[derive(Debug)]
pub enum BoundKind {
    /// An optional part that the type does not have.
    Nothing,
    /// A token.
    Token(TokenId),
    /// A value as text.
    Class(ClassId),
    /// A value without text.
    Value(BoundValue),
    /// Another rule, and its body for this type.
    Call(ProductionId, u32),
    /// A part of the value.
    At(Vec<Place>, u32),
    /// A sequence.
    Seq(Vec<u32>),
    /// Alternatives.
    Alt(Vec<BoundBranch>),
    /// Optional.
    Opt(u32),
    /// Once or more, with an optional mark between.
    Some(u32, Option<TokenId>),
    /// Written this many levels deeper.
    Deeper(i8, u32),
}

/// An alternative.
#[derive(Debug)]
pub struct BoundBranch {
    /// Its contents.
    pub node: u32,
    /// The versions that have it.
    pub versions: Versions,
    /// Whether it is read, written or both.
    pub direction: Direction,
}

/// A step, with its position and the type that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A component of a record.
    Slot(u32, ShapeId),
    /// An alternative of a choice.
    Alternative(u32, ShapeId),
    /// A new element of a list.
    Add(ShapeId),
    /// The last element of a list if it can take what comes next, otherwise a new one.
    Join(ShapeId),
    /// The only element of a list.
    Only(ShapeId),
    /// A named bit.
    Bit(u32),
}

/// A value without text.
#[derive(Debug)]
pub enum BoundValue {
    /// TRUE or FALSE.
    Boolean(bool),
    /// NULL.
    Null,
    /// A number.
    Number(i64),
    /// An item, by number and name.
    Item(i64, String),
    /// A record or list without parts.
    Empty,
    /// Copies to a slot; the source is a path of slots and, for `None`, first elements.
    Copy((u32, ShapeId), Vec<Option<u32>>),
}

impl<'g> Link<'g> {
    /// Binds a grammar to a type; `None` if the type lacks something that every message has.
    pub fn new((grammar, analysis): &'g (Grammar, Analysis), shape: &Shape, ty: ShapeId) -> Option<Link<'g>> {
        let (nodes, bodies, left_out) = Default::default();
        let link = Link { grammar, analysis, nodes, bodies, root: 0, ty, left_out };
        let mut binding = Binding { link, shape, made: HashMap::new(), rule: grammar.root };
        let root = binding.call(grammar.root, ty)?;
        let Binding { mut link, .. } = binding;
        link.root = link.bodies.get(root as usize).copied().flatten()?;
        link.place_all();
        link.left_out.sort_unstable();
        link.left_out.dedup();
        Some(link)
    }

    /// A part by its position.
    pub fn node(&self, id: u32) -> Option<&Bound> {
        self.nodes.get(id as usize)
    }

    /// The part that is the body of a rule.
    pub fn body(&self, body: u32) -> Option<u32> {
        self.bodies.get(body as usize).copied().flatten()
    }

    /// The first step of a part.
    pub fn first_place(&self, id: u32) -> Option<Place> {
        let mut id = id;
        // Left-recursive rules would not end; they are reported as conflicts.
        for _ in 0..self.nodes.len() {
            id = match &self.node(id)?.kind {
                BoundKind::At(places, _) => return places.first().copied(),
                BoundKind::Call(_, body) => self.body(*body)?,
                BoundKind::Seq(parts) => *parts.first()?,
                BoundKind::Deeper(_, inner) => *inner,
                _ => return None,
            };
        }
        None
    }

    /// Determines which parts are placed. Rules may be recursive, so this repeats until nothing changes.
    fn place_all(&mut self) {
        loop {
            let placed: Vec<bool> = self.nodes.iter().map(|node| self.is_placed(node)).collect();
            let changed = self.nodes.iter().zip(&placed).any(|(node, placed)| node.placed != *placed);
            for (node, placed) in self.nodes.iter_mut().zip(placed) {
                node.placed = placed;
            }
            if !changed {
                return;
            }
        }
    }

    fn is_placed(&self, node: &Bound) -> bool {
        let placed = |id: u32| self.node(id).is_some_and(|node| node.placed);
        match &node.kind {
            BoundKind::At(..) => true,
            BoundKind::Call(_, body) => self.body(*body).is_some_and(placed),
            BoundKind::Deeper(_, inner) => placed(*inner),
            BoundKind::Alt(branches) => {
                branches.iter().any(|branch| branch.direction != Direction::Read && placed(branch.node))
            }
            _ => false,
        }
    }
}

struct Binding<'g, 's> {
    link: Link<'g>,
    shape: &'s Shape,
    made: HashMap<(ProductionId, ShapeId), u32>,
    rule: ProductionId,
}

impl Binding<'_, '_> {
    fn push(&mut self, origin: NodeId, kind: BoundKind) -> u32 {
        self.link.nodes.push(Bound { origin, kind, placed: false });
        self.link.nodes.len() as u32 - 1
    }

    /// The body of a rule for a type. A rule that uses itself finds its own entry.
    fn call(&mut self, rule: ProductionId, ty: ShapeId) -> Option<u32> {
        if let Some(made) = self.made.get(&(rule, ty)) {
            return Some(*made);
        }
        let index = self.link.bodies.len() as u32;
        self.link.bodies.push(None);
        self.made.insert((rule, ty), index);
        let outer = std::mem::replace(&mut self.rule, rule);
        let body = self.link.grammar.production(rule).and_then(|production| self.bind(production.body, ty));
        self.rule = outer;
        if body.is_none() {
            self.made.remove(&(rule, ty));
        }
        if let Some(slot) = self.link.bodies.get_mut(index as usize) {
            *slot = body;
        }
        body.map(|_| index)
    }

    fn bind(&mut self, id: NodeId, ty: ShapeId) -> Option<u32> {
        let grammar = self.link.grammar;
        let kind = match grammar.node(id)? {
            Node::Token(token) => BoundKind::Token(*token),
            Node::Class(class) => BoundKind::Class(*class),
            Node::Value(value) => BoundKind::Value(self.value(value, ty)?),
            Node::Call(rule) => BoundKind::Call(*rule, self.call(*rule, ty)?),
            Node::At(steps, inner) => {
                let (places, to) = self.steps(steps, ty)?;
                BoundKind::At(places, self.bind(*inner, to)?)
            }
            Node::Seq(parts) => {
                let parts: Option<Vec<u32>> = parts.iter().map(|part| self.bind(*part, ty)).collect();
                BoundKind::Seq(parts?)
            }
            Node::Alt(branches) => {
                let mut bound = Vec::new();
                for branch in branches {
                    match self.bind(branch.node, ty) {
                        Some(node) => {
                            let (versions, direction) = (branch.versions, branch.direction);
                            bound.push(BoundBranch { node, versions, direction });
                        }
                        None => self.leave_out(),
                    }
                }
                if bound.is_empty() {
                    return None;
                }
                BoundKind::Alt(bound)
            }
            Node::Opt(inner) => match self.bind(*inner, ty) {
                Some(inner) => BoundKind::Opt(inner),
                None => {
                    self.leave_out();
                    BoundKind::Nothing
                }
            },
            Node::Some(item, separator) => BoundKind::Some(self.bind(*item, ty)?, *separator),
            Node::Deeper(by, inner) => BoundKind::Deeper(*by, self.bind(*inner, ty)?),
        };
        Some(self.push(id, kind))
    }

    fn leave_out(&mut self) {
        let name = self.link.grammar.production(self.rule).map(|production| production.name.clone());
        self.link.left_out.extend(name);
    }

    fn slot(&self, name: &str, ty: ShapeId) -> Option<(u32, ShapeId)> {
        let ShapeKind::Record { slots, .. } = &self.shape.get(ty).kind else { return None };
        let (index, slot) = slots.iter().enumerate().find(|(_, slot)| slot.name == name)?;
        Some((index as u32, slot.shape))
    }

    fn element(&self, ty: ShapeId) -> Option<ShapeId> {
        match self.shape.get(ty).kind {
            ShapeKind::List { element, .. } => Some(element),
            _ => None,
        }
    }

    fn steps(&self, steps: &[Step], ty: ShapeId) -> Option<(Vec<Place>, ShapeId)> {
        let (mut places, mut ty) = (Vec::new(), ty);
        for step in steps {
            let place = match step {
                Step::Slot(name) => {
                    let (index, shape) = self.slot(name, ty)?;
                    ty = shape;
                    Place::Slot(index, shape)
                }
                Step::Alternative(name) => {
                    let ShapeKind::Choice { alternatives, .. } = &self.shape.get(ty).kind else {
                        return None;
                    };
                    let (index, found) = alternatives.iter().enumerate().find(|(_, a)| a.name == *name)?;
                    ty = found.shape;
                    Place::Alternative(index as u32, ty)
                }
                Step::Add | Step::Join | Step::Only => {
                    ty = self.element(ty)?;
                    match step {
                        Step::Add => Place::Add(ty),
                        Step::Join => Place::Join(ty),
                        _ => Place::Only(ty),
                    }
                }
                Step::Bit(name) => {
                    let ShapeKind::BitString { named, .. } = &self.shape.get(ty).kind else { return None };
                    let (_, bit) = named.iter().find(|(bit, _)| bit == name)?;
                    Place::Bit(*bit)
                }
            };
            places.push(place);
        }
        Some((places, ty))
    }

    fn value(&self, value: &Terminal, ty: ShapeId) -> Option<BoundValue> {
        let kind = &self.shape.get(ty).kind;
        Some(match (value, kind) {
            (Terminal::Boolean(value), ShapeKind::Boolean) => BoundValue::Boolean(*value),
            (Terminal::Null, ShapeKind::Null) => BoundValue::Null,
            (Terminal::Number(number), ShapeKind::Integer { .. }) => BoundValue::Number(*number),
            (Terminal::Item(name), ShapeKind::Enumerated { items, .. }) => {
                let (_, number) = items.iter().find(|(item, _)| item == name)?;
                BoundValue::Item(*number, name.clone())
            }
            (Terminal::Empty, ShapeKind::Record { .. } | ShapeKind::List { .. }) => BoundValue::Empty,
            (Terminal::Copy(to, from), ShapeKind::Record { .. }) => {
                let mut path = Vec::new();
                let mut at = ty;
                for name in from {
                    match name.as_str() {
                        "0" => {
                            at = self.element(at)?;
                            path.push(None);
                        }
                        name => {
                            let (index, shape) = self.slot(name, at)?;
                            at = shape;
                            path.push(Some(index));
                        }
                    }
                }
                BoundValue::Copy(self.slot(to, ty)?, path)
            }
            _ => return None,
        })
    }
}
