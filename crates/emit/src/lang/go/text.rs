//! Types, literals, comments and lines of Go, formatted as by gofmt.

use wireglot_model::sbe::{Number, Primitive};

use crate::Writer;

/// The type of a number; characters are bytes.
pub fn number_type(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Char => "byte",
        Primitive::Int8 => "int8",
        Primitive::Int16 => "int16",
        Primitive::Int32 => "int32",
        Primitive::Int64 => "int64",
        Primitive::Uint8 => "uint8",
        Primitive::Uint16 => "uint16",
        Primitive::Uint32 => "uint32",
        Primitive::Uint64 => "uint64",
        Primitive::Float => "float32",
        Primitive::Double => "float64",
    }
}

/// A number of a primitive type.
pub fn literal(number: Number, primitive: Primitive) -> String {
    match number {
        Number::Integer(number) => number.to_string(),
        Number::Float(number) if number.is_nan() || number.is_infinite() => {
            let what = match (number.is_nan(), number > 0.0) {
                (true, _) => "math.NaN()",
                (false, true) => "math.Inf(1)",
                (false, false) => "math.Inf(-1)",
            };
            match primitive {
                Primitive::Float => format!("float32({what})"),
                _ => what.into(),
            }
        }
        // A constant of Go has no sign if it is zero.
        Number::Float(number) if number == 0.0 && number.is_sign_negative() => match primitive {
            Primitive::Float => "float32(math.Copysign(0, -1))".into(),
            _ => "math.Copysign(0, -1)".into(),
        },
        Number::Float(number) => primitive.digits(number),
    }
}

/// Bytes as a string.
pub fn quoted_octets(octets: &[u8]) -> String {
    let mut out = String::from("\"");
    for &octet in octets {
        match octet {
            b'"' | b'\\' => out.extend(['\\', char::from(octet)]),
            b' '..=b'~' => out.push(char::from(octet)),
            _ => out.push_str(&format!("\\x{octet:02x}")),
        }
    }
    out.push('"');
    out
}

/// Loads and stores in the byte order of a schema.
#[derive(Clone, Copy)]
pub struct Order {
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
}

impl Order {
    fn word(self) -> &'static str {
        if self.big_endian {
            "binary.BigEndian"
        } else {
            "binary.LittleEndian"
        }
    }

    /// An expression that loads the number between two offsets.
    pub fn load(self, primitive: Primitive, octets: &str, from: &str, to: &str) -> String {
        let word = self.word();
        let bits = 8 * primitive.size();
        let raw = match bits {
            8 => format!("{octets}[{from}]"),
            _ => format!("{word}.Uint{bits}({octets}[{from}:{to}])"),
        };
        match primitive {
            Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => {
                format!("{}({raw})", number_type(primitive))
            }
            Primitive::Float | Primitive::Double => format!("math.Float{bits}frombits({raw})"),
            _ => raw,
        }
    }

    /// An expression that loads the number at a fixed offset.
    pub fn load_at(self, primitive: Primitive, octets: &str, offset: u64) -> String {
        self.load(primitive, octets, &offset.to_string(), &(offset + primitive.size()).to_string())
    }

    /// A statement that stores a number, converting it from any type of the same width.
    pub fn store(self, primitive: Primitive, octets: &str, from: &str, to: &str, value: &str) -> String {
        let word = self.word();
        let bits = 8 * primitive.size();
        let raw = match primitive {
            Primitive::Float | Primitive::Double => format!("math.Float{bits}bits({value})"),
            _ => format!("uint{bits}({value})"),
        };
        match bits {
            8 => format!("{octets}[{from}] = {raw}"),
            _ => format!("{word}.PutUint{bits}({octets}[{from}:{to}], {raw})"),
        }
    }

    /// A statement that stores a number at a fixed offset.
    pub fn store_at(self, primitive: Primitive, octets: &str, offset: u64, value: &str) -> String {
        self.store(primitive, octets, &offset.to_string(), &(offset + primitive.size()).to_string(), value)
    }
}

/// Writes a doc comment: `what`, which begins with the name, and the schema's documentation.
pub fn comment(w: &mut Writer, what: &str, doc: &str) {
    w.line(format!("// {what}"));
    let doc: Vec<&str> = doc.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if !doc.is_empty() {
        w.line("//");
    }
    for line in doc {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        w.line(format!("// {line}"));
    }
}

/// Lines of columns, each as wide as its widest word, as gofmt aligns adjacent declarations.
pub fn columns(w: &mut Writer, rows: &[Vec<String>]) {
    let wide = |row: &&Vec<String>, column: usize| row.len() > column + 1;
    let words = |column: usize| {
        rows.iter().filter(move |row| wide(row, column)).filter_map(move |row| row.get(column))
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| words(column).map(|word| word.chars().count()).max().unwrap_or(0))
        .collect();
    for row in rows {
        let mut line = String::new();
        for (column, word) in row.iter().enumerate() {
            line.push_str(word);
            if column + 1 < row.len() {
                let pad = widths[column] - word.chars().count() + 1;
                line.push_str(&" ".repeat(pad));
            }
        }
        w.line(line);
    }
}

/// A function of one expression or statement, on one line if gofmt would keep it there.
pub fn function(w: &mut Writer, head: &str, body: &str) {
    let line = format!("func {head} {{ {body} }}");
    match line.chars().count() <= 100 {
        true => w.line(line),
        false => {
            w.open(format!("func {head} {{"));
            w.line(body);
            w.close("}");
        }
    }
    w.line("");
}

/// Converts indentation to tabs.
pub fn tabbed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let body = line.trim_start_matches(' ');
        out.push_str(&"\t".repeat((line.len() - body.len()) / 4));
        out.push_str(body);
        out.push('\n');
    }
    out
}

/// The packages that code uses. Comments and string literals may mention others.
pub fn used_packages<'p>(code: &str, packages: impl IntoIterator<Item = &'p str>) -> Vec<&'p str> {
    let lines: Vec<String> = code.lines().map(without_text).collect();
    let is_used = |path: &&str| {
        let member = format!("{}.", path.rsplit('/').next().unwrap_or(path));
        lines.iter().any(|line| {
            line.match_indices(&member).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + member.len()..].chars().next();
                !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
                    && after.is_some_and(|c| c.is_ascii_uppercase())
            })
        })
    };
    packages.into_iter().filter(is_used).collect()
}

/// A line of code without its comment and the contents of its string literals.
fn without_text(line: &str) -> String {
    let (mut out, mut chars, mut in_string) = (String::new(), line.chars().peekable(), false);
    while let Some(c) = chars.next() {
        match c {
            '"' => in_string = !in_string,
            '\\' if in_string => drop(chars.next()),
            '/' if !in_string && chars.peek() == Some(&'/') => break,
            _ if in_string => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::used_packages;

    #[test]
    fn only_code_uses_a_package() {
        let used = |code| used_packages(code, ["encoding/binary", "math"]);
        assert_eq!(used("x := math.Inf(1)\ny := binary.BigEndian"), ["encoding/binary", "math"]);
        for code in [
            "// math.Inf is infinite.",
            "a() // as math.Inf",
            "\"a \\\" math.Inf\"",
            "x.math.Inf",
            "aftermath.Inf",
            "math.inf",
        ] {
            assert!(used(code).is_empty(), "{code}");
        }
        assert_eq!(used("\"//\" + f(math.NaN())"), ["math"]);
    }
}
