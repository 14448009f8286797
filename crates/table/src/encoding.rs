//! Converts columns of values to columns of binary messages, the reverse of [`crate::blobs`].
//!
//! A row becomes JSON text, which can express everything in columns; the JSON reader knows the type.

use std::fmt::{Arguments, Write as _};

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use wireglot_driver::messages::{Bad, Message, MessageText, Unwritten, Writing};
use wireglot_driver::texts::{Given, JSON};
use wireglot_driver::{Limits, Rules, ShapeId, ShapeKind, Tape};

use crate::blobs::Refused;
use crate::cell;
use crate::columns::{Columns, Place};
use crate::csv::json_text;
use crate::kind::{Content, Kind};
use crate::times::Moment;

/// Maximum number of bytes in all messages of a column.
const MOST: usize = i32::MAX as usize;

/// Encodes the structs in some arrays, whose members are named like columns. Returns a binary column, and the
/// errors in values that are null in it because of them. Without `nulls`, such values are an error.
///
/// # Errors
/// A column has the wrong type for this message; a value cannot be encoded.
pub fn encode(
    message: &dyn Message,
    columns: &Columns,
    writing: &Writing,
    arrays: &[ArrayRef],
    nulls: bool,
) -> Result<(BinaryArray, Vec<(usize, Bad)>), Refused> {
    let shape = message.shape();
    if message.has_own_json() || !shape.types.iter().all(|ty| ty.jer.is_plain()) {
        let told = "values of this type are not encoded from columns";
        return Err(Refused::Type(told.into()));
    }
    let text = message.text(JSON).map_err(|_| Refused::Type("values of this type have no JSON".into()))?;
    let mut encoding = Encoding {
        message,
        columns,
        text,
        writing,
        octets: Vec::new(),
        ends: vec![0],
        there: Vec::new(),
        bad: Vec::new(),
    };
    for array in arrays {
        let row = encoding.bind(0, array, "the column")?;
        encoding.all(&row, nulls)?;
    }
    let Encoding { octets, ends, there, bad, .. } = encoding;
    let nulls = there.contains(&false).then(|| NullBuffer::from(there));
    let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
    Ok((BinaryArray::new(ends, Buffer::from_vec(octets), nulls), bad))
}

struct Encoding<'e> {
    message: &'e dyn Message,
    columns: &'e Columns,
    text: MessageText<'e>,
    writing: &'e Writing,
    octets: Vec<u8>,
    ends: Vec<i32>,
    there: Vec<bool>,
    bad: Vec<(usize, Bad)>,
}

/// An array, and the column whose values it holds.
struct Bound {
    place: Place,
    array: ArrayRef,
    /// Which rows are null, also those that a dictionary or the type of the array makes null.
    nulls: Option<NullBuffer>,
    /// Where in the array the value of each row is, if it came from a dictionary.
    keys: Option<Vec<usize>>,
    /// For a struct, its members, by the place of their columns; for a list, its elements.
    parts: Vec<Bound>,
}

impl Bound {
    fn part(&self, place: Place) -> Option<&Bound> {
        self.parts.iter().find(|part| part.place == place)
    }

    fn is_there(&self, row: usize) -> bool {
        self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))
    }

    /// Where in the array the value of a row is.
    fn at(&self, row: usize) -> usize {
        self.keys.as_ref().map_or(row, |keys| keys[row])
    }

    fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.array.len(), Vec::len)
    }

    fn text(&self, row: usize) -> Option<&str> {
        cell::text(&*self.array, self.at(row))
    }

    fn octets(&self, row: usize) -> Option<&[u8]> {
        cell::octets(&*self.array, self.at(row))
    }

    fn integer(&self, row: usize) -> Option<i128> {
        cell::integer(&*self.array, self.at(row))
    }

    fn boolean(&self, row: usize) -> bool {
        self.array.as_boolean().value(self.at(row))
    }
}

/// The error says why a value cannot be written.
type Said = Result<(), String>;

