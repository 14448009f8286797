//! The layout: where things stand in formats in which the schema fixes that.
//!
//! It is run as it stands, printed as accessors, loads and shifts, and shown to people as
//! charts. It keeps what these need beyond the wire: names as written, constants, comments,
//! attributes, and the order of the source.
//!
//! - **Types** have a width. A record's fields have places in it, counted in bits from its
//!   start; the first bit is the least significant of the first octet.
//! - **Leading sizes and counts** make a record or an array extensible: it may be longer or
//!   shorter than this version writes it.
//! - **Messages** put variable parts after a block of fields: groups of entries, and data. A
//!   prefix says how long they are, see [`message`](LayoutMessage).
//!
//! What differs between schema languages beyond that is one row of facts, [`Conventions`].

mod conventions;
mod message;
mod versions;

use wireglot_model::Value;
use wireglot_text::Span;

use crate::ShapeId;
pub use conventions::{Conventions, BITPROTO, SBE};
pub use message::{
    Block, LayoutData, LayoutGroup, LayoutMessage, Messages, Number, Part, Prefix, Role, ROLES,
};

/// Bits of the size or count that leads an extensible record or array.
pub const LENGTH_PREFIX: u64 = 16;

/// Names one type of a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LayoutId(pub u32);

/// All modules of a schema and the types in them.
#[derive(Debug, Default)]
pub struct Layout {
    /// Modules; imported ones come before those that import them.
    pub modules: Vec<LayoutModule>,
    /// Types; parts come before what is made of them.
    pub types: Vec<LayoutType>,
    /// Messages with a header; none where a message is a record and nothing else.
    pub messages: Messages,
    /// What its schema language settles for all layouts.
    pub conventions: Conventions,
}

impl Layout {
    /// The shape of a type's values: types come first in the shape, by the same index.
    pub fn shape(&self, id: LayoutId) -> ShapeId {
        ShapeId(self.base(id).0)
    }

    /// A scalar type in the words of the schema language.
    pub fn word(&self, ty: &LayoutType) -> String {
        self.conventions.word(ty.scalar, ty.bits)
    }

    /// The type of that id.
    pub fn get(&self, id: LayoutId) -> &LayoutType {
        &self.types[id.0 as usize]
    }

    /// The type that aliases stand for.
    pub fn resolved(&self, id: LayoutId) -> &LayoutType {
        self.get(self.base(id))
    }

    /// The id of the type that aliases stand for.
    pub fn base(&self, id: LayoutId) -> LayoutId {
        let mut id = id;
        while let LayoutKind::Alias(inner) = self.get(id).kind {
            id = inner;
        }
        id
    }

    /// For each type, whether there is a float in it.
    pub fn floats(&self) -> Vec<bool> {
        let mut floats: Vec<bool> = Vec::with_capacity(self.types.len());
        for ty in &self.types {
            let of = |id: &LayoutId| floats.get(id.0 as usize).copied().unwrap_or(false);
            let has = match &ty.kind {
                LayoutKind::Float => true,
                LayoutKind::Alias(inner) | LayoutKind::Array { element: inner, .. } => of(inner),
                LayoutKind::Record { fields, .. } => fields.iter().any(|field| of(&field.ty)),
                _ => false,
            };
            floats.push(has);
        }
        floats
    }

    /// The modules that a module imports, and those that they import, each once.
    pub fn reached(&self, module: usize) -> Vec<usize> {
        let mut reached = Vec::new();
        let mut pile: Vec<usize> = self.modules[module].imports.iter().map(|(_, to)| *to).collect();
        while let Some(next) = pile.pop() {
            if !reached.contains(&next) {
                reached.push(next);
                pile.extend(self.modules[next].imports.iter().map(|(_, to)| *to));
            }
        }
        reached
    }
}

/// One module: one source file.
#[derive(Debug)]
pub struct LayoutModule {
    /// Its name.
    pub name: String,
    /// The file's name without folder and extension.
    pub stem: String,
    /// What it imports: the name that it has here, and the index of the module.
    pub imports: Vec<(String, usize)>,
    /// Options and the like, by name.
    pub attributes: Vec<(String, Value)>,
    /// Constants and named types, in source order; nested types come before
    /// the one that they are written in.
    pub items: Vec<LayoutItem>,
}

impl LayoutModule {
    /// A text attribute; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::String(text))) => text,
            _ => "",
        }
    }

    /// A number attribute; 0 if there is none.
    pub fn number(&self, name: &str) -> i64 {
        match self.attributes.iter().find(|(n, _)| n == name) {
            Some((_, Value::Integer(n))) => n.to_i64().unwrap_or(0),
            _ => 0,
        }
    }
}

/// What a module declares.
#[derive(Debug)]
pub enum LayoutItem {
    /// A constant.
    Constant {
        /// Its name.
        name: String,
        /// Its value.
        value: Value,
        /// Its comment.
        doc: Option<String>,
    },
    /// A named type.
    Type(LayoutId),
}

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

/// How bits are a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// A number of IEEE 754.
    Float,
    /// A character.
    Char,
}

impl Scalar {
    /// The integer in some bits; of a float, its bits.
    pub fn integer(self, raw: u64, bits: u64) -> i128 {
        match self {
            Scalar::Signed => {
                let unused = 64 - bits;
                (((raw << unused) as i64) >> unused).into()
            }
            _ => raw.into(),
        }
    }

    /// The number in some bits.
    pub fn number(self, raw: u64, bits: u64) -> Number {
        match (self, bits) {
            (Scalar::Float, 32) => Number::Float(f32::from_bits(raw as u32).into()),
            (Scalar::Float, _) => Number::Float(f64::from_bits(raw)),
            _ => Number::Integer(self.integer(raw, bits)),
        }
    }

    /// The least and the greatest integer of so many bits; none of floats.
    pub fn range(self, bits: u64) -> Option<(i128, i128)> {
        match self {
            Scalar::Float => None,
            Scalar::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Scalar::Unsigned | Scalar::Char => Some((0, (1 << bits) - 1)),
        }
    }
}

/// The bits of a number in a width.
pub fn raw(number: Number, bits: u64) -> u64 {
    match (number, bits) {
        (Number::Integer(number), 64) => number as u64,
        (Number::Integer(number), _) => number as u64 & ((1 << bits) - 1),
        (Number::Float(number), 32) => (number as f32).to_bits().into(),
        (Number::Float(number), _) => number.to_bits(),
    }
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
