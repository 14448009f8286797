//! Rows of tables by their keys: which row an open type's value has, and whether there is one (X.682 10).

use wireglot_model::Value;
use wireglot_plan::{KeyPath, OpenShape, ShapeId, ShapeKind, SlotPresence, TableId};

use crate::analysis::storage::{Storage, Width};
use crate::codec::c::constants::Lookup;
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};
use crate::lang::c::text::inside;
use crate::Writer;

impl C<'_> {
    /// Whether a value occurs in a column, in the rows that match the other keys. True if one of those is
    /// missing.
    pub fn in_column(
        &self,
        place: &Place,
        table: TableId,
        column: u32,
        keys: &[(u32, KeyPath)],
        around: &[Place],
    ) -> Expr {
        let mut there = Vec::new();
        let mut all = vec![(column, place.clone())];
        for (column, path) in keys {
            let Some(key) = self.key_at(path, around, &mut there) else { return Expr::Known(true) };
            all.push((*column, key));
        }
        all.sort_by_key(|(column, _)| *column);
        let rows = self.shape.table(table);
        let arguments: Option<Vec<String>> =
            all.iter().map(|(column, key)| self.key_argument(key, rows.keys[*column as usize])).collect();
        let known = match arguments {
            Some(arguments) => {
                let lookup = (table, all.iter().map(|(column, _)| *column).collect());
                let call = format!("{}({})", self.lookup_name(&lookup), arguments.join(", "));
                self.tables.lookups.borrow_mut().insert(lookup);
                Expr::of(call)
            }
            None => {
                let row = |values: &wireglot_plan::Row| {
                    let equal = |(column, key): &(u32, Place)| {
                        values
                            .keys
                            .get(*column as usize)
                            .map(|value| self.equality(key, value, Times::Characters))
                    };
                    Expr::all(all.iter().filter_map(equal))
                };
                Expr::any(rows.rows.iter().map(row))
            }
        };
        match Expr::all(there) {
            Expr::Known(true) => known,
            there => Expr::any([there.negated(), known]),
        }
    }

    /// Whether an open type has the row of its keys, or only octets.
    pub fn in_row(&self, place: &Place, around: &[Place]) -> Option<Expr> {
        let ShapeKind::Open(OpenShape::Keyed { table, keys }) = &self.shape.get(place.shape).kind else {
            return None;
        };
        if keys.is_empty() {
            // Any row that the table has, which is checked before.
            return None;
        }
        let (row, name) = (member(&place.text, "row"), self.names.table(*table));
        // Several keys that may be absent are compared row by row.
        if keys.len() > 1 && keys.iter().any(|path| self.default_key(path, around).is_some()) {
            let mut rows = vec![Expr::compare(row.as_str(), Sign::Equal, format!("{name}_opaque"))];
            for (number, values) in (1..).zip(&self.shape.table(*table).rows) {
                let mut all = vec![Expr::compare(row.as_str(), Sign::Equal, number.to_string())];
                for (path, value) in keys.iter().zip(&values.keys) {
                    all.push(self.is_key(path, around, value)?);
                }
                rows.push(Expr::all(all));
            }
            return Some(Expr::any(rows));
        }
        let mut all = Vec::new();
        let mut arguments = Vec::new();
        for (path, column) in keys.iter().zip(&self.shape.table(*table).keys) {
            let key = self.key_at(path, around, &mut all)?;
            arguments.push(self.key_argument(&key, self.layout.held(*column))?);
        }
        self.tables.finders.borrow_mut().insert(*table);
        let found = format!("row_of_{name}({})", arguments.join(", "));
        all.push(Expr::compare(row.as_str(), Sign::Equal, found));
        let opaque = Expr::compare(row.as_str(), Sign::Equal, format!("{name}_opaque"));
        let by_default = keys.first().and_then(|path| {
            let (absent, default) = self.default_key(path, around)?;
            let mut rows = self.shape.table(*table).rows.iter();
            let at = rows.position(|row| row.shape.is_some() && row.keys.first() == Some(default))?;
            let constant = self.names.row_constant(*table, at as u32);
            Some(Expr::all([absent, Expr::compare(row.as_str(), Sign::Equal, constant)]))
        });
        Some(Expr::any([opaque, Expr::all(all)].into_iter().chain(by_default)))
    }

    /// Whether a key has this value: its own, or that of its default if it is absent.
    fn is_key(&self, path: &KeyPath, around: &[Place], value: &Value) -> Option<Expr> {
        let mut there = Vec::new();
        let key = self.key_at(path, around, &mut there)?;
        there.push(self.equality(&key, value, Times::Characters));
        let own = Expr::all(there);
        match self.default_key(path, around) {
            Some((absent, default)) if default == value => Some(Expr::any([own, absent])),
            _ => Some(own),
        }
    }

    /// The default value of a key, if it has one, and the condition that it is absent.
    fn default_key(&self, path: &KeyPath, around: &[Place]) -> Option<(Expr, &Value)> {
        let (last, outer) = path.down.split_last()?;
        let mut there = Vec::new();
        let outer = KeyPath { up: path.up, down: outer.to_vec() };
        let owner = self.key_at(&outer, around, &mut there)?;
        let ShapeKind::Record { slots, .. } = &self.shape.get(owner.shape).kind else { return None };
        let SlotPresence::Default(_, value) = &slots.get(*last as usize)?.presence else { return None };
        there.push(self.present(&owner, *last).negated());
        Some((Expr::all(there), value))
    }

    /// The place of a key; adds the conditions for its presence to `there`.
    fn key_at(&self, path: &KeyPath, around: &[Place], there: &mut Vec<Expr>) -> Option<Place> {
        let from = around.len().checked_sub(path.up as usize)?;
        path.down.iter().try_fold(around.get(from)?.clone(), |at, step| {
            match (&self.shape.get(at.shape).kind, self.layout.storage(at.shape)) {
                (ShapeKind::Record { slots, .. }, Storage::Record) => {
                    if !matches!(slots.get(*step as usize)?.presence, SlotPresence::Required) {
                        there.push(self.present(&at, *step));
                    }
                    Some(self.slot(&at, *step))
                }
                (ShapeKind::Choice { .. }, Storage::Choice) => {
                    there.push(self.holds(&at, *step));
                    Some(self.alternative(&at, *step))
                }
                _ => None,
            }
        })
    }

    fn lookup_name(&self, (table, columns): &Lookup) -> String {
        let name = format!("is_in_{}", self.names.table(*table));
        match columns.len() == self.shape.table(*table).keys.len() {
            true => name,
            false => columns.iter().fold(name, |name, column| format!("{name}_{column}")),
        }
    }

    /// The keys of a table as parameters: their places and their declarations.
    fn parameters(&self, id: TableId, columns: &[u32]) -> (Vec<Place>, String) {
        let table = self.shape.table(id);
        let key = |column: &u32| Place {
            text: format!("key{column}"),
            shape: self.layout.held(table.keys[*column as usize]),
        };
        let keys: Vec<Place> = columns.iter().map(key).collect();
        let declared: Vec<String> =
            keys.iter().map(|k| format!("{} {}", self.names.held(self.layout, k.shape), k.text)).collect();
        (keys, declared.join(", "))
    }

    /// Prints the function that finds an object by its keys.
    pub fn row_finder(&self, w: &mut Writer, id: TableId) {
        let table = self.shape.table(id);
        let columns: Vec<u32> = (0..table.keys.len() as u32).collect();
        let (keys, parameters) = self.parameters(id, &columns);
        w.line(format!("/* The row of {}. */", inside(&table.name)));
        w.line(format!("static unsigned row_of_{}({parameters})", self.names.table(id)));
        w.open("{");
        for (at, row) in table.rows.iter().enumerate().filter(|(_, row)| row.shape.is_some()) {
            let equal = |(key, value)| self.equality(key, value, Times::Characters);
            w.open(format!("if ({}) {{", Expr::all(keys.iter().zip(&row.keys).map(equal))));
            w.line(format!("return {};", self.names.row_constant(id, at as u32)));
            w.close("}");
        }
        if table.rows.iter().all(|r| r.shape.is_none()) {
            keys.iter().for_each(|k| w.line(format!("(void){};", k.text)));
        }
        w.line("return 0;");
        w.close("}");
        w.line("");
    }

    /// Prints the function for a lookup.
    pub fn lookup(&self, w: &mut Writer, lookup: &Lookup) {
        let (id, columns) = lookup;
        let table = self.shape.table(*id);
        let (keys, parameters) = self.parameters(*id, columns);
        w.line(format!("/* Whether a row of {} has these keys. */", inside(&table.name)));
        w.line(format!("static bool {}({parameters})", self.lookup_name(lookup)));
        w.open("{");
        match self.numbers_of(*id, columns) {
            Some(numbers) => {
                let [numbers, count] = self.tables.numbers(&numbers);
                let keys: Vec<&str> = keys.iter().map(|k| k.text.as_str()).collect();
                let one = if keys.len() == 1 { "wg_is_one_of" } else { "wg_is_pair_of" };
                w.line(format!("return {one}({}, {numbers}, {count});", keys.join(", ")));
            }
            None => {
                for row in &table.rows {
                    let each = keys.iter().zip(columns).filter_map(|(key, column)| {
                        Some(self.equality(key, row.keys.get(*column as usize)?, Times::Characters))
                    });
                    w.open(format!("if ({}) {{", Expr::all(each)));
                    w.line("return true;");
                    w.close("}");
                }
                if table.rows.is_empty() {
                    keys.iter().for_each(|k| w.line(format!("(void){};", k.text)));
                }
                w.line("return false;");
            }
        }
        w.close("}");
        w.line("");
    }

    /// The values of one or two columns, sorted, if they are numbers.
    fn numbers_of(&self, id: TableId, columns: &[u32]) -> Option<Vec<i64>> {
        let table = self.shape.table(id);
        let shapes: Vec<ShapeId> =
            columns.iter().map(|c| self.layout.held(table.keys[*c as usize])).collect();
        let plain = |shape: &ShapeId| match self.layout.storage(*shape) {
            Storage::Integer(width) => width != Width::U64,
            Storage::Enumerated(_) => true,
            _ => false,
        };
        if columns.len() > 2 || table.rows.is_empty() || !shapes.iter().all(plain) {
            return None;
        }
        let mut rows: Vec<Vec<i64>> = table
            .rows
            .iter()
            .map(|row| {
                let number = |(shape, column): (&ShapeId, &u32)| {
                    i64::try_from(self.number_of(*shape, row.keys.get(*column as usize)?)?).ok()
                };
                shapes.iter().zip(columns).map(number).collect()
            })
            .collect::<Option<_>>()?;
        rows.sort();
        rows.dedup();
        Some(rows.concat())
    }
}
