//! From schema files to codecs: the compiler pipeline, and all input and output.
//!
//! Everything that an interface (the command, a binding) does goes through here; no crate below this one
//! opens a file or prints.

#![warn(missing_docs)]

pub mod built_in;
pub mod capture;
pub mod compat;
pub mod component;
pub mod diff;
pub mod explain;
pub mod faults;
pub mod feed;
pub mod format;
pub mod forms;
pub mod generate;
pub mod identify;
pub mod inputs;
pub mod inspect;
pub mod languages;
pub mod messages;
mod open_error;
pub mod packed;
pub mod pages;
pub mod read;
pub mod records;
pub mod render;
pub mod rules;
pub mod sources;
pub mod texts;
mod utf16;

pub mod vectors;

pub use wireglot_text::{names, Sources};

pub use languages::asn1::specification::{Named, Specification};
pub use open_error::{Faulty, OpenError, UnknownName};
pub use wireglot_emit::chart;
pub use wireglot_interp::layout::{LayoutCode, LayoutError, Oversized};
pub use wireglot_interp::{
    json, to_f64, Cells, Codec, DecodeError, DecodeOptions, Discard, EncodeError, EncodeOptions, ErrorCode,
    Fault, JsonEncodeError, Limits, OpenTypes, Origin, Real, SampleOptions, Sampler, Sink, Tape, Unknown,
    Unknowns, ValueRef, View,
};
pub use wireglot_model::{StringKind, TimeKind};
pub use wireglot_plan::{
    Alternative, Check, Contents, Layout, LayoutId, OpenShape, Range as IntegerRange, RecordKind, Rules,
    Shape, ShapeId, ShapeKind, ShapeType, Slot, SlotPresence,
};
