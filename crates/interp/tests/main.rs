//! The integration tests of this crate in one binary, because linking takes longer than running
//! most of them.

mod bounds;
#[path = "../../../tests/clock.rs"]
mod clock;
mod dummies;
mod etf;
mod fast_path;
mod folded;
mod forms;
mod fragments;
mod hostile;
mod instructions;
mod kept;
mod notation;
mod schema;
mod strict;
mod times;
mod unknown;
mod xer;
