//! Column types, and their contents.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Boolean,
    /// An integer of 1, 2, 4 or 8 octets.
    Integer {
        /// The number of octets.
        octets: u8,
        /// Whether it is signed.
        signed: bool,
    },
    /// A decimal number of 38 digits, without a fraction.
    Decimal,
    /// An IEEE 754 float.
    Float {
        /// Whether it has 32 bits rather than 64.
        single: bool,
    },
    /// UTF-8 text.
    Text,
    /// Binary data.
    Binary,
    /// Microseconds since 1970, in UTC.
    Time,
    /// Named parts; there may be none.
    Struct,
    /// A list of elements.
    List,
}

impl Kind {
    /// Whether an integer fits; any does into other types than those of integers.
    pub(crate) fn holds(self, value: i128) -> bool {
        match self {
            Kind::Integer { octets, signed: true } => {
                (-1 << (octets * 8 - 1)..1 << (octets * 8 - 1)).contains(&value)
            }
            Kind::Integer { octets, signed: false } => (0..1 << (octets * 8)).contains(&value),
            _ => true,
        }
    }
}

/// The contents of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A value of its column type.
    Value,
    /// The name of an ENUMERATED item. The items are in ascending order of their numbers.
    Names(Vec<(i64, String)>),
    /// Whether a value without parts is present: NULL, or an empty SEQUENCE.
    There,
    /// A BIT STRING as a struct with its octets and its number of bits.
    Bits,
    /// A CHOICE as a struct; the first member gives the alternative.
    Choice,
    /// The value as JSON text.
    Json,
    /// The value in human-readable form.
    Rendered,
    /// UTCTime, which has two-digit years.
    ShortTime,
}
