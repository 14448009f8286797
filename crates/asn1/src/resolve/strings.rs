//! Values of bit, octet and character strings, and REAL.

use wireglot_bigint::BigInt;
use wireglot_model::{Kind, Listed, Real, TypeId, Value};
use wireglot_text::Span;

use super::scope::Scope;
use super::Resolver;
use crate::faults::LegalKind;
use crate::identifiers::Identified;
use crate::near::Near;
use crate::parse::{self, Character};
use crate::tree::{Braced, Name, Text};

/// The bits of `'0101'B`.
pub(super) fn bits_of_binary(digits: &str) -> Value {
    let mut octets = vec![0u8; digits.len().div_ceil(8)];
    for (i, digit) in digits.bytes().enumerate() {
        if let (b'1', Some(octet)) = (digit, octets.get_mut(i / 8)) {
            *octet |= 0x80 >> (i % 8);
        }
    }
    Value::BitString { octets, bits: digits.len() as u64, listed: Listed::default() }
}

/// The bits of `'0AF'H`: four per digit (X.680 22.10).
pub(super) fn bits_of_hexadecimal(digits: &str) -> Value {
    let bits = digits.len() as u64 * 4;
    Value::BitString { octets: octets_of_hexadecimal(digits), bits, listed: Listed::default() }
}

/// The octets of `'0101'B`, padded with zero bits (X.680 23.5).
pub(super) fn octets_of_binary(digits: &str) -> Vec<u8> {
    match bits_of_binary(digits) {
        Value::BitString { octets, .. } => octets,
        _ => Vec::new(),
    }
}

/// The octets of `'0AF'H`, padded with a zero digit.
pub(super) fn octets_of_hexadecimal(digits: &str) -> Vec<u8> {
    let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
    digits
        .as_bytes()
        .chunks(2)
        .map(|pair| match *pair {
            [high, low] => digit(high) << 4 | digit(low),
            [high] => digit(high) << 4,
            _ => 0,
        })
        .collect()
}

/// The number `digits [. [digits]] [e [-] digits]` in base 10 (X.680 21.6).
pub(super) fn real(negative: bool, text: &str) -> Option<Real> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let mantissa = BigInt::from_decimal(&format!("{whole}{fraction}"))?;
    let exponent = BigInt::from_decimal(exponent.trim_start_matches('+'))?;
    let exponent = exponent.minus(&BigInt::from(fraction.len() as u64));
    Some(finite(negative, mantissa, 10, exponent))
}

/// Builds a REAL from its parts; there are two zeros.
pub(super) fn finite(negative: bool, mantissa: BigInt, base: u32, exponent: BigInt) -> Real {
    if mantissa.is_zero() {
        return match negative {
            true => Real::MinusZero,
            false => Real::Finite { mantissa, base, exponent: BigInt::zero() },
        };
    }
    let mantissa = if negative { mantissa.negated() } else { mantissa };
    Real::Finite { mantissa, base, exponent }
}

impl<'t> Resolver<'t> {
    /// `{a, c}`: the named bits that are one, with no bits after the last of them (X.680 22.11).
    pub(super) fn bits(&mut self, braced: &Braced, base: TypeId) -> Option<Value> {
        let read = parse::identifiers(braced, &mut self.faults);
        let mut octets: Vec<u8> = Vec::new();
        let mut bits = 0u64;
        let mut listed = Vec::new();
        let mut sound = read.sound;
        for name in &read.items {
            let Some(Identified::Bit(bit)) = self.identified(base, &name.text) else {
                self.no_bit(name, base);
                sound = false;
                continue;
            };
            let index = bit as usize / 8;
            if octets.len() <= index {
                octets.resize(index + 1, 0);
            }
            if let Some(octet) = octets.get_mut(index) {
                *octet |= 0x80 >> (bit % 8);
            }
            bits = bits.max(u64::from(bit) + 1);
            listed.push(bit);
        }
        sound.then_some(Value::BitString { octets, bits, listed: Listed(Some(listed)) })
    }

    /// Reports a name that is not one of a type's named bits.
    fn no_bit(&mut self, name: &Name, base: TypeId) {
        let close = match &self.model.ty(base).kind {
            Kind::BitString(names) => self.near(&name.text, names.iter().map(|(n, _)| n.as_str())),
            _ => Near::default(),
        };
        self.fault(name.span, LegalKind::NoBit(name.text.to_string(), close));
    }

    /// `{"a", {0, 13}, cr}`: a list of strings, tuples, quadruples and references (X.680 41.8).
    pub(super) fn characters(&mut self, braced: &'t Braced, scope: &Scope) -> Option<String> {
        let read = parse::characters(braced, &mut self.faults);
        let mut text = String::new();
        for character in read.items {
            match character {
                Character::CString(string) => text.push_str(&string.text),
                Character::Numbers(numbers, span) => text.push(self.character(&numbers, span)?),
                Character::Value(value) => {
                    let span = value.span;
                    let value = self.keep_value(value)?;
                    match self.referenced(value, scope)? {
                        (_, Value::String(part)) => text.push_str(&part),
                        _ => {
                            self.fault(span, LegalKind::NotCharacters);
                            return None;
                        }
                    }
                }
            }
        }
        read.sound.then_some(text)
    }

    /// A tuple (X.680 41.13: column 0 to 7, row 0 to 15) or a quadruple (41.11: group,
    /// plane, row, cell).
    fn character(&mut self, numbers: &[Text], span: Span) -> Option<char> {
        let numbers: Option<Vec<u32>> = numbers.iter().map(|n| n.text.parse().ok()).collect();
        let code = match numbers.as_deref() {
            Some(&[column, row]) if column < 8 && row < 16 => Some(column * 16 + row),
            Some(&[group, plane, row, cell]) if group < 128 && plane < 256 && row < 256 && cell < 256 => {
                Some(group << 24 | plane << 16 | row << 8 | cell)
            }
            _ => None,
        };
        let character = code.and_then(char::from_u32);
        if character.is_none() {
            self.fault(span, LegalKind::NotCharacters);
        }
        character
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_are_exact() {
        let real = |text| match real(false, text) {
            Some(Real::Finite { mantissa, exponent, .. }) => format!("{mantissa}e{exponent}"),
            _ => String::new(),
        };
        assert_eq!(real("1.50"), "15e-1");
        assert_eq!(real("12."), "12e0");
        assert_eq!(real("3.14E-10"), "314e-12");
        assert_eq!(real("0.0"), "0e0");
    }

    #[test]
    fn digits_are_padded() {
        assert_eq!(octets_of_hexadecimal("ABC"), [0xab, 0xc0]);
        assert_eq!(octets_of_binary("101"), [0xa0]);
        let bits = Value::BitString { octets: vec![0xa0], bits: 4, listed: Listed::default() };
        assert_eq!(bits_of_hexadecimal("A"), bits);
    }
}
