//! Declarations: constants, aliases, enumerations and structs, with the schema's own comments.

use std::fmt::Write;

use wireglot_model::Value;
use wireglot_plan::{LayoutId, LayoutKind, LayoutType, LayoutValue};
use wireglot_text::cases::{pascal, snake};

use super::super::steps::storage;
use super::super::Options;
use super::File;
use crate::lang::scope::{numbered, Scope};
use crate::lang::text::quoted;
use crate::Writer;

impl File<'_> {
    pub(super) fn comment(&mut self, doc: &Option<String>) {
        for line in doc.iter().flat_map(|doc| doc.lines()) {
            self.w.line(format!("// {line}").trim_end());
        }
    }

    pub(super) fn constant(&mut self, name: &str, value: &Value) {
        let line = match value {
            Value::Boolean(value) => format!("const {name} bool = {value}"),
            Value::String(text) => format!("const {name} string = {}", quoted(text)),
            Value::Integer(number) => match (number.to_i64(), number.to_u64()) {
                (Some(value), _) => format!("const {name} int = {value}"),
                (_, Some(value)) => format!("const {name} uint64 = {value}"),
                _ => format!("const {name} = {number}"),
            },
            _ => return,
        };
        self.w.line(line);
        self.w.line("");
    }

    pub(super) fn declare(&mut self, id: LayoutId, options: &Options) {
        let ty = self.go.layout.get(id);
        let name = self.go.names.ty(id).to_string();
        match &ty.kind {
            LayoutKind::Alias(inner) => {
                self.comment(&ty.doc);
                self.w.line(format!("type {name} {} // {}bit\n", self.go.type_name(*inner), ty.bits));
            }
            LayoutKind::Enumerated(values) => self.enumeration(id, &name, ty, values),
            LayoutKind::Record { .. } => {
                self.structure(id, &name, ty);
                self.methods(id, &name, ty, options);
            }
            _ => {}
        }
    }

    fn enumeration(&mut self, id: LayoutId, name: &str, ty: &LayoutType, values: &[LayoutValue]) {
        self.comment(&ty.doc);
        let bits = storage(ty.bits);
        self.w.line(format!("type {name} uint{bits} // {}bit\n", ty.bits));
        if !values.is_empty() {
            let rows = values.iter().enumerate().map(|(index, value)| {
                let kind = if index == 0 { name } else { "" };
                let cells = [self.go.names.value(id, index), kind, &format!("= {}", value.value)];
                Row { doc: &value.doc, cells: cells.map(String::from).to_vec() }
            });
            let rows: Vec<Row> = rows.collect();
            self.w.open("const (");
            aligned(&rows, &mut self.w);
            self.w.close(")\n");
        }
        self.w.line("// String returns the name of this enum item.");
        self.w.open(format!("func (v {name}) String() string {{"));
        if !values.is_empty() {
            self.w.line("switch v {");
            for (index, value) in values.iter().enumerate() {
                self.w.line(format!("case {}:", value.value));
                self.w.line(format!("    return \"{}\"", self.go.names.value(id, index)));
            }
            self.w.line("}");
        }
        self.w.line(format!("return \"{name}(\" + strconv.FormatUint(uint64(v), 10) + \")\""));
        self.w.close("}\n");
    }

    fn structure(&mut self, id: LayoutId, name: &str, ty: &LayoutType) {
        let LayoutKind::Record { fields, .. } = &ty.kind else { return };
        self.comment(&ty.doc);
        self.w.open(format!("type {name} struct {{"));
        let mut tags = Scope::default();
        let rows = fields.iter().enumerate().map(|(position, field)| {
            let candidates = numbered(snake(&pascal(&field.name)), field.name.clone(), "_");
            let tag = tags.claim(candidates, |tag| vec![tag.to_string()], |_| false);
            let member = self.go.names.field(id, position).to_string();
            let bits = self.go.layout.get(field.ty).bits;
            let cells = vec![
                member,
                self.go.type_name(field.ty),
                format!("`json:\"{tag}\"`"),
                format!("// {bits}bit"),
            ];
            Row { doc: &field.doc, cells }
        });
        let rows: Vec<Row> = rows.collect();
        aligned(&rows, &mut self.w);
        self.w.close("}\n");
    }
}

/// A line of a block in columns, and the comment above it.
struct Row<'l> {
    doc: &'l Option<String>,
    cells: Vec<String>,
}

/// Writes rows with aligned columns, as gofmt does: a comment starts a new alignment section.
fn aligned(rows: &[Row], w: &mut Writer) {
    let mut rest = rows;
    while let Some((first, behind)) = rest.split_first() {
        let together = behind.iter().position(|row| row.doc.is_some()).unwrap_or(behind.len()) + 1;
        for line in first.doc.iter().flat_map(|doc| doc.lines()) {
            w.line(format!("// {line}").trim_end());
        }
        let (section, next) = rest.split_at(together);
        let columns = first.cells.len();
        let width = |column: usize| section.iter().map(|row| row.cells[column].chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in section {
            let out = w.begin();
            for (cell, &width) in row.cells.iter().zip(&widths).filter(|(_, width)| **width > 0) {
                let _ = write!(out, "{cell:width$} ");
            }
            out.truncate(out.trim_end().len());
            w.end();
        }
        rest = next;
    }
}
