//! Small pieces of C++: literals, comments, functions of one line.

use wireglot_model::sbe::{Number, Primitive};

use crate::Writer;

/// Columns that a line may have.
pub const COLUMNS: usize = 110;

/// What stands in front of functions that are inlined always: what they check is known where they are used.
pub const HOT: &str = "WIREGLOT_SBE_HOT";

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

/// The type that enumerations and sets are kept in: characters by their octet.
pub fn stored_type(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Char => "std::uint8_t",
        _ => number_type(primitive),
    }
}

/// A number, of a primitive type.
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
                _ => format!("{number:?}{suffix}"),
            }
        }
    }
}

/// Octets in quotes.
pub fn quoted(octets: &[u8]) -> String {
    let mut out = String::from("\"");
    for &octet in octets {
        match octet {
            b'"' | b'\\' => out.extend(['\\', char::from(octet)]),
            b'?' => out.push_str("\\?"),
            0x20..=0x7e => out.push(char::from(octet)),
            _ => out.push_str(&format!("\\{octet:03o}")),
        }
    }
    out + "\""
}

/// A description as a comment; nothing of it can end the comment or turn its text around.
pub fn comment(w: &mut Writer, doc: &str) {
    let room = COLUMNS.saturating_sub(4 * w.depth() + 15);
    let mut line = String::new();
    for word in doc.split_whitespace() {
        let word: String = word.chars().filter(|c| !c.is_control() && !turns(*c)).collect();
        if !line.is_empty() && line.chars().count() + word.chars().count() > room {
            w.line(format!("// {}", line.trim_end_matches(['\\', ' '])));
            line.clear();
        }
        let gap = if line.is_empty() { "" } else { " " };
        line.push_str(gap);
        line.push_str(&word);
    }
    let last = line.trim_end_matches(['\\', ' ']);
    if !last.is_empty() {
        w.line(format!("// {last}"));
    }
}

/// Characters that change the direction in which text is shown.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `head { return what; }`, on one line if it fits.
pub fn returning(w: &mut Writer, head: &str, what: &str) {
    let line = format!("{head} {{ return {what}; }}");
    match line.len() + 4 * w.depth() <= COLUMNS {
        true => w.line(line),
        false => {
            w.open(format!("{head} {{"));
            statement(w, &format!("return {what};"));
            w.close("}");
        }
    }
}

/// A statement or declaration, broken at a blank if it is too long.
pub fn statement(w: &mut Writer, text: &str) {
    let depth = w.depth();
    let mut rest = text;
    while let Some(at) = break_at(w, rest) {
        match w.depth() == depth {
            true => w.open(&rest[..at]),
            false => w.line(&rest[..at]),
        }
        rest = &rest[at + 1..];
    }
    let is_broken = w.depth() != depth;
    w.line(rest);
    if is_broken {
        w.back();
    }
}

/// The last blank in what a line has room for, if the text is longer.
fn break_at(w: &Writer, text: &str) -> Option<usize> {
    let room = COLUMNS.saturating_sub(4 * w.depth());
    text.get(..room).filter(|_| text.len() > room).and_then(|head| head.rfind([' ']))
}

/// Statements of a function that nobody reads, as many on a line as fit.
pub fn packed(w: &mut Writer, statements: &[String]) {
    let room = COLUMNS.saturating_sub(4 * w.depth());
    let mut line = String::new();
    for next in statements {
        if !line.is_empty() && line.len() + 1 + next.len() > room {
            w.line(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(next);
    }
    if !line.is_empty() {
        statement(w, &line);
    }
}

/// A function of some statements, on one line if they fit.
pub fn doing(w: &mut Writer, head: &str, statements: &[&str]) {
    let line = format!("{head} {{ {} }}", statements.join(" "));
    match line.len() + 4 * w.depth() <= COLUMNS && statements.len() <= 2 {
        true => w.line(line),
        false => {
            w.open(format!("{head} {{"));
            statements.iter().for_each(|line| statement(w, line));
            w.close("}");
        }
    }
}
