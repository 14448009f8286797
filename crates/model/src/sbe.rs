//! The meaning of an SBE schema. The schema itself says where everything is (offsets, block lengths, byte
//! order), so its model is already the layout of its messages: nothing is left to lower.
//!
//! All offsets and lengths are in octets. A *block* is the fixed-length part of a message or of a group
//! entry; groups and variable-length data follow it.

use wireglot_text::Span;

/// The id of an encoding in a [`MessageSchema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EncodingId(pub u32);

/// A message schema.
#[derive(Debug, Default)]
pub struct MessageSchema {
    /// Its package: the namespace of the code generated from it.
    pub package: String,
    /// Its id, which every message carries.
    pub id: u64,
    /// Its version.
    pub version: u64,
    /// The version of the message semantics, as written.
    pub semantic_version: String,
    /// Whether numbers are big-endian.
    pub big_endian: bool,
    /// Its description.
    pub doc: String,
    /// The message header; `None` only if an error was reported.
    pub header: Option<Prefix>,
    /// The dimension of groups added by newer versions: the schema's `groupSizeEncoding`, if it has one.
    pub default_dimension: Option<Prefix>,
    /// The length prefix of data added by newer versions: the schema's `varDataEncoding`, if it has one.
    pub default_data: Option<Prefix>,
    /// All encodings, named or not; parts come before the encodings that contain them.
    pub encodings: Vec<Encoding>,
    /// The named encodings, in source order.
    pub named: Vec<EncodingId>,
    /// The messages, in source order.
    pub messages: Vec<Message>,
}

impl MessageSchema {
    /// The encoding with this id.
    pub fn get(&self, id: EncodingId) -> &Encoding {
        &self.encodings[id.0 as usize]
    }

    /// A message by name.
    pub fn message(&self, name: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.name == name)
    }
}

/// The primitive types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Primitive {
    Char,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float,
    Double,
}

/// All primitive types with their names in schemas.
pub const PRIMITIVES: [(&str, Primitive); 11] = [
    ("char", Primitive::Char),
    ("int8", Primitive::Int8),
    ("int16", Primitive::Int16),
    ("int32", Primitive::Int32),
    ("int64", Primitive::Int64),
    ("uint8", Primitive::Uint8),
    ("uint16", Primitive::Uint16),
    ("uint32", Primitive::Uint32),
    ("uint64", Primitive::Uint64),
    ("float", Primitive::Float),
    ("double", Primitive::Double),
];

impl Primitive {
    /// The primitive type with this name.
    pub fn of_name(name: &str) -> Option<Primitive> {
        PRIMITIVES.iter().find(|(known, _)| *known == name).map(|(_, primitive)| *primitive)
    }

    /// Its name in schemas.
    pub fn name(self) -> &'static str {
        PRIMITIVES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| *name)
    }

    /// The size of a value in octets.
    pub fn size(self) -> u64 {
        match self {
            Primitive::Char | Primitive::Int8 | Primitive::Uint8 => 1,
            Primitive::Int16 | Primitive::Uint16 => 2,
            Primitive::Int32 | Primitive::Uint32 | Primitive::Float => 4,
            Primitive::Int64 | Primitive::Uint64 | Primitive::Double => 8,
        }
    }

    /// Whether it is an unsigned integer.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Primitive::Uint8 | Primitive::Uint16 | Primitive::Uint32 | Primitive::Uint64)
    }

    /// Whether it is a floating-point number.
    pub fn is_float(self) -> bool {
        matches!(self, Primitive::Float | Primitive::Double)
    }

    /// The fewest digits that give a floating-point number of this type.
    pub fn digits(self, number: f64) -> String {
        match self {
            Primitive::Float => format!("{:?}", number as f32),
            _ => format!("{number:?}"),
        }
    }

    /// The minimum and maximum number that fit, including null and reserved numbers; `None` for
    /// floating-point types.
    pub fn range(self) -> Option<(i128, i128)> {
        let bits = 8 * self.size() as u32;
        match self {
            Primitive::Float | Primitive::Double => None,
            Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => {
                Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1))
            }
            _ => Some((0, (1 << bits) - 1)),
        }
    }

    /// The default null value (SBE 1.0, table of numeric types): NUL for char, the minimum for signed, the
    /// maximum for unsigned integers, NaN for floating-point types.
    pub fn null(self) -> Number {
        match self {
            Primitive::Char => Number::Integer(0),
            Primitive::Float | Primitive::Double => Number::Float(f64::NAN),
            _ if self.is_unsigned() => Number::Integer(self.range().map_or(0, |(_, max)| max)),
            _ => Number::Integer(self.range().map_or(0, |(min, _)| min)),
        }
    }
}

/// A number of a primitive type; a character is given by its octet.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer or a character.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
}

impl PartialEq for Number {
    /// NaN equals NaN, because both mean null.
    fn eq(&self, other: &Number) -> bool {
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => a == b,
            (Number::Float(a), Number::Float(b)) => a == b || a.is_nan() && b.is_nan(),
            _ => false,
        }
    }
}

/// Whether a value is always present.
#[derive(Clone, PartialEq, Debug)]
pub enum Presence {
    /// Always.
    Required,
    /// Null if it is absent.
    Optional,
    /// Never on the wire: a constant of the schema.
    Constant(Constant),
}

/// A constant of the schema.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// A number or a single character.
    Number(Number),
    /// Characters, one per octet.
    Text(Vec<u8>),
    /// An enumeration value, given by the encoding and the position in it.
    Enumerated(EncodingId, usize),
}

