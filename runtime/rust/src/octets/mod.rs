//! Octet encoding rules (X.696): whole octets, lengths before contents.
//!
//! Values with a length have the contents octets of X.690, which [`crate::tlv`] reads and writes.

mod float;
mod reader;
mod writer;

pub use float::{read_float, write_float};
pub use reader::Reader;
pub use writer::Writer;
