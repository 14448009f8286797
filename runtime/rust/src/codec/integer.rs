//! INTEGERs of any size.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Result;
use crate::tlv;
use crate::{ErrorCode, Fault};

/// An INTEGER of any size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Integer<'a> {
    /// One that fits into 64 bits.
    Small(i64),
    /// Any other, in the fewest two's complement octets.
    Big(Cow<'a, [u8]>),
}

impl<'a> Integer<'a> {
    /// Converts two's complement octets, any number of them.
    pub fn from_octets(octets: Cow<'a, [u8]>) -> Integer<'a> {
        match octets {
            Cow::Borrowed(octets) => match tlv::Integer::from_octets(octets) {
                tlv::Integer::Small(small) => Integer::Small(small),
                tlv::Integer::Big(big) => Integer::Big(Cow::Borrowed(big)),
            },
            Cow::Owned(octets) => match tlv::Integer::from_octets(&octets) {
                tlv::Integer::Small(small) => Integer::Small(small),
                tlv::Integer::Big(big) => Integer::Big(Cow::Owned(big.to_vec())),
            },
        }
    }

    /// The fewest two's complement octets.
    pub fn to_octets(&self) -> Vec<u8> {
        match self {
            Integer::Small(small) => shortest(&small.to_be_bytes()).to_vec(),
            Integer::Big(big) => shortest(big).to_vec(),
        }
    }

    /// The number, if it fits into 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Integer::Small(small) => Some(*small),
            Integer::Big(_) => None,
        }
    }

    /// The number, if it is not negative and fits into 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Integer::Small(small) => u64::try_from(*small).ok(),
            Integer::Big(big) => match big.split_first() {
                Some((0, rest)) if rest.len() == 8 => {
                    Some(rest.iter().fold(0, |n, &octet| n << 8 | u64::from(octet)))
                }
                _ => None,
            },
        }
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Integer::Small(small) => *small < 0,
            Integer::Big(big) => big.first().is_some_and(|first| first & 0x80 != 0),
        }
    }

    /// The sum.
    pub(crate) fn plus(&self, other: &Integer<'_>) -> Integer<'static> {
        self.combine(other, false)
    }

    /// The difference.
    pub(crate) fn minus(&self, other: &Integer<'_>) -> Integer<'static> {
        self.combine(other, true)
    }

    fn combine(&self, other: &Integer<'_>, negate: bool) -> Integer<'static> {
        let (a, b) = (self.to_octets(), other.to_octets());
        let size = a.len().max(b.len()) + 1;
        let (a, b) = (extended(&a, size), extended(&b, size));
        let mut sum = vec![0; size];
        let mut carry = u16::from(negate);
        for ((sum, a), b) in sum.iter_mut().zip(&a).zip(&b).rev() {
            let b = if negate { !*b } else { *b };
            let total = u16::from(*a) + u16::from(b) + carry;
            *sum = total as u8;
            carry = total >> 8;
        }
        Integer::from_octets(Cow::Owned(sum))
    }

    /// The magnitude of a non-negative number in octets, at least one.
    pub(crate) fn magnitude(&self) -> Vec<u8> {
        let octets = self.to_octets();
        match octets.split_first() {
            Some((0, rest)) if !rest.is_empty() => rest.to_vec(),
            _ => octets,
        }
    }

    /// Converts a magnitude.
    pub(crate) fn from_magnitude(octets: &[u8]) -> Integer<'static> {
        let mut whole = vec![0];
        whole.extend_from_slice(octets);
        Integer::from_octets(Cow::Owned(whole))
    }
}

fn extended(octets: &[u8], size: usize) -> Vec<u8> {
    let sign = octets.first().map_or(0, |first| (*first as i8 >> 7) as u8);
    let mut whole = vec![sign; size.saturating_sub(octets.len())];
    whole.extend_from_slice(octets);
    whole
}

fn shortest(octets: &[u8]) -> &[u8] {
    let mut rest = octets;
    while let [first, tail @ ..] = rest {
        match tail.first() {
            Some(second) if *first == (*second as i8 >> 7) as u8 => rest = tail,
            _ => break,
        }
    }
    rest
}

impl From<i64> for Integer<'_> {
    fn from(small: i64) -> Self {
        Integer::Small(small)
    }
}

impl From<u64> for Integer<'_> {
    fn from(number: u64) -> Self {
        match i64::try_from(number) {
            Ok(small) => Integer::Small(small),
            Err(_) => Integer::from_magnitude(&number.to_be_bytes()),
        }
    }
}

impl PartialEq<i64> for Integer<'_> {
    fn eq(&self, other: &i64) -> bool {
        self.to_i64() == Some(*other)
    }
}

impl PartialOrd for Integer<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            _ if self == other => Ordering::Equal,
            _ if self.minus(other).is_negative() => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

/// Types that can hold an INTEGER.
pub trait Number<'a>: Sized {
    /// Converts a number that was read.
    ///
    /// # Errors
    /// `integer_range` if it does not fit.
    fn from_integer(integer: Integer<'a>) -> Result<Self>;
    /// The number to write.
    fn to_integer(&self) -> Integer<'_>;
}

impl<'a> Number<'a> for Integer<'a> {
    #[inline]
    fn from_integer(integer: Integer<'a>) -> Result<Self> {
        Ok(integer)
    }

    #[inline]
    fn to_integer(&self) -> Integer<'_> {
        match self {
            Integer::Small(small) => Integer::Small(*small),
            Integer::Big(big) => Integer::Big(Cow::Borrowed(big)),
        }
    }
}

impl<'a> Number<'a> for i64 {
    #[inline]
    fn from_integer(integer: Integer<'a>) -> Result<Self> {
        integer.to_i64().ok_or(Fault::new(ErrorCode::IntegerRange))
    }

    #[inline]
    fn to_integer(&self) -> Integer<'_> {
        Integer::Small(*self)
    }
}

/// Whether a number has these two's complement octets.
pub fn is<'a, N: Number<'a>>(number: &N, octets: &[u8]) -> bool {
    number.to_integer().to_octets() == octets
}

/// Whether a number is between two bounds; `None` means unbounded.
pub fn between<'a, N: Number<'a>>(number: &N, lo: Option<i64>, hi: Option<i64>) -> bool {
    let integer = number.to_integer();
    lo.is_none_or(|lo| Integer::Small(lo) <= integer) && hi.is_none_or(|hi| integer <= Integer::Small(hi))
}

/// Like [`between`], for bounds of any size in two's complement octets.
pub fn between_wide<'a, N: Number<'a>>(number: &N, lo: Option<&[u8]>, hi: Option<&[u8]>) -> bool {
    let integer = number.to_integer();
    let end = |octets: &[u8]| Integer::from_octets(Cow::Owned(octets.to_vec()));
    lo.is_none_or(|lo| end(lo) <= integer) && hi.is_none_or(|hi| integer <= end(hi))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_any_size() {
        let big = Integer::from(u64::MAX);
        assert_eq!(big.to_u64(), Some(u64::MAX));
        assert_eq!(big.plus(&Integer::Small(1)).to_octets(), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(big.minus(&big), Integer::Small(0));
        assert_eq!(Integer::Small(i64::MIN).minus(&Integer::Small(1)).to_octets().len(), 9);
        assert!(Integer::Small(-1) < Integer::Small(0) && big > Integer::Small(i64::MAX));
        assert_eq!(Integer::Small(-1).plus(&Integer::Small(-1)), Integer::Small(-2));
    }
}
