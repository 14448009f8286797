//! Writers: set the fields of a block in any order, and write the groups and data after it in schema order.
//!
//! Anything left out is written empty. The first error is kept, and nothing is written after it.

use super::facts::{in_version, Body, EMPTY_ENTRIES};
use super::octets::{Code, Error, Number};

/// What is open at one depth of a message: a message's groups are at depth 1, the groups in their entries at
/// 2.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The group's entries.
    body: &'static Body,
    /// Offset of the group's dimension.
    group: usize,
    /// Offset of the last entry's block.
    entry: Option<usize>,
    count: u64,
    most: u64,
    /// The announced count; 0 if it is not known.
    due: u64,
    /// Number of groups and data of the entry that have been begun.
    stage: usize,
}

/// The address and version of a block that a view found; `BODY` is the block's number in the schema.
#[derive(Clone, Copy, Debug)]
pub struct Place<const BODY: usize> {
    address: usize,
    version: u32,
}

impl<const BODY: usize> Place<BODY> {
    /// The place of a block.
    #[inline]
    pub fn of(block: &[u8], version: u32) -> Place<BODY> {
        Place { address: block.as_ptr() as usize, version }
    }
}

/// Writes a message whose groups nest fewer than `LEVELS` deep.
#[derive(Debug)]
pub struct Writer<'b, const LEVELS: usize> {
    octets: &'b mut [u8],
    at: usize,
    levels: [Level; LEVELS],
    /// The deepest open level.
    deep: usize,
    fault: Option<Error>,
}

impl<'b, const LEVELS: usize> Writer<'b, LEVELS> {
    /// Begins a message at the start of `octets`; returns the offset of its block.
    #[inline]
    pub fn begin(body: &'static Body, octets: &'b mut [u8]) -> (Writer<'b, LEVELS>, Option<usize>) {
        let level = Level { body, group: 0, entry: None, count: 0, most: 0, due: 0, stage: 0 };
        let mut writer = Writer { octets, at: 0, levels: [level; LEVELS], deep: 0, fault: None };
        let block = writer.lead(body).and_then(|_| writer.block(body));
        if let Some(level) = writer.levels.first_mut() {
            level.entry = block;
        }
        (writer, block)
    }

    /// Opens an existing message to set its fields; nothing can be added to it.
    #[inline]
    pub fn edit<const BODY: usize>(
        body: &'static Body,
        octets: &'b mut [u8],
        place: Place<BODY>,
    ) -> (Writer<'b, LEVELS>, Option<usize>) {
        let level = Level { body, group: 0, entry: None, count: 0, most: 0, due: 0, stage: 0 };
        let mut writer = Writer { octets, at: 0, levels: [level; LEVELS], deep: 0, fault: None };
        let block = writer.place(body, place);
        (writer, block)
    }

    /// The offset of a block that a view found in this buffer; `None` if it is not in the buffer, or of an
    /// older version, which does not have all fields.
    #[inline]
    pub fn place<const BODY: usize>(&mut self, body: &'static Body, place: Place<BODY>) -> Option<usize> {
        if self.fault.is_some() {
            return None;
        }
        let at = place.address.checked_sub(self.octets.as_ptr() as usize);
        let at = at.filter(|at| self.octets.get(*at..).is_some_and(|rest| rest.len() >= body.block_length));
        if at.is_none() {
            self.fail(Code::NoRoom);
        } else if u64::from(place.version) < body.schema.version {
            self.fail(Code::ShortBlock);
            return None;
        }
        at
    }

    /// Records an error if it is the first; nothing is written after it.
    #[inline]
    pub fn fail(&mut self, code: Code) {
        self.fault = self.fault.or(Some(Error { code, offset: self.at }));
    }

    /// Returns whether everything went well so far.
    ///
    /// # Errors
    /// The first error.
    #[inline]
    pub fn status(&self) -> Result<(), Error> {
        self.fault.map_or(Ok(()), Err)
    }

    /// Ends the message; returns its length in bytes.
    ///
    /// # Errors
    /// The first error.
    #[inline]
    pub fn finish(&mut self) -> Result<usize, Error> {
        self.end_groups(0);
        self.end_entry(0);
        self.status().map(|()| self.at)
    }

