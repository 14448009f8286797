//! Rows of tables by keys that stand in JSON text.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::BuildHasherDefault;

use wireglot_model::Value;
use wireglot_plan::{Shape, ShapeId, ShapeKind, TableId};

use super::document::{Document, Kind};
use super::names::NameHasher;
use super::number::Literal;

type Keyed = HashMap<String, usize, BuildHasherDefault<NameHasher>>;

/// For each table that was asked for: the rows by the text of their keys.
#[derive(Debug, Default)]
pub struct Rows {
    tables: Vec<Option<Keyed>>,
}

impl Rows {
    /// The row of a table whose keys have that text, each ended by [`end_key`].
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

/// Ends one key.
pub fn end_key(text: &mut String) {
    text.push('\n');
}

/// A value as the text of a key; `None` for what no key can be.
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

/// Whether a number is written with digits alone.
fn is_plain(number: &str) -> bool {
    number.bytes().all(|b| b.is_ascii_digit())
}

/// A node, read as a value of a type, as the text of a key. `None` if it is none.
pub fn node_key(text: &mut String, document: &Document, node: u32, shape: &Shape, ty: ShapeId) -> Option<()> {
    match &shape.get(ty).kind {
        // As it stands, where it is written as it would be.
        ShapeKind::Integer { .. } if document.kind(node) == Kind::Number && is_plain(document.raw(node)) => {
            text.push_str(document.raw(node));
        }
        ShapeKind::Integer { .. } if document.kind(node) == Kind::Number => {
            let _ = write!(text, "{}", Literal::new(document.raw(node))?.integer(64)?);
        }
        ShapeKind::OctetString { .. } => text.push_str(&document.string(node)?.to_ascii_uppercase()),
        ShapeKind::Boolean | ShapeKind::Null => text.push_str(document.raw(node)),
        ShapeKind::Choice { alternatives, .. } => {
            let (name, value) = document.members(node).next()?;
            let name = document.string(name)?;
            let alternative = alternatives.iter().find(|a| a.name == name)?;
            let _ = write!(text, "{name}:");
            return node_key(text, document, value, shape, alternative.shape);
        }
        ShapeKind::Integer { .. } | ShapeKind::Record { .. } | ShapeKind::List { .. } => return None,
        _ => text.push_str(&document.string(node)?),
    }
    Some(())
}
