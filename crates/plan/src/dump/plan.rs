//! The plan as text.

use super::value::show;
use super::Lines;
use crate::{
    Arg, By, Check, Choice, Extent, First, Flag, Form, Frame, Group, Item, Leaf, Node, Op, Order, Plan,
    Presence, Record, RegisterId, Shape, ShapeId, ShapeKind, Sort, Target, Test,
};

/// The plan as text: roots, then routines, then table rows.
pub fn dump_plan(plan: &Plan, shape: &Shape) -> String {
    let mut dump = Dump { plan, shape, lines: Lines::default() };
    dump.lines.line(format!("rules {}", plan.rules));
    for (root, node) in shape.roots.iter().zip(&plan.roots) {
        dump.lines.line("");
        dump.lines.line(format!("root {}.{}", root.module, root.reference));
        dump.nested(|d| d.node(node, Some(root.shape)));
    }
    for routine in &plan.routines {
        dump.lines.line("");
        let registers = match routine.registers {
            0 => String::new(),
            n => format!(", {n} registers"),
        };
        let name = dump.name(routine.shape);
        dump.lines.line(format!("routine {name} in {}{registers}", routine.rules));
        dump.nested(|d| d.node(&routine.body, Some(routine.shape)));
    }
    for rows in &plan.tables {
        dump.lines.line("");
        let table = shape.table(rows.table);
        dump.lines.line(format!("table {} {} in {}", rows.table.0, table.name, rows.rules));
        for (row, node) in table.rows.iter().zip(&rows.rows) {
            let keys: Vec<String> = row.keys.iter().map(show).collect();
            dump.nested(|d| {
                d.lines.line(keys.join(", "));
                if let Some(node) = node {
                    d.nested(|d| d.node(node, row.shape));
                }
            });
        }
    }
    dump.lines.out
}

struct Dump<'p> {
    plan: &'p Plan,
    shape: &'p Shape,
    lines: Lines,
}

