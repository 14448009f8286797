//! The integration tests of this crate, in one binary: linking takes longer than most of them.

#[path = "../../../tests/clock.rs"]
mod clock;
mod goldens;
mod hostile;
mod skeleton;
