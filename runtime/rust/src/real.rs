//! Values of REAL, exact.

/// A value of REAL. Base 2 and base 10 values are different abstract values even if they are
/// numerically equal (X.680 21.5); nothing is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Real<'a> {
    /// Zero: no contents octets (X.690 8.5.2).
    Zero,
    /// Minus zero (X.690 8.5.9).
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
        /// Magnitude, most significant octet first, without leading zero octets, odd.
        mantissa: &'a [u8],
        /// The exponent.
        exponent: i64,
    },
    /// `digits * 10 ^ exponent`, not zero.
    Decimal {
        /// Below zero.
        negative: bool,
        /// Decimal digits without leading and trailing zeros.
        digits: &'a str,
        /// The exponent.
        exponent: i64,
    },
}
