//! A shape, a plan and the defaults, linked: the input of all readers and writers.

pub(crate) mod bits_leaf;
mod link;
pub(crate) mod octets_leaf;
pub(crate) mod program;
pub(crate) mod tlv_leaf;

use std::collections::HashSet;
use std::sync::Arc;

use wireglot_plan::{Plan, Rules, Shape, ShapeId, ShapeKind};

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
    asked: Box<[bool]>,
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

    /// By shape, whether its values need checking.
    pub fn asked(&self) -> &[bool] {
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

/// By shape, whether its values or their parts need checking.
#[expect(clippy::indexing_slicing, reason = "one entry for each type of the shape")]
fn asked(shape: &Shape) -> Box<[bool]> {
    let mut whole: Vec<Vec<u32>> = vec![Vec::new(); shape.types.len()];
    let mut asked = vec![false; shape.types.len()];
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
            asked[index] = true;
            waiting.push(index);
        }
    }
    while let Some(index) = waiting.pop() {
        for outer in std::mem::take(&mut whole[index]) {
            if !std::mem::replace(&mut asked[outer as usize], true) {
                waiting.push(outer as usize);
            }
        }
    }
    asked.into()
}
