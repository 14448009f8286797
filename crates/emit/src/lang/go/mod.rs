//! Go.

pub mod reserved;
pub mod text;
