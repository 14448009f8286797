//! The integration tests of this crate, in one binary, since linking takes longer than most of them.

mod bombs;
#[path = "../../../tests/clock.rs"]
mod clock;
mod codes;
mod corpus;
mod formatting;
mod goldens;
mod hostile;
mod legality;
mod models;
mod mutations;
#[path = "../../../tests/shared.rs"]
mod shared;
mod support;
mod verdicts;
