//! Octets to values: one walk along the model, in the order of the schema.

use std::ops::Range;

use wireglot_model::blocks::{
    Blocks, Body, Constant, Data, EncodingId, EncodingKind, Group, Message, Number, Part, Prefix, Presence,
    Primitive, Role, SetChoice, Simple,
};

use super::version::{block, counts, there};
use super::{BlockCode, BlockError, EMPTY_ENTRIES};

/// What a walk shows, in the order of the schema.
pub trait Visit {
    /// A record or a list begins.
    fn open(&mut self, list: bool);
    /// It ends.
    fn close(&mut self, list: bool);
    /// The next value is the member of this name.
    fn member(&mut self, name: &str);
    /// The next value is the next element.
    fn element(&mut self);
    /// A value without parts, and the octets that it stands in; none for what is absent.
    fn leaf(&mut self, leaf: Leaf<'_>, octets: Range<usize>);
    /// The message has this name.
    fn message(&mut self, _name: &str) {}
    /// A header, the dimension of a group, or the length of data.
    fn prefix(&mut self, _prefix: &Prefix, _octets: Range<usize>) {}
    /// A block: what its fields leave of it nobody knows.
    fn block(&mut self, _octets: Range<usize>) {}
    /// How the next value is encoded.
    fn encoding(&mut self, _id: EncodingId) {}
    /// Groups or data of a newer sender.
    fn skipped(&mut self, _octets: Range<usize>) {}
}

/// A value without parts.
#[derive(Debug, Clone, Copy)]
pub enum Leaf<'a> {
    /// Absent, or the number that means null.
    Null,
    /// A number.
    Number(Number),
    /// A character.
    Char(u8),
    /// Characters, one an octet.
    Text(&'a [u8]),
    /// Octets without a meaning.
    Octets(&'a [u8]),
    /// The name of an enumeration's value.
    Name(&'a str),
    /// The bits of a set.
    Set(&'a [SetChoice], u64),
}

/// What was decoded.
#[derive(Debug, Clone, Copy)]
pub struct Decoded<'b> {
    /// The message.
    pub message: &'b Message,
    /// The version of its sender.
    pub version: u64,
    /// Octets that it took.
    pub size: usize,
}

/// Decodes the message that begins the octets.
///
/// # Errors
/// The octets are no message of the schema, or a damaged one. What was shown until then is
/// right as far as it goes.
pub fn decode<'b>(
    blocks: &'b Blocks,
    octets: &[u8],
    visit: &mut dyn Visit,
) -> Result<Decoded<'b>, BlockError> {
    let mut reader = Reader { blocks, octets, at: 0, version: 0, empty: 0, path: Vec::new() };
    reader.message(visit).map_err(|fault| BlockError {
        code: fault.code,
        offset: fault.offset,
        path: spelled(&reader.path),
        detail: fault.detail,
    })
}

/// A step of a path.
#[derive(Debug, Clone, Copy)]
enum Step<'b> {
    Member(&'b str),
    Entry(u64),
}

fn spelled(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Member(name) if text.is_empty() => text.push_str(name),
            Step::Member(name) => text.push_str(&format!(".{name}")),
            Step::Entry(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

struct Fault {
    code: BlockCode,
    offset: usize,
    detail: String,
}

type Read<T> = Result<T, Fault>;

struct Reader<'b, 'o> {
    blocks: &'b Blocks,
    octets: &'o [u8],
    /// Where the next group or data begins.
    at: usize,
    /// The version of the sender.
    version: u64,
    /// Entries so far whose blocks take no octets.
    empty: u64,
    path: Vec<Step<'b>>,
}

impl<'b> Reader<'b, '_> {
    fn fail<T>(&self, code: BlockCode, offset: usize, detail: impl Into<String>) -> Read<T> {
        Err(Fault { code, offset: offset.min(self.octets.len()), detail: detail.into() })
    }

    fn message(&mut self, visit: &mut dyn Visit) -> Read<Decoded<'b>> {
        let blocks = self.blocks;
        let Some(header) = &blocks.header else { return self.fail(BlockCode::WrongSchema, 0, "no header") };
        self.take(header.size)?;
        let schema = self.part(header, 0, Role::SchemaId).unwrap_or(blocks.id);
        if schema != blocks.id {
            return self.fail(BlockCode::WrongSchema, 0, format!("{schema} instead of {}", blocks.id));
        }
        let template = self.part(header, 0, Role::TemplateId).unwrap_or_default();
        let Some(message) = blocks.messages.iter().find(|message| message.id == template) else {
            return self.fail(BlockCode::UnknownTemplate, 0, template.to_string());
        };
        self.path.push(Step::Member(&message.name));
        visit.prefix(header, 0..header.size as usize);
        visit.message(&message.name);
        self.version = self.part(header, 0, Role::Version).unwrap_or(blocks.version);
        self.body(&message.body, header, 0, visit)?;
        Ok(Decoded { message, version: self.version, size: self.at })
    }

    /// Takes octets at the place of the next group or data; says where they begin.
    fn take(&mut self, count: u64) -> Read<usize> {
        let left = (self.octets.len() - self.at) as u64;
        if count > left {
            return self.fail(BlockCode::Short, self.octets.len(), format!("{} more due", count - left));
        }
        let begin = self.at;
        self.at += count as usize;
        Ok(begin)
    }

    /// A number of a prefix whose octets are there.
    fn part(&self, prefix: &Prefix, begin: usize, role: Role) -> Option<u64> {
        match prefix.part(role) {
            Some(part) => Some(self.counter(begin, part)),
            None => prefix.constant(role),
        }
    }

    fn counter(&self, begin: usize, part: Part) -> u64 {
        let at = begin + part.offset as usize;
        self.raw(at, part.primitive.size() as usize)
    }

    /// An unsigned number in the byte order of the schema; 0 outside of the input.
    fn raw(&self, at: usize, size: usize) -> u64 {
        let octets = self.octets.get(at..at + size).unwrap_or_default();
        let add = |number: u64, octet: &u8| number << 8 | u64::from(*octet);
        match self.blocks.big_endian {
            true => octets.iter().fold(0, add),
            false => octets.iter().rev().fold(0, add),
        }
    }

    /// A block, whose prefix begins at `begin`, and the groups and data behind it.
    fn body(&mut self, body: &'b Body, prefix: &Prefix, begin: usize, visit: &mut dyn Visit) -> Read<()> {
        let length = self.part(prefix, begin, Role::BlockLength).unwrap_or(body.block_length);
        let counted =
            (self.part(prefix, begin, Role::NumGroups), self.part(prefix, begin, Role::NumVarDataFields));
        self.entry(body, length, counted, begin, visit)
    }

    fn entry(
        &mut self,
        body: &'b Body,
        length: u64,
        counted: (Option<u64>, Option<u64>),
        prefix: usize,
        visit: &mut dyn Visit,
    ) -> Read<()> {
        let least = block(self.blocks, body, self.version);
        if length < least {
            let detail = format!("{length} octets, {least} at least in version {}", self.version);
            return self.fail(BlockCode::ShortBlock, prefix, detail);
        }
        let (more_groups, more_data) = self.more(body, counted, prefix)?;
        let start = self.take(length)?;
        visit.block(start..self.at);
        visit.open(false);
        for field in &body.fields {
            visit.member(&field.name);
            self.path.push(Step::Member(&field.name));
            if there(&field.notes, self.version) || matches!(field.presence, Presence::Constant(_)) {
                self.value(field.encoding, &field.presence, start + field.offset as usize, visit);
            } else {
                visit.leaf(Leaf::Null, 0..0);
            }
            self.path.pop();
        }
        for group in &body.groups {
            visit.member(&group.name);
            self.path.push(Step::Member(&group.name));
            match there(&group.notes, self.version) {
                true => self.group(group, visit)?,
                false => visit.leaf(Leaf::Null, 0..0),
            }
            self.path.pop();
        }
        let known = self.at;
        (0..more_groups).try_for_each(|_| self.skip_group())?;
        visit.skipped(known..self.at);
        for data in &body.data {
            visit.member(&data.name);
            self.path.push(Step::Member(&data.name));
            match there(&data.notes, self.version) {
                true => self.data(data, visit)?,
                false => visit.leaf(Leaf::Null, 0..0),
            }
            self.path.pop();
        }
        let known = self.at;
        (0..more_data).try_for_each(|_| self.skip_data())?;
        visit.skipped(known..self.at);
        visit.close(false);
        Ok(())
    }

    /// How many groups and data the sender wrote behind those that the schema knows.
    fn more(&self, body: &Body, counted: (Option<u64>, Option<u64>), prefix: usize) -> Read<(u64, u64)> {
        let own = counts(body, self.version);
        let newer = self.version > self.blocks.version;
        let more = |counted: Option<u64>, own: u64, what: &str| match counted {
            None => Ok(0),
            Some(counted) if counted == own || newer && counted > own => Ok(counted - own),
            Some(counted) => {
                let detail = format!("{counted} {what}, {own} in version {}", self.version);
                self.fail(BlockCode::WrongCount, prefix, detail)
            }
        };
        Ok((more(counted.0, own.0, "groups")?, more(counted.1, own.1, "data")?))
    }

    fn group(&mut self, group: &'b Group, visit: &mut dyn Visit) -> Read<()> {
        let dimension = &group.dimension;
        let begin = self.take(dimension.size)?;
        let length = self.part(dimension, begin, Role::BlockLength).unwrap_or(group.body.block_length);
        let count = self.part(dimension, begin, Role::NumInGroup).unwrap_or_default();
        let counted = (
            self.part(dimension, begin, Role::NumGroups),
            self.part(dimension, begin, Role::NumVarDataFields),
        );
        self.check_entries(begin, length, count, block(self.blocks, &group.body, self.version))?;
        visit.prefix(dimension, begin..self.at);
        visit.open(true);
        for index in 0..count {
            visit.element();
            self.path.push(Step::Entry(index));
            self.entry(&group.body, length, counted, begin, visit)?;
            self.path.pop();
        }
        visit.close(true);
        Ok(())
    }

    /// Says no to entries that are not there before the first is looked at, which tells of blocks that are
    /// shorter than the least that they can be.
    fn check_entries(&mut self, begin: usize, length: u64, count: u64, least: u64) -> Read<()> {
        let left = (self.octets.len() - self.at) as u64;
        match length.checked_mul(count) {
            Some(due) if due <= left => {}
            _ => {
                let detail = format!("{count} entries of {length} octets, {left} are left");
                return self.fail(BlockCode::Short, begin, detail);
            }
        }
        if length.max(least) == 0 {
            self.empty = self.empty.saturating_add(count);
            if self.empty > EMPTY_ENTRIES {
                return self.fail(BlockCode::EmptyEntries, begin, self.empty.to_string());
            }
        }
        Ok(())
    }

    fn data(&mut self, data: &'b Data, visit: &mut dyn Visit) -> Read<()> {
        let begin = self.take(data.length.size)?;
        let length = self.part(&data.length, begin, Role::Length).unwrap_or_default();
        let start = self.take(length)?;
        visit.prefix(&data.length, begin..start);
        let span = start..self.at;
        let octets = &self.octets[span.clone()];
        visit.leaf(
            match data.element.primitive {
                Primitive::Char => Leaf::Text(octets),
                _ => Leaf::Octets(octets),
            },
            span,
        );
        Ok(())
    }

    /// Skips a group of a newer sender: led by the schema's `groupSizeEncoding`, and as deep as that counts.
    fn skip_group(&mut self) -> Read<()> {
        let Some(group) = self.blocks.default_dimension.as_ref() else {
            return self.fail(BlockCode::CannotSkip, self.at, "there is no groupSizeEncoding");
        };
        let begin = self.take(group.size)?;
        let length = self.part(group, begin, Role::BlockLength).unwrap_or_default();
        let count = self.part(group, begin, Role::NumInGroup).unwrap_or_default();
        let groups = self.part(group, begin, Role::NumGroups).unwrap_or_default();
        let data = self.part(group, begin, Role::NumVarDataFields).unwrap_or_default();
        self.check_entries(begin, length, count, 0)?;
        if groups == 0 && data == 0 {
            return self.take(length * count).map(drop);
        }
        if self.path.len() > DEPTH {
            return self.fail(BlockCode::CannotSkip, begin, "groups stand too deep in each other");
        }
        for index in 0..count {
            self.path.push(Step::Entry(index));
            self.take(length)?;
            (0..groups).try_for_each(|_| self.skip_group())?;
            (0..data).try_for_each(|_| self.skip_data())?;
            self.path.pop();
        }
        Ok(())
    }

    /// Skips data of a newer sender: led by the schema's `varDataEncoding`.
    fn skip_data(&mut self) -> Read<()> {
        let Some(data) = self.blocks.default_data.as_ref() else {
            return self.fail(BlockCode::CannotSkip, self.at, "there is no varDataEncoding");
        };
        let begin = self.take(data.size)?;
        let length = self.part(data, begin, Role::Length).unwrap_or_default();
        self.take(length).map(drop)
    }

    /// A value in a block whose octets are there.
    fn value(&self, id: EncodingId, presence: &Presence, at: usize, visit: &mut dyn Visit) {
        visit.encoding(id);
        if let Presence::Constant(constant) = presence {
            return self.constant(id, constant, visit);
        }
        let encoding = self.blocks.get(id);
        let span = at..at + encoding.size as usize;
        let optional = *presence == Presence::Optional;
        match &encoding.kind {
            EncodingKind::Simple(simple) => self.simple(simple, optional, at, visit),
            EncodingKind::Enum { primitive, values, null } => {
                let number = self.number(*primitive, at);
                let Number::Integer(value) = number else { return };
                let leaf = match values.iter().find(|known| known.value == value) {
                    _ if optional && number == *null => Leaf::Null,
                    Some(known) => Leaf::Name(&known.name),
                    None => Leaf::Number(number),
                };
                visit.leaf(leaf, span);
            }
            EncodingKind::Set { primitive, choices } => {
                visit.leaf(Leaf::Set(choices, self.raw(at, primitive.size() as usize)), span);
            }
            EncodingKind::Composite(members) => {
                visit.open(false);
                for member in members {
                    visit.member(&member.name);
                    let own = match &self.blocks.get(member.encoding).kind {
                        EncodingKind::Simple(simple) => &simple.presence,
                        _ => &Presence::Required,
                    };
                    match there(&member.notes, self.version) || matches!(own, Presence::Constant(_)) {
                        true => self.value(member.encoding, own, at + member.offset as usize, visit),
                        false => visit.leaf(Leaf::Null, 0..0),
                    }
                }
                visit.close(false);
            }
        }
    }

    fn simple(&self, simple: &Simple, optional: bool, at: usize, visit: &mut dyn Visit) {
        let size = simple.primitive.size() as usize;
        let span = at..at + size * simple.length as usize;
        match (simple.primitive, simple.length) {
            (Primitive::Char, 1) => {
                let octet = self.raw(at, 1) as u8;
                let null = optional && simple.null == Number::Integer(octet.into());
                visit.leaf(if null { Leaf::Null } else { Leaf::Char(octet) }, span);
            }
            (Primitive::Char, _) => {
                let octets = self.octets.get(span.clone()).unwrap_or_default();
                let end = octets.iter().position(|octet| *octet == 0).unwrap_or(octets.len());
                let null = optional && octets.first() == Some(&0);
                visit.leaf(if null { Leaf::Null } else { Leaf::Text(&octets[..end]) }, span);
            }
            (primitive, 1) => {
                let number = self.number(primitive, at);
                let null = optional && number == simple.null;
                visit.leaf(if null { Leaf::Null } else { Leaf::Number(number) }, span);
            }
            (primitive, length) => {
                visit.open(true);
                for index in 0..length as usize {
                    let at = at + index * size;
                    visit.element();
                    visit.leaf(Leaf::Number(self.number(primitive, at)), at..at + size);
                }
                visit.close(true);
            }
        }
    }

    fn number(&self, primitive: Primitive, at: usize) -> Number {
        let size = primitive.size() as usize;
        let raw = self.raw(at, size);
        match primitive {
            Primitive::Float => Number::Float(f32::from_bits(raw as u32).into()),
            Primitive::Double => Number::Float(f64::from_bits(raw)),
            Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => {
                let unused = 64 - 8 * size as u32;
                Number::Integer((((raw << unused) as i64) >> unused).into())
            }
            _ => Number::Integer(raw.into()),
        }
    }

    fn constant(&self, id: EncodingId, constant: &Constant, visit: &mut dyn Visit) {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) => simple.primitive,
            _ => Primitive::Uint8,
        };
        let leaf = match constant {
            Constant::Number(Number::Integer(octet)) if primitive == Primitive::Char => {
                Leaf::Char(*octet as u8)
            }
            Constant::Number(number) => Leaf::Number(*number),
            Constant::Text(octets) => Leaf::Text(octets),
            Constant::Enumerated(id, position) => match &self.blocks.get(*id).kind {
                EncodingKind::Enum { values, .. } => {
                    values.get(*position).map_or(Leaf::Null, |value| Leaf::Name(&value.name))
                }
                _ => Leaf::Null,
            },
        };
        visit.leaf(leaf, 0..0);
    }
}

/// Groups of a newer sender that may stand in each other.
const DEPTH: usize = 64;