impl Encoding<'_> {
    /// Finds the columns of an array and of everything in it.
    fn bind(&self, place: Place, array: &ArrayRef, name: &str) -> Result<Bound, Refused> {
        let column = self.columns.get(place);
        let nulls = array.logical_nulls();
        let (array, keys) = match cell::dictionary(array) {
            Some((values, keys)) => (values, Some(keys)),
            None => (array, None),
        };
        let other =
            || Refused::Type(format!("{name} is {}, not {}", array.data_type(), cell::words(column.kind)));
        let parts = match (column.kind, array.data_type()) {
            (Kind::Struct, DataType::Struct(fields)) => {
                let mut parts = Vec::new();
                for (field, array) in fields.iter().zip(array.as_struct().columns()) {
                    let is = |child: &&Place| self.columns.get(**child).name == *field.name();
                    let child = column.children.iter().find(is).ok_or_else(|| {
                        Refused::Type(format!("the type has nothing for `{}` of {name}", field.name()))
                    })?;
                    parts.push(self.bind(*child, array, &format!("`{}`", field.name()))?);
                }
                parts
            }
            (Kind::List, DataType::List(_)) => {
                vec![self.bind(column.children[0], array.as_list::<i32>().values(), name)?]
            }
            (Kind::List, DataType::LargeList(_)) => {
                vec![self.bind(column.children[0], array.as_list::<i64>().values(), name)?]
            }
            (Kind::List, DataType::FixedSizeList(..)) => {
                vec![self.bind(column.children[0], array.as_fixed_size_list().values(), name)?]
            }
            // All values are null.
            (_, DataType::Null) => Vec::new(),
            (kind, of) if cell::suits(kind, of) => Vec::new(),
            _ => return Err(other()),
        };
        Ok(Bound { place, array: array.clone(), nulls, keys, parts })
    }

    fn all(&mut self, rows: &Bound, nulls: bool) -> Result<(), Refused> {
        let (mut json, mut tape) = (String::new(), Tape::new());
        let mut reader = self.text.reader(self.writing.rules, Limits::default());
        for row in 0..rows.len() {
            let before = self.octets.len();
            let mut is_there = rows.is_there(row);
            if is_there {
                json.clear();
                let said = self.row(rows, row, &mut json).map_err(|message| Bad {
                    code: "column",
                    message,
                    ..Bad::default()
                });
                let written = said.and_then(|()| {
                    tape.clear();
                    let given = Given::Text(&json);
                    let done = self.message.encode_text(
                        given,
                        &mut reader,
                        &mut tape,
                        self.writing,
                        &mut self.octets,
                    );
                    done.map_err(|why| match why {
                        Unwritten::Text(error) => Bad {
                            code: error.code,
                            path: error.path,
                            message: error.message,
                            ..Bad::default()
                        },
                        Unwritten::Value { error, .. } => error.into(),
                    })
                });
                if let Err(bad) = written {
                    self.octets.truncate(before);
                    let at = self.there.len();
                    if !nulls {
                        return Err(Refused::Row(at, Box::new(bad)));
                    }
                    self.bad.push((at, bad));
                    is_there = false;
                }
            }
            if self.octets.len() > MOST {
                return Err(Refused::Long);
            }
            self.ends.push(self.octets.len() as i32);
            self.there.push(is_there);
        }
        Ok(())
    }

    /// Writes the JSON text of a row.
    fn row(&self, rows: &Bound, row: usize, out: &mut String) -> Said {
        if !self.columns.in_row {
            return self.value(rows, row, out);
        }
        match rows.parts.first().filter(|part| part.is_there(row)) {
            Some(value) => self.value(value, row, out),
            None => Err("there is no value".into()),
        }
    }

    /// Writes the JSON text of a value that is not null.
    fn value(&self, of: &Bound, row: usize, out: &mut String) -> Said {
        let column = self.columns.get(of.place);
        match (&column.content, column.kind) {
            (Content::Json, _) => {
                let text = of.text(row).unwrap_or_default();
                if !is_one_value(text) {
                    return Err(format!("`{}` is no JSON", column.name));
                }
                out.push_str(text);
            }
            (Content::There, _) => match self.shape(of.place) {
                Some(ShapeKind::Null) => out.push_str("null"),
                _ => out.push_str("{}"),
            },
            (Content::Bits, _) => {
                let [octets, bits] = column.children[..] else { return Ok(()) };
                let octets = of.part(octets).and_then(|part| part.octets(row));
                let bits = of.part(bits).and_then(|part| part.integer(row));
                let (Some(octets), Some(bits)) = (octets, bits) else {
                    return Err(format!("`{}` has octets and bits", column.name));
                };
                out.push_str("{\"value\":");
                hex(octets, out);
                put(out, format_args!(",\"length\":{bits}}}"));
            }
            (Content::Choice, _) => self.choice(of, row, out)?,
            (_, Kind::Struct) => self.record(of, row, out)?,
            (_, Kind::List) => self.list(of, row, out)?,
            _ => self.leaf(of, row, out)?,
        }
        Ok(())
    }

    fn record(&self, of: &Bound, row: usize, out: &mut String) -> Said {
        out.push('{');
        let mut any = false;
        for part in of.parts.iter().filter(|part| self.is_given(part, row)) {
            let column = self.columns.get(part.place);
            if std::mem::replace(&mut any, true) {
                out.push(',');
            }
            json_text(&column.part, out);
            out.push(':');
            self.value(part, row, out)?;
        }
        out.push('}');
        Ok(())
    }

    /// Whether a member has a value. FALSE also means that a value without parts is absent.
    fn is_given(&self, part: &Bound, row: usize) -> bool {
        let is_flag = self.columns.get(part.place).content == Content::There;
        part.is_there(row) && (!is_flag || part.boolean(row))
    }

    fn choice(&self, of: &Bound, row: usize, out: &mut String) -> Said {
        let column = self.columns.get(of.place);
        let which = column.which.and_then(|which| of.part(which)).filter(|which| which.is_there(row));
        let named = which.and_then(|which| which.text(row));
        let mut there = of.parts.iter().filter(|part| Some(part.place) != column.which);
        let found = match named {
            Some(name) => there.find(|part| self.columns.get(part.place).part == name),
            None => there.find(|part| self.is_given(part, row)),
        };
        let Some(part) = found.filter(|part| part.is_there(row)) else {
            return Err(match named {
                Some(name) => format!("`{}`: there is no value for `{name}`", column.name),
                None => format!("`{}`: no alternative has a value", column.name),
            });
        };
        out.push('{');
        json_text(&self.columns.get(part.place).part, out);
        out.push(':');
        self.value(part, row, out)?;
        out.push('}');
        Ok(())
    }

    fn list(&self, of: &Bound, row: usize, out: &mut String) -> Said {
        let (start, end) = match of.array.data_type() {
            DataType::List(_) => {
                let offsets = of.array.as_list::<i32>().value_offsets();
                (offsets[row] as usize, offsets[row + 1] as usize)
            }
            DataType::FixedSizeList(_, size) => {
                let size = usize::try_from(*size).unwrap_or_default();
                (row * size, (row + 1) * size)
            }
            _ => {
                let offsets = of.array.as_list::<i64>().value_offsets();
                (offsets[row] as usize, offsets[row + 1] as usize)
            }
        };
        out.push('[');
        for at in start..end {
            if at > start {
                out.push(',');
            }
            match of.parts.first().filter(|elements| elements.is_there(at)) {
                Some(elements) => self.value(elements, at, out)?,
                None => {
                    return Err(format!("`{}` has an element that is null", self.columns.get(of.place).name))
                }
            }
        }
        out.push(']');
        Ok(())
    }

    fn leaf(&self, of: &Bound, row: usize, out: &mut String) -> Said {
        let column = self.columns.get(of.place);
        let kind = self.shape(of.place);
        match column.kind {
            Kind::Boolean => {
                put(out, format_args!("{}", of.boolean(row)));
            }
            Kind::Integer { .. } | Kind::Decimal => {
                let number = of.integer(row).unwrap_or_default();
                match kind {
                    Some(ShapeKind::Enumerated { items, .. }) => {
                        match items.iter().find(|(_, known)| i128::from(*known) == number) {
                            Some((name, _)) => json_text(name, out),
                            None => put(out, format_args!("{{\"$number\":{number}}}")),
                        }
                    }
                    _ => put(out, format_args!("{number}")),
                }
            }
            Kind::Float { .. } => float(cell::float(&*of.array, of.at(row)).unwrap_or_default(), out),
            Kind::Text => {
                let text = of.text(row).unwrap_or_default();
                match kind {
                    Some(ShapeKind::Integer { .. }) if !is_integer(text) => {
                        return Err(format!("`{}`: {text:?} is no integer", column.name));
                    }
                    Some(ShapeKind::Integer { .. }) => out.push_str(text),
                    Some(ShapeKind::Enumerated { items, .. }) => match text.strip_prefix("addition ") {
                        _ if items.iter().any(|(name, _)| name == text) => json_text(text, out),
                        Some(index) if is_integer(index) => put(out, format_args!("{{\"$index\":{index}}}")),
                        None if is_integer(text) => put(out, format_args!("{{\"$number\":{text}}}")),
                        _ => json_text(text, out),
                    },
                    _ => json_text(text, out),
                }
            }
            Kind::Binary => {
                let octets = of.octets(row).unwrap_or_default();
                match kind {
                    Some(ShapeKind::Open(_)) => {
                        let rules = self.writing.rules.unwrap_or(Rules::Ber);
                        put(out, format_args!("{{\"$opaque\":{{\"rules\":\"{rules}\",\"octets\":"));
                        hex(octets, out);
                        out.push_str("}}");
                    }
                    _ => hex(octets, out),
                }
            }
            Kind::Time => {
                let short = column.content == Content::ShortTime;
                let time =
                    cell::micros(&*of.array, of.at(row)).and_then(|micros| Moment(micros).written(short));
                let time = time.ok_or_else(|| format!("`{}`: the type has no such time", column.name))?;
                json_text(&time, out);
            }
            Kind::Struct | Kind::List => {}
        }
        Ok(())
    }

    /// The kind of a column's type.
    fn shape(&self, place: Place) -> Option<&ShapeKind> {
        self.columns.get(place).shape.map(|shape: ShapeId| &self.message.shape().get(shape).kind)
    }
}

