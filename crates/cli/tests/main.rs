//! The integration tests of this crate, in one binary, since linking takes longer than most of them.

mod damaged;
mod depth;
mod ends;
mod errors;
mod formatting;
mod generated;
mod h248_names;
mod help;
#[cfg(unix)]
mod includes;
#[cfg(unix)]
mod inputs;
mod inspected;
mod jobs;
mod mistakes;
mod output_limit;
mod parts;
#[cfg(unix)]
mod resumed;
mod sessions;
#[path = "../../../tests/shared.rs"]
mod shared;
mod shells;
mod tables;
mod terms;
mod text_captures;
mod text_errors;
mod verdicts;
#[cfg(unix)]
mod written;
