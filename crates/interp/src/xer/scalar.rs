//! Values without parts.

use std::borrow::Cow;

use wireglot_bigint::BigInt;
use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_rt::Real;

use super::read::{Place, Read, Run, Wrong};
use super::CONTROLS;
use crate::json::leaf::oid;
use crate::json::number::{normalized, Literal};
use crate::Sink;

/// Special values of REAL, as elements and as text (X.680 21.6).
const SPECIAL: [(&str, &str, Real<'static>); 3] = [
    ("PLUS-INFINITY", "INF", Real::PlusInfinity),
    ("MINUS-INFINITY", "-INF", Real::MinusInfinity),
    ("NOT-A-NUMBER", "NaN", Real::NotANumber),
];

impl<'s, 't> Run<'_, 's, 't> {
    pub(super) fn leaf(&mut self, ty: ShapeId, place: Place, kind: &'s ShapeKind) -> Read {
        let most = self.reader.limits.integer_octets;
        match kind {
            ShapeKind::Boolean => match &*self.word(place)? {
                "true" => self.tape.boolean(ty, true),
                "false" => self.tape.boolean(ty, false),
                _ => return wrong(place, "<true/> or <false/> is expected"),
            },
            ShapeKind::Null => match self.is_empty(place) {
                true => self.tape.null(ty),
                false => return wrong(place, "an empty element is expected"),
            },
            ShapeKind::Integer { named, .. } => {
                let value = self.integer(ty, place, named)?;
                match value.to_i64() {
                    Some(value) => self.tape.integer(ty, value),
                    None => self.tape.big_integer(ty, &value.to_twos_complement()),
                }
            }
            ShapeKind::Enumerated { items, extensible } => {
                let word = self.word(place)?;
                match self.reader.names.value(ty, items, &word) {
                    Some(number) => self.tape.enumerated(ty, *number),
                    None if *extensible && self.reader.drops_later => self.tape.unknown_enumerated(ty, 0),
                    None => return wrong(place, format!("there is no item `{word}`")),
                }
            }
            ShapeKind::BitString { named, .. } => {
                let (octets, bits) = if place.first < place.end {
                    self.named_bits(ty, place, named)?
                } else {
                    self.bits(place)?
                };
                self.tape.bit_string(ty, &octets, bits);
            }
            ShapeKind::OctetString { .. } => {
                let octets = self.hex(place)?;
                self.tape.octet_string(ty, &octets);
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => {
                let mut contents = Vec::new();
                let text = arcs(&self.word(place)?);
                let relative = matches!(kind, ShapeKind::RelativeOid);
                oid(&text, relative, most, &mut contents).map_err(|why| Wrong::value(place.lo, why))?;
                self.tape.oid(ty, &contents);
            }
            ShapeKind::Real | ShapeKind::Float { .. } => self.real(ty, place)?,
            ShapeKind::Time(_) => {
                let text = self.word(place)?;
                self.tape.string(ty, &text);
            }
            _ => {
                let text = self.characters(place)?;
                self.room(place, text.len())?;
                self.tape.string(ty, &text);
            }
        }
        Ok(())
    }

    /// The contents of a place: an empty element's name, or text without surrounding white space.
    fn word(&self, place: Place) -> Read<Cow<'t, str>> {
        if let Some(word) = self.sole_word(place) {
            return Ok(Cow::Borrowed(word));
        }
        Ok(match self.characters(place)? {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_string()),
        })
    }

    fn integer(&mut self, ty: ShapeId, place: Place, named: &'s [(String, BigInt)]) -> Read<BigInt> {
        let word = self.word(place)?;
        match self.reader.names.value(ty, named, &word) {
            Some(value) => Ok(value.clone()),
            None => self.number(place, &word),
        }
    }

    fn number(&self, place: Place, word: &str) -> Read<BigInt> {
        let most = self.reader.limits.integer_octets;
        let digits = word.strip_prefix('-').unwrap_or(word);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let value =
            if is_number { Literal::new(word).and_then(|literal| literal.integer(most)) } else { None };
        value.ok_or_else(|| {
            Wrong::value(place.lo, format!("a whole number of at most {most} octets is expected"))
        })
    }

    fn real(&mut self, ty: ShapeId, place: Place) -> Read {
        let word = self.word(place)?;
        if let Some((.., real)) = SPECIAL.iter().find(|(element, text, _)| *element == word || *text == word)
        {
            self.tape.real(ty, real);
            return Ok(());
        }
        let literal = if is_real(&word) { Literal::new(&word) } else { None };
        let Some(literal) = literal else { return wrong(place, "a number is expected") };
        if literal.digits.len() > self.reader.limits.integer_octets {
            return Err(Wrong::limit(place.lo, "the number is too long"));
        }
        if literal.digits.is_empty() {
            self.tape.real(ty, if literal.negative { &Real::MinusZero } else { &Real::Zero });
            return Ok(());
        }
        let negative = literal.negative;
        let binary = literal.dyadic().or_else(|| literal.nearest());
        match binary.and_then(|(mantissa, exponent)| normalized(&mantissa, exponent)) {
            Some((mantissa, exponent)) => {
                self.tape.real(ty, &Real::Binary { negative, mantissa: &mantissa, exponent });
            }
            // Too small or too large for binary64, but exact in base 10.
            None => {
                let Literal { digits, exponent, .. } = literal;
                self.tape.real(ty, &Real::Decimal { negative, digits: &digits, exponent });
            }
        }
        Ok(())
    }

    /// Reads digits 0 and 1; white space is allowed anywhere.
    fn bits(&self, place: Place) -> Read<(Vec<u8>, u64)> {
        let text = self.characters(place)?;
        let (mut octets, mut bits) = (Vec::new(), 0u64);
        for digit in text.chars().filter(|c| !c.is_ascii_whitespace()) {
            if !matches!(digit, '0' | '1') {
                return wrong(place, format!("`{digit}` is not a bit"));
            }
            if bits % 8 == 0 {
                octets.push(0);
            }
            if let (Some(last), '1') = (octets.last_mut(), digit) {
                *last |= 0x80 >> (bits % 8);
            }
            bits += 1;
        }
        Ok((octets, bits))
    }

    /// Reads empty elements named after bits; the last bit set determines the number of bits.
    fn named_bits(&mut self, ty: ShapeId, place: Place, named: &'s [(String, u32)]) -> Read<(Vec<u8>, u64)> {
        self.no_text(place)?;
        let (mut octets, mut bits, mut node) = (Vec::<u8>::new(), 0, place.first);
        while node < place.end {
            let name = self.name(node);
            let Some(bit) = self.reader.names.value(ty, named, name) else {
                return wrong(place, format!("there is no bit `{}`", self.name(node)));
            };
            let at = *bit as usize / 8;
            self.room(place, at)?;
            bits = bits.max(u64::from(*bit) + 1);
            octets.resize(octets.len().max(at + 1), 0);
            if let Some(octet) = octets.get_mut(at) {
                *octet |= 0x80 >> (bit % 8);
            }
            node = self.next(node);
        }
        Ok((octets, bits))
    }

    /// Reads hexadecimal digits; white space is allowed anywhere, and a missing last digit is zero.
    pub(super) fn hex(&self, place: Place) -> Read<Vec<u8>> {
        let text = self.characters(place)?;
        let (mut octets, mut is_half) = (Vec::<u8>::new(), false);
        for character in text.chars().filter(|c| !c.is_ascii_whitespace()) {
            let Some(digit) = character.to_digit(16) else {
                return wrong(place, format!("`{character}` is not a hexadecimal digit"));
            };
            match octets.last_mut() {
                Some(last) if is_half => *last |= digit as u8,
                _ => octets.push((digit << 4) as u8),
            }
            is_half = !is_half;
        }
        Ok(octets)
    }

    fn room(&self, place: Place, octets: usize) -> Read {
        let most = self.reader.limits.string_octets;
        match octets > most {
            true => Err(Wrong::limit(place.lo, format!("a string takes more than {most} octets"))),
            false => Ok(()),
        }
    }

    /// The characters of a place, with escapes resolved (X.680 12.15).
    fn characters(&self, place: Place) -> Read<Cow<'t, str>> {
        let raw = self.text.get(place.lo as usize..place.hi as usize).unwrap_or_default();
        // The longest way to write an octet is as eight digits of bits.
        self.room(place, raw.len() / 16)?;
        if !raw.contains(['&', '<', '\r']) {
            return Ok(Cow::Borrowed(raw));
        }
        let (mut text, mut rest) = (String::new(), raw);
        while let Some(at) = rest.find(['&', '<', '\r']) {
            let (plain, mark) = rest.split_at(at);
            text.push_str(plain);
            let offset = place.lo + (raw.len() - mark.len()) as u32;
            rest = special(&mut text, mark).map_err(|message| Wrong::value(offset, message))?;
        }
        text.push_str(rest);
        Ok(Cow::Owned(text))
    }

    /// A value without parts, as the text of a key.
    pub(super) fn scalar_key(&self, place: Place, kind: &ShapeKind) -> Option<String> {
        Some(match kind {
            ShapeKind::Integer { named, .. } => {
                let word = self.word(place).ok()?;
                let own = named.iter().find(|(name, _)| *name == word).map(|(_, value)| value.clone());
                own.or_else(|| self.number(place, &word).ok())?.to_string()
            }
            ShapeKind::Null => "null".into(),
            ShapeKind::OctetString { .. } => {
                self.hex(place).ok()?.iter().map(|octet| format!("{octet:02X}")).collect()
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => arcs(&self.word(place).ok()?),
            ShapeKind::Boolean | ShapeKind::Enumerated { .. } => self.word(place).ok()?.into_owned(),
            ShapeKind::String { .. } => self.characters(place).ok()?.into_owned(),
            _ => return None,
        })
    }
}

