//! Leaves of the wire formats: hand-written routines that read and write one value each, with the
//! cursors and writers they use.
//!
//! They take and return plain Rust values, so you can call them by hand. No dependencies, no `std`
//! (only `alloc`), no unsafe code, no panics on any input.

#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic))]

extern crate alloc;

pub mod bits;
pub mod codec;
mod duration;
mod error;
pub mod iri;
mod limits;
mod notes;
pub mod octets;
mod real;
pub mod sbe;
pub mod times;
pub mod tlv;

pub use duration::Duration;
pub use error::{ErrorCode, Fault};
pub use limits::Limits;
pub use notes::{Note, Noted, Notes};
pub use real::Real;
