//! Rows of tables by their keys: which row an open type's value has, and whether there is one (X.682 10).

use wireglot_model::Value;
use wireglot_plan::{KeyPath, OpenShape, ShapeId, ShapeKind, SlotPresence, TableId};

use crate::analysis::contents::octets_of;
use crate::analysis::storage::{Storage, Width};
use crate::codec::c::constants::{literal, Lookup};
use crate::codec::c::statements::context::Times;
use crate::codec::c::statements::context::{member, C};
use crate::codec::c::walk::Place;
use crate::lang::c::expr::{Expr, Sign};
use crate::lang::c::text::inside;
use crate::Writer;

/// A key of an open type.
struct KeyValue {
    /// The condition that there is one.
    known: Expr,
    /// The key as an argument of a function; `None` if it or its default has no such form.
    argument: Option<String>,
}

/// The value around an open type at which the path to a key starts.
fn start_of<'p>(path: &KeyPath, around: &'p [Place]) -> Option<&'p Place> {
    around.get(around.len().checked_sub(path.up as usize)?)
}

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
        let mut all = vec![(column, place, &[][..])];
        for (column, path) in keys {
            let Some(at) = start_of(path, around) else { return Expr::Known(true) };
            all.push((*column, at, &path.down));
        }
        all.sort_by_key(|(column, ..)| *column);
        let rows = self.shape.table(table);
        let value = |(column, at, path): &(u32, &Place, &[u32])| {
            self.key_value(at, path, self.layout.held(rows.keys[*column as usize]))
        };
        let Some(values) = all.iter().map(value).collect::<Option<Vec<KeyValue>>>() else {
            return Expr::Known(true);
        };
        let arguments: Option<Vec<&str>> = values.iter().map(|value| value.argument.as_deref()).collect();
        let found = match arguments {
            Some(arguments) => {
                let lookup = (table, all.iter().map(|(column, ..)| *column).collect());
                let call = format!("{}({})", self.lookup_name(&lookup), arguments.join(", "));
                self.tables.lookups.borrow_mut().insert(lookup);
                Expr::of(call)
            }
            None => {
                let row = |values: &wireglot_plan::Row| {
                    let equal = |(column, at, path): &(u32, &Place, &[u32])| {
                        values.keys.get(*column as usize).and_then(|value| self.is_key(at, path, value))
                    };
                    Expr::all(all.iter().filter_map(equal))
                };
                Expr::any(rows.rows.iter().map(row))
            }
        };
        match Expr::all(values.into_iter().map(|value| value.known)) {
            Expr::Known(true) => found,
            known => Expr::any([known.negated(), found]),
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
        let opaque = Expr::compare(row.as_str(), Sign::Equal, format!("{name}_opaque"));
        let rows = self.shape.table(*table);
        let value = |(path, column): (&KeyPath, &ShapeId)| {
            self.key_value(start_of(path, around)?, &path.down, self.layout.held(*column))
        };
        let values = keys.iter().zip(&rows.keys).map(value).collect::<Option<Vec<KeyValue>>>()?;
        let arguments: Option<Vec<&str>> = values.iter().map(|value| value.argument.as_deref()).collect();
        let Some(arguments) = arguments else {
            let mut any = vec![opaque];
            for (number, row_keys) in (1..).zip(rows.rows.iter().map(|row| &row.keys)) {
                let mut all = vec![Expr::compare(row.as_str(), Sign::Equal, number.to_string())];
                for (path, value) in keys.iter().zip(row_keys) {
                    all.push(self.is_key(start_of(path, around)?, &path.down, value)?);
                }
                any.push(Expr::all(all));
            }
            return Some(Expr::any(any));
        };
        self.tables.finders.borrow_mut().insert(*table);
        let found = format!("row_of_{name}({})", arguments.join(", "));
        let selected = Expr::compare(row.as_str(), Sign::Equal, found);
        let known = values.into_iter().map(|value| value.known);
        Some(Expr::any([opaque, Expr::all(known.chain([selected]))]))
    }

    /// The key at the end of a path, as an argument for a column. A slot that is absent has its default. `None` if
    /// C has no such place.
    fn key_value(&self, at: &Place, path: &[u32], column: ShapeId) -> Option<KeyValue> {
        let Some((step, rest)) = path.split_first() else {
            return Some(KeyValue { known: Expr::Known(true), argument: self.key_argument(at, column) });
        };
        let (own, there, default) = self.key_step(at, *step, rest)?;
        let KeyValue { known, argument } = self.key_value(&own, rest, column)?;
        let Some(there) = there else { return Some(KeyValue { known, argument }) };
        let Some(default) = default else {
            return Some(KeyValue { known: Expr::all([there, known]), argument });
        };
        let constant = self.key_constant(column, default);
        let argument = argument.zip(constant).map(|(own, default)| format!("({there} ? {own} : {default})"));
        Some(KeyValue { known: Expr::any([there.negated(), known]), argument })
    }

    /// Whether a key has this value. A slot that is absent has its default.
    fn is_key(&self, at: &Place, path: &[u32], value: &Value) -> Option<Expr> {
        let Some((step, rest)) = path.split_first() else {
            return Some(self.equality(at, value, Times::Characters));
        };
        let (own, there, default) = self.key_step(at, *step, rest)?;
        let has = self.is_key(&own, rest, value)?;
        let Some(there) = there else { return Some(has) };
        let by_default = (default == Some(value)).then(|| there.clone().negated());
        Some(Expr::any([Expr::all([there, has])].into_iter().chain(by_default)))
    }

    /// A step on the way to a key: where it leads, the condition that something is there, and the key if nothing
    /// is.
    fn key_step<'s>(
        &'s self,
        at: &Place,
        step: u32,
        rest: &[u32],
    ) -> Option<(Place, Option<Expr>, Option<&'s Value>)> {
        match (&self.shape.get(at.shape).kind, self.layout.storage(at.shape)) {
            (ShapeKind::Record { slots, .. }, Storage::Record) => {
                let slot = slots.get(step as usize)?;
                let required = matches!(slot.presence, SlotPresence::Required);
                let there = (!required).then(|| self.present(at, step));
                Some((self.slot(at, step), there, self.shape.absent_value(slot, rest)))
            }
            (ShapeKind::Choice { .. }, Storage::Choice) => {
                Some((self.alternative(at, step), Some(self.holds(at, step)), None))
            }
            _ => None,
        }
    }

    /// A constant as an argument for a column; `None` if its type has none.
    fn key_constant(&self, column: ShapeId, value: &Value) -> Option<String> {
        match (value, self.layout.storage(column)) {
            (Value::BitString { octets, bits, .. }, Storage::Bits(_)) => {
                Some(format!("wg_bits_of({}.data, {bits})", literal(octets)))
            }
            (Value::Real(_), _) => None,
            (_, Storage::Big | Storage::Octets(..)) => Some(literal(&octets_of(self.shape, column, value))),
            _ => self.constant_of(column, value),
        }
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
