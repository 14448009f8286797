//! JSON to octets: the text is read in any order of members, the octets are written in the
//! order of the wire.

use wireglot_model::blocks::{
    Blocks, Body, CompositeMember, Data, EncodingId, EncodingKind, EnumValue, Group, Message, Notes, Number,
    Part, Prefix, Presence, Primitive, Role, SetChoice, Simple,
};
use wireglot_text::names::advice;

use super::version::{block, counts, there};
use super::{BlockCode, BlockError, EMPTY_ENTRIES};
use crate::json::document::{Document, Kind};

/// Encodes the first value of a text as a message of a version: what came later is left out.
/// Where no message is named, the value is an object with one member, named like its message.
/// Says where the value ends in the text.
///
/// # Errors
/// The text is not JSON, or no value of the message. Nothing is written then.
pub fn encode(
    blocks: &Blocks,
    message: Option<&Message>,
    version: u64,
    text: &str,
    out: &mut Vec<u8>,
) -> Result<usize, BlockError> {
    let name = message.map(|message| message.name.clone()).unwrap_or_default();
    let fault = |offset, path, detail| BlockError { code: BlockCode::Value, offset, path, detail };
    let (document, end) = Document::parse(text)
        .map_err(|error| fault(error.offset, name.clone(), error.message.to_string()))?;
    let begin = out.len();
    let mut writer = Writer { blocks, document: &document, version, empty: 0, out, path: name };
    let written = writer.chosen(message).and_then(|(message, node)| writer.message(message, node));
    match written {
        Ok(()) => Ok(end),
        Err((offset, detail)) => {
            let path = std::mem::take(&mut writer.path);
            out.truncate(begin);
            Err(fault(offset, path, detail))
        }
    }
}

/// Where in the text, and what is wrong.
pub(super) type Write<T> = Result<T, (usize, String)>;

pub(super) struct Writer<'w> {
    pub(super) blocks: &'w Blocks,
    pub(super) document: &'w Document<'w>,
    version: u64,
    /// Entries so far whose blocks take no octets.
    empty: u64,
    out: &'w mut Vec<u8>,
    path: String,
}

impl<'w> Writer<'w> {
    pub(super) fn fail<T>(&self, node: u32, detail: impl Into<String>) -> Write<T> {
        Err((self.document.offset(node), detail.into()))
    }

    /// The message, and the object that is its value.
    fn chosen(&mut self, message: Option<&'w Message>) -> Write<(&'w Message, u32)> {
        if let Some(message) = message {
            return Ok((message, 0));
        }
        let Some((key, value)) = self.document.sole_member(0) else {
            return self.fail(0, "an object with one member is wanted, named like its message");
        };
        let name = self.document.string(key).unwrap_or_default();
        match self.blocks.message(&name) {
            Some(message) => {
                self.path.clone_from(&message.name);
                Ok((message, value))
            }
            None => {
                let names = self.blocks.messages.iter().map(|message| message.name.as_str());
                self.fail(key, format!("there is no message `{name}`{}", advice(&name, names)))
            }
        }
    }

    fn message(&mut self, message: &'w Message, node: u32) -> Write<()> {
        let blocks = self.blocks;
        let Some(header) = &blocks.header else { return self.fail(0, "the schema has no message header") };
        let begin = self.out.len();
        self.out.resize(begin + header.size as usize, 0);
        let length = self.length(&message.body);
        let parts = [
            (Role::BlockLength, length),
            (Role::TemplateId, message.id),
            (Role::SchemaId, blocks.id),
            (Role::Version, self.version),
        ];
        self.prefix(header, begin, &parts, &message.body)?;
        self.body(&message.body, length, node)
    }

    /// Octets of a block: an older sender's ends with its last field.
    fn length(&self, body: &Body) -> u64 {
        match self.version >= self.blocks.version {
            true => body.block_length,
            false => block(self.blocks, body, self.version),
        }
    }

    /// Numbers of a prefix whose octets are there already.
    fn prefix(&mut self, prefix: &Prefix, begin: usize, parts: &[(Role, u64)], body: &Body) -> Write<()> {
        let (groups, data) = counts(body, self.version);
        let counted = [(Role::NumGroups, groups), (Role::NumVarDataFields, data)];
        for (role, number) in parts.iter().chain(&counted) {
            if let Some(part) = prefix.part(*role) {
                self.counter(begin, part, *number)?;
            } else if prefix.constant(*role).is_some_and(|constant| constant != *number) {
                return self
                    .fail(0, format!("the prefix says another number than {number} and cannot be changed"));
            }
        }
        Ok(())
    }

