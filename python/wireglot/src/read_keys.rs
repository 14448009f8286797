//! Reads the keys of open types from the Python objects around them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use wireglot_driver::{OpenShape, Shape, ShapeId, ShapeKind};

use crate::names::Names;

/// A value that encloses others, which are being read.
pub struct Enclosing<'a, 'py> {
    pub ty: ShapeId,
    pub value: &'a Bound<'py, PyAny>,
    /// The value that it is part of.
    pub outer: Outer<'a, 'py>,
    /// How many values this makes.
    pub depth: u32,
}

/// The innermost of the values around another.
pub type Outer<'a, 'py> = Option<&'a Enclosing<'a, 'py>>;

/// The type held by an open type, according to the values around it; `None` if they do not determine it.
pub fn held(
    shape: &Shape,
    names: &Names,
    open: &OpenShape,
    outer: Outer<'_, '_>,
    py: Python<'_>,
) -> PyResult<Option<ShapeId>> {
    match open {
        OpenShape::Opaque => Ok(None),
        OpenShape::Fixed(held) => Ok(Some(*held)),
        OpenShape::Keyed { table, keys } => {
            let found = match &keys[..] {
                [path] => key(shape, names, (path.up, &path.down), outer)?,
                _ => {
                    let each = keys.iter().map(|path| key(shape, names, (path.up, &path.down), outer));
                    let all: Option<Vec<_>> = each.collect::<PyResult<_>>()?;
                    all.map(|all| PyTuple::new(py, all)).transpose()?.map(Bound::into_any)
                }
            };
            found.map_or(Ok(None), |found| names.row(table.index(), &found))
        }
    }
}

/// The value at a path that starts by going up. Absent members have their defaults.
fn key<'py>(
    shape: &Shape,
    names: &Names,
    (up, down): (u32, &[u32]),
    outer: Outer<'_, 'py>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let start = (1..up).try_fold(outer, |outer, _| Some(outer?.outer)).flatten().filter(|_| up > 0);
    let Some(Enclosing { ty, value, .. }) = start else { return Ok(None) };
    let (mut ty, mut value) = (*ty, (*value).clone());
    for &step in down {
        let next = match &shape.get(ty).kind {
            ShapeKind::Record { slots, .. } => {
                let (slot, name) = (slots.get(step as usize), names.members(ty).names.get(step as usize));
                let (Some(slot), Some(name)) = (slot, name) else { return Ok(None) };
                let Ok(dict) = value.cast::<PyDict>() else { return Ok(None) };
                let member = dict.get_item(name)?.or_else(|| names.absent(value.py(), shape, ty, step));
                member.map(|value| (slot.shape, value))
            }
            ShapeKind::Choice { alternatives, .. } => {
                let alternative = alternatives.get(step as usize);
                let pair = value.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
                alternative
                    .zip(pair)
                    .map(|(one, pair)| Ok::<_, PyErr>((one.shape, pair.get_item(1)?)))
                    .transpose()?
            }
            _ => None,
        };
        let Some(next) = next else { return Ok(None) };
        (ty, value) = next;
    }
    Ok(Some(value))
}