impl Dump<'_> {
    fn nested(&mut self, show: impl FnOnce(&mut Self)) {
        self.lines.depth += 1;
        show(self);
        self.lines.depth -= 1;
    }

    fn name(&self, id: ShapeId) -> &str {
        self.shape.types.get(id.index()).map_or("?", |ty| &ty.name)
    }

    /// A node; `at` is the type of the current value, if known.
    fn node(&mut self, node: &Node, at: Option<ShapeId>) {
        match &node.op {
            Op::Leaf(leaf) => self.lines.line(call(leaf)),
            Op::Call(routine) => {
                let routine = self.plan.routines.get(routine.index());
                let name = routine.map_or("?", |r| self.name(r.shape)).to_string();
                self.lines.line(format!("call {name}"));
            }
            Op::Frame(of, body) => {
                self.lines.line(frame(of));
                self.nested(|d| d.node(body, at));
            }
            Op::Record(Record { registers, group }) => {
                let registers: Vec<String> =
                    registers.iter().map(|r| format!(" r{} = {}", r.id.0, self.path(at, &r.path))).collect();
                self.lines.line(format!("record{}{}", order(group.order), registers.join(",")));
                self.nested(|d| d.group(group, at));
            }
            Op::Group(group) => {
                self.lines.line(format!("group{}", order(group.order)));
                self.nested(|d| d.group(group, at));
            }
            Op::Repeat(repeat) => {
                let extent = match &repeat.extent {
                    Extent::Frame => "to the end".to_string(),
                    Extent::Count(leaf) => format!("count {}", call(leaf)),
                    Extent::Fragments(leaf) => format!("fragments {}", call(leaf)),
                };
                self.lines.line(format!("repeat {extent}{}", sort(repeat.sort)));
                let element = match at.map(|id| &self.shape.get(id).kind) {
                    Some(ShapeKind::List { element, .. }) => Some(*element),
                    _ => None,
                };
                self.nested(|d| d.node(&repeat.element, element));
            }
            Op::Choice(choice) => self.choice(choice, at),
            Op::Select(select) => {
                let registers: Vec<String> = select.registers.iter().map(|r| format!("r{}", r.0)).collect();
                let table = self.plan.tables.get(select.rows.index()).map_or(u32::MAX, |rows| rows.table.0);
                let opaque = call(&select.opaque);
                self.lines.line(format!("select table {table} by {}, else {opaque}", registers.join(", ")));
            }
            Op::Contained(contained) => {
                self.lines.line(format!("{} containing in {}", call(&contained.leaf), contained.rules));
                self.nested(|d| d.node(&contained.node, None));
            }
            Op::Alt(arms) => {
                self.lines.line("alt");
                for arm in arms {
                    let when = match &arm.when {
                        Test::Always => "else".to_string(),
                        Test::Check(check) => format!("when {}", test(check)),
                    };
                    self.nested(|d| {
                        d.lines.line(when);
                        d.nested(|d| d.node(&arm.node, at));
                    });
                }
            }
        }
    }

    fn choice(&mut self, choice: &Choice, at: Option<ShapeId>) {
        let by = match &choice.by {
            By::Tag => "tag".to_string(),
            By::Index { root, addition, frame: unknown } => {
                let mut by = root.as_ref().map_or("nothing".to_string(), call);
                if let Some(addition) = addition {
                    by += &format!(", additions by {}", call(addition));
                }
                if let Some(unknown) = unknown {
                    by += &format!(", unknown in {}", frame(unknown));
                }
                by
            }
        };
        let marker = if choice.extensible { ", extensible" } else { "" };
        self.lines.line(format!("choice by {by}{marker}"));
        let alternatives = match at.map(|id| &self.shape.get(id).kind) {
            Some(ShapeKind::Choice { alternatives, .. }) => &alternatives[..],
            _ => &[],
        };
        for arm in &choice.arms {
            let alternative = alternatives.get(arm.alternative as usize);
            let name = alternative.map_or("?", |a| &a.name);
            let marker = if arm.addition { ", addition" } else { "" };
            let tags = match choice.by {
                By::Tag => format!(" {}", first(&arm.first)),
                By::Index { .. } => String::new(),
            };
            self.nested(|d| {
                d.lines.line(format!("{} {name}{tags}{marker}", arm.alternative));
                d.nested(|d| d.node(&arm.node, alternative.map(|a| a.shape)));
            });
        }
    }

    fn group(&mut self, group: &Group, at: Option<ShapeId>) {
        for (index, flag) in group.flags.iter().enumerate() {
            let what = match flag {
                Flag::Slot(slot) => self.path(at, &[*slot]),
                Flag::Additions => "additions".to_string(),
            };
            self.lines.line(format!("flag {index}: {what}"));
        }
        group.items.iter().for_each(|item| self.item(item, at));
        if let Some(additions) = &group.additions {
            let count = call(&additions.count);
            self.lines.line(format!("additions {count}, unknown in {}", frame(&additions.frame)));
            self.nested(|d| additions.items.iter().for_each(|item| d.item(item, at)));
        }
    }

    fn item(&mut self, item: &Item, at: Option<ShapeId>) {
        let mut text = match item.target {
            Target::Slot(slot) => self.path(at, &[slot]),
            Target::Group => "group".to_string(),
            Target::Unknown => "unknown".to_string(),
        };
        match &item.presence {
            Presence::Always => {}
            Presence::Flag(flag) => text += &format!(", if flag {flag}"),
            Presence::Peek(tags) => text += &format!(", if {}", first(tags)),
            Presence::Bitmap(bit) => text += &format!(", if bit {bit}"),
        }
        if item.omit {
            text += ", omit default";
        }
        if let Some(RegisterId(register)) = item.bind {
            text += &format!(", sets r{register}");
        }
        self.lines.line(text);
        let at = match item.target {
            Target::Slot(slot) => self.slot(at, slot),
            Target::Group => at,
            Target::Unknown => None,
        };
        self.nested(|d| d.node(&item.node, at));
    }

    fn slot(&self, at: Option<ShapeId>, slot: u32) -> Option<ShapeId> {
        match &self.shape.get(at?).kind {
            ShapeKind::Record { slots, .. } => slots.get(slot as usize).map(|s| s.shape),
            ShapeKind::Choice { alternatives, .. } => alternatives.get(slot as usize).map(|a| a.shape),
            _ => None,
        }
    }

    /// Slots by name, as far as types are known.
    fn path(&self, at: Option<ShapeId>, path: &[u32]) -> String {
        let (mut at, mut names) = (at, Vec::new());
        for &slot in path {
            let name = match at.map(|id| &self.shape.get(id).kind) {
                Some(ShapeKind::Record { slots, .. }) => slots.get(slot as usize).map(|s| s.name.clone()),
                Some(ShapeKind::Choice { alternatives, .. }) => {
                    alternatives.get(slot as usize).map(|a| a.name.clone())
                }
                _ => None,
            };
            names.push(name.unwrap_or_else(|| format!("#{slot}")));
            at = self.slot(at, slot);
        }
        names.join(".")
    }
}

