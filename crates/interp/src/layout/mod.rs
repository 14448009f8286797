//! Runs a [`Layout`](wireglot_plan::Layout): octets to events and values to octets.
//!
//! A layout fully describes the octets of its formats, so it is run directly, without a plan. Octets are
//! read into any [`Sink`](crate::Sink), and written from a tape or from JSON text. There are two kinds
//! of encodings:
//!
//! - **Types** ([`decode`], [`encode`]) are one stream of bits, starting with the least significant bit
//!   of the first octet. An extensible record begins with 16 bits that hold its size in bits, including
//!   these 16; an extensible array with 16 bits that hold its number of elements.
//! - **Messages** ([`decode_message`], [`encode_message`]) are a header, a block of fields, and the
//!   groups and data after it, each with a prefix.

mod bits;
mod error;
mod json;
mod leaf;
mod read;
mod read_message;
mod source;
mod text;
mod trace;
mod value;
mod write;
mod write_message;

pub(crate) use bits::load;
pub use error::{LayoutCode, LayoutError, TRUNCATED};
pub use json::LayoutJson;
pub(crate) use leaf::{text as show_text, Leaf};
pub(crate) use read::traced;
pub use read::{decode, Reading};
pub(crate) use read_message::traced_message;
pub use read_message::{decode_message, newer_version, Decoded};
pub(crate) use trace::{Met, Trace};
pub use write::{encode, encode_json, Oversized};
pub use write_message::{encode_message, encode_message_json};

/// Maximum number of entries in a message whose blocks may take no octets, since nothing on the wire
/// limits it.
const EMPTY_ENTRIES: u64 = 65_536;

/// Maximum nesting depth of a newer sender's unknown groups.
const DEPTH: usize = 64;
