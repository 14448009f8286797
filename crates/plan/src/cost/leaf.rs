//! The size of leaves on the wire and in memory.

use wireglot_bigint::BigInt;

use super::weights::Weights;
use crate::{Bits, Leaf, Octets, Tlv};

/// A leaf with a fixed part and repeated units.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Units {
    /// Minimum size of the fixed part in bits, including a length.
    pub bits: u64,
    /// Octets of memory in addition to the value itself.
    pub memory: u64,
    /// Bits per unit.
    pub each_bits: u64,
    /// Memory per unit, in eighths of an octet.
    pub each_memory: u64,
    /// Minimum number of units.
    pub least: u64,
    /// Whether there may be more.
    pub more: bool,
}

impl Units {
    /// The minimum size of a value in bits.
    pub fn least_bits(&self) -> u64 {
        self.bits.saturating_add(self.least.saturating_mul(self.each_bits))
    }

    /// The memory of a unit that takes no bits.
    pub fn empty(&self, weights: &Weights) -> u64 {
        match self.more && self.each_bits == 0 {
            true => weights.octet * self.each_memory / 8,
            false => 0,
        }
    }

    fn fixed(bits: u64) -> Units {
        Units { bits, ..Units::default() }
    }

    /// Octets after a length of `bits` bits, stored as received.
    fn octets(bits: u64, least: u64) -> Units {
        Units { bits, each_bits: 8, each_memory: 8, least, more: true, ..Units::default() }
    }

    /// Characters of at most `utf8` octets of UTF-8 each.
    fn characters(self, utf8: u64) -> Units {
        Units { each_memory: 8 * utf8, ..self }
    }

    fn more_memory(self, memory: u64) -> Units {
        Units { memory, ..self }
    }
}

/// Maximum number of characters of a time, or of an exponent and what comes with it.
const TIME: u64 = 64;

pub(super) fn of(leaf: &Leaf) -> Units {
    match leaf {
        Leaf::Tlv(leaf) => of_tlv(leaf),
        Leaf::Bits(leaf) => of_bits(leaf),
        Leaf::Octets(leaf) => of_octets(leaf),
    }
}

fn of_tlv(leaf: &Tlv) -> Units {
    match leaf {
        Tlv::Boolean | Tlv::Enumerated { .. } => Units::fixed(8),
        Tlv::Null => Units::fixed(0),
        Tlv::Integer | Tlv::Oid | Tlv::RelativeOid => Units::octets(0, 1),
        Tlv::BitString { .. } => Units::octets(8, 0),
        Tlv::String(_) => Units::octets(0, 0).characters(2),
        Tlv::Real | Tlv::UtcTime | Tlv::GeneralizedTime => Units::octets(0, 0).more_memory(TIME),
        Tlv::Date | Tlv::TimeOfDay | Tlv::DateTime | Tlv::Duration => Units::octets(0, 0).more_memory(TIME),
        Tlv::External => external(16),
        Tlv::Any => Units::octets(16, 0),
        Tlv::OctetString | Tlv::Iri | Tlv::Time => Units::octets(0, 0),
    }
}

/// `identification`, its parts and the data are separate values.
fn external(bits: u64) -> Units {
    Units::octets(bits, 0).more_memory(8 * TIME)
}

