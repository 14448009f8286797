//! Terms of values without parts.

use wireglot_bigint::BigInt;
use wireglot_model::StringKind;
use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::read::{expected, pair, wrong, Read, Run};
use super::scan::Term;
use super::{BIT, UNKNOWN_ITEM};
use crate::float::from_f64;
use crate::json::leaf::oid;
use crate::json::number::{normalized, Literal};
use crate::Sink;

/// The last bit that a list can set by number or name, so that one list element can't demand much memory.
const LAST_BIT: u64 = 0xffff;

impl<'s> Run<'_, 's, '_> {
    pub(super) fn leaf(&mut self, ty: ShapeId, term: Term<'_>, kind: &'s ShapeKind) -> Read {
        match kind {
            ShapeKind::Boolean => match term.atom() {
                Some("true") => self.tape.boolean(ty, true),
                Some("false") => self.tape.boolean(ty, false),
                _ => return expected("`true` or `false`", term),
            },
            ShapeKind::Null => match term.atom() {
                Some("NULL") => self.tape.null(ty),
                _ => return expected("`NULL`", term),
            },
            ShapeKind::Integer { named, .. } => {
                let value = self.integer(ty, term, named)?;
                match value.to_i64() {
                    Some(value) => self.tape.integer(ty, value),
                    None => self.tape.big_integer(ty, &value.to_twos_complement()),
                }
            }
            ShapeKind::Enumerated { items, .. } => {
                let number = match (term.atom(), pair(term)) {
                    (Some(word), _) => self.reader.names.value(ty, items, word).copied(),
                    (None, Some((UNKNOWN_ITEM, number))) => number.number(),
                    _ => return expected("an atom", term),
                };
                let Some(number) = number else {
                    return wrong("etf_value", term, format!("there is no item {}", term.what()));
                };
                self.tape.enumerated(ty, number);
            }
            ShapeKind::BitString { named, .. } => {
                let (octets, bits) = self.bits(ty, term, named)?;
                self.tape.bit_string(ty, &octets, bits);
            }
            ShapeKind::OctetString { .. } => {
                let Some(octets) = term.bytes() else { return expected("a binary or a list of bytes", term) };
                self.room(term, octets.len())?;
                self.tape.octet_string(ty, &octets);
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => {
                let (mut contents, most) = (Vec::new(), self.reader.limits.integer_octets);
                let text = self.arcs(term)?;
                let relative = matches!(kind, ShapeKind::RelativeOid);
                oid(&text, relative, most, &mut contents).or_else(|why| wrong("etf_value", term, why))?;
                self.tape.oid(ty, &contents);
            }
            ShapeKind::Real | ShapeKind::Float { .. } => self.real(ty, term)?,
            kind => {
                let is_utf8 = matches!(
                    kind,
                    ShapeKind::String { kind: StringKind::Utf8, .. }
                        | ShapeKind::OidIri
                        | ShapeKind::RelativeOidIri
                );
                let text = self.characters(term, is_utf8)?;
                self.tape.string(ty, &text);
            }
        }
        Ok(())
    }

    fn integer(&mut self, ty: ShapeId, term: Term<'_>, named: &'s [(String, BigInt)]) -> Read<BigInt> {
        let most = self.reader.limits.integer_octets;
        let word = term.atom().and_then(|word| self.reader.names.value(ty, named, word));
        match (word, term.integer(most)) {
            (Some(value), _) => Ok(value.clone()),
            (None, Some(value)) => Ok(value),
            (None, None) => expected(&format!("an integer of at most {most} octets"), term),
        }
    }

    fn room(&self, term: Term<'_>, octets: usize) -> Read {
        let most = self.reader.limits.string_octets;
        match octets > most {
            true => wrong("etf_limit", term, format!("a string takes more than {most} octets")),
            false => Ok(()),
        }
    }

    /// Bits as a bit string, as a list of zeros and ones, or as a list of the names of those that are set.
    fn bits(&mut self, ty: ShapeId, term: Term<'_>, named: &'s [(String, u32)]) -> Read<(Vec<u8>, u64)> {
        if let Some((octets, bits)) = term.bits() {
            self.room(term, octets.len())?;
            let mut octets = octets.to_vec();
            if let (Some(last), used @ 1..) = (octets.last_mut(), bits % 8) {
                *last &= 0xff << (8 - used);
            }
            return Ok((octets, bits));
        }
        let Some(parts) = term.list() else { return expected("a bit string or a list of bits", term) };
        let (mut octets, mut bits) = (Vec::<u8>::new(), 0u64);
        for (index, part) in (0u64..).zip(parts) {
            let number = match (part.atom(), pair(part)) {
                (Some(word), _) => self.reader.names.value(ty, named, word).map(|bit| u64::from(*bit)),
                (None, Some((BIT, bit))) => bit.number().and_then(|bit| u64::try_from(bit).ok()),
                _ => match part.number() {
                    Some(zero_or_one @ 0..=1) => {
                        push_bit(&mut octets, &mut bits, index, zero_or_one == 1);
                        continue;
                    }
                    _ => None,
                },
            };
            let Some(bit) = number else {
                return wrong("etf_value", part, format!("there is no bit {}", part.what()));
            };
            if bit > LAST_BIT {
                return wrong(
                    "etf_limit",
                    part,
                    format!("a list of bits can't set a bit after bit {LAST_BIT}"),
                );
            }
            push_bit(&mut octets, &mut bits, bit, true);
        }
        Ok((octets, bits))
    }

    /// The arcs of a tuple of numbers as dotted text.
    fn arcs(&self, term: Term<'_>) -> Read<String> {
        let most = self.reader.limits.integer_octets;
        let arcs = term.tuple().and_then(|parts| {
            let mut text = String::new();
            for part in parts {
                if !text.is_empty() {
                    text.push('.');
                }
                let arc = part.integer(most).filter(|arc| !arc.is_negative())?;
                text.push_str(&arc.to_string());
                // Each binary octet takes fewer than three decimal digits.
                if text.len() / 3 > most {
                    return None;
                }
            }
            Some(text)
        });
        match arcs {
            Some(text) => Ok(text),
            None => expected(&format!("a tuple of numbers of at most {most} octets"), term),
        }
    }

    /// A number as an integer, a float, `{Mantissa, Base, Exponent}`, the characters of a number, or the name of an
    /// infinity.
    fn real(&mut self, ty: ShapeId, term: Term<'_>) -> Read {
        let most = self.reader.limits.integer_octets;
        if let Some(value) = term.float() {
            self.tape.real(ty, &from_f64(value, &mut [0; 8]));
            return Ok(());
        }
        match term.atom() {
            Some("PLUS-INFINITY") => {
                self.tape.real(ty, &Real::PlusInfinity);
                return Ok(());
            }
            Some("MINUS-INFINITY") => {
                self.tape.real(ty, &Real::MinusInfinity);
                return Ok(());
            }
            _ => {}
        }
        if let Some(value) = term.integer(most) {
            return self.scaled(ty, term, &value, 2, 0);
        }
        if let Some(parts) = term.tuple().filter(|parts| parts.len() == 3) {
            let mut parts = parts;
            let (mantissa, base, exponent) = (parts.next(), parts.next(), parts.next());
            let mantissa = mantissa.and_then(|part| part.integer(most));
            let numbers = base.and_then(Term::number).zip(exponent.and_then(Term::number));
            if let Some((mantissa, (base @ (2 | 10), exponent))) = mantissa.zip(numbers) {
                return self.scaled(ty, term, &mantissa, base, exponent);
            }
        }
        let text = term.bytes().filter(|text| text.len() <= most);
        let literal = text.as_deref().and_then(|text| std::str::from_utf8(text).ok()).and_then(decimal);
        let Some((negative, digits, exponent)) = literal else { return expected("a number", term) };
        match digits.is_empty() {
            true => self.tape.real(ty, &Real::Zero),
            false => self.tape.real(ty, &Real::Decimal { negative, digits: &digits, exponent }),
        }
        Ok(())
    }

    fn scaled(&mut self, ty: ShapeId, term: Term<'_>, mantissa: &BigInt, base: i64, exponent: i64) -> Read {
        let negative = mantissa.is_negative();
        if mantissa.is_zero() {
            self.tape.real(ty, &Real::Zero);
            return Ok(());
        }
        if base == 2 {
            let Some((mantissa, exponent)) = normalized(mantissa, exponent) else {
                return expected("a number with a smaller exponent", term);
            };
            self.tape.real(ty, &Real::Binary { negative, mantissa: &mantissa, exponent });
            return Ok(());
        }
        let text = mantissa.to_string();
        let digits = text.trim_start_matches('-').trim_end_matches('0');
        let zeros = text.trim_start_matches('-').len() - digits.len();
        let Some(exponent) = exponent.checked_add(zeros as i64) else {
            return expected("a number with a smaller exponent", term);
        };
        self.tape.real(ty, &Real::Decimal { negative, digits, exponent });
        Ok(())
    }

    /// Characters as a binary in UTF-8, or as a list of numbers or of four octets each.
    fn characters(&self, term: Term<'_>, is_utf8: bool) -> Read<String> {
        if let (true, Some((octets, _))) = (is_utf8, term.bits()) {
            self.room(term, octets.len())?;
            return match std::str::from_utf8(octets) {
                Ok(text) => Ok(text.to_string()),
                Err(_) => wrong("etf_value", term, "the binary is not UTF-8"),
            };
        }
        if let Some(bytes) = term.bytes() {
            self.room(term, bytes.len())?;
            return Ok(bytes.iter().map(|byte| char::from(*byte)).collect());
        }
        let Some(parts) = term.list() else { return expected("a list of characters", term) };
        self.room(term, parts.len())?;
        let mut text = String::new();
        for part in parts {
            let code = match part.tuple().filter(|octets| octets.len() == 4) {
                Some(octets) => octets.map(Term::number).try_fold(0u32, |code, octet| {
                    let octet = octet.and_then(|octet| u8::try_from(octet).ok())?;
                    Some(code << 8 | u32::from(octet))
                }),
                None => part.number().and_then(|code| u32::try_from(code).ok()),
            };
            let Some(character) = code.and_then(char::from_u32) else {
                return expected("a character", part);
            };
            text.push(character);
        }
        Ok(text)
    }

    /// A value without parts, as the text of a key.
    pub(super) fn scalar_key(&self, term: Term<'_>, kind: &ShapeKind) -> Option<String> {
        Some(match kind {
            ShapeKind::Integer { named, .. } => match term.atom() {
                Some(word) => named.iter().find(|(name, _)| name == word)?.1.to_string(),
                None => term.integer(self.reader.limits.integer_octets)?.to_string(),
            },
            ShapeKind::Null => "null".into(),
            ShapeKind::OctetString { .. } => {
                term.bytes()?.iter().map(|octet| format!("{octet:02X}")).collect()
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => self.arcs(term).ok()?,
            ShapeKind::Boolean | ShapeKind::Enumerated { .. } => term.atom()?.to_string(),
            ShapeKind::String { kind, .. } => self.characters(term, *kind == StringKind::Utf8).ok()?,
            _ => return None,
        })
    }
}

/// Sign, digits and exponent of a number in NR1, NR2 or NR3 (ISO 6093).
fn decimal(text: &str) -> Option<(bool, String, i64)> {
    let text = text.trim_matches(' ').replace(',', ".");
    let text = text.strip_prefix('+').unwrap_or(&text);
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let unsigned = whole.strip_prefix('-').unwrap_or(whole);
    let has_digits = digits(unsigned) && digits(fraction) && !(unsigned.is_empty() && fraction.is_empty());
    let power = power.strip_prefix('+').unwrap_or(power);
    let bare = power.strip_prefix('-').unwrap_or(power);
    if !has_digits || bare.is_empty() || !digits(bare) {
        return None;
    }
    let Literal { negative, digits, exponent, .. } = Literal::new(text)?;
    Some((negative, digits, exponent))
}

/// Sets a bit, or makes room for one that is zero.
fn push_bit(octets: &mut Vec<u8>, bits: &mut u64, bit: u64, is_set: bool) {
    let at = (bit / 8) as usize;
    *bits = (*bits).max(bit + 1);
    octets.resize(octets.len().max(at + 1), 0);
    if let (Some(octet), true) = (octets.get_mut(at), is_set) {
        *octet |= 0x80 >> (bit % 8);
    }
}
