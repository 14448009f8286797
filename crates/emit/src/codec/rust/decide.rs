//! Open types whose keys come later: skipped first, and decoded after the record has been read.

use std::collections::{HashMap, HashSet};

use wireglot_plan::{Node, Op, Record, RegisterId, Select, ShapeId, ShapeKind};

use super::places::{selects, slot_items, Key, OwnKeys};
use super::read::Read;
use super::words::is_set;

/// What decodes the open types in a part of a record that waited for their keys.
struct Waiting<'w> {
    /// The local that holds the part.
    part: &'w str,
    /// The keys that had not been read when the part was.
    unread: &'w HashSet<RegisterId>,
    /// Keys in records inside of the part.
    inside: HashSet<RegisterId>,
    /// Locals that are made before the part is borrowed, since it may hold the keys: names and expressions.
    before: Vec<(String, String)>,
    /// The same names by the expressions.
    names: HashMap<String, String>,
}

impl Read<'_> {
    /// Decodes what was skipped because its key came later.
    pub(super) fn decide(&mut self, record: &Record, shape: ShapeId, own: &OwnKeys, out: &mut String) {
        let keyed = is_set(record.group.order);
        let mut unread: HashSet<RegisterId> = own.ids.clone();
        for (slot, item) in slot_items(&record.group) {
            if selects(&item.node).iter().any(|select| waits(select, &unread)) {
                let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return };
                self.decide_part(&item.node, (shape, slot), slots[slot as usize].shape, &unread, out);
            }
            if !keyed {
                for register in own.of_slot(slot) {
                    unread.remove(&register.id);
                }
            }
        }
    }

    /// Decodes what waited in a component.
    fn decide_part(
        &mut self,
        node: &Node,
        (record, slot): (ShapeId, u32),
        part: ShapeId,
        unread: &HashSet<RegisterId>,
        out: &mut String,
    ) {
        let (name, at) = (self.types.names.part(record, slot), self.types.names.local("x"));
        let (inside, before, names) = (HashSet::new(), Vec::new(), HashMap::new());
        let mut waiting = Waiting { part: name, unread, inside, before, names };
        let body = self.decide_in(node, part, &at, 0, &mut waiting);
        if body.is_empty() {
            return;
        }
        let body = self.in_box((record, part), &at) + &body;
        *out += &format!("let mut {name} = {name};\n{{\n");
        for (local, expression) in &waiting.before {
            *out += &format!("let {local} = {expression};\n");
        }
        *out += &match self.is_optional(record, slot) {
            true => format!("if let Some({at}) = &mut {name} {{\n{body}}}\n}}\n"),
            false => format!("let {at} = &mut {name};\n{body}}}\n"),
        };
    }

    /// A statement that looks into the box around a part, if there is one.
    fn in_box(&self, (owner, part): (ShapeId, ShapeId), at: &str) -> String {
        match self.types.is_boxed(owner, part) {
            true => format!("let {at} = &mut **{at};\n"),
            false => String::new(),
        }
    }

    fn decide_in(
        &mut self,
        node: &Node,
        shape: ShapeId,
        at: &str,
        depth: usize,
        waiting: &mut Waiting<'_>,
    ) -> String {
        if !selects(node).iter().any(|select| waits(select, waiting.unread)) {
            return String::new();
        }
        let shape = self.types.held(shape);
        let next = self.types.names.local(&format!("x{depth}"));
        match &node.op {
            Op::Frame(_, body) => self.decide_in(body, shape, at, depth, waiting),
            Op::Repeat(repeat) => {
                let ShapeKind::List { element, .. } = self.types.shape.get(shape).kind else {
                    return String::new();
                };
                match self.decide_in(&repeat.element, element, &next, depth + 1, waiting) {
                    body if body.is_empty() => body,
                    body => format!("for {next} in {at}.iter_mut() {{\n{body}}}\n"),
                }
            }
            Op::Record(record) => {
                for register in &record.registers {
                    let key = Key::at(self.types, &format!("{at}."), shape, &register.path);
                    self.keys.insert(register.id, key);
                    waiting.inside.insert(register.id);
                }
                self.decide_components(record, shape, (at, &next), depth, waiting)
            }
            Op::Choice(choice) => {
                let ShapeKind::Choice { alternatives, .. } = &self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let mut out = String::new();
                for arm in &choice.arms {
                    let part = alternatives[arm.alternative as usize].shape;
                    let body = self.decide_in(&arm.node, part, &next, depth + 1, waiting);
                    if !body.is_empty() {
                        let body = self.in_box((shape, part), &next) + &body;
                        let names = self.types.names;
                        let variant = format!("{}::{}", names.ty(shape), names.part(shape, arm.alternative));
                        out += &format!("if let {variant}({next}) = {at} {{\n{body}}}\n");
                    }
                }
                out
            }
            Op::Select(select) => self.decide_open_type(select, at, waiting),
            _ => String::new(),
        }
    }

    fn decide_components(
        &mut self,
        record: &Record,
        shape: ShapeId,
        (at, next): (&str, &str),
        depth: usize,
        waiting: &mut Waiting<'_>,
    ) -> String {
        let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else { return String::new() };
        let mut out = String::new();
        for (slot, item) in slot_items(&record.group) {
            let part = slots[slot as usize].shape;
            let body = self.decide_in(&item.node, part, next, depth + 1, waiting);
            if body.is_empty() {
                continue;
            }
            let body = self.in_box((shape, part), next) + &body;
            let name = self.types.names.part(shape, slot);
            out += &match self.is_optional(shape, slot) {
                true => format!("if let Some({next}) = &mut {at}.{name} {{\n{body}}}\n"),
                false => format!("{{\nlet {next} = &mut {at}.{name};\n{body}}}\n"),
            };
        }
        out
    }

    fn decide_open_type(&mut self, select: &Select, at: &str, waiting: &mut Waiting<'_>) -> String {
        let is_inside = select.registers.iter().any(|register| waiting.inside.contains(register));
        let found = match is_inside {
            true => self.row_with_copies(select, waiting),
            false => self.row(select),
        };
        let Some(row) = found else { return String::new() };
        let (find, row) = match is_inside {
            true => {
                let local = self.types.names.local("row");
                (format!("let {local} = {row};\n"), local)
            }
            false => (String::new(), self.made_before("row", row, waiting)),
        };
        let table = self.plan.tables[select.rows.index()].table;
        let (name, function) = (self.types.names.table(table), self.rows_function(select));
        let opaque = self.types.names.local("opaque");
        format!(
            "if let {name}::Opaque({opaque}) = &*{at} {{\n{find}\
             let {opaque} = {opaque}.clone();\n\
             if {row}.is_some() {{\n*{at} = r.again(&{opaque}, |r| read_rows_{function}(r, {row}))?;\n}}\n}}\n"
        )
    }

    /// The row for keys some of which are inside of the part. Others in the part can't be looked at while it is
    /// borrowed, so they are copied before.
    fn row_with_copies(&mut self, select: &Select, waiting: &mut Waiting<'_>) -> Option<String> {
        let mut originals = Vec::new();
        for register in &select.registers {
            let key = self.keys.get(register).filter(|key| key.root() == waiting.part).cloned();
            if let Some(mut key) = key {
                originals.push((*register, key.clone()));
                let copy = self.made_before("key", format!("{}.cloned()", key.place()), waiting);
                key.rename(format!("{copy}.as_ref()"));
                self.keys.insert(*register, key);
            }
        }
        let row = self.row(select);
        self.keys.extend(originals);
        row
    }

    /// A local for an expression, made before the part is borrowed.
    fn made_before(&self, name: &str, expression: String, waiting: &mut Waiting<'_>) -> String {
        if let Some(known) = waiting.names.get(&expression) {
            return known.clone();
        }
        let name = match waiting.before.len() {
            0 => name.to_string(),
            others => format!("{name}{others}"),
        };
        let local = self.types.names.local(&name);
        waiting.before.push((local.clone(), expression.clone()));
        waiting.names.insert(expression, local.clone());
        local
    }
}

/// Whether an open type waits for one of these keys.
fn waits(select: &Select, unread: &HashSet<RegisterId>) -> bool {
    select.registers.iter().any(|register| unread.contains(register))
}
