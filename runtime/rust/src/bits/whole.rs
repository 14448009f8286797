//! Sizes of whole numbers in bits and octets.

/// The width in bits of a constrained whole number whose maximum minus minimum is `span` (X.691
/// 11.5.7.1).
#[inline]
pub fn width(span: u64) -> u32 {
    64 - span.leading_zeros()
}

/// The number of octets that a non-negative number takes, at least one.
#[inline]
pub fn octets_of(number: u64) -> u32 {
    width(number).div_ceil(8).max(1)
}
