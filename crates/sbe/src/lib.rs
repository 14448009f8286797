//! The SBE front end: from a message schema in XML to the model.
//!
//! Supports FIX Simple Binary Encoding 1.0 as published and as exchanges use it, and those parts of 2.0 that
//! do not change encodings that 1.0 can read. [`xml::parse`] builds a tree of elements, [`include::expand`]
//! inserts included files, [`resolve::resolve`] resolves the tree.

mod elements;
pub mod encoding;
pub mod faults;
pub mod include;
mod malformed;
pub mod resolve;
mod tags;
pub mod xml;
