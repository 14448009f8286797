//! The integration tests of this crate, in one binary, since linking takes longer than most of them.

mod codes;
mod extensions;
mod hostile;
#[path = "../../../tests/shared.rs"]
mod shared;
mod verdicts;
