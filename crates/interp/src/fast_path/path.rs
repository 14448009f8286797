//! The fast path of one root, and what it may ask for.

use wireglot_rt::Limits;

use crate::json::text::Text;

/// The fast path of one root.
pub(crate) trait FastPath: std::fmt::Debug + Send + Sync {
    /// Reads the value that octets begin with, and says how many they were. `None` leaves it to the
    /// other path, whatever was written.
    fn read(&self, octets: &[u8], limits: &Limits, lossless: bool, out: &mut Text) -> Option<usize>;

    /// Appends the encoding of the value that a text begins with, and says how many octets of the text
    /// it took. `None` leaves it to the general path, whatever was written.
    fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize>;
}

/// What a text may ask, the least of what reader and writer allow.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub depth: u32,
    pub elements: u64,
    pub string_octets: usize,
    pub integer_octets: usize,
}
