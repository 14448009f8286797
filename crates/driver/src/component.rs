//! Finds components by path: `Certificate.tbsCertificate`, or with the module first. A path applies to the
//! component wherever its type occurs.

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::names::{advice, close_names};

/// A component of a SEQUENCE or SET.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Component {
    /// The type that contains the component.
    pub record: ShapeId,
    /// The index of the component.
    pub slot: u32,
}

/// Finds the component that a path ends at, in each type with the first name: several modules may define one.
/// Each step names a component or an alternative. Lists and strings with CONTAINING are entered implicitly;
/// `[]` after a name adds nothing.
///
/// # Errors
/// What the path does not find, as a message.
pub fn components(shape: &Shape, path: &str) -> Result<Vec<Component>, String> {
    let steps: Vec<&str> = path.split('.').map(|step| step.split('[').next().unwrap_or_default()).collect();
    let (first, rest) = steps.split_first().unwrap_or((&"", &[]));
    let in_module = rest.split_first().map(|(second, rest)| (types(shape, Some(first), second), rest));
    let (types, rest) = match in_module {
        Some((found, rest)) if !found.is_empty() => (found, rest),
        _ => (types(shape, None, first), rest),
    };
    if types.is_empty() {
        let names = shape.types.iter().map(|ty| ty.name.as_str()).filter(|name| !name.contains('.'));
        let close = close_names(first, names);
        let meant =
            if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(" or ")) };
        return Err(format!("`{path}`: there is no type `{first}`{meant}"));
    }
    types.into_iter().map(|ty| below(shape, path, ty, rest)).collect()
}

/// The types of that name, without duplicates.
fn types(shape: &Shape, module: Option<&str>, name: &str) -> Vec<ShapeId> {
    let of = |there: &str| module.is_none_or(|module| module == there);
    let roots = shape.roots.iter().filter(|root| root.reference == name && of(&root.module));
    let named = shape.types.iter().enumerate().filter(|(_, ty)| ty.name == name && of(&ty.module));
    let named = named.map(|(index, _)| ShapeId(index as u32));
    let mut found: Vec<ShapeId> = roots.map(|root| root.shape).chain(named).collect();
    found.sort();
    found.dedup();
    found
}

fn below(shape: &Shape, path: &str, mut at: ShapeId, steps: &[&str]) -> Result<Component, String> {
    let mut found = None;
    for step in steps {
        at = inside(shape, at);
        let missing = |names: &mut dyn Iterator<Item = &str>| {
            format!("`{path}`: there is no component `{step}`{}", advice(step, names))
        };
        match &shape.get(at).kind {
            ShapeKind::Record { slots, .. } => {
                let slot = slots.iter().position(|slot| slot.name == *step);
                let slot = slot.ok_or_else(|| missing(&mut slots.iter().map(|slot| slot.name.as_str())))?;
                found = Some(Component { record: at, slot: slot as u32 });
                at = slots[slot].shape;
            }
            ShapeKind::Choice { alternatives, .. } => {
                let alternative = alternatives.iter().find(|a| a.name == *step);
                let names = &mut alternatives.iter().map(|a| a.name.as_str());
                found = None;
                at = alternative.ok_or_else(|| missing(names))?.shape;
            }
            _ => return Err(missing(&mut std::iter::empty())),
        }
    }
    found.ok_or(format!("`{path}` does not end at a component of a SEQUENCE or SET"))
}

/// Enters lists and containing strings: the element type or the contained type.
fn inside(shape: &Shape, mut at: ShapeId) -> ShapeId {
    // This ends: the model has been checked to have no type that only contains itself.
    for _ in 0..shape.types.len() {
        at = match &shape.get(at).kind {
            ShapeKind::List { element, .. } => *element,
            ShapeKind::OctetString { contains: Some(held), .. }
            | ShapeKind::BitString { contains: Some(held), .. } => held.shape,
            _ => break,
        };
    }
    at
}
