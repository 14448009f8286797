//! Wireglot in a page: what a worker of a browser asks, and what it is answered.
//!
//! The page has no files, no clock and no threads to lend. It hands over the texts of schemas and the octets of
//! inputs, and gets spans in flat arrays. One call takes a question and gives an answer, both of them [`parcel`]s:
//! a little JSON and any number of stretches of octets. [`desk::Desk`] keeps what was handed over between calls.

pub mod desk;
#[cfg(target_arch = "wasm32")]
mod exports;
mod guesses;
mod inputs;
mod noted;
mod packets;
pub mod parcel;
mod question;
mod schemas;
mod told;
mod values;
