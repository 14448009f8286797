//! Values without parts.

use wireglot_bigint::BigInt;
use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_rt::Real;
use wireglot_text::names::advice;

use super::{Read, Run, Wrong};
use crate::json::document::Kind;
use crate::json::number::{self, Literal};
use crate::json::{escape, leaf};
use crate::Sink;

impl<'s> Run<'_, 's, '_> {
    pub(super) fn leaf(&mut self, node: u32, ty: ShapeId, kind: &'s ShapeKind) -> Read {
        let document = self.document;
        match kind {
            ShapeKind::Boolean => match document.kind(node) {
                Kind::True => self.tape.boolean(ty, true),
                Kind::False => self.tape.boolean(ty, false),
                _ => return Err(Wrong::value(node, "true or false is expected")),
            },
            ShapeKind::Null => {
                self.want(node, Kind::Null, "null")?;
                self.tape.null(ty);
            }
            ShapeKind::Integer { .. } => self.integer(node, ty)?,
            ShapeKind::Enumerated { items, .. } => self.enumerated(node, ty, items)?,
            ShapeKind::BitString { fixed, size, .. } => {
                let size = if *fixed { size.hi } else { None };
                let bits = leaf::bits(document, node, size, &mut self.octets)?;
                self.room(node, self.octets.len())?;
                self.tape.bit_string(ty, &self.octets, bits);
            }
            ShapeKind::OctetString { .. } => {
                self.hex(document.only_member(node, escape::OCTETS).unwrap_or(node))?;
                self.tape.octet_string(ty, &self.octets);
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => {
                let relative = matches!(kind, ShapeKind::RelativeOid);
                let most = self.reader.limits.integer_octets;
                leaf::oid(document, node, relative, most, &mut self.octets)?;
                self.tape.oid(ty, &self.octets);
            }
            ShapeKind::Real => self.real(node, ty)?,
            _ => {
                let Some(text) = document.string(node) else {
                    return Err(Wrong::value(node, "a string is expected"));
                };
                self.room(node, text.len())?;
                self.tape.string(ty, &text);
            }
        }
        Ok(())
    }

    fn integer(&mut self, node: u32, ty: ShapeId) -> Read {
        self.want(node, Kind::Number, "a number")?;
        let most = self.reader.limits.integer_octets;
        // Most numbers are short and written without an exponent.
        if let (Ok(value), 8..) = (self.document.raw(node).parse(), most) {
            self.tape.integer(ty, value);
            return Ok(());
        }
        let literal = Literal::new(self.document.raw(node));
        if literal.as_ref().is_some_and(|literal| literal.exponent < 0) {
            return Err(Wrong::value(
                node,
                format!("{} is not a whole number", shown(self.document.raw(node))),
            ));
        }
        let Some(value) = literal.and_then(|literal| literal.integer(most)) else {
            return Err(Wrong::value(node, format!("a whole number of at most {most} octets is expected")));
        };
        match value.to_i64() {
            Some(value) => self.tape.integer(ty, value),
            None => self.tape.big_integer(ty, &value.to_twos_complement()),
        }
        Ok(())
    }

    fn enumerated(&mut self, node: u32, ty: ShapeId, items: &'s [(String, i64)]) -> Read {
        if let Some(number) = self.document.only_member(node, escape::NUMBER) {
            let number = leaf::signed(self.document, number)?;
            self.tape.enumerated(ty, number);
            return Ok(());
        }
        if let Some(index) = self.document.only_member(node, escape::INDEX) {
            let index = leaf::number(self.document, index)?;
            self.tape.unknown_enumerated(ty, index);
            return Ok(());
        }
        let Some(name) = self.document.string(node) else {
            return Err(Wrong::value(node, "the name of an item is expected"));
        };
        let names = self.reader.names.of(ty, || items.iter().map(|(name, _)| name.as_str()));
        match names.get(&*name) {
            Some(&index) => self.tape.enumerated(ty, items[index as usize].1),
            None => {
                let meant = advice(&name, items.iter().map(|(name, _)| name.as_str()));
                return Err(Wrong::value(node, format!("there is no item `{name}`{meant}")));
            }
        }
        Ok(())
    }

    fn real(&mut self, node: u32, ty: ShapeId) -> Read {
        let document = self.document;
        if let Some(word) = document.string(node) {
            let Some((_, real)) = number::SPECIAL.iter().find(|(special, _)| *special == word) else {
                return Err(Wrong::value(node, "a number or -0, INF, -INF or NaN is expected"));
            };
            self.tape.real(ty, real);
            return Ok(());
        }
        if let Some(parts) = document.only_member(node, escape::BASE2) {
            return self.base2(parts, ty);
        }
        let base10 = document.only_member(node, escape::BASE10);
        let number = base10.unwrap_or(node);
        self.want(number, Kind::Number, "a number")?;
        let Some(literal) = Literal::new(document.raw(number)) else {
            return Err(Wrong::value(number, "the exponent is too long"));
        };
        if literal.digits.len() > self.reader.limits.integer_octets {
            return Err(Wrong::limit(number, "the number is too long".into()));
        }
        if literal.digits.is_empty() {
            self.tape.real(ty, if literal.negative { &Real::MinusZero } else { &Real::Zero });
            return Ok(());
        }
        let binary = if base10.is_some() { None } else { literal.dyadic().or_else(|| literal.nearest()) };
        match binary.and_then(|(mantissa, exponent)| number::normalized(&mantissa, exponent)) {
            Some((mantissa, exponent)) => {
                self.tape
                    .real(ty, &Real::Binary { negative: literal.negative, mantissa: &mantissa, exponent });
            }
            // Too small or too large for binary64: base 10 has it exactly.
            None => {
                let Literal { negative, digits, exponent, .. } = literal;
                self.tape.real(ty, &Real::Decimal { negative, digits: &digits, exponent });
            }
        }
        Ok(())
    }

    fn base2(&mut self, node: u32, ty: ShapeId) -> Read {
        let document = self.document;
        let (Some(mantissa), Some(exponent)) =
            (document.member(node, "mantissa"), document.member(node, "exponent"))
        else {
            return Err(Wrong::value(node, "`mantissa` and `exponent` are expected"));
        };
        let most = self.reader.limits.integer_octets;
        let value: Option<BigInt> = Literal::new(document.raw(mantissa)).and_then(|l| l.integer(most));
        let Some(value) = value.filter(|_| document.kind(mantissa) == Kind::Number) else {
            return Err(Wrong::value(mantissa, "a whole number is expected"));
        };
        let exponent = leaf::signed(document, exponent)?;
        match number::normalized(&value, exponent) {
            Some((mantissa, exponent)) => {
                self.tape
                    .real(ty, &Real::Binary { negative: value.is_negative(), mantissa: &mantissa, exponent });
            }
            None => self.tape.real(ty, &Real::Zero),
        }
        Ok(())
    }
}

/// A text of ASCII that a message shows, cut where it is long.
fn shown(text: &str) -> &str {
    text.get(..40).unwrap_or(text)
}
