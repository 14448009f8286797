//! Links a plan into a program: walks shape and nodes in parallel, once.

mod certain;
mod group;
mod tags;

use std::collections::{HashMap, HashSet};
use std::fmt;

use wireglot_model::Value;
use wireglot_plan as plan;
use wireglot_plan::{by_first, Leaf, Node, Op, Plan, Shape, ShapeId, ShapeKind, Tlv};
use wireglot_rt::bits::Size;
use wireglot_rt::tlv::Tag;

use crate::key::KeySink;
use crate::linked::bits_leaf::BitsLeaf;
use crate::linked::octets_leaf::OctetsLeaf;
use crate::linked::program::*;
use crate::{Defaults, Tape};
use certain::Certain;
use tags::{identifier, tag_of};

/// A plan that does not fit its shape, which is an error of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// The type where it was found.
    pub shape: String,
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.shape, self.what)
    }
}

impl std::error::Error for LinkError {}

/// Links a plan.
pub(crate) fn link(
    shape: &Shape,
    plan: &Plan,
    defaults: &Defaults,
    raw: &HashSet<(ShapeId, u32)>,
) -> Result<Program, LinkError> {
    let mut linker = Linker {
        shape,
        plan,
        defaults,
        raw,
        firsts: HashMap::new(),
        set: Certain::default(),
        tables: Vec::new(),
        longest_key: 0,
        deferred: false,
        holds: false,
        alone: false,
    };
    let mut program = Program::default();
    for rows in &plan.tables {
        let keys = linker.keys(rows.table)?;
        linker.tables.push(rows.table);
        let longest = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
        linker.longest_key = linker.longest_key.max(longest);
        program.tables.push(Rows { keys, rows: Vec::new(), types: HashMap::new() });
    }
    for routine in &plan.routines {
        linker.set.clear();
        let body = linker.node(&routine.body, routine.shape, &Bindings::new())?;
        program.routines.push(Routine { body, registers: routine.registers });
    }
    for (rows, linked) in plan.tables.iter().zip(&mut program.tables) {
        for ((row, node), at) in shape.table(rows.table).rows.iter().zip(&rows.rows).zip(0..) {
            let actual = row.shape.unwrap_or(ShapeId(0));
            let step = match (node, row.shape) {
                (Some(node), Some(actual)) => {
                    linked.types.entry(actual).or_insert(at);
                    Some(linker.alone(node, actual)?)
                }
                _ => None,
            };
            linked.rows.push(Row { actual, step });
        }
    }
    for (root, node) in shape.roots.iter().zip(&plan.roots) {
        program.roots.push(linker.node(node, root.shape, &Bindings::new())?);
    }
    program.longest_key = linker.longest_key;
    program.deferred = linker.deferred;
    program.holds = linker.holds;
    Ok(program)
}

struct Linker<'a> {
    shape: &'a Shape,
    plan: &'a Plan,
    defaults: &'a Defaults,
    /// Slots whose octets are kept as received.
    raw: &'a HashSet<(ShapeId, u32)>,
    firsts: HashMap<u32, Option<Vec<Tag>>>,
    /// Registers that are certainly set before the node being linked.
    set: Certain,
    tables: Vec<plan::TableId>,
    /// The octets of the longest key that any row has.
    longest_key: usize,
    deferred: bool,
    holds: bool,
    /// Whether the next open type is all that another, or a string, holds. Then that one is kept if it does not
    /// decode: in text, nothing would say which of the two was kept.
    alone: bool,
}

/// Paths to keys inside a value, each with the register of its key.
type Paths<'b> = [(&'b [u32], u32)];

/// The same by their first steps: the rest of each path.
type Bindings<'b> = HashMap<u32, Vec<(&'b [u32], u32)>>;

