//! Leaves of the `bits` family.

use wireglot_bigint::BigInt;
use wireglot_model::{Enumerated, Kind, StringKind, TimeKind};
use wireglot_plan::Bits;

use super::visible::{known_multiplier, Visible};
use crate::shape::Ranges;

/// Maximum number of characters encoded by their index in the alphabet; a table of this size is
/// still reasonable.
const LONGEST_ALPHABET: u64 = 1 << 16;

/// ENUMERATED: root items sorted by number, additions in source order (X.691 14).
pub(super) fn enumerated(items: &Enumerated) -> Bits {
    let numbers =
        |list: &[(String, BigInt)]| -> Vec<i64> { list.iter().filter_map(|(_, n)| n.to_i64()).collect() };
    let mut root = numbers(&items.root);
    root.sort_unstable();
    Bits::Enumerated { root, additions: items.additions.as_deref().map(numbers) }
}

/// A character string under its effective constraints (X.691 30). `None` if the alphabet is too
/// long for encoding by index.
pub(super) fn string(kind: StringKind, visible: &Visible, aligned: bool) -> Option<Bits> {
    match known_multiplier(&Kind::String(kind)) {
        Some(full) => {
            let (lo, hi) = visible.size_bounds();
            characters(visible.alphabet.as_ref().unwrap_or(&full), lo, hi, aligned)
        }
        None if kind == StringKind::Utf8 => Some(Bits::Utf8String),
        None => Some(Bits::EscapedString),
    }
}

/// UTCTime and GeneralizedTime are VisibleStrings (X.680 46.3, 47.3). `None` for TIME, whose
/// encoding depends on property settings.
pub(super) fn time(kind: TimeKind, aligned: bool) -> Option<Bits> {
    match kind {
        TimeKind::Utc | TimeKind::Generalized => string(StringKind::Visible, &Visible::default(), aligned),
        TimeKind::Date => Some(Bits::Date),
        TimeKind::TimeOfDay => Some(Bits::TimeOfDay),
        TimeKind::DateTime => Some(Bits::DateTime),
        TimeKind::Duration => Some(Bits::Duration),
        TimeKind::Time => None,
    }
}

/// The bits per character, and the mapping of characters (X.691 30.5.2 to 30.5.4).
fn characters(alphabet: &Ranges<u32>, lo: u64, hi: Option<u64>, aligned: bool) -> Option<Bits> {
    let ends = alphabet.iter().map(|(lo, hi)| (lo.unwrap_or(0), hi.unwrap_or(u32::MAX)));
    let count: u64 = ends.clone().map(|(lo, hi)| u64::from(hi - lo) + 1).sum();
    let top = ends.clone().next_back().map_or(0, |(_, hi)| hi);
    let bits = match count {
        0 | 1 => 0,
        _ => 64 - (count - 1).leading_zeros(),
    };
    // The smallest power of two is 2^0, so an alphabet of one character takes one bit in the
    // aligned variant.
    let bits = if aligned { bits.next_power_of_two() } else { bits };
    let by_value = u64::from(top) < 1 << bits;
    let alphabet = match by_value {
        true => Vec::new(),
        false if count > LONGEST_ALPHABET => return None,
        false => ends.flat_map(|(lo, hi)| lo..=hi).collect(),
    };
    Some(Bits::KnownMultiplier { alphabet, bits, top, lo, hi })
}
