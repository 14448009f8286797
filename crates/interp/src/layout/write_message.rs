//! Values to octets: messages.

use wireglot_plan::layout::{Block, LayoutData, LayoutGroup, LayoutMessage, Prefix, Role, Scalar};
use wireglot_plan::{Layout, Shape};
use wireglot_text::names::advice_or_first;

use super::bits::store;
use super::source::{Fault, Source};
use super::text::Text;
use super::value::Values;
use super::write::{document, Write, Writer};
use super::{LayoutCode, LayoutError, EMPTY_ENTRIES};
use crate::ValueRef;

/// Writes a value from a tape as a message of a version; fields added later are left out.
///
/// # Errors
/// It is not a value of the message. Nothing is written then.
pub fn encode_message(
    layout: (&Layout, &Shape),
    message: &LayoutMessage,
    version: u64,
    value: ValueRef<'_>,
    out: &mut Vec<u8>,
) -> Result<(), LayoutError> {
    let source = Values(std::marker::PhantomData);
    let begin = out.len();
    let mut writer = Writer::new(layout, &source, value, out);
    writer.path.clone_from(&message.name);
    writer.version = version;
    match writer.message(message, value) {
        Ok(()) => Ok(()),
        Err(fault) => Err(writer.refuse(begin, fault)),
    }
}

/// Writes the first value of a JSON text as a message of a version. If no message is given, the value
/// must be an object with one member, whose name is that of the message. Returns where the value ends in
/// the text.
///
/// # Errors
/// The text is not JSON, or not a value of the message. Nothing is written then.
pub fn encode_message_json(
    layout: (&Layout, &Shape),
    message: Option<&LayoutMessage>,
    version: u64,
    text: &str,
    out: &mut Vec<u8>,
) -> Result<usize, LayoutError> {
    let name = message.map(|message| message.name.clone()).unwrap_or_default();
    let (document, end) = document(text, name.clone(), LayoutCode::Value)?;
    let source = Text { document, conventions: layout.0.conventions };
    let begin = out.len();
    let mut writer = Writer::new(layout, &source, 0, out);
    writer.path = name;
    writer.version = version;
    let chosen = match message {
        Some(message) => Ok((message, 0)),
        None => writer.chosen(),
    };
    match chosen.and_then(|(message, node)| writer.message(message, node)) {
        Ok(()) => Ok(end),
        Err(fault) => Err(writer.refuse(begin, fault)),
    }
}

impl<'w> Writer<'w, Text<'_>> {
    /// The message that an object with one member names, and its value.
    fn chosen(&mut self) -> Write<(&'w LayoutMessage, u32), Text<'w>> {
        let Some((key, value)) = self.source.document.sole_member(0) else {
            if self.source.elements(0).is_some() {
                let detail = "an object is expected, not an array: write messages one after another, without brackets around them";
                return self.fail(0, detail);
            }
            let is_message = |key: u32| {
                self.source.document.string(key).filter(|name| self.layout.messages.named(name).is_some())
            };
            let mut keys = self.source.document.members(0).map(|(key, _)| key);
            if let (Some(_), Some(second)) = (keys.next().and_then(is_message), keys.next()) {
                if let Some(name) = is_message(second) {
                    let detail =
                        format!("write each message as an object of its own: {{\"{name}\": {{...}}}}");
                    return self.fail(second, detail);
                }
            }
            let named = self.layout.messages.all.first().map_or("Message", |message| message.name.as_str());
            let detail =
                format!("an object with one member is expected, the message: {{\"{named}\": {{...}}}}");
            return self.fail(0, detail);
        };
        let name = self.source.document.string(key).unwrap_or_default();
        let messages = &self.layout.messages;
        match messages.named(&name) {
            Some(message) => {
                self.path.clone_from(&message.name);
                Ok((message, value))
            }
            None => {
                let names = messages.all.iter().map(|message| message.name.as_str());
                self.fail(key, format!("there is no message `{name}`{}", advice_or_first(&name, names)))
            }
        }
    }
}

impl<'w, S: Source> Writer<'w, S> {
    fn message(&mut self, message: &'w LayoutMessage, node: S::Node) -> Write<(), S> {
        let messages = &self.layout.messages;
        let Some(header) = &messages.header else {
            return self.fail(self.root, "the schema has no message header");
        };
        let begin = self.room(header);
        let length = self.length(&message.block);
        let parts = [
            (Role::BlockLength, length),
            (Role::TemplateId, message.id),
            (Role::SchemaId, messages.id),
            (Role::Version, self.version),
        ];
        self.prefix(header, begin, &parts, &message.block)?;
        self.block(&message.block, length, node)
    }

    /// Makes room for a prefix; returns its offset.
    fn room(&mut self, prefix: &Prefix) -> usize {
        let begin = self.out.len();
        self.out.resize(begin + prefix.length as usize, 0);
        begin
    }

    /// The length of a block in octets. An older sender's block ends with its last field.
    fn length(&self, block: &Block) -> u64 {
        match self.version >= self.layout.messages.version {
            true => block.length,
            false => self.layout.least_block(block, self.version),
        }
    }

