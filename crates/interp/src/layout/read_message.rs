//! Octets to events: messages, which are blocks with groups and data after them.

use wireglot_plan::layout::{Block, LayoutData, LayoutGroup, LayoutMessage, Part, Prefix, Role, Scalar};
use wireglot_plan::Layout;

use super::bits::load;
use super::leaf::text;
use super::read::{spelled, Fault, Read, Reader, Step};
use super::trace::{Met, Trace};
use super::{LayoutCode, LayoutError, DEPTH, EMPTY_ENTRIES};
use crate::{Discard, Sink};

/// A decoded message.
#[derive(Debug, Clone, Copy)]
pub struct Decoded<'l> {
    /// The message.
    pub message: &'l LayoutMessage,
    /// The sender's version.
    pub version: u64,
    /// The number of octets it took.
    pub size: usize,
}

/// Decodes the message at the start of `octets`. What its sender did not have is absent. What a newer
/// sender appended to blocks is skipped, and so are its additional groups and data fields if prefixes
/// count them.
///
/// # Errors
/// The octets are not a valid message of the schema. The sink has received everything before the error.
pub fn decode_message<'l, S: Sink>(
    layout: &'l Layout,
    octets: &'l [u8],
    sink: &mut S,
) -> Result<Decoded<'l>, LayoutError> {
    traced_message(layout, octets, sink, &mut ())
}

/// Decodes a message, and reports all octets to a trace.
pub(crate) fn traced_message<'l, S: Sink, T: Trace>(
    layout: &'l Layout,
    octets: &'l [u8],
    sink: &mut S,
    trace: &mut T,
) -> Result<Decoded<'l>, LayoutError> {
    let mut reader = Reader::new(layout, octets, sink, trace);
    reader.message().map_err(|fault| LayoutError {
        code: fault.code,
        bit: fault.bit.unwrap_or(reader.at),
        path: spelled(String::new(), &reader.path),
        detail: reader.with_version(fault.detail),
    })
}

/// The version of the message at the start of `octets`, if it is newer than the schema.
pub fn newer_version(layout: &Layout, octets: &[u8]) -> Option<u64> {
    let messages = &layout.messages;
    let header = messages.header.as_ref()?;
    let (mut sink, mut trace) = (Discard, ());
    let mut reader = Reader::new(layout, octets, &mut sink, &mut trace);
    reader.take(header.length).ok()?;
    let schema = reader.part(header, 0, Role::SchemaId).unwrap_or(messages.id);
    let version = reader.part(header, 0, Role::Version)?;
    (schema == messages.id && version > messages.version).then_some(version)
}

/// The numbers of groups and data fields given by a prefix.
type Counts = (Option<u64>, Option<u64>);

