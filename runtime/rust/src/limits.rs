//! What one message may cost the reader.

/// Limits on input. The names are the same in the command, the crates and the C runtime; exceeding
/// one is the error `limit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nesting depth of records, lists, choices, open types and contained types. Default 256.
    pub depth: u32,
    /// Elements in one list. Default 16,777,216.
    pub elements: u64,
    /// Elements that take no bits, in all lists of a message together. Default 65,536.
    pub empty_elements: u64,
    /// Contents octets of one INTEGER, REAL, OBJECT IDENTIFIER or RELATIVE-OID. Default 65,536.
    pub integer_octets: usize,
    /// Octets in one string. Default 268,435,456.
    pub string_octets: usize,
    /// Octets in one message. Default 1,073,741,824; larger than `u32::MAX` counts as `u32::MAX`.
    pub total: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 256,
            elements: 1 << 24,
            empty_elements: 1 << 16,
            integer_octets: 1 << 16,
            string_octets: 1 << 28,
            total: 1 << 30,
        }
    }
}
