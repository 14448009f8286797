//! The measures of a type.

/// How large a type is, and how deep.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    pub bits: u64,
    /// Values in it, itself included, that take no bits.
    pub empty: u64,
    /// Messages and arrays in each other.
    pub depth: u32,
    /// Arrays in each other, without a message between them.
    pub arrays: u32,
}