fn put(out: &mut String, what: Arguments) {
    let done = out.write_fmt(what);
    debug_assert!(done.is_ok());
}

fn hex(octets: &[u8], out: &mut String) {
    out.push('"');
    octets.iter().for_each(|octet| put(out, format_args!("{octet:02X}")));
    out.push('"');
}

/// With an exponent, it means the nearest float rather than exactly its digits.
fn float(value: f64, out: &mut String) {
    let special = match value {
        _ if value.is_nan() => "\"NaN\"",
        f64::INFINITY => "\"INF\"",
        f64::NEG_INFINITY => "\"-INF\"",
        _ if value == 0.0 && value.is_sign_negative() => "\"-0\"",
        _ if value == 0.0 => "0",
        _ => return put(out, format_args!("{value:e}")),
    };
    out.push_str(special);
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a text is at most one JSON value, so that it cannot end the JSON text around it.
fn is_one_value(text: &str) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0u32, false, false);
    for octet in text.bytes() {
        match octet {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return false,
            b'}' | b']' => depth -= 1,
            b',' | b':' if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0 && !in_text && !text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_one_value;

    #[test]
    fn what_may_stand_where_a_value_does() {
        for text in ["1", "\"a,b\"", "{\"a\":[1,2]}", "\"\\\"\"", "null"] {
            assert!(is_one_value(text), "{text}");
        }
        for text in ["", "1,\"b\":2", "1}", "\"a\"],", "{", "\"", "\"\\\""] {
            assert!(!is_one_value(text), "{text}");
        }
    }
}
