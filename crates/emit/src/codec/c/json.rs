//! `T_to_json` and `T_print`, in files of their own: tables that describe the structs, for the runtime's JSON
//! writer.

use std::collections::HashMap;

use wireglot_plan::{OpenShape, Plan, RecordKind, Shape, ShapeId, ShapeKind, SlotPresence, TableId};

use crate::analysis::storage::{unit, Layout, Storage, ANY};
use crate::codec::c::names::Names;
use crate::codec::c::options::COptions;
use crate::codec::c::walk::{insertion_points, Unit};
use crate::lang::c::text::quoted as literal;
use crate::Writer;

/// The input of a description.
pub struct Json<'a> {
    pub shape: &'a Shape,
    pub plans: &'a [&'a Plan],
    pub layout: &'a Layout<'a>,
    pub names: &'a Names,
    pub options: &'a COptions,
}

/// The tables of all types that occur in values, each row as text.
#[derive(Default)]
struct Tables {
    types: Vec<String>,
    /// Row numbers of types that have one.
    known: HashMap<ShapeId, usize>,
    /// Numbers of rows that aren't specific to one type.
    plain: HashMap<String, usize>,
    parts: Vec<String>,
    /// Where the rows of tables are in `parts`, as open types may share a table.
    rows: HashMap<TableId, usize>,
    items: Vec<String>,
    /// The number of components before the insertion point of each record.
    insertions: HashMap<ShapeId, u32>,
    /// Open types that stand for a string which always contains one type, and the way of that string.
    in_strings: HashMap<ShapeId, &'static str>,
    /// Types whose rows still have to be written.
    due: Vec<ShapeId>,
}

impl Tables {
    /// The number of a row that isn't specific to one type.
    fn plain(&mut self, text: String) -> usize {
        let fresh = self.types.len();
        let number = *self.plain.entry(text.clone()).or_insert(fresh);
        if number == fresh {
            self.types.push(text);
        }
        number
    }
}

/// A row of the table of types; missing parts are `NULL` or 0.
#[derive(Default)]
struct Row {
    show: &'static str,
    parts: Option<usize>,
    items: Option<usize>,
    count: usize,
    at: Option<String>,
    of: u32,
    size: Option<String>,
    way: Vec<&'static str>,
}

impl Row {
    fn new(show: &'static str) -> Row {
        Row { show, ..Row::default() }
    }

    fn text(&self) -> String {
        let pointer = |name: &str, at: Option<usize>| at.map_or("NULL".into(), |at| format!("{name} + {at}"));
        let number = |text: &Option<String>| text.clone().unwrap_or_else(|| "0".to_string());
        let way = if self.way.is_empty() { "0".to_string() } else { self.way.join(" | ") };
        format!(
            "{{wg_show_{}, {}, {}, {}, {}, {}, {}, {way}}}",
            self.show,
            pointer("parts", self.parts),
            pointer("items", self.items),
            self.count,
            number(&self.at),
            self.of,
            number(&self.size)
        )
    }
}

