//! Small pieces of C: types, literals, comments.

use wireglot_model::sbe::{Number, Primitive};

pub use super::super::cpp::text::{doing, quoted, returning, statement};
use super::super::cpp::text::{turns, COLUMNS};
use crate::Writer;

/// The type of a number, and how functions that read and write it are called.
pub fn number_type(primitive: Primitive) -> (&'static str, &'static str) {
    match primitive {
        Primitive::Char => ("char", "char"),
        Primitive::Int8 => ("int8_t", "i8"),
        Primitive::Int16 => ("int16_t", "i16"),
        Primitive::Int32 => ("int32_t", "i32"),
        Primitive::Int64 => ("int64_t", "i64"),
        Primitive::Uint8 => ("uint8_t", "u8"),
        Primitive::Uint16 => ("uint16_t", "u16"),
        Primitive::Uint32 => ("uint32_t", "u32"),
        Primitive::Uint64 => ("uint64_t", "u64"),
        Primitive::Float => ("float", "f32"),
        Primitive::Double => ("double", "f64"),
    }
}

/// The primitive that enumerations and sets are kept in: characters by their octet.
pub fn stored(primitive: Primitive) -> Primitive {
    match primitive {
        Primitive::Char => Primitive::Uint8,
        _ => primitive,
    }
}

/// A number of a primitive type.
pub fn literal(number: Number, primitive: Primitive) -> String {
    let (ty, _) = number_type(primitive);
    match (number, primitive) {
        (Number::Integer(number), Primitive::Float) => format!("{number}.0f"),
        (Number::Integer(number), Primitive::Double) => format!("{number}.0"),
        (Number::Integer(number), Primitive::Int64) if number == i128::from(i64::MIN) => "INT64_MIN".into(),
        (Number::Integer(number), Primitive::Int32) if number == i128::from(i32::MIN) => "INT32_MIN".into(),
        (Number::Integer(number), Primitive::Int64) => format!("INT64_C({number})"),
        (Number::Integer(number), Primitive::Uint64) => format!("UINT64_C({number})"),
        (Number::Integer(number), Primitive::Int32) => number.to_string(),
        (Number::Integer(number), Primitive::Uint32) => format!("{number}u"),
        (Number::Integer(number), _) => format!("({ty}){number}"),
        (Number::Float(number), _) if number.is_nan() => format!("({ty})NAN"),
        (Number::Float(number), _) if number.is_infinite() && number > 0.0 => format!("({ty})INFINITY"),
        (Number::Float(number), _) if number.is_infinite() => format!("-({ty})INFINITY"),
        (Number::Float(number), Primitive::Float) => format!("{number:?}f"),
        (Number::Float(number), _) => format!("{number:?}"),
    }
}

/// A description as a comment; nothing of it can end the comment or turn its text around.
pub fn comment(w: &mut Writer, doc: &str) {
    let room = COLUMNS.saturating_sub(4 * w.depth() + 10);
    let mut lines = vec![String::new()];
    for word in doc.split_whitespace() {
        let word: String = word.chars().filter(|c| !c.is_control() && !turns(*c)).collect();
        let word = word.replace("*/", "* /").replace("/*", "/ *");
        let full = lines.last().is_some_and(|line| line.chars().count() + word.chars().count() > room);
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            let gap = if line.is_empty() { "" } else { " " };
            *line += &format!("{gap}{word}");
        }
    }
    lines.retain(|line| !line.is_empty());
    let last = lines.len().saturating_sub(1);
    for (index, line) in lines.iter().enumerate() {
        let begin = if index == 0 { "/* " } else { "   " };
        let end = if index == last { " */" } else { "" };
        // A `\` at its end would join the next line to it.
        w.line(format!(
            "{begin}{}{end}",
            if end.is_empty() { line.trim_end_matches(['\\', ' ']) } else { line }
        ));
    }
}
