//! How much code compares values with DEFAULTs and constraints. A value that omits components is also compared with
//! their defaults, so a few lines of a specification can require a huge number of comparisons.

use wireglot_model::Value;
use wireglot_plan::{Check, OpenShape, Shape, ShapeId, ShapeKind, SlotPresence};

/// The maximum number of comparisons for one value; a comparison at depth N counts N times.
const MOST_COMPARISONS: usize = 4096;

/// The maximum number of comparisons for all values of a specification together, counted in the same way; the first
/// of each value is not counted, since the specification is as long.
const MOST_TOGETHER: usize = 131_072;

/// What exceeds a maximum.
#[derive(Debug)]
pub struct Beyond<'s> {
    /// The name of the type.
    pub name: &'s str,
    /// The maximum.
    pub most: usize,
    /// Whether it is that for all values together.
    pub together: bool,
}

/// The first default or constraint that exceeds a maximum, if there is one.
pub fn comparison_beyond(shape: &Shape) -> Option<Beyond<'_>> {
    let mut left = Some(MOST_TOGETHER);
    let name = type_beyond(shape, &mut left)?;
    let together = left.is_none();
    Some(Beyond { name, most: if together { MOST_TOGETHER } else { MOST_COMPARISONS }, together })
}

/// How many comparisons are left for all values; `None` if there were too many.
type Left = Option<usize>;

fn type_beyond<'s>(shape: &'s Shape, left: &mut Left) -> Option<&'s str> {
    let mut ids = (0..shape.types.len() as u32).map(ShapeId);
    let mut beyond = |id: &ShapeId| {
        let ty = shape.get(*id);
        let slots = match &ty.kind {
            ShapeKind::Record { slots, .. } => slots.as_slice(),
            _ => &[],
        };
        let defaults = slots.iter().all(|slot| match &slot.presence {
            SlotPresence::Default(_, value) => fits(shape, slot.shape, value, left),
            _ => true,
        });
        !defaults || !ty.checks.iter().all(|check| check_fits(shape, *id, check, left))
    };
    ids.find(|id| beyond(id)).map(|id| shape.get(id).name.as_str())
}

fn fits(shape: &Shape, ty: ShapeId, value: &Value, left: &mut Left) -> bool {
    let mut rest = MOST_COMPARISONS;
    if take(shape, ty, value, 1, &mut rest).is_none() {
        return false;
    }
    let more = MOST_COMPARISONS - rest - 1;
    *left = left.and_then(|left| left.checked_sub(more));
    left.is_some()
}

fn check_fits(shape: &Shape, ty: ShapeId, check: &Check, left: &mut Left) -> bool {
    let kind = &shape.get(ty).kind;
    match check {
        Check::All(all) | Check::Any(all) => all.iter().all(|check| check_fits(shape, ty, check, left)),
        Check::Not(check) => check_fits(shape, ty, check, left),
        Check::Equal(value) => fits(shape, ty, value, left),
        Check::Element(check) => match kind {
            ShapeKind::List { element, .. } => check_fits(shape, *element, check, left),
            _ => true,
        },
        Check::Contents(check) => held(kind).is_none_or(|inner| check_fits(shape, inner, check, left)),
        Check::Components(parts) => parts.iter().all(|part| {
            let inner = match kind {
                ShapeKind::Record { slots, .. } => slots.get(part.slot as usize).map(|slot| slot.shape),
                ShapeKind::Choice { alternatives, .. } => {
                    alternatives.get(part.slot as usize).map(|one| one.shape)
                }
                _ => None,
            };
            let (Some(inner), Some(check)) = (inner, &part.check) else { return true };
            check_fits(shape, inner, check, left)
        }),
        _ => true,
    }
}

/// Subtracts the cost of one comparison from what is left; `None` if too little is left.
fn take(shape: &Shape, ty: ShapeId, value: &Value, depth: usize, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(depth)?;
    let kind = &shape.get(ty).kind;
    match (value, kind) {
        (Value::Members(members), ShapeKind::Record { slots, .. }) => {
            if members.len() > *left {
                return None;
            }
            for slot in slots {
                let given = members.iter().find(|(name, _)| *name == slot.name).map(|(_, value)| value);
                match (given, &slot.presence) {
                    (Some(value), _) | (None, SlotPresence::Default(_, value)) => {
                        take(shape, slot.shape, value, depth + 1, left)?;
                    }
                    (None, _) => *left = left.checked_sub(depth)?,
                }
            }
        }
        (Value::List(list), ShapeKind::List { element, .. }) => {
            for value in list {
                take(shape, *element, value, depth + 1, left)?;
            }
        }
        (Value::Choice(name, value), ShapeKind::Choice { alternatives, .. }) => {
            if let Some(one) = alternatives.iter().find(|one| one.name == *name) {
                take(shape, one.shape, value, depth + 1, left)?;
            }
        }
        (Value::Containing(_, value) | Value::Open(_, value), _) => {
            if let Some(inner) = held(kind) {
                take(shape, inner, value, depth + 1, left)?;
            }
        }
        _ => {}
    }
    Some(())
}

/// The type that is encoded inside a string or open type.
fn held(kind: &ShapeKind) -> Option<ShapeId> {
    match kind {
        ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
            contains.as_ref().map(|contents| contents.shape)
        }
        ShapeKind::Open(OpenShape::Fixed(actual)) => Some(*actual),
        _ => None,
    }
}
