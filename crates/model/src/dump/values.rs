//! Values in the dump.

use wireglot_bigint::BigInt;

use super::{put, Dump};
use crate::{Real, Value};

impl Dump<'_> {
    pub(super) fn oid(&mut self, arcs: &[BigInt]) {
        let arcs: Vec<String> = arcs.iter().map(BigInt::to_string).collect();
        put!(self, "{{{}}}", arcs.join(" "));
    }

    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Boolean(true) => self.out.push_str("TRUE"),
            Value::Boolean(false) => self.out.push_str("FALSE"),
            Value::Integer(number) => {
                put!(self, "{number}");
            }
            Value::Enumerated(name) => self.out.push_str(name),
            Value::Null => self.out.push_str("NULL"),
            Value::BitString { octets, bits, .. } => self.bits(octets, *bits),
            Value::OctetString(octets) => {
                put!(self, "'");
                for octet in octets {
                    put!(self, "{octet:02X}");
                }
                put!(self, "'H");
            }
            Value::Containing(ty, value) => {
                put!(self, "CONTAINING ");
                self.ty(*ty);
                put!(self, " : ");
                self.value(value);
            }
            Value::Oid(arcs) => self.oid(arcs),
            Value::Iri(text) | Value::String(text) | Value::Time(text) => {
                put!(self, "{text:?}");
            }
            Value::Real(real) => self.real(real),
            Value::Members(list) => self.list(list, |dump, (name, value)| {
                put!(dump, "{name} ");
                dump.value(value);
            }),
            Value::List(list) => self.list(list, |dump, value| dump.value(value)),
            Value::Choice(name, value) => {
                put!(self, "{name} : ");
                self.value(value);
            }
            Value::Open(ty, value) => {
                self.ty(*ty);
                put!(self, " : ");
                self.value(value);
            }
        }
    }

    fn list<T>(&mut self, list: &[T], show: impl Fn(&mut Self, &T)) {
        put!(self, "{{");
        for (i, item) in list.iter().enumerate() {
            self.out.push_str(if i == 0 { " " } else { ", " });
            show(self, item);
        }
        put!(self, " }}");
    }

    fn bits(&mut self, octets: &[u8], bits: u64) {
        put!(self, "'");
        for i in 0..bits {
            let octet = octets.get((i / 8) as usize).copied().unwrap_or(0);
            put!(self, "{}", octet >> (7 - i % 8) & 1);
        }
        put!(self, "'B");
    }

    fn real(&mut self, real: &Real) {
        match real {
            Real::Finite { mantissa, base, exponent } => {
                put!(self, "{mantissa}*{base}^{exponent}");
            }
            Real::PlusInfinity => self.out.push_str("PLUS-INFINITY"),
            Real::MinusInfinity => self.out.push_str("MINUS-INFINITY"),
            Real::NotANumber => self.out.push_str("NOT-A-NUMBER"),
            Real::MinusZero => self.out.push_str("-0"),
        }
    }
}
