//! Values and objects: X.680 17.7, X.681 11.

use std::sync::Arc;

use wireglot_text::Span;

use super::{Braced, Name, Reference, Type};

/// Value, X.680 17.7, or an object, X.681 11.
#[derive(Clone, Debug)]
pub struct Value {
    /// The whole span.
    pub span: Span,
    /// The notation.
    pub kind: ValueKind,
}

/// A value notation.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// TRUE or FALSE.
    Boolean(bool),
    /// NULL.
    Null,
    /// An integer: its sign and its decimal digits.
    Number {
        /// Whether it is preceded by `-`.
        negative: bool,
        /// Decimal digits, at least one.
        digits: Arc<str>,
    },
    /// A realnumber with a fraction or an exponent, X.680 12.9.
    Real {
        /// Whether it is preceded by `-`.
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
    /// `"..."`: its characters, with doubled quotes reduced to one and line ends removed (X.680 12.14). Also
    /// the simple time strings and the property settings of time types.
    CString(Arc<str>),
    /// `'0101'B`: its digits, without white space.
    BString(Arc<str>),
    /// `'0AF'H`: its digits, without white space.
    HString(Arc<str>),
    /// An identifier, a value reference or an object reference; only the governor distinguishes them.
    Reference(Reference),
    /// `alternative : value`, X.680 29.8.
    Choice(Name, Box<Value>),
    /// `Type : value`: a value of an open type, X.681 14.6.
    Typed(Box<Type>, Box<Value>),
    /// CONTAINING value: contents of a BIT STRING or OCTET STRING.
    Containing(Box<Value>),
    /// ValueFromObject or ObjectFromObject, X.681 15: what precedes the first `.&`, and the path.
    Field(Reference, Vec<Name>),
    /// A group that can be parsed only with its governor.
    Braced(Braced),
    /// Could not be parsed; already reported.
    Error,
}
