//! INTEGER and REAL as JSON numbers, exact in both directions.

use std::fmt::Write;

use wireglot_bigint::BigInt;
use wireglot_rt::Real;

/// A base 2 REAL is written as an exact decimal number if neither its exponent nor the size of its
/// mantissa in bits exceeds this.
const LONGEST: u64 = 4096;

/// Literals with more significant digits than this are read exactly, others as the nearest binary64:
/// seventeen digits distinguish any two binary64 numbers.
const DIGITS: usize = 17;

/// Special values of REAL and their text (X.697 23).
pub const SPECIAL: [(&str, Real<'static>); 4] = [
    ("-0", Real::MinusZero),
    ("INF", Real::PlusInfinity),
    ("-INF", Real::MinusInfinity),
    ("NaN", Real::NotANumber),
];

/// Appends `digits * 10 ^ exponent` in its shortest form that keeps all digits.
pub fn write_decimal(out: &mut String, negative: bool, digits: &str, exponent: i64) {
    if negative {
        out.push('-');
    }
    let point = exponent.saturating_add(digits.len() as i64);
    if (0..=20).contains(&exponent) {
        out.push_str(digits);
        out.extend(std::iter::repeat_n('0', exponent as usize));
    } else if exponent < 0 && point > 0 {
        let (whole, fraction) = digits.split_at(point as usize);
        let _ = write!(out, "{whole}.{fraction}");
    } else if (-6..=0).contains(&point) {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', point.unsigned_abs() as usize));
        out.push_str(digits);
    } else {
        let _ = write!(out, "{digits}e{exponent}");
    }
}

/// `mantissa * 2 ^ exponent` as a number that [`Literal::nearest`] or [`Literal::dyadic`] reads back
/// exactly; `None` if it would be too long.
pub fn binary_to_decimal(negative: bool, mantissa: &[u8], exponent: i64) -> Option<String> {
    let magnitude = BigInt::from_unsigned(mantissa);
    if let Some(value) = as_binary64(&magnitude, exponent) {
        let value = if negative { -value } else { value };
        // An integer without an exponent is read exactly, but from 2^53 on the shortest digits of a
        // binary64 are not its exact value.
        let plain = (1e-5..9_007_199_254_740_992.0).contains(&value.abs());
        return Some(if plain { format!("{value}") } else { format!("{value:e}") });
    }
    if exponent.unsigned_abs() > LONGEST || magnitude.bits() > LONGEST {
        return None;
    }
    let mut text = String::new();
    let mut digits = times(magnitude, if exponent < 0 { 5 } else { 2 }, exponent.unsigned_abs()).to_string();
    let short = DIGITS + 1;
    if exponent < 0 {
        let padding = short.saturating_sub(digits.len());
        digits.extend(std::iter::repeat_n('0', padding));
        write_decimal(&mut text, negative, &digits, exponent - padding as i64);
    } else {
        write_decimal(&mut text, negative, &digits, 0);
    }
    Some(text)
}

/// The value as a binary64, if it is exactly one.
fn as_binary64(magnitude: &BigInt, exponent: i64) -> Option<f64> {
    let bits = magnitude.bits() as i64;
    let top = exponent.checked_add(bits)?;
    if bits > 53 || top > 1024 || exponent < -1074 {
        return None;
    }
    let mut value = magnitude.to_u64()? as f64;
    let mut rest = exponent;
    while rest != 0 {
        let step = rest.clamp(-1000, 900);
        value *= 2f64.powi(step as i32);
        rest -= step;
    }
    Some(value)
}

/// `value * factor ^ count`.
fn times(mut value: BigInt, factor: u32, count: u64) -> BigInt {
    for _ in 0..count {
        value = value.scaled(factor, 0);
    }
    value
}

/// A parsed JSON number: `digits * 10 ^ exponent`. The digits have no leading or trailing zeros; zero
/// has no digits.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal<'t> {
    text: &'t str,
    /// Below zero.
    pub negative: bool,
    /// Significant digits.
    pub digits: String,
    /// The power of ten.
    pub exponent: i64,
    /// The number of digits written, including trailing zeros.
    written: usize,
    /// Whether it is written without a point and without an exponent.
    plain: bool,
}

impl<'t> Literal<'t> {
    /// Parses a number; `None` if its exponent does not fit into 63 bits.
    pub fn new(text: &'t str) -> Option<Literal<'t>> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (number, power) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all = [whole, fraction].concat();
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0').to_string();
        let dropped = (significant.len() - digits.len()) as i64;
        let power: i64 = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
        let exponent = match digits.is_empty() {
            true => 0,
            false => power.checked_sub(fraction.len() as i64)?.checked_add(dropped)?,
        };
        let written = significant.len();
        let plain = !rest.contains(['.', 'e', 'E']);
        Some(Literal { text, negative, digits, exponent, written, plain })
    }

