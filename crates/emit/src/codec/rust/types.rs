//! Types of values: one per type of the schema.

use std::collections::{HashMap, HashSet};

use wireglot_model::TimeKind;
use wireglot_plan::{OpenShape, Shape, ShapeId, ShapeKind, ShapeType, SlotPresence, TableId};

use super::leaf::Method;
use super::names::Names;
use super::options::{NoRust, RustOptions};
use super::text::{comment, indented, mentions};
use crate::analysis::cycles::components;

/// The origin of a Rust type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Shape(ShapeId),
    Table(TableId),
}

/// Refuses a list that holds itself with at most other lists, open types and strings in between: Rust has no alias
/// that contains itself.
pub(super) fn known(shape: &Shape) -> Result<(), NoRust> {
    let held = |ty: &ShapeType| match &ty.kind {
        ShapeKind::List { element, .. } => vec![element.index()],
        ShapeKind::Open(OpenShape::Fixed(held)) => vec![held.index()],
        ShapeKind::BitString { contains: Some(contents), .. }
        | ShapeKind::OctetString { contains: Some(contents), .. } => vec![contents.shape.index()],
        _ => Vec::new(),
    };
    let next: Vec<Vec<usize>> = shape.types.iter().map(held).collect();
    let components = components(&next);
    // One of these types leads to a single other one: a component with an edge inside is a circle.
    let circle =
        next.iter().zip(0..).find(|(next, at)| next.iter().any(|to| components[*to] == components[*at]));
    let Some((_, at)) = circle else { return Ok(()) };
    let list = &shape.types[at];
    let (module, name) = (&list.module, list.name.trim_end_matches("[]"));
    Err(NoRust(format!("{module}.{name}: no Rust is generated for a list that holds itself without a SEQUENCE or CHOICE in between")))
}

/// Properties of the types of a shape.
pub(super) struct Types<'a> {
    pub shape: &'a Shape,
    pub names: &'a Names,
    /// Types that borrow from the input.
    borrowing: HashSet<Node>,
    /// The parts through which types contain themselves, with no list in between.
    endless: HashSet<(Node, Node)>,
}

