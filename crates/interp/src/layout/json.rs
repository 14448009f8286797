//! Values as JSON: objects by field name in the order of the wire, numbers for
//! everything but booleans.

use std::fmt::Write;

use wireglot_plan::{Layout, LayoutId, LayoutKind};
use wireglot_text::names::advice;

use super::Packed;
use crate::json::document::{Document, Kind};
use crate::json::JsonError;

/// A value as JSON on one line.
pub fn to_json(layout: &Layout, ty: LayoutId, value: &Packed) -> String {
    let mut text = String::new();
    put(layout, ty, value, &mut text);
    text
}

fn put(layout: &Layout, id: LayoutId, value: &Packed, text: &mut String) {
    match (&layout.resolved(id).kind, value) {
        (LayoutKind::Record { fields, .. }, Packed::Record(values)) => {
            text.push('{');
            for (index, (field, value)) in fields.iter().zip(values).enumerate() {
                let comma = if index > 0 { "," } else { "" };
                let _ = write!(text, "{comma}\"{}\":", field.name);
                put(layout, field.ty, value, text);
            }
            text.push('}');
        }
        (LayoutKind::Array { element, .. }, Packed::List(values)) => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                put(layout, *element, value, text);
            }
            text.push(']');
        }
        (LayoutKind::Float, Packed::Integer(bits)) => put_float(*bits as u64, layout.get(id).bits, text),
        (_, Packed::Boolean(value)) => text.push_str(if *value { "true" } else { "false" }),
        (_, Packed::Integer(value)) => {
            let _ = write!(text, "{value}");
        }
        _ => text.push_str("null"),
    }
}

/// A float by its bits: the shortest number that is read as the same one, or a string.
fn put_float(bits: u64, width: u64, text: &mut String) {
    let (value, short) = match width {
        32 => (f32::from_bits(bits as u32).into(), true),
        _ => (f64::from_bits(bits), false),
    };
    if !value.is_finite() {
        text.push_str(NOT_FINITE.iter().find(|(_, is)| is(value)).map_or("null", |(name, _)| name));
        return;
    }
    let _ = match short {
        true => write!(text, "{:?}", value as f32),
        false => write!(text, "{value:?}"),
    };
}

/// What JSON has no number for, as strings, and which values they are.
const NOT_FINITE: [(&str, fn(f64) -> bool); 3] =
    [("\"NaN\"", f64::is_nan), ("\"Infinity\"", |value| value > 0.0), ("\"-Infinity\"", |value| value < 0.0)];

/// Reads the first value of a text and says where it ends. Members may come in
/// any order; a field without one is zero. A name of an enumeration stands for
/// its number. Integers that do not fit their width are taken: writing masks them.
///
/// # Errors
/// The text is not JSON, or not a value of that type.
pub fn from_json(layout: &Layout, ty: LayoutId, text: &str) -> Result<(Packed, usize), JsonError> {
    let path = layout.get(ty).path.join(".");
    let (document, end) = Document::parse(text).map_err(|error| JsonError {
        code: "json_syntax",
        offset: error.offset,
        path: path.clone(),
        message: error.message.to_string(),
    })?;
    let mut reader = Reader { layout, document: &document, path };
    Ok((reader.value(ty, Some(0))?, end))
}

struct Reader<'r> {
    layout: &'r Layout,
    document: &'r Document<'r>,
    path: String,
}

