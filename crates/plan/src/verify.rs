//! The verifier checks the invariants that every consumer of a plan relies on.
//!
//! Ids are in range; each slot of a record and each alternative of a choice is encoded once; flags
//! and bitmap bits are where items look for them; a register belongs to an enclosing record, and an
//! item sets it; tags that a reader searches are sorted.

use std::collections::{HashMap, HashSet};

use crate::{
    by_first, Choice, First, Flag, Group, Item, Node, Op, Order, Plan, Presence, Record, RegisterId, Shape,
    ShapeId, ShapeKind, Target,
};

/// The errors in a plan, one line each; empty if there are none.
pub fn verify(plan: &Plan, shape: &Shape) -> Vec<String> {
    let mut verifier =
        Verifier { plan, shape, faults: Vec::new(), place: String::new(), owned: HashSet::new() };
    verifier.expect(plan.roots.len() == shape.roots.len(), "one root for each of the shape's");
    for (root, node) in shape.roots.iter().zip(&plan.roots) {
        verifier.place = format!("root {}.{}", root.module, root.reference);
        verifier.node(node, Some(root.shape), 0);
    }
    for routine in &plan.routines {
        match shape.types.get(routine.shape.index()) {
            Some(ty) => verifier.place = format!("routine {}.{} in {}", ty.module, ty.name, routine.rules),
            None => verifier.expect(false, "a routine's shape is in range"),
        }
        verifier.node(&routine.body, Some(routine.shape), routine.registers);
    }
    for rows in &plan.tables {
        let Some(table) = shape.tables.get(rows.table.index()) else {
            verifier.expect(false, "a table is in range");
            continue;
        };
        verifier.place = format!("table {} in {}", table.name, rows.rules);
        verifier.expect(rows.rows.len() == table.rows.len(), "one node for each row");
        for (row, node) in table.rows.iter().zip(&rows.rows) {
            verifier.expect(row.shape.is_some() == node.is_some(), "a row has a node if it has a type");
            verifier.expect(row.keys.len() == table.keys.len(), "a row has a value for each key");
            node.iter().for_each(|node| verifier.node(node, row.shape, 0));
        }
    }
    verifier.faults
}

struct Verifier<'p> {
    plan: &'p Plan,
    shape: &'p Shape,
    faults: Vec<String>,
    /// What is being checked, for messages.
    place: String,
    /// Registers of the enclosing records.
    owned: HashSet<RegisterId>,
}