    /// Sets a number in a block.
    #[inline(always)]
    pub fn set<T: Number>(&mut self, block: Option<usize>, at: usize, big: bool, number: T) {
        match block.and_then(|block| self.octets.get_mut(block..)) {
            Some(octets) => number.put(octets, at, big),
            None => self.fail(Code::WrongOrder),
        }
    }

    /// Sets characters, padded with NULs to `size`.
    #[inline]
    pub fn set_text(&mut self, block: Option<usize>, at: usize, size: usize, text: &[u8]) {
        let field = block.and_then(|block| self.octets.get_mut(block..)?.get_mut(at..)?.get_mut(..size));
        let Some(field) = field else { return self.fail(Code::WrongOrder) };
        let Some((begin, rest)) = field.split_at_mut_checked(text.len()) else {
            return self.fail(Code::TooMany);
        };
        begin.copy_from_slice(text);
        rest.fill(0);
    }

    /// Sets an array of exactly `count` numbers.
    #[inline]
    pub fn set_all<T: Number>(
        &mut self,
        block: Option<usize>,
        at: usize,
        (count, big): (usize, bool),
        numbers: impl IntoIterator<Item = T>,
    ) {
        let mut left = count;
        for number in numbers {
            if left == 0 {
                return self.fail(Code::TooMany);
            }
            self.set(block, at + (count - left) * size_of::<T>(), big, number);
            left -= 1;
        }
        if left != 0 {
            self.fail(Code::WrongCount);
        }
    }

    /// Takes the next `count` bytes, if there is room.
    #[inline(always)]
    fn take(&mut self, count: usize) -> Option<&mut [u8]> {
        let begin = self.at;
        if self.fault.is_none() && self.octets.len() - begin.min(self.octets.len()) >= count {
            self.at += count;
            return self.octets.get_mut(begin..)?.get_mut(..count);
        }
        self.fail(Code::NoRoom);
        None
    }

    /// Writes the prefix of a message or group of this version; returns its offset.
    #[inline(always)]
    fn lead(&mut self, body: &'static Body) -> Option<usize> {
        let (lead, schema, begin) = (body.prefix, body.schema, self.at);
        let octets = self.take(lead.size)?;
        octets.fill(0);
        let numbers = [
            (lead.block_length, body.block_length as u64),
            (lead.template_id, body.id),
            (lead.schema_id, schema.id),
            (lead.version, schema.version),
            (lead.groups, if lead.groups.is_said() { in_version(body.groups, u32::MAX) as u64 } else { 0 }),
            (lead.data, if lead.data.is_said() { in_version(body.data, u32::MAX) as u64 } else { 0 }),
        ];
        numbers.into_iter().for_each(|(place, number)| place.write(octets, lead.big, number));
        Some(begin)
    }

    /// Writes a block whose fields are all null or zero; returns its offset.
    #[inline(always)]
    fn block(&mut self, body: &'static Body) -> Option<usize> {
        let begin = self.at;
        let octets = self.take(body.block_length)?;
        octets.fill(0);
        for &(offset, size, count, bits) in body.nulls {
            for index in 0..count {
                let at = offset + index * size;
                match size {
                    1 => (bits as u8).put(octets, at, body.prefix.big),
                    2 => (bits as u16).put(octets, at, body.prefix.big),
                    4 => (bits as u32).put(octets, at, body.prefix.big),
                    _ => bits.put(octets, at, body.prefix.big),
                }
            }
        }
        Some(begin)
    }

    /// Writes empty parts of an entry up to part `wanted`.
    #[cold]
    fn fill(&mut self, depth: usize, wanted: usize) {
        while let Some(level) = self.levels.get_mut(depth).filter(|level| level.stage < wanted) {
            let Some(part) = level.body.part(level.stage) else { return };
            level.stage += 1;
            match part.entry {
                Some(entry) => drop(self.lead(entry)),
                None => {
                    self.take(part.prefix.size).into_iter().for_each(|octets| octets.fill(0));
                }
            }
        }
    }