    fn counter(&mut self, begin: usize, part: Part, number: u64) -> Write<()> {
        let fits = part.primitive.range().is_some_and(|(_, max)| i128::from(number) <= max);
        if !fits {
            return self.fail(0, format!("{number} does not fit into {}", part.primitive.name()));
        }
        self.put(begin + part.offset as usize, number, part.primitive.size() as usize);
        Ok(())
    }

    /// The lowest octets of a number, in the byte order of the schema.
    fn put(&mut self, at: usize, number: u64, size: usize) {
        let octets = number.to_le_bytes();
        for (index, octet) in octets[..size].iter().enumerate() {
            let place = if self.blocks.big_endian { size - 1 - index } else { index };
            if let Some(slot) = self.out.get_mut(at + place) {
                *slot = *octet;
            }
        }
    }

    /// A block with its groups and data. `node` is an object.
    fn body(&mut self, body: &'w Body, length: u64, node: u32) -> Write<()> {
        let names = body.fields.iter().map(|f| &f.name).chain(body.groups.iter().map(|g| &g.name));
        let names: Vec<&str> = names.chain(body.data.iter().map(|d| &d.name)).map(String::as_str).collect();
        let found = self.members(node, &names)?;
        let (fields, rest) = found.split_at(body.fields.len());
        let (groups, data) = rest.split_at(body.groups.len());
        let start = self.out.len();
        self.out.resize(start + length as usize, 0);
        for (field, value) in body.fields.iter().zip(fields) {
            if let Presence::Constant(constant) = &field.presence {
                self.inside(&field.name, |writer| writer.given(field.encoding, constant, *value))?;
                continue;
            }
            if !there(&field.notes, self.version) {
                continue;
            }
            let at = start + field.offset as usize;
            self.inside(&field.name, |writer| {
                writer.value(field.encoding, &field.presence, &field.notes, at, (node, *value))
            })?;
        }
        for (group, value) in body.groups.iter().zip(groups) {
            if there(&group.notes, self.version) {
                self.inside(&group.name, |writer| writer.group(group, *value))?;
            }
        }
        for (data, value) in body.data.iter().zip(data) {
            if there(&data.notes, self.version) {
                self.inside(&data.name, |writer| writer.data(data, *value))?;
            }
        }
        Ok(())
    }

    /// Does something one step down the path.
    fn inside<T>(&mut self, name: &str, what: impl FnOnce(&mut Self) -> Write<T>) -> Write<T> {
        let outer = self.path.len();
        self.path.push_str(&format!(".{name}"));
        let done = what(self)?;
        self.path.truncate(outer);
        Ok(done)
    }

