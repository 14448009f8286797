//! Octet encoding rules (X.696): whole octets, lengths before contents.
//!
//! What has a length before it holds the contents octets of X.690, read and
//! written by [`crate::tlv`].

mod float;
mod reader;
mod writer;

pub use float::{read_float, write_float};
pub use reader::Reader;
pub use writer::Writer;
