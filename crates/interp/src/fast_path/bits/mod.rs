//! The fast path of the basic PERs: fields below 16K, at most 56 presence bits and bitmap bits.

mod fields;
mod make;
mod path;
mod read;
mod write;

pub(crate) use make::make;
pub(crate) use path::Path;
pub(crate) use read::read;
pub(crate) use write::write;
