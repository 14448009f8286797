//! Open types whose keys come later: skipped first, and decoded after the record has been read.

use wireglot_plan::{Node, Op, Record, RegisterId, ShapeId, ShapeKind, Target};

use super::places::selects;
use super::read::Read;
use super::words::is_set;
use crate::analysis::nodes::items;

impl Read<'_> {
    /// Decodes what was skipped because its key came later.
    pub(super) fn decide(&mut self, record: &Record, shape: ShapeId, own: &[RegisterId], out: &mut String) {
        if own.is_empty() {
            return;
        }
        let keyed = is_set(record.group.order);
        let mut unset: Vec<RegisterId> = own.to_vec();
        for item in items(&record.group) {
            let waits = selects(&item.node).iter().any(|s| s.registers.iter().any(|r| unset.contains(r)));
            if let (true, Target::Slot(slot)) = (waits, item.target) {
                let name = self.types.names.part(shape, slot);
                let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return };
                let part = slots[slot as usize].shape;
                let at = self.types.names.local("x");
                let mut rows = Vec::new();
                let body = self.decide_in(&item.node, part, &at, 0, &mut rows);
                *out += "{\n";
                for (place, row) in rows.iter().enumerate() {
                    *out += &format!("let {} = {row};\n", self.row_name(place));
                }
                *out += &match self.is_optional(shape, slot) {
                    true => format!("if let Some({at}) = &mut {name} {{\n{body}}}\n}}\n"),
                    false => format!("let {at} = &mut {name};\n{body}}}\n"),
                };
            }
            if let (false, Target::Slot(slot)) = (keyed, item.target) {
                unset.retain(|id| {
                    let register = record.registers.iter().find(|register| register.id == *id);
                    register.is_none_or(|register| register.path.first() != Some(&slot))
                });
            }
        }
    }

    /// The local with the row that one of several sets of keys selects.
    fn row_name(&self, place: usize) -> String {
        self.types.names.local(&if place == 0 { "row".to_string() } else { format!("row{place}") })
    }

    /// Decodes what a part of the record holds. `rows` are the rows that this takes: they are found before the part
    /// is borrowed, since the keys may be in it.
    fn decide_in(
        &mut self,
        node: &Node,
        shape: ShapeId,
        at: &str,
        depth: usize,
        rows: &mut Vec<String>,
    ) -> String {
        if selects(node).is_empty() {
            return String::new();
        }
        let shape = self.types.held(shape);
        let next = self.types.names.local(&format!("x{depth}"));
        match &node.op {
            Op::Frame(_, body) => self.decide_in(body, shape, at, depth, rows),
            Op::Repeat(repeat) => {
                let ShapeKind::List { element, .. } = self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let body = self.decide_in(&repeat.element, element, &next, depth + 1, rows);
                format!("for {next} in {at}.iter_mut() {{\n{body}}}\n")
            }
            Op::Record(record) => {
                let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let mut out = String::new();
                for item in items(&record.group) {
                    let Target::Slot(slot) = item.target else { continue };
                    let part = slots[slot as usize].shape;
                    let body = self.decide_in(&item.node, part, &next, depth + 1, rows);
                    if body.is_empty() {
                        continue;
                    }
                    let name = self.types.names.part(shape, slot);
                    out += &match self.is_optional(shape, slot) {
                        true => format!("if let Some({next}) = &mut {at}.{name} {{\n{body}}}\n"),
                        false => format!("{{\nlet {next} = &mut {at}.{name};\n{body}}}\n"),
                    };
                }
                out
            }
            Op::Choice(choice) => {
                let ShapeKind::Choice { alternatives, .. } = &self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let mut out = String::new();
                for arm in &choice.arms {
                    let part = alternatives[arm.alternative as usize].shape;
                    let body = self.decide_in(&arm.node, part, &next, depth + 1, rows);
                    if !body.is_empty() {
                        let names = self.types.names;
                        let variant = format!("{}::{}", names.ty(shape), names.part(shape, arm.alternative));
                        out += &format!("if let {variant}({next}) = {at} {{\n{body}}}\n");
                    }
                }
                out
            }
            Op::Select(select) => {
                let Some(row) = self.row(select) else { return String::new() };
                let table = self.plan.tables[select.rows.index()].table;
                let (name, function) = (self.types.names.table(table), self.rows_function(select));
                let opaque = self.types.names.local("opaque");
                let place = rows.iter().position(|known| *known == row).unwrap_or(rows.len());
                if place == rows.len() {
                    rows.push(row);
                }
                let row = self.row_name(place);
                format!(
                    "if let {name}::Opaque({opaque}) = &*{at} {{\n\
                     let {opaque} = {opaque}.clone();\n\
                     if {row}.is_some() {{\n*{at} = r.again(&{opaque}, |r| read_rows_{function}(r, {row}))?;\n}}\n}}\n"
                )
            }
            _ => String::new(),
        }
    }
}
