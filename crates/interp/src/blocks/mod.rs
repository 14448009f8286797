//! Runs the model of an SBE schema: octets of messages to values and back.
//!
//! The model says all about the octets, so it is run as it stands. What an older sender did
//! not write is absent, and shows as null; what a newer one appended to blocks is skipped, and
//! so are its groups and data where the schema's prefixes count them.

mod error;
mod given;
mod json;
mod read;
mod version;
mod write;

pub use error::{BlockCode, BlockError};
pub use json::JsonText;
pub use read::{decode, Decoded, Leaf, Visit};
pub use write::encode;

/// Entries of a message whose blocks may take no octets at all: nothing on the wire bounds their number.
const EMPTY_ENTRIES: u64 = 65_536;
