//! Constant arguments of leaf routines.

use wireglot_bigint::BigInt;

/// A constant argument of a leaf routine.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// A number.
    Integer(BigInt),
    /// An optional number.
    Bound(Option<BigInt>),
    /// An optional length.
    Length(Option<u64>),
    /// A boolean.
    Switch(bool),
    /// A list of numbers.
    Numbers(Vec<i64>),
    /// A list of code points.
    Characters(Vec<u32>),
}