/// When something was added, and other information that does not affect the encoding.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// The version that added it, or its type if that is later; 0 if its container has always had it.
    pub since: u64,
    /// The version from which it should not be used.
    pub deprecated: Option<u64>,
    /// Its description.
    pub doc: String,
    /// Its semantic type, such as a FIX data type.
    pub semantic_type: String,
}

impl Notes {
    /// Adjusts `since` for something inside a container that was added in a version: if it is not newer than
    /// that, it is always present there.
    pub fn within(&mut self, since: u64) {
        if self.since <= since {
            self.since = 0;
        }
    }
}

/// An encoding of a value in a fixed number of octets.
#[derive(Debug)]
pub struct Encoding {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: EncodingKind,
    /// The size of a value in octets; 0 for constants.
    pub size: u64,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// Kinds of encodings.
#[derive(Debug)]
pub enum EncodingKind {
    /// A number, a character, or an array of them.
    Simple(Simple),
    /// An enumeration.
    Enum {
        /// The primitive type of its values.
        primitive: Primitive,
        /// The values.
        values: Vec<EnumValue>,
        /// The number that means null.
        null: Number,
    },
    /// Bits with names.
    Set {
        /// The primitive type that holds the bits.
        primitive: Primitive,
        /// The bits.
        choices: Vec<SetChoice>,
    },
    /// Consecutive members.
    Composite(Vec<CompositeMember>),
}

/// A number, a character, or an array of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Simple {
    /// The primitive type.
    pub primitive: Primitive,
    /// The number of elements; 1 means that it is not an array, 0 that a data field's length gives the
    /// number.
    pub length: u64,
    /// Whether it is always present.
    pub presence: Presence,
    /// The number that means null.
    pub null: Number,
    /// The minimum allowed, if the schema gives one.
    pub min: Option<Number>,
    /// The maximum allowed, if the schema gives one.
    pub max: Option<Number>,
    /// The character encoding, as written.
    pub charset: String,
}

/// An enumeration value.
#[derive(Debug)]
pub struct EnumValue {
    /// Its name.
    pub name: String,
    /// Its number or character.
    pub value: i128,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// A bit of a set.
#[derive(Debug)]
pub struct SetChoice {
    /// Its name.
    pub name: String,
    /// Its position, 0 being the least significant bit.
    pub bit: u32,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// A member of a composite.
#[derive(Debug)]
pub struct CompositeMember {
    /// Its name.
    pub name: String,
    /// Its offset in the composite.
    pub offset: u64,
    /// Its encoding.
    pub encoding: EncodingId,
    /// Whether it was written as a `ref` to a named encoding.
    pub is_ref: bool,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// A composite whose members describe what follows: a message header, a group dimension, or a data length.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// The composite.
    pub composite: EncodingId,
    /// Its length in octets.
    pub size: u64,
    /// The members with a role.
    pub parts: Vec<(Role, Part)>,
    /// The members whose number is a constant of the schema, so that they are not on the wire.
    pub constants: Vec<(Role, u64)>,
}

impl Prefix {
    /// The place of the member with a role.
    pub fn part(&self, role: Role) -> Option<Part> {
        self.parts.iter().find(|(known, _)| *known == role).map(|(_, part)| *part)
    }

    /// The constant of a member that is not on the wire.
    pub fn constant(&self, role: Role) -> Option<u64> {
        self.constants.iter().find(|(known, _)| *known == role).map(|(_, number)| *number)
    }
}

/// The role of a member of a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Role {
    BlockLength,
    TemplateId,
    SchemaId,
    Version,
    NumInGroup,
    NumGroups,
    NumVarDataFields,
    Length,
}

/// All roles, with the names of their members.
pub const ROLES: [(&str, Role); 8] = [
    ("blockLength", Role::BlockLength),
    ("templateId", Role::TemplateId),
    ("schemaId", Role::SchemaId),
    ("version", Role::Version),
    ("numInGroup", Role::NumInGroup),
    ("numGroups", Role::NumGroups),
    ("numVarDataFields", Role::NumVarDataFields),
    ("length", Role::Length),
];

/// An unsigned number in a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its offset.
    pub offset: u64,
    /// Its primitive type.
    pub primitive: Primitive,
    /// The maximum that the schema allows.
    pub max: u64,
}

/// A message.
#[derive(Debug)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// Its template id.
    pub id: u64,
    /// Its contents.
    pub body: Body,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// A block with the groups and data after it.
#[derive(Debug, Default)]
pub struct Body {
    /// Length of the block in octets.
    pub block_length: u64,
    /// Fields, in source order.
    pub fields: Vec<Field>,
    /// Groups, in wire order.
    pub groups: Vec<Group>,
    /// Data, in wire order.
    pub data: Vec<Data>,
}

/// A field of a block.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: u64,
    /// Its encoding.
    pub encoding: EncodingId,
    /// Its offset in the block.
    pub offset: u64,
    /// Whether it is always present: as given for the field, otherwise as given for its encoding.
    pub presence: Presence,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// A repeating group.
#[derive(Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: u64,
    /// Its dimension.
    pub dimension: Prefix,
    /// The contents of each entry.
    pub body: Body,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}

/// Variable data.
#[derive(Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: u64,
    /// Its length prefix.
    pub length: Prefix,
    /// The type of its elements.
    pub element: Simple,
    /// Notes.
    pub notes: Notes,
    /// Its source location.
    pub span: Span,
}
