//! What a text may ask of a fast path.

/// The least of what reader and writer allow.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub depth: u32,
    pub elements: u64,
    pub string_octets: usize,
    pub integer_octets: usize,
}
