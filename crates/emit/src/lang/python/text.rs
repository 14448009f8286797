//! Literals, docstrings and `struct` formats of Python.

use wireglot_model::sbe::{Number, Primitive};

use crate::lang::text::quoted;
use crate::Writer;

/// The letter of a number in formats of the `struct` module; characters are bytes.
pub fn letter(primitive: Primitive) -> char {
    match primitive {
        Primitive::Char => 'c',
        Primitive::Int8 => 'b',
        Primitive::Int16 => 'h',
        Primitive::Int32 => 'i',
        Primitive::Int64 => 'q',
        Primitive::Uint8 => 'B',
        Primitive::Uint16 => 'H',
        Primitive::Uint32 => 'I',
        Primitive::Uint64 => 'Q',
        Primitive::Float => 'f',
        Primitive::Double => 'd',
    }
}

/// The kind of a number in NumPy arrays.
pub fn array_kind(primitive: Primitive) -> char {
    match primitive {
        Primitive::Float | Primitive::Double => 'f',
        Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => 'i',
        _ => 'u',
    }
}

/// A number.
pub fn literal(number: Number, primitive: Primitive) -> String {
    match number {
        Number::Integer(number) if primitive.is_float() => format!("{number}.0"),
        Number::Integer(number) => number.to_string(),
        Number::Float(number) if number.is_nan() => "_NAN".into(),
        Number::Float(number) if number.is_infinite() && number > 0.0 => "_INFINITY".into(),
        Number::Float(number) if number.is_infinite() => "-_INFINITY".into(),
        Number::Float(number) => format!("{number:?}"),
    }
}

/// A string literal with one character per byte.
pub fn characters(octets: &[u8]) -> String {
    quoted(&octets.iter().map(|octet| char::from(*octet)).collect::<String>())
}

/// Writes a docstring: `what`, and the schema's documentation.
pub fn docstring(w: &mut Writer, what: &str, doc: &str) {
    let clean = |text: &str| -> String {
        text.chars()
            .filter(|c| !c.is_control())
            .map(|c| if matches!(c, '\\' | '"') { '\'' } else { c })
            .collect()
    };
    let lines: Vec<String> =
        doc.lines().map(|line| clean(line.trim())).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return w.line(format!("\"\"\"{}\"\"\"", clean(what)));
    }
    w.line(format!("\"\"\"{}", clean(what)));
    w.line("");
    lines.iter().for_each(|line| w.line(line));
    w.line("\"\"\"");
}
