//! A shape, a plan and the defaults, linked: the input of all readers and writers.

pub(crate) mod bits_leaf;
mod link;
pub(crate) mod octets_leaf;
pub(crate) mod program;
pub(crate) mod tlv_leaf;

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_bigint::BigInt;
use wireglot_plan::{Plan, Rules, Shape, ShapeId, ShapeKind, ShapeType};

use crate::Defaults;
use link::link;
pub use link::LinkError;
use program::Program;
pub use tlv_leaf::repertoire;

/// A plan, linked to its shape.
#[derive(Debug)]
pub(crate) struct Linked {
    shape: Arc<Shape>,
    rules: Rules,
    defaults: Defaults,
    program: Program,
    asked: Box<[Asked]>,
}

/// What is to be checked of the values of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Nothing,
    /// Only that an INTEGER is at least the first and at most the second number.
    Range(i64, i64),
    Any,
}

impl Linked {
    /// Links a plan. The octets of the slots in `raw` (a record's shape and the slot in it) are kept as
    /// received.
    pub fn new(shape: Arc<Shape>, plan: &Plan, raw: &HashSet<(ShapeId, u32)>) -> Result<Linked, LinkError> {
        let defaults = Defaults::new(&shape)
            .map_err(|e| LinkError { shape: e.shape, what: "a default is not of its type" })?;
        let program = link(&shape, plan, &defaults, raw)?;
        let asked = asked(&shape);
        Ok(Linked { shape, rules: plan.rules, defaults, program, asked })
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The rules of the roots.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn defaults(&self) -> &Defaults {
        &self.defaults
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// By shape, what is to be checked of its values.
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }
}

/// Whether values of a kind have bounds to check, regardless of their parts.
fn asks(kind: &ShapeKind) -> bool {
    match kind {
        ShapeKind::Integer { range, .. } => range.lo.is_some() || range.hi.is_some(),
        ShapeKind::BitString { size, .. }
        | ShapeKind::OctetString { size, .. }
        | ShapeKind::String { size, .. }
        | ShapeKind::List { size, .. } => size.lo > 0 || size.hi.is_some(),
        ShapeKind::Time(_) | ShapeKind::OidIri | ShapeKind::RelativeOidIri | ShapeKind::Open(_) => true,
        _ => false,
    }
}

/// The range of an INTEGER, if that is all there is to check.
fn range(ty: &ShapeType) -> Option<Asked> {
    let ShapeKind::Integer { range, .. } = &ty.kind else { return None };
    let end = |end: &Option<BigInt>, none: i64| end.as_ref().map_or(Some(none), BigInt::to_i64);
    let range = Asked::Range(end(&range.lo, i64::MIN)?, end(&range.hi, i64::MAX)?);
    ty.checks.is_empty().then_some(range)
}

/// By shape, what is to be checked of its values and their parts.
#[expect(clippy::indexing_slicing, reason = "one entry for each type of the shape")]
fn asked(shape: &Shape) -> Box<[Asked]> {
    let mut whole: Vec<Vec<u32>> = vec![Vec::new(); shape.types.len()];
    let mut asked = vec![Asked::Nothing; shape.types.len()];
    let mut waiting = Vec::new();
    for (index, ty) in shape.types.iter().enumerate() {
        let mut part = |part: ShapeId| whole[part.index()].push(index as u32);
        match &ty.kind {
            ShapeKind::Record { slots, .. } => slots.iter().for_each(|slot| part(slot.shape)),
            ShapeKind::Choice { alternatives, .. } => alternatives.iter().for_each(|a| part(a.shape)),
            ShapeKind::List { element, .. } => part(*element),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => part(contents.shape),
            _ => {}
        }
        if !ty.checks.is_empty() || asks(&ty.kind) {
            asked[index] = range(ty).unwrap_or(Asked::Any);
            waiting.push(index);
        }
    }
    while let Some(index) = waiting.pop() {
        for outer in std::mem::take(&mut whole[index]) {
            if std::mem::replace(&mut asked[outer as usize], Asked::Any) == Asked::Nothing {
                waiting.push(outer as usize);
            }
        }
    }
    asked.into()
}
