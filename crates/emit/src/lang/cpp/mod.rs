//! C++ features that C lacks.

pub mod reserved;
pub mod text;
