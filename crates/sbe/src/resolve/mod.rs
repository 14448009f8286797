//! Resolves elements into the model: first encodings, each when it is first named, then messages.
//!
//! A fault does not affect other parts: what cannot be resolved is left out, and references to it are not
//! reported.

mod attributes;
mod encodings;
mod messages;
mod numbers;
mod places;
mod prefixes;
mod standard;
mod undefined;

use std::collections::HashMap;

use wireglot_diag::Diagnostics;
use wireglot_model::sbe::{EncodingId, MessageSchema, Role};
use wireglot_text::Span;

use crate::faults::{with_near, Finding};
use crate::xml::Element;

/// Resolves a schema whose inclusions are expanded.
pub fn resolve(root: &Element, diagnostics: &mut Diagnostics) -> MessageSchema {
    let mut resolver = Resolver {
        diagnostics,
        schema: MessageSchema::default(),
        types: HashMap::new(),
        order: Vec::new(),
        states: HashMap::new(),
        depth: 0,
        parts: HashMap::new(),
    };
    if root.name != "messageSchema" {
        let message = format!("a message schema is expected, this is <{}>", root.name);
        resolver.report(Finding::error("S0205", root.span, message).hint("its root is <messageSchema>"));
        return resolver.schema;
    }
    resolver.unknown_attributes(root);
    resolver.schema(root);
    resolver.collect(root);
    resolver.encodings();
    let named = resolver.text_or(root, "headerType", "messageHeader");
    let place = root.place("headerType");
    resolver.schema.header = resolver.header(&named, place);
    resolver.header_holds(root);
    resolver.messages(root);
    resolver.defaults();
    resolver.schema
}

/// The elements allowed in a schema and its <types>.
const HELD: [&str; 6] = ["types", "message", "type", "composite", "enum", "set"];

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
    /// The number of named types being resolved.
    depth: u32,
    /// The number of parts of each encoding, including those of its parts.
    parts: HashMap<EncodingId, u64>,
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

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Finding::error(code, span, message));
    }

    /// Reads the attributes of the schema.
    fn schema(&mut self, root: &Element) {
        self.schema.package = self.required(root, "package").unwrap_or_default();
        self.schema.id = self.required_number(root, "id", u32::MAX.into()).unwrap_or_default();
        if root.attribute("version").is_none() {
            let fault = Finding::tolerance("S0208", root.span, "this schema has no version: 0 is taken");
            let newest = newest(root);
            self.report(fault.hint(format!("add `version=\"{newest}\"` to the schema")));
        }
        self.schema.version = self.number(root, "version", u32::MAX.into()).unwrap_or_default();
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
        let mut pile: Vec<&Element> =
            root.children.iter().rev().filter(|child| child.name != "message").collect();
        while let Some(element) = pile.pop() {
            match element.name.as_str() {
                "types" | "messageSchema" => pile.extend(element.children.iter().rev()),
                "type" | "composite" | "enum" | "set" => self.collect_one(element),
                "message" => {}
                other => {
                    let message = format!("<{other}> is not allowed here");
                    let fault = Finding::error("S0205", element.span, message);
                    let allowed = "a schema holds <types> and <message>, <types> hold <type>, <composite>, <enum> and <set>";
                    self.report(match other {
                        "field" | "group" | "data" => fault.hint("move it into a <message>"),
                        _ => with_near(fault, other, &HELD, allowed),
                    });
                }
            }
        }
    }

    fn collect_one(&mut self, element: &'a Element) {
        let Some(name) = self.name(element) else { return };
        match self.types.get(name) {
            Some(first) => {
                let message = format!("there is a type `{name}` already");
                let fault = Finding::error("S0302", element.place("name"), message);
                let first = first.place("name");
                self.report(fault.also(first, "first here"));
            }
            None => {
                self.types.insert(name, element);
                self.order.push(name);
            }
        }
    }

    /// Resolves all named types.
    fn encodings(&mut self) {
        for name in self.order.clone() {
            let id = self.named(name);
            self.schema.named.extend(id);
        }
    }
}
