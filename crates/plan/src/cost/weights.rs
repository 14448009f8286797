//! What memory is counted in.

/// What values take where they are kept, in octets of memory.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// A value, without the octets or characters of a leaf.
    pub value: u64,
    /// An octet or character of a leaf.
    pub octet: u64,
    /// The most elements that take no bits, in a message.
    pub empty_elements: u64,
    /// How deep values may stand in values.
    pub depth: u64,
}
