//! The integration tests of this crate, in one binary, since linking takes longer than most of them.

mod captures;
mod charts;
mod codes;
mod corpus;
mod differences;
mod documents;
mod emitters;
mod files;
mod forgotten;
mod formats;
mod in_memory;
mod inputs;
mod inspect;
mod json;
mod layers;
mod layouts;
mod records;
mod relay;
mod render;
mod samples;
mod sbe_codes;
mod sbe_verdicts;
#[path = "../../../tests/shared.rs"]
mod shared;
mod text_protocols;
mod versions;
