//! Values in a specification, read according to their type.

use wireglot_bigint::BigInt;

use crate::TypeId;

/// A value. References and named numbers are resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// BOOLEAN.
    Boolean(bool),
    /// INTEGER.
    Integer(BigInt),
    /// ENUMERATED, by identifier.
    Enumerated(String),
    /// NULL.
    Null,
    /// BIT STRING: octets with unused bits zero and the first bit in the most significant position,
    /// and the number of bits.
    BitString {
        /// `bits.div_ceil(8)` octets.
        octets: Vec<u8>,
        /// The number of bits.
        bits: u64,
        /// How it is written.
        listed: Listed,
    },
    /// OCTET STRING.
    OctetString(Vec<u8>),
    /// A BIT STRING or OCTET STRING given by the value of the type it contains.
    Containing(TypeId, Box<Value>),
    /// OBJECT IDENTIFIER or RELATIVE-OID: its arcs.
    Oid(Vec<BigInt>),
    /// OID-IRI or RELATIVE-OID-IRI.
    Iri(String),
    /// REAL.
    Real(Real),
    /// Any character string type: its characters.
    String(String),
    /// Any time type: its characters.
    Time(String),
    /// SEQUENCE or SET: the components that are present, in source order. Also the associated types
    /// of EXTERNAL, EMBEDDED PDV and CHARACTER STRING.
    Members(Vec<(String, Value)>),
    /// SEQUENCE OF or SET OF.
    List(Vec<Value>),
    /// CHOICE: the alternative and its value.
    Choice(String, Box<Value>),
    /// An open type's value with its type.
    Open(TypeId, Box<Value>),
}

/// The bits of a BIT STRING in the order in which they are listed, if that is how the value is written. Values that
/// differ only in this are the same.
#[derive(Debug, Clone, Default)]
pub struct Listed(pub Option<Vec<u32>>);

impl PartialEq for Listed {
    fn eq(&self, _: &Listed) -> bool {
        true
    }
}

/// A value of REAL, exactly as written, without rounding to binary64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Real {
    /// `mantissa * base ^ exponent`; zero has mantissa 0.
    Finite {
        /// The mantissa.
        mantissa: BigInt,
        /// 2 or 10.
        base: u32,
        /// The exponent.
        exponent: BigInt,
    },
    /// PLUS-INFINITY.
    PlusInfinity,
    /// MINUS-INFINITY.
    MinusInfinity,
    /// NOT-A-NUMBER.
    NotANumber,
    /// Minus zero.
    MinusZero,
}
