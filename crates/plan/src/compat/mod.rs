//! Whether a reader of one version of a schema understands a sender of another.
//!
//! A [`Finding`] says what comes out wrong, or worth knowing, of one message in
//! one direction, with the places in both versions. [`typed`] finds them for
//! types, whose bits are one stream, [`message`] for messages of blocks, groups and data.

mod messages;
mod stream;
mod types;

use wireglot_text::Span;

pub use messages::{header, message};
pub use types::typed;

/// Something that a reader takes otherwise than its sender meant it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub trouble: Trouble,
    /// The reader's part.
    pub reader: Side,
    /// The sender's part, where one stands there.
    pub sender: Option<Side>,
}

/// A part of a message in one of the versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its name from the message down; `[]` stands for any element.
    pub path: String,
    /// Where it was written.
    pub span: Span,
    /// The bit at which it begins, from the start of the message.
    pub bit: u64,
    /// Its bits.
    pub bits: u64,
}

/// What is the matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The reader takes a field from bits that are not one field of the sender's.
    Elsewhere,
    /// The reader wants a leading size or count where the sender has none.
    LeadWanted,
    /// The reader takes a field from a leading size or count.
    LeadMet,
    /// The message ends before this field, or in it: it is refused.
    Short,
    /// What holds the field ends inside it: the message is refused.
    Cut,
    /// One has a sign, the other has none.
    Sign,
    /// A field that is a float on one side alone.
    Float,
    /// The bits of another field, which both versions have.
    Moved,
    /// A number has a name in both versions, and not the same.
    Meaning {
        /// The number.
        value: u64,
        /// What the sender means.
        sent: String,
        /// What the reader understands.
        read: String,
    },
    /// Numbers to which the reader has no names.
    Unnamed(Vec<String>),
    /// The field has another name.
    Renamed,
    /// What leads messages, groups or data is made otherwise.
    Led(&'static str),
    /// The other version has no such group or data, though its version should.
    Missing,
    /// A newer sender's group or data that nothing counts.
    Uncounted,
    /// The same behind all that the reader knows: only a frame says where the message ends.
    Unframed,
    /// A constant, or the number that means null, is another one.
    Constant {
        /// What the sender means.
        sent: String,
        /// What the reader understands.
        read: String,
    },
}

impl Trouble {
    /// Whether the reader gets something wrong, so that the versions don't go together.
    pub fn breaks(&self) -> bool {
        !matches!(self, Trouble::Unnamed(_) | Trouble::Renamed | Trouble::Unframed)
    }
}
