//! Values that Rust has no type for.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Rules;
use crate::tlv;

/// A BIT STRING: octets, of which the last may have unused bits; these are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BitString<'a> {
    /// The octets, first bit in the most significant position.
    pub octets: Cow<'a, [u8]>,
    /// The number of bits.
    pub bits: u64,
}

impl<'a> BitString<'a> {
    /// The first `bits` bits of `octets`, or all if there are fewer.
    pub fn new(octets: impl Into<Cow<'a, [u8]>>, bits: u64) -> BitString<'a> {
        let mut octets = octets.into();
        let bits = bits.min(octets.len() as u64 * 8);
        if octets.len() as u64 * 8 != bits {
            let whole = octets.to_mut();
            whole.truncate(bits.div_ceil(8) as usize);
            if let (Some(last), false) = (whole.last_mut(), bits.is_multiple_of(8)) {
                *last &= 0xff << (8 - bits % 8);
            }
        }
        BitString { octets, bits }
    }

    /// Whether it equals these bits; if the type has named bits, trailing zeros are ignored.
    pub fn is(&self, octets: &[u8], bits: u64, named: bool) -> bool {
        let end = |octets: &[u8], bits| if named { tlv::trimmed(octets, bits, 0) } else { bits };
        let (own, other) = (end(&self.octets, self.bits), end(octets, bits));
        let whole =
            |octets: &[u8]| octets.iter().copied().take(own.div_ceil(8) as usize).collect::<Vec<u8>>();
        own == other && whole(&self.octets) == whole(octets)
    }

    /// Whether a bit is set; bits past the end count as not set.
    pub fn has(&self, bit: u64) -> bool {
        let octet = usize::try_from(bit / 8).ok().and_then(|at| self.octets.get(at));
        bit < self.bits && octet.is_some_and(|octet| octet >> (7 - bit % 8) & 1 != 0)
    }
}

/// An OBJECT IDENTIFIER or RELATIVE-OID: its contents octets (X.690 8.19, 8.20).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Oid<'a>(pub Cow<'a, [u8]>);

impl Oid<'_> {
    /// The contents octets.
    pub fn octets(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Oid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, arc) in tlv::Arcs::of_oid(&self.0).enumerate() {
            let dot = if at > 0 { "." } else { "" };
            match arc {
                tlv::Arc::Small(arc) => write!(f, "{dot}{arc}")?,
                tlv::Arc::Big(_) => write!(f, "{dot}?")?,
            }
        }
        Ok(())
    }
}

/// An open type value whose type is unknown: its octets and their encoding rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opaque<'a> {
    /// The encoding rules.
    pub rules: Rules,
    /// A complete encoding; or the string itself, if it may contain an encoding but of an unknown type.
    pub octets: Cow<'a, [u8]>,
    /// Number of unused bits in the last octet, if it is a BIT STRING that may contain an encoding.
    pub unused: u8,
}

impl<'a> Opaque<'a> {
    /// Octets under some rules.
    pub fn new(rules: Rules, octets: impl Into<Cow<'a, [u8]>>) -> Opaque<'a> {
        Opaque { rules, octets: octets.into(), unused: 0 }
    }

    /// A BIT STRING that may contain an encoding.
    pub fn of_bits(rules: Rules, bits: BitString<'a>) -> Opaque<'a> {
        let unused = (bits.bits.wrapping_neg() % 8) as u8;
        Opaque { rules, octets: bits.octets, unused }
    }

    /// The bits of that BIT STRING.
    pub fn to_bits(&self) -> BitString<'_> {
        let bits = (self.octets.len() as u64 * 8).saturating_sub(u64::from(self.unused));
        BitString::new(self.octets.as_ref(), bits)
    }
}

/// An alternative from a later version of the schema.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown<'a> {
    /// Its index among the extension additions, if read from PER.
    pub index: Option<u64>,
    /// The rules it was encoded with.
    pub rules: Rules,
    /// Its encoding.
    pub octets: Cow<'a, [u8]>,
}

/// A REAL, exact.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Real {
    /// Zero.
    Zero,
    /// Minus zero.
    MinusZero,
    /// PLUS-INFINITY.
    PlusInfinity,
    /// MINUS-INFINITY.
    MinusInfinity,
    /// NOT-A-NUMBER.
    NotANumber,
    /// `mantissa * 2 ^ exponent`, not zero.
    Binary {
        /// Below zero.
        negative: bool,
        /// Magnitude, most significant octet first, odd.
        mantissa: Vec<u8>,
        /// The exponent.
        exponent: i64,
    },
    /// `digits * 10 ^ exponent`, not zero.
    Decimal {
        /// Below zero.
        negative: bool,
        /// Decimal digits without leading and trailing zeros.
        digits: String,
        /// The exponent.
        exponent: i64,
    },
}

impl From<crate::Real<'_>> for Real {
    fn from(real: crate::Real<'_>) -> Real {
        match real {
            crate::Real::Zero => Real::Zero,
            crate::Real::MinusZero => Real::MinusZero,
            crate::Real::PlusInfinity => Real::PlusInfinity,
            crate::Real::MinusInfinity => Real::MinusInfinity,
            crate::Real::NotANumber => Real::NotANumber,
            crate::Real::Binary { negative, mantissa, exponent } => {
                Real::Binary { negative, mantissa: mantissa.to_vec(), exponent }
            }
            crate::Real::Decimal { negative, digits, exponent } => {
                Real::Decimal { negative, digits: digits.into(), exponent }
            }
        }
    }
}

impl Real {
    pub(crate) fn view(&self) -> crate::Real<'_> {
        match self {
            Real::Zero => crate::Real::Zero,
            Real::MinusZero => crate::Real::MinusZero,
            Real::PlusInfinity => crate::Real::PlusInfinity,
            Real::MinusInfinity => crate::Real::MinusInfinity,
            Real::NotANumber => crate::Real::NotANumber,
            Real::Binary { negative, mantissa, exponent } => {
                crate::Real::Binary { negative: *negative, mantissa, exponent: *exponent }
            }
            Real::Decimal { negative, digits, exponent } => {
                crate::Real::Decimal { negative: *negative, digits, exponent: *exponent }
            }
        }
    }
}
