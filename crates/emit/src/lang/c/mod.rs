//! C.

pub mod library;
pub mod names;
pub mod reserved;
