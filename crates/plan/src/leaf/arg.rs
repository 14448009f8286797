//! Constant arguments of leaves.

use wireglot_bigint::BigInt;

/// A constant argument of a leaf.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// A number.
    Integer(BigInt),
    /// A number, or none.
    Bound(Option<BigInt>),
    /// A length, or none.
    Length(Option<u64>),
    /// A switch.
    Switch(bool),
    /// Numbers in order.
    Numbers(Vec<i64>),
    /// Code points in order.
    Characters(Vec<u32>),
}
