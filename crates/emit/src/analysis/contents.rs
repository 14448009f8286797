//! Constants of the schema as bytes.

use wireglot_bigint::BigInt;
use wireglot_model::{Real, Value};
use wireglot_plan::{Shape, ShapeId, ShapeKind};

use crate::analysis::storage::unit;

/// The bytes of a value in memory, for types held as a slice.
pub fn octets_of(shape: &Shape, id: ShapeId, value: &Value) -> Vec<u8> {
    match value {
        Value::OctetString(octets) | Value::BitString { octets, .. } => octets.clone(),
        Value::Integer(n) => n.to_twos_complement(),
        Value::Oid(arcs) => oid(arcs, matches!(shape.get(id).kind, ShapeKind::Oid)),
        Value::Iri(text) | Value::Time(text) => text.clone().into_bytes(),
        Value::Real(value) => real(value),
        Value::String(text) => match &shape.get(id).kind {
            ShapeKind::String { kind, .. } => characters(text, unit(*kind)),
            _ => text.clone().into_bytes(),
        },
        _ => Vec::new(),
    }
}

/// Contents octets of an OBJECT IDENTIFIER (X.690 8.19) or RELATIVE-OID (8.20).
pub fn oid(arcs: &[BigInt], absolute: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = arcs;
    if let (true, [first, second, tail @ ..]) = (absolute, arcs) {
        let head = (0..first.to_i64().unwrap_or(0)).fold(second.clone(), |n, _| n.plus(&BigInt::from(40)));
        out.extend(base128(&head));
        rest = tail;
    }
    rest.iter().for_each(|arc| out.extend(base128(arc)));
    out
}

/// Seven bits an octet, most significant first; the top bit is set in all but the last.
fn base128(arc: &BigInt) -> Vec<u8> {
    let octets = arc.magnitude();
    let bit = |i: u64| octets.iter().rev().nth((i / 8) as usize).is_some_and(|o| o >> (i % 8) & 1 == 1);
    let groups = arc.bits().div_ceil(7).max(1);
    (0..groups)
        .rev()
        .map(|g| {
            let value = (0..7).fold(0u8, |n, b| n | u8::from(bit(g * 7 + b)) << b);
            if g > 0 {
                value | 0x80
            } else {
                value
            }
        })
        .collect()
}

/// Characters of `unit` octets each; 0 means UTF-8.
fn characters(text: &str, unit: u32) -> Vec<u8> {
    match unit {
        0 => text.as_bytes().to_vec(),
        _ => text
            .chars()
            .flat_map(|c| u32::from(c).to_be_bytes().into_iter().skip(4 - unit as usize))
            .collect(),
    }
}

/// Contents octets of a REAL in the canonical form (X.690 11.3).
pub fn real(value: &Real) -> Vec<u8> {
    match value {
        Real::PlusInfinity => vec![0x40],
        Real::MinusInfinity => vec![0x41],
        Real::NotANumber => vec![0x42],
        Real::MinusZero => vec![0x43],
        Real::Finite { mantissa, .. } if mantissa.is_zero() => Vec::new(),
        Real::Finite { mantissa, base: 10, exponent } => {
            let digits = mantissa.to_string();
            let trimmed = digits.trim_end_matches('0');
            let exponent = exponent.plus(&BigInt::from((digits.len() - trimmed.len()) as i64));
            let sign = if exponent.is_zero() { "+" } else { "" };
            format!("\u{3}{trimmed}.E{sign}{exponent}").into_bytes()
        }
        Real::Finite { mantissa, exponent, .. } => binary_real(mantissa, exponent),
    }
}

fn binary_real(mantissa: &BigInt, exponent: &BigInt) -> Vec<u8> {
    let octets = mantissa.magnitude();
    let zeros = octets.iter().rev().fold((0u32, true), |(n, open), o| match (open, o) {
        (true, 0) => (n + 8, true),
        (true, o) => (n + o.trailing_zeros(), false),
        _ => (n, false),
    });
    let shift = zeros.0;
    let exponent = exponent.plus(&BigInt::from(i64::from(shift))).to_twos_complement();
    let (whole, part) = ((shift / 8) as usize, shift % 8);
    let kept = &octets[..octets.len() - whole];
    let mut shifted: Vec<u8> = Vec::new();
    for (i, octet) in kept.iter().enumerate() {
        let above = if i > 0 { kept[i - 1] } else { 0 };
        shifted.push(((u16::from(above) << 8 | u16::from(*octet)) >> part) as u8);
    }
    let start = shifted.iter().position(|o| *o != 0).unwrap_or(0);
    let mut head = 0x80 | if mantissa.is_negative() { 0x40 } else { 0 };
    let mut out = Vec::new();
    match exponent.len() {
        n @ 1..=3 => {
            head |= n as u8 - 1;
            out.push(head);
        }
        n => out.extend([head | 3, n as u8]),
    }
    out.extend(exponent);
    out.extend(&shifted[start..]);
    out
}
