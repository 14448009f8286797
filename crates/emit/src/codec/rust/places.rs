//! Where the keys of open types are, and what waits for them.

use std::collections::{HashMap, HashSet};

use wireglot_model::Value;
use wireglot_plan::{
    Group, Item, Node, Op, Record, Register, RegisterId, Row, Select, ShapeId, ShapeKind, SlotPresence,
    Table, Target,
};

use super::condition::Condition;
use super::types::Types;
use crate::analysis::nodes::items;

/// A key that was read.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// An expression for an optional reference to it.
    place: String,
    shape: ShapeId,
}

impl Key {
    /// A key among the locals of a record.
    pub fn read(types: &Types<'_>, record: ShapeId, path: &[u32]) -> Key {
        Key::at(types, "", record, path)
    }

    /// A key in a record: `of` is a reference to it with a dot, or empty if its components are locals.
    pub fn at(types: &Types<'_>, of: &str, record: ShapeId, path: &[u32]) -> Key {
        let end = path.iter().fold(record, |shape, step| part_of(types, shape, *step));
        let mut place = String::new();
        // Whether the place starts from a reference: the record, or the parameter of a closure.
        let mut fresh = true;
        // Whether what was reached is in a box.
        let mut boxed = false;
        let (mut shape, mut of, mut ends) = (record, of, String::new());
        for (depth, step) in path.iter().enumerate() {
            let owner = types.held(shape);
            match &types.shape.get(owner).kind {
                ShapeKind::Record { slots, .. } => {
                    let slot = &slots[*step as usize];
                    let optional = !matches!(slot.presence, SlotPresence::Required);
                    let name = types.names.part(owner, *step);
                    let rest = &path[depth + 1..];
                    let default =
                        types.shape.absent_value(slot, rest).and_then(|value| types.literal(end, value));
                    let or = match (&default, rest.is_empty()) {
                        (Some(value), true) => format!(".or(Some(&{value}))"),
                        // What follows is inside of the closure.
                        (Some(value), false) => format!(".map_or(Some(&{value}), |x| "),
                        (None, _) => String::new(),
                    };
                    let into = default.is_some() && !rest.is_empty();
                    place = match (fresh, optional) {
                        (true, true) => format!("{place}{of}{name}.as_ref(){or}"),
                        (true, false) => format!("{place}Some(&{of}{name})"),
                        (false, true) if into => {
                            ends.push(')');
                            format!("{place}.and_then(|x| x.{name}.as_ref(){or}")
                        }
                        (false, true) => format!("{place}.and_then(|x| x.{name}.as_ref(){or})"),
                        (false, false) => format!("{place}.map(|x| &x.{name})"),
                    };
                    if into {
                        ends.push(')');
                        of = "x.";
                    }
                    fresh = into;
                }
                ShapeKind::Choice { .. } => {
                    let variant = format!("{}::{}", types.names.ty(owner), types.names.part(owner, *step));
                    let from = if std::mem::take(&mut fresh) { "Some(x)" } else { "" };
                    let target = if boxed { "&**x" } else { "x" };
                    place = format!(
                        "{place}{from}.and_then(|x| if let {variant}(x) = {target} {{ Some(x) }} else {{ None }})"
                    );
                }
                _ => {}
            }
            shape = part_of(types, owner, *step);
            boxed = types.is_boxed(owner, shape);
        }
        Key { place: place + &ends, shape }
    }

    /// The expression.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The local that the expression begins with.
    pub fn root(&self) -> &str {
        let place = self.place.strip_prefix("Some(&").unwrap_or(&self.place);
        place.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '#').next().unwrap_or_default()
    }

    /// Lets a local stand for the key, and returns the expression for it.
    pub fn rename(&mut self, local: String) -> String {
        std::mem::replace(&mut self.place, local)
    }
}

/// The type of a slot or an alternative.
fn part_of(types: &Types<'_>, owner: ShapeId, part: u32) -> ShapeId {
    match &types.shape.get(types.held(owner)).kind {
        ShapeKind::Record { slots, .. } => slots[part as usize].shape,
        ShapeKind::Choice { alternatives, .. } => alternatives[part as usize].shape,
        _ => owner,
    }
}

/// A key of a table, as the function that finds a row takes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// An integer; all in the rows have at most 64 bits.
    Small,
    /// The contents octets of an object identifier.
    Octets,
    /// A reference to a value.
    Value,
}

impl Column {
    /// Of the key at an index.
    pub fn of(types: &Types<'_>, table: &Table, at: usize) -> Column {
        let held = types.held(table.keys[at]);
        let is_wide =
            |row: &Row| matches!(row.keys.get(at), Some(Value::Integer(number)) if number.to_i64().is_none());
        match types.shape.get(held).kind {
            ShapeKind::Integer { .. } if types.is_small(held) || !table.rows.iter().any(is_wide) => {
                Column::Small
            }
            ShapeKind::Oid | ShapeKind::RelativeOid => Column::Octets,
            _ => Column::Value,
        }
    }

