//! Messages of a layout, annotated bit by bit.

use std::ops::Range;

use wireglot_plan::layout::{Prefix, Presence, Role};
use wireglot_plan::{Layout, LayoutId, LayoutKind, Shape};

use super::{Annotated, Annotation, Part, SpanList, Stop};
use crate::layout::{traced, traced_message, LayoutError, LayoutJson, Leaf, Met, Reading, Trace};
use crate::{Discard, Sink};

/// Annotates the octets of a value of a type.
pub fn typed(layout: &Layout, shape: &Shape, ty: LayoutId, octets: &[u8], most: usize) -> Annotated {
    let mut notes = Notes::new(layout, shape, octets, most);
    let read = traced(layout, ty, octets, Reading::default(), &mut Discard, &mut notes);
    let mut list = notes.list;
    let all = octets.len() as u64 * 8;
    let error = match read {
        Ok(_) => {
            list.fill(list.end().next_multiple_of(8), Part::Padding, "fills the last octet");
            list.fill(all, Part::Unknown, "after the message");
            None
        }
        Err(error) => {
            list.fill(all, Part::Rest, "not decoded");
            Some(stop(error, 0))
        }
    };
    list.finish(all, error)
}

/// Annotates the octets of consecutive messages.
pub fn messages(layout: &Layout, shape: &Shape, octets: &[u8], most: usize) -> Annotated {
    let mut notes = Notes::new(layout, shape, octets, most);
    let mut wrong = None;
    loop {
        let base = notes.base as usize / 8;
        let rest = octets.get(base..).unwrap_or_default();
        (notes.block, notes.newer) = (0, false);
        match traced_message(layout, rest, &mut Discard, &mut notes) {
            Ok(decoded) => {
                let size = decoded.size as u64 * 8;
                notes.fill(size);
                notes.base += size;
            }
            Err(error) => {
                notes.list.fill(octets.len() as u64 * 8, Part::Rest, "not decoded");
                wrong = Some(stop(error, notes.base));
                break;
            }
        }
        if notes.base as usize / 8 >= octets.len() {
            break;
        }
    }
    notes.list.finish(octets.len() as u64 * 8, wrong)
}

fn stop(error: LayoutError, base: u64) -> Stop {
    let message = error.message();
    Stop { code: error.code.word(), message, bit: base + error.bit, path: error.path }
}

struct Notes<'l> {
    layout: &'l Layout,
    shape: &'l Shape,
    octets: &'l [u8],
    list: SpanList,
    /// The first bit of the message.
    base: u64,
    /// The end of its block, relative to the message.
    block: u64,
    /// Whether the sender has a newer schema.
    newer: bool,
}

