//! The integration tests of this crate, in one binary: linking takes longer than most of them.

mod bounds;
#[path = "../../../tests/clock.rs"]
mod clock;
mod direct;
mod dummies;
mod forms;
mod fragments;
mod hostile;
mod instructions;
mod notation;
mod schema;
mod strict;
mod times;
mod unknown;
