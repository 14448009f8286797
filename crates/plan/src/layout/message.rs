//! Messages: a header, a block of fields, and the variable parts after it.

pub use wireglot_model::sbe::{Number, Role, ROLES};
use wireglot_text::Span;

use super::scalar::Scalar;
use super::types::{LayoutField, LayoutId};
use crate::ShapeId;

/// All messages of a schema, and what leads them.
#[derive(Debug, Default)]
pub struct Messages {
    /// The schema's identifier, which every message carries.
    pub id: u64,
    /// The schema's version.
    pub version: u64,
    /// Numbers have their most significant octet first.
    pub big_endian: bool,
    /// What leads every message.
    pub header: Option<Prefix>,
    /// What leads groups of newer versions.
    pub group: Option<Prefix>,
    /// What leads data of newer versions.
    pub data: Option<Prefix>,
    /// In source order.
    pub all: Vec<LayoutMessage>,
}

impl Messages {
    /// A message by its name.
    pub fn named(&self, name: &str) -> Option<&LayoutMessage> {
        self.all.iter().find(|message| message.name == name)
    }
}

/// A message.
#[derive(Debug)]
pub struct LayoutMessage {
    /// Its name.
    pub name: String,
    /// The number that its header has.
    pub id: u64,
    /// What it holds.
    pub block: Block,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

/// A block of fields, then groups, then data.
#[derive(Debug)]
pub struct Block {
    /// Octets of the fields.
    pub length: u64,
    /// Fields, in source order.
    pub fields: Vec<LayoutField>,
    /// Groups, in the order of the wire.
    pub groups: Vec<LayoutGroup>,
    /// Data, in the order of the wire.
    pub data: Vec<LayoutData>,
    /// What a value looks like: slots for fields, groups and data, in this order.
    pub shape: ShapeId,
    /// The last version that brought anything to the block itself, and the octets that it takes since.
    pub newest: (u64, u64),
}

/// A list of blocks.
#[derive(Debug)]
pub struct LayoutGroup {
    /// Its name.
    pub name: String,
    /// What leads it: the length of a block, and how many there are.
    pub prefix: Prefix,
    /// Each entry.
    pub block: Block,
    /// The version that brought it.
    pub since: u64,
    /// What a value looks like.
    pub shape: ShapeId,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

/// Octets or characters, as many as their length says.
#[derive(Debug)]
pub struct LayoutData {
    /// Its name.
    pub name: String,
    /// What leads it.
    pub prefix: Prefix,
    /// What its elements are, and the bits of each.
    pub element: (Scalar, u64),
    /// The character encoding, as written.
    pub charset: String,
    /// The version that brought it.
    pub since: u64,
    /// What a value looks like.
    pub shape: ShapeId,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

/// A record whose fields say how long something is, and what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// The record.
    pub record: LayoutId,
    /// Octets that it takes.
    pub length: u64,
    /// The fields that have a meaning, by it.
    pub parts: Vec<(Role, Part)>,
    /// The fields whose number the schema gives.
    pub constants: Vec<(Role, u64)>,
}

impl Prefix {
    /// Where the field of a meaning stands.
    #[inline]
    pub fn part(&self, role: Role) -> Option<Part> {
        self.parts.iter().find(|(known, _)| *known == role).map(|(_, part)| *part)
    }

    /// The number of a field that is not on the wire.
    pub fn constant(&self, role: Role) -> Option<u64> {
        self.constants.iter().find(|(known, _)| *known == role).map(|(_, number)| *number)
    }
}

/// An unsigned number in a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The octet at which it begins.
    pub offset: u64,
    /// Octets that it takes.
    pub length: u64,
    /// The greatest number that the schema allows.
    pub max: u64,
}

impl Part {
    /// Whether a number fits into its octets.
    pub fn holds(self, number: u64) -> bool {
        self.length >= 8 || number < 1 << (8 * self.length)
    }
}
