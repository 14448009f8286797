//! Types and their parts.

use wireglot_model::sbe::Number;
use wireglot_text::Span;

use super::scalar::Scalar;

/// The id of a type in a [`Layout`](super::Layout).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

/// A type.
#[derive(Debug)]
pub struct LayoutType {
    /// Its name, preceded by those of the enclosing records; empty for an unnamed type.
    pub path: Vec<String>,
    /// The index of its module.
    pub module: usize,
    /// Its kind.
    pub kind: LayoutKind,
    /// Its size in bits as written by this version, including leading sizes and counts.
    pub bits: u64,
    /// Whether it has this size in every version, because nothing in it is extensible.
    pub fixed: bool,
    /// How its bits represent a number; for text, those of a character.
    pub scalar: Scalar,
    /// The number that means null, if the value may be absent.
    pub null: Option<Number>,
    /// Its comment.
    pub doc: Option<String>,
    /// Its source location.
    pub span: Span,
}

impl LayoutType {
    /// The number of octets for its bits.
    pub fn octets(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// Kinds of types.
#[derive(Debug)]
pub enum LayoutKind {
    /// One bit.
    Boolean,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// Eight bits without meaning.
    Byte,
    /// An IEEE 754 binary32 or binary64 number, depending on its size.
    Float,
    /// A character of one octet.
    Char,
    /// Characters of one octet each, up to the first NUL.
    Text,
    /// An integer with names for some values.
    Enumerated(Vec<LayoutValue>),
    /// Bits with names; a value is a bit position, 0 being the least significant.
    Set(Vec<LayoutValue>),
    /// Another name for a type.
    Alias(LayoutId),
    /// Consecutive elements.
    Array {
        /// The element type.
        element: LayoutId,
        /// The number of elements.
        count: u64,
        /// Whether its count precedes it.
        extensible: bool,
    },
    /// Consecutive fields.
    Record {
        /// The fields in layout order.
        fields: Vec<LayoutField>,
        /// Whether its size in bits precedes it, including the size itself.
        extensible: bool,
    },
}

/// A named value.
#[derive(Debug)]
pub struct LayoutValue {
    /// Its name.
    pub name: String,
    /// The value; a negative one as a 64-bit two's complement number.
    pub value: u64,
    /// Its comment.
    pub doc: Option<String>,
}

/// A field of a record.
#[derive(Debug)]
pub struct LayoutField {
    /// Its name.
    pub name: String,
    /// Its number in the schema.
    pub number: i64,
    /// Its type.
    pub ty: LayoutId,
    /// The first bit as written by this version.
    pub offset: u64,
    /// Whether it is always present.
    pub presence: Presence,
    /// The version that added it.
    pub since: u64,
    /// Whether its type is defined in place, or has the same name as the field.
    pub in_place: bool,
    /// Its comment.
    pub doc: Option<String>,
    /// Its source location.
    pub span: Span,
}

impl LayoutField {
    /// Whether its value is a constant of the schema, which is not sent.
    pub fn is_constant(&self) -> bool {
        matches!(self.presence, Presence::Constant(..))
    }
}

/// Whether a field is always present.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Always.
    Always,
    /// Unless its number is the null value of its type.
    Null,
    /// Never on the wire: the value is a constant of the schema, of this type.
    Constant(LayoutId, Constant),
}

/// A constant of the schema.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// A number, a character or an enumeration value.
    Number(Number),
    /// Characters, one per octet.
    Text(Vec<u8>),
}

impl Constant {
    /// The constant as text, as a value of type `ty`.
    pub fn words(&self, ty: &LayoutType) -> String {
        match (self, &ty.kind) {
            (Constant::Number(Number::Integer(number)), LayoutKind::Enumerated(values)) => {
                let value = values.iter().find(|value| value.value == *number as u64);
                value.map_or(String::new(), |value| value.name.clone())
            }
            (Constant::Number(Number::Float(number)), LayoutKind::Float) if ty.bits == 32 => {
                (*number as f32).to_string()
            }
            (Constant::Number(number), _) => number_words(*number),
            (Constant::Text(octets), _) => octets.iter().map(|octet| char::from(*octet)).collect(),
        }
    }
}

/// A number as text.
pub fn number_words(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
    }
}
