//! Runs plans: bytes to sinks, tapes to bytes, checks and samples.
//!
//! A decode is a stream of events into a [`Sink`]; an encode reads a value from a [`Tape`], which
//! is itself a sink. There is no other representation of a value.
//!
//! - [`Codec`]: a shape and a plan, linked once; decodes, encodes, checks, samples.
//! - [`Sink`]: the events. Text writers implement it.
//! - [`Tape`]: an arena of values. Text readers write events into one.
//! - [`json`], [`notation`], [`xer`]: values as text; [`etf`]: values as Erlang terms.
//! - [`ValueRef`], [`View`]: access to the values on a tape.

#![cfg_attr(not(test), warn(clippy::indexing_slicing, clippy::unwrap_used, clippy::panic))]

mod canonical;
mod check;
mod codec;
mod constant;
pub mod etf;
mod families;
mod fast_path;
mod float;
mod frames;
pub mod inspect;
pub mod json;
mod key;
pub mod layout;
mod linked;
mod names;
pub mod notation;
mod options;
mod path;
mod real_form;
mod run;
mod sample;
mod sink;
mod tape;
mod transcode;
pub mod xer;

pub use canonical::{equal, identity, Defaults};
pub use check::Violation;
pub use codec::{Codec, DecodeError, EncodeError, PassedOver};
pub use constant::Mismatch;
pub use fast_path::{Cells, JsonEncodeError};
pub use float::to_f64;
pub use linked::{repertoire, LinkError};
pub use options::{DecodeOptions, EncodeOptions, OpenTypes, Unknowns};
pub use sample::{LayoutSampler, SampleOptions, Sampler, Unsampled, MOST_SAMPLED, MOST_VALUES};
pub use sink::{Discard, Hole, Met, Origin, Sink, Unknown};
pub use tape::{ListRef, RecordRef, Tape, ValueRef, View};
pub use transcode::stuck;
pub use wireglot_rt::{ErrorCode, Fault, Limits, Real};
