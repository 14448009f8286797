//! The annotated view: what each bit of some octets is, and why.
//!
//! [`Annotated`] is a list of spans that lie side by side from the first bit to the
//! last: each bit of the input is in exactly one; a value that takes no bits has a span without
//! any, where it would stand. [`typed`] and [`messages`] make it of a
//! layout, [`planned`] of an encoding under any rules, and [`unplanned`] of one in BER, DER or
//! CER without a specification.

mod guess;
mod layout;
mod names;
mod rows;
mod stretch;
mod tlv;
mod trace;

use crate::DecodeError;
use wireglot_rt::Fault;

pub use layout::{messages, typed};
pub use names::oid_name;
pub use tlv::unplanned;
pub use trace::planned;

/// What stands in some octets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotated {
    /// Side by side, in the order of the bits.
    pub spans: Vec<Annotation>,
    /// Why decoding stopped, and before which of the spans.
    pub error: Option<Stop>,
}

/// Some bits in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The first bit, from the start of the input; in octets, 8 to each.
    pub bit: u64,
    /// How many; none of a value that takes none.
    pub bits: u64,
    /// How deep it lies in what is around it.
    pub depth: u32,
    /// What part of an encoding it is.
    pub part: Part,
    /// The value that it belongs to, from the root's name down; empty where nothing is known of it.
    pub path: String,
    /// Its type, in the words of the schema language.
    pub ty: String,
    /// The value, as `decode` writes it, where these bits are one.
    pub value: Option<String>,
    /// The schema says so; otherwise type and value are those that a tag tells, or guesses.
    pub known: bool,
    /// How long and why, and what else there is to say.
    pub why: String,
}

/// What a span is to the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A value without parts; in BER with its tag and length.
    Value,
    /// What comes in front of the parts of a value: tag and length, a leading size or count.
    Header,
    /// A length, count or width.
    Length,
    /// Which parts of a value there are.
    Presence,
    /// Whether what follows is an extension.
    Extension,
    /// Which alternative it is.
    Index,
    /// What ends it.
    End,
    /// Something that the schema does not know, or this version of it.
    Unknown,
    /// Bits without a meaning.
    Padding,
    /// What was not decoded, because of an error before it.
    Rest,
}

impl Part {
    /// The word: never changes.
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
    /// The stable word of the error.
    pub code: &'static str,
    /// What it says.
    pub message: String,
    /// The bit at which it shows.
    pub bit: u64,
    /// The value that it is in.
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

impl Annotated {
    /// Puts spans in order, and accounts for what they leave out of so many bits.
    fn close(&mut self, bits: u64) {
        let mut spans = std::mem::take(&mut self.spans);
        spans.retain(|span| span.bit + span.bits <= bits);
        // What takes no bits stands before what begins there.
        spans.sort_by_key(|span| (span.bit, span.bits > 0));
        for span in spans {
            self.fill(span.bit, Part::Rest, "not decoded");
            self.add(span);
        }
        self.fill(bits, Part::Rest, "not decoded");
    }

    /// Adds a span behind the last, if it has bits or a value that takes none.
    fn add(&mut self, annotation: Annotation) {
        if annotation.bits > 0 || annotation.value.is_some() {
            self.spans.push(annotation);
        }
    }

    /// The bit behind the last span.
    fn end(&self) -> u64 {
        self.spans.last().map_or(0, |span| span.bit + span.bits)
    }

    /// Accounts for what is left of the input.
    fn fill(&mut self, bits: u64, part: Part, why: &str) {
        let bit = self.end();
        self.add(Annotation {
            bit,
            bits: bits.saturating_sub(bit),
            depth: 0,
            part,
            path: String::new(),
            ty: String::new(),
            value: None,
            known: false,
            why: why.to_string(),
        });
    }
}
