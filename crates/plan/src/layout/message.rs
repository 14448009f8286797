//! Messages: a header, a block of fields, and the variable-length parts after it.

pub use wireglot_model::sbe::{Number, Role, ROLES};
use wireglot_text::Span;

use super::scalar::Scalar;
use super::types::{LayoutField, LayoutId};
use crate::ShapeId;

/// All messages of a schema, and their prefixes.
#[derive(Debug, Default)]
pub struct Messages {
    /// The schema id, which every message carries.
    pub id: u64,
    /// The schema's version.
    pub version: u64,
    /// Whether numbers are big-endian.
    pub big_endian: bool,
    /// The header of every message.
    pub header: Option<Prefix>,
    /// The dimension of groups added by newer versions.
    pub group: Option<Prefix>,
    /// The length prefix of data added by newer versions.
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
    /// The template id in its header.
    pub id: u64,
    /// Its contents.
    pub block: Block,
    /// Its comment.
    pub doc: Option<String>,
    /// Its source location.
    pub span: Span,
}

/// A block of fields, then groups, then data.
#[derive(Debug)]
pub struct Block {
    /// Length of the fields in octets.
    pub length: u64,
    /// Fields, in source order.
    pub fields: Vec<LayoutField>,
    /// Groups, in wire order.
    pub groups: Vec<LayoutGroup>,
    /// Data, in wire order.
    pub data: Vec<LayoutData>,
    /// The shape of its values: slots for fields, groups and data, in this order.
    pub shape: ShapeId,
    /// The last version that added anything to the block itself, and the length in octets since then.
    pub newest: (u64, u64),
}

/// A list of blocks.
#[derive(Debug)]
pub struct LayoutGroup {
    /// Its name.
    pub name: String,
    /// Its prefix: block length and number of entries.
    pub prefix: Prefix,
    /// Each entry.
    pub block: Block,
    /// The version that added it.
    pub since: u64,
    /// The shape of its values.
    pub shape: ShapeId,
    /// Its comment.
    pub doc: Option<String>,
    /// Its source location.
    pub span: Span,
}

/// Octets or characters after a length.
#[derive(Debug)]
pub struct LayoutData {
    /// Its name.
    pub name: String,
    /// Its length prefix.
    pub prefix: Prefix,
    /// The scalar type of its elements, and the bits of each.
    pub element: (Scalar, u64),
    /// The character encoding, as written.
    pub charset: String,
    /// The version that added it.
    pub since: u64,
    /// The shape of its values.
    pub shape: ShapeId,
    /// Its comment.
    pub doc: Option<String>,
    /// Its source location.
    pub span: Span,
}

/// A record whose fields give the length and the kind of what follows.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// The record.
    pub record: LayoutId,
    /// Its length in octets.
    pub length: u64,
    /// The fields with a role.
    pub parts: Vec<(Role, Part)>,
    /// The fields whose number is a constant of the schema.
    pub constants: Vec<(Role, u64)>,
}

impl Prefix {
    /// The place of the field with a role.
    #[inline]
    pub fn part(&self, role: Role) -> Option<Part> {
        self.parts.iter().find(|(known, _)| *known == role).map(|(_, part)| *part)
    }

    /// The constant of a field that is not on the wire.
    pub fn constant(&self, role: Role) -> Option<u64> {
        self.constants.iter().find(|(known, _)| *known == role).map(|(_, number)| *number)
    }
}

/// An unsigned number in a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its offset in octets.
    pub offset: u64,
    /// Its length in octets.
    pub length: u64,
    /// The maximum that the schema allows.
    pub max: u64,
}

impl Part {
    /// Whether a number fits into its octets.
    pub fn holds(self, number: u64) -> bool {
        self.length >= 8 || number < 1 << (8 * self.length)
    }
}
