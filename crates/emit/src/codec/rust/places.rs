//! Where the keys of open types stand, and what waits for them.

use std::collections::HashMap;

use wireglot_plan::{
    Group, Item, Node, Op, Plan, Record, RegisterId, Select, ShapeId, ShapeKind, SlotPresence, Target,
};

use super::read::{is_set, Read};
use super::rules::items;
use super::types::Types;

/// A key that was read.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// An optional reference to it.
    place: String,
    shape: ShapeId,
}

impl Key {
    /// A key among the locals of a record.
    pub fn read(types: &Types<'_>, record: ShapeId, path: &[u32]) -> Key {
        Key::at(types, "", record, path)
    }

    /// A key in a record: `of` is a reference to it with a dot, or nothing where its components are locals.
    pub fn at(types: &Types<'_>, of: &str, record: ShapeId, path: &[u32]) -> Key {
        let mut place = String::new();
        let mut shape = record;
        for (depth, step) in path.iter().enumerate() {
            let owner = types.held(shape);
            match &types.shape.get(owner).kind {
                ShapeKind::Record { slots, .. } => {
                    let slot = &slots[*step as usize];
                    let optional = !matches!(slot.presence, SlotPresence::Required);
                    let name = types.names.part(owner, *step);
                    let lent = if optional { format!("{name}.as_ref()") } else { format!("Some(&{name})") };
                    place = match (depth, optional) {
                        (0, true) => format!("{of}{lent}"),
                        (0, false) => format!("Some(&{of}{name})"),
                        (_, true) => format!("{place}.and_then(|x| x.{name}.as_ref())"),
                        (_, false) => format!("{place}.map(|x| &x.{name})"),
                    };
                    shape = slot.shape;
                }
                ShapeKind::Choice { alternatives, .. } => {
                    let variant = format!("{}::{}", types.names.ty(owner), types.names.part(owner, *step));
                    place = format!(
                        "{place}.and_then(|x| if let {variant}(x) = x {{ Some(x) }} else {{ None }})"
                    );
                    shape = alternatives[*step as usize].shape;
                }
                _ => {}
            }
        }
        Key { place, shape }
    }
}

/// What the function that finds a row takes for a key.
pub(super) fn parameter(types: &Types<'_>, column: ShapeId) -> String {
    match types.shape.get(types.held(column)).kind {
        ShapeKind::Integer { .. } => "Option<i64>".to_string(),
        ShapeKind::Oid | ShapeKind::RelativeOid => "Option<&[u8]>".to_string(),
        _ => format!("Option<&{}>", types.ty(column, "'_")),
    }
}

/// The row that keys choose.
pub(super) fn row(types: &Types<'_>, function: &str, columns: &[ShapeId], keys: &[&Key]) -> String {
    let argument = |(key, column): (&&Key, &ShapeId)| match types.shape.get(types.held(*column)).kind {
        ShapeKind::Integer { .. } if types.is_small(types.held(key.shape)) => {
            format!("{}.copied()", key.place)
        }
        ShapeKind::Integer { .. } => format!("{}.and_then(|x| x.to_i64())", key.place),
        ShapeKind::Oid | ShapeKind::RelativeOid => format!("{}.map(|x| x.octets())", key.place),
        _ => key.place.clone(),
    };
    let args: Vec<String> = keys.iter().zip(columns).map(argument).collect();
    format!("{function}({})", args.join(", "))
}

/// An addition group of several slots, one of which at least it cannot be without.
pub(super) fn together(types: &Types<'_>, group: &Group, shape: ShapeId) -> Vec<crate::core::Together> {
    let ShapeKind::Record { slots, .. } = &types.shape.get(shape).kind else { return Vec::new() };
    crate::core::together(group.items.iter().filter_map(|item| match item.target {
        Target::Slot(at) => slots.get(at as usize).map(|slot| (at, slot)),
        _ => None,
    }))
}

/// The selects below a node, in the same routine.
fn selects(node: &Node) -> Vec<&Select> {
    match &node.op {
        Op::Select(select) => vec![select],
        Op::Frame(_, body) => selects(body),
        Op::Record(record) => items(&record.group).flat_map(|item| selects(&item.node)).collect(),
        Op::Group(group) => items(group).flat_map(|item| selects(&item.node)).collect(),
        Op::Repeat(repeat) => selects(&repeat.element),
        Op::Choice(choice) => choice.arms.iter().flat_map(|arm| selects(&arm.node)).collect(),
        Op::Alt(arms) => arms.iter().flat_map(|arm| selects(&arm.node)).collect(),
        Op::Leaf(_) | Op::Call(_) | Op::Contained(_) => Vec::new(),
    }
}

/// Whether an item has an open type whose key comes later.
pub(super) fn decided(record: &Record, item: &Item, plan: &Plan, keys: &HashMap<RegisterId, Key>) -> bool {
    let _ = plan;
    let own = |select: &&Select| {
        select
            .registers
            .iter()
            .any(|r| record.registers.iter().any(|own| own.id == *r) && !keys.contains_key(r))
    };
    selects(&item.node).iter().any(own)
}

impl Read<'_> {
    /// Decodes what was passed over because its key came later.
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
                let body = self.decide_in(&item.node, part, "x", 0);
                *out += &match self.is_optional(shape, slot) {
                    true => format!("if let Some(x) = &mut {name} {{\n{body}}}\n"),
                    false => format!("{{\nlet x = &mut {name};\n{body}}}\n"),
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

    fn decide_in(&mut self, node: &Node, shape: ShapeId, at: &str, depth: usize) -> String {
        if selects(node).is_empty() {
            return String::new();
        }
        let shape = self.types.held(shape);
        let next = format!("x{depth}");
        match &node.op {
            Op::Frame(_, body) => self.decide_in(body, shape, at, depth),
            Op::Repeat(repeat) => {
                let ShapeKind::List { element, .. } = self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let body = self.decide_in(&repeat.element, element, &next, depth + 1);
                format!("for {next} in {at}.iter_mut() {{\n{body}}}\n")
            }
            Op::Record(record) => {
                let ShapeKind::Record { slots, .. } = &self.types.shape.get(shape).kind else {
                    return String::new();
                };
                let mut out = String::new();
                for item in items(&record.group) {
                    let Target::Slot(slot) = item.target else { continue };
                    let body = self.decide_in(&item.node, slots[slot as usize].shape, &next, depth + 1);
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
                    let body = self.decide_in(&arm.node, part, &next, depth + 1);
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
                format!(
                    "if let {name}::Opaque(opaque) = &*{at} {{\nlet row = {row};\n\
                     let opaque = opaque.clone();\n\
                     if row.is_some() {{\n*{at} = r.again(&opaque, |r| read_rows_{function}(r, row))?;\n}}\n}}\n"
                )
            }
            _ => String::new(),
        }
    }
}
