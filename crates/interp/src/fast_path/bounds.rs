//! Limits on the text that a fast path reads.

/// For each limit, the smaller of the reader's and the writer's.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub depth: u32,
    pub elements: u64,
    pub string_octets: usize,
    pub integer_octets: usize,
}
