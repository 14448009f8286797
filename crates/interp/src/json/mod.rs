//! Values as JSON text, driven by the shape alone.
//!
//! There are two spellings. `jer` is BASIC-JER, exactly as X.697 defines it, for all values that it can
//! express. `json` is lossless: JER with an escape for everything that JER cannot express. An escape is an
//! object with one member whose name starts with `$`; no ASN.1 identifier does.
//!
//! | escape | meaning |
//! | --- | --- |
//! | `{"$opaque": hex}` | an open type or ANY of unknown type: a complete encoding |
//! | `{"$octets": hex}` | an OCTET STRING with CONTAINING, given as octets, which a decoder rejects if they are not an encoding of the contained type |
//! | `{"$bits": {"value": hex, "length": n}}` | the same for a BIT STRING |
//! | `{"$number": n}` | an ENUMERATED number that the schema does not list |
//! | `{"$index": n}` | an unknown ENUMERATED addition, of which PER encodes only the index |
//! | `{"$unknown": {"octets": hex, "index": n}}` | an unknown alternative; `index` in PER only |
//! | `{"$base2": {"mantissa": n, "exponent": n}}` | a REAL too long for a number |
//! | `{"$opaque": {"$opaque": hex}}` | the octets of an open type that is all that another one holds; strings likewise |
//! | member `"$unknown"` of a record | a list of `{"insertion" or "addition" or "bitmap": n, "octets": hex}` |
//! | member `"$raw"` of a record | the octets of components as received: `{name: hex}` |
//!
//! The reader accepts escapes in either spelling, with the same meaning.

mod base64;
mod breaks;
mod cursor;
pub(crate) mod document;
mod error;
mod escape;
pub(crate) mod keys;
pub(crate) mod leaf;
pub(crate) mod number;
mod read;
pub(crate) mod text;
mod walk;
mod words;
mod write;

pub use breaks::Breaks;
pub use error::JsonError;
pub use read::JsonReader;
pub(crate) use read::{is_json_in_string, not_hex};
pub use write::{JsonWriter, Layout};

/// The dotted text of an OBJECT IDENTIFIER or RELATIVE-OID, from its contents octets.
pub fn arcs(contents: &[u8], relative: bool) -> String {
    let mut text = text::Text::default();
    text.oid(contents, relative);
    text.as_str().to_string()
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// BASIC-JER (X.697).
    Jer,
    /// The lossless spelling.
    Json,
}
