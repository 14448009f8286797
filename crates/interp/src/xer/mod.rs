//! Values as XML: basic XER (X.693), driven by the shape alone.
//!
//! Texts may come from anywhere. Document types, attributes and user-defined entities are rejected, so
//! that a text cannot expand or refer to anything outside it.

mod lex;
mod names;
mod read;
mod scalar;
mod write;

use std::fmt;

pub use read::XerReader;
pub use write::XerWriter;

/// Why a text is not a value of the expected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XerError {
    /// `xer_syntax`, `xer_value`, `xer_member`, `xer_missing` or `xer_limit`.
    pub code: &'static str,
    /// Octets from the start of the text.
    pub offset: usize,
    /// The path of the value, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for XerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at octet {}", self.path, self.message, self.offset)
    }
}

impl std::error::Error for XerError {}

/// Control characters, which XML cannot represent, as elements (X.680 12.15).
const CONTROLS: [(u8, &str); 29] = [
    (0, "nul"),
    (1, "soh"),
    (2, "stx"),
    (3, "etx"),
    (4, "eot"),
    (5, "enq"),
    (6, "ack"),
    (7, "bel"),
    (8, "bs"),
    (11, "vt"),
    (12, "ff"),
    (14, "so"),
    (15, "si"),
    (16, "dle"),
    (17, "dc1"),
    (18, "dc2"),
    (19, "dc3"),
    (20, "dc4"),
    (21, "nak"),
    (22, "syn"),
    (23, "etb"),
    (24, "can"),
    (25, "em"),
    (26, "sub"),
    (27, "esc"),
    (28, "is4"),
    (29, "is3"),
    (30, "is2"),
    (31, "is1"),
];
