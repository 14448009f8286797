//! C++, and what is said of C in the same words.

pub mod reserved;
