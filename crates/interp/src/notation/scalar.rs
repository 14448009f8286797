//! Values without parts.

use wireglot_bigint::BigInt;
use wireglot_plan::{ShapeId, ShapeKind};
use wireglot_rt::tlv::{push_arc, push_first_arcs};
use wireglot_rt::Real;

use super::escape;
use super::lex::{characters, Kind};
use super::read::{Read, Run, Wrong};
use crate::json::number::{normalized, Literal};
use crate::Sink;

/// Root arcs that have names (X.680 32.5; X.660 A.2).
const ROOTS: [(&str, u32); 5] =
    [("itu-t", 0), ("ccitt", 0), ("iso", 1), ("joint-iso-itu-t", 2), ("joint-iso-ccitt", 2)];

impl<'s> Run<'_, 's, '_> {
    pub(super) fn leaf(&mut self, ty: ShapeId, kind: &'s ShapeKind) -> Read {
        match kind {
            ShapeKind::Boolean => {
                let value = self.is_word("TRUE");
                if !value && !self.is_word("FALSE") {
                    return self.wrong("TRUE or FALSE is expected");
                }
                self.at += 1;
                self.tape.boolean(ty, value);
            }
            ShapeKind::Null => {
                if !self.is_word("NULL") {
                    return self.wrong("NULL is expected");
                }
                self.at += 1;
                self.tape.null(ty);
            }
            ShapeKind::Integer { named, .. } => {
                let value = self.integer(ty, named)?;
                match value.to_i64() {
                    Some(value) => self.tape.integer(ty, value),
                    None => self.tape.big_integer(ty, &value.to_twos_complement()),
                }
            }
            ShapeKind::Enumerated { items, .. } => self.enumerated(ty, items)?,
            ShapeKind::BitString { named, .. } => {
                let (octets, bits) =
                    if self.next().kind == Kind::Open { self.named_bits(ty, named)? } else { self.bits()? };
                self.tape.bit_string(ty, &octets, bits);
            }
            ShapeKind::OctetString { .. } => {
                let (octets, _) = self.bits()?;
                self.tape.octet_string(ty, &octets);
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => {
                let contents = self.oid(matches!(kind, ShapeKind::RelativeOid))?;
                self.tape.oid(ty, &contents);
            }
            ShapeKind::Real => self.real(ty)?,
            _ => {
                let text = self.text()?;
                self.tape.string(ty, &text);
            }
        }
        Ok(())
    }

    /// Reads an integer of limited length.
    fn whole(&mut self) -> Result<BigInt, Wrong> {
        let token = self.next();
        let most = self.reader.limits.integer_octets;
        let plain = token.kind == Kind::Number && !token.text.contains(['.', 'e', 'E']);
        let value = if plain { Literal::new(token.text).and_then(|l| l.integer(most)) } else { None };
        let Some(value) = value else {
            return self.wrong(format!("a whole number of at most {most} octets is expected"));
        };
        self.at += 1;
        Ok(value)
    }

    /// Reads a non-negative 32-bit integer.
    pub(super) fn small(&mut self) -> Result<u64, Wrong> {
        let at = self.at;
        let value = self.whole()?.to_u64().filter(|value| *value <= u64::from(u32::MAX));
        value.ok_or_else(|| Wrong::value(at, "a number from 0 to 4294967295 is expected"))
    }

    fn integer(&mut self, ty: ShapeId, named: &'s [(String, BigInt)]) -> Result<BigInt, Wrong> {
        if self.next().kind != Kind::Word {
            return self.whole();
        }
        let name = self.next().text;
        let Some(value) = self.reader.names.value(ty, named, name) else {
            return self.wrong("a number, or the name of one, is expected");
        };
        self.at += 1;
        Ok(value.clone())
    }

    fn enumerated(&mut self, ty: ShapeId, items: &'s [(String, i64)]) -> Read {
        if self.escape(escape::NUMBER) {
            let at = self.at;
            let number = self.whole()?.to_i64();
            let number = number.ok_or_else(|| Wrong::value(at, "a number of 64 bits is expected"))?;
            self.tape.enumerated(ty, number);
            return Ok(());
        }
        if self.escape(escape::INDEX) {
            let index = self.small()?;
            self.tape.unknown_enumerated(ty, index);
            return Ok(());
        }
        let name = self.next();
        let Some(number) = self.reader.names.value(ty, items, name.text).filter(|_| name.kind == Kind::Word)
        else {
            return self.wrong(format!("there is no item `{}`", name.text));
        };
        self.at += 1;
        self.tape.enumerated(ty, *number);
        Ok(())
    }

    /// Reads a bstring or hstring (X.680 12.10, 12.12).
    pub(super) fn bits(&mut self) -> Result<(Vec<u8>, u64), Wrong> {
        let token = self.next();
        let width = match token.kind {
            Kind::Bits => 1,
            Kind::Hex => 4,
            _ => return self.wrong("a bstring or hstring is expected"),
        };
        self.room(token.text.len() / (8 / width))?;
        let (mut octets, mut bits) = (Vec::new(), 0u64);
        for character in token.text.chars().filter(|c| !c.is_ascii_whitespace()) {
            let digit = character.to_digit(1 << width).filter(|_| !character.is_ascii_lowercase());
            let Some(digit) = digit else {
                return self.wrong(format!("`{character}` is not a digit here"));
            };
            if bits % 8 == 0 {
                octets.push(0);
            }
            if let Some(last) = octets.last_mut() {
                *last |= (digit << (8 - width as u64 - bits % 8)) as u8;
            }
            bits += width as u64;
        }
        self.at += 1;
        Ok((octets, bits))
    }

    /// Reads `{ name, name }`; the last bit set determines the number of bits (X.680 22.6).
    #[expect(clippy::indexing_slicing, reason = "resized to hold the bit")]
    fn named_bits(&mut self, ty: ShapeId, named: &'s [(String, u32)]) -> Result<(Vec<u8>, u64), Wrong> {
        let (mut octets, mut bits) = (Vec::<u8>::new(), 0);
        self.at += 1;
        while self.next().kind != Kind::Close {
            let name = self.next().text;
            let Some(bit) = self.reader.names.value(ty, named, name) else {
                return self.wrong(format!("there is no bit `{}`", self.next().text));
            };
            self.room(*bit as usize / 8)?;
            bits = bits.max(u64::from(*bit) + 1);
            octets.resize(octets.len().max(*bit as usize / 8 + 1), 0);
            octets[*bit as usize / 8] |= 0x80 >> (bit % 8);
            self.at += 1;
            if self.next().kind == Kind::Comma {
                self.at += 1;
            }
        }
        self.at += 1;
        Ok((octets, bits))
    }

    fn room(&self, octets: usize) -> Read {
        let most = self.reader.limits.string_octets;
        match octets > most {
            true => Err(Wrong::limit(self.at, format!("a string takes more than {most} octets"))),
            false => Ok(()),
        }
    }

    /// Reads `{ iso(1) 2 840 }` as contents octets (X.680 32, 33).
    fn oid(&mut self, relative: bool) -> Result<Vec<u8>, Wrong> {
        let brace = self.at;
        self.expect(Kind::Open, "an opening brace")?;
        let (mut first, mut contents, mut any) = (None::<u64>, Vec::new(), 0u32);
        while self.next().kind != Kind::Close {
            let arc = self.arc(any == 0 && !relative)?;
            if contents.len() > self.reader.limits.integer_octets {
                return Err(Wrong::limit(brace, "the OBJECT IDENTIFIER is too long".into()));
            }
            match (any, relative) {
                (0, false) => first = arc.to_u64(),
                (1, false) => {
                    if !first.is_some_and(|root| push_first_arcs(&mut contents, root, &arc.magnitude())) {
                        return Err(Wrong::value(brace, "no object identifier begins with these arcs"));
                    }
                }
                _ => push_arc(&mut contents, &arc.magnitude()),
            }
            any = any.saturating_add(1);
        }
        self.at += 1;
        match any < if relative { 1 } else { 2 } {
            true => Err(Wrong::value(brace, "more arcs are expected")),
            false => Ok(contents),
        }
    }

    /// Reads `5`, `name(5)`, or the name of a root arc.
    fn arc(&mut self, root: bool) -> Result<BigInt, Wrong> {
        let at = self.at;
        let word = self.next();
        if word.kind == Kind::Word {
            self.at += 1;
            if self.next().text != "(" {
                let known = ROOTS.iter().find(|(name, _)| root && *name == word.text);
                let known = known.map(|(_, arc)| BigInt::from(i64::from(*arc)));
                return known.ok_or_else(|| Wrong::value(at, "a number is expected"));
            }
            self.at += 1;
        }
        let arc = self.whole()?;
        if arc.is_negative() {
            return Err(Wrong::value(at, "an arc is not below zero"));
        }
        if word.kind == Kind::Word {
            if self.next().text != ")" {
                return self.wrong("a closing parenthesis is expected");
            }
            self.at += 1;
        }
        Ok(arc)
    }

    /// X.680 21.6: a plain number has base 10; braces give mantissa, base and exponent.
    fn real(&mut self, ty: ShapeId) -> Read {
        const SPECIAL: [(&str, Real<'static>); 3] = [
            ("PLUS-INFINITY", Real::PlusInfinity),
            ("MINUS-INFINITY", Real::MinusInfinity),
            ("NOT-A-NUMBER", Real::NotANumber),
        ];
        if let Some((_, real)) = SPECIAL.iter().find(|(word, _)| self.is_word(word)) {
            self.at += 1;
            self.tape.real(ty, real);
            return Ok(());
        }
        if self.next().kind == Kind::Open {
            return self.real_in_parts(ty);
        }
        let token = self.next();
        let literal = if token.kind == Kind::Number { Literal::new(token.text) } else { None };
        let Some(Literal { negative, digits, exponent, .. }) = literal else {
            return self.wrong("a number, or `{ mantissa, base, exponent }`, is expected");
        };
        if digits.len() > self.reader.limits.integer_octets {
            return Err(Wrong::limit(self.at, "the number is too long".into()));
        }
        self.at += 1;
        match digits.is_empty() {
            true => self.tape.real(ty, if negative { &Real::MinusZero } else { &Real::Zero }),
            false => self.tape.real(ty, &Real::Decimal { negative, digits: &digits, exponent }),
        }
        Ok(())
    }

    fn real_in_parts(&mut self, ty: ShapeId) -> Read {
        let brace = self.at;
        self.at += 1;
        let mut parts = Vec::new();
        for word in ["mantissa", "base", "exponent"] {
            if !self.is_word(word) {
                return self.wrong(format!("`{word}` is expected"));
            }
            self.at += 1;
            parts.push(self.whole()?);
            if word != "exponent" {
                self.expect(Kind::Comma, "a comma")?;
            }
        }
        self.expect(Kind::Close, "a closing brace")?;
        let [mantissa, base, exponent] = &parts[..] else { return Ok(()) };
        let wrong = |words: &str| Wrong::value(brace, words);
        let exponent = exponent.to_i64().ok_or_else(|| wrong("an exponent of 64 bits is expected"))?;
        let negative = mantissa.is_negative();
        match base.to_i64() {
            _ if mantissa.is_zero() => self.tape.real(ty, &Real::Zero),
            Some(2) => {
                let parts = normalized(mantissa, exponent);
                let (mantissa, exponent) = parts.ok_or_else(|| wrong("the exponent is too large"))?;
                self.tape.real(ty, &Real::Binary { negative, mantissa: &mantissa, exponent });
            }
            Some(10) => {
                let text = mantissa.to_string();
                let digits = text.trim_start_matches('-');
                let kept = digits.trim_end_matches('0');
                let exponent = exponent.checked_add((digits.len() - kept.len()) as i64);
                let exponent = exponent.ok_or_else(|| wrong("the exponent is too large"))?;
                self.tape.real(ty, &Real::Decimal { negative, digits: kept, exponent });
            }
            _ => return Err(wrong("the base is 2 or 10")),
        }
        Ok(())
    }

    /// Reads a cstring, or a list of cstrings, tuples and quadruples (X.680 41.8).
    fn text(&mut self) -> Result<String, Wrong> {
        let mut text = String::new();
        let list = self.next().kind == Kind::Open && self.token_after_brace() != Kind::Number;
        if !list {
            self.piece(&mut text)?;
            return Ok(text);
        }
        self.at += 1;
        while self.next().kind != Kind::Close {
            self.piece(&mut text)?;
            if self.next().kind == Kind::Comma {
                self.at += 1;
            }
        }
        self.at += 1;
        Ok(text)
    }

    fn token_after_brace(&self) -> Kind {
        self.token(self.at + 1).kind
    }

    fn piece(&mut self, text: &mut String) -> Read {
        let token = self.next();
        match token.kind {
            Kind::Text => {
                self.room(text.len() + token.text.len())?;
                text.push_str(&characters(token.text));
                self.at += 1;
            }
            Kind::Open => {
                let at = self.at;
                let code = self.code()?;
                text.push(
                    char::from_u32(code).ok_or_else(|| Wrong::value(at, "there is no such character"))?,
                );
            }
            _ => return self.wrong("a cstring is expected"),
        }
        Ok(())
    }

    /// Reads `{column, row}` or `{group, plane, row, cell}`.
    fn code(&mut self) -> Result<u32, Wrong> {
        let brace = self.at;
        self.at += 1;
        let mut numbers = Vec::new();
        while self.next().kind != Kind::Close && numbers.len() < 5 {
            numbers.push(self.small()?);
            if self.next().kind == Kind::Comma {
                self.at += 1;
            }
        }
        self.expect(Kind::Close, "a closing brace")?;
        match numbers[..] {
            [column @ 0..=15, row @ 0..=15] => Ok((column << 4 | row) as u32),
            [group @ 0..=127, plane @ 0..=255, row @ 0..=255, cell @ 0..=255] => {
                Ok((group << 24 | plane << 16 | row << 8 | cell) as u32)
            }
            _ => Err(Wrong::value(brace, "two or four numbers of a character are expected")),
        }
    }

    /// A value without parts, as the text of a key.
    pub(super) fn scalar_key(&self, at: usize, kind: &ShapeKind) -> Option<String> {
        let token = self.token(at);
        Some(match (kind, token.kind) {
            (ShapeKind::Integer { .. }, Kind::Number) => Literal::new(token.text)?.integer(64)?.to_string(),
            (ShapeKind::Integer { named, .. }, _) => {
                named.iter().find(|(name, _)| name == token.text)?.1.to_string()
            }
            (ShapeKind::Boolean | ShapeKind::Null, _) => token.text.to_ascii_lowercase(),
            (ShapeKind::Enumerated { .. }, Kind::Word) => token.text.into(),
            (ShapeKind::OctetString { .. }, Kind::Hex) => {
                token.text.chars().filter(|c| !c.is_ascii_whitespace()).collect()
            }
            (ShapeKind::Oid | ShapeKind::RelativeOid, Kind::Open) => self.oid_key(at)?,
            (_, Kind::Text) => characters(token.text).into_owned(),
            _ => return None,
        })
    }

    /// The dotted arcs of `{ iso(1) 2 }`.
    fn oid_key(&self, brace: usize) -> Option<String> {
        let close = self.token(brace).mate as usize;
        let mut arcs = Vec::new();
        for at in brace + 1..close {
            let token = self.token(at);
            let bare = token.kind == Kind::Word && self.token(at + 1).text != "(";
            match token.kind {
                Kind::Number => arcs.push(token.text.to_string()),
                Kind::Word if bare && arcs.is_empty() => {
                    arcs.push(ROOTS.iter().find(|(name, _)| *name == token.text)?.1.to_string());
                }
                _ => {}
            }
        }
        Some(arcs.join("."))
    }
}
