//! Generated C: compiled by every compiler, and run on vectors.

mod compilers;
mod constraints;
mod support;
mod tools;
mod vectors;
