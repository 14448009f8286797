//! Values without parts.

use wireglot_bigint::BigInt;
use wireglot_model::TimeKind;
use wireglot_plan::{Range, Rules, Shape, ShapeId, ShapeKind};
use wireglot_rt::Real;
use wireglot_text::names::advice_or_first;

use super::{Read, Run, Wrong};
use crate::json::cursor::Quoted;
use crate::json::document::Kind;
use crate::json::number::{self, Literal};
use crate::json::Spelling;
use crate::json::{base64, escape, leaf};
use crate::Sink;

impl<'s, 't> Run<'_, 's, 't> {
    pub(super) fn leaf(&mut self, ty: ShapeId, kind: &'s ShapeKind) -> Read {
        match kind {
            ShapeKind::Boolean => match self.cursor.kind()? {
                Kind::True => {
                    self.cursor.word("true")?;
                    self.tape.boolean(ty, true);
                }
                Kind::False => {
                    self.cursor.word("false")?;
                    self.tape.boolean(ty, false);
                }
                _ => return Err(self.unexpected("true or false is expected")),
            },
            ShapeKind::Null => {
                self.want(Kind::Null, "null")?;
                self.cursor.word("null")?;
                self.tape.null(ty);
            }
            ShapeKind::Integer { range, .. } => self.integer(ty, range)?,
            ShapeKind::Enumerated { items, extensible } => self.enumerated(ty, items, *extensible)?,
            ShapeKind::BitString { fixed, size, .. } => {
                let size = if *fixed { size.hi } else { None };
                let (bits, rules) = self.bits(size)?;
                self.came_in(rules);
                self.tape.bit_string(ty, &self.memory.octets, bits);
            }
            ShapeKind::OctetString { .. } => {
                if self.escaped(escape::OCTETS)? {
                    let rules = self.octets_in_rules()?;
                    self.end_object()?;
                    self.came_in(rules);
                } else if self.reader.shape.get(ty).jer.base64 {
                    self.base64()?;
                } else {
                    self.hex()?;
                }
                self.tape.octet_string(ty, &self.memory.octets);
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => {
                const ARCS: &str = "numbers separated by dots, such as \"1.2.840\", are expected";
                let relative = matches!(kind, ShapeKind::RelativeOid);
                let most = self.reader.limits.integer_octets;
                let (at, text) = self.string(ARCS)?;
                leaf::oid(&text.text(), relative, most, &mut self.memory.octets)
                    .map_err(|wrong| Wrong::value(at, wrong))?;
                self.tape.oid(ty, &self.memory.octets);
            }
            ShapeKind::Real => self.real(ty)?,
            ShapeKind::Time(kind) => {
                let (at, text) = self.string(time_expected(*kind))?;
                let text = text.text();
                self.room(at, text.len())?;
                self.tape.string(ty, &text);
            }
            _ => {
                let (at, text) = self.string("a string is expected")?;
                let text = text.text();
                self.room(at, text.len())?;
                self.tape.string(ty, &text);
            }
        }
        Ok(())
    }

    /// Reads a string; also returns its offset.
    #[inline]
    fn string(&mut self, expected: &str) -> Read<(usize, Quoted<'t>)> {
        let kind = self.cursor.kind()?;
        let at = self.cursor.at;
        match kind {
            Kind::String => Ok((at, self.cursor.string()?)),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Reads a string of hexadecimal digits.
    pub(super) fn hex(&mut self) -> Read {
        const PAIRS: &str = "a string of pairs of hexadecimal digits, such as \"0A1F\", is expected";
        let (at, text) = self.string(PAIRS)?;
        let hex = match text.escaped {
            false => leaf::hex(text.raw, &mut self.memory.octets),
            true => leaf::hex(&text.text(), &mut self.memory.octets),
        };
        if !hex {
            return Err(Wrong::value(at, format!("{PAIRS}{}", not_hex(&text.text()))));
        }
        self.room(at, self.memory.octets.len())
    }

    /// Reads a string in base64.
    fn base64(&mut self) -> Read {
        const BASE64: &str = "a string in base64 is expected";
        let (at, text) = self.string(BASE64)?;
        if !base64::read(&text.text(), &mut self.memory.octets) {
            return Err(Wrong::value(at, BASE64));
        }
        self.room(at, self.memory.octets.len())
    }

    #[inline]
    fn room(&self, at: usize, octets: usize) -> Read {
        let most = self.reader.limits.string_octets;
        match octets > most {
            true => Err(Wrong::new("json_limit", at, format!("a string takes more than {most} octets"))),
            false => Ok(()),
        }
    }

    /// Reads a non-negative integer.
    pub(super) fn number(&mut self) -> Read<u64> {
        const NUMBER: &str = "a whole number from 0 on is expected";
        let (at, text) = self.literal(NUMBER)?;
        text.parse().map_err(|_| Wrong::value(at, NUMBER))
    }

    /// Reads a number as text; also returns its offset.
    fn literal(&mut self, expected: &str) -> Read<(usize, &'t str)> {
        let kind = self.cursor.kind()?;
        let at = self.cursor.at;
        match kind {
            Kind::Number => Ok((at, self.cursor.number()?)),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Reads bits: hexadecimal digits if the size is fixed, otherwise `value` and `length`
    /// (X.697 24). Returns the number of bits, and the rules given by an escape.
    fn bits(&mut self, size: Option<u64>) -> Read<(u64, Option<Rules>)> {
        if self.escaped(escape::BITS)? {
            let bits = self.plain_bits(size)?;
            self.end_object()?;
            return Ok(bits);
        }
        Ok((self.plain_bits(size)?.0, None))
    }

    fn plain_bits(&mut self, size: Option<u64>) -> Read<(u64, Option<Rules>)> {
        let mut rules = None;
        let kind = self.cursor.kind()?;
        let start = self.cursor.at;
        let (at, bits) = match (kind, size) {
            (Kind::Object, _) => {
                let (mut value, mut length) = (None, None);
                self.fixed_members(&["value", "length", escape::RULES], |run, name| {
                    match name {
                        "value" => {
                            run.cursor.white();
                            value = Some(run.cursor.at);
                            let at = run.cursor.at;
                            if let Err(wrong) = run.hex() {
                                return Err(run.no_octets(at, wrong));
                            }
                        }
                        "length" => length = Some(run.number()?),
                        _ => rules = Some(run.rules()?),
                    }
                    Ok(())
                })?;
                let both = value.zip(length);
                both.ok_or_else(|| Wrong::value(start, "`value` and `length` are expected"))?
            }
            (_, Some(size)) => {
                if let Err(wrong) = self.hex() {
                    return Err(self.other_digits(start, size, of_bits(wrong)));
                }
                (start, size)
            }
            _ => return Err(self.no_bits(kind)),
        };
        let octets = &self.memory.octets;
        let last = octets.last().copied().unwrap_or(0);
        let kept = last & 0xff << ((8 - bits % 8) % 8);
        match octets.len() as u64 == bits.div_ceil(8) && kept == last {
            true => Ok((bits, rules)),
            false => Err(self.other_bits(at, bits, (kept, last))),
        }
    }

    /// The error for digits that are no whole octets; if there are as many as the bits need, only padding is missing.
    #[cold]
    fn other_digits(&mut self, at: usize, bits: u64, wrong: Box<Wrong>) -> Box<Wrong> {
        self.cursor.at = at;
        let digits = self.said();
        let is_short = |digits: &String| {
            digits.len() as u64 == bits.div_ceil(4)
                && digits.len() % 2 == 1
                && digits.len() < 40
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        match digits.filter(is_short) {
            Some(digits) => {
                let message = format!(
                    "whole octets are expected, padded with zero bits at the end: write \"{digits}0\""
                );
                Wrong::value(at, message)
            }
            None => wrong,
        }
    }

    /// The error for octets, from the text at an offset, that are not so many bits; the last octet should end as the
    /// first of the pair.
    #[cold]
    fn other_bits(&mut self, at: usize, bits: u64, (kept, last): (u8, u8)) -> Box<Wrong> {
        self.cursor.at = at;
        let text = self.said();
        // The bits themselves, instead of hexadecimal digits.
        let hex = text.filter(|text| text.len() as u64 == bits).as_deref().and_then(hex_of_bits);
        let message = match hex {
            Some(hex) => format!("this is read as hexadecimal digits: write these bits as \"{hex}\""),
            None if self.memory.octets.len() as u64 == bits.div_ceil(8) => format!(
                "the value has {}, but more are set: end it with {kept:02X} instead of {last:02X}",
                counted(bits, "bit")
            ),
            None => format!("{} take {}", counted(bits, "bit"), counted(bits.div_ceil(8), "octet")),
        };
        Wrong::value(at, message)
    }

    /// The error for the octets of a BIT STRING that are no hexadecimal digits; they may be its bits.
    #[cold]
    fn no_octets(&mut self, at: usize, wrong: Box<Wrong>) -> Box<Wrong> {
        self.cursor.at = at;
        let bits = self.said();
        match bits.as_deref().and_then(hex_of_bits) {
            Some(hex) => {
                Wrong::value(at, format!("this is read as hexadecimal digits: write these bits as \"{hex}\""))
            }
            None => wrong,
        }
    }

    /// The error for a BIT STRING of variable size that is not an object.
    #[cold]
    fn no_bits(&mut self, kind: Kind) -> Box<Wrong> {
        let start = self.cursor.at;
        let digits = match kind {
            Kind::String => self.cursor.string().ok().map(|text| text.text().into_owned()),
            _ => None,
        };
        self.cursor.at = start;
        match digits.and_then(|digits| Some((hex_of_bits(&digits)?, digits))) {
            Some((hex, bits)) => {
                let message = format!(
                    "an object with `value` and `length` is expected: write {{\"value\": \"{hex}\", \"length\": {}}}",
                    bits.len()
                );
                Wrong::value(start, message)
            }
            None => self.unexpected(
                "an object with `value` and `length`, such as {\"value\": \"A0\", \"length\": 3}, is expected",
            ),
        }
    }

    fn integer(&mut self, ty: ShapeId, range: &Range) -> Read {
        let most = self.reader.limits.integer_octets;
        self.cursor.white();
        // Most numbers are short and have no exponent.
        if let (8.., Some(value)) = (most, self.cursor.short_integer()) {
            self.tape.integer(ty, value);
            return Ok(());
        }
        let (at, text) = self.literal("a number is expected")?;
        let literal = Literal::new(text);
        if literal.as_ref().is_some_and(|literal| literal.exponent < 0) {
            let end = |end: &Option<BigInt>, word: &str| end.as_ref().map_or(word.into(), BigInt::to_string);
            let bounds = match (&range.lo, &range.hi) {
                (None, None) => String::new(),
                (lo, hi) => format!(": the type is INTEGER ({}..{})", end(lo, "MIN"), end(hi, "MAX")),
            };
            return Err(Wrong::value(at, format!("{} is not a whole number{bounds}", shown(text))));
        }
        let Some(value) = literal.and_then(|literal| literal.integer(most)) else {
            return Err(Wrong::value(at, format!("a whole number of at most {most} octets is expected")));
        };
        match value.to_i64() {
            Some(value) => self.tape.integer(ty, value),
            None => self.tape.big_integer(ty, &value.to_twos_complement()),
        }
        Ok(())
    }

    fn enumerated(&mut self, ty: ShapeId, items: &'s [(String, i64)], extensible: bool) -> Read {
        let first = self.cursor.white();
        if matches!(first, Some(b'-' | b'0'..=b'9')) {
            return Err(self.no_item(items));
        }
        if first == Some(b'{') {
            if self.first_member(escape::NUMBER)? {
                let number = self.signed()?;
                self.tape.enumerated(ty, number);
                return self.end_object();
            }
            if self.first_member(escape::INDEX)? {
                let index = self.number()?;
                self.tape.unknown_enumerated(ty, index);
                return self.end_object();
            }
        }
        let (at, name) = self.string("the name of an item, in double quotes, is expected")?;
        let name = name.text();
        let shape: &'s Shape = self.reader.shape;
        let jer = &shape.get(ty).jer;
        let all = || items.iter().enumerate().map(|(index, (name, _))| jer.name(index, name));
        match self.reader.names.of(ty, all).get(&name).and_then(|index| items.get(index as usize)) {
            Some((_, number)) => self.tape.enumerated(ty, *number),
            None if extensible && self.reader.drops_later && self.reader.spelling == Spelling::Jer => {
                self.tape.unknown_enumerated(ty, 0);
            }
            None => {
                let meant = advice_or_first(&name, all());
                return Err(Wrong::value(at, format!("there is no item `{name}`{meant}")));
            }
        }
        Ok(())
    }

    /// The error for a number where the name of an item is expected.
    #[cold]
    fn no_item(&mut self, items: &[(String, i64)]) -> Box<Wrong> {
        const NAME: &str = "the name of an item, in double quotes, is expected";
        let start = self.cursor.at;
        let number = self.cursor.number().ok().and_then(|text| text.parse::<i64>().ok());
        self.cursor.at = start;
        match items.iter().find(|(_, own)| Some(*own) == number) {
            Some((name, own)) => Wrong::value(start, format!("{NAME}, not a number: {own} is \"{name}\"")),
            None => self.unexpected(NAME),
        }
    }

    /// Reads a signed 64-bit integer.
    fn signed(&mut self) -> Read<i64> {
        const WHOLE: &str = "a whole number of 64 bits is expected";
        let (at, text) = self.literal(WHOLE)?;
        text.parse().map_err(|_| Wrong::value(at, WHOLE))
    }

    fn real(&mut self, ty: ShapeId) -> Read {
        if self.cursor.kind()? == Kind::String {
            let (at, word) = self.string("")?;
            let word = word.text();
            if self.reader.quoted_zero && word == "0" {
                self.tape.float(ty, 0.0);
                return Ok(());
            }
            let Some((_, real)) = number::SPECIAL.iter().find(|(special, _)| *special == word) else {
                return Err(Wrong::value(
                    at,
                    format!(
                        "a number, or \"-0\", \"INF\", \"-INF\" or \"NaN\", is expected{}",
                        not_real(&word)
                    ),
                ));
            };
            self.tape.real(ty, real);
            return Ok(());
        }
        if self.escaped(escape::BASE2)? {
            self.base2(ty)?;
            return self.end_object();
        }
        if self.escaped(escape::BASE10)? {
            self.decimal(ty, true)?;
            return self.end_object();
        }
        if self.cursor.kind()? == Kind::Object {
            return Err(self.unexpected("a number, or an object with `base10Value` or `$base2`, is expected"));
        }
        self.decimal(ty, false)
    }

    /// Reads a number; with `base10`, it stays one of base 10.
    fn decimal(&mut self, ty: ShapeId, base10: bool) -> Read {
        let (at, text) = self.literal("a number is expected")?;
        let Some(literal) = Literal::new(text) else {
            return Err(Wrong::value(at, "the exponent is too long"));
        };
        if literal.digits.len() > self.reader.limits.integer_octets {
            return Err(Wrong::new("json_limit", at, "the number is too long"));
        }
        if literal.digits.is_empty() {
            self.tape.real(ty, if literal.negative { &Real::MinusZero } else { &Real::Zero });
            return Ok(());
        }
        let binary = if base10 { None } else { literal.dyadic().or_else(|| literal.nearest()) };
        match binary.and_then(|(mantissa, exponent)| number::normalized(&mantissa, exponent)) {
            Some((mantissa, exponent)) => {
                self.tape
                    .real(ty, &Real::Binary { negative: literal.negative, mantissa: &mantissa, exponent });
            }
            // Too small or too large for binary64, but exact in base 10.
            None => {
                let Literal { negative, digits, exponent, .. } = literal;
                self.tape.real(ty, &Real::Decimal { negative, digits: &digits, exponent });
            }
        }
        Ok(())
    }

    fn base2(&mut self, ty: ShapeId) -> Read {
        let start = self.want(Kind::Object, "an object with `mantissa` and `exponent`")?;
        let most = self.reader.limits.integer_octets;
        let (mut mantissa, mut exponent) = (None, None);
        self.members(|run, name, _| {
            match name {
                "mantissa" => {
                    let (at, text) = run.literal("a whole number is expected")?;
                    let value: Option<BigInt> = Literal::new(text).and_then(|l| l.integer(most));
                    let wrong = || Wrong::value(at, "a whole number is expected");
                    mantissa = Some(value.ok_or_else(wrong)?);
                }
                "exponent" => exponent = Some(run.signed()?),
                _ => run.skip()?,
            }
            Ok(())
        })?;
        let Some((value, exponent)) = mantissa.zip(exponent) else {
            return Err(Wrong::value(start, "`mantissa` and `exponent` are expected"));
        };
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

/// What is expected where a time should be.
fn time_expected(kind: TimeKind) -> &'static str {
    match kind {
        TimeKind::Utc => "a string such as \"261121084500Z\" is expected",
        TimeKind::Generalized => "a string such as \"20261121084500Z\" is expected",
        TimeKind::Time | TimeKind::DateTime => "a string such as \"2026-11-21T08:45:00\" is expected",
        TimeKind::Date => "a string such as \"2026-11-21\" is expected",
        TimeKind::TimeOfDay => "a string such as \"08:45:00\" is expected",
        TimeKind::Duration => "a string such as \"P1DT2H30M\" is expected",
    }
}

/// A text for a message, cut if it is long. ASCII only.
fn shown(text: &str) -> &str {
    text.get(..40).unwrap_or(text)
}

/// A number of things in words.
fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Explains how bits are written.
#[cold]
fn of_bits(wrong: Box<Wrong>) -> Box<Wrong> {
    match wrong.code {
        "json_value" => {
            let message = format!("{}; the first bit is the highest: the bits 101 are \"A0\"", wrong.message);
            Wrong::value(wrong.offset, message)
        }
        _ => wrong,
    }
}

/// Explains why a text is no number.
#[cold]
fn not_real(text: &str) -> String {
    let pointed = text.replace(',', ".");
    let special = match text.trim_start_matches('+').to_ascii_lowercase().as_str() {
        "infinity" | "inf" => "INF",
        "-infinity" | "-inf" => "-INF",
        "nan" => "NaN",
        _ => "",
    };
    if !special.is_empty() {
        return format!(": write \"{special}\"");
    }
    let is_number =
        pointed.starts_with(|c: char| c.is_ascii_digit() || c == '-') && pointed.parse::<f64>().is_ok();
    if is_number {
        format!(": write {} without quotes", shown(&pointed))
    } else {
        String::new()
    }
}

/// Explains why a text is not pairs of hexadecimal digits.
#[cold]
pub(crate) fn not_hex(text: &str) -> String {
    match text.chars().find(|c| !c.is_ascii_hexdigit()) {
        Some('x' | 'X') if text.starts_with("0x") || text.starts_with("0X") => ": remove `0x`".into(),
        Some(c) if c.is_whitespace() => ": remove the spaces".into(),
        Some(c) => format!(": `{c}` is not a digit"),
        None => {
            let digits = counted(text.len() as u64, "digit");
            format!(": it has {digits}, but each octet needs two")
        }
    }
}

/// The hexadecimal digits for a text of bits, such as `"101"`; `None` if it has other characters, or too many.
fn hex_of_bits(text: &str) -> Option<String> {
    let is_bits = (1..=64).contains(&text.len()) && text.bytes().all(|octet| matches!(octet, b'0' | b'1'));
    let octets = text.as_bytes().chunks(8).map(|eight| {
        let one = |octet: u8, (place, bit): (usize, &u8)| octet | (bit - b'0') << (7 - place);
        format!("{:02X}", eight.iter().enumerate().fold(0, one))
    });
    is_bits.then(|| octets.collect())
}
