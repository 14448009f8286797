//! SBE front end: a message schema in XML to the model.
//!
//! FIX Simple Binary Encoding 1.0 as published and as exchanges write it, and of 2.0 what
//! does not change octets that 1.0 reads. [`xml::parse`] makes a tree of elements,
//! [`include::expand`] puts in what other files hold, [`resolve::resolve`] says what it means.

pub mod faults;
pub mod include;
pub mod resolve;
pub mod xml;
