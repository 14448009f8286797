//! Writes defaults of absent components as asn1ct decodes them, which depends on how the specification writes them:
//! a number is never a name, and bits are only names if they are listed. It gives no other value these forms.

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::{Listed, Real, Value};
use wireglot_plan::{Shape, ShapeId, ShapeKind, Slot, SlotPresence};

use super::name::Name;
use super::within::{DEPTH, PARTS};
use super::write::{EtfWriter, Written};
use super::{DEFAULT, NO_VALUE};
use crate::Tape;

impl<'s> EtfWriter<'s> {
    /// Writes an absent component: its default, if it has one.
    pub(super) fn absent(&mut self, slot: &'s Slot, name: Name<'_>) -> Written {
        let SlotPresence::Default(_, value) = &slot.presence else { return self.out.atom(NO_VALUE) };
        self.default(slot.shape, value, name.part(&slot.name))
    }

    /// Writes a value that belongs to a default.
    fn default(&mut self, ty: ShapeId, value: &'s Value, name: Name<'_>) -> Written {
        if !self.within.enter() {
            let most = format!("consists of more than {PARTS} values or nests deeper than {DEPTH}");
            return Err(format!("the default of `{}` {most}", name.text()));
        }
        let written = self.default_parts(ty, value, name);
        self.within.leave();
        written
    }

    fn default_parts(&mut self, ty: ShapeId, value: &'s Value, name: Name<'_>) -> Written {
        let shape: &'s Shape = self.shape;
        let of = shape.get(ty);
        let name = name.of(of);
        if let (ShapeKind::Integer { .. } | ShapeKind::Real, Some(number)) = (&of.kind, number(value)) {
            self.out.big(number);
            return Ok(());
        }
        match (&of.kind, value) {
            (ShapeKind::Record { slots, .. }, Value::Members(members)) => {
                self.default_record(slots, members, name)
            }
            // `{}` is the same for records and lists.
            (ShapeKind::Record { slots, .. }, Value::List(none)) if none.is_empty() => {
                self.default_record(slots, &[], name)
            }
            (ShapeKind::List { element, set, .. }, Value::List(values)) => {
                let name = name.elements(*set);
                self.listed(values.len(), |writer| {
                    values.iter().try_for_each(|value| writer.default(*element, value, name))
                })
            }
            (ShapeKind::Choice { alternatives, .. }, Value::Choice(chosen, value)) => {
                let Some(alternative) = alternatives.iter().find(|own| own.name == *chosen) else {
                    return self.out.atom(DEFAULT);
                };
                self.out.tuple(2);
                self.out.atom(chosen)?;
                self.default(alternative.shape, value, name.part(chosen))
            }
            (
                ShapeKind::BitString { named, .. },
                Value::BitString { octets, bits, listed: Listed(listed) },
            ) if !named.is_empty() => {
                let Some(listed) = listed else {
                    self.out.bits(octets, *bits);
                    return Ok(());
                };
                self.listed(listed.len(), |writer| {
                    listed.iter().try_for_each(|bit| writer.bit_name(ty, named, u64::from(*bit)))
                })
            }
            (ShapeKind::String { .. }, Value::String(text)) if text.is_ascii() => {
                self.out.bytes(text.as_bytes());
                Ok(())
            }
            _ => {
                let tape = Tape::from_value(self.shape, ty, value);
                match tape.as_ref().ok().and_then(Tape::root) {
                    Some(value) => self.term(value, name),
                    None => self.out.atom(DEFAULT),
                }
            }
        }
    }

    fn default_record(
        &mut self,
        slots: &'s [Slot],
        members: &'s [(String, Value)],
        name: Name<'_>,
    ) -> Written {
        self.out.tuple(slots.len() + 1);
        self.out.atom(&name.text())?;
        let members: HashMap<&str, &Value> =
            members.iter().map(|(member, value)| (member.as_str(), value)).collect();
        for slot in slots {
            match members.get(slot.name.as_str()) {
                Some(value) => self.default(slot.shape, value, name.part(&slot.name))?,
                None => self.absent(slot, name)?,
            }
        }
        Ok(())
    }
}

/// The number that a value is written as.
pub(super) fn number(value: &Value) -> Option<&BigInt> {
    match value {
        Value::Integer(number) => Some(number),
        Value::Real(Real::Finite { mantissa, base: 10, exponent }) if exponent.is_zero() => Some(mantissa),
        _ => None,
    }
}