impl Json<'_> {
    pub fn signature(root: &str, function: &str) -> String {
        format!("wg_error {root}_{function}(const {root} *value, wg_json *text)")
    }

    /// Prints the declarations.
    pub fn declarations(&self, w: &mut Writer) {
        for at in 0..self.shape.roots.len() {
            for function in ["to_json", "print"] {
                w.line(format!("{};", Self::signature(self.names.root(at), function)));
            }
        }
    }

    /// Prints the tables and the functions.
    pub fn definitions(&self, w: &mut Writer) {
        let mut tables = Tables { in_strings: self.in_strings(), ..Tables::default() };
        if let Some(plan) = self.plans.iter().find(|plan| plan.rules.has_tags()) {
            tables.insertions = insertion_points(Unit { shape: self.shape, plan });
        }
        let roots: Vec<usize> =
            self.shape.roots.iter().map(|root| self.number(&mut tables, root.shape)).collect();
        while let Some(id) = tables.due.pop() {
            let row = self.row(&mut tables, id).text();
            let at = tables.known[&id];
            tables.types[at] = row;
        }
        self.table(w, "wg_part", "parts", &tables.parts);
        self.table(w, "wg_item", "items", &tables.items);
        self.table(w, "wg_type", "types", &tables.types);
        for (at, number) in roots.into_iter().enumerate() {
            for (function, indented) in [("to_json", false), ("print", true)] {
                w.line(Self::signature(self.names.root(at), function));
                w.open("{");
                w.line(format!("return wg_show_value(text, types, {number}, value, {indented});"));
                w.close("}");
                w.line("");
            }
        }
    }

    fn table(&self, w: &mut Writer, ty: &str, name: &str, rows: &[String]) {
        if rows.is_empty() {
            return;
        }
        w.open(format!("static const {ty} {name}[] = {{"));
        for (at, row) in rows.iter().enumerate() {
            w.line(format!("{row}{}", if at + 1 < rows.len() { "," } else { "" }));
        }
        w.close("};");
        w.line("");
    }

    /// The strings that `Shape::hold_in_rows` has put open types into, by these.
    fn in_strings(&self) -> HashMap<ShapeId, &'static str> {
        let strings = self.shape.types.iter().filter_map(|ty| self.holds(&ty.kind));
        let is_made = |held: &ShapeId| match &self.shape.get(*held).kind {
            ShapeKind::Open(OpenShape::Keyed { table, .. }) => self.shape.table(*table).keys.is_empty(),
            _ => false,
        };
        strings.filter_map(|(held, way)| Some((held, way?))).filter(|(held, _)| is_made(held)).collect()
    }

    /// The only type that an open type or a string can hold, and the way of the string.
    fn holds(&self, kind: &ShapeKind) -> Option<(ShapeId, Option<&'static str>)> {
        match kind {
            ShapeKind::Open(OpenShape::Fixed(held)) => Some((*held, None)),
            ShapeKind::BitString { contains: Some(held), .. } => Some((held.shape, Some("WG_WAY_IN_BITS"))),
            ShapeKind::OctetString { contains: Some(held), .. } => {
                Some((held.shape, Some("WG_WAY_IN_OCTETS")))
            }
            _ => None,
        }
    }

    /// The row number of a type. Open types and strings around one that may be given as octets have rows of their
    /// own: its text then begins with their escapes.
    fn number(&self, tables: &mut Tables, id: ShapeId) -> usize {
        let end = self.layout.held(id);
        let (mut holders, mut at) = (Vec::new(), id);
        while at != end {
            let Some((held, way)) = self.holds(&self.shape.get(at).kind) else { break };
            holders.push((held, way));
            at = held;
        }
        let mut number = self.value_number(tables, end);
        if !matches!(self.shape.get(end).kind, ShapeKind::Open(_)) {
            return number;
        }
        holders.retain(|(held, _)| !tables.in_strings.contains_key(held));
        for (_, way) in holders.into_iter().rev() {
            let row = Row { of: number as u32, way: way.into_iter().collect(), ..Row::new("holder") };
            number = tables.plain(row.text());
        }
        number
    }

    fn value_number(&self, tables: &mut Tables, id: ShapeId) -> usize {
        if let Some(number) = tables.known.get(&id) {
            return *number;
        }
        let fresh = tables.types.len();
        let storage = self.layout.storage(id);
        let number = if storage.is_struct() || matches!(storage, Storage::Enumerated(_)) {
            tables.types.push(String::new());
            tables.due.push(id);
            fresh
        } else {
            let text = self.row(tables, id).text();
            tables.plain(text)
        };
        tables.known.insert(id, number);
        number
    }

    fn row(&self, tables: &mut Tables, id: ShapeId) -> Row {
        let kind = &self.shape.get(id).kind;
        match self.layout.storage(id) {
            Storage::Nothing => Row::new("null"),
            Storage::Boolean => Row::new("boolean"),
            Storage::Integer(width) => Row::new(width.suffix()),
            Storage::Big => Row::new("integer"),
            Storage::Double => Row::new("double"),
            Storage::Enumerated(width) => self.enumerated(tables, id, width.suffix()),
            Storage::Bits(array) => {
                let fixed = matches!(kind, ShapeKind::BitString { fixed: true, .. });
                Row { way: ways(array.is_some(), fixed, "WG_WAY_FIXED"), ..Row::new("bits") }
            }
            storage if storage == ANY => Row::new("any"),
            Storage::Octets(_, array) => self.octets(id, array.is_some()),
            Storage::External => Row::new("external"),
            Storage::Record => self.record(tables, id),
            Storage::Choice => self.choice(tables, id),
            Storage::List(array) => self.list(tables, id, array.is_some()),
            Storage::Rows(table) => self.rows(tables, id, table),
        }
    }

    fn octets(&self, id: ShapeId, array: bool) -> Row {
        let ty = self.shape.get(id);
        let size = |unit: u32| Some(unit.to_string());
        match &ty.kind {
            ShapeKind::Oid => Row::new("oid"),
            ShapeKind::RelativeOid => Row::new("relative_oid"),
            ShapeKind::Real => Row::new("real"),
            ShapeKind::String { kind, .. } => {
                Row { size: size(unit(*kind)), way: ways(array, false, ""), ..Row::new("string") }
            }
            ShapeKind::Time(_) => Row { size: size(1), ..Row::new("string") },
            ShapeKind::OctetString { .. } => {
                Row { way: ways(array, ty.jer.base64, "WG_WAY_BASE64"), ..Row::new("octets") }
            }
            _ => Row { size: size(0), ..Row::new("string") },
        }
    }

    fn enumerated(&self, tables: &mut Tables, id: ShapeId, width: &str) -> Row {
        let ty = self.shape.get(id);
        let ShapeKind::Enumerated { items, .. } = &ty.kind else { return Row::new("null") };
        let start = tables.items.len();
        tables.items.extend(items.iter().enumerate().map(|(at, (name, number))| {
            let constant = self.names.constant(id, at as u32);
            let known = i32::try_from(*number).is_ok_and(|n| n != i32::MIN);
            let number = if known { constant.to_string() } else { crate::lang::c::text::number(*number) };
            format!("{{{}, {number}}}", quoted(ty.jer.name(at, name)))
        }));
        let show = if width == "i32" { "enumerated_i32" } else { "enumerated_i64" };
        Row { items: (!items.is_empty()).then_some(start), count: items.len(), ..Row::new(show) }
    }

    fn record(&self, tables: &mut Tables, id: ShapeId) -> Row {
        let ty = self.shape.get(id);
        let ShapeKind::Record { slots, extensible, kind } = &ty.kind else { return Row::new("null") };
        if *kind == RecordKind::External {
            return Row::new("external");
        }
        let name = self.names.ty(id);
        let mut parts = Vec::new();
        for (at, slot) in slots.iter().enumerate() {
            let member = self.names.member(id, at as u32);
            let number = self.number(tables, slot.shape);
            let place = match self.layout.storage(self.layout.held(slot.shape)) {
                Storage::Nothing => "0".to_string(),
                _ => format!("offsetof({name}, {member})"),
            };
            let flag = match slot.presence {
                SlotPresence::Required => "WG_NOWHERE".to_string(),
                _ => format!("offsetof({name}, has_{member})"),
            };
            let pointer = self.layout.by_pointer(id, at as u32);
            let text = quoted(ty.jer.name(at, &slot.name));
            parts.push(format!("{{{text}, {number}, {place}, {flag}, {pointer}}}"));
        }
        let kept = *extensible && self.options.keep_unknown;
        let at = if kept { format!("offsetof({name}, unknown)") } else { "WG_NOWHERE".to_string() };
        let of = tables.insertions.get(&id).copied().unwrap_or(0);
        Row { at: Some(at), of, ..with_parts(tables, "record", parts) }
    }

    fn choice(&self, tables: &mut Tables, id: ShapeId) -> Row {
        let ty = self.shape.get(id);
        let ShapeKind::Choice { alternatives, extensible } = &ty.kind else { return Row::new("null") };
        let mut parts = Vec::new();
        let mut any = *extensible;
        for (at, alternative) in alternatives.iter().enumerate() {
            let number = self.number(tables, alternative.shape);
            any |= self.layout.storage(self.layout.held(alternative.shape)) != Storage::Nothing;
            let text = quoted(ty.jer.name(at, &alternative.name));
            let pointer = self.layout.by_pointer(id, at as u32);
            parts.push(format!("{{{text}, {number}, 0, WG_NOWHERE, {pointer}}}"));
        }
        let at = any.then(|| format!("offsetof({}, u)", self.names.ty(id)));
        let way = ways(false, *extensible, "WG_WAY_EXTENSIBLE");
        Row { at, way, ..with_parts(tables, "choice", parts) }
    }

    fn list(&self, tables: &mut Tables, id: ShapeId, array: bool) -> Row {
        let ShapeKind::List { element, .. } = &self.shape.get(id).kind else { return Row::new("null") };
        let of = self.number(tables, *element) as u32;
        let held = self.names.held(self.layout, self.layout.held(*element));
        Row {
            at: Some(format!("offsetof({}, items)", self.names.ty(id))),
            of,
            size: Some(format!("sizeof({held})")),
            way: ways(array, false, ""),
            ..Row::new("list")
        }
    }

    fn rows(&self, tables: &mut Tables, id: ShapeId, table: TableId) -> Row {
        let at = Some(format!("offsetof({}, u)", self.names.table(table)));
        let way: Vec<_> = tables.in_strings.get(&id).copied().into_iter().collect();
        if let Some(&start) = tables.rows.get(&table) {
            let count = self.shape.table(table).rows.len();
            return Row { at, parts: Some(start), count, way, ..Row::new("rows") };
        }
        let mut parts = Vec::new();
        for row in &self.shape.table(table).rows {
            let Some(shape) = row.shape else {
                parts.push("{NULL, WG_NOWHERE, 0, WG_NOWHERE, false}".to_string());
                continue;
            };
            let pointer = self.layout.storage(self.layout.held(shape)).is_struct();
            parts.push(format!("{{NULL, {}, 0, WG_NOWHERE, {pointer}}}", self.number(tables, shape)));
        }
        let row = with_parts(tables, "rows", parts);
        tables.rows.extend(row.parts.map(|start| (table, start)));
        Row { at, way, ..row }
    }
}

/// A row with these parts, which are added to the table one after another.
fn with_parts(tables: &mut Tables, show: &'static str, parts: Vec<String>) -> Row {
    let (start, count) = (tables.parts.len(), parts.len());
    tables.parts.extend(parts);
    Row { parts: (count > 0).then_some(start), count, ..Row::new(show) }
}

fn ways(array: bool, other: bool, word: &'static str) -> Vec<&'static str> {
    [(array, "WG_WAY_ARRAY"), (other, word)].into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect()
}

/// A name as JSON text, in a C literal.
fn quoted(name: &str) -> String {
    let mut json = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if c < ' ' => json.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => json.push(c),
        }
    }
    json.push('"');
    literal(json.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_literals() {
        assert_eq!(quoted("request-id"), r#""\"request-id\"""#);
        assert_eq!(quoted("a\"\u{e9}?"), r#""\"a\\\"\303\251\?\"""#);
    }
}
