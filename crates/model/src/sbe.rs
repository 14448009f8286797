//! What an SBE schema means. It says itself where everything stands (offsets, block
//! lengths, byte order), so its model is already the layout of its messages: nothing is
//! left to lower.
//!
//! All offsets and lengths are in octets. A *block* is the fixed part of a message or of a
//! group's entry; groups and variable data follow it.

use wireglot_text::Span;

/// Names one encoding of a [`MessageSchema`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EncodingId(pub u32);

/// A message schema.
#[derive(Debug, Default)]
pub struct MessageSchema {
    /// Its package: the name space of what is generated from it.
    pub package: String,
    /// Its identifier, which every message carries.
    pub id: u64,
    /// Its version.
    pub version: u64,
    /// The version of the standard that the messages mean, as written.
    pub semantic_version: String,
    /// Numbers have their most significant octet first.
    pub big_endian: bool,
    /// What it is for.
    pub doc: String,
    /// The message header; `None` only where an error was reported.
    pub header: Option<Prefix>,
    /// What leads groups of newer versions: the schema's `groupSizeEncoding`, if it has one.
    pub default_dimension: Option<Prefix>,
    /// What leads data of newer versions: the schema's `varDataEncoding`, if it has one.
    pub default_data: Option<Prefix>,
    /// All encodings, named or not; parts come before what is made of them.
    pub encodings: Vec<Encoding>,
    /// The named encodings, in source order.
    pub named: Vec<EncodingId>,
    /// The messages, in source order.
    pub messages: Vec<Message>,
}

impl MessageSchema {
    /// The encoding of that id.
    pub fn get(&self, id: EncodingId) -> &Encoding {
        &self.encodings[id.0 as usize]
    }

    /// A message by its name.
    pub fn message(&self, name: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.name == name)
    }
}

/// The types that a machine knows.
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

/// All primitives with the names that schemas give them.
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
    /// The primitive of that name.
    pub fn of_name(name: &str) -> Option<Primitive> {
        PRIMITIVES.iter().find(|(known, _)| *known == name).map(|(_, primitive)| *primitive)
    }

    /// Its name in schemas.
    pub fn name(self) -> &'static str {
        PRIMITIVES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| *name)
    }

    /// Octets that a value takes.
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

    /// The least and the greatest number that fit, null and reserved numbers included;
    /// none for floating-point numbers.
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

    /// The number that means null where the schema names none (SBE 1.0, table of numeric types):
    /// NUL of char, the least of signed, the greatest of unsigned integers, NaN of floating-point ones.
    pub fn null(self) -> Number {
        match self {
            Primitive::Char => Number::Integer(0),
            Primitive::Float | Primitive::Double => Number::Float(f64::NAN),
            _ if self.is_unsigned() => Number::Integer(self.range().map_or(0, |(_, max)| max)),
            _ => Number::Integer(self.range().map_or(0, |(min, _)| min)),
        }
    }
}

/// A number of a primitive type; characters by their octet.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer or a character.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
}

impl PartialEq for Number {
    /// NaN equals NaN: as null they are the same.
    fn eq(&self, other: &Number) -> bool {
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => a == b,
            (Number::Float(a), Number::Float(b)) => a == b || a.is_nan() && b.is_nan(),
            _ => false,
        }
    }
}

/// Whether a value is always there.
#[derive(Clone, PartialEq, Debug)]
pub enum Presence {
    /// Always.
    Required,
    /// Null when it is not.
    Optional,
    /// Never on the wire: the schema gives it.
    Constant(Constant),
}

/// A value that the schema gives.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// A number or a single character.
    Number(Number),
    /// Characters, one an octet.
    Text(Vec<u8>),
    /// A value of an enumeration, by its encoding and its position there.
    Enumerated(EncodingId, usize),
}

/// Since when something is there, and other things that do not change octets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// The version that brought it, or its type if that came later; 0 if whatever holds it has always had it.
    pub since: u64,
    /// The version from which it should not be used.
    pub deprecated: Option<u64>,
    /// What it is for.
    pub doc: String,
    /// Its FIX data type or the like.
    pub semantic_type: String,
}

impl Notes {
    /// Says that it is in something that came with a version: if it is no younger, it is always there.
    pub fn within(&mut self, since: u64) {
        if self.since <= since {
            self.since = 0;
        }
    }
}

