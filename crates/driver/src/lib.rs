//! From schema files to codecs: the pipeline, and all input and output.
//!
//! Everything that a door (the command, a binding) does goes through here;
//! nothing below this crate opens a file or prints.

#![warn(missing_docs)]

pub mod bitproto;
pub mod capture;
pub mod compat;
pub mod component;
pub mod cost;
pub mod differences;
pub mod digits;
pub mod explain;
pub mod faults;
pub mod feed;
pub mod folders;
pub mod format;
pub mod forms;
pub mod generate;
pub mod languages;
pub mod messages;
pub mod pem;
pub mod pipeline;
pub mod read;
pub mod records;
mod references;
pub mod render;
pub mod round_trip;
pub mod rules;
pub mod sbe;
pub mod show;
pub mod sources;
pub mod texts;

pub mod vectors;

mod specification;

pub use wireglot_text::{names, Sources};

pub use specification::{Faulty, Named, OpenError, Specification, UnknownName};
pub use wireglot_emit::chart;
pub use wireglot_interp::inspect;
pub use wireglot_interp::layout::{LayoutCode, LayoutError};
pub use wireglot_interp::{
    json, Codec, DecodeError, DecodeOptions, Discard, EncodeError, EncodeOptions, ErrorCode, Fault,
    JsonEncodeError, Limits, SampleOptions, Sampler, Tape, Unknowns, ValueRef, View,
};
pub use wireglot_model::TimeKind;
pub use wireglot_plan::{Layout, LayoutId, Rules, ShapeId, ShapeKind};
