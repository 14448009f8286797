//! SBE messages, octet by octet.

use std::ops::Range;

use wireglot_model::blocks::{Blocks, EncodingId, EncodingKind, Prefix, Primitive, Role};

use super::{Annotated, Annotation, Part, Stop};
use crate::blocks::{decode, BlockError, JsonText, Leaf, Visit};

/// What stands in the octets of messages, one behind the other.
pub fn blocks(blocks: &Blocks, octets: &[u8]) -> Annotated {
    let mut notes = Notes::new(blocks, octets);
    loop {
        notes.start();
        let rest = octets.get(notes.base..).unwrap_or_default();
        match decode(blocks, rest, &mut notes) {
            Ok(decoded) => {
                notes.fill(decoded.size);
                notes.base += decoded.size;
            }
            Err(error) => {
                notes.made.fill(octets.len() as u64 * 8, Part::Rest, "not decoded");
                notes.made.error = Some(stop(error, notes.base));
                break;
            }
        }
        if notes.base >= octets.len() {
            break;
        }
    }
    notes.made
}

fn stop(error: BlockError, base: usize) -> Stop {
    let message = match error.detail.is_empty() {
        true => error.code.message().to_string(),
        false => format!("{} ({})", error.code.message(), error.detail),
    };
    Stop { code: error.code.word(), message, bit: (base + error.offset) as u64 * 8, path: error.path }
}

struct Notes<'b> {
    blocks: &'b Blocks,
    octets: &'b [u8],
    made: Annotated,
    /// Where the message begins.
    base: usize,
    /// The steps to the value that is next; the last one is set by its member or element.
    steps: Vec<String>,
    /// The element that is next, for each open list; none for records.
    elements: Vec<Option<u64>>,
    encoding: Option<EncodingId>,
    /// Where the block ends.
    block: usize,
    newer: bool,
}

impl<'b> Notes<'b> {
    fn new(blocks: &'b Blocks, octets: &'b [u8]) -> Notes<'b> {
        Notes {
            blocks,
            octets,
            made: Annotated::default(),
            base: 0,
            steps: Vec::new(),
            elements: Vec::new(),
            encoding: None,
            block: 0,
            newer: false,
        }
    }

    /// Forgets what is known of the last message.
    fn start(&mut self) {
        self.steps.clear();
        self.elements.clear();
        self.encoding = None;
        self.block = 0;
        self.newer = false;
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.steps {
            let dot = if path.is_empty() || step.starts_with('[') { "" } else { "." };
            path.push_str(dot);
            path.push_str(step);
        }
        path
    }

    /// Accounts for what lies before an octet of the message.
    fn fill(&mut self, to: usize) {
        let why = match self.newer {
            true => (Part::Unknown, "appended by a newer sender"),
            false => (Part::Padding, "no field stands here"),
        };
        self.made.fill((self.base + to) as u64 * 8, why.0, why.1);
    }

    fn add(&mut self, span: Range<usize>, part: Part, path: String, what: (String, Option<String>, String)) {
        // Between fields of a block nobody has appended anything.
        let newer = self.newer;
        self.newer = newer && span.start >= self.block;
        self.fill(span.start);
        self.newer = newer;
        let (ty, value, why) = what;
        self.made.add(Annotation {
            bit: (self.base + span.start) as u64 * 8,
            bits: span.len() as u64 * 8,
            depth: path.matches(['.', '[']).count() as u32,
            part,
            path,
            ty,
            value,
            known: true,
            why,
        });
    }

    /// An unsigned number of the message.
    fn number(&self, at: usize, size: usize) -> u64 {
        let at = self.base + at;
        let octets = self.octets.get(at..at + size).unwrap_or_default();
        let add = |number: u64, octet: &u8| number << 8 | u64::from(*octet);
        match self.blocks.big_endian {
            true => octets.iter().fold(0, add),
            false => octets.iter().rev().fold(0, add),
        }
    }

    /// A type as the schema has it.
    fn type_name(&self) -> String {
        let Some(encoding) = self.encoding.map(|id| self.blocks.get(id)) else { return String::new() };
        let primitive = match &encoding.kind {
            EncodingKind::Simple(simple) if simple.length == 1 || simple.primitive != Primitive::Char => {
                return simple.primitive.name().to_string();
            }
            EncodingKind::Simple(simple) => return format!("{}[{}]", simple.primitive.name(), simple.length),
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => primitive.name(),
            EncodingKind::Composite(_) => "",
        };
        format!("{}: {primitive}", encoding.name)
    }
}