/// `family.name(argument value, ...)`.
fn call(leaf: &Leaf) -> String {
    let args: Vec<String> =
        leaf.args().into_iter().map(|(name, arg)| format!("{name} {}", argument(&arg))).collect();
    match args.is_empty() {
        true => format!("{}.{}", leaf.family(), leaf.name()),
        false => format!("{}.{}({})", leaf.family(), leaf.name(), args.join(", ")),
    }
}

fn argument(arg: &Arg) -> String {
    let numbers = |list: Vec<String>| format!("[{}]", list.join(" "));
    match arg {
        Arg::Integer(n) => n.to_string(),
        Arg::Bound(bound) => bound.as_ref().map_or("none".into(), ToString::to_string),
        Arg::Length(length) => length.map_or("none".into(), |n| n.to_string()),
        Arg::Switch(on) => on.to_string(),
        Arg::Numbers(list) => numbers(list.iter().map(ToString::to_string).collect()),
        Arg::Characters(list) => numbers(list.iter().map(|c| format!("{c:02X}")).collect()),
    }
}

fn frame(frame: &Frame) -> String {
    match frame {
        Frame::Tlv { tag, form } => {
            let form = match form {
                Form::Primitive => "primitive",
                Form::Constructed => "constructed",
                Form::BeforeDummy => "constructed, before a dummy reference",
                Form::Either => "primitive or constructed",
            };
            format!("{tag} {form}")
        }
        Frame::Tag { tag } => format!("{tag} alone"),
        Frame::Open => "open type".to_string(),
    }
}

fn first(first: &First) -> String {
    match first {
        First::Any => "any tag".to_string(),
        First::Tags(tags) => tags.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
    }
}

fn order(order: Order) -> String {
    match order {
        Order::Positional => String::new(),
        Order::Keyed(by) => format!(", any order{}", sort(by)),
    }
}

fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::None => "",
        Sort::Tag => ", sorted by tag",
        Sort::SmallestTag => ", sorted by smallest tag",
        Sort::Octets => ", sorted by octets",
    }
}

/// A short form of a writer's test: the ranges that it checks.
fn test(check: &Check) -> String {
    match check {
        Check::Integer(list) => {
            let list: Vec<String> =
                list.iter().map(|(lo, hi)| super::range(lo.as_ref(), hi.as_ref())).collect();
            format!("in {}", list.join(" | "))
        }
        Check::Size(list) => {
            let list: Vec<String> = list.iter().map(|&(lo, hi)| super::range(Some(lo), hi)).collect();
            format!("size {}", list.join(" | "))
        }
        Check::Alphabet(list) => {
            let list: Vec<String> = list.iter().map(|(lo, hi)| format!("{lo:02X}..{hi:02X}")).collect();
            format!("from {}", list.join(" "))
        }
        Check::All(list) => list.iter().map(test).collect::<Vec<_>>().join(" and "),
        Check::Any(list) => list.iter().map(test).collect::<Vec<_>>().join(" or "),
        other => format!("{other:?}"),
    }
}
