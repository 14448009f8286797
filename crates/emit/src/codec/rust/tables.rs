//! Open types by keys: functions for the rows of an object set.

use wireglot_model::Value;
use wireglot_plan::{Plan, ShapeKind, TableRows};

use super::places::Column;
use super::read::Read;
use super::text::used;
use super::types::Types;
use super::write::Write;
use crate::analysis::contents::oid;

/// Generates the functions that find, read and write a row.
pub(super) fn functions(types: &Types<'_>, plan: &Plan, at: usize, rows: &TableRows) -> String {
    let function = super::words::rows_name(types, plan, at);
    let table = types.shape.table(rows.table);
    let own = types.names.table(rows.table);
    let (read_life, write_life) =
        (types.table_lifetime(rows.table, "'a"), types.table_lifetime(rows.table, "'_"));
    let prefix = match crate::analysis::rules::family(rows.rules) {
        family if family == crate::analysis::rules::family(plan.rules) => String::new(),
        family => format!("{family}::"),
    };
    let (mut find, mut reads, mut writes) = (String::new(), String::new(), String::new());
    for (index, (row, node)) in table.rows.iter().zip(&rows.rows).enumerate() {
        let (Some(shape), Some(node)) = (row.shape, node) else { continue };
        let tests: Option<Vec<String>> = row
            .keys
            .iter()
            .zip(&table.keys)
            .zip(0..)
            .map(|((v, column), at)| test(types, v, *column, (Column::of(types, table, at), at)))
            .collect();
        if let Some(tests) = tests {
            find += &format!("if {} {{\nreturn Some({index});\n}}\n", tests.join(" && "));
        }
        let variant = types.names.row(rows.table, index);
        let mut read = Read::new(types, plan);
        read.rules = rows.rules;
        let value = read.node(node, shape, None);
        let value = match types.row_is_boxed(rows.table, shape) {
            true => format!("Box::new({value}?)"),
            false => format!("{value}?"),
        };
        reads += &format!("Some({index}) => {own}::{variant}({value}),\n");
        let mut write = Write::new(types, plan);
        write.rules = rows.rules;
        let write = write.part(node, shape, types.row_is_boxed(rows.table, shape), "v");
        writes += &format!("{own}::{variant}({}) => {write},\n", used("v", &write));
    }
    let params: Vec<String> = table
        .keys
        .iter()
        .zip(0..)
        .map(|(column, at)| {
            let name = used(&format!("k{at}"), &find);
            format!("{name}: {}", Column::of(types, table, at).parameter(types, *column))
        })
        .collect();
    format!(
        "\nfn row_of_{function}({}) -> Option<usize> {{\n{find}None\n}}\n\
         \nfn read_rows_{function}<'a>(r: &mut {prefix}Reader<'_, 'a>, row: Option<usize>) -> rt::Result<{own}{read_life}> {{\n\
         if row.is_none() {{\nreturn r.any().map({own}::Opaque);\n}}\n\
         r.deeper()?;\nlet value = match row {{\n{reads}_ => {own}::Opaque(r.any()?),\n}};\nr.shallower();\nOk(value)\n}}\n\
         \nfn write_rows_{function}(w: &mut {prefix}Writer, v: &{own}{write_life}) -> rt::Result<()> {{\n\
         match v {{\n{writes}{own}::Opaque(v) => w.any(v),\n}}\n}}\n",
        params.join(", "),
    )
}

/// The test whether a key is that of a row.
fn test(
    types: &Types<'_>,
    value: &wireglot_model::Value,
    declared: wireglot_plan::ShapeId,
    (column, at): (Column, usize),
) -> Option<String> {
    match (column, value) {
        (Column::Small, Value::Integer(number)) => Some(format!("k{at} == Some({})", number.to_i64()?)),
        (Column::Octets, Value::Oid(arcs)) => {
            let is_whole = matches!(types.shape.get(types.held(declared)).kind, ShapeKind::Oid);
            let octets = oid(arcs, is_whole);
            Some(format!("k{at} == Some({})", super::leaf::octets(&octets)))
        }
        (Column::Value, _) => Some(types.equals("x", declared, value)?.some(&format!("k{at}")).text()),
        _ => None,
    }
}
