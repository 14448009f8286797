//! Names of numbers, object identifiers and bits, for annotations.

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::Value;
use wireglot_plan::{KeyColumns, Shape, ShapeId, ShapeKind, TableId};

use super::super::names::oid_name;
use crate::names::Numbers;

/// The maximum number of bits whose names are shown.
const MOST_NAMES: usize = 32;

/// Looks up names; each type and each column of a table is indexed once.
pub(super) struct NumberNames<'s> {
    shape: &'s Shape,
    numbers: Numbers,
    columns: KeyColumns,
    /// The names in columns of tables, by the key as text.
    keys: HashMap<(TableId, usize), HashMap<String, Option<&'s str>>>,
}

impl<'s> NumberNames<'s> {
    pub fn new(shape: &'s Shape) -> NumberNames<'s> {
        let (numbers, columns, keys) = Default::default();
        NumberNames { shape, numbers, columns, keys }
    }

    /// The name of a number or an object identifier, from the specification or from common use. It is in this slot of a
    /// record, and given as its JSON.
    pub fn name(&mut self, ty: ShapeId, value: &str, place: Option<(ShapeId, u32)>) -> Option<String> {
        let shape = self.shape;
        match &shape.get(ty).kind {
            ShapeKind::Integer { named, .. } => {
                let number = BigInt::from_decimal(value).filter(|_| !named.is_empty());
                let own = number.and_then(|number| self.numbers.name(ty, named, &number));
                own.or_else(|| self.key(value, place)).map(String::from)
            }
            ShapeKind::Oid => {
                let dotted = value.trim_matches('"');
                let known = oid_name(dotted).or_else(|| self.key(dotted, place)).map(String::from);
                known.or_else(|| shape.oids.find(dotted))
            }
            ShapeKind::BitString { named, .. } => self.bits(ty, named, value),
            _ => None,
        }
    }

    /// The name of a key that selects the type of an open type next to it.
    fn key(&mut self, value: &str, place: Option<(ShapeId, u32)>) -> Option<&'s str> {
        let (record, slot) = place?;
        let shape = self.shape;
        self.columns.of(shape, record, slot).iter().find_map(|&(table, column)| {
            let names = self.keys.entry((table, column)).or_insert_with(|| names(shape, table, column));
            *names.get(value)?
        })
    }

    /// The names of the bits that are set in a BIT STRING, which is given as its JSON: digits, or an object with them.
    fn bits(&mut self, ty: ShapeId, named: &[(String, u32)], value: &str) -> Option<String> {
        let digits = match value.strip_prefix("{\"value\":\"") {
            Some(rest) => rest,
            None => value.strip_prefix('"')?,
        };
        let digits = digits.split('"').next()?.chars().zip((0..).step_by(4));
        let set = digits.flat_map(|(digit, first)| {
            let digit = digit.to_digit(16).unwrap_or(0);
            (first..first + 4).filter(move |bit| digit & 8 >> (bit % 4) != 0)
        });
        let mut positions: Vec<usize> =
            set.filter_map(|bit| self.numbers.position(ty, named, &bit)).collect();
        positions.sort_unstable();
        let set: Vec<&str> =
            positions.into_iter().take(MOST_NAMES).filter_map(|at| Some(named.get(at)?.0.as_str())).collect();
        (!set.is_empty()).then(|| set.join(", "))
    }
}

/// The names in a column of a table, by the key in decimal or dotted form; the first row of each key counts.
fn names(shape: &Shape, table: TableId, column: usize) -> HashMap<String, Option<&str>> {
    let mut names = HashMap::new();
    for row in &shape.table(table).rows {
        let key = match row.keys.get(column) {
            Some(Value::Integer(number)) => number.to_string(),
            Some(Value::Oid(arcs)) => {
                arcs.iter().map(|arc| arc.to_string()).collect::<Vec<String>>().join(".")
            }
            _ => continue,
        };
        names.entry(key).or_insert_with(|| row.names.get(column)?.as_deref());
    }
    names
}
