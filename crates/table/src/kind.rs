//! The types of columns, and what fills them.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Boolean,
    /// An integer of so many octets: 1, 2, 4 or 8.
    Integer {
        /// How many.
        octets: u8,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A decimal number of 38 digits, none of them behind the point.
    Decimal,
    /// A float of IEEE 754, with 32 bits or 64.
    Float {
        /// It has 32.
        single: bool,
    },
    /// Text in UTF-8.
    Text,
    /// Octets.
    Binary,
    /// Microseconds since 1970, in UTC.
    Time,
    /// Parts with names; it may have none.
    Struct,
    /// Elements in a row.
    List,
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// What its type says.
    Value,
    /// The names of an ENUMERATED, by their numbers in ascending order.
    Names(Vec<(i64, String)>),
    /// Whether a value without parts is there: NULL, or a SEQUENCE of nothing.
    There,
    /// Octets and number of bits of a BIT STRING: the two parts of a struct.
    Bits,
    /// The members of a CHOICE, the first of which says which one it is.
    Choice,
    /// The value as JSON text.
    Json,
    /// UTCTime, whose years have two digits.
    ShortTime,
}