fn wrong<T>(place: Place, message: impl Into<String>) -> Read<T> {
    Err(Wrong::value(place.lo, message))
}

/// Appends an escaped character; returns the text after it.
fn special<'t>(text: &mut String, mark: &'t str) -> Result<&'t str, &'static str> {
    const NAMED: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
    if let Some(rest) = mark.strip_prefix('\r') {
        // XML readers convert line ends to one character.
        text.push('\n');
        return Ok(rest.strip_prefix('\n').unwrap_or(rest));
    }
    if let Some(comment) = mark.strip_prefix("<!--") {
        return comment.split_once("-->").map(|(_, rest)| rest).ok_or("the comment has no end");
    }
    if let Some(element) = mark.strip_prefix('<') {
        let (name, rest) = element.split_once('>').ok_or("the element has no end")?;
        let word = name.strip_suffix('/').unwrap_or(name).trim_end();
        let known = CONTROLS.iter().find(|(_, known)| *known == word);
        let (code, _) = known.ok_or("characters are expected here, not an element")?;
        text.push(char::from(*code));
        let end = format!("</{word}>");
        return match name.ends_with('/') {
            true => Ok(rest),
            false => rest.strip_prefix(end.as_str()).ok_or("an empty element is expected"),
        };
    }
    // No character name is longer. The limit avoids searching the rest of the text again and again.
    let end = mark.bytes().take(12).position(|octet| octet == b';').ok_or("write `&amp;` for `&`")?;
    let name = mark.get(1..end).unwrap_or_default();
    let rest = mark.get(end + 1..).unwrap_or_default();
    let number = |digits: &str, base| match digits.starts_with('+') {
        true => None,
        false => u32::from_str_radix(digits, base).ok().and_then(char::from_u32),
    };
    let character = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix('x') {
            Some(digits) => number(digits, 16),
            None => number(digits, 10),
        },
        None => NAMED.iter().find(|(known, _)| *known == name).map(|(_, character)| *character),
    };
    text.push(character.ok_or("there is no character of that name")?);
    Ok(rest)
}

/// Arcs as numbers: `name(5)` is 5 (X.680 32.3).
fn arcs(text: &str) -> String {
    let arcs =
        text.split('.').map(|arc| match arc.trim().strip_suffix(')').and_then(|arc| arc.split_once('(')) {
            Some((_, number)) => number,
            None => arc.trim(),
        });
    arcs.collect::<Vec<_>>().join(".")
}

/// Whether a text is a real number: sign, digits, a point and digits, an exponent (X.680 21.6).
fn is_real(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    digits(whole)
        && (fraction.is_empty() || digits(fraction))
        && digits(power.strip_prefix(['-', '+']).unwrap_or(power))
}
