//! Reading: each node is an expression.

use std::collections::HashMap;

use wireglot_model::Tag;
use wireglot_plan::{
    AltArm, Arm, Bits, By, Choice, Contained, Extent, First, Form, Frame, Leaf, Node, Op, Plan, RegisterId,
    Repeat, Rules, Select, ShapeId, ShapeKind, Sort,
};

use super::leaf::{holding, method, size, tag, tag_pattern, takes_tag};
use super::places::Key;
use super::text::{closure, either};
use super::types::Types;
use super::words::{routine_name, rows_name, variant};
use crate::analysis::rules::family;

/// Prints the code that reads the nodes of one routine.
pub(super) struct Read<'a> {
    pub types: &'a Types<'a>,
    pub plan: &'a Plan,
    /// The rules of the routine, or of what is contained in it.
    pub rules: Rules,
    /// Keys of open types that were read.
    pub keys: HashMap<RegisterId, Key>,
}

impl<'a> Read<'a> {
    pub fn new(types: &'a Types<'a>, plan: &'a Plan) -> Read<'a> {
        Read { types, plan, rules: plan.rules, keys: HashMap::new() }
    }

    /// An expression that reads a node.
    pub fn node(&mut self, node: &Node, shape: ShapeId, outer: Option<Tag>) -> String {
        if let Some(held) = self.types.shape.always(shape) {
            return self.node(node, held, outer);
        }
        match &node.op {
            Op::Leaf(leaf) => self.leaf(leaf, shape, outer),
            Op::Call(routine) => {
                let routine = &self.plan.routines[routine.index()];
                format!("read_{}(r)", routine_name(self.types, self.plan, routine))
            }
            Op::Frame(frame, body) => self.frame(frame, body, shape),
            Op::Record(_) | Op::Group(_) | Op::Choice(_) => {
                format!("r.part(|r| {{\n{}\n}})", self.body(node, shape))
            }
            Op::Repeat(repeat) => self.repeat(repeat, shape),
            Op::Select(select) => self.select(select),
            Op::Contained(contained) => self.contained(contained, shape, outer),
            Op::Alt(arms) => self.alt(arms, shape),
        }
    }

    /// The statements of a function or closure that reads a node.
    pub fn body(&mut self, node: &Node, shape: ShapeId) -> String {
        match &node.op {
            Op::Record(record) => self.record(record, self.types.held(shape)),
            Op::Choice(choice) => self.choice(choice, self.types.held(shape)),
            _ => self.node(node, shape, None),
        }
    }

    fn leaf(&mut self, leaf: &Leaf, shape: ShapeId, outer: Option<Tag>) -> String {
        let read = method(leaf, false).map(|method| method.read(outer)).unwrap_or_default();
        match (self.types.table_of(shape), read.as_str()) {
            (Some(table), "r.any()") => format!("r.any().map({}::Opaque)", self.types.names.table(table)),
            _ => read,
        }
    }

    fn frame(&mut self, frame: &Frame, body: &Node, shape: ShapeId) -> String {
        match frame {
            Frame::Tlv { tag: own, .. } if takes_tag(body) => self.node(body, shape, Some(*own)),
            Frame::Tlv { tag: own, form } => {
                let inner = match (form, &body.op) {
                    (Form::BeforeDummy, Op::Frame(Frame::Tlv { tag: inner, .. }, _)) => Some(*inner),
                    _ => None,
                };
                let read = self.closure(body, shape);
                match inner {
                    Some(inner) => format!("r.before_dummy({}, {}, {read})", tag(*own), tag(inner)),
                    None => format!("r.constructed({}, {read})", tag(*own)),
                }
            }
            Frame::Tag { tag: own } => format!("r.tagged({}, {})", tag(*own), self.closure(body, shape)),
            Frame::Open => format!("r.field({})", self.closure(body, shape)),
        }
    }

    /// The closure that reads the body of a frame.
    pub fn closure(&mut self, body: &Node, shape: ShapeId) -> String {
        match &body.op {
            Op::Record(_) | Op::Choice(_) => format!("|r| {{\n{}\n}}", self.body(body, shape)),
            _ => closure("r", &self.node(body, shape, None)),
        }
    }

    fn repeat(&mut self, repeat: &Repeat, shape: ShapeId) -> String {
        let ShapeKind::List { element, .. } = self.types.shape.get(self.types.held(shape)).kind else {
            return String::new();
        };
        let read = self.closure(&repeat.element, element);
        match (&repeat.extent, repeat.sort) {
            (Extent::Frame, Sort::Octets) => format!("r.sorted_list({read})"),
            (Extent::Count(leaf) | Extent::Fragments(leaf), _) => match leaf {
                Leaf::Bits(Bits::Length { lo, hi }) => format!("r.list({}, {read})", size(*lo, *hi)),
                _ => format!("r.list({read})"),
            },
            _ => format!("r.list({read})"),
        }
    }

    fn alt(&mut self, arms: &[AltArm], shape: ShapeId) -> String {
        match arms {
            [first, second, ..] => {
                let (first, second) =
                    (self.node(&first.node, shape, None), self.node(&second.node, shape, None));
                format!("r.part(|r| {})", either("r.bit()?", &second, &first))
            }
            [only] => self.node(&only.node, shape, None),
            [] => String::new(),
        }
    }

    fn select(&mut self, select: &Select) -> String {
        let table = self.plan.tables[select.rows.index()].table;
        let name = self.types.names.table(table);
        match self.row(select) {
            Some(row) => format!("read_rows_{}(r, {row})", self.rows_function(select)),
            None => format!("r.any().map({name}::Opaque)"),
        }
    }

    /// What the functions of a table are named after.
    pub fn rows_function(&self, select: &Select) -> String {
        rows_name(self.types, self.plan, select.rows.index())
    }

    /// The row that the keys select, if all of them can have been read.
    pub fn row(&self, select: &Select) -> Option<String> {
        let table = self.types.shape.table(self.plan.tables[select.rows.index()].table);
        let keys: Option<Vec<&Key>> = select.registers.iter().map(|key| self.keys.get(key)).collect();
        let function = format!("row_of_{}", self.rows_function(select));
        Some(super::places::row(self.types, &function, table, &keys?))
    }

    fn contained(&mut self, contained: &Contained, shape: ShapeId, outer: Option<Tag>) -> String {
        let contents = match &self.types.shape.get(shape).kind {
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => contents.shape,
            _ => shape,
        };
        let octets = holding(&contained.leaf).map(|method| method.read(outer)).unwrap_or_default();
        let (inner, rules) = (family(contained.rules), variant(contained.rules));
        let around = std::mem::replace(&mut self.rules, contained.rules);
        let read = self.closure(&contained.node, contents);
        self.rules = around;
        let held = self.types.names.local("octets");
        let string = octets.replacen("r.holding_bits(", "r.bit_string(", 1);
        let is_bits = string != octets;
        // PER need not end with an octet.
        let (function, octets) = match is_bits && contained.rules.packs_bits() {
            true => ("contained_bits", &string),
            false => ("contained", &octets),
        };
        let decode = format!("{inner}::{function}(&{held}, {rules}, r.inside()?, {read})");
        let Some(select) = contained.select() else {
            return format!("r.part(|r| {{\nlet {held} = {octets}?;\n{decode}\n}})");
        };
        let name = self.types.names.table(self.plan.tables[select.rows.index()].table);
        let opaque = match is_bits {
            true => format!("{string}.map(|bits| {name}::Opaque(rt::Opaque::of_bits({rules}, bits)))"),
            false => format!("{string}.map(|octets| {name}::Opaque(rt::Opaque::new({rules}, octets)))"),
        };
        let decode = format!("let {held} = {octets}?;\n{decode}");
        match self.row(select) {
            Some(row) => {
                format!("r.part(|r| {{\nif {row}.is_some() {{\n{decode}\n}} else {{\n{opaque}\n}}\n}})")
            }
            None => opaque,
        }
    }

    // -- choices ---------------------------------------------------------------

    fn choice(&mut self, choice: &Choice, shape: ShapeId) -> String {
        let (subject, arms) = match &choice.by {
            By::Tag => ("r.tag()?".to_string(), self.arms_by_tag(choice, shape)),
            By::Index { root, addition, .. } => {
                let span = match root {
                    Some(Leaf::Bits(Bits::Integer { lo: Some(lo), hi: Some(hi) })) => {
                        hi.minus(lo).to_string()
                    }
                    _ => "0".to_string(),
                };
                (format!("r.index({span}, {})?", addition.is_some()), self.arms_by_index(choice, shape))
            }
        };
        format!("r.deeper()?;\nlet value = match {subject} {{\n{arms}}};\nr.shallower();\nOk(value)")
    }

    fn arms_by_tag(&mut self, choice: &Choice, shape: ShapeId) -> String {
        let mut arms = String::new();
        let mut other = None;
        for arm in &choice.arms {
            match &arm.first {
                First::Tags(tags) => {
                    let patterns: Vec<String> = tags.iter().map(|tag| tag_pattern(*tag)).collect();
                    arms += &format!("{} => {}\n", patterns.join(" | "), self.arm(arm, shape));
                }
                First::Any => other = Some(self.arm(arm, shape)),
            }
        }
        let name = self.types.names.ty(shape);
        arms + &match (other, choice.extensible) {
            (Some(arm), _) => format!("_ => {arm}\n"),
            (None, true) => format!("_ => {name}::Unknown(r.unknown_alternative()?),\n"),
            (None, false) => "_ => return Err(r.no_alternative()),\n".to_string(),
        }
    }

    fn arms_by_index(&mut self, choice: &Choice, shape: ShapeId) -> String {
        let (mut roots, mut additions) = (0, 0);
        let mut arms = String::new();
        for arm in &choice.arms {
            let number = if arm.addition { &mut additions } else { &mut roots };
            let index = std::mem::replace(number, *number + 1);
            arms += &format!("({}, {index}) => {}\n", arm.addition, self.arm(arm, shape));
        }
        let By::Index { addition, .. } = &choice.by else { return arms };
        if addition.is_some() {
            let name = self.types.names.ty(shape);
            arms += &format!("(true, index) => {name}::Unknown(r.unknown_alternative(index)?),\n");
        }
        arms + "_ => return Err(r.no_alternative()),\n"
    }

    /// The expression that reads an alternative.
    fn arm(&mut self, arm: &Arm, shape: ShapeId) -> String {
        let ShapeKind::Choice { alternatives, .. } = &self.types.shape.get(shape).kind else {
            return String::new();
        };
        let part = alternatives[arm.alternative as usize].shape;
        let variant =
            format!("{}::{}", self.types.names.ty(shape), self.types.names.part(shape, arm.alternative));
        let read = self.node(&arm.node, part, None);
        if self.types.is_null(part) {
            return format!("{{\n{read}?;\n{variant}\n}}");
        }
        match self.types.is_boxed(shape, part) {
            true => format!("{variant}(Box::new({read}?)),"),
            false => format!("{variant}({read}?),"),
        }
    }

    /// The tags that encodings of a node begin with; `None` for any.
    pub fn first(&self, node: &Node) -> Option<Vec<Tag>> {
        match &node.op {
            Op::Frame(Frame::Tlv { tag, .. }, _) => Some(vec![*tag]),
            Op::Call(routine) => match &self.plan.routines[routine.index()].body {
                body if matches!(body.op, Op::Choice(_)) => self.first(body),
                _ => None,
            },
            Op::Choice(choice) => {
                let mut all = Vec::new();
                for arm in &choice.arms {
                    match &arm.first {
                        First::Tags(tags) => all.extend(tags.iter().copied()),
                        First::Any => return None,
                    }
                }
                Some(all)
            }
            _ => None,
        }
    }
}
