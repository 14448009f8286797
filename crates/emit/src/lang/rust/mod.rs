//! Rust.

pub mod reserved;
