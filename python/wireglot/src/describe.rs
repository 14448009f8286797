//! Describes the shape of values to Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wireglot_driver::{Check, OpenShape, ShapeId, ShapeKind, SlotPresence, Tape};

use crate::form::Options;
use crate::ready::Ready;

/// A dictionary for each type in use, starting with the type itself.
pub fn describe<'py>(py: Python<'py>, ready: &Ready) -> PyResult<Bound<'py, PyList>> {
    let shape = ready.message.shape();
    let list = PyList::empty(py);
    for (index, ty) in shape.types.iter().enumerate() {
        let dict = PyDict::new(py);
        dict.set_item("name", &ty.name)?;
        dict.set_item("module", &ty.module)?;
        let set = |name: &str, parts: Vec<(String, u32)>| dict.set_item(name, parts);
        let kind = match &ty.kind {
            ShapeKind::Boolean => "BOOLEAN".to_string(),
            ShapeKind::Integer { named, range } => {
                let ends = [&range.lo, &range.hi].map(|end| end.as_ref().map(ToString::to_string));
                dict.set_item("range", ends)?;
                let numbers = named.iter().map(|(name, number)| (name.as_str(), number.to_i64()));
                let numbers: Vec<_> = numbers.collect();
                dict.set_item("named", numbers)?;
                "INTEGER".into()
            }
            ShapeKind::Enumerated { items, extensible } => {
                dict.set_item("items", items.clone())?;
                dict.set_item("extensible", extensible)?;
                "ENUMERATED".into()
            }
            ShapeKind::BitString { .. } => "BIT STRING".into(),
            ShapeKind::OctetString { .. } => "OCTET STRING".into(),
            ShapeKind::Null => "NULL".into(),
            ShapeKind::Oid => "OBJECT IDENTIFIER".into(),
            ShapeKind::RelativeOid => "RELATIVE-OID".into(),
            ShapeKind::OidIri | ShapeKind::RelativeOidIri => "OID-IRI".into(),
            ShapeKind::Real | ShapeKind::Float { .. } => "REAL".into(),
            ShapeKind::String { kind, .. } => format!("{kind:?}String"),
            ShapeKind::Time(kind) => format!("{kind:?}Time"),
            ShapeKind::Record { kind, slots, .. } => {
                set("slots", slots.iter().map(|slot| (slot.name.clone(), slot.shape.0)).collect())?;
                let needed = slots.iter().filter(|slot| matches!(slot.presence, SlotPresence::Required));
                dict.set_item("required", needed.map(|slot| slot.name.as_str()).collect::<Vec<_>>())?;
                dict.set_item("defaults", defaults(py, ready, slots)?)?;
                format!("{kind:?}").to_uppercase()
            }
            ShapeKind::List { element, set, .. } => {
                dict.set_item("element", element.0)?;
                if *set { "SET OF" } else { "SEQUENCE OF" }.into()
            }
            ShapeKind::Choice { alternatives, .. } => {
                set(
                    "alternatives",
                    alternatives.iter().map(|one| (one.name.clone(), one.shape.0)).collect(),
                )?;
                let roots = alternatives.iter().filter(|one| one.addition.is_none());
                dict.set_item("roots", roots.count())?;
                "CHOICE".into()
            }
            ShapeKind::Open(OpenShape::Fixed(held)) => {
                dict.set_item("element", held.0)?;
                "OPEN".into()
            }
            ShapeKind::Open(_) => "OPEN".into(),
        };
        if let Some(size) = size(&ty.kind) {
            dict.set_item("size", size)?;
        }
        if let Some(characters) = ty.checks.iter().find_map(alphabet) {
            dict.set_item("alphabet", characters.to_vec())?;
        }
        dict.set_item("kind", kind)?;
        dict.set_item("root", ShapeId(index as u32) == ready.ty)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// The characters that a constraint allows, as ranges of code points.
fn alphabet(check: &Check) -> Option<&[(u32, u32)]> {
    match check {
        Check::Alphabet(ranges) => Some(ranges),
        Check::All(checks) => checks.iter().find_map(alphabet),
        _ => None,
    }
}

/// The minimum and maximum size.
fn size(kind: &ShapeKind) -> Option<(u64, Option<u64>)> {
    match kind {
        ShapeKind::BitString { size, .. }
        | ShapeKind::OctetString { size, .. }
        | ShapeKind::String { size, .. }
        | ShapeKind::List { size, .. } => Some((size.lo, size.hi)),
        _ => None,
    }
}

/// The defaults of a record, as values.
fn defaults<'py>(
    py: Python<'py>,
    ready: &Ready,
    slots: &[wireglot_driver::Slot],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for slot in slots {
        let SlotPresence::Default(_, value) = &slot.presence else { continue };
        if let Ok(tape) = Tape::from_value(ready.message.shape(), slot.shape, value) {
            dict.set_item(&slot.name, ready.value(py, &tape, &Options::default())?)?;
        }
    }
    Ok(dict)
}
