//! Generated C: compiled by every compiler, and run on vectors.

mod along;
mod choices;
mod compilers;
mod constraints;
mod depth;
mod guards;
mod modules;
mod names;
mod naming;
mod nothing;
mod runtime;
#[path = "../../../../tests/shared.rs"]
mod shared;
mod support;
mod texts;
mod tools;
mod vectors;
mod wycheproof;
