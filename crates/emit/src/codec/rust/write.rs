//! Writing: each node is an expression over a reference to its value.

use wireglot_model::Tag;
use wireglot_plan::{
    AltArm, Bits, By, Choice, Contained, Extent, Frame, Leaf, Node, Op, Plan, Repeat, Rules, ShapeId,
    ShapeKind, Sort, TableId, Test,
};

use super::leaf::{holding, method, size, tag, takes_tag};
use super::text::{closure, used};
use super::types::Types;
use super::words::{routine_name, rows_name, variant};
use crate::analysis::rules::family;

/// Prints the code that writes the nodes of one routine.
pub(super) struct Write<'a> {
    pub types: &'a Types<'a>,
    pub plan: &'a Plan,
    /// The rules of the routine, or of what is contained in it.
    pub rules: Rules,
}

impl<'a> Write<'a> {
    pub fn new(types: &'a Types<'a>, plan: &'a Plan) -> Write<'a> {
        Write { types, plan, rules: plan.rules }
    }

    /// An expression that writes a node; `at` is a reference to its value.
    pub fn node(&mut self, node: &Node, shape: ShapeId, outer: Option<Tag>, at: &str) -> String {
        if let Some(held) = self.types.shape.always(shape) {
            return self.node(node, held, outer, at);
        }
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf, shape, outer, at),
            Op::Call(routine) => {
                let routine = &self.plan.routines[routine.index()];
                format!("write_{}(w, {at})", routine_name(self.types, self.plan, routine))
            }
            Op::Frame(frame, body) => self.frame(frame, body, shape, at),
            Op::Record(_) | Op::Group(_) | Op::Choice(_) => format!("{{\n{}\n}}", self.body(node, shape, at)),
            Op::Repeat(repeat) => self.repeat(repeat, shape, at),
            Op::Select(select) => {
                let name = rows_name(self.types, self.plan, select.rows.index());
                format!("write_rows_{name}(w, {at})")
            }
            Op::Contained(contained) => self.contained(contained, shape, outer, at),
            Op::Alt(arms) => self.alt(arms, shape, at),
        }
    }

    /// An expression that writes a part of a record, a choice or a table that is boxed or not.
    pub(super) fn part(&mut self, node: &Node, shape: ShapeId, is_boxed: bool, at: &str) -> String {
        // Calls look into a box by themselves, the arms of a `match` don't.
        match (is_boxed && is_matched(node), at.strip_prefix('&')) {
            (false, _) => self.node(node, shape, None, at),
            (true, Some(place)) => self.node(node, shape, None, &format!("&*{place}")),
            (true, None) => self.node(node, shape, None, &format!("&**{at}")),
        }
    }

    /// The statements that write a node.
    pub fn body(&mut self, node: &Node, shape: ShapeId, at: &str) -> String {
        match &node.op {
            Op::Record(record) => self.record(&record.group, self.types.held(shape), at),
            Op::Choice(choice) => self.choice(choice, self.types.held(shape), at),
            _ => self.node(node, shape, None, at),
        }
    }

    fn leaf(&mut self, leaf: &Leaf, shape: ShapeId, outer: Option<Tag>, at: &str) -> String {
        let write = method(leaf, true).map(|method| self.types.write_of(method, shape).write(outer, at));
        let write = write.unwrap_or_default();
        match self.types.table_of(shape) {
            Some(table) if write.starts_with("w.any(") => {
                self.opaque_or(table, at, "w.any(v)", "Err(rt::Fault::new(rt::ErrorCode::NoRow))")
            }
            _ => write,
        }
    }

    fn frame(&mut self, frame: &Frame, body: &Node, shape: ShapeId, at: &str) -> String {
        match frame {
            Frame::Tlv { tag: own, .. } if takes_tag(body) => self.node(body, shape, Some(*own), at),
            Frame::Tlv { tag: own, .. } => {
                format!("w.constructed({}, {})", tag(*own), closure("w", &self.node(body, shape, None, at)))
            }
            Frame::Tag { tag: own } => {
                format!("w.tagged({}, {})", tag(*own), closure("w", &self.node(body, shape, None, at)))
            }
            Frame::Open => format!("w.field({})", closure("w", &self.node(body, shape, None, at))),
        }
    }

    fn repeat(&mut self, repeat: &Repeat, shape: ShapeId, at: &str) -> String {
        let ShapeKind::List { element, .. } = self.types.shape.get(self.types.held(shape)).kind else {
            return String::new();
        };
        let write = self.node(&repeat.element, element, None, "v");
        let write = format!("|{}, {}| {write}", used("w", &write), used("v", &write));
        match (&repeat.extent, repeat.sort) {
            (Extent::Frame, Sort::Octets) => format!("w.sorted_list({at}, {write})"),
            (Extent::Count(leaf) | Extent::Fragments(leaf), _) => match leaf {
                Leaf::Bits(Bits::Length { lo, hi }) => format!("w.list({at}, {}, {write})", size(*lo, *hi)),
                _ => format!("w.list({at}, {write})"),
            },
            _ => format!("w.list({at}, {write})"),
        }
    }

    fn alt(&mut self, arms: &[AltArm], shape: ShapeId, at: &str) -> String {
        let [first, rest @ ..] = arms else { return String::new() };
        let Some(second) = rest.first() else { return self.node(&first.node, shape, None, at) };
        let named = matches!(&first.node.op, Op::Leaf(Leaf::Bits(Bits::BitString { named: true, .. })));
        let test = match &first.when {
            Test::Check(check) => self.types.satisfies(at, self.types.held(shape), check, named),
            Test::Always => None,
        };
        let first = format!("w.bit(false)?;\n{}", self.node(&first.node, shape, None, at));
        let second = format!("w.bit(true)?;\n{}", self.node(&second.node, shape, None, at));
        match test {
            Some(test) => format!("if {} {{\n{first}\n}} else {{\n{second}\n}}", super::text::bare(&test)),
            None => format!("{{\n{first}\n}}"),
        }
    }

    fn contained(&mut self, contained: &Contained, shape: ShapeId, outer: Option<Tag>, at: &str) -> String {
        let held = match &self.types.shape.get(shape).kind {
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => contents.shape,
            _ => shape,
        };
        let (inner, rules) = (family(contained.rules), variant(contained.rules));
        let around = std::mem::replace(&mut self.rules, contained.rules);
        let write = self.node(&contained.node, held, None, at);
        self.rules = around;
        let encoded = format!("{inner}::encode({rules}, {})", closure("w", &write));
        let Some(method) = holding(&contained.leaf) else { return String::new() };
        let known = method.write(outer, &encoded);
        match contained.select() {
            Some(select) => {
                let table = self.plan.tables[select.rows.index()].table;
                let raw = match method.name {
                    "holding_bits" => {
                        let bits = super::leaf::Method { name: "bit_string", args: method.args.clone() };
                        bits.write(outer, "&v.to_bits()")
                    }
                    _ => method.write(outer, "Ok(v.octets.to_vec())"),
                };
                self.opaque_or(table, at, &raw, &known)
            }
            None => known,
        }
    }

    /// Writes the raw bytes of an open type one way, and the value of a row, if the table has one, another way.
    fn opaque_or(&self, table: TableId, at: &str, raw: &str, known: &str) -> String {
        let name = self.types.names.table(table);
        let has_types = self.types.shape.table(table).rows.iter().any(|row| row.shape.is_some());
        let known = if has_types { format!("_ => {known},\n") } else { String::new() };
        format!("match {at} {{\n{name}::Opaque(v) => {raw},\n{known}}}")
    }

    // -- choices ---------------------------------------------------------------

    fn choice(&mut self, choice: &Choice, shape: ShapeId, at: &str) -> String {
        let ShapeKind::Choice { alternatives, extensible } = &self.types.shape.get(shape).kind else {
            return String::new();
        };
        let name = self.types.names.ty(shape);
        let (mut roots, mut additions) = (0, 0);
        let mut arms = String::new();
        for arm in &choice.arms {
            let number = if arm.addition { &mut additions } else { &mut roots };
            let index = std::mem::replace(number, *number + 1);
            let part = alternatives[arm.alternative as usize].shape;
            let is_null = self.types.is_null(part);
            let variant = self.types.names.part(shape, arm.alternative);
            let is_boxed = self.types.is_boxed(shape, part);
            let write = self.part(&arm.node, part, is_boxed, if is_null { "&()" } else { "v" });
            let pattern =
                if is_null { variant.to_string() } else { format!("{variant}({})", used("v", &write)) };
            arms += &match self.index(choice, index, arm.addition) {
                Some(front) => format!("{name}::{pattern} => {{\n{front}?;\n{write}\n}}\n"),
                None => format!("{name}::{pattern} => {write},\n"),
            };
        }
        if *extensible {
            let unknown = match &choice.by {
                By::Tag => "w.unknown_alternative(v)".to_string(),
                By::Index { .. } => format!("w.unknown_alternative(v, {additions})"),
            };
            arms += &format!("{name}::Unknown(v) => {unknown},\n");
        }
        format!("match {at} {{\n{arms}}}")
    }

    /// The code that writes the index of an alternative.
    fn index(&self, choice: &Choice, index: u32, is_addition: bool) -> Option<String> {
        let By::Index { root, addition, .. } = &choice.by else { return None };
        if is_addition {
            return Some(format!("w.addition({index})"));
        }
        let span = match root {
            Some(Leaf::Bits(Bits::Integer { lo: Some(lo), hi: Some(hi) })) => hi.minus(lo).to_string(),
            _ => "0".to_string(),
        };
        (span != "0" || addition.is_some())
            .then(|| format!("w.root({index}, {span}, {})", addition.is_some()))
    }

    /// Code that runs under a condition.
    pub(super) fn when(&self, condition: &str, then: &str) -> String {
        format!("if {} {{\n{then}\n}}\n", super::text::bare(condition))
    }
}

/// Whether a node is written by a `match` on its value.
fn is_matched(node: &Node) -> bool {
    match &node.op {
        Op::Choice(_) => true,
        Op::Frame(_, body) => is_matched(body),
        Op::Contained(contained) => is_matched(&contained.node),
        Op::Alt(arms) => arms.iter().any(|arm| is_matched(&arm.node)),
        _ => false,
    }
}
