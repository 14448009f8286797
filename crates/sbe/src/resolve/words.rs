//! Types and their values in words.

use wireglot_model::sbe::{EncodingKind, Number, Primitive};

/// Whether a range of values includes the null value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hole {
    /// It does.
    None,
    /// It does not.
    Null,
}

/// What a type is, in words.
pub(super) fn kind(kind: &EncodingKind) -> &'static str {
    match kind {
        EncodingKind::Simple(_) => "a simple type",
        EncodingKind::Composite(_) => "a composite",
        EncodingKind::Enum { .. } => "an enum",
        EncodingKind::Set { .. } => "a set",
    }
}

/// The values of a primitive type in words.
pub(super) fn holds(primitive: Primitive, hole: Hole) -> String {
    let name = primitive.name();
    match (primitive.range(), primitive.null()) {
        _ if primitive == Primitive::Char => {
            "a char holds one character of one byte, up to U+00FF".to_string()
        }
        (Some((min, max)), _) if hole == Hole::None => format!("{name} holds {min} to {max}"),
        (Some((min, max)), Number::Integer(null)) => {
            let (min, max) = (min + i128::from(null == min), max - i128::from(null == max));
            format!("{name} holds {min} to {max}")
        }
        _ => format!("a {name} is a number such as 1.5, or NaN, INF or -INF"),
    }
}

/// Whether one number is above another of the same type.
pub(super) fn is_above(one: Number, other: Number) -> bool {
    match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => one > other,
        (Number::Float(one), Number::Float(other)) => one > other,
        _ => false,
    }
}

/// A number as schemas have it.
pub(super) fn shown(number: Number) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) => number.to_string(),
    }
}
