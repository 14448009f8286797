//! Values and objects: X.680 17.7, X.681 11.

use std::sync::Arc;

use wireglot_text::Span;

use super::{Braced, Name, Reference, Type};

/// Value, X.680 17.7, or an object, X.681 11.
#[derive(Clone, Debug)]
pub struct Value {
    /// All of it.
    pub span: Span,
    /// What is written.
    pub kind: ValueKind,
}

/// What is written for a value.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// TRUE or FALSE.
    Boolean(bool),
    /// NULL.
    Null,
    /// A whole number: its sign, and its decimal digits.
    Number {
        /// Whether a `-` stands before it.
        negative: bool,
        /// Decimal digits, at least one.
        digits: Arc<str>,
    },
    /// A realnumber with a fraction or an exponent, X.680 12.9.
    Real {
        /// Whether a `-` stands before it.
        negative: bool,
        /// `digits [. [digits]] [e|E [-] digits]`.
        text: Arc<str>,
    },
    /// PLUS-INFINITY.
    PlusInfinity,
    /// MINUS-INFINITY.
    MinusInfinity,
    /// NOT-A-NUMBER.
    NotANumber,
    /// `"..."`: its characters, doubled quotes undone, ends of lines taken out (X.680 12.14).
    /// Also the simple time strings and the property settings of time types.
    CString(Arc<str>),
    /// `'0101'B`: its digits, white space taken out.
    BString(Arc<str>),
    /// `'0AF'H`: its digits, white space taken out.
    HString(Arc<str>),
    /// An identifier, a value reference or an object reference; only the governor tells them apart.
    Reference(Reference),
    /// `alternative : value`, X.680 29.8.
    Choice(Name, Box<Value>),
    /// `Type : value`: a value of an open type, X.681 14.6.
    Typed(Box<Type>, Box<Value>),
    /// CONTAINING value: contents of a BIT STRING or OCTET STRING.
    Containing(Box<Value>),
    /// ValueFromObject or ObjectFromObject, X.681 15: what stands before the first `.&`, and the path.
    Field(Reference, Vec<Name>),
    /// A group that only the governor can read.
    Braced(Braced),
    /// Could not be parsed; the user has been told.
    Error,
}
