//! One string of octets for each abstract value: equal values, equal octets.

use wireglot_plan::{Shape, ShapeId, ShapeKind, SlotPresence};
use wireglot_rt::tlv::trimmed;
use wireglot_rt::Real;

use crate::constant::put;
use crate::{Mismatch, RecordRef, Tape, ValueRef, View};

/// The defaults of a shape, on a tape.
#[derive(Debug, Default)]
pub struct Defaults {
    tape: Tape,
    /// By shape and slot, ascending: the position on the tape.
    slots: Vec<((u32, u32), u32)>,
    canonical: Vec<Box<[u8]>>,
}

impl Defaults {
    /// Puts all defaults of a shape on a tape.
    ///
    /// # Errors
    /// A default that is not of its type.
    pub fn new(shape: &Shape) -> Result<Defaults, Mismatch> {
        let mut defaults = Defaults::default();
        for (index, ty) in shape.types.iter().enumerate() {
            let ShapeKind::Record { slots, .. } = &ty.kind else { continue };
            for (number, slot) in slots.iter().enumerate() {
                if let SlotPresence::Default(_, value) = &slot.presence {
                    let known = defaults.tape.mark();
                    if let Err(mismatch) = put(shape, slot.shape, value, &mut defaults.tape) {
                        // What an open type holds may be a type that nothing else
                        // reaches: then such a slot is never filled in.
                        defaults.tape.back_to(known);
                        match shape.get(slot.shape).kind {
                            ShapeKind::Open(_) => continue,
                            _ => return Err(mismatch),
                        }
                    }
                    let position = defaults.slots.len() as u32;
                    defaults.slots.push(((index as u32, number as u32), position));
                }
            }
        }
        // A default may hold records with defaults of their own.
        for position in 0..defaults.slots.len() as u32 {
            let mut octets = Vec::new();
            if let Some(value) = defaults.at(position) {
                canonical(shape, &defaults, value, &mut octets);
            }
            defaults.canonical.push(octets.into());
        }
        Ok(defaults)
    }

    /// The default of a slot of a record type.
    pub fn get(&self, shape: ShapeId, slot: u32) -> Option<ValueRef<'_>> {
        self.at(self.position(shape, slot)?)
    }

    pub(crate) fn position(&self, shape: ShapeId, slot: u32) -> Option<u32> {
        let found = self.slots.binary_search_by_key(&(shape.0, slot), |(key, _)| *key).ok()?;
        Some(self.slots[found].1)
    }

    pub(crate) fn at(&self, position: u32) -> Option<ValueRef<'_>> {
        self.tape.nth(position)
    }

    /// Whether a value is the default at a position.
    pub(crate) fn is(&self, position: u32, shape: &Shape, value: ValueRef<'_>) -> bool {
        self.at(position).is_some_and(|default| equal(shape, self, default, value))
    }
}

/// X.680's abstract equality: SET OF in any order, defaults filled in, named
/// bits without trailing zeros. Both values are of the same type.
pub fn equal(shape: &Shape, defaults: &Defaults, a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    match (a.view(), b.view()) {
        (View::Boolean(a), View::Boolean(b)) => a == b,
        (View::Integer(a), View::Integer(b)) | (View::Enumerated(a), View::Enumerated(b)) => a == b,
        (View::String(a), View::String(b)) => a == b,
        (View::OctetString(a), View::OctetString(b)) | (View::Oid(a), View::Oid(b)) => a == b,
        _ => {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            canonical(shape, defaults, a, &mut left);
            canonical(shape, defaults, b, &mut right);
            left == right
        }
    }
}

fn number(out: &mut Vec<u8>, kind: u8, number: u64) {
    out.push(kind);
    out.extend(number.to_be_bytes());
}

fn octets(out: &mut Vec<u8>, kind: u8, octets: &[u8]) {
    number(out, kind, octets.len() as u64);
    out.extend_from_slice(octets);
}

