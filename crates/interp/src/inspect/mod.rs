//! The annotated view: what each bit of some octets is, and why.
//!
//! [`Annotated`] is a list of adjacent spans from the first bit to the last. Each bit of the input
//! is in exactly one span; a value that takes no bits has an empty span where it would be.
//! [`typed`] and [`messages`] annotate messages of a layout, [`planned`] an encoding under any
//! rules, and [`unplanned`] an encoding in BER, DER or CER without a specification. Each takes a
//! limit on the size of the spans as JSON; what lies beyond it is one span.

mod guess;
mod layout;
mod names;
mod rows;
mod span_list;
mod stretch;
mod tlv;
mod trace;

use crate::DecodeError;
use wireglot_rt::Fault;

pub use layout::{messages, typed};
pub use names::{oid_name, oid_names};
pub use span_list::SpanList;
pub use tlv::unplanned;
pub use trace::planned;

/// Annotated octets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotated {
    /// Adjacent, in the order of the bits.
    pub spans: Vec<Annotation>,
    /// Why decoding stopped, and where.
    pub error: Option<Stop>,
}

/// A span of consecutive bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The first bit, counted from the start of the input, eight to an octet.
    pub bit: u64,
    /// The number of bits; 0 for a value that takes none.
    pub bits: u64,
    /// The nesting depth.
    pub depth: u32,
    /// What part of an encoding it is.
    pub part: Part,
    /// The path of its value, starting with the root's name; empty if nothing is known about it.
    pub path: String,
    /// Its type, as written in the schema language.
    pub ty: String,
    /// The value, as `decode` prints it, if these bits are one.
    pub value: Option<String>,
    /// Whether type and value come from the schema. Otherwise, they come from a tag or are guesses.
    pub known: bool,
    /// Length, reason, and any other remark.
    pub why: String,
}

/// The role of a span in the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A value without parts; in BER, with its tag and length.
    Value,
    /// The header of a value with parts: tag and length, or a leading size or count.
    Header,
    /// A length, count or width.
    Length,
    /// Which components are present.
    Presence,
    /// Whether what follows is an extension.
    Extension,
    /// The index of an alternative.
    Index,
    /// The end of a value.
    End,
    /// Unknown to the schema, or to this version of it.
    Unknown,
    /// Bits without meaning.
    Padding,
    /// Not decoded because of an earlier error.
    Rest,
}

impl Part {
    /// The stable name, which never changes.
    pub fn word(self) -> &'static str {
        match self {
            Part::Value => "value",
            Part::Header => "header",
            Part::Length => "length",
            Part::Presence => "presence",
            Part::Extension => "extension",
            Part::Index => "index",
            Part::End => "end",
            Part::Unknown => "unknown",
            Part::Padding => "padding",
            Part::Rest => "rest",
        }
    }
}

/// Why decoding stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The stable name of the error.
    pub code: &'static str,
    /// The error message.
    pub message: String,
    /// The bit where the error was found.
    pub bit: u64,
    /// The path of the value it is in.
    pub path: String,
}

impl From<DecodeError> for Stop {
    fn from(error: DecodeError) -> Stop {
        let DecodeError { fault, path } = error;
        let message = fault.message().to_string();
        Stop { code: fault.code.word(), message, bit: fault.bit, path }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        let message = fault.message().to_string();
        Stop { code: fault.code.word(), message, bit: fault.bit, path: String::new() }
    }
}
