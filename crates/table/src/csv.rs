//! Columns as CSV (RFC 4180).
//!
//! Structs become one column for each of their parts, with dotted names. Lists are JSON text, binary data is
//! hexadecimal digits, times are ISO 8601. A null value is an empty field; empty text is in quotation marks.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::columns::Place;
use crate::kind::Kind;
use crate::select::Output;
use crate::store::Store;
use crate::times::Moment;

/// Writes tables as CSV.
pub struct Csv<W> {
    out: W,
    fields: Vec<Field>,
    line: String,
}

/// A column of the file.
struct Field {
    name: String,
    output: Output,
}

impl<W: Write> Csv<W> {
    /// A writer; writes the header line.
    ///
    /// # Errors
    /// Writing failed.
    pub fn new(out: W, store: &Store, outputs: &[Output]) -> io::Result<Csv<W>> {
        let mut fields = Vec::new();
        outputs.iter().for_each(|output| flatten(store, output, &output.name, &mut fields));
        let mut csv = Csv { out, fields, line: String::new() };
        let names: Vec<String> = csv.fields.iter().map(|field| quoted(&field.name)).collect();
        csv.out.write_all(names.join(",").as_bytes())?;
        csv.out.write_all(b"\r\n")?;
        Ok(csv)
    }

    /// Writes all rows of a completed store.
    ///
    /// # Errors
    /// Writing failed.
    pub fn batch(&mut self, store: &Store) -> io::Result<()> {
        for row in 0..store.rows() {
            self.line.clear();
            for (at, field) in self.fields.iter().enumerate() {
                if at > 0 {
                    self.line.push(',');
                }
                let Output { place, lists, .. } = &field.output;
                match (lists.split_first(), store.columns().get(*place).kind) {
                    (None, Kind::List) => {
                        let mut json = String::new();
                        value(store, *place, row, &mut json);
                        self.line.push_str(&if store.values(*place).valid.has(row) {
                            quoted(&json)
                        } else {
                            json
                        });
                    }
                    (None, _) => plain(store, *place, row, &mut self.line),
                    (Some((first, rest)), _) => {
                        let mut json = String::new();
                        elements(store, (*first, rest, *place), row, &mut json);
                        self.line.push_str(&quoted(&json));
                    }
                }
            }
            self.line.push_str("\r\n");
            self.out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn flatten(store: &Store, output: &Output, name: &str, fields: &mut Vec<Field>) {
    let column = store.columns().get(output.place);
    if column.kind != Kind::Struct || !output.lists.is_empty() {
        return fields.push(Field { name: name.to_string(), output: output.clone() });
    }
    for child in &column.children {
        let part = Output { place: *child, ..output.clone() };
        flatten(store, &part, &format!("{name}.{}", store.columns().get(*child).name), fields);
    }
}

fn quoted(text: &str) -> String {
    match text.is_empty() || text.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

/// Writes a value that is not inside JSON text.
fn plain(store: &Store, place: Place, row: usize, out: &mut String) {
    if !store.values(place).valid.has(row) {
        return;
    }
    match store.columns().get(place).kind {
        Kind::Text => out.push_str(&quoted(text(store, place, row))),
        Kind::Binary if octets(store, place, row).is_empty() => out.push_str("\"\""),
        _ => scalar(store, place, row, out),
    }
}

/// Writes the values of an output inside lists.
fn elements(store: &Store, (list, inner, place): (Place, &[Place], Place), row: usize, out: &mut String) {
    if !store.values(list).valid.has(row) {
        return out.push_str("null");
    }
    out.push('[');
    for (at, element) in range(store, list, row).enumerate() {
        if at > 0 {
            out.push(',');
        }
        match inner.split_first() {
            Some((next, rest)) => elements(store, (*next, rest, place), element, out),
            None => value(store, place, element, out),
        }
    }
    out.push(']');
}

/// Writes a value as JSON text.
fn value(store: &Store, place: Place, row: usize, out: &mut String) {
    let column = store.columns().get(place);
    if !store.values(place).valid.has(row) {
        return out.push_str(if column.kind == Kind::List && column.parent == Some(0) { "" } else { "null" });
    }
    match column.kind {
        Kind::List => elements(store, (place, &[], column.children[0]), row, out),
        Kind::Struct => {
            out.push('{');
            let mut any = false;
            for child in column.children.iter().filter(|child| store.values(**child).valid.has(row)) {
                if std::mem::replace(&mut any, true) {
                    out.push(',');
                }
                json_text(&store.columns().get(*child).name, out);
                out.push(':');
                value(store, *child, row, out);
            }
            out.push('}');
        }
        Kind::Text => json_text(text(store, place, row), out),
        Kind::Binary | Kind::Time => {
            out.push('"');
            scalar(store, place, row, out);
            out.push('"');
        }
        _ => scalar(store, place, row, out),
    }
}

/// Writes a JSON string.
pub(crate) fn json_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}

fn range(store: &Store, list: Place, row: usize) -> std::ops::Range<usize> {
    let starts = &store.values(list).starts;
    let all = store.values(store.columns().get(list).children[0]).len();
    let start = starts[row] as usize;
    start..starts.get(row + 1).map_or(all, |end| *end as usize)
}

fn octets(store: &Store, place: Place, row: usize) -> &[u8] {
    let values = store.values(place);
    let start = values.starts[row] as usize;
    let end = values.starts.get(row + 1).map_or(values.data.len(), |end| *end as usize);
    &values.data[start..end]
}

/// Text in rows is UTF-8, since it came from a `str`.
fn text(store: &Store, place: Place, row: usize) -> &str {
    std::str::from_utf8(octets(store, place, row)).unwrap_or_default()
}

fn scalar(store: &Store, place: Place, row: usize, out: &mut String) {
    let kind = store.columns().get(place).kind;
    let width = crate::store::width(kind);
    let fixed = &store.values(place).fixed;
    let at = fixed.get(row * width..(row + 1) * width).unwrap_or_default();
    let mut low = [0; 16];
    low[..width].copy_from_slice(at);
    let unsigned = u128::from_le_bytes(low);
    let shift = 128 - width.max(1) as u32 * 8;
    let signed = (unsigned << shift) as i128 >> shift;
    let written = match kind {
        Kind::Boolean => write!(out, "{}", unsigned != 0),
        Kind::Integer { signed: false, .. } => write!(out, "{unsigned}"),
        Kind::Integer { .. } | Kind::Decimal => write!(out, "{signed}"),
        Kind::Float { single: true } => write!(out, "{}", f32::from_bits(unsigned as u32)),
        Kind::Float { .. } => write!(out, "{}", f64::from_bits(unsigned as u64)),
        Kind::Time => write!(out, "{}", Moment(signed as i64)),
        Kind::Binary => {
            let digit = |half: u8| char::from_digit(half.into(), 16);
            out.extend(
                octets(store, place, row)
                    .iter()
                    .flat_map(|octet| [digit(octet >> 4), digit(octet & 15)])
                    .flatten(),
            );
            Ok(())
        }
        Kind::Text | Kind::Struct | Kind::List => Ok(()),
    };
    debug_assert!(written.is_ok());
}
