//! Schema tables: where the numbers are in the prefixes of messages, groups and data, how long each
//! version's block is, and which groups and data follow it.

use super::octets::{get, put};

/// Maximum number of entries in a group whose entries may take no bytes, since nothing on the wire
/// limits it.
pub const EMPTY_ENTRIES: u64 = 65_536;

/// Where a number of a prefix comes from.
#[derive(Clone, Copy, Debug)]
pub enum NumberAt {
    /// The prefix does not have it.
    Unsaid,
    /// At this offset, with this size in bytes.
    At(usize, usize),
    /// A constant from the schema.
    Is(u64),
}

impl NumberAt {
    /// The number in a prefix; zero if it does not have it.
    #[inline(always)]
    pub fn read(self, prefix: &[u8], big: bool) -> u64 {
        match self {
            NumberAt::Unsaid => 0,
            NumberAt::Is(number) => number,
            NumberAt::At(at, 1) => get::<u8>(prefix, at, big).into(),
            NumberAt::At(at, 2) => get::<u16>(prefix, at, big).into(),
            NumberAt::At(at, 4) => get::<u32>(prefix, at, big).into(),
            NumberAt::At(at, _) => get(prefix, at, big),
        }
    }

    /// Writes the number, if the prefix contains it.
    #[inline(always)]
    pub fn write(self, prefix: &mut [u8], big: bool, number: u64) {
        match self {
            NumberAt::Unsaid | NumberAt::Is(_) => {}
            NumberAt::At(at, 1) => put(prefix, at, big, number as u8),
            NumberAt::At(at, 2) => put(prefix, at, big, number as u16),
            NumberAt::At(at, 4) => put(prefix, at, big, number as u32),
            NumberAt::At(at, _) => put(prefix, at, big, number),
        }
    }

    /// Whether the prefix or the schema gives it.
    #[inline(always)]
    pub fn is_said(self) -> bool {
        !matches!(self, NumberAt::Unsaid)
    }
}

/// The prefix of a message, a group or data.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Prefix {
    /// Size in bytes.
    pub size: usize,
    /// Whether numbers are big-endian.
    pub big: bool,
    /// Maximum number of entries or bytes that it can count.
    pub most: u64,
    pub block_length: NumberAt,
    pub template_id: NumberAt,
    pub schema_id: NumberAt,
    pub version: NumberAt,
    pub count: NumberAt,
    pub groups: NumberAt,
    pub data: NumberAt,
    pub length: NumberAt,
}

/// A schema.
#[derive(Debug)]
pub struct Schema {
    /// Schema id.
    pub id: u64,
    /// Schema version.
    pub version: u64,
    /// The message header.
    pub header: &'static Prefix,
    /// The dimension of unknown groups.
    pub dimension: Option<&'static Prefix>,
    /// The length prefix of unknown data.
    pub data: Option<&'static Prefix>,
}

/// Amounts, each with the version from which it applies; the first applies to all versions.
pub type Since = &'static [(u32, usize)];

/// The amount in a version.
#[inline(always)]
pub fn in_version(steps: Since, version: u32) -> usize {
    match steps {
        [(_, amount)] => *amount,
        _ => steps.iter().rev().find(|(since, _)| *since <= version).map_or(0, |(_, amount)| *amount),
    }
}

/// A group, or data if it has no entries, after a block.
#[derive(Debug)]
pub struct Part {
    /// The group's entries.
    pub entry: Option<&'static Body>,
    /// Its prefix.
    pub prefix: &'static Prefix,
    /// The version that added it.
    pub since: u32,
}

/// A block and the groups and data after it.
#[derive(Debug)]
pub struct Body {
    /// Its schema.
    pub schema: &'static Schema,
    /// Its prefix.
    pub prefix: &'static Prefix,
    /// The template id of a message, or the id of a group.
    pub id: u64,
    /// Length of the block in bytes, as this version writes it.
    pub block_length: usize,
    /// Minimum length of the block in bytes, by version.
    pub least: Since,
    /// Groups, then data.
    pub parts: &'static [Part],
    /// Number of groups, by version.
    pub groups: Since,
    /// Number of data fields, by version.
    pub data: Since,
    /// Fields that are not zero in a new block: offset, size in bytes, count, and bits.
    pub nulls: &'static [(usize, usize, usize, u64)],
}

impl Body {
    /// Whether the prefix counts groups or data.
    #[inline(always)]
    pub fn counts(&self) -> bool {
        self.prefix.groups.is_said() || self.prefix.data.is_said()
    }

    /// Minimum number of bytes after the block: the prefixes of the parts that every version has.
    pub const fn rest(&self) -> usize {
        let (mut parts, mut size) = (self.parts, 0);
        while let [part, behind @ ..] = parts {
            size += if part.since == 0 { part.prefix.size } else { 0 };
            parts = behind;
        }
        size
    }

    /// A part; `None` past the last.
    #[inline(always)]
    pub fn part(&self, index: usize) -> Option<&'static Part> {
        self.parts.get(index)
    }
}
