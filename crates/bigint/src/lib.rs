//! Exact integers of any size.
//!
//! Schemas contain numbers beyond 128 bits (certificate serials, key moduli as defaults), PER
//! ranges need exact differences, and JSON shows INTEGERs in decimal. Only the arithmetic needed
//! for that is here, without division of one big number by another.
//!
//! Decimal conversion takes time of about the number of digits to the power of 1.6, so callers
//! limit the length first (`Limits::integer_octets` at run time).

mod radix;

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

/// An integer of any size: a sign and a magnitude in 32-bit limbs, least significant first. The
/// magnitude has no leading zero limb; zero is not negative.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct BigInt {
    negative: bool,
    limbs: Limbs,
}

/// A magnitude without leading zero limbs. Up to two limbs, as nearly all numbers have, are held in place.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Limbs {
    Few([u32; 2]),
    Many(Box<[u32]>),
}

impl Default for Limbs {
    fn default() -> Limbs {
        Limbs::Few([0, 0])
    }
}

impl Deref for Limbs {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match self {
            Limbs::Few([0, 0]) => &[],
            Limbs::Few([low, 0]) => std::slice::from_ref(low),
            Limbs::Few(both) => both,
            Limbs::Many(limbs) => limbs,
        }
    }
}

impl From<Vec<u32>> for Limbs {
    fn from(mut limbs: Vec<u32>) -> Limbs {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        match limbs[..] {
            [] => Limbs::Few([0, 0]),
            [low] => Limbs::Few([low, 0]),
            [low, high] => Limbs::Few([low, high]),
            _ => Limbs::Many(limbs.into()),
        }
    }
}

impl BigInt {
    /// Zero.
    pub fn zero() -> BigInt {
        BigInt::default()
    }

    fn from_parts(negative: bool, limbs: impl Into<Limbs>) -> BigInt {
        let limbs = limbs.into();
        BigInt { negative: negative && !limbs.is_empty(), limbs }
    }

    /// A number whose magnitude fits into 64 bits.
    fn small(negative: bool, magnitude: u64) -> BigInt {
        BigInt::from_parts(negative, Limbs::Few([magnitude as u32, (magnitude >> 32) as u32]))
    }

    /// The magnitude, if it fits into 64 bits.
    fn small_magnitude(&self) -> Option<u64> {
        match self.limbs {
            Limbs::Few([low, high]) => Some(u64::from(high) << 32 | u64::from(low)),
            Limbs::Many(_) => None,
        }
    }

