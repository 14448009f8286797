//! Puts values from a specification on a tape: defaults, table keys, value assignments.

use std::fmt;

use wireglot_bigint::BigInt;
use wireglot_model::{Real as ModelReal, Value};
use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind};
use wireglot_rt::tlv::{push_arc, push_first_arcs};
use wireglot_rt::Real;

use crate::{Sink, Tape};

/// A value of the model that is not of the expected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The type, as `module.name`.
    pub shape: String,
    /// Whether it is an open type whose value may be of a type that nothing else refers to.
    pub open: bool,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the value is not one of {}", self.shape)
    }
}

impl std::error::Error for Mismatch {}

impl Tape {
    /// Puts a value on a tape of its own.
    ///
    /// # Errors
    /// The value is not of that type, or the type in one of its open types cannot be determined.
    pub fn from_value(shape: &Shape, id: ShapeId, value: &Value) -> Result<Tape, Mismatch> {
        let mut tape = Tape::new();
        put(shape, id, value, &mut tape)?;
        Ok(tape)
    }
}

/// Plays a value of the model into a sink.
pub(crate) fn put(shape: &Shape, id: ShapeId, value: &Value, sink: &mut impl Sink) -> Result<(), Mismatch> {
    let ty = shape.get(id);
    let mismatch = || Mismatch { shape: format!("{}.{}", ty.module, ty.name), open: false };
    match (&ty.kind, value) {
        (ShapeKind::Boolean, Value::Boolean(value)) => sink.boolean(id, *value),
        (ShapeKind::Integer { .. }, Value::Integer(value)) => put_integer(id, value, sink),
        (ShapeKind::Enumerated { items, .. }, Value::Enumerated(name)) => {
            let item = items.iter().find(|(n, _)| n == name).ok_or_else(mismatch)?;
            sink.enumerated(id, item.1);
        }
        (ShapeKind::BitString { .. }, Value::BitString { octets, bits, .. }) => {
            sink.bit_string(id, octets, *bits);
        }
        (ShapeKind::OctetString { .. }, Value::OctetString(octets)) => sink.octet_string(id, octets),
        (
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. },
            Value::Containing(_, value),
        ) => {
            sink.begin_contained(id, contents.rules.unwrap_or_default());
            put(shape, contents.shape, value, sink)?;
            sink.end_contained(id);
        }
        (ShapeKind::Null, Value::Null) => sink.null(id),
        (ShapeKind::Oid, Value::Oid(arcs)) => {
            sink.oid(id, &oid_contents(arcs).ok_or_else(mismatch)?);
        }
        (ShapeKind::RelativeOid, Value::Oid(arcs)) => {
            let mut contents = Vec::new();
            arcs.iter().for_each(|arc| push_arc(&mut contents, &arc.magnitude()));
            sink.oid(id, &contents);
        }
        (ShapeKind::Real, Value::Real(value)) => put_real(id, value, sink).ok_or_else(mismatch)?,
        (
            ShapeKind::OidIri | ShapeKind::RelativeOidIri | ShapeKind::String { .. } | ShapeKind::Time(_),
            Value::Iri(text) | Value::String(text) | Value::Time(text),
        ) => sink.string(id, text),
        (ShapeKind::Record { .. } | ShapeKind::List { .. } | ShapeKind::Choice { .. }, _) => {
            put_structure(shape, id, value, sink)?;
        }
        (ShapeKind::Open(open), _) => put_open(shape, id, open, value, sink)?,
        _ => return Err(mismatch()),
    }
    Ok(())
}

fn put_integer(id: ShapeId, value: &BigInt, sink: &mut impl Sink) {
    match value.to_i64() {
        Some(small) => sink.integer(id, small),
        None => sink.big_integer(id, &value.to_twos_complement()),
    }
}

#[expect(clippy::indexing_slicing, reason = "position found the index")]
fn put_structure(shape: &Shape, id: ShapeId, value: &Value, sink: &mut impl Sink) -> Result<(), Mismatch> {
    let ty = shape.get(id);
    let mismatch = || Mismatch { shape: format!("{}.{}", ty.module, ty.name), open: false };
    match (&ty.kind, value) {
        (ShapeKind::Record { slots, .. }, Value::Members(members)) => {
            sink.begin_record(id);
            for (name, value) in members {
                let index = slots.iter().position(|s| s.name == *name).ok_or_else(mismatch)?;
                sink.slot(index as u32);
                put(shape, slots[index].shape, value, sink)?;
            }
            sink.end_record(id);
        }
        (ShapeKind::List { element, .. }, Value::List(values)) => {
            sink.begin_list(id);
            values.iter().try_for_each(|value| put(shape, *element, value, sink))?;
            sink.end_list(id);
        }
        // `{}` is the same for records and lists.
        (ShapeKind::Record { .. }, Value::List(none)) if none.is_empty() => {
            sink.begin_record(id);
            sink.end_record(id);
        }
        (ShapeKind::List { .. }, Value::Members(none)) if none.is_empty() => {
            sink.begin_list(id);
            sink.end_list(id);
        }
        (ShapeKind::Choice { alternatives, .. }, Value::Choice(name, value)) => {
            let index = alternatives.iter().position(|a| a.name == *name).ok_or_else(mismatch)?;
            sink.begin_choice(id, index as u32);
            put(shape, alternatives[index].shape, value, sink)?;
            sink.end_choice(id);
        }
        _ => return Err(mismatch()),
    }
    Ok(())
}

