//! Rust.

pub mod reserved;
pub mod text;
