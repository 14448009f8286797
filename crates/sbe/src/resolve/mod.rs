//! Resolves elements into the model: first encodings, each when it is first named, then messages.
//!
//! A fault does not affect other parts: what cannot be resolved is left out, and references to it are not
//! reported.

mod agreement;
mod attributes;
mod encodings;
mod enumerations;
mod messages;
mod misplaced;
mod numbers;
mod places;
mod prefixes;
mod references;
mod standard;
mod undefined;
mod versions;
mod words;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use wireglot_diag::Diagnostics;
use wireglot_model::sbe::{EncodingId, MessageSchema, Role};
use wireglot_text::Span;

use crate::faults::Finding;
use crate::xml::{Element, SBE};
use misplaced::{is_wrapper, HELD};

/// Resolves a schema whose inclusions are expanded.
pub fn resolve(root: &Element, diagnostics: &mut Diagnostics) -> MessageSchema {
    let mut resolver = Resolver {
        diagnostics,
        schema: MessageSchema::default(),
        types: HashMap::new(),
        order: Vec::new(),
        refused: HashSet::new(),
        states: HashMap::new(),
        open: Vec::new(),
        is_versioned: false,
        nullable: nullable(root),
        messages: HashMap::new(),
        parts: HashMap::new(),
        owners: HashMap::new(),
        written: HashSet::new(),
        positions: HashMap::new(),
        size: 0,
        compared: Cell::new(0),
    };
    if root.name != "messageSchema" {
        let message = format!("a message schema is expected, this is <{}>", root.name);
        let fault = Finding::error("S0205", root.span, message);
        resolver.report(match root.name.as_str() {
            "html" => fault.hint("this is a page of HTML: download the file itself"),
            "fix" => fault.hint("this is a QuickFIX dictionary: name a message schema of SBE"),
            "types" => fault.hint("this file holds only types: name the schema that includes it"),
            "messages" => fault.hint("this file holds only messages: name the schema that includes it"),
            "schema" if root.foreign.is_some() => {
                fault.hint("this is an XML Schema: name a message schema, whose root is <messageSchema>")
            }
            _ => fault.hint("write <messageSchema> as its root"),
        });
        return resolver.schema;
    }
    resolver.collect(root);
    resolver.unknown_parts(root);
    resolver.schema(root);
    resolver.encodings();
    let named = resolver.text_or(root, "headerType", "messageHeader");
    let place = root.place("headerType");
    resolver.schema.header = resolver.header(&named, place);
    resolver.header_holds(root);
    resolver.messages(root);
    resolver.defaults();
    resolver.schema
}

/// The progress of a named type.
#[derive(Debug, Clone, Copy)]
enum State {
    Open,
    Done(Option<EncodingId>),
}

struct Resolver<'a> {
    diagnostics: &'a mut Diagnostics,
    schema: MessageSchema,
    /// Types by name.
    types: HashMap<&'a str, &'a Element>,
    /// The same in source order.
    order: Vec<&'a str>,
    states: HashMap<&'a str, State>,
    /// The named types being resolved, outermost first.
    open: Vec<&'a str>,
    /// The names of elements that were refused where types belong.
    refused: HashSet<&'a str>,
    /// Whether the schema has a version, so that others can be compared with it.
    is_versioned: bool,
    /// The types that may be null.
    nullable: HashSet<&'a str>,
    /// Messages by name.
    messages: HashMap<&'a str, &'a Element>,
    /// The number of parts of each encoding, including those of its parts.
    parts: HashMap<EncodingId, u64>,
    /// The enum with a value of each name; `None` if several have it.
    owners: HashMap<&'a str, Option<&'a str>>,
    /// The names of enums and of the values that are written in them, whether they are valid or not.
    written: HashSet<(&'a str, &'a str)>,
    /// The positions of the values of enums that are referred to, by name.
    positions: HashMap<EncodingId, HashMap<String, usize>>,
    /// The number of named types and of the elements in them.
    size: usize,
    /// The number of letters compared so far to find similar names.
    compared: Cell<usize>,
}

/// The limit for these letters: a hint is not worth more.
const COMPARED: usize = 1_000_000;

/// The names of the types that may be null: of optional fields, those that enums are written as, and those of members of
/// composites, which may be null with the composite.
fn nullable(root: &Element) -> HashSet<&str> {
    let (mut names, mut pile) = (HashSet::new(), vec![root]);
    while let Some(element) = pile.pop() {
        pile.extend(&element.children);
        match (element.name.as_str(), element.value("presence")) {
            ("ref", _) | (_, "optional") => names.insert(element.value("type")),
            _ => names.insert(element.value("encodingType")),
        };
    }
    names
}

/// The largest `sinceVersion` in a schema.
fn newest(root: &Element) -> u32 {
    let (mut newest, mut pile) = (0, vec![root]);
    while let Some(element) = pile.pop() {
        pile.extend(&element.children);
        newest = newest.max(element.value("sinceVersion").trim().parse().unwrap_or(0));
    }
    newest
}

impl<'a> Resolver<'a> {
    fn report(&mut self, finding: Finding) {
        self.diagnostics.report(&finding);
    }

