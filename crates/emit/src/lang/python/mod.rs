//! Python.

pub mod reserved;
