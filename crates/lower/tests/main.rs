//! The integration tests of this crate in one binary, because linking takes longer than running
//! most of them.

#[path = "../../../tests/clock.rs"]
mod clock;
mod goldens;
mod hostile;
mod skeleton;
