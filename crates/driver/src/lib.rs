//! From schema files to codecs: the pipeline, and all input and output.
//!
//! Everything that a door (the command, a binding) does goes through here;
//! nothing below this crate opens a file or prints.

#![warn(missing_docs)]

pub mod faults;
pub mod folders;
pub mod forms;
pub mod names;
pub mod pipeline;
pub mod read;
pub mod render;
