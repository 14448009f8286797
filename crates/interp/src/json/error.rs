//! Errors in JSON text.

use std::fmt;

/// Why a text is not a value of the expected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// A stable name: `json_syntax`, `json_value`, `json_member`, `json_missing` or `json_limit`.
    pub code: &'static str,
    /// The offset of the error in octets.
    pub offset: usize,
    /// The path of the field, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at octet {}", self.path, self.message, self.offset)
    }
}

impl std::error::Error for JsonError {}
