//! What can be wrong with JSON text.

use std::fmt;

/// Why a text is not a value of its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// A stable word: `json_syntax`, `json_value`, `json_member`, `json_missing`, `json_limit`.
    pub code: &'static str,
    /// The octet of the text at which it shows.
    pub offset: usize,
    /// The field, from the type's name down.
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
