//! Types, literals and comments of Rust.

use wireglot_model::sbe::{Number, Primitive};

use crate::lang::text::{wrapped, COLUMNS};
use crate::Writer;

/// The type of a number; characters are bytes.
pub fn number_type(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Int8 => "i8",
        Primitive::Int16 => "i16",
        Primitive::Int32 => "i32",
        Primitive::Int64 => "i64",
        Primitive::Char | Primitive::Uint8 => "u8",
        Primitive::Uint16 => "u16",
        Primitive::Uint32 => "u32",
        Primitive::Uint64 => "u64",
        Primitive::Float => "f32",
        Primitive::Double => "f64",
    }
}

/// A number of a primitive type.
pub fn literal(number: Number, primitive: Primitive) -> String {
    let ty = number_type(primitive);
    match number {
        Number::Integer(number) if primitive.is_float() => format!("{number}.0"),
        Number::Integer(octet) if primitive == Primitive::Char => character(octet),
        Number::Integer(number) => number.to_string(),
        Number::Float(number) if number.is_nan() => format!("{ty}::NAN"),
        Number::Float(number) if number.is_infinite() && number > 0.0 => format!("{ty}::INFINITY"),
        Number::Float(number) if number.is_infinite() => format!("{ty}::NEG_INFINITY"),
        Number::Float(number) => primitive.digits(number),
    }
}

/// A character as a byte literal.
pub fn character(octet: i128) -> String {
    match u8::try_from(octet) {
        Ok(octet) if octet.is_ascii_graphic() => format!("b'{}'", octet.escape_ascii()),
        _ => octet.to_string(),
    }
}

/// A string literal.
pub fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Writes a description as a comment; it can't end the comment or change the text direction.
pub fn comment(w: &mut Writer, mark: &str, doc: &str) {
    for line in wrapped(doc, COLUMNS.saturating_sub(4 * w.depth() + 15), |word| word) {
        w.line(format!("{mark} {line}"));
    }
}
