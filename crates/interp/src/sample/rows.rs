//! Rows of tables by their keys, and keys by where they are: many open types may use one table, and many slots one
//! record, so none of them looks at all rows or keys.

use std::collections::HashMap;

use wireglot_model::Value;
use wireglot_plan::{Row, Shape, TableId};

use crate::json::keys::value_key;

/// Finds rows; each table and each column is indexed once.
#[derive(Debug)]
pub(super) struct Rows<'s> {
    shape: &'s Shape,
    /// The rows of a table whose types have finite values.
    finite: HashMap<TableId, Vec<&'s Row>>,
    /// The first of the shallowest of them, if there is any.
    shallowest: HashMap<TableId, Vec<&'s Row>>,
    /// The rows of a table by the key in a column, as text.
    keyed: HashMap<(TableId, usize), HashMap<String, Vec<&'s Row>>>,
}

impl<'s> Rows<'s> {
    pub fn new(shape: &'s Shape) -> Rows<'s> {
        Rows { shape, finite: HashMap::new(), shallowest: HashMap::new(), keyed: HashMap::new() }
    }

    /// The rows of a table whose types have finite values; `depth` gives the least depth of a row.
    pub fn finite(&mut self, table: TableId, depth: impl Fn(&Row) -> u32) -> &[&'s Row] {
        let shape = self.shape;
        self.finite
            .entry(table)
            .or_insert_with(|| shape.table(table).rows.iter().filter(|row| depth(row) != u32::MAX).collect())
    }

    /// The first of the shallowest of these, if there is any.
    pub fn shallowest(&mut self, table: TableId, depth: impl Fn(&Row) -> u32) -> &[&'s Row] {
        if !self.shallowest.contains_key(&table) {
            let first = self.finite(table, &depth).iter().copied().min_by_key(|row| depth(row));
            self.shallowest.insert(table, first.into_iter().collect());
        }
        self.shallowest.get(&table).map_or(&[], Vec::as_slice)
    }

    /// The rows with some keys, given by their columns.
    pub fn with(&mut self, table: TableId, keys: &[(usize, &Value)]) -> Vec<&'s Row> {
        let shape = self.shape;
        let Some(&(column, key)) = keys.first() else { return shape.table(table).rows.iter().collect() };
        let rows = self.keyed.entry((table, column)).or_insert_with(|| {
            let mut rows: HashMap<String, Vec<&Row>> = HashMap::new();
            for row in &shape.table(table).rows {
                let text = row.keys.get(column).map_or_else(String::new, text);
                rows.entry(text).or_default().push(row);
            }
            rows
        });
        let rows = rows.get(&text(key)).map_or(&[][..], Vec::as_slice).iter().copied();
        let fits = |row: &&Row| keys.iter().all(|(column, key)| row.keys.get(*column) == Some(key));
        rows.filter(fits).collect()
    }
}

/// A key as text; values that can't be keys share one.
fn text(key: &Value) -> String {
    let mut text = String::new();
    let _ = value_key(&mut text, key);
    text
}

/// Keys that were chosen for a value, by their paths in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen {
    all: Vec<(Vec<u32>, Value)>,
    places: HashMap<Vec<u32>, usize>,
}

impl Chosen {
    /// Adds a key, unless there is one with that path.
    pub fn add(&mut self, path: &[u32], key: &Value) {
        if !self.places.contains_key(path) {
            self.places.insert(path.to_vec(), self.all.len());
            self.all.push((path.to_vec(), key.clone()));
        }
    }

    pub fn get(&self, path: &[u32]) -> Option<&Value> {
        self.all.get(*self.places.get(path)?).map(|(_, key)| key)
    }

    /// The keys inside each part: the rest of each path, and the key.
    pub fn by_part(&self) -> HashMap<u32, Vec<(&[u32], &Value)>> {
        let mut parts: HashMap<u32, Vec<(&[u32], &Value)>> = HashMap::new();
        for (path, key) in &self.all {
            if let Some((part, rest)) = path.split_first() {
                parts.entry(*part).or_default().push((rest, key));
            }
        }
        parts
    }
}