    /// The member of each name, if it is there and not null.
    fn members(&self, node: u32, names: &[&str]) -> Write<Vec<Option<u32>>> {
        if self.document.kind(node) != Kind::Object {
            return self.fail(node, "an object is wanted");
        }
        let mut found = vec![None; names.len()];
        let mut next = 0;
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            let at = match names.get(next) == Some(&name.as_ref()) {
                true => Some(next),
                false => names.iter().position(|known| *known == name),
            };
            let Some(at) = at else {
                let advice = advice(&name, names.iter().copied());
                return self.fail(key, format!("there is no member `{name}`{advice}"));
            };
            next = at + 1;
            if found[at].is_some() {
                return self.fail(key, format!("the member `{name}` is given twice"));
            }
            found[at] = (self.document.kind(value) != Kind::Null).then_some(value);
        }
        Ok(found)
    }

    fn group(&mut self, group: &'w Group, node: Option<u32>) -> Write<()> {
        let entries: Vec<u32> = match node {
            None => Vec::new(),
            Some(node) if self.document.kind(node) == Kind::Array => self.document.elements(node).collect(),
            Some(node) => return self.fail(node, "an array is wanted"),
        };
        let begin = self.out.len();
        self.out.resize(begin + group.dimension.size as usize, 0);
        let (length, count) = (self.length(&group.body), entries.len() as u64);
        let most = match group.dimension.part(Role::NumInGroup) {
            Some(part) if length > 0 => part.max,
            Some(part) => part.max.min(EMPTY_ENTRIES - self.empty),
            None => u64::MAX,
        };
        if count > most {
            return self.fail(node.unwrap_or_default(), format!("there are {count} entries; {most} fit"));
        }
        if length == 0 {
            self.empty = self.empty.saturating_add(count).min(EMPTY_ENTRIES);
        }
        let parts = [(Role::BlockLength, length), (Role::NumInGroup, count)];
        self.prefix(&group.dimension, begin, &parts, &group.body)?;
        for (index, entry) in entries.into_iter().enumerate() {
            let outer = self.path.len();
            self.path.push_str(&format!("[{index}]"));
            self.body(&group.body, length, entry)?;
            self.path.truncate(outer);
        }
        Ok(())
    }

    fn data(&mut self, data: &Data, node: Option<u32>) -> Write<()> {
        let octets = match node {
            None => Vec::new(),
            Some(node) if data.element.primitive == Primitive::Char => self.characters(node)?,
            Some(node) => self.hexadecimal(node)?,
        };
        let Some(part) = data.length.part(Role::Length) else {
            return self.fail(0, "the length is constant");
        };
        if octets.len() as u64 > part.max {
            let detail = format!("these are {} octets; {} fit", octets.len(), part.max);
            return self.fail(node.unwrap_or_default(), detail);
        }
        let begin = self.out.len();
        self.out.resize(begin + data.length.size as usize, 0);
        self.counter(begin, part, octets.len() as u64)?;
        self.out.extend_from_slice(&octets);
        Ok(())
    }

    pub(super) fn text(&self, node: u32) -> Write<std::borrow::Cow<'w, str>> {
        match self.document.string(node) {
            Some(text) => Ok(text),
            None => self.fail(node, "a string is wanted"),
        }
    }

    /// Characters, one an octet.
    fn characters(&self, node: u32) -> Write<Vec<u8>> {
        let text = self.text(node)?;
        let octets: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        match octets {
            Some(octets) => Ok(octets),
            None => self.fail(node, "each character is an octet: U+0000 to U+00FF"),
        }
    }

    fn hexadecimal(&self, node: u32) -> Write<Vec<u8>> {
        let text = self.text(node)?;
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => Ok(digits.chunks(2).map(|d| d[0] << 4 | d[1]).collect()),
            _ => self.fail(node, "hexadecimal digits are wanted, two an octet"),
        }
    }

    /// A value at a place in a block. `node` is the object that it belongs to, and the value in it.
    fn value(
        &mut self,
        id: EncodingId,
        presence: &Presence,
        notes: &Notes,
        at: usize,
        (around, node): (u32, Option<u32>),
    ) -> Write<()> {
        let blocks = self.blocks;
        let optional = *presence == Presence::Optional || notes.since > 0;
        match &blocks.get(id).kind {
            EncodingKind::Simple(simple) => match node {
                Some(node) => self.simple(simple, at, node),
                None if optional => {
                    self.null(simple.primitive, simple.null, simple.length, at);
                    Ok(())
                }
                None => self.missing(around),
            },
            EncodingKind::Enum { primitive, values, null } => match node {
                Some(node) => self.enumerated(*primitive, values, at, node),
                None if optional => {
                    self.null(*primitive, *null, 1, at);
                    Ok(())
                }
                None => self.missing(around),
            },
            EncodingKind::Set { primitive, choices } => match node {
                Some(node) => self.set(*primitive, choices, at, node),
                None if optional => Ok(()),
                None => self.missing(around),
            },
            EncodingKind::Composite(members) => self.composite(members, optional, at, (around, node)),
        }
    }

    fn missing<T>(&self, around: u32) -> Write<T> {
        self.fail(around, "this member is missing")
    }

    fn composite(
        &mut self,
        members: &'w [CompositeMember],
        optional: bool,
        at: usize,
        (around, node): (u32, Option<u32>),
    ) -> Write<()> {
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let found = match node {
            Some(node) => self.members(node, &names)?,
            None if optional => vec![None; names.len()],
            None => return self.missing(around),
        };
        for (member, value) in members.iter().zip(found) {
            let own = match &self.blocks.get(member.encoding).kind {
                EncodingKind::Simple(simple) => &simple.presence,
                _ => &Presence::Required,
            };
            if let Presence::Constant(constant) = own {
                self.inside(&member.name, |writer| writer.given(member.encoding, constant, value))?;
                continue;
            }
            if !there(&member.notes, self.version) {
                continue;
            }
            // What a whole composite that is absent holds is null too.
            let own = if node.is_none() { &Presence::Optional } else { own };
            let place = at + member.offset as usize;
            self.inside(&member.name, |writer| {
                writer.value(member.encoding, own, &member.notes, place, (node.unwrap_or(around), value))
            })?;
        }
        Ok(())
    }

    fn null(&mut self, primitive: Primitive, null: Number, length: u64, at: usize) {
        let size = primitive.size() as usize;
        let count = if primitive == Primitive::Char { 1 } else { length as usize };
        for index in 0..count {
            self.number(primitive, null, at + index * size);
        }
    }

    fn number(&mut self, primitive: Primitive, number: Number, at: usize) {
        let raw = match (number, primitive) {
            (Number::Integer(number), _) => number as u64,
            (Number::Float(number), Primitive::Float) => (number as f32).to_bits().into(),
            (Number::Float(number), _) => number.to_bits(),
        };
        self.put(at, raw, primitive.size() as usize);
    }

    fn simple(&mut self, simple: &Simple, at: usize, node: u32) -> Write<()> {
        let size = simple.primitive.size() as usize;
        match (simple.primitive, simple.length) {
            (Primitive::Char, length) => {
                let octets = self.characters(node)?;
                if octets.len() as u64 > length || length == 1 && octets.len() != 1 {
                    return self.fail(node, format!("these are {} characters; {length} fit", octets.len()));
                }
                for (index, octet) in octets.iter().enumerate() {
                    self.put(at + index, (*octet).into(), 1);
                }
                Ok(())
            }
            (primitive, 1) => {
                let number = self.parsed(primitive, node)?;
                self.number(primitive, number, at);
                Ok(())
            }
            (primitive, length) => {
                let elements: Vec<u32> = match self.document.kind(node) {
                    Kind::Array => self.document.elements(node).collect(),
                    _ => return self.fail(node, "an array is wanted"),
                };
                if elements.len() as u64 != length {
                    return self
                        .fail(node, format!("there are {} elements; {length} are due", elements.len()));
                }
                for (index, element) in elements.into_iter().enumerate() {
                    let number = self.parsed(primitive, element)?;
                    self.number(primitive, number, at + index * size);
                }
                Ok(())
            }
        }
    }

    pub(super) fn parsed(&self, primitive: Primitive, node: u32) -> Write<Number> {
        let raw = self.document.raw(node);
        let number = match (primitive.range(), self.document.kind(node)) {
            (Some((min, max)), Kind::Number) => {
                raw.parse::<i128>().ok().filter(|number| (min..=max).contains(number)).map(Number::Integer)
            }
            (None, Kind::Number) => raw.parse().ok().filter(|n| fits(primitive, *n)).map(Number::Float),
            (None, Kind::String) => match raw {
                "NaN" => Some(Number::Float(f64::NAN)),
                "Infinity" => Some(Number::Float(f64::INFINITY)),
                "-Infinity" => Some(Number::Float(f64::NEG_INFINITY)),
                _ => None,
            },
            _ => None,
        };
        match number {
            Some(number) => Ok(number),
            None => self.fail(node, format!("a number of {} is wanted", primitive.name())),
        }
    }

    fn enumerated(&mut self, primitive: Primitive, values: &[EnumValue], at: usize, node: u32) -> Write<()> {
        let number = match self.document.kind(node) {
            Kind::String => {
                let name = self.text(node)?;
                match values.iter().find(|value| value.name == name) {
                    Some(value) => Number::Integer(value.value),
                    None => {
                        let advice = advice(&name, values.iter().map(|value| value.name.as_str()));
                        return self.fail(node, format!("there is no value `{name}`{advice}"));
                    }
                }
            }
            _ if primitive == Primitive::Char => self.parsed(Primitive::Uint8, node)?,
            _ => self.parsed(primitive, node)?,
        };
        self.number(primitive, number, at);
        Ok(())
    }

    fn set(&mut self, primitive: Primitive, choices: &[SetChoice], at: usize, node: u32) -> Write<()> {
        if self.document.kind(node) != Kind::Array {
            return self.fail(node, "an array of names and numbers of bits is wanted");
        }
        let mut bits = 0u64;
        for element in self.document.elements(node) {
            if self.document.kind(element) == Kind::Number {
                let last = 8 * primitive.size() - 1;
                match self.document.raw(element).parse::<u64>() {
                    Ok(bit) if bit <= last => bits |= 1 << bit,
                    _ => return self.fail(element, format!("the bits are 0 to {last}")),
                }
                continue;
            }
            let name = self.text(element)?;
            match choices.iter().find(|choice| choice.name == name) {
                Some(choice) => bits |= 1 << choice.bit,
                None => {
                    let advice = advice(&name, choices.iter().map(|choice| choice.name.as_str()));
                    return self.fail(element, format!("there is no choice `{name}`{advice}"));
                }
            }
        }
        self.put(at, bits, primitive.size() as usize);
        Ok(())
    }
}

/// Whether a number stays finite in its type.
fn fits(primitive: Primitive, number: f64) -> bool {
    match primitive {
        Primitive::Float => (number as f32).is_finite(),
        _ => number.is_finite(),
    }
}
