//! Leaves of the wire formats: ordinary, hand-written routines that read and
//! write one value each, and the cursors and writers that they work on.
//!
//! They take and give plain Rust values, so they can be called by hand. No
//! dependencies, no `std` (only `alloc`), no unsafe code, no panics on any input.

#![no_std]
#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic))]

extern crate alloc;

pub mod bits;
pub mod codec;
mod duration;
mod error;
mod limits;
mod notes;
pub mod octets;
mod real;
pub mod sbe;
pub mod tlv;

pub use duration::Duration;
pub use error::{ErrorCode, Fault};
pub use limits::Limits;
pub use notes::{Note, Noted, Notes};
pub use real::Real;
