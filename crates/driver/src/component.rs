//! Components by their paths: `Certificate.tbsCertificate`, or with the module in front. What is said
//! about a path holds for the component wherever its type occurs.

use wireglot_plan::{Shape, ShapeId, ShapeKind};

/// A component of a SEQUENCE or SET.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Component {
    /// The type that it is a component of.
    pub record: ShapeId,
    /// Which.
    pub slot: u32,
}

/// Finds the component that a path ends at. Steps are names of components and alternatives; lists
/// and strings with CONTAINING are passed through, `[]` behind a name says nothing more.
///
/// # Errors
/// What the path does not find, in words.
pub fn component(shape: &Shape, path: &str) -> Result<Component, String> {
    let mut steps = path.split('.').map(|step| step.split('[').next().unwrap_or_default());
    let first = steps.next().unwrap_or_default();
    let root = shape.root(first).or_else(|| shape.root(&format!("{first}.{}", steps.next()?)));
    let root = root.and_then(|root| shape.roots.get(root));
    let mut at = root.ok_or(format!("`{path}`: there is no type of that name"))?.shape;
    let mut found = None;
    for step in steps {
        at = inside(shape, at);
        let missing = || format!("`{path}`: there is no component `{step}`");
        match &shape.get(at).kind {
            ShapeKind::Record { slots, .. } => {
                let slot = slots.iter().position(|slot| slot.name == step).ok_or_else(missing)?;
                found = Some(Component { record: at, slot: slot as u32 });
                at = slots[slot].shape;
            }
            ShapeKind::Choice { alternatives, .. } => {
                found = None;
                at = alternatives.iter().find(|a| a.name == step).ok_or_else(missing)?.shape;
            }
            _ => return Err(missing()),
        }
    }
    found.ok_or(format!("`{path}` does not end at a component of a SEQUENCE or SET"))
}

/// The element of a list, the contents of a string.
fn inside(shape: &Shape, mut at: ShapeId) -> ShapeId {
    // Types that hold only each other end somewhere, or the model would be refused.
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