/// The model gives the type in an open type, but as a type of its own. The first candidate that the
/// value fits is used.
#[expect(clippy::indexing_slicing, reason = "shapes keep origins for each of their tables")]
fn put_open(
    shape: &Shape,
    id: ShapeId,
    open: &OpenShape,
    value: &Value,
    sink: &mut impl Sink,
) -> Result<(), Mismatch> {
    let (origin, value) = match value {
        Value::Open(origin, value) => (Some(*origin), &**value),
        Value::OctetString(octets) => {
            sink.opaque(id, octets);
            return Ok(());
        }
        value => (None, value),
    };
    let candidates: Vec<ShapeId> = match open {
        OpenShape::Opaque => Vec::new(),
        OpenShape::Fixed(held) => vec![*held],
        OpenShape::Keyed { table, .. } => {
            let rows = shape.table(*table).rows.iter().zip(&shape.origins.rows[table.index()]);
            let same = rows.clone().filter(|(_, held)| origin.is_some() && **held == origin);
            same.chain(rows).filter_map(|(row, _)| row.shape).collect()
        }
    };
    for held in candidates {
        let mut trial = Tape::new();
        if put(shape, held, value, &mut trial).is_ok() {
            sink.begin_open(id, held);
            trial.root().into_iter().for_each(|value| value.play(sink));
            sink.end_open(id);
            return Ok(());
        }
    }
    // A default that no row allows (`DEFAULT NULL:NULL` in X.411) has no type to be given.
    if *value == Value::Null {
        sink.opaque(id, &[5, 0]);
        return Ok(());
    }
    let ty = shape.get(id);
    Err(Mismatch { shape: format!("{}.{}", ty.module, ty.name), open: true })
}

fn oid_contents(arcs: &[BigInt]) -> Option<Vec<u8>> {
    let [first, second, rest @ ..] = arcs else { return None };
    let mut contents = Vec::new();
    if !push_first_arcs(&mut contents, first.to_u64()?, &second.magnitude()) {
        return None;
    }
    rest.iter().for_each(|arc| push_arc(&mut contents, &arc.magnitude()));
    Some(contents)
}

/// Converts zero and the values that are not finite.
fn special_real(value: &ModelReal) -> Real<'static> {
    match value {
        ModelReal::PlusInfinity => Real::PlusInfinity,
        ModelReal::MinusInfinity => Real::MinusInfinity,
        ModelReal::NotANumber => Real::NotANumber,
        ModelReal::MinusZero => Real::MinusZero,
        ModelReal::Finite { .. } => Real::Zero,
    }
}

pub(crate) fn put_real(id: ShapeId, value: &ModelReal, sink: &mut impl Sink) -> Option<()> {
    let (mantissa, base, exponent) = match value {
        ModelReal::Finite { mantissa, base, exponent } if !mantissa.is_zero() => {
            (mantissa, *base, exponent.to_i64()?)
        }
        special => {
            sink.real(id, &special_real(special));
            return Some(());
        }
    };
    let negative = mantissa.is_negative();
    if base == 2 {
        let (mut odd, mut exponent) = (mantissa.clone(), exponent);
        while let (half, 0) = odd.divided(2) {
            odd = half;
            exponent = exponent.checked_add(1)?;
        }
        sink.real(id, &Real::Binary { negative, mantissa: &odd.magnitude(), exponent });
    } else {
        let digits = mantissa.to_string();
        let all = digits.trim_start_matches('-');
        let kept = all.trim_end_matches('0');
        let exponent = exponent.checked_add((all.len() - kept.len()) as i64)?;
        sink.real(id, &Real::Decimal { negative, digits: kept, exponent });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wireglot_plan::{ShapeType, Size, Slot, SlotPresence};

    fn shape(kinds: Vec<ShapeKind>) -> Shape {
        let span = Default::default();
        let ty = |(i, kind): (usize, ShapeKind)| ShapeType {
            name: format!("T{i}"),
            module: "M".into(),
            kind,
            jer: Default::default(),
            checks: Vec::new(),
            span,
            doc: None,
        };
        Shape { types: kinds.into_iter().enumerate().map(ty).collect(), ..Shape::default() }
    }

    #[test]
    fn a_structure_comes_to_stand_on_a_tape() {
        let slot = |name: &str, shape| Slot {
            name: name.into(),
            shape: ShapeId(shape),
            presence: SlotPresence::Required,
            addition: None,
            needed: false,
            span: Default::default(),
            doc: None,
        };
        let shape = shape(vec![
            ShapeKind::Record {
                kind: wireglot_plan::RecordKind::Sequence,
                slots: vec![slot("a", 1), slot("b", 2)],
                extensible: false,
            },
            ShapeKind::Oid,
            ShapeKind::List { element: ShapeId(3), name: None, size: Size::default(), set: false },
            ShapeKind::Integer { range: Default::default(), named: Vec::new() },
        ]);
        let numbers = [1, 2].map(|n: i64| Value::Integer(n.into()));
        let value = Value::Members(vec![
            ("b".into(), Value::List(numbers.to_vec())),
            ("a".into(), Value::Oid([2i64, 999].map(BigInt::from).to_vec())),
        ]);
        let tape = Tape::from_value(&shape, ShapeId(0), &value).unwrap();
        let root = tape.root().unwrap();
        assert!(matches!(root.slot(0).unwrap().view(), crate::View::Oid([0x88, 0x37])));
        assert_eq!(root.slot(1).unwrap().elements().unwrap().len(), 2);
        let wrong = Tape::from_value(&shape, ShapeId(0), &Value::Null).unwrap_err();
        assert_eq!(wrong.to_string(), "the value is not one of M.T0");
    }
}
