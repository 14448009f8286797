//! Values on a tape as a source.

use std::borrow::Cow;

use wireglot_plan::{LayoutValue, Slot};

use super::source::{Fault, Given, Source};
use super::LayoutCode;
use crate::float::to_f64;
use crate::{ValueRef, View};

/// Values of a layout's shape, on any tape.
pub(super) struct Values<'t>(pub std::marker::PhantomData<&'t ()>);

fn fail<'t, V>(node: ValueRef<'t>, detail: &str) -> Given<V, ValueRef<'t>> {
    Err(Fault { node: Some(node), code: LayoutCode::Value, detail: detail.into() })
}

impl<'t> Source for Values<'t> {
    type Node = ValueRef<'t>;

    fn is_null(&self, _: ValueRef<'t>) -> bool {
        false
    }

    fn offset(&self, _: ValueRef<'t>) -> usize {
        0
    }

    fn instead(&self, _: ValueRef<'t>, _: &str) -> String {
        String::new()
    }

    fn parts(
        &self,
        node: ValueRef<'t>,
        slots: &[Slot],
        _: &str,
    ) -> Given<Vec<Option<ValueRef<'t>>>, ValueRef<'t>> {
        let Some(record) = node.record() else { return fail(node, "a record is expected") };
        let mut found = vec![None; slots.len()];
        for (slot, value) in record.slots() {
            match found.get_mut(slot as usize) {
                Some(place) => *place = Some(value),
                None => return fail(value, "there is no such slot"),
            }
        }
        Ok(found)
    }

    fn elements(&self, node: ValueRef<'t>) -> Option<Vec<ValueRef<'t>>> {
        Some(node.elements()?.iter().collect())
    }

    fn boolean(&self, node: ValueRef<'t>) -> Option<bool> {
        match node.view() {
            View::Boolean(value) => Some(value),
            _ => None,
        }
    }

    fn integer(&self, node: ValueRef<'t>) -> Option<i128> {
        match node.view() {
            View::Integer(number) | View::Enumerated(number) => Some(number.into()),
            View::BigInteger(octets) if octets.len() <= 16 => {
                let negative = octets.first().is_some_and(|octet| *octet >= 0x80);
                let start: i128 = if negative { -1 } else { 0 };
                Some(octets.iter().fold(start, |number, octet| number << 8 | i128::from(*octet)))
            }
            _ => None,
        }
    }

    fn float(&self, node: ValueRef<'t>, bits: u64) -> Option<u64> {
        let View::Real(real) = node.view() else { return None };
        let value = to_f64(&real);
        Some(match bits {
            32 => (value as f32).to_bits().into(),
            _ => value.to_bits(),
        })
    }

    fn name(&self, _: ValueRef<'t>) -> Option<Cow<'_, str>> {
        None
    }

    fn text(&self, node: ValueRef<'t>) -> Option<Cow<'_, str>> {
        match node.view() {
            View::String(text) => Some(Cow::Borrowed(text)),
            _ => None,
        }
    }

    fn octets(&self, node: ValueRef<'t>) -> Given<Vec<u8>, ValueRef<'t>> {
        match node.view() {
            View::OctetString(octets) => Ok(octets.to_vec()),
            _ => fail(node, "an octet string is expected"),
        }
    }

    fn set(&self, node: ValueRef<'t>, _: &[LayoutValue], bits: u64) -> Given<u64, ValueRef<'t>> {
        match node.view() {
            View::BitString(octets, length) if length <= bits => {
                let mut all = [0; 8];
                all.iter_mut().zip(octets).for_each(|(to, from)| *to = *from);
                Ok(u64::from_be_bytes(all).reverse_bits())
            }
            _ => fail(node, "a set of bits is expected"),
        }
    }
}
