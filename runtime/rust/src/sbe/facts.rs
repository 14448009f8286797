//! What a schema has, as tables: where numbers stand in what leads messages, groups and data, how much
//! each version has of a block, and what stands behind it.

use super::octets::{get, put};

/// Entries of a group that may take no octets at all: nothing on the wire bounds their number.
pub const EMPTY_ENTRIES: u64 = 65_536;

/// A number of a prefix.
#[derive(Clone, Copy, Debug)]
pub enum NumberAt {
    /// The prefix does not say it.
    Unsaid,
    /// Where it stands, and in how many octets.
    At(usize, usize),
    /// The schema says it.
    Is(u64),
}

impl NumberAt {
    /// The number in a prefix; zero if it does not say it.
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

    /// Writes the number into a prefix that says it.
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

    /// Whether the prefix or the schema says it.
    #[inline(always)]
    pub fn is_said(self) -> bool {
        !matches!(self, NumberAt::Unsaid)
    }
}

/// What leads a message, a group or data.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Prefix {
    /// Octets that it takes.
    pub size: usize,
    /// Numbers have their most significant octet first.
    pub big: bool,
    /// Entries or octets that it can count.
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
    /// Its identifier.
    pub id: u64,
    /// Its version.
    pub version: u64,
    /// What leads messages.
    pub header: &'static Prefix,
    /// What leads groups that are not known.
    pub dimension: Option<&'static Prefix>,
    /// What leads data that are not known.
    pub data: Option<&'static Prefix>,
}

/// How much there is of something, each from a version on; the first from all.
pub type Since = &'static [(u32, usize)];

/// How much there is of it in a version.
#[inline(always)]
pub fn in_version(steps: Since, version: u32) -> usize {
    match steps {
        [(_, amount)] => *amount,
        _ => steps.iter().rev().find(|(since, _)| *since <= version).map_or(0, |(_, amount)| *amount),
    }
}

/// What stands behind a block: entries of a body, or data where there is none.
#[derive(Debug)]
pub struct Part {
    /// The entries.
    pub entry: Option<&'static Body>,
    /// What leads it.
    pub prefix: &'static Prefix,
    /// The version that brought it.
    pub since: u32,
}

/// A block with what stands behind it.
#[derive(Debug)]
pub struct Body {
    /// Its schema.
    pub schema: &'static Schema,
    /// What leads it.
    pub prefix: &'static Prefix,
    /// The template id of a message, the number of a group.
    pub id: u64,
    /// Octets of the block, as this version writes it.
    pub block_length: usize,
    /// Octets that the block has at least.
    pub least: Since,
    /// What stands behind it: groups, then data.
    pub parts: &'static [Part],
    /// How many groups are counted.
    pub groups: Since,
    /// How many data are counted.
    pub data: Since,
    /// What is not zero in a new block: its offset, its octets, how many of it, and its bits.
    pub nulls: &'static [(usize, usize, usize, u64)],
}

impl Body {
    /// Whether the prefix counts its groups or data.
    #[inline(always)]
    pub fn counts(&self) -> bool {
        self.prefix.groups.is_said() || self.prefix.data.is_said()
    }

    /// Octets that what stands behind the block takes in every version, whatever it says.
    pub const fn rest(&self) -> usize {
        let (mut parts, mut size) = (self.parts, 0);
        while let [part, behind @ ..] = parts {
            size += if part.since == 0 { part.prefix.size } else { 0 };
            parts = behind;
        }
        size
    }

    /// A part; none behind the last.
    #[inline(always)]
    pub fn part(&self, index: usize) -> Option<&'static Part> {
        self.parts.get(index)
    }
}
