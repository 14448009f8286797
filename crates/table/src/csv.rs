//! Columns as CSV (RFC 4180).
//!
//! Structs become one column for each of their parts, with dotted names. Lists are JSON text, binary data is
//! hexadecimal digits, times are ISO 8601. A null value is an empty field; empty text is in quotation marks.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::columns::Place;
use crate::kind::{Content, Kind};
use crate::select::Output;
use crate::store::Store;
use crate::times::Moment;

/// Writes tables as CSV.
pub struct Csv<W> {
    out: W,
    fields: Vec<Field>,
    /// Lines that have not been written yet.
    lines: String,
    /// The JSON text of a list.
    json: String,
}

/// Lines are collected up to this many octets and written at once.
const WRITTEN: usize = 64 << 10;

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
        let mut csv = Csv::continued(out, store, outputs);
        for (at, field) in csv.fields.iter().enumerate() {
            if at > 0 {
                csv.lines.push(',');
            }
            quoted(&field.name, &mut csv.lines);
        }
        csv.lines.push_str("\r\n");
        csv.write_lines()?;
        Ok(csv)
    }

    /// A writer of further lines after those of another one.
    pub fn continued(out: W, store: &Store, outputs: &[Output]) -> Csv<W> {
        let mut fields = Vec::new();
        outputs.iter().for_each(|output| flatten(store, output, &output.name, &mut fields));
        Csv { out, fields, lines: String::new(), json: String::new() }
    }

    /// Writes all rows of a completed store.
    ///
    /// # Errors
    /// Writing failed.
    pub fn batch(&mut self, store: &Store) -> io::Result<()> {
        let Csv { fields, lines, json, .. } = self;
        let alone = fields.len() == 1;
        for row in 0..store.rows() {
            for (at, field) in fields.iter().enumerate() {
                if at > 0 {
                    lines.push(',');
                }
                let Output { place, lists, .. } = &field.output;
                json.clear();
                // A list may be missing, as other values.
                let given = lists.first().unwrap_or(place);
                match (lists.split_first(), store.columns().get(*place).kind) {
                    _ if !store.values(*given).valid.has(row) => {
                        // Readers would skip an empty line.
                        if alone {
                            lines.push_str("\"\"");
                        }
                    }
                    (None, Kind::List) => {
                        value(store, *place, row, json);
                        quoted(json, lines);
                    }
                    (None, _) => plain(store, *place, row, lines),
                    (Some((first, rest)), _) => {
                        elements(store, (*first, rest, *place), row, json);
                        quoted(json, lines);
                    }
                }
            }
            lines.push_str("\r\n");
            if lines.len() >= WRITTEN {
                self.out.write_all(lines.as_bytes())?;
                lines.clear();
            }
        }
        self.write_lines()
    }

    fn write_lines(&mut self) -> io::Result<()> {
        self.out.write_all(self.lines.as_bytes())?;
        self.lines.clear();
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()
    }

    /// Passes on all that was written.
    ///
    /// # Errors
    /// Writing failed.
    pub fn flush(&mut self) -> io::Result<()> {
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

/// Writes text, quoted if necessary.
fn quoted(text: &str, out: &mut String) {
    if !text.is_empty() && !text.bytes().any(|octet| matches!(octet, b',' | b'"' | b'\r' | b'\n')) {
        return out.push_str(text);
    }
    out.push('"');
    for (at, part) in text.split('"').enumerate() {
        if at > 0 {
            out.push_str("\"\"");
        }
        out.push_str(part);
    }
    out.push('"');
}

/// Writes a value that is not missing and not inside JSON text.
fn plain(store: &Store, place: Place, row: usize, out: &mut String) {
    match store.columns().get(place).kind {
        Kind::Text => quoted(text(store, place, row), out),
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
    if !store.values(place).valid.has(row) {
        return out.push_str("null");
    }
    let column = store.columns().get(place);
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
        Kind::Text if column.content == Content::Json => out.push_str(text(store, place, row)),
        Kind::Text => json_text(text(store, place, row), out),
        // JSON has no such numbers; they are the text that they are in the JSON of messages.
        Kind::Float { .. } => match float(store, place, row) {
            real if real.is_nan() => out.push_str("\"NaN\""),
            f64::INFINITY => out.push_str("\"INF\""),
            f64::NEG_INFINITY => out.push_str("\"-INF\""),
            _ => scalar(store, place, row, out),
        },
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

/// The octets of a value of fixed width.
fn fixed(store: &Store, place: Place, row: usize) -> &[u8] {
    let width = crate::store::width(store.columns().get(place).kind);
    store.values(place).fixed.get(row * width..(row + 1) * width).unwrap_or_default()
}

/// A float of either width.
fn float(store: &Store, place: Place, row: usize) -> f64 {
    let at = fixed(store, place, row);
    let single = at.try_into().map(f32::from_le_bytes).map(f64::from);
    single.or_else(|_| at.try_into().map(f64::from_le_bytes)).unwrap_or_default()
}

fn scalar(store: &Store, place: Place, row: usize, out: &mut String) {
    let kind = store.columns().get(place).kind;
    let at = fixed(store, place, row);
    let written = match (kind, at) {
        (Kind::Boolean, [is]) => {
            out.push_str(if *is != 0 { "true" } else { "false" });
            Ok(())
        }
        (Kind::Integer { signed, .. }, _) => {
            integer(at, signed, out);
            Ok(())
        }
        (Kind::Decimal, _) => write!(out, "{}", at.try_into().map_or(0, i128::from_le_bytes)),
        (Kind::Float { single: true }, _) => {
            write!(out, "{}", at.try_into().map_or(0.0, f32::from_le_bytes))
        }
        (Kind::Float { .. }, _) => write!(out, "{}", at.try_into().map_or(0.0, f64::from_le_bytes)),
        (Kind::Time, _) => write!(out, "{}", Moment(at.try_into().map_or(0, i64::from_le_bytes))),
        (Kind::Binary, _) => {
            hexadecimal(octets(store, place, row), out);
            Ok(())
        }
        (Kind::Boolean | Kind::Text | Kind::Struct | Kind::List, _) => Ok(()),
    };
    debug_assert!(written.is_ok());
}

/// Writes an integer of at most 8 octets, given in little-endian order.
fn integer(octets: &[u8], signed: bool, out: &mut String) {
    let mut low = [0; 8];
    let mut digits = [0; 20];
    let Some(low_octets) = low.get_mut(..octets.len()) else { return };
    low_octets.copy_from_slice(octets);
    let above = 64 - 8 * octets.len().max(1) as u32;
    let unsigned = u64::from_le_bytes(low);
    let number = (unsigned << above) as i64 >> above;
    let mut left = if signed { number.unsigned_abs() } else { unsigned };
    if signed && number < 0 {
        out.push('-');
    }
    let mut first = digits.len();
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        (first, left) = (first - 1, left / 10);
        if left == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[first..]).unwrap_or_default());
}

/// Writes octets as hexadecimal digits.
fn hexadecimal(octets: &[u8], out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 64];
    for some in octets.chunks(digits.len() / 2) {
        for (two, octet) in digits.chunks_exact_mut(2).zip(some) {
            two.copy_from_slice(&[DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
        }
        out.push_str(std::str::from_utf8(&digits[..2 * some.len()]).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::{hexadecimal, integer, quoted};

    #[test]
    fn integers_of_all_widths() {
        let mut numbers = vec![0, 1, 9, 10, 255, 65_535, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX];
        numbers.extend((0..64).flat_map(|bit| [1 << bit, (1 << bit) - 1, !0 << bit]));
        for number in numbers {
            for width in [1, 2, 4, 8] {
                let octets = &number.to_le_bytes()[..width];
                let above = 64 - 8 * width as u32;
                let (mut unsigned, mut signed) = (String::new(), String::new());
                integer(octets, false, &mut unsigned);
                integer(octets, true, &mut signed);
                assert_eq!(unsigned, (number << above >> above).to_string());
                assert_eq!(signed, ((number << above) as i64 >> above).to_string());
            }
        }
    }

    #[test]
    fn octets_and_quotation_marks() {
        let octets: Vec<u8> = (0..=255).collect();
        let mut digits = String::new();
        hexadecimal(&octets, &mut digits);
        assert_eq!(digits, octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>());
        for (text, written) in
            [("", "\"\""), ("a b", "a b"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("a\"\n", "\"a\"\"\n\"")]
        {
            let mut out = String::new();
            quoted(text, &mut out);
            assert_eq!(out, written);
        }
    }
}