    /// The type of the parameter for a key.
    pub fn parameter(self, types: &Types<'_>, column: ShapeId) -> String {
        match self {
            Column::Small => "Option<i64>".to_string(),
            Column::Octets => "Option<&[u8]>".to_string(),
            Column::Value => format!("Option<&{}>", types.ty(column, "'_")),
        }
    }
}

/// The row that keys select: by the function of a table, or by tests in place if a key doesn't have the type
/// of its column.
pub(super) fn row(types: &Types<'_>, function: &str, table: &Table, keys: &[&Key]) -> String {
    let columns = || (0..).map(|at| Column::of(types, table, at));
    // Such as a constrained CHOICE.
    let is_foreign = |((key, column), declared): ((&&Key, Column), &ShapeId)| {
        column == Column::Value && types.ty(key.shape, "'_") != types.ty(*declared, "'_")
    };
    if keys.iter().zip(columns()).zip(&table.keys).any(is_foreign) {
        return row_in_place(types, table, keys);
    }
    let argument = |(key, column): (&&Key, Column)| match column {
        Column::Small if types.is_small(types.held(key.shape)) => format!("{}.copied()", key.place),
        Column::Small => format!("{}.and_then(|x| x.to_i64())", key.place),
        Column::Octets => format!("{}.map(|x| x.octets())", key.place),
        Column::Value => key.place.clone(),
    };
    let args: Vec<String> = keys.iter().zip(columns()).map(argument).collect();
    format!("{function}({})", args.join(", "))
}

fn row_in_place(types: &Types<'_>, table: &Table, keys: &[&Key]) -> String {
    let test = |row: &Row| {
        let each = keys
            .iter()
            .zip(&row.keys)
            .map(|(key, value)| Some(types.equals("x", types.held(key.shape), value)?.some(&key.place)));
        each.collect::<Option<Vec<Condition>>>().map(Condition::all)
    };
    let tests = table.rows.iter().map(|row| match (row.shape, test(row)) {
        (Some(_), Some(test)) => test,
        _ => Condition::Never,
    });
    let tests: Vec<Condition> = tests.collect();
    match tests.iter().any(|test| *test != Condition::Never) {
        true => {
            let tests: Vec<String> = tests.into_iter().map(Condition::text).collect();
            format!("[{}].into_iter().position(|row| row)", super::text::list(&tests))
        }
        false => "None".to_string(),
    }
}

/// The addition groups of several slots, at least one of which is mandatory.
pub(super) fn together(
    types: &Types<'_>,
    group: &Group,
    shape: ShapeId,
) -> Vec<crate::analysis::addition_groups::Together> {
    let ShapeKind::Record { slots, .. } = &types.shape.get(shape).kind else { return Vec::new() };
    crate::analysis::addition_groups::together(group.items.iter().filter_map(|item| match item.target {
        Target::Slot(at) => slots.get(at as usize).map(|slot| (at, slot)),
        _ => None,
    }))
}

/// The selects below a node, in the same routine.
pub(super) fn selects(node: &Node) -> Vec<&Select> {
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

/// The keys that a record has for open types.
pub(super) struct OwnKeys<'r> {
    pub ids: HashSet<RegisterId>,
    by_slot: HashMap<u32, Vec<&'r Register>>,
}

impl<'r> OwnKeys<'r> {
    pub fn of(record: &'r Record) -> OwnKeys<'r> {
        let mut by_slot: HashMap<u32, Vec<&Register>> = HashMap::new();
        for register in &record.registers {
            if let Some(&slot) = register.path.first() {
                by_slot.entry(slot).or_default().push(register);
            }
        }
        OwnKeys { ids: record.registers.iter().map(|register| register.id).collect(), by_slot }
    }

    /// Those that are a slot, or inside of it.
    pub fn of_slot(&self, slot: u32) -> &[&'r Register] {
        self.by_slot.get(&slot).map_or(&[], Vec::as_slice)
    }
}

/// The group of a wire group's node, and whether it is in a frame.
pub(super) fn group_below(node: &wireglot_plan::Node) -> (bool, Option<&Group>) {
    match &node.op {
        wireglot_plan::Op::Group(group) => (false, Some(group)),
        wireglot_plan::Op::Frame(_, body) => (true, group_below(body).1),
        _ => (false, None),
    }
}

/// The items of a group with their slots, those of wire groups among them.
pub(super) fn slot_items(group: &Group) -> Vec<(u32, &Item)> {
    let mut found = Vec::new();
    for item in items(group) {
        match item.target {
            Target::Slot(slot) => found.push((slot, item)),
            Target::Group => found.extend(group_below(&item.node).1.map(slot_items).unwrap_or_default()),
            Target::Unknown => {}
        }
    }
    found
}
