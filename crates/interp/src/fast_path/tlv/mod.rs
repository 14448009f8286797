//! The fast path of BER and DER: definite lengths, one-octet identifiers, components in schema order.

mod make;
mod path;
mod read;
mod write;

pub(crate) use make::make;
pub(crate) use path::Path;
pub(crate) use read::read;
pub(crate) use write::write;
