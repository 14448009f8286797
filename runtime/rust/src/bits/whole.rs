//! How many bits and octets whole numbers take.

/// How many bits a constrained whole number of this span (greatest minus
/// least) takes in a bit field (X.691 11.5.7.1).
#[inline]
pub fn width(span: u64) -> u32 {
    64 - span.leading_zeros()
}

/// How many octets a non-negative number takes, at least one.
#[inline]
pub fn octets_of(number: u64) -> u32 {
    width(number).div_ceil(8).max(1)
}