    /// Sets numbers in a prefix for which there is room.
    fn prefix(
        &mut self,
        prefix: &Prefix,
        begin: usize,
        parts: &[(Role, u64)],
        block: &Block,
    ) -> Write<(), S> {
        let (groups, data) = block.counts(self.version);
        let counted = [(Role::NumGroups, groups), (Role::NumVarDataFields, data)];
        for (role, number) in parts.iter().chain(&counted) {
            if prefix.part(*role).is_some() {
                self.counter(prefix, *role, begin, *number)?;
            } else if prefix.constant(*role).is_some_and(|constant| constant != *number) {
                let detail = format!("the prefix says another number than {number} and cannot be changed");
                return self.fail(self.root, detail);
            }
        }
        Ok(())
    }

    fn counter(&mut self, prefix: &Prefix, role: Role, begin: usize, number: u64) -> Write<(), S> {
        let Some(part) = prefix.part(role) else { return Ok(()) };
        if !part.holds(number) {
            let detail = format!("{number} does not fit into uint{}", part.length * 8);
            return self.fail(self.root, detail);
        }
        let bit = (begin as u64 + part.offset) * 8;
        store(self.out, bit, part.length * 8, self.layout.messages.big_endian, number);
        Ok(())
    }

    fn block(&mut self, block: &'w Block, length: u64, node: S::Node) -> Write<(), S> {
        let found = self.source.parts(node, self.slots(block.shape), &self.path)?;
        let mut values = found.into_iter();
        let start = self.out.len();
        self.out.resize(start + length as usize, 0);
        for (field, value) in block.fields.iter().zip(&mut values) {
            self.field(field, start as u64 * 8, false, (node, value))?;
        }
        for (group, value) in block.groups.iter().zip(&mut values) {
            if group.since <= self.version {
                self.inside(&group.name, |writer| writer.group(group, value))?;
            }
        }
        for (data, value) in block.data.iter().zip(&mut values) {
            if data.since <= self.version {
                self.inside(&data.name, |writer| writer.data(data, value))?;
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &'w LayoutGroup, node: Option<S::Node>) -> Write<(), S> {
        let node = node.filter(|node| !self.source.is_null(*node));
        let entries = match node.map(|node| (node, self.source.elements(node))) {
            None => Vec::new(),
            Some((_, Some(entries))) => entries,
            Some((node, None)) => return self.unlike(node, "an array is expected"),
        };
        let begin = self.room(&group.prefix);
        let (length, count) = (self.length(&group.block), entries.len() as u64);
        let most = match group.prefix.part(Role::NumInGroup) {
            Some(part) if length > 0 => part.max,
            Some(part) => part.max.min(EMPTY_ENTRIES - self.empty),
            None => u64::MAX,
        };
        if count > most {
            let detail = format!("there are {count} entries; {most} fit");
            return self.fail(node.unwrap_or(self.root), detail);
        }
        if length == 0 {
            self.empty = self.empty.saturating_add(count).min(EMPTY_ENTRIES);
        }
        let parts = [(Role::BlockLength, length), (Role::NumInGroup, count)];
        self.prefix(&group.prefix, begin, &parts, &group.block)?;
        for (index, entry) in entries.into_iter().enumerate() {
            let outer = self.path.len();
            self.path.push_str(&format!("[{index}]"));
            self.block(&group.block, length, entry)?;
            self.path.truncate(outer);
        }
        Ok(())
    }

    /// The error for data that is not given as octets; it may be text.
    #[cold]
    fn no_octets<V>(&self, data: &LayoutData, node: S::Node, fault: Fault<S::Node>) -> Write<V, S> {
        let text = self.source.text(node).filter(|_| !data.charset.is_empty());
        let Some(text) = text.filter(|text| text.len() <= 32) else { return Err(fault) };
        let utf8 = ["UTF-8", "UTF8"].iter().any(|name| name.eq_ignore_ascii_case(&data.charset));
        let ascii = ["ASCII", "US-ASCII"].iter().any(|name| name.eq_ignore_ascii_case(&data.charset));
        let hex: String = text.bytes().map(|octet| format!("{octet:02X}")).collect();
        let write = match utf8 || ascii && text.is_ascii() {
            true => format!("write \"{hex}\", or make"),
            false => "make".to_string(),
        };
        let own = self.layout.conventions.word(data.element.0, data.element.1);
        let detail =
            format!("varData is {own}, which takes hexadecimal digits: {write} varData char in the schema");
        Err(Fault { detail, ..fault })
    }

    fn data(&mut self, data: &LayoutData, node: Option<S::Node>) -> Write<(), S> {
        let node = node.filter(|node| !self.source.is_null(*node));
        let octets = match node {
            None => Vec::new(),
            Some(node) if data.element.0 == Scalar::Char => self.characters(node)?,
            Some(node) => match self.source.octets(node) {
                Ok(octets) => octets,
                Err(fault) => return self.no_octets(data, node, fault),
            },
        };
        let Some(part) = data.prefix.part(Role::Length) else {
            return self.fail(self.root, "the length is constant");
        };
        let length = octets.len() as u64;
        if length > part.max {
            let detail = format!("these are {length} bytes; {} fit", part.max);
            return self.fail(node.unwrap_or(self.root), detail);
        }
        let begin = self.room(&data.prefix);
        self.counter(&data.prefix, Role::Length, begin, length)?;
        self.out.extend_from_slice(&octets);
        Ok(())
    }
}
