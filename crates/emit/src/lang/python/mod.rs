//! Python.

pub mod reserved;
pub mod text;