impl<'l> Notes<'l> {
    fn new(layout: &'l Layout, shape: &'l Shape, octets: &'l [u8], most: usize) -> Notes<'l> {
        Notes { layout, shape, octets, list: SpanList::new(most), base: 0, block: 0, newer: false }
    }

    /// Adds a span for anything before bit `to` of the message that has none.
    fn fill(&mut self, to: u64) {
        let (part, why) = match self.newer {
            true => (Part::Unknown, "appended by a newer sender"),
            false => (Part::Padding, "no field here"),
        };
        self.list.fill(self.base + to, part, why);
    }

    fn add(&mut self, bits: Range<u64>, part: Part, path: String, what: (String, Option<String>, String)) {
        // Nothing can have been appended between the fields of a block.
        let newer = self.newer;
        self.newer = newer && bits.start >= self.block;
        self.fill(bits.start);
        self.newer = newer;
        let depth = path.matches(['.', '[']).count() as u32;
        let (bit, (ty, value, why)) = (self.base + bits.start, what);
        let bits = bits.end - bits.start;
        self.list.add(Annotation { bit, bits, depth, part, path, ty, value, known: true, why });
    }

    /// A value as JSON.
    fn json(&self, show: impl FnOnce(&mut LayoutJson)) -> String {
        let mut json = LayoutJson::new(self.shape, self.layout.conventions);
        show(&mut json);
        json.into_text()
    }

    /// A type as written in the schema.
    fn type_name(&self, id: LayoutId) -> String {
        let ty = self.layout.resolved(id);
        let name = || ty.path.join(".");
        match &ty.kind {
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Byte => "byte".into(),
            LayoutKind::Text => format!("char[{}]", ty.octets()),
            LayoutKind::Enumerated(_) | LayoutKind::Set(_) if self.layout.conventions.names => {
                format!("{}: {}", name(), self.layout.word(ty))
            }
            LayoutKind::Enumerated(_) | LayoutKind::Set(_) => name(),
            LayoutKind::Record { .. } | LayoutKind::Array { .. } | LayoutKind::Alias(_) => name(),
            _ => self.layout.word(ty),
        }
    }

    /// The name of an enumeration number, if JSON does not show it.
    fn name(&self, id: LayoutId, leaf: Leaf) -> String {
        match (&self.layout.get(id).kind, leaf) {
            (LayoutKind::Enumerated(values), Leaf::Raw(number)) if !self.layout.conventions.names => {
                let known = values.iter().find(|value| value.value == number);
                known.map_or("no name has this number".into(), |value| value.name.clone())
            }
            _ => String::new(),
        }
    }

    fn value(&self, id: LayoutId, leaf: Leaf) -> Option<String> {
        Some(self.json(|json| leaf.show(self.layout, id, json)))
    }

    /// Annotates the fields of a prefix.
    fn prefix(&mut self, prefix: &Prefix, bits: Range<u64>, path: String) {
        let layout = self.layout;
        let LayoutKind::Record { fields, .. } = &layout.get(prefix.record).kind else { return };
        let around = if path.is_empty() { path } else { path + "." };
        for field in fields.iter().filter(|field| field.is_constant() || field.offset < prefix.length * 8) {
            let path = format!("{around}{}", field.name);
            let (start, end) = (field.offset, field.offset + layout.get(field.ty).bits);
            if let Presence::Constant(ty, constant) = &field.presence {
                let place = bits.start + start..bits.start + start;
                let value = self.value(*ty, Leaf::constant(constant));
                self.add(place, Part::Header, path, (self.type_name(*ty), value, "takes no octets".into()));
                continue;
            }
            let end = end.min(prefix.length * 8);
            let part = prefix.parts.iter().find(|(_, part)| part.offset * 8 == field.offset);
            let role = part.map(|(role, _)| *role);
            let number = part.map(|_| self.number(bits.start + start, end - start));
            if role == Some(Role::Version) {
                self.newer = number.is_some_and(|version| version > layout.messages.version);
            }
            let why = match (role, number) {
                (Some(Role::TemplateId), Some(id)) => {
                    let message = layout.messages.all.iter().find(|message| message.id == id);
                    message.map_or("the message", |message| &message.name)
                }
                _ => meaning(role),
            };
            let ty = part.map_or_else(String::new, |(_, part)| format!("uint{}", part.length * 8));
            let what = (ty, number.map(|number| number.to_string()), why.to_string());
            let span = bits.start + start..bits.start + end;
            self.add(span, Part::Header, path, what);
        }
        self.fill(bits.end);
    }

    /// Reads an unsigned number of the message.
    fn number(&self, bit: u64, bits: u64) -> u64 {
        let rest = self.octets.get(((self.base + bit) / 8) as usize..).unwrap_or_default();
        crate::layout::load(rest, 0, bits, self.layout.messages.big_endian)
    }
}

/// The meaning of a number in a prefix.
fn meaning(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::BlockLength) => "octets of the block",
        Some(Role::TemplateId) => "the message",
        Some(Role::SchemaId) => "the schema",
        Some(Role::Version) => "the sender's version of the schema",
        Some(Role::NumInGroup) => "entries that follow",
        Some(Role::NumGroups) => "groups after the block",
        Some(Role::NumVarDataFields) => "data after the groups",
        Some(Role::Length) => "octets that follow",
        None => "not looked at",
    }
}

/// Describes a leading count, given the number of elements that are known and that were sent.
fn count(known: u64, sent: u64) -> String {
    match sent.cmp(&known) {
        std::cmp::Ordering::Greater => format!("elements that were sent; {known} are known"),
        std::cmp::Ordering::Less => format!("elements that were sent; {known} are expected"),
        std::cmp::Ordering::Equal => "elements that were sent".to_string(),
    }
}

impl Trace for Notes<'_> {
    fn met(&mut self, bits: Range<u64>, path: String, what: Met) {
        let (part, ty, value, why) = match what {
            Met::Size(id, size) => {
                let why = format!("the size in bits, these {} included", bits.end - bits.start);
                (Part::Header, self.type_name(id), Some(size.to_string()), why)
            }
            Met::Count(known, sent) => {
                (Part::Header, "uint16".into(), Some(sent.to_string()), count(known, sent))
            }
            Met::Value(id, leaf) => {
                (Part::Value, self.type_name(id), self.value(id, leaf), self.name(id, leaf))
            }
            Met::Null(id) => (Part::Value, self.type_name(id), Some("null".into()), "null".into()),
            // A constant takes no bits; it is reported after the field before it.
            Met::Constant(id, leaf) => {
                let behind = self.list.end().saturating_sub(self.base);
                let what = (self.type_name(id), self.value(id, leaf), "takes no octets".to_string());
                return self.add(behind..behind, Part::Value, path, what);
            }
            Met::Data(shape, octets, text) => {
                let value = self.json(|json| match text {
                    true => crate::layout::show_text(shape, octets, json),
                    false => json.octet_string(shape, octets),
                });
                let why = if octets.is_empty() { "takes no octets" } else { "" };
                (Part::Value, "data".to_string(), Some(value), why.to_string())
            }
            Met::Prefix(prefix) => return self.prefix(prefix, bits, path),
            Met::Block => return self.block = bits.end,
            Met::Skipped => return self.fill(bits.end),
            Met::Newer => (Part::Unknown, String::new(), None, "appended by a newer sender".into()),
        };
        self.add(bits, part, path, (ty, value, why));
    }
}
