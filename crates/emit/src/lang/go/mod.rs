//! Go.

pub mod reserved;