impl Verifier<'_> {
    fn expect(&mut self, holds: bool, what: &str) {
        if !holds {
            self.faults.push(format!("{}: not so: {what}", self.place));
        }
    }

    /// A type and, if it is an open type that always holds one type, that one, and so on.
    fn held_in(&self, at: ShapeId) -> impl Iterator<Item = ShapeId> + use<'_> {
        std::iter::successors(Some(at), |at| self.shape.always(*at)).take(self.shape.types.len())
    }

    /// Checks a node; `at` is the type of the current value, if known, `registers` the number of
    /// the routine's registers.
    fn node(&mut self, node: &Node, at: Option<ShapeId>, registers: u32) {
        let (outer, at) = (at, at.map(|at| self.held_in(at).last().unwrap_or(at)));
        match &node.op {
            Op::Leaf(_) => {}
            Op::Call(routine) => {
                let called = self.plan.routines.get(routine.index());
                self.expect(called.is_some(), "a called routine is in range");
                let fits = match (called, outer) {
                    (Some(called), Some(outer)) => self.held_in(outer).any(|at| called.shape == at),
                    _ => true,
                };
                self.expect(fits, "a called routine codes the type of the current value");
            }
            Op::Frame(_, body) => self.node(body, outer, registers),
            Op::Record(record) => self.record(record, at, registers),
            Op::Group(group) => self.group(group, at, registers, &mut Vec::new()),
            Op::Repeat(repeat) => {
                let element = match self.kind(at) {
                    Some(ShapeKind::List { element, .. }) => Some(*element),
                    Some(_) => return self.expect(false, "a repeat codes a list"),
                    None => None,
                };
                self.node(&repeat.element, element, registers);
            }
            Op::Choice(choice) => self.choice(choice, at, registers),
            Op::Select(select) => {
                let rows = self.plan.tables.get(select.rows.index());
                self.expect(rows.is_some(), "a select's rows are in range");
                for register in &select.registers {
                    let owned = self.owned.contains(register);
                    self.expect(owned, "a select's register belongs to a record around it");
                }
                let keys = rows.and_then(|r| self.shape.tables.get(r.table.index())).map(|t| t.keys.len());
                let fits = keys.is_none_or(|keys| keys == select.registers.len());
                self.expect(fits, "a select has a register for each key");
            }
            Op::Contained(contained) => self.node(&contained.node, None, 0),
            Op::Alt(arms) => {
                self.expect(arms.len() > 1, "an alternative way has another");
                arms.iter().for_each(|arm| self.node(&arm.node, outer, registers));
            }
        }
    }

    fn kind(&self, at: Option<ShapeId>) -> Option<&ShapeKind> {
        self.shape.types.get(at?.index()).map(|ty| &ty.kind)
    }

    fn record(&mut self, record: &Record, at: Option<ShapeId>, registers: u32) {
        let slots = match self.kind(at) {
            Some(ShapeKind::Record { slots, .. }) => Some(slots.len()),
            Some(_) => return self.expect(false, "a record node codes a record"),
            None => None,
        };
        let paths: Vec<_> =
            record.registers.iter().map(|register| (&register.path[..], register.id)).collect();
        let mut set = HashSet::new();
        if !paths.is_empty() {
            add_set(&record.group, &by_first(&paths).into_iter().collect(), &mut set);
        }
        let mut own = Vec::with_capacity(paths.len());
        for register in &record.registers {
            self.expect(register.id.0 < registers, "a register's number is below the routine's count");
            self.expect(set.contains(&register.id), "an item sets each register");
            own.extend(self.owned.insert(register.id).then_some(register.id));
        }
        let mut seen = Vec::new();
        self.group(&record.group, at, registers, &mut seen);
        own.iter().for_each(|id| {
            self.owned.remove(id);
        });
        seen.sort_unstable();
        let complete = slots.is_none_or(|slots| seen.iter().copied().eq(0..slots as u32));
        self.expect(complete, "each slot of a record is coded once");
    }

    fn group(&mut self, group: &Group, at: Option<ShapeId>, registers: u32, seen: &mut Vec<u32>) {
        let flags: HashSet<u32> = group
            .items
            .iter()
            .filter_map(|item| match item.presence {
                Presence::Flag(flag) => Some(flag),
                _ => None,
            })
            .collect();
        for (index, flag) in group.flags.iter().enumerate() {
            let used = match flag {
                Flag::Slot(_) => flags.contains(&(index as u32)),
                Flag::Additions => group.additions.is_some(),
            };
            self.expect(used, "each flag is looked at");
        }
        for item in &group.items {
            let stands = match (&item.presence, group.order) {
                (Presence::Flag(flag), _) => (*flag as usize) < group.flags.len(),
                (Presence::Bitmap(_), _) => false,
                (Presence::Always, Order::Keyed(_)) => false,
                _ => true,
            };
            self.expect(stands, "an item's presence can be known");
            self.item(item, at, registers, seen);
        }
        let additions = group.additions.iter().flat_map(|a| &a.items);
        for (bit, item) in additions.enumerate() {
            let in_turn = item.presence == Presence::Bitmap(bit as u32);
            self.expect(in_turn, "additions have the bits of the bitmap in turn");
            let framed = matches!(item.node.op, Op::Frame(..));
            self.expect(framed, "an addition has a frame of its own");
            self.item(item, at, registers, seen);
        }
    }

    fn item(&mut self, item: &Item, at: Option<ShapeId>, registers: u32, seen: &mut Vec<u32>) {
        if let Presence::Peek(first) = &item.presence {
            self.first(first);
        }
        match item.target {
            Target::Slot(slot) => {
                seen.push(slot);
                let shape = match self.kind(at) {
                    Some(ShapeKind::Record { slots, .. }) => slots.get(slot as usize).map(|s| s.shape),
                    _ => None,
                };
                self.node(&item.node, shape, registers);
            }
            Target::Group => match &item.node.op {
                Op::Frame(_, body) => match &body.op {
                    Op::Group(group) => self.group(group, at, registers, seen),
                    _ => self.expect(false, "a group's node is a group"),
                },
                Op::Group(group) => self.group(group, at, registers, seen),
                _ => self.expect(false, "a group's node is a group"),
            },
            Target::Unknown => self.node(&item.node, None, registers),
        }
    }

    fn choice(&mut self, choice: &Choice, at: Option<ShapeId>, registers: u32) {
        let shapes: Option<Vec<ShapeId>> = match self.kind(at) {
            Some(ShapeKind::Choice { alternatives, .. }) => {
                Some(alternatives.iter().map(|a| a.shape).collect())
            }
            Some(_) => return self.expect(false, "a choice node codes a choice"),
            None => None,
        };
        let mut seen: Vec<u32> = choice.arms.iter().map(|arm| arm.alternative).collect();
        seen.sort_unstable();
        let complete = shapes.as_ref().is_none_or(|all| seen.iter().copied().eq(0..all.len() as u32));
        self.expect(complete, "each alternative of a choice has one arm");
        for arm in &choice.arms {
            self.first(&arm.first);
            let shape = shapes.as_ref().and_then(|all| all.get(arm.alternative as usize)).copied();
            self.node(&arm.node, shape, registers);
        }
    }

    fn first(&mut self, first: &First) {
        if let First::Tags(tags) = first {
            self.expect(tags.windows(2).all(|pair| pair[0] < pair[1]), "tags are sorted and differ");
        }
    }
}

