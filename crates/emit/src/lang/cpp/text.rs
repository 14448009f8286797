//! Types, literals and comments of C++.

use wireglot_model::sbe::{Number, Primitive};

use crate::lang::c::text::remark;
use crate::lang::text::{wrapped, COLUMNS};
use crate::Writer;

/// The type of a number.
pub fn number_type(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Char => "char",
        Primitive::Int8 => "std::int8_t",
        Primitive::Int16 => "std::int16_t",
        Primitive::Int32 => "std::int32_t",
        Primitive::Int64 => "std::int64_t",
        Primitive::Uint8 => "std::uint8_t",
        Primitive::Uint16 => "std::uint16_t",
        Primitive::Uint32 => "std::uint32_t",
        Primitive::Uint64 => "std::uint64_t",
        Primitive::Float => "float",
        Primitive::Double => "double",
    }
}

/// The type in which enumerations and sets are stored; characters are bytes.
pub fn stored_type(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Char => "std::uint8_t",
        _ => number_type(primitive),
    }
}

/// A number of a primitive type.
pub fn literal(number: Number, primitive: Primitive) -> String {
    match (number, primitive) {
        (Number::Integer(octet), Primitive::Char) => format!("static_cast<char>({octet})"),
        (Number::Integer(number), Primitive::Int64) if number == i128::from(i64::MIN) => "INT64_MIN".into(),
        (Number::Integer(number), Primitive::Uint32 | Primitive::Uint64) => format!("{number}u"),
        (Number::Integer(number), Primitive::Float) => format!("{number}.0f"),
        (Number::Integer(number), Primitive::Double) => format!("{number}.0"),
        (Number::Integer(number), _) => number.to_string(),
        (Number::Float(number), _) => {
            let of = if primitive == Primitive::Float { "float" } else { "double" };
            let suffix = if primitive == Primitive::Float { "f" } else { "" };
            match number {
                _ if number.is_nan() => format!("wg::nan<{of}>"),
                _ if number.is_infinite() && number > 0.0 => format!("wg::infinity<{of}>"),
                _ if number.is_infinite() => format!("-wg::infinity<{of}>"),
                _ => primitive.digits(number) + suffix,
            }
        }
    }
}

/// Writes a description as a comment; it can't continue on the next line or change the text direction.
pub fn comment(w: &mut Writer, doc: &str) {
    for line in wrapped(doc, COLUMNS.saturating_sub(4 * w.depth() + 15), |word| word) {
        w.line(remark(&line));
    }
}
