//! Values in the value notation of X.680, driven by the shape alone.
//!
//! What the notation cannot express is written as an escape, which looks like the value of a CHOICE whose
//! alternative starts with `$`; no ASN.1 identifier does.
//!
//! | escape | meaning |
//! | --- | --- |
//! | `$opaque ber : '0201FF'H` | an open type or ANY of unknown type: a complete encoding under these rules |
//! | `$octets ber : '0500'H`, `$bits ber : '0500'H` | a string with CONTAINING that is given as octets |
//! | `$number : 7` | an ENUMERATED number that the schema does not list |
//! | `$index : 3` | an unknown ENUMERATED addition, of which PER encodes only the index |
//! | `$unknown : { octets '85017F'H, index 2 }` | an unknown alternative; `index` in PER only |
//! | component `$unknown` of a record | a list of `{ insertion 1, octets ''H }`; or `addition`, `bitmap` |

mod lex;
mod read;
mod scalar;
pub(crate) mod types;
mod write;

use std::fmt;

pub use read::NotationReader;
pub use types::type_text;
pub use write::NotationWriter;

/// Why a text is not a value of the expected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// `notation_syntax`, `notation_value`, `notation_member`, `notation_missing` or `notation_limit`.
    pub code: &'static str,
    /// Octets from the start of the text.
    pub offset: usize,
    /// The path of the value, starting with the type's name.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at octet {}", self.path, self.message, self.offset)
    }
}

impl std::error::Error for NotationError {}

/// Names of escapes.
mod escape {
    pub const OPAQUE: &str = "$opaque";
    pub const OCTETS: &str = "$octets";
    pub const BITS: &str = "$bits";
    pub const NUMBER: &str = "$number";
    pub const INDEX: &str = "$index";
    pub const UNKNOWN: &str = "$unknown";
}
