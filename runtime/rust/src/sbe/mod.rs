//! Views and writers of SBE messages, the base of the generated code.
//!
//! No `std`, no allocation, no unsafe code, no panics on any input.

// The generated code of a schema need not use all of it.
#![allow(dead_code, unused_imports)]

mod facts;
mod json;
mod octets;
mod read;
mod skip;
mod view;
mod write;

pub use facts::{Body, NumberAt, Part, Prefix, Schema, Since};
pub use json::Json;
pub use octets::{base, get, put, Array, Code, Error, Number, Text};
pub use read::{Entry, Flat, FlatEntry, Group};
pub use view::{headed, template, Fault, View};
pub use write::{Place, Writer};
