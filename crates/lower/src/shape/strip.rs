//! The start of a type after tags and references.

use wireglot_model::{Instruction, Kind, Model, TypeId};

/// Skips tags and references; returns the link where the value's type starts, and the last named
/// link before it. An encoding instruction starts a new type, except for NAME, which belongs to the
/// component.
pub(crate) fn strip(model: &Model, ty: TypeId) -> (TypeId, Option<TypeId>) {
    if !model.instructions.is_empty() {
        return before_instructions(model, ty);
    }
    let (mut at, mut named) = (ty, None);
    loop {
        let (next, passed) = model.past_references(at);
        let link = model.ty(next);
        named = link.name.as_ref().map(|_| next).or(passed).or(named);
        match link.kind {
            Kind::Tagged { inner, .. } => at = inner,
            _ => return (next, named),
        }
    }
}

/// [`strip`] for models with encoding instructions.
fn before_instructions(model: &Model, ty: TypeId) -> (TypeId, Option<TypeId>) {
    let (mut at, mut named) = (ty, None);
    loop {
        let link = model.ty(at);
        named = link.name.as_ref().map(|_| at).or(named);
        match link.kind {
            Kind::Reference(inner) | Kind::Tagged { inner, .. }
                if matches!(model.instructions.get(&at), None | Some(Instruction::Name(_))) =>
            {
                at = inner;
            }
            _ => return (at, named),
        }
    }
}