impl<'a> Types<'a> {
    pub fn new(shape: &'a Shape, names: &'a Names) -> Types<'a> {
        let mut types = Types { shape, names, borrowing: HashSet::new(), endless: HashSet::new() };
        let shapes = (0..shape.types.len()).map(|at| Node::Shape(ShapeId(at as u32)));
        let tables = (0..shape.tables.len()).map(|at| Node::Table(TableId(at as u32)));
        let all: Vec<Node> = shapes.chain(tables).collect();
        let places: HashMap<Node, usize> = all.iter().copied().zip(0..).collect();
        let mut holders = vec![Vec::new(); all.len()];
        let mut parts = vec![Vec::new(); all.len()];
        let mut left = Vec::new();
        for (node, place) in all.iter().zip(0..) {
            types.below(*node, true).iter().for_each(|inner| holders[places[inner]].push(*node));
            parts[place] = types.below(*node, false).iter().map(|inner| places[inner]).collect();
            if types.borrows_itself(*node) {
                left.push(*node);
            }
        }
        while let Some(node) = left.pop() {
            if types.borrowing.insert(node) {
                left.extend(&holders[places[&node]]);
            }
        }
        let components = components(&parts);
        for (place, inner) in parts.iter().enumerate() {
            let of = inner.iter().filter(|inner| components[**inner] == components[place]);
            types.endless.extend(of.map(|inner| (all[place], all[*inner])));
        }
        types
    }

    /// What a value contains; elements of lists only if `lists` is set.
    fn below(&self, node: Node, lists: bool) -> Vec<Node> {
        let shape = match node {
            Node::Shape(shape) => shape,
            Node::Table(table) => {
                let rows = &self.shape.table(table).rows;
                return rows.iter().filter_map(|row| row.shape).map(Node::Shape).collect();
            }
        };
        match &self.shape.get(shape).kind {
            ShapeKind::Record { slots, .. } => slots.iter().map(|slot| Node::Shape(slot.shape)).collect(),
            ShapeKind::Choice { alternatives, .. } => {
                alternatives.iter().map(|a| Node::Shape(a.shape)).collect()
            }
            ShapeKind::List { element, .. } if lists => vec![Node::Shape(*element)],
            ShapeKind::Open(OpenShape::Fixed(held)) => vec![Node::Shape(*held)],
            ShapeKind::Open(OpenShape::Keyed { table, .. }) => vec![Node::Table(*table)],
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => vec![Node::Shape(contents.shape)],
            _ => Vec::new(),
        }
    }

    fn borrows_itself(&self, node: Node) -> bool {
        let Node::Shape(shape) = node else { return true };
        match &self.shape.get(shape).kind {
            ShapeKind::Boolean | ShapeKind::Enumerated { .. } | ShapeKind::Null | ShapeKind::Real => false,
            ShapeKind::Integer { .. } => !self.is_small(shape),
            ShapeKind::BitString { contains, .. } | ShapeKind::OctetString { contains, .. } => {
                contains.is_none()
            }
            ShapeKind::Record { .. } | ShapeKind::List { .. } => false,
            ShapeKind::Choice { extensible, .. } => *extensible,
            ShapeKind::Open(OpenShape::Fixed(_)) => false,
            _ => true,
        }
    }

    /// Whether an INTEGER's constraint limits it to 64 bits.
    pub fn is_small(&self, shape: ShapeId) -> bool {
        let ShapeKind::Integer { range, .. } = &self.shape.get(shape).kind else { return false };
        [&range.lo, &range.hi].iter().all(|end| end.as_ref().is_some_and(|end| end.to_i64().is_some()))
    }

    /// The writing method for characters; one that also checks their form for an IRI, and for a UTCTime or
    /// GeneralizedTime, which PER encodes as a VisibleString (X.680 46.3, 47.3).
    pub fn write_of(&self, method: Method, shape: ShapeId) -> Method {
        match (method.name, &self.shape.get(self.held(shape)).kind) {
            ("characters", ShapeKind::Time(TimeKind::Utc)) => Method { name: "utc_time", ..method },
            ("characters", ShapeKind::Time(TimeKind::Generalized)) => {
                Method { name: "generalized_time", ..method }
            }
            ("text", ShapeKind::OidIri) => Method { name: "oid_iri", args: Vec::new() },
            ("text", ShapeKind::RelativeOidIri) => Method { name: "relative_oid_iri", args: Vec::new() },
            _ => method,
        }
    }

    /// What an open type or string always holds.
    pub fn held(&self, shape: ShapeId) -> ShapeId {
        match &self.shape.get(shape).kind {
            ShapeKind::Open(OpenShape::Fixed(held)) => self.held(*held),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. } => self.held(contents.shape),
            _ => shape,
        }
    }

    /// The table of an open type whose type is determined by keys.
    pub fn table_of(&self, shape: ShapeId) -> Option<TableId> {
        match &self.shape.get(self.held(shape)).kind {
            ShapeKind::Open(OpenShape::Keyed { table, .. }) => Some(*table),
            _ => None,
        }
    }

    pub fn lifetime(&self, shape: ShapeId, lifetime: &str) -> String {
        self.lifetime_of(Node::Shape(shape), lifetime)
    }

    pub fn table_lifetime(&self, table: TableId, lifetime: &str) -> String {
        self.lifetime_of(Node::Table(table), lifetime)
    }

    fn lifetime_of(&self, node: Node, lifetime: &str) -> String {
        match self.borrowing.contains(&node) {
            true => format!("<{lifetime}>"),
            false => String::new(),
        }
    }

    /// The Rust type.
    pub fn ty(&self, shape: ShapeId, lifetime: &str) -> String {
        let held = self.held(shape);
        if let Some(table) = self.table_of(held) {
            return format!("{}{}", self.names.table(table), self.table_lifetime(table, lifetime));
        }
        match self.is_declared(held) {
            true => format!("{}{}", self.names.ty(held), self.lifetime(held, lifetime)),
            false => self.plain(held, lifetime),
        }
    }

    /// Whether a type has a declaration of its own.
    fn is_declared(&self, shape: ShapeId) -> bool {
        let ty = self.shape.get(shape);
        match &ty.kind {
            ShapeKind::Record { .. } | ShapeKind::Choice { .. } | ShapeKind::Enumerated { .. } => true,
            ShapeKind::Open(_) => false,
            _ => !ty.name.contains(['.', '[']),
        }
    }

    fn plain(&self, shape: ShapeId, lifetime: &str) -> String {
        match &self.shape.get(shape).kind {
            ShapeKind::Boolean => "bool".to_string(),
            ShapeKind::Integer { .. } if self.is_small(shape) => "i64".to_string(),
            ShapeKind::Integer { .. } => format!("rt::Integer<{lifetime}>"),
            ShapeKind::Null => "()".to_string(),
            ShapeKind::Oid | ShapeKind::RelativeOid => format!("rt::Oid<{lifetime}>"),
            ShapeKind::Real => "rt::Real".to_string(),
            ShapeKind::BitString { .. } => format!("rt::BitString<{lifetime}>"),
            ShapeKind::OctetString { .. } => format!("Cow<{lifetime}, [u8]>"),
            ShapeKind::Open(_) => format!("rt::Opaque<{lifetime}>"),
            ShapeKind::List { element, .. } => format!("Vec<{}>", self.ty(*element, lifetime)),
            _ => format!("Cow<{lifetime}, str>"),
        }
    }

    /// Whether a part of a record or choice is in memory of its own, for values that contain themselves.
    pub fn is_boxed(&self, owner: ShapeId, part: ShapeId) -> bool {
        // A row of a table is in memory of its own already.
        if self.table_of(part).is_some() {
            return false;
        }
        self.endless.contains(&(Node::Shape(owner), Node::Shape(part)))
    }

    pub fn row_is_boxed(&self, table: TableId, row: ShapeId) -> bool {
        self.endless.contains(&(Node::Table(table), Node::Shape(row)))
    }

    pub fn boxed(&self, boxed: bool, ty: String) -> String {
        if boxed {
            format!("Box<{ty}>")
        } else {
            ty
        }
    }

    /// The type of a record's field.
    pub fn field(&self, shape: ShapeId, slot: u32, lifetime: &str) -> String {
        let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else { return String::new() };
        let slot = &slots[slot as usize];
        let ty = self.boxed(self.is_boxed(shape, slot.shape), self.ty(slot.shape, lifetime));
        match slot.presence {
            SlotPresence::Required => ty,
            _ => format!("Option<{ty}>"),
        }
    }

    fn declaration(&self, shape: ShapeId) -> String {
        let ty = self.shape.get(shape);
        let (name, lifetime) = (self.names.ty(shape), self.lifetime(shape, "'a"));
        let said = format!("`{}` of module {}.", ty.name, ty.module);
        let doc = match &ty.doc {
            Some(doc) => format!("{}///\n{}", comment(&said), comment(doc)),
            None => comment(&said),
        };
        match &ty.kind {
            ShapeKind::Record { .. } => format!("{doc}{}", self.record(shape, name, &lifetime)),
            ShapeKind::Choice { .. } => format!("{doc}{}", self.choice(shape, name, &lifetime)),
            ShapeKind::Enumerated { .. } => format!("{doc}{}", self.enumeration(shape, name)),
            _ => {
                let alias = format!("{doc}pub type {name}{lifetime} = {};\n", self.plain(shape, "'a"));
                alias + &self.named(shape)
            }
        }
    }

    /// Named numbers and bits, as constants.
    fn named(&self, shape: ShapeId) -> String {
        let constants = self.names.constants(shape).iter();
        let constant = |name: &str, constant: &str| format!("/// `{name}`.\npub const {constant}");
        match &self.shape.get(shape).kind {
            ShapeKind::Integer { named, .. } => {
                let small = named.iter().zip(constants);
                let small =
                    small.filter_map(|((name, number), of)| Some((constant(name, of), number.to_i64()?)));
                small.map(|(constant, number)| format!("{constant}: i64 = {number};\n")).collect()
            }
            ShapeKind::BitString { named, .. } => {
                let bits = named.iter().zip(constants);
                bits.map(|((name, bit), of)| format!("{}: u64 = {bit};\n", constant(name, of))).collect()
            }
            _ => String::new(),
        }
    }

    fn record(&self, shape: ShapeId, name: &str, lifetime: &str) -> String {
        let ShapeKind::Record { slots, .. } = &self.shape.get(shape).kind else { return String::new() };
        let mut body = String::new();
        for (at, slot) in slots.iter().enumerate() {
            let ty = self.field(shape, at as u32, "'a");
            let when = match &slot.presence {
                SlotPresence::Default(..) => " `None` means its default.",
                _ => "",
            };
            body += &comment(&format!("`{}`.{when}", slot.name));
            body += &slot.doc.as_ref().map(|doc| format!("///\n{}", comment(doc))).unwrap_or_default();
            body += &format!("pub {}: {ty},\n", self.names.part(shape, at as u32));
        }
        let body = if body.is_empty() { "{}".to_string() } else { format!("{{\n{body}}}") };
        format!("{DERIVED}pub struct {name}{lifetime} {body}\n")
    }

    fn choice(&self, shape: ShapeId, name: &str, lifetime: &str) -> String {
        let ShapeKind::Choice { alternatives, extensible } = &self.shape.get(shape).kind else {
            return String::new();
        };
        let mut body = String::new();
        for (at, alternative) in alternatives.iter().enumerate() {
            let ty = self.boxed(self.is_boxed(shape, alternative.shape), self.ty(alternative.shape, "'a"));
            body += &comment(&format!("`{}`.", alternative.name));
            body += &alternative.doc.as_ref().map(|doc| format!("///\n{}", comment(doc))).unwrap_or_default();
            body += &match self.is_null(alternative.shape) {
                true => format!("{},\n", self.names.part(shape, at as u32)),
                false => format!("{}({ty}),\n", self.names.part(shape, at as u32)),
            };
        }
        if *extensible {
            body += "/// An alternative from a later version.\nUnknown(rt::Unknown<'a>),\n";
        }
        format!("{DERIVED}pub enum {name}{lifetime} {{\n{body}}}\n")
    }

    pub fn is_null(&self, shape: ShapeId) -> bool {
        matches!(self.shape.get(self.held(shape)).kind, ShapeKind::Null)
    }

    fn enumeration(&self, shape: ShapeId, name: &str) -> String {
        let ShapeKind::Enumerated { items, extensible } = &self.shape.get(shape).kind else {
            return String::new();
        };
        let (mut body, mut from, mut to) = (String::new(), String::new(), String::new());
        for (at, (item, number)) in items.iter().enumerate() {
            let variant = self.names.part(shape, at as u32);
            body += &format!("/// `{item}`, {number}.\n{variant},\n");
            from += &format!("{number} => Some({name}::{variant}),\n");
            to += &format!("{name}::{variant} => Some({number}),\n");
        }
        let mut more = String::new();
        match extensible {
            true => {
                body += "/// An item from a later version, by its number.\nUnknown(i64),\n";
                body += "/// An item from a later version, by its index in the additions (PER).\nUnknownIndex(u64),\n";
                from += &format!("_ => Some({name}::Unknown(number)),\n");
                to +=
                    &format!("{name}::Unknown(number) => Some(*number),\n{name}::UnknownIndex(_) => None,\n");
                more += &format!(
                    "\nfn from_index(index: u64) -> Option<Self> {{\nSome({name}::UnknownIndex(index))\n}}\n"
                );
                let index = format!("{name}::UnknownIndex(index) => Some(*index),\n_ => None,\n");
                more += &format!("\nfn index(&self) -> Option<u64> {{\nmatch self {{\n{index}}}\n}}\n");
            }
            false => from += "_ => None,\n",
        }
        let derived = DERIVED.replace("Clone, ", "Clone, Copy, ");
        format!(
            "{derived}pub enum {name} {{\n{body}}}\n\nimpl rt::Enumerated for {name} {{\n\
             fn from_number(number: i64) -> Option<Self> {{\nmatch number {{\n{from}}}\n}}\n\n\
             fn number(&self) -> Option<i64> {{\nmatch self {{\n{to}}}\n}}\n{more}}}\n"
        )
    }

    fn table(&self, table: TableId) -> String {
        let (name, lifetime) = (self.names.table(table), self.table_lifetime(table, "'a"));
        let mut body = String::new();
        for (at, row) in self.shape.table(table).rows.iter().enumerate() {
            let Some(shape) = row.shape else { continue };
            let ty = self.boxed(self.row_is_boxed(table, shape), self.ty(shape, "'a"));
            let variant = self.names.row(table, at);
            let object = match row.name.as_str() {
                // It is written in place, in the object set.
                "" => format!("{} of the set", at + 1),
                name => format!("`{name}`"),
            };
            body += &format!("/// The type given by object {object}.\n{variant}({ty}),\n");
        }
        body += "/// The raw bytes, if no object gives the type.\nOpaque(rt::Opaque<'a>),\n";
        let said =
            comment(&format!("The value of an open type, chosen by {}.", self.shape.table(table).name));
        format!("{said}{DERIVED}pub enum {name}{lifetime} {{\n{body}}}\n")
    }
}

