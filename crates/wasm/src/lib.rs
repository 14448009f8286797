//! Wireglot in a web page: the requests that a browser worker makes, and the answers.
//!
//! The page provides no files, no clock and no threads. It passes the texts of schemas and the bytes of
//! inputs, and receives spans in flat arrays. Each call takes a request and returns an answer, both of them
//! [`parcel`]s: a little JSON and any number of byte sections. [`desk::Desk`] keeps the state between calls.

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
