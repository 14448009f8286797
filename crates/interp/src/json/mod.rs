//! Values as JSON: the `text` leaves, driven by the shape alone.
//!
//! There are two spellings. `jer` is BASIC-JER, X.697 to the letter, as far as
//! a value can be said in it. `json` is the lossless view: the same, with an
//! escape for each thing that JER has no words for. An escape is an object with
//! one member whose name begins with `$`, which no identifier of ASN.1 does.
//!
//! | escape | stands for |
//! | --- | --- |
//! | `{"$opaque": hex}` | an open type or ANY that nothing resolves: a whole encoding |
//! | `{"$octets": hex}` | an OCTET STRING with CONTAINING, given as octets, which a decoder refuses if they are no such value |
//! | `{"$bits": {"value": hex, "length": n}}` | the same of a BIT STRING |
//! | `{"$number": n}` | an ENUMERATED number that the schema does not list |
//! | `{"$index": n}` | an unknown ENUMERATED addition of which PER shows the index only |
//! | `{"$unknown": {"octets": hex, "index": n}}` | an unknown alternative; `index` in PER only |
//! | `{"$base2": {"mantissa": n, "exponent": n}}` | a REAL too long for a number |
//! | member `"$unknown"` of a record | a list of `{"insertion" or "addition" or "bitmap": n, "octets": hex}` |
//! | member `"$raw"` of a record | the octets of components as they came: `{name: hex}` |
//!
//! The reader takes escapes in either spelling: what it reads is the same value.

mod base64;
mod cursor;
pub(crate) mod document;
mod error;
mod escape;
pub(crate) mod keys;
pub(crate) mod leaf;
mod names;
pub(crate) mod number;
mod read;
pub(crate) mod text;
mod walk;
mod words;
mod write;

pub use error::JsonError;
pub use read::JsonReader;
pub use write::{JsonWriter, Layout};

/// The text of an OBJECT IDENTIFIER or RELATIVE-OID of some contents octets: its arcs, with points between them.
pub fn arcs(contents: &[u8], relative: bool) -> String {
    let mut text = text::Text::default();
    text.oid(contents, relative);
    text.as_str().to_string()
}

/// How values are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// BASIC-JER (X.697).
    Jer,
    /// The lossless view.
    Json,
}
