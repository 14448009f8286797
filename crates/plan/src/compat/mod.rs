//! Whether a reader of one version of a schema understands a sender of another.
//!
//! A [`Finding`] describes a wrong or noteworthy result for one message in one direction, with the
//! places in both versions. [`typed`] makes them for types, which are one stream of bits,
//! [`message`] for messages with blocks, groups and data.

mod messages;
mod stream;
mod types;

use wireglot_text::Span;

pub use messages::{header, message};
pub use types::typed;

/// Something that a reader interprets differently from its sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind of difference.
    pub trouble: Trouble,
    /// The place in the reader's version.
    pub reader: Side,
    /// The place in the sender's version, if there is one.
    pub sender: Option<Side>,
}

/// A part of a message in one of the versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its path, starting with the message; `[]` means any element.
    pub path: String,
    /// Where it was written.
    pub span: Span,
    /// The first bit, from the start of the message.
    pub bit: u64,
    /// The number of bits.
    pub bits: u64,
}

/// Kinds of differences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The reader takes a field from bits that are not exactly one field of the sender.
    Elsewhere,
    /// The reader takes an array of the same size for one of elements of another width, in bits.
    Elements {
        /// The sender's width.
        sent: u64,
        /// The reader's width.
        read: u64,
    },
    /// The reader expects a leading size or count where the sender has none.
    LeadWanted,
    /// The reader takes a field from a leading size or count.
    LeadMet,
    /// The message ends before or in this field and is rejected.
    Short,
    /// The enclosing record ends inside the field; the message is rejected.
    Cut,
    /// Only one of the two is signed.
    Sign,
    /// Only one of the two is a float.
    Float,
    /// Only one of the two is a character.
    Character,
    /// The bits belong to another field, which both versions have.
    Moved,
    /// A number has different names in the two versions.
    Meaning {
        /// The number.
        value: i128,
        /// What the sender means.
        sent: String,
        /// What the reader understands.
        read: String,
    },
    /// A name stands for different numbers, and the reader has no name for the one sent.
    Renumbered {
        /// The name.
        name: String,
        /// The sender's number.
        sent: i128,
        /// The reader's number.
        read: i128,
    },
    /// Numbers for which the reader has no name.
    Unnamed(Vec<String>),
    /// The field has another name.
    Renamed,
    /// The header, or the prefix of a group or data field, differs.
    Led(String),
    /// The message has another template id, so that the reader takes it for another message, or for none.
    Template {
        /// The sender's id.
        sent: u64,
        /// The reader's id.
        read: u64,
    },
    /// The sender lacks this group or data field, although its version should have it.
    Missing,
    /// A newer sender has a part, `group` or `data`, that nothing counts.
    Uncounted(&'static str),
    /// The same, after everything the reader knows: only a frame shows where the message ends.
    Unframed(&'static str),
    /// A constant, or the null value, differs.
    Constant {
        /// What the sender means.
        sent: String,
        /// What the reader understands.
        read: String,
    },
}

impl Trouble {
    /// Whether the reader gets something wrong, so that the versions are incompatible.
    pub fn breaks(&self) -> bool {
        !matches!(self, Trouble::Unnamed(_) | Trouble::Renamed | Trouble::Unframed(_))
    }
}
