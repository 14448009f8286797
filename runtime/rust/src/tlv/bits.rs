//! BIT STRING contents.

use crate::{ErrorCode, Fault};

use super::Form;

/// A BIT STRING as held in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitString<'b> {
    /// `bits.div_ceil(8)` octets, first bit in the most significant position.
    pub octets: &'b [u8],
    /// The number of bits.
    pub bits: u64,
    /// Whether the unused bits of the last octet are zero.
    pub clean: bool,
}

/// Reads a primitive BIT STRING (X.690 8.6.2, 11.2.1).
///
/// # Errors
/// `bits_empty`, `bits_unused`; `bits_padding` in canonical form.
pub fn bit_string(contents: &[u8], form: Form) -> Result<BitString<'_>, Fault> {
    let Some((&unused, octets)) = contents.split_first() else {
        return Err(Fault::new(ErrorCode::BitsEmpty));
    };
    // X.690 8.6.2.2, 8.6.2.3.
    if unused > 7 || (octets.is_empty() && unused != 0) {
        return Err(Fault::of(ErrorCode::BitsUnused, u64::from(unused)));
    }
    let last = octets.last().copied().unwrap_or(0);
    let clean = last & !(0xffu8 << unused) == 0;
    if !clean && form == Form::Canonical {
        return Err(Fault::new(ErrorCode::BitsPadding).at_octet(contents.len() - 1));
    }
    Ok(BitString { octets, bits: octets.len() as u64 * 8 - u64::from(unused), clean })
}

/// The first contents octet of a BIT STRING of `bits` bits.
pub fn bit_string_octet(bits: u64) -> u8 {
    (bits.wrapping_neg() & 7) as u8
}

/// The number of bits without trailing zeros, but at least `min` (X.690 11.2.2; X.691 16.2).
#[expect(clippy::indexing_slicing, reason = "rposition found the octet")]
pub fn trimmed(octets: &[u8], bits: u64, min: u64) -> u64 {
    let used = octets.get(..bits.div_ceil(8) as usize).unwrap_or(octets);
    let significant = match used.iter().rposition(|&b| b != 0) {
        Some(at) => (at as u64 + 1) * 8 - u64::from(used[at].trailing_zeros()),
        None => 0,
    };
    significant.clamp(min.min(bits), bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents() {
        // X.690 8.6.4.2.
        let value = bit_string(&[4, 0x0a, 0x3b, 0x5f, 0x29, 0x1c, 0xd0], Form::Canonical).unwrap();
        assert_eq!((value.octets.len(), value.bits, value.clean), (6, 44, true));
        assert!(!bit_string(&[4, 0x0f], Form::Basic).unwrap().clean);
        let code = |contents, form| bit_string(contents, form).unwrap_err().code;
        assert_eq!(code(&[4, 0x0f], Form::Canonical), ErrorCode::BitsPadding);
        assert_eq!(code(&[], Form::Basic), ErrorCode::BitsEmpty);
        assert_eq!(code(&[1], Form::Basic), ErrorCode::BitsUnused);
        assert_eq!(code(&[8, 0], Form::Basic), ErrorCode::BitsUnused);
    }

    #[test]
    fn trailing_zeros() {
        assert_eq!(trimmed(&[0xa0, 0x00], 16, 0), 3);
        assert_eq!(trimmed(&[0xa0, 0x00], 16, 9), 9);
        assert_eq!(trimmed(&[0], 5, 0), 0);
        assert_eq!(trimmed(&[0], 5, 9), 5);
    }
}
