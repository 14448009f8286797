//! The size and depth of a type.

/// The size and depth of a type.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    pub bits: u64,
    /// The number of values in it, including itself, that take no bits.
    pub empty: u64,
    /// The nesting depth of messages and arrays.
    pub depth: u32,
    /// The nesting depth of arrays without a message between them.
    pub arrays: u32,
}