impl<'l, S: Sink, T: Trace> Reader<'l, '_, S, T> {
    fn fail<V>(&self, code: LayoutCode, octet: u64, detail: impl Into<String>) -> Read<V> {
        let bit = Some((octet * 8).min(self.sent));
        Err(Fault { code, bit, detail: detail.into() })
    }

    /// Adds to a detail that the message has a newer version than the schema, which may be the reason.
    fn with_version(&self, detail: String) -> String {
        let own = self.layout.messages.version;
        if self.version <= own {
            return detail;
        }
        let newer = format!("the message's version {} is newer than the schema's {own}", self.version);
        match detail.is_empty() {
            true => newer,
            false => format!("{detail} ({newer})"),
        }
    }

    fn message(&mut self) -> Read<Decoded<'l>> {
        let messages = &self.layout.messages;
        let Some(header) = &messages.header else {
            return self.fail(LayoutCode::WrongSchema, 0, "the schema has no message header");
        };
        self.take(header.length)?;
        let schema = self.part(header, 0, Role::SchemaId).unwrap_or(messages.id);
        if schema != messages.id {
            let detail = format!("schema id {schema}, expected {}", messages.id);
            return self.fail(LayoutCode::WrongSchema, 0, detail);
        }
        let template = self.part(header, 0, Role::TemplateId).unwrap_or_default();
        let Some(message) = messages.all.iter().find(|message| message.id == template) else {
            return self.fail(LayoutCode::UnknownTemplate, 0, template.to_string());
        };
        self.met(0, Met::Prefix(header));
        self.path.push(Step::Field(&message.name));
        self.version = self.part(header, 0, Role::Version).unwrap_or(messages.version);
        let length = self.part(header, 0, Role::BlockLength).unwrap_or(message.block.length);
        self.block(&message.block, length, self.counts(header, 0), 0)?;
        Ok(Decoded { message, version: self.version, size: (self.at / 8) as usize })
    }

    /// Skips `count` octets; returns where they start.
    fn take(&mut self, count: u64) -> Read<u64> {
        let (begin, left) = (self.at / 8, (self.sent - self.at) / 8);
        if count > left {
            let detail = format!("{} expected", octets(count - left).replacen(' ', " more ", 1));
            return self.fail(LayoutCode::Short, self.sent / 8, detail);
        }
        self.at += count * 8;
        Ok(begin)
    }

    /// A number of the prefix at octet `begin`, all of which has been received.
    fn part(&self, prefix: &Prefix, begin: u64, role: Role) -> Option<u64> {
        match prefix.part(role) {
            Some(Part { offset, length, .. }) => {
                let big_endian = self.layout.messages.big_endian;
                Some(load(self.octets, (begin + offset) * 8, length * 8, big_endian))
            }
            None => prefix.constant(role),
        }
    }

    fn counts(&self, prefix: &Prefix, begin: u64) -> Counts {
        (self.part(prefix, begin, Role::NumGroups), self.part(prefix, begin, Role::NumVarDataFields))
    }

    /// Reads a block, whose prefix is at octet `prefix`, and the groups and data fields after it.
    fn block(&mut self, block: &'l Block, length: u64, counts: Counts, prefix: u64) -> Read<()> {
        let least = self.layout.least_block(block, self.version);
        if length < least {
            let detail = format!("{}, at least {least} in version {}", octets(length), self.version);
            return self.fail(LayoutCode::ShortBlock, prefix, detail);
        }
        let (more_groups, more_data) = self.more(block, counts, prefix)?;
        let start = self.take(length)? * 8;
        let end = self.at;
        self.tell(start, Met::Block);
        self.sink.begin_record(block.shape);
        self.limit = end;
        self.fields(&block.fields, start, false)?;
        (self.at, self.limit) = (end, self.sent);
        let mut slots = block.fields.len() as u32..;
        for (group, slot) in block.groups.iter().zip(&mut slots) {
            if group.since <= self.version {
                self.path.push(Step::Field(&group.name));
                self.sink.slot(slot);
                self.group(group)?;
                self.path.pop();
            }
        }
        let known = self.at;
        (0..more_groups).try_for_each(|_| self.skip_group())?;
        self.met(known, Met::Skipped);
        let mut slots = (block.fields.len() + block.groups.len()) as u32..;
        for (data, slot) in block.data.iter().zip(&mut slots) {
            if data.since <= self.version {
                self.path.push(Step::Field(&data.name));
                self.sink.slot(slot);
                self.data(data)?;
                self.path.pop();
            }
        }
        let known = self.at;
        (0..more_data).try_for_each(|_| self.skip_data())?;
        self.met(known, Met::Skipped);
        self.sink.end_record(block.shape);
        Ok(())
    }

    /// The number of groups and data fields the sender wrote after the ones the schema knows.
    fn more(&self, block: &Block, counts: Counts, prefix: u64) -> Read<(u64, u64)> {
        if counts == (None, None) {
            return Ok((0, 0));
        }
        let own = block.counts(self.version);
        let newer = self.version > self.layout.messages.version;
        let more = |counted: Option<u64>, own: u64, what: &str| match counted {
            None => Ok(0),
            Some(counted) if counted == own || newer && counted > own => Ok(counted - own),
            Some(counted) => {
                let detail = format!("{counted} {what}, {own} in version {}", self.version);
                self.fail(LayoutCode::WrongCount, prefix, detail)
            }
        };
        Ok((more(counts.0, own.0, "groups")?, more(counts.1, own.1, "data")?))
    }

    fn group(&mut self, group: &'l LayoutGroup) -> Read<()> {
        let prefix = &group.prefix;
        let begin = self.take(prefix.length)?;
        let length = self.part(prefix, begin, Role::BlockLength).unwrap_or(group.block.length);
        let count = self.part(prefix, begin, Role::NumInGroup).unwrap_or_default();
        let counts = self.counts(prefix, begin);
        self.check_entries(begin, length, count, self.layout.least_block(&group.block, self.version))?;
        self.met(begin * 8, Met::Prefix(prefix));
        self.sink.begin_list(group.shape);
        for index in 0..count {
            self.path.push(Step::Element(index));
            self.block(&group.block, length, counts, begin)?;
            self.path.pop();
        }
        self.sink.end_list(group.shape);
        Ok(())
    }

    /// Rejects entries that do not fit into the message before reading the first, which reports blocks
    /// that are too short.
    fn check_entries(&mut self, begin: u64, length: u64, count: u64, least: u64) -> Read<()> {
        let left = (self.sent - self.at) / 8;
        match length.checked_mul(count) {
            Some(due) if due <= left => {}
            _ => {
                let detail = format!("{count} times {} needed, {left} left", octets(length));
                return self.fail(LayoutCode::Short, begin, detail);
            }
        }
        if length.max(least) == 0 {
            self.empty = self.empty.saturating_add(count);
            if self.empty > EMPTY_ENTRIES {
                return self.fail(LayoutCode::EmptyEntries, begin, self.empty.to_string());
            }
        }
        Ok(())
    }

    fn data(&mut self, data: &'l LayoutData) -> Read<()> {
        let begin = self.take(data.prefix.length)?;
        let length = self.part(&data.prefix, begin, Role::Length).unwrap_or_default();
        let start = self.take(length)?;
        if T::ON {
            let end = std::mem::replace(&mut self.at, start * 8);
            self.met(begin * 8, Met::Prefix(&data.prefix));
            self.at = end;
        }
        let octets = self.octets.get(start as usize..(self.at / 8) as usize).unwrap_or_default();
        let is_text = data.element.0 == Scalar::Char;
        match is_text {
            true => text(data.shape, octets, self.sink),
            false => self.sink.octet_string(data.shape, octets),
        }
        self.tell(start * 8, Met::Data(data.shape, octets, is_text));
        Ok(())
    }

    /// Skips a group of a newer sender, using the schema's default prefix. Also skips the groups and data
    /// fields in its entries, if that prefix counts them.
    fn skip_group(&mut self) -> Read<()> {
        let Some(prefix) = self.layout.messages.group.as_ref() else {
            return self.fail(LayoutCode::CannotSkip, self.at / 8, "there is no groupSizeEncoding");
        };
        let begin = self.take(prefix.length)?;
        let length = self.part(prefix, begin, Role::BlockLength).unwrap_or_default();
        let count = self.part(prefix, begin, Role::NumInGroup).unwrap_or_default();
        let (groups, data) = self.counts(prefix, begin);
        let (groups, data) = (groups.unwrap_or_default(), data.unwrap_or_default());
        self.check_entries(begin, length, count, 0)?;
        if groups == 0 && data == 0 {
            return self.take(length * count).map(drop);
        }
        if self.path.len() > DEPTH {
            return self.fail(LayoutCode::CannotSkip, begin, "groups are nested too deep");
        }
        for index in 0..count {
            self.path.push(Step::Element(index));
            self.take(length)?;
            (0..groups).try_for_each(|_| self.skip_group())?;
            (0..data).try_for_each(|_| self.skip_data())?;
            self.path.pop();
        }
        Ok(())
    }

    /// Skips a data field of a newer sender, using the schema's default prefix.
    fn skip_data(&mut self) -> Read<()> {
        let Some(prefix) = self.layout.messages.data.as_ref() else {
            return self.fail(LayoutCode::CannotSkip, self.at / 8, "there is no varDataEncoding");
        };
        let begin = self.take(prefix.length)?;
        let length = self.part(prefix, begin, Role::Length).unwrap_or_default();
        self.take(length).map(drop)
    }
}

/// A number of octets.
fn octets(number: u64) -> String {
    match number {
        1 => "1 octet".to_string(),
        _ => format!("{number} octets"),
    }
}