/// Appends the octets of a value.
pub(crate) fn canonical(shape: &Shape, defaults: &Defaults, value: ValueRef<'_>, out: &mut Vec<u8>) {
    match value.view() {
        View::Boolean(value) => number(out, b'b', u64::from(value)),
        View::Integer(value) => number(out, b'i', value as u64),
        View::BigInteger(digits) => octets(out, b'I', digits),
        View::Enumerated(item) => number(out, b'e', item as u64),
        View::UnknownEnumerated(index) => number(out, b'E', index),
        View::BitString(bits, count) => bit_string(shape, value.shape(), bits, count, out),
        View::OctetString(string) => octets(out, b'o', string),
        View::Null => out.push(b'n'),
        View::Oid(contents) => octets(out, b'O', contents),
        View::Real(value) => real(&value, out),
        View::String(text) => octets(out, b's', text.as_bytes()),
        View::Opaque(encoding) => octets(out, b'?', encoding),
        View::Record(record) => canonical_record(shape, defaults, value.shape(), record, out),
        View::List(list) => {
            number(out, b'l', list.len() as u64);
            let start = out.len();
            let mut ends = Vec::new();
            for element in list.iter() {
                canonical(shape, defaults, element, out);
                ends.push(out.len() - start);
            }
            if let ShapeKind::List { set: true, .. } = shape.get(value.shape()).kind {
                sort_parts(&mut out[start..], &ends);
            }
        }
        View::Choice(alternative, value) => {
            number(out, b'c', u64::from(alternative));
            canonical(shape, defaults, value, out);
        }
        View::UnknownChoice(index, encoding) => {
            number(out, b'C', index.unwrap_or(u64::MAX));
            octets(out, b'?', encoding);
        }
        View::Open(actual, value) => {
            number(out, b'p', u64::from(actual.0));
            canonical(shape, defaults, value, out);
        }
        View::Contained(_, value) => {
            out.push(b'k');
            canonical(shape, defaults, value, out);
        }
    }
}

fn bit_string(shape: &Shape, id: ShapeId, bits: &[u8], count: u64, out: &mut Vec<u8>) {
    let count = match &shape.get(id).kind {
        // X.680 22.7: trailing zeros of a named bit list mean nothing.
        ShapeKind::BitString { named, size, .. } if !named.is_empty() => trimmed(bits, count, size.lo),
        _ => count,
    };
    number(out, b'B', count);
    out.extend_from_slice(bits.get(..count.div_ceil(8) as usize).unwrap_or(bits));
}

fn canonical_record(
    shape: &Shape,
    defaults: &Defaults,
    id: ShapeId,
    record: RecordRef<'_>,
    out: &mut Vec<u8>,
) {
    out.push(b'r');
    for (slot, value) in record.slots() {
        let start = out.len();
        number(out, b'.', u64::from(slot));
        let from = out.len();
        canonical(shape, defaults, value, out);
        let default = defaults.position(id, slot).and_then(|p| defaults.canonical.get(p as usize));
        if default.is_some_and(|default| **default == out[from..]) {
            out.truncate(start);
        }
    }
    for (place, encoding) in record.unknowns() {
        octets(out, b'u', format!("{place:?}").as_bytes());
        octets(out, b'?', encoding);
    }
    out.push(b'R');
}

fn real(value: &Real<'_>, out: &mut Vec<u8>) {
    let mut contents = Vec::new();
    wireglot_rt::tlv::write_real(value, &mut contents);
    octets(out, b'f', &contents);
}

/// Sorts neighbouring parts bytewise; `ends` are where they end.
pub(crate) fn sort_parts(whole: &mut [u8], ends: &[usize]) {
    let mut start = 0;
    let mut parts: Vec<&[u8]> = Vec::with_capacity(ends.len());
    for &end in ends {
        parts.push(&whole[start..end]);
        start = end;
    }
    if parts.is_sorted() {
        return;
    }
    parts.sort_unstable();
    let sorted = parts.concat();
    whole[..sorted.len()].copy_from_slice(&sorted);
}