    /// Ends the open entry at `depth`, if there is one.
    #[inline(always)]
    fn end_entry(&mut self, depth: usize) {
        let Some(level) = self.levels.get(depth) else { return };
        let parts = level.body.parts.len();
        if level.entry.is_some() && level.stage != parts {
            self.fill(depth, parts);
        }
    }

    /// Ends all groups deeper than `depth`.
    #[inline(always)]
    fn end_groups(&mut self, depth: usize) {
        while self.deep > depth {
            self.end_entry(self.deep);
            if let Some(level) = self.levels.get_mut(self.deep) {
                level.entry = None;
                if level.due != 0 && level.due != level.count {
                    self.fail(Code::WrongCount);
                }
            }
            self.deep -= 1;
        }
    }

    /// Begins a part of the entry at `depth`, unless it is out of order.
    #[inline(always)]
    fn begin_part(&mut self, depth: usize, index: usize) -> bool {
        let level = self.levels.get(depth).filter(|level| level.entry.is_some() && level.stage <= index);
        let Some(stage) = level.map(|level| level.stage) else {
            self.fail(Code::WrongOrder);
            return false;
        };
        self.end_groups(depth);
        if stage != index {
            self.fill(depth, index);
        }
        if let Some(level) = self.levels.get_mut(depth) {
            level.stage = index + 1;
        }
        self.fault.is_none()
    }

    /// Begins a group of the entry at `depth`; `due` is the number of entries it will have, or 0 if that is
    /// not known.
    #[inline(always)]
    pub fn group(&mut self, depth: usize, index: usize, body: &'static Body, due: usize) {
        if !self.begin_part(depth, index) {
            return;
        }
        let most = body.prefix.most;
        let most = if body.block_length > 0 { most } else { most.min(EMPTY_ENTRIES) };
        let room = body.block_length.checked_mul(due).and_then(|room| room.checked_add(body.prefix.size));
        if due as u64 > most {
            return self.fail(Code::TooMany);
        }
        if room.is_none_or(|room| room > self.octets.len() - self.at) {
            return self.fail(Code::NoRoom);
        }
        let Some(group) = self.lead(body) else { return };
        if let Some(level) = self.levels.get_mut(depth + 1) {
            let due = due as u64;
            let most = if due == 0 { most } else { due };
            *level = Level { body, group, entry: None, count: 0, most, due, stage: 0 };
            self.deep = depth + 1;
        }
    }

    /// Begins the next entry of the group at `depth`; returns the offset of its block.
    #[inline(always)]
    pub fn add(&mut self, depth: usize) -> Option<usize> {
        if self.deep < depth {
            self.fail(Code::WrongOrder);
            return None;
        }
        self.end_groups(depth);
        self.end_entry(depth);
        let level = self.levels.get(depth)?;
        let (body, group, count) = (level.body, level.group, level.count + 1);
        if count > level.most {
            self.fail(Code::TooMany);
            return None;
        }
        let entry = self.block(body)?;
        if let Some(level) = self.levels.get_mut(depth) {
            level.entry = Some(entry);
            level.stage = 0;
            level.count = count;
        }
        if let Some(prefix) = self.octets.get_mut(group..) {
            body.prefix.count.write(prefix, body.prefix.big, count);
        }
        Some(entry)
    }

    /// Writes a data field of the entry at `depth`.
    #[inline(always)]
    pub fn data(&mut self, depth: usize, index: usize, data: &[u8]) {
        let part = self.levels.get(depth).and_then(|level| level.body.part(index));
        let Some(part) = part.filter(|_| self.begin_part(depth, index)) else { return };
        let lead = part.prefix;
        if data.len() as u64 > lead.most {
            return self.fail(Code::TooMany);
        }
        let Some(octets) = self.take(lead.size.saturating_add(data.len())) else { return };
        if let Some((prefix, contents)) = octets.split_at_mut_checked(lead.size) {
            prefix.fill(0);
            lead.length.write(prefix, lead.big, data.len() as u64);
            contents.copy_from_slice(data);
        }
    }
}