    /// Parses an optional minus sign and decimal digits; `None` for anything else.
    pub fn from_decimal(text: &str) -> Option<BigInt> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let nine = |chunk: &[u8]| chunk.iter().fold(0u32, |n, b| n * 10 + u32::from(b - b'0'));
        let digits: Vec<u32> = digits.as_bytes().rchunks(9).map(nine).collect();
        Some(BigInt::from_parts(negative, radix::convert::<{ radix::DECIMAL }, { radix::BINARY }>(&digits)))
    }

    /// Reads groups of seven bits, most significant first, as in an arc of an OBJECT IDENTIFIER
    /// (X.690 8.19.2); the top bit of each octet is ignored.
    pub fn from_sevens(octets: &[u8]) -> BigInt {
        let (mut limbs, mut window, mut held) = (Vec::with_capacity(octets.len() / 4 + 1), 0u64, 0);
        for octet in octets.iter().rev() {
            window |= u64::from(octet & 0x7f) << held;
            held += 7;
            if held >= 32 {
                limbs.push(window as u32);
                window >>= 32;
                held -= 32;
            }
        }
        limbs.push(window as u32);
        BigInt::from_parts(false, limbs)
    }

    /// Reads two's complement octets, most significant first; no octets are zero.
    pub fn from_twos_complement(octets: &[u8]) -> BigInt {
        let negative = octets.first().is_some_and(|b| b & 0x80 != 0);
        let fill = if negative { 0xff } else { 0 };
        let mut limbs = limbs_of(octets, fill);
        if negative {
            negate(&mut limbs);
        }
        BigInt::from_parts(negative, limbs)
    }

    /// Reads unsigned octets, most significant first.
    pub fn from_unsigned(octets: &[u8]) -> BigInt {
        BigInt::from_parts(false, limbs_of(octets, 0))
    }

    /// The shortest two's complement octets, most significant first (X.690 8.3.2); at least one.
    pub fn to_twos_complement(&self) -> Vec<u8> {
        let mut limbs = self.limbs.to_vec();
        limbs.push(0);
        if self.negative {
            negate(&mut limbs);
        }
        let octets: Vec<u8> = limbs.iter().rev().flat_map(|l| l.to_be_bytes()).collect();
        let fill = if self.negative { 0xff } else { 0 };
        let sign = fill & 0x80;
        let mut start = 0;
        while start + 1 < octets.len() && octets[start] == fill && octets[start + 1] & 0x80 == sign {
            start += 1;
        }
        octets[start..].to_vec()
    }

    /// The shortest unsigned octets of the magnitude, most significant first; empty for zero.
    pub fn magnitude(&self) -> Vec<u8> {
        let octets: Vec<u8> = self.limbs.iter().rev().flat_map(|l| l.to_be_bytes()).collect();
        let start = octets.iter().position(|&b| b != 0).unwrap_or(octets.len());
        octets[start..].to_vec()
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The number of bits of the magnitude without leading zeros; 0 for zero.
    pub fn bits(&self) -> u64 {
        match self.limbs.last() {
            None => 0,
            Some(top) => self.limbs.len() as u64 * 32 - u64::from(top.leading_zeros()),
        }
    }

    /// The value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if let Some(magnitude) = self.small_magnitude() {
            let magnitude = i128::from(magnitude);
            return Some(if self.negative { -magnitude } else { magnitude });
        }
        if self.bits() > 127 {
            let min = self.negative && self.bits() == 128 && *self.limbs == [0, 0, 0, 0x8000_0000];
            return min.then_some(i128::MIN);
        }
        let magnitude = self.limbs.iter().rev().fold(0i128, |n, &l| n << 32 | i128::from(l));
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128().and_then(|n| i64::try_from(n).ok())
    }

    /// The value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_i128().and_then(|n| u64::try_from(n).ok())
    }

    /// The sum.
    pub fn plus(&self, other: &BigInt) -> BigInt {
        if self.negative == other.negative {
            if let (Some(a), Some(b)) = (self.small_magnitude(), other.small_magnitude()) {
                if let Some(sum) = a.checked_add(b) {
                    return BigInt::small(self.negative, sum);
                }
            }
            return BigInt::from_parts(self.negative, add(&self.limbs, &other.limbs));
        }
        match compare(&self.limbs, &other.limbs) {
            Ordering::Less => BigInt::from_parts(other.negative, subtract(&other.limbs, &self.limbs)),
            _ => BigInt::from_parts(self.negative, subtract(&self.limbs, &other.limbs)),
        }
    }

    /// The difference.
    pub fn minus(&self, other: &BigInt) -> BigInt {
        self.plus(&other.negated())
    }

    /// The negated value.
    pub fn negated(&self) -> BigInt {
        BigInt::from_parts(!self.negative, self.limbs.clone())
    }

    /// `self * factor + addend` on the magnitude, for parsing numbers; the sign does not change.
    pub fn scaled(&self, factor: u32, addend: u32) -> BigInt {
        let mut limbs = self.limbs.to_vec();
        multiply_add(&mut limbs, factor, addend);
        BigInt::from_parts(self.negative, limbs)
    }

    /// The quotient and remainder of the magnitude divided by a small number; the quotient keeps
    /// the sign. Panics if `divisor` is 0.
    pub fn divided(&self, divisor: u32) -> (BigInt, u32) {
        let mut limbs = self.limbs.to_vec();
        let rest = divide(&mut limbs, divisor);
        (BigInt::from_parts(self.negative, limbs), rest)
    }
}

fn limbs_of(octets: &[u8], fill: u8) -> Vec<u32> {
    let mut limbs = Vec::with_capacity(octets.len() / 4 + 1);
    for chunk in octets.rchunks(4) {
        let mut word = [fill; 4];
        word[4 - chunk.len()..].copy_from_slice(chunk);
        limbs.push(u32::from_be_bytes(word));
    }
    limbs
}

fn negate(limbs: &mut [u32]) {
    let mut carry = true;
    for limb in limbs {
        let (value, over) = (!*limb).overflowing_add(u32::from(carry));
        *limb = value;
        carry = over;
    }
}

fn multiply_add(limbs: &mut Vec<u32>, factor: u32, addend: u32) {
    let mut carry = u64::from(addend);
    for limb in limbs.iter_mut() {
        let n = u64::from(*limb) * u64::from(factor) + carry;
        *limb = n as u32;
        carry = n >> 32;
    }
    if carry != 0 {
        limbs.push(carry as u32);
    }
}

fn divide(limbs: &mut Vec<u32>, divisor: u32) -> u32 {
    let mut rest = 0u64;
    for limb in limbs.iter_mut().rev() {
        let n = rest << 32 | u64::from(*limb);
        *limb = (n / u64::from(divisor)) as u32;
        rest = n % u64::from(divisor);
    }
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    rest as u32
}

fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut sum = Vec::with_capacity(a.len().max(b.len()) + 1);
    let mut carry = 0u64;
    for i in 0..a.len().max(b.len()) {
        let n = u64::from(a.get(i).copied().unwrap_or(0)) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        sum.push(n as u32);
        carry = n >> 32;
    }
    sum.push(carry as u32);
    sum
}

/// `a - b`, where `a >= b`.
fn subtract(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut difference = Vec::with_capacity(a.len());
    let mut borrow = 0i64;
    for (i, &limb) in a.iter().enumerate() {
        let n = i64::from(limb) - i64::from(b.get(i).copied().unwrap_or(0)) - borrow;
        difference.push(n as u32);
        borrow = i64::from(n < 0);
    }
    difference
}

impl From<i128> for BigInt {
    fn from(value: i128) -> BigInt {
        BigInt::from_twos_complement(&value.to_be_bytes())
    }
}

impl From<i64> for BigInt {
    fn from(value: i64) -> BigInt {
        BigInt::small(value < 0, value.unsigned_abs())
    }
}

impl From<u64> for BigInt {
    fn from(value: u64) -> BigInt {
        BigInt::small(false, value)
    }
}

impl From<i32> for BigInt {
    fn from(value: i32) -> BigInt {
        BigInt::from(i64::from(value))
    }
}

impl Ord for BigInt {
    fn cmp(&self, other: &BigInt) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => compare(&self.limbs, &other.limbs),
            (true, true) => compare(&other.limbs, &self.limbs),
        }
    }
}

impl PartialOrd for BigInt {
    fn partial_cmp(&self, other: &BigInt) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunks = radix::convert::<{ radix::BINARY }, { radix::DECIMAL }>(&self.limbs);
        let mut text = String::with_capacity(chunks.len() * 9 + 1);
        text.push_str(&chunks.pop().unwrap_or(0).to_string());
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:09}"));
        }
        f.pad_integral(!self.negative, "", &text)
    }
}

impl fmt::Debug for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_and_octets_agree() {
        let rows: &[(&str, &[u8])] = &[
            ("0", &[0]),
            ("127", &[0x7f]),
            ("128", &[0, 0x80]),
            ("-128", &[0x80]),
            ("-129", &[0xff, 0x7f]),
            ("-1", &[0xff]),
            ("-3141", &[0xf3, 0xbb]),
            ("18446744073709551616", &[1, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("-18446744073709551616", &[0xff, 0, 0, 0, 0, 0, 0, 0, 0]),
        ];
        for (decimal, octets) in rows {
            let value = BigInt::from_decimal(decimal).unwrap();
            assert_eq!(value.to_twos_complement(), *octets, "{decimal}");
            assert_eq!(BigInt::from_twos_complement(octets).to_string(), *decimal);
        }
    }

    #[test]
    fn long_numbers_come_back() {
        let digits = "9876543210".repeat(15_000);
        let value = BigInt::from_decimal(&digits).unwrap();
        assert_eq!(value.to_string(), digits);
        assert_eq!(BigInt::from_sevens(&[0x81, 0x80, 0x80, 0x80, 0x80, 0x85]).to_i64(), Some((1 << 35) + 5));
    }

    #[test]
    fn numbers_of_any_size_are_made_in_any_way() {
        for bits in [0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 126] {
            for near in -1..=1 {
                let number = (1i128 << bits) + near;
                for number in [number, -number] {
                    let known = BigInt::from(number);
                    assert_eq!(BigInt::from_decimal(&number.to_string()), Some(known.clone()));
                    assert_eq!(known.to_i128(), Some(number));
                    assert_eq!(known.to_i64(), i64::try_from(number).ok());
                    assert_eq!(i64::try_from(number).ok().map(BigInt::from).unwrap_or(known.clone()), known);
                    assert_eq!(u64::try_from(number).ok().map(BigInt::from).unwrap_or(known.clone()), known);
                    for other in [number, 1, -1, i128::from(u64::MAX)] {
                        let other = other.clamp(-(1 << 125), 1 << 125);
                        assert_eq!(known.plus(&BigInt::from(other)), BigInt::from(number + other));
                        assert_eq!(known.minus(&BigInt::from(other)), BigInt::from(number - other));
                    }
                }
            }
        }
    }

    #[test]
    fn sums_follow_signs() {
        let numbers = [-5i128 << 90, -4_294_967_296, -1, 0, 1, 4_294_967_295, 7 << 90];
        for a in numbers {
            for b in numbers {
                assert_eq!(BigInt::from(a).plus(&b.into()).to_i128(), Some(a + b));
                assert_eq!(BigInt::from(a).minus(&b.into()).to_i128(), Some(a - b));
                assert_eq!(BigInt::from(a).cmp(&b.into()), a.cmp(&b));
            }
        }
        assert_eq!(BigInt::from(i128::MIN).to_i128(), Some(i128::MIN));
    }
}
