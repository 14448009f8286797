//! C.

pub mod expr;
pub mod library;
pub mod lines;
pub mod names;
pub mod reserved;
pub mod text;
