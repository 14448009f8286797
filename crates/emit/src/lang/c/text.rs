//! Types, literals and comments of C.

use wireglot_model::sbe::{Number, Primitive};

use crate::lang::text::{wrapped, COLUMNS};
use crate::Writer;

/// The type of a number, and the name of the functions that read and write it.
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

/// The primitive in which enumerations and sets are stored; characters are bytes.
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
        (Number::Float(number), Primitive::Float) => format!("{}f", primitive.digits(number)),
        (Number::Float(number), _) => primitive.digits(number),
    }
}

/// A number as a C literal.
pub fn number(n: i64) -> String {
    match n {
        i64::MIN => "INT64_MIN".to_string(),
        n if i32::try_from(n).is_ok() => n.to_string(),
        n => format!("INT64_C({n})"),
    }
}

/// Bytes as a string literal.
pub fn quoted(octets: &[u8]) -> String {
    let mut out = String::from("\"");
    for &octet in octets {
        match octet {
            b'"' | b'\\' | b'?' => out.extend(['\\', char::from(octet)]),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b' '..=b'~' => out.push(char::from(octet)),
            _ => out.push_str(&format!("\\{octet:03o}")),
        }
    }
    out + "\""
}

/// Bytes that are not text, as a string literal in hex.
pub fn hex(octets: &[u8]) -> String {
    let digits: String = octets.iter().map(|octet| format!("\\x{octet:02x}")).collect();
    format!("\"{digits}\"")
}

/// Writes a description as a comment; it can't end the comment or change the text direction.
pub fn comment(w: &mut Writer, doc: &str) {
    let lines = wrapped(doc, COLUMNS.saturating_sub(4 * w.depth() + 10), |word| inside(&word));
    let last = lines.len().saturating_sub(1);
    for (index, line) in lines.iter().enumerate() {
        let begin = if index == 0 { "/* " } else { "   " };
        match index == last {
            true => w.line(format!("{begin}{line} */")),
            false => w.line(format!("{begin}{}", unjoined(line))),
        }
    }
}

/// Text without anything that would end the comment around it.
pub fn inside(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// A one-line comment.
pub fn remark(line: &str) -> String {
    format!("// {}", unjoined(line)).trim_end().to_string()
}

/// A line without an ending that would join it to the next one: a backslash, or its trigraph.
fn unjoined(line: &str) -> &str {
    let mut rest = line.trim_end();
    while let Some(shorter) = rest.strip_suffix('\\').or_else(|| rest.strip_suffix("??/")) {
        rest = shorter.trim_end();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::{comment, quoted, remark};
    use crate::Writer;

    #[test]
    fn a_comment_does_not_take_the_next_line() {
        let lines = ["as it is", r"C:\", r"a \ \", "trigraph ??/", r"both ??/\ ", r"\"];
        let told = ["// as it is", "// C:", "// a", "// trigraph", "// both", "//"];
        assert_eq!(lines.map(remark), told);
    }

    #[test]
    fn nothing_ends_a_comment_but_its_end() {
        let mut w = Writer::new();
        comment(&mut w, "a */ b *\u{7}/ /* c");
        assert_eq!(w.text(), "/* a * / b * / / * c */\n");
    }

    #[test]
    fn octets_are_written_as_they_are_read() {
        assert_eq!(quoted(b"a\"\\?\n\0\xff"), r#""a\"\\\?\n\000\377""#);
    }
}
