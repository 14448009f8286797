//! Finds rows of tables by the text of their keys.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::BuildHasherDefault;

use wireglot_model::Value;
use wireglot_plan::{KeyPath, Shape, ShapeId, ShapeKind, TableId};

use super::base64;
use super::cursor::Cursor;
use super::document::Kind;
use super::number::Literal;
use crate::names::NameHasher;

type Keyed = HashMap<String, usize, BuildHasherDefault<NameHasher>>;

/// For each table used so far, its rows by the text of their keys.
#[derive(Debug, Default)]
pub struct Rows {
    tables: Vec<Option<Keyed>>,
}

impl Rows {
    /// The row of a table with these keys; each key ends with [`end_key`].
    #[expect(clippy::indexing_slicing, reason = "made long enough above")]
    pub fn find(&mut self, shape: &Shape, table: TableId, keys: &str) -> Option<usize> {
        if self.tables.len() <= table.index() {
            self.tables.resize_with(table.index() + 1, || None);
        }
        let rows = self.tables[table.index()].get_or_insert_with(|| {
            let rows = shape.table(table).rows.iter().enumerate();
            let keyed = rows.filter_map(|(i, row)| {
                let mut text = String::new();
                for key in &row.keys {
                    value_key(&mut text, key)?;
                    end_key(&mut text);
                }
                Some((text, i))
            });
            keyed.collect()
        });
        rows.get(keys).copied()
    }
}

/// An enclosing value: how many are around it, and a number that no other value in that place has.
pub type Owner = (usize, usize);

/// The types of open types whose keys take long to read. A list may have many such open types with the same keys.
#[derive(Debug, Default)]
pub struct Known {
    types: HashMap<(usize, ShapeId), (usize, Option<ShapeId>)>,
}

impl Known {
    /// What was found for an open type whose keys are in that value, or around it.
    #[inline]
    pub fn get(&self, (depth, owner): Owner, open: ShapeId) -> Option<Option<ShapeId>> {
        if self.types.is_empty() {
            return None;
        }
        let (known, found) = self.types.get(&(depth, open))?;
        (*known == owner).then_some(*found)
    }

    /// Records what was found by keys with that text, if they are long or inside of other values.
    pub fn add(
        &mut self,
        (depth, owner): Owner,
        open: ShapeId,
        paths: &[KeyPath],
        text: &str,
        found: Option<ShapeId>,
    ) {
        const SHORT: usize = 64;
        if text.len() > SHORT || paths.iter().any(|path| path.down.len() > 1) {
            self.types.insert((depth, open), (owner, found));
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.types.clear();
    }
}

/// Ends one key.
pub fn end_key(text: &mut String) {
    text.push('\n');
}

/// Appends the value at the end of a path, whose first slot is absent, as the text of a key; `None` if it has no default.
pub fn absent_key(text: &mut String, shape: &Shape, kind: &ShapeKind, path: &[u32]) -> Option<()> {
    let (ShapeKind::Record { slots, .. }, Some((first, rest))) = (kind, path.split_first()) else {
        return None;
    };
    value_key(text, shape.absent_value(slots.get(*first as usize)?, rest)?)
}

/// Appends a value as the text of a key; `None` if it cannot be a key.
pub fn value_key(text: &mut String, value: &Value) -> Option<()> {
    let _ = match value {
        Value::Boolean(value) => write!(text, "{value}"),
        Value::Integer(value) => write!(text, "{value}"),
        Value::Enumerated(name) => write!(text, "{name}"),
        Value::Null => write!(text, "null"),
        Value::OctetString(octets) => octets.iter().try_for_each(|octet| write!(text, "{octet:02X}")),
        Value::Oid(arcs) => {
            let arcs: Vec<String> = arcs.iter().map(|arc| arc.to_string()).collect();
            write!(text, "{}", arcs.join("."))
        }
        Value::String(value) | Value::Time(value) | Value::Iri(value) => write!(text, "{value}"),
        Value::Choice(name, value) => {
            let _ = write!(text, "{name}:");
            return value_key(text, value);
        }
        _ => return None,
    };
    Some(())
}

/// Appends the value at a cursor, read as a value of type `ty`, as the text of a key. `None` if it
/// is not such a value or cannot be a key.
pub fn text_key(text: &mut String, cursor: &mut Cursor<'_>, shape: &Shape, ty: ShapeId) -> Option<()> {
    let jer = &shape.get(ty).jer;
    match (&shape.get(ty).kind, cursor.kind().ok()?) {
        (ShapeKind::Integer { .. }, Kind::Number) => match cursor.short_integer() {
            Some(value) => write!(text, "{value}").ok()?,
            None => write!(text, "{}", Literal::new(cursor.number().ok()?)?.integer(64)?).ok()?,
        },
        (ShapeKind::OctetString { .. }, Kind::String) if jer.base64 => {
            let mut octets = Vec::new();
            base64::read(&cursor.string().ok()?.text(), &mut octets).then_some(())?;
            octets.iter().try_for_each(|octet| write!(text, "{octet:02X}")).ok()?;
        }
        (ShapeKind::Enumerated { items, .. }, Kind::String) if !jer.names.is_empty() => {
            let name = cursor.string().ok()?.text();
            let position = jer.names.iter().position(|own| *own == name)?;
            text.push_str(&items.get(position)?.0);
        }
        (ShapeKind::OctetString { .. }, Kind::String) => {
            text.push_str(&cursor.string().ok()?.text().to_ascii_uppercase());
        }
        (ShapeKind::Boolean, Kind::True) => text.push_str("true"),
        (ShapeKind::Boolean, Kind::False) => text.push_str("false"),
        (ShapeKind::Null, Kind::Null) => text.push_str("null"),
        (ShapeKind::Choice { alternatives, .. }, Kind::Object) => {
            if !cursor.enter(b'}').ok()? {
                return None;
            }
            let name = cursor.name().ok()?.text();
            let (_, alternative) =
                alternatives.iter().enumerate().find(|(index, a)| jer.name(*index, &a.name) == name)?;
            let _ = write!(text, "{}:", alternative.name);
            return text_key(text, cursor, shape, alternative.shape);
        }
        (ShapeKind::Record { .. } | ShapeKind::List { .. }, _) => return None,
        (_, Kind::String) => text.push_str(&cursor.string().ok()?.text()),
        _ => return None,
    }
    Some(())
}