    /// Whether so many names may be compared with another one to find similar ones; counts them.
    fn may_compare(&self, names: usize, name: &str) -> bool {
        let letters = names.saturating_mul(name.len().max(8));
        self.compared.set(self.compared.get().saturating_add(letters));
        self.compared.get() <= COMPARED
    }

    /// The names of all types, if so many may be compared with another one; otherwise none.
    fn comparable(&self, name: &str) -> &[&'a str] {
        match self.may_compare(self.order.len(), name) {
            true => &self.order,
            false => &[],
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Finding::error(code, span, message));
    }

    /// Reads the attributes of the schema.
    fn schema(&mut self, root: &Element) {
        if let Some((space, place)) = &root.foreign {
            let message = match space.is_empty() {
                true => "the namespace of the schema is empty".to_string(),
                false => format!("`{space}` is not the namespace of SBE"),
            };
            let fault = Finding::tolerance("S0212", *place, message);
            self.report(fault.hint(format!("write \"{SBE}\"")));
        }
        self.schema.package = self.required(root, "package").unwrap_or_default();
        self.schema.id = self.required_number(root, "id", u32::MAX.into()).unwrap_or_default();
        let version = self.required_number(root, "version", u32::MAX.into());
        self.is_versioned = version.is_some();
        self.schema.version = version.unwrap_or_default();
        self.schema.semantic_version = root.value("semanticVersion").to_string();
        self.schema.doc = root.value("description").to_string();
        self.schema.big_endian = match root.value("byteOrder") {
            "bigEndian" => true,
            "" | "littleEndian" => false,
            other => {
                let message = format!("`{other}` is not a byte order");
                let fault = Finding::error("S0207", root.place("byteOrder"), message);
                self.report(fault.hint("write littleEndian or bigEndian"));
                false
            }
        };
    }

    /// Checks that message headers can hold the schema's id and version.
    fn header_holds(&mut self, root: &Element) {
        let Some(header) = self.schema.header.clone() else { return };
        let (id, version) = (self.schema.id, self.schema.version);
        let numbers =
            [(Role::SchemaId, id, root.place("id")), (Role::Version, version, root.place("version"))];
        self.holds(&header, &numbers);
    }

    /// Finds all named types; an included <types> may be nested in another one.
    fn collect(&mut self, root: &'a Element) {
        let inside =
            |parent, children: &'a [Element]| children.iter().rev().map(move |child| (child, parent));
        let mut has_loose_type = false;
        let mut pile: Vec<(&'a Element, &'static str)> = inside("messageSchema", &root.children).collect();
        while let Some((element, parent)) = pile.pop() {
            match (element.name.as_str(), parent) {
                ("messageSchema", _) => pile.extend(inside(
                    if parent == "types" { "types" } else { "messageSchema" },
                    &element.children,
                )),
                ("types", _) => pile.extend(inside("types", &element.children)),
                ("type", "messageSchema") if misplaced::is_types(element) => {
                    self.report(misplaced::type_for_types(element));
                    pile.extend(inside("types", &element.children));
                }
                ("messages", "messageSchema") => pile.extend(inside("messages", &element.children)),
                ("type" | "composite" | "enum" | "set", "types") => self.collect_one(element),
                ("message", "messageSchema" | "messages") => {
                    self.messages.insert(element.value("name"), element);
                }
                (name, _) => {
                    // What is right but for its place is not missed elsewhere, and one such type stands for all.
                    let is_type = HELD.contains(&name) && name != "message";
                    if is_type {
                        self.collect_one(element);
                    }
                    if !(is_type && std::mem::replace(&mut has_loose_type, true)) {
                        self.report(misplaced::in_schema(element, parent));
                    }
                    if is_wrapper(element, &HELD) {
                        pile.extend(inside(parent, &element.children));
                    }
                    if !is_type {
                        self.refused.insert(element.value("name"));
                    }
                }
            }
        }
    }

    fn collect_one(&mut self, element: &'a Element) {
        let Some(name) = self.name(element) else { return };
        match self.types.get(name) {
            Some(first) => {
                let message = format!("the name `{name}` is already used by a type");
                let fault = Finding::error("S0302", element.place("name"), message);
                let first = first.place("name");
                self.report(fault.also(first, "first here"));
            }
            None => {
                self.types.insert(name, element);
                self.order.push(name);
                self.size += 1 + element.children.len();
                self.index_values(name, element);
            }
        }
    }

    /// Notes which enum has values of which names.
    fn index_values(&mut self, name: &'a str, element: &'a Element) {
        for child in element.children.iter().filter(|_| element.name == "enum") {
            let value = child.value("name");
            self.written.insert((name, value));
            let owner = self.owners.entry(value).or_insert(Some(name));
            *owner = owner.filter(|owner| *owner == name);
        }
    }

    /// Resolves all named types.
    fn encodings(&mut self) {
        for name in self.order.clone() {
            let Some(element) = self.types.get(name) else { continue };
            let id = self.named(name, element.place("name"));
            self.schema.named.extend(id);
        }
    }
}