fn of_bits(leaf: &Bits) -> Units {
    match leaf {
        Bits::Boolean => Units::fixed(1),
        Bits::Integer { lo: Some(lo), hi: Some(hi) } => integer(lo, hi),
        Bits::Integer { .. } => Units::octets(8, 1),
        Bits::Enumerated { root, additions } => {
            Units::fixed(index(root.len() as u64) + u64::from(additions.is_some()))
        }
        Bits::SmallNumber | Bits::SmallLength => Units::fixed(7),
        Bits::Length { lo, hi } => Units::fixed(length(*lo, *hi)),
        Bits::BitString { lo, hi, .. } => Units { each_bits: 1, each_memory: 1, ..counted(*lo, *hi) },
        Bits::OctetString { lo, hi } => counted(*lo, *hi),
        Bits::Null => Units::fixed(0),
        Bits::KnownMultiplier { bits, top, lo, hi, .. } => {
            let memory = char::from_u32(*top).map_or(4, char::len_utf8) as u64;
            Units { each_bits: u64::from(*bits), ..counted(*lo, *hi).characters(memory) }
        }
        Bits::Real => Units::octets(8, 0).more_memory(TIME),
        Bits::Oid | Bits::RelativeOid => Units::octets(8, 1),
        Bits::Utf8String | Bits::Iri => Units::octets(8, 0),
        Bits::EscapedString => Units::octets(8, 0).characters(2),
        Bits::Date => Units::fixed(15).more_memory(TIME),
        Bits::TimeOfDay => Units::fixed(17).more_memory(TIME),
        Bits::DateTime => Units::fixed(32).more_memory(TIME),
        Bits::Duration => Units::fixed(8).more_memory(4 * TIME),
        Bits::External => external(3),
        Bits::Predefined { .. } => external(8),
        Bits::Rest => Units::octets(0, 0),
    }
}

fn of_octets(leaf: &Octets) -> Units {
    match leaf {
        Octets::Boolean | Octets::Enumerated { .. } => Units::fixed(8),
        Octets::Integer { width: Some(width), .. } | Octets::Float { width } => {
            Units::fixed(8 * u64::from(*width)).more_memory(TIME)
        }
        Octets::Integer { .. } | Octets::Oid | Octets::RelativeOid => Units::octets(8, 1),
        Octets::Real | Octets::UtcTime | Octets::GeneralizedTime => Units::octets(8, 0).more_memory(TIME),
        Octets::BitString { size: Some(size), .. } => {
            Units { more: false, ..Units::octets(0, size.div_ceil(8)) }
        }
        Octets::BitString { .. } => Units::octets(16, 0),
        Octets::OctetString { size: Some(size) } => Units { more: false, ..Units::octets(0, *size) },
        Octets::String { size: Some(size), .. } => {
            Units { more: false, ..Units::octets(0, *size).characters(2) }
        }
        Octets::String { .. } => Units::octets(8, 0).characters(2),
        Octets::Null => Units::fixed(0),
        Octets::OctetString { .. } | Octets::Iri => Units::octets(8, 0),
        Octets::Date => Units::fixed(32).more_memory(TIME),
        Octets::TimeOfDay => Units::fixed(24).more_memory(TIME),
        Octets::DateTime => Units::fixed(56).more_memory(TIME),
        Octets::Duration => Units::fixed(8).more_memory(4 * TIME),
        Octets::External => external(8),
        Octets::Quantity => Units::fixed(16),
        Octets::Bitmap => Units::octets(16, 0),
        Octets::Rest => Units::octets(0, 0),
    }
}

/// Octets after a length determinant (X.691 11.9).
fn counted(lo: u64, hi: Option<u64>) -> Units {
    Units { more: hi != Some(lo), ..Units::octets(length(lo, hi), lo) }
}

fn length(lo: u64, hi: Option<u64>) -> u64 {
    match hi {
        Some(hi) if hi < 1 << 16 => index(hi.saturating_sub(lo).saturating_add(1)),
        _ => 8,
    }
}

/// Bits needed to distinguish `count` things.
fn index(count: u64) -> u64 {
    match count {
        0 | 1 => 0,
        _ => u64::from(64 - (count - 1).leading_zeros()),
    }
}

/// X.691 11.5; from 64 bits on, the aligned variant leaves out leading zeros.
fn integer(lo: &BigInt, hi: &BigInt) -> Units {
    match bits_of_span(lo, hi) {
        bits @ 0..=8 => Units::fixed(bits),
        bits => Units::fixed(8).more_memory(if bits < 64 { 0 } else { bits.div_ceil(8) + 1 }),
    }
}

/// The width in bits of an offset in a range.
fn bits_of_span(lo: &BigInt, hi: &BigInt) -> u64 {
    hi.minus(lo).bits()
}