impl Linker<'_> {
    fn fault<T>(&self, shape: ShapeId, what: &'static str) -> Result<T, LinkError> {
        let ty = self.shape.types.get(shape.index());
        let shape = ty.map_or(String::new(), |ty| format!("{}.{}", ty.module, ty.name));
        Err(LinkError { shape, what })
    }

    /// The rows of a table by the octets of their keys.
    fn keys(&self, table: plan::TableId) -> Result<Vec<(Box<[u8]>, u32)>, LinkError> {
        let table = self.shape.table(table);
        let mut keys = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let mut key = KeySink::default();
            for (&shape, value) in table.keys.iter().zip(&row.keys) {
                let Ok(tape) = Tape::from_value(self.shape, shape, value) else {
                    return self.fault(shape, "a table's key is not of its type");
                };
                tape.roots().for_each(|value| value.play(&mut key));
                key.end();
            }
            keys.push((key.octets.into_boxed_slice(), index as u32));
        }
        keys.sort();
        Ok(keys)
    }

    /// A value that may be a key, or contain some.
    fn bound(&mut self, node: &Node, shape: ShapeId, paths: &Paths<'_>) -> Result<Step, LinkError> {
        let mut step = self.node(node, shape, &by_first(paths).into_iter().collect())?;
        for (_, register) in paths.iter().rev().filter(|(path, _)| path.is_empty()) {
            self.set.add(*register);
            step = Step::Bind(*register, Box::new(step));
        }
        Ok(step)
    }

    fn node(&mut self, node: &Node, shape: ShapeId, bindings: &Bindings<'_>) -> Result<Step, LinkError> {
        if self.shape.always(shape).is_some() {
            return self.always(node, shape, bindings);
        }
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf, shape),
            Op::Call(routine) => Ok(Step::Call(routine.0)),
            Op::Frame(frame, body) => Ok(framed(frame, self.node(body, shape, bindings)?)),
            Op::Record(record) => self.record(record, shape, bindings),
            Op::Group(group) => Ok(Step::Group(Box::new(self.group(group, shape, bindings)?))),
            Op::Repeat(repeat) => self.repeat(repeat, shape),
            Op::Choice(choice) => self.choice(choice, shape, bindings),
            Op::Select(select) => self.select(select, shape),
            Op::Contained(contained) => self.contained(contained, shape),
            Op::Alt(arms) => {
                let mut linked = Vec::new();
                for arm in arms {
                    let check = match &arm.when {
                        plan::Test::Always => None,
                        plan::Test::Check(check) => Some(check.clone()),
                    };
                    linked.push(AltArm { check, step: self.node(&arm.node, shape, bindings)? });
                }
                Ok(Step::Alt(linked.into()))
            }
        }
    }

    /// An open type that always holds one type, below its field and explicit tags. These tags have the open type's
    /// place in the text; the tags of the type that it holds have another.
    fn always(&mut self, node: &Node, shape: ShapeId, bindings: &Bindings<'_>) -> Result<Step, LinkError> {
        if let Op::Frame(frame, body) = &node.op {
            let within = match frame {
                plan::Frame::Open if fields(node) > self.levels(shape) => {
                    Some(self.always(body, shape, bindings)?)
                }
                plan::Frame::Open => Some(self.fixed(body, shape, bindings)?),
                plan::Frame::Tag { .. } => Some(self.always(body, shape, bindings)?),
                plan::Frame::Tlv { .. } if node.span == self.shape.get(shape).span => {
                    Some(self.always(body, shape, bindings)?)
                }
                plan::Frame::Tlv { .. } => None,
            };
            if let Some(within) = within {
                return Ok(framed(frame, within));
            }
        }
        self.fixed(node, shape, bindings)
    }

    fn fixed(&mut self, node: &Node, shape: ShapeId, bindings: &Bindings<'_>) -> Result<Step, LinkError> {
        let Some(actual) = self.shape.always(shape) else { return self.node(node, shape, bindings) };
        let within = self.shape.always(actual).is_some();
        let held = !std::mem::replace(&mut self.alone, within);
        let step = self.node(node, actual, bindings)?;
        (self.alone, self.holds) = (false, true);
        Ok(Step::Fixed(Box::new(Fixed { shape, actual, step, held })))
    }

    /// How many open types there are in each other, each with a field of its own.
    fn levels(&self, shape: ShapeId) -> usize {
        let chain = std::iter::successors(Some(shape), |at| self.shape.always(*at));
        chain.filter(|at| matches!(self.shape.get(*at).kind, ShapeKind::Open(_))).count()
    }

    fn leaf(&self, leaf: &Leaf, shape: ShapeId) -> Result<Step, LinkError> {
        match leaf {
            Leaf::Tlv(Tlv::External)
            | Leaf::Bits(plan::Bits::External)
            | Leaf::Octets(plan::Octets::External) => self.external(shape),
            Leaf::Bits(plan::Bits::Predefined { identification }) => self.predefined(shape, identification),
            Leaf::Tlv(Tlv::Any) => Ok(Step::Any(shape)),
            Leaf::Tlv(leaf) => Ok(Step::TlvLeaf(TlvLeaf::new(leaf), shape)),
            Leaf::Octets(leaf) => Ok(match OctetsLeaf::new(leaf) {
                Some(leaf) => Step::Octets(Box::new(leaf), shape),
                None => Step::Rest(shape),
            }),
            Leaf::Bits(leaf) => Ok(match BitsLeaf::new(leaf) {
                Some(leaf) => Step::Bits(Box::new(leaf), shape),
                None => Step::Rest(shape),
            }),
        }
    }

    /// What is all that an open type or a string holds.
    fn alone(&mut self, node: &Node, shape: ShapeId) -> Result<Step, LinkError> {
        self.alone = self.shape.always(shape).is_some();
        let step = self.node(node, shape, &Bindings::new());
        self.alone = false;
        step
    }

    /// A slot or an alternative by name.
    #[expect(clippy::indexing_slicing, reason = "position found the index")]
    fn part(&self, of: ShapeId, name: &str) -> Option<Part> {
        let (index, shape) = match &self.shape.get(of).kind {
            ShapeKind::Record { slots, .. } => {
                let index = slots.iter().position(|s| s.name == name)?;
                (index, slots[index].shape)
            }
            ShapeKind::Choice { alternatives, .. } => {
                let index = alternatives.iter().position(|a| a.name == name)?;
                (index, alternatives[index].shape)
            }
            _ => return None,
        };
        Some(Part { index: index as u32, shape })
    }

    /// The parts of EMBEDDED PDV or CHARACTER STRING by name (X.680 36.5, 44.5).
    fn predefined(&self, shape: ShapeId, identification: &Value) -> Result<Step, LinkError> {
        let parts = || {
            let data = self.part(shape, "data-value").or_else(|| self.part(shape, "string-value"))?;
            let of = self.part(shape, "identification")?;
            let value = Tape::from_value(self.shape, of.shape, identification).ok()?;
            Some(Predefined { shape, identification: of, value, data })
        };
        match parts() {
            Some(predefined) => Ok(Step::Predefined(Box::new(predefined))),
            None => self.fault(shape, "an EMBEDDED PDV without its parts"),
        }
    }

    /// The parts of EXTERNAL by name (X.680 37.5).
    fn external(&self, shape: ShapeId) -> Result<Step, LinkError> {
        let part = |of: ShapeId, name: &str| self.part(of, name);
        let parts = || {
            let identification = part(shape, "identification")?;
            let negotiation = part(identification.shape, "context-negotiation")?;
            Some(External {
                shape,
                identification,
                syntax: part(identification.shape, "syntax")?,
                context_id: part(identification.shape, "presentation-context-id")?,
                negotiation,
                negotiation_id: part(negotiation.shape, "presentation-context-id")?,
                negotiation_syntax: part(negotiation.shape, "transfer-syntax")?,
                descriptor: part(shape, "data-value-descriptor")?,
                data: part(shape, "data-value")?,
            })
        };
        match parts() {
            Some(external) => Ok(Step::External(Box::new(external))),
            None => self.fault(shape, "an EXTERNAL without its parts"),
        }
    }

    fn count(&self, leaf: &Leaf, shape: ShapeId) -> Result<Size, LinkError> {
        match leaf {
            Leaf::Bits(bits) => match BitsLeaf::new(bits) {
                Some(BitsLeaf::Length(length)) => Ok(length),
                _ => self.fault(shape, "a count that is not a length"),
            },
            Leaf::Octets(plan::Octets::Quantity) => Ok(Size::ANY),
            Leaf::Tlv(_) | Leaf::Octets(_) => self.fault(shape, "a count of another family"),
        }
    }

    fn repeat(&mut self, repeat: &plan::Repeat, shape: ShapeId) -> Result<Step, LinkError> {
        let ShapeKind::List { element, .. } = self.shape.get(shape).kind else {
            return self.fault(shape, "elements of something that is not a list");
        };
        let extent = match &repeat.extent {
            plan::Extent::Frame => Extent::Frame,
            plan::Extent::Count(leaf) => Extent::Count(self.count(leaf, shape)?),
            plan::Extent::Fragments(leaf) => Extent::Fragments(self.count(leaf, shape)?),
        };
        let element = self.node(&repeat.element, element, &Bindings::new())?;
        Ok(Step::Repeat(Box::new(Repeat { shape, extent, element, sort: repeat.sort })))
    }

    #[expect(clippy::indexing_slicing, reason = "get found the alternative")]
    fn choice(
        &mut self,
        choice: &plan::Choice,
        shape: ShapeId,
        bindings: &Bindings<'_>,
    ) -> Result<Step, LinkError> {
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(shape).kind else {
            return self.fault(shape, "alternatives of something that is not a choice");
        };
        let (mut arms, mut tags, mut any) = (Vec::new(), Vec::new(), None);
        let mut of_alternative = vec![None; alternatives.len()];
        let (before, mut bound) = (self.set.mark(), Vec::new());
        for (index, arm) in choice.arms.iter().enumerate() {
            let Some(alternative) = alternatives.get(arm.alternative as usize) else {
                return self.fault(shape, "an arm for an alternative that is not there");
            };
            of_alternative[arm.alternative as usize] = Some(index as u32);
            match &arm.first {
                plan::First::Tags(of) => tags.extend(of.iter().map(|t| (tag_of(*t), index as u32))),
                plan::First::Any => any = Some(index as u32),
            }
            let paths = bindings.get(&arm.alternative).map_or(&[][..], Vec::as_slice);
            let step = self.bound(&arm.node, alternative.shape, paths)?;
            self.set.undo(before, &mut bound);
            arms.push(Arm { alternative: arm.alternative, step });
        }
        bound.into_iter().for_each(|register| self.set.add(register));
        tags.sort();
        let by = match &choice.by {
            plan::By::Tag => By::Tag { tags: tags.into(), any },
            plan::By::Index { root, addition, .. } => {
                let leaf = |leaf: &Option<Leaf>| match leaf {
                    Some(Leaf::Bits(bits)) => BitsLeaf::new(bits),
                    _ => None,
                };
                let roots = choice.arms.iter().filter(|a| !a.addition).count() as u32;
                By::Index { roots, root: leaf(root), addition: leaf(addition) }
            }
        };
        let (arms, of_alternative) = (arms.into(), of_alternative.into());
        let choice = Choice { shape, by, arms, of_alternative, extensible: choice.extensible };
        Ok(Step::Choice(Box::new(choice)))
    }

    fn select(&mut self, select: &plan::Select, shape: ShapeId) -> Result<Step, LinkError> {
        let registers: Box<[u32]> = select.registers.iter().map(|r| r.0).collect();
        let deferred = registers.iter().any(|r| !self.set.contains(*r));
        self.deferred |= deferred;
        let closed = match self.tables.get(select.rows.index()) {
            Some(table) => !self.shape.table(*table).extensible,
            None => return self.fault(shape, "a table that is not there"),
        };
        self.holds = true;
        Ok(Step::Select(Box::new(Select { shape, rows: select.rows.0, registers, deferred, closed })))
    }

    fn contained(&mut self, contained: &plan::Contained, shape: ShapeId) -> Result<Step, LinkError> {
        let contents = match &self.shape.get(shape).kind {
            ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => contains,
            _ => &None,
        };
        let Some(contents) = contents else {
            return self.fault(shape, "contents of what contains nothing");
        };
        let step = self.alone(&contained.node, contents.shape)?;
        let leaf = self.leaf(&contained.leaf, shape)?;
        self.holds = true;
        Ok(Step::Contained(Box::new(Contained { shape, leaf, rules: contained.rules, step })))
    }
}

/// The fields around a node: those of its open types, and one more if it is an extension addition.
fn fields(node: &Node) -> usize {
    match &node.op {
        Op::Frame(plan::Frame::Open, body) => 1 + fields(body),
        _ => 0,
    }
}

fn framed(frame: &plan::Frame, body: Step) -> Step {
    match frame {
        plan::Frame::Tlv { tag, form } => {
            let tag = tag_of(*tag);
            Step::Tlv(Box::new(TlvFrame { tag, form: *form, identifier: identifier(tag, *form), body }))
        }
        plan::Frame::Tag { tag } => Step::TagOctets(tag_of(*tag), Box::new(body)),
        plan::Frame::Open => Step::OpenField(Box::new(body)),
    }
}