const DERIVED: &str = "#[derive(Clone, Debug, PartialEq, Eq)]\n";

/// The head of a file.
pub(super) fn head(options: &RustOptions, what: &str) -> String {
    format!("// Written by wireglot {}. Do not edit.\n\n//! {what}\n", options.version)
}

/// The shapes that the module of types declares.
fn shapes<'t>(types: &'t Types<'_>) -> impl Iterator<Item = ShapeId> + use<'t> {
    let all = (0..types.shape.types.len()).map(|at| ShapeId(at as u32));
    all.filter(|shape| types.held(*shape) == *shape && types.is_declared(*shape))
}

fn tables(types: &Types<'_>) -> impl Iterator<Item = TableId> + use<> {
    (0..types.shape.tables.len()).map(|at| TableId(at as u32))
}

/// The names of what the module of types declares.
pub(super) fn declared<'t>(types: &'t Types<'_>) -> HashSet<&'t str> {
    let names = types.names;
    shapes(types).map(|shape| names.ty(shape)).chain(tables(types).map(|table| names.table(table))).collect()
}

/// Generates the module with the types.
pub(super) fn module(types: &Types<'_>, rules: &[&str], options: &RustOptions) -> String {
    let mut text = head(options, "Types of a specification; codecs are in the modules below.");
    text += "\n#![forbid(unsafe_code)]\n#![allow(dead_code, clippy::all)]\n\n";
    rules.iter().for_each(|word| text += &format!("pub mod {word};\n"));
    let mut body = String::new();
    shapes(types).for_each(|shape| body += &format!("\n{}", types.declaration(shape)));
    tables(types).for_each(|table| body += &format!("\n{}", types.table(table)));
    let used: Vec<&str> =
        ["Box", "Cow", "Vec"].into_iter().filter(|w| mentions(&body, &format!("{w}<"))).collect();
    if !used.is_empty() {
        text += &format!("\nuse wireglot_rt::codec::{{{}}};", used.join(", "));
    }
    if mentions(&body, "rt::") {
        text += "\nuse wireglot_rt::codec as rt;";
    }
    text.push('\n');
    indented(&(text + &body))
}