impl Reader<'_> {
    fn fail<T>(&self, code: &'static str, node: u32, message: impl Into<String>) -> Result<T, JsonError> {
        let offset = self.document.offset(node);
        Err(JsonError { code, offset, path: self.path.clone(), message: message.into() })
    }

    fn value(&mut self, id: LayoutId, node: Option<u32>) -> Result<Packed, JsonError> {
        let layout = self.layout;
        match (&layout.resolved(id).kind, node) {
            (LayoutKind::Record { fields, .. }, Some(node)) => {
                let members = self.members(node, fields.iter().map(|field| field.name.as_str()))?;
                let mut values = Vec::with_capacity(fields.len());
                for (field, member) in fields.iter().zip(members) {
                    let outer = self.path.len();
                    self.path.push_str(&format!(".{}", field.name));
                    values.push(self.value(field.ty, member)?);
                    self.path.truncate(outer);
                }
                Ok(Packed::Record(values))
            }
            (LayoutKind::Record { fields, .. }, None) => {
                let values = fields.iter().map(|field| self.value(field.ty, None));
                values.collect::<Result<_, _>>().map(Packed::Record)
            }
            (LayoutKind::Array { element, count, .. }, node) => self.list(*element, *count, node),
            (LayoutKind::Boolean, None) => Ok(Packed::Boolean(false)),
            (_, None) => Ok(Packed::Integer(0)),
            (LayoutKind::Boolean, Some(node)) => match self.document.kind(node) {
                Kind::True => Ok(Packed::Boolean(true)),
                Kind::False => Ok(Packed::Boolean(false)),
                _ => self.fail("json_value", node, "true or false is wanted"),
            },
            (LayoutKind::Float, Some(node)) => self.float(layout.get(id).bits, node),
            (kind, Some(node)) => self.integer(kind, node),
        }
    }

    fn list(&mut self, element: LayoutId, count: u64, node: Option<u32>) -> Result<Packed, JsonError> {
        let document = self.document;
        let mut nodes: Vec<Option<u32>> = Vec::new();
        if let Some(node) = node {
            if document.kind(node) != Kind::Array {
                return self.fail("json_value", node, "an array is wanted");
            }
            nodes = document.elements(node).map(Some).collect();
            if nodes.len() as u64 > count {
                return self.fail(
                    "json_value",
                    node,
                    format!("there are {} elements; {count} fit", nodes.len()),
                );
            }
        }
        nodes.resize(count as usize, None);
        nodes.into_iter().map(|node| self.value(element, node)).collect::<Result<_, _>>().map(Packed::List)
    }

    /// The member of each name, if it is there.
    fn members<'n>(
        &self,
        node: u32,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<Vec<Option<u32>>, JsonError> {
        if self.document.kind(node) != Kind::Object {
            return self.fail("json_value", node, "an object is wanted");
        }
        let names: Vec<&str> = names.collect();
        let mut found = vec![None; names.len()];
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            match names.iter().position(|known| *known == name) {
                Some(at) => found[at] = Some(value),
                None => {
                    let advice = advice(&name, names);
                    return self.fail("json_member", key, format!("there is no field `{name}`{advice}"));
                }
            }
        }
        Ok(found)
    }

    fn float(&self, width: u64, node: u32) -> Result<Packed, JsonError> {
        let raw = self.document.raw(node);
        let bits = match (self.document.kind(node), raw) {
            (Kind::Number, _) | (Kind::String, "NaN" | "Infinity" | "-Infinity") if width == 32 => {
                raw.parse().ok().map(|value: f32| u64::from(value.to_bits()))
            }
            (Kind::Number, _) | (Kind::String, "NaN" | "Infinity" | "-Infinity") => {
                raw.parse().ok().map(f64::to_bits)
            }
            _ => None,
        };
        match bits {
            Some(bits) => Ok(Packed::Integer(bits.into())),
            None => {
                self.fail("json_value", node, "a number is wanted, \"NaN\", \"Infinity\" or \"-Infinity\"")
            }
        }
    }

    fn integer(&self, kind: &LayoutKind, node: u32) -> Result<Packed, JsonError> {
        let raw = self.document.raw(node);
        let number = match (self.document.kind(node), kind) {
            (Kind::Number, _) => raw.parse().ok(),
            (Kind::String, LayoutKind::Enumerated(values)) => {
                values.iter().find(|value| value.name == raw).map(|value| i128::from(value.value))
            }
            _ => None,
        };
        match number {
            Some(number) => Ok(Packed::Integer(number)),
            None => self.fail("json_value", node, "an integer is wanted"),
        }
    }
}
