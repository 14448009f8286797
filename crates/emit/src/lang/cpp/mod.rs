//! C++: what it has that C has not.

pub mod reserved;
pub mod text;
