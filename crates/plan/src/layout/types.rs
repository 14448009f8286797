//! Types and what they are made of.

use wireglot_model::sbe::Number;
use wireglot_text::Span;

use super::scalar::Scalar;

/// Names one type of a [`Layout`](super::Layout).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

/// A type.
#[derive(Debug)]
pub struct LayoutType {
    /// Its name, from the outermost record that it is nested in; empty for an unnamed one.
    pub path: Vec<String>,
    /// The index of its module.
    pub module: usize,
    /// What it is.
    pub kind: LayoutKind,
    /// Bits that it takes, leads included, when written by this version.
    pub bits: u64,
    /// Whether it takes these bits in every version: nothing in it is extensible.
    pub fixed: bool,
    /// How its bits are a number; those of its elements, if it is text.
    pub scalar: Scalar,
    /// The number that means null, where the value may be absent.
    pub null: Option<Number>,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

impl LayoutType {
    /// Octets that hold its bits.
    pub fn octets(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// What a type is.
#[derive(Debug)]
pub enum LayoutKind {
    /// One bit.
    Boolean,
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// Eight bits without a meaning.
    Byte,
    /// A number of IEEE 754 binary32 or binary64, by its bits.
    Float,
    /// A character of one octet.
    Char,
    /// Characters of one octet each, up to the first that is NUL.
    Text,
    /// An integer some of whose values have names.
    Enumerated(Vec<LayoutValue>),
    /// Bits with names; a value is the position of its bit, 0 being the least significant.
    Set(Vec<LayoutValue>),
    /// Another name for a type.
    Alias(LayoutId),
    /// Elements in a row.
    Array {
        /// Each.
        element: LayoutId,
        /// How many.
        count: u64,
        /// Led by its count.
        extensible: bool,
    },
    /// Fields in a row.
    Record {
        /// In the order in which they are laid out.
        fields: Vec<LayoutField>,
        /// Led by its size in bits, the lead included.
        extensible: bool,
    },
}

/// A named value.
#[derive(Debug)]
pub struct LayoutValue {
    /// Its name.
    pub name: String,
    /// The value; of a negative one, its bits in 64.
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
    /// The bit at which it begins when written by this version.
    pub offset: u64,
    /// Whether it is always there.
    pub presence: Presence,
    /// The version that brought it.
    pub since: u64,
    /// Its type was written here, or is called like the field.
    pub in_place: bool,
    /// Its comment.
    pub doc: Option<String>,
    /// Where it was written.
    pub span: Span,
}

impl LayoutField {
    /// Whether the schema gives its value, so that nobody sends it.
    pub fn is_constant(&self) -> bool {
        matches!(self.presence, Presence::Constant(..))
    }
}

/// Whether a field is always there.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Always.
    Always,
    /// Unless its number is the null of its type.
    Null,
    /// Never on the wire: the schema gives the value, of this type.
    Constant(LayoutId, Constant),
}

/// A value that the schema gives.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// A number, a character or a value of an enumeration.
    Number(Number),
    /// Characters, one an octet.
    Text(Vec<u8>),
}

impl Constant {
    /// It in words, as a value of that type.
    pub fn words(&self, ty: &LayoutType) -> String {
        match (self, &ty.kind) {
            (Constant::Number(Number::Integer(number)), LayoutKind::Enumerated(values)) => {
                let value = values.iter().find(|value| value.value == *number as u64);
                value.map_or(String::new(), |value| value.name.clone())
            }
            (Constant::Number(number), _) => number_words(*number),
            (Constant::Text(octets), _) => octets.iter().map(|octet| char::from(*octet)).collect(),
        }
    }
}

/// A number in words.
pub fn number_words(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
    }
}