/// How a value is encoded in a fixed number of octets.
#[derive(Debug)]
pub struct Encoding {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: EncodingKind,
    /// Octets that a value takes; none for constants.
    pub size: u64,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// What an encoding is.
#[derive(Debug)]
pub enum EncodingKind {
    /// A number, a character, or an array of them.
    Simple(Simple),
    /// One of some values.
    Enum {
        /// How they are written.
        primitive: Primitive,
        /// The values.
        values: Vec<EnumValue>,
        /// The number that means null.
        null: Number,
    },
    /// Bits with names.
    Set {
        /// How they are written.
        primitive: Primitive,
        /// The bits.
        choices: Vec<SetChoice>,
    },
    /// Members in a row.
    Composite(Vec<CompositeMember>),
}

/// A number, a character, or an array of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Simple {
    /// Of what.
    pub primitive: Primitive,
    /// How many; 1 is no array, 0 is as many as a data's length says.
    pub length: u64,
    /// Whether it is always there.
    pub presence: Presence,
    /// The number that means null.
    pub null: Number,
    /// The least allowed, where the schema says one.
    pub min: Option<Number>,
    /// The greatest allowed, where the schema says one.
    pub max: Option<Number>,
    /// The character encoding, as written.
    pub charset: String,
}

/// A value of an enumeration.
#[derive(Debug)]
pub struct EnumValue {
    /// Its name.
    pub name: String,
    /// Its number or character.
    pub value: i128,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// A bit of a set.
#[derive(Debug)]
pub struct SetChoice {
    /// Its name.
    pub name: String,
    /// Which, 0 being the least significant.
    pub bit: u32,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// A member of a composite.
#[derive(Debug)]
pub struct CompositeMember {
    /// Its name.
    pub name: String,
    /// Where it begins in the composite.
    pub offset: u64,
    /// What it is.
    pub encoding: EncodingId,
    /// It was written as a `ref` to a named encoding.
    pub is_ref: bool,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// A composite whose members control others: the header of a message, the dimension of a
/// group, the length of data.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// The composite.
    pub composite: EncodingId,
    /// Octets that it takes.
    pub size: u64,
    /// The members that have a meaning, by it.
    pub parts: Vec<(Role, Part)>,
    /// The members whose number the schema gives: they are not on the wire.
    pub constants: Vec<(Role, u64)>,
}

impl Prefix {
    /// Where the member of a meaning stands.
    pub fn part(&self, role: Role) -> Option<Part> {
        self.parts.iter().find(|(known, _)| *known == role).map(|(_, part)| *part)
    }

    /// The number of a member that is not on the wire.
    pub fn constant(&self, role: Role) -> Option<u64> {
        self.constants.iter().find(|(known, _)| *known == role).map(|(_, number)| *number)
    }
}

/// What a member of a prefix means.
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

/// All meanings, by the names of their members.
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
    /// Where it begins.
    pub offset: u64,
    /// How it is written.
    pub primitive: Primitive,
    /// The greatest number that the schema allows.
    pub max: u64,
}

/// A message.
#[derive(Debug)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// Its template identifier.
    pub id: u64,
    /// What it holds.
    pub body: Body,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// A block with the groups and data behind it.
#[derive(Debug, Default)]
pub struct Body {
    /// Octets of the block.
    pub block_length: u64,
    /// Fields, in source order.
    pub fields: Vec<Field>,
    /// Groups, in the order of the wire.
    pub groups: Vec<Group>,
    /// Data, in the order of the wire.
    pub data: Vec<Data>,
}

/// A field of a block.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its number.
    pub id: u64,
    /// What it is.
    pub encoding: EncodingId,
    /// Where it begins in the block.
    pub offset: u64,
    /// Whether it is always there: its own word, else that of its encoding.
    pub presence: Presence,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// A repeating group.
#[derive(Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its number.
    pub id: u64,
    /// What leads it.
    pub dimension: Prefix,
    /// What each entry holds.
    pub body: Body,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}

/// Variable data.
#[derive(Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Its number.
    pub id: u64,
    /// What leads it.
    pub length: Prefix,
    /// What its octets are.
    pub element: Simple,
    /// Notes.
    pub notes: Notes,
    /// Where it was written.
    pub span: Span,
}