/// Paths to keys by their first steps: the rest of each, and the register of the key.
type Paths<'p> = HashMap<u32, Vec<(&'p [u32], RegisterId)>>;

/// Adds the registers that the items at their paths set.
fn add_set(group: &Group, paths: &Paths, set: &mut HashSet<RegisterId>) {
    let additions = group.additions.iter().flat_map(|a| &a.items);
    for item in group.items.iter().chain(additions) {
        match item.target {
            Target::Slot(slot) => {
                let Some(rests) = paths.get(&slot) else { continue };
                set.extend(item.bind.filter(|bound| rests.contains(&(&[][..], *bound))));
                if rests.iter().any(|(rest, _)| !rest.is_empty()) {
                    add_set_below(&item.node, &by_first(rests).into_iter().collect(), set);
                }
            }
            Target::Group => add_set_below(&item.node, paths, set),
            Target::Unknown => {}
        }
    }
}

fn add_set_below(node: &Node, paths: &Paths, set: &mut HashSet<RegisterId>) {
    match &node.op {
        Op::Frame(_, body) => add_set_below(body, paths, set),
        Op::Record(record) => add_set(&record.group, paths, set),
        Op::Group(group) => add_set(group, paths, set),
        Op::Alt(arms) => arms.iter().for_each(|arm| add_set_below(&arm.node, paths, set)),
        Op::Choice(choice) => {
            // A path that ends at an alternative: the key is the whole choice.
            let ends = paths.values().flatten().filter(|(rest, _)| rest.is_empty());
            set.extend(ends.map(|(_, register)| *register));
            for arm in &choice.arms {
                if let Some(rests) = paths.get(&arm.alternative) {
                    add_set_below(&arm.node, &by_first(rests).into_iter().collect(), set);
                }
            }
        }
        _ => {}
    }
}