    /// The value as an INTEGER, if it is one of at most `octets` octets.
    pub fn integer(&self, octets: usize) -> Option<BigInt> {
        if self.digits.is_empty() {
            return Some(BigInt::zero());
        }
        let length = u64::try_from(self.exponent).ok()?.checked_add(self.digits.len() as u64)?;
        // An octet holds fewer than 2.41 digits.
        if length > octets as u64 * 5 / 2 + 1 {
            return None;
        }
        let magnitude = times(BigInt::from_decimal(&self.digits)?, 10, self.exponent as u64);
        Some(if self.negative { magnitude.negated() } else { magnitude })
    }

    /// The exact value as a base 2 mantissa and exponent, if it has one that is not too long. `None`
    /// if the literal means the nearest binary64.
    pub fn dyadic(&self) -> Option<(BigInt, i64)> {
        let exact = self.plain || self.written > DIGITS;
        if !exact || self.digits.len() as u64 > LONGEST * 2 || self.exponent.unsigned_abs() > LONGEST * 2 {
            return None;
        }
        let mut mantissa = BigInt::from_decimal(&self.digits)?;
        if self.exponent >= 0 {
            return Some((times(mantissa, 10, self.exponent as u64), 0));
        }
        for _ in self.exponent..0 {
            let (quotient, rest) = mantissa.divided(5);
            if rest != 0 {
                return None;
            }
            mantissa = quotient;
        }
        Some((mantissa, self.exponent))
    }

    /// The nearest binary64 as a base 2 mantissa and exponent; `None` if it is zero or infinite.
    pub fn nearest(&self) -> Option<(BigInt, i64)> {
        let value: f64 = self.text.parse().ok()?;
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let power = (bits >> 52 & 0x7ff) as i64;
        match (power, fraction) {
            (0, 0) | (0x7ff, _) => None,
            (0, _) => Some((BigInt::from(i128::from(fraction)), -1074)),
            _ => Some((BigInt::from(i128::from(fraction | 1 << 52)), power - 1075)),
        }
    }
}

/// The octets of a magnitude without its factors of two, most significant first, and the adjusted
/// exponent.
pub fn normalized(mantissa: &BigInt, exponent: i64) -> Option<(Vec<u8>, i64)> {
    let mut octets = mantissa.magnitude();
    let zeros = octets.iter().rev().take_while(|o| **o == 0).count();
    octets.truncate(octets.len() - zeros);
    let shift = octets.last()?.trailing_zeros();
    let mut carry = 0u8;
    for octet in &mut octets {
        let next = if shift == 0 { 0 } else { *octet << (8 - shift) };
        *octet = *octet >> shift | carry;
        carry = next;
    }
    let lead = octets.iter().take_while(|o| **o == 0).count();
    octets.drain(..lead);
    Some((octets, exponent.checked_add(zeros as i64 * 8 + i64::from(shift))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<u8>, i64) {
        let literal = Literal::new(text).unwrap();
        let (mantissa, exponent) = literal.dyadic().or_else(|| literal.nearest()).unwrap();
        normalized(&mantissa, exponent).unwrap()
    }

    #[test]
    fn base_2_survives_text() {
        let rows: [(&[u8], i64); 12] = [
            (&[1], 0),
            (&[3, 0, 1], 38),
            (&[1], 53),
            (&[0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 0),
            (&[3], -2),
            (&[0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1074),
            (&[1], 1023),
            (&[1], 1024),
            (&[1], -1074),
            (&[1], -1075),
            (&[0x20, 0, 0, 0, 0, 0, 1], 0),
            (&[0x20, 0, 0, 0, 0, 0, 1], -1),
        ];
        for (mantissa, exponent) in rows {
            let text = binary_to_decimal(false, mantissa, exponent).unwrap();
            assert_eq!(read(&text), (mantissa.to_vec(), exponent), "{text}");
        }
        assert_eq!(binary_to_decimal(true, &[3], -2).unwrap(), "-0.75");
        assert_eq!(binary_to_decimal(true, &[1], 1 << 40), None);
        let tenth = 0.1f64.to_bits() & ((1 << 52) - 1) | 1 << 52;
        let (octets, exponent) = normalized(&BigInt::from(i128::from(tenth)), -56).unwrap();
        assert_eq!(binary_to_decimal(false, &octets, exponent).unwrap(), "0.1");
    }

    #[test]
    fn decimals_are_short() {
        let rows = [
            ("15", 2, "1500"),
            ("15", -1, "1.5"),
            ("15", -4, "0.0015"),
            ("1", 99, "1e99"),
            ("1", -99, "1e-99"),
        ];
        for (digits, exponent, text) in rows {
            let mut out = String::new();
            write_decimal(&mut out, false, digits, exponent);
            assert_eq!(out, text);
            let literal = Literal::new(text).unwrap();
            assert_eq!((literal.digits.as_str(), literal.exponent), (digits, exponent));
        }
    }

    #[test]
    fn integers_may_be_spelled_as_any_number() {
        let read = |text| Literal::new(text).unwrap().integer(100).map(|v| v.to_string());
        assert_eq!(read("-120").as_deref(), Some("-120"));
        assert_eq!(read("1.20e2").as_deref(), Some("120"));
        assert_eq!(read("1.5"), None);
        assert_eq!(read("1e999999"), None);
        assert_eq!(read("0e99").as_deref(), Some("0"));
    }
}
