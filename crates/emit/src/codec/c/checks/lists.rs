//! Compares lists with constants of the schema.

use wireglot_model::Value;
use wireglot_plan::ShapeKind;

use crate::analysis::contents::octets_of;
use crate::analysis::storage::{Storage, ANY};
use crate::codec::c::constants::{octets_row, ListTest, SameList};
use crate::codec::c::statements::context::{address, Times, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};

/// Lists of at most this many elements are compared in place, longer ones by a function.
const SHORT: usize = 4;

impl C<'_> {
    /// Compares lists in order; in a SET OF, each value must occur the same number of times.
    pub fn lists_equal(&self, place: &Place, list: &[Value], times: Times) -> Expr {
        let ShapeKind::List { element, set, .. } = &self.shape.get(place.shape).kind else {
            return Expr::Known(false);
        };
        let element = self.layout.held(*element);
        let text = &place.text;
        let in_any_order = *set && list.len() > 1;
        let count = Expr::compare(format!("{text}.count"), Sign::Equal, list.len());
        // Encoders compare before they refuse a list without its elements.
        let there = match self.layout.storage(place.shape) {
            Storage::List(None) if !list.is_empty() => {
                Expr::compare(format!("{text}.items"), Sign::Differs, "NULL")
            }
            _ => Expr::Known(true),
        };
        if !in_any_order && list.len() <= SHORT {
            let item = |i: usize| Place { text: format!("{text}.items[{i}]"), shape: element };
            let each = list.iter().enumerate().map(|(i, value)| self.equality(&item(i), value, times));
            let each = Expr::all(each);
            return match each.is_true() {
                true => count,
                false => Expr::all([count, there, each]),
            };
        }
        let item = |index: &str| Place { text: format!("v->items[{index}]"), shape: element };
        let test = match self.table_test(&item(if in_any_order { "at" } else { "i" }), list, times) {
            Some(test) => ListTest::Each(test.negated().to_string()),
            None => {
                let item = item("at");
                let tests: Vec<Expr> = list.iter().map(|value| self.equality(&item, value, times)).collect();
                if tests.contains(&Expr::Known(false)) {
                    return Expr::Known(false);
                }
                if tests.iter().all(Expr::is_true) {
                    return count;
                }
                ListTest::Cases(tests.iter().map(Expr::to_string).collect())
            }
        };
        let ty = self.names.ty(place.shape).to_string();
        let name = self.tables.same_list(SameList { ty, count: list.len(), in_any_order, test });
        Expr::all([there, Expr::of(format!("{name}({})", address(text)))])
    }

    /// Whether an item equals constant `i` of a table, if all constants fit in one.
    fn table_test(&self, item: &Place, list: &[Value], times: Times) -> Option<Expr> {
        let storage = self.layout.storage(item.shape);
        if let Some(ty) = number_type(storage) {
            let rows: Option<Vec<_>> = list.iter().map(|value| self.constant_of(item.shape, value)).collect();
            let table = self.tables.constants(ty, &rows?);
            return Some(Expr::compare(item.text.as_str(), Sign::Equal, format!("{table}[i]")));
        }
        if !list.iter().all(|value| is_compared_by_octets(storage, value, times)) {
            return None;
        }
        let rows: Vec<_> =
            list.iter().map(|value| octets_row(&octets_of(self.shape, item.shape, value))).collect();
        let table = self.tables.constants("wg_octets", &rows);
        let slice = self.slice(item);
        Some(match storage {
            Storage::Big => Expr::compare(format!("wg_integer_compare({slice}, {table}[i])"), Sign::Equal, 0),
            _ => Expr::of(format!("wg_octets_equal({slice}, {table}[i])")),
        })
    }
}

/// The C type of values that `==` compares.
fn number_type(storage: Storage) -> Option<&'static str> {
    match storage {
        Storage::Boolean => Some("bool"),
        Storage::Integer(width) | Storage::Enumerated(width) => Some(width.name()),
        _ => None,
    }
}

fn is_compared_by_octets(storage: Storage, value: &Value, times: Times) -> bool {
    match value {
        Value::Integer(_) => storage == Storage::Big,
        Value::OctetString(_) | Value::Oid(_) | Value::Iri(_) | Value::String(_) => {
            matches!(storage, Storage::Octets(..)) && storage != ANY
        }
        Value::Time(_) => matches!(storage, Storage::Octets(..)) && times == Times::Characters,
        _ => false,
    }
}