/// What a number of a prefix says.
fn meaning(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::BlockLength) => "octets of the block",
        Some(Role::TemplateId) => "the message",
        Some(Role::SchemaId) => "the schema",
        Some(Role::Version) => "the sender's version of the schema",
        Some(Role::NumInGroup) => "entries that follow",
        Some(Role::NumGroups) => "groups behind the block",
        Some(Role::NumVarDataFields) => "data behind the groups",
        Some(Role::Length) => "octets that follow",
        None => "not looked at",
    }
}

impl Visit for Notes<'_> {
    fn open(&mut self, list: bool) {
        self.steps.push(String::new());
        self.elements.push(list.then_some(0));
    }

    fn close(&mut self, _: bool) {
        self.steps.pop();
        self.elements.pop();
    }

    fn member(&mut self, name: &str) {
        if let Some(step) = self.steps.last_mut() {
            *step = name.to_string();
        }
        self.encoding = None;
    }

    fn element(&mut self) {
        if let (Some(step), Some(Some(next))) = (self.steps.last_mut(), self.elements.last_mut()) {
            *step = format!("[{next}]");
            *next += 1;
        }
    }

    fn leaf(&mut self, leaf: Leaf<'_>, octets: Range<usize>) {
        let mut text = JsonText::new();
        text.leaf(leaf, octets.clone());
        let (ty, why) = match (leaf, self.encoding) {
            (Leaf::Text(_) | Leaf::Octets(_), None) => ("data".to_string(), String::new()),
            (Leaf::Null, _) => (self.type_name(), "null".to_string()),
            _ => (self.type_name(), String::new()),
        };
        let path = self.path();
        let (octets, why) = match (octets.is_empty(), leaf) {
            // A field of a later version.
            (true, Leaf::Null) => return,
            // A constant stands nowhere: it is told of behind the field before it.
            (true, _) => {
                let behind = (self.made.end() / 8) as usize - self.base;
                (behind..behind, "takes no octets".to_string())
            }
            (false, _) => (octets, why),
        };
        self.add(octets, Part::Value, path, (ty, Some(text.into_text()), why));
    }

    fn message(&mut self, name: &str) {
        self.steps = vec![name.to_string()];
    }

    fn prefix(&mut self, prefix: &Prefix, octets: Range<usize>) {
        let blocks = self.blocks;
        let EncodingKind::Composite(members) = &blocks.get(prefix.composite).kind else { return };
        let mut around = self.path();
        if !around.is_empty() {
            around.push('.');
        }
        for member in members.iter().filter(|member| member.offset < prefix.size) {
            let size = blocks.get(member.encoding).size;
            let (start, end) = (member.offset as usize, (member.offset + size).min(prefix.size) as usize);
            let part = prefix.parts.iter().find(|(_, part)| part.offset == member.offset);
            let role = part.map(|(role, _)| *role);
            let number = part.map(|_| self.number(octets.start + start, end - start));
            if role == Some(Role::Version) {
                self.newer = number.is_some_and(|version| version > blocks.version);
            }
            let why = match (role, number) {
                (Some(Role::TemplateId), Some(id)) => {
                    blocks.messages.iter().find(|m| m.id == id).map_or("the message", |m| &m.name)
                }
                _ => meaning(role),
            };
            let ty = part.map_or_else(String::new, |(_, part)| part.primitive.name().to_string());
            let what = (ty, number.map(|number| number.to_string()), why.to_string());
            let span = octets.start + start..octets.start + end;
            self.add(span, Part::Header, format!("{around}{}", member.name), what);
        }
        self.fill(octets.end);
        self.encoding = None;
    }

    fn block(&mut self, octets: Range<usize>) {
        self.block = octets.end;
    }

    fn encoding(&mut self, id: EncodingId) {
        self.encoding = Some(id);
    }

    fn skipped(&mut self, octets: Range<usize>) {
        if !octets.is_empty() {
            self.fill(octets.end);
        }
    }
}
