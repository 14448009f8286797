//! Units of memory.

/// The memory that values take where they are stored, in octets.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// A value, not counting the octets or characters of a leaf.
    pub value: u64,
    /// An octet or character of a leaf.
    pub octet: u64,
    /// Maximum number of elements that take no bits in a message.
    pub empty_elements: u64,
    /// Maximum nesting depth of values.
    pub depth: u64,
}
