//! What the fast path of the basic PERs knows of a root.

use std::ops::Range as Span;

use super::fields::{Length, Whole};
use crate::fast_path::asks::{Range, Sizes};
use crate::fast_path::items::Items;
use crate::fast_path::words::{Key, Word, Words};

/// A root, ready to be read and written.
#[derive(Debug)]
pub(crate) struct Path {
    pub(super) words: Words,
    pub(super) root: Node,
    pub(super) nodes: Vec<Node>,
    pub(super) records: Vec<Record>,
    pub(super) members: Vec<Member>,
    pub(super) additions: Vec<Addition>,
    pub(super) lists: Vec<List>,
    pub(super) choices: Vec<Choice>,
    pub(super) numbers: Vec<Number>,
    pub(super) items: Vec<Items>,
    /// By list of items: their numbers in the order of the root, and of the additions.
    pub(super) orders: Vec<Order>,
    pub(super) strings: Vec<Strings>,
    pub(super) alts: Vec<Alt>,
    /// Rows by their keys, ascending.
    pub(super) tables: Vec<Vec<(i64, Node)>>,
    pub(super) aligned: bool,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Whether its type asks more of a value than is checked here, so that none is written.
    pub(super) asks: bool,
    pub(super) op: Op,
}

/// How a value is coded. Numbers are positions in the lists of the path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Boolean,
    Null,
    /// A constrained whole number.
    Whole(u32),
    /// The same, and the key of what the record around it chooses.
    Key(u32),
    /// What a row holds.
    Select(u32),
    /// A number in octets: less its least value, or with a sign.
    Counted(u32),
    Enumerated(u32),
    OctetString(u32),
    BitString(u32),
    Characters(u32),
    /// UTF-8 or, in types without a known multiplier, octets that are ASCII.
    Text(u32),
    Oid {
        relative: bool,
    },
    /// A number by one of two leaves, which a bit tells.
    Alt(u32),
    /// An open type field, or an OCTET STRING of any size, that holds an encoding.
    Field(u32),
    Record(u32),
    List(u32),
    Choice(u32),
    /// What the fast path leaves to the other.
    Other,
}

#[derive(Debug, Default)]
pub(super) struct Record {
    /// Whether the fast path knows it.
    pub(super) known: bool,
    /// Whether a key stands in it.
    pub(super) keyed: bool,
    /// How many bits stand in front.
    pub(super) flags: u32,
    /// The bit that announces additions.
    pub(super) extension: Option<u32>,
    /// Those of the root, then those of the additions.
    pub(super) members: Span<usize>,
    /// Where those of the additions begin.
    pub(super) root: usize,
    pub(super) additions: Span<usize>,
}

/// An extension addition: a member, or a group of some with bits in front.
#[derive(Debug)]
pub(super) struct Addition {
    pub(super) members: Span<usize>,
    pub(super) flags: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    pub(super) key: Key,
    /// Its key with a comma in front.
    pub(super) word: Word,
    pub(super) node: Node,
    /// The bit that announces it; without one, it is always there.
    pub(super) flag: Option<u32>,
    /// Whether it is always there, if its part is.
    pub(super) required: bool,
    pub(super) omit: Omit,
    /// 0 in the root, else the number of its addition from 1 on.
    pub(super) part: u32,
}

/// When a member is not written.
#[derive(Debug)]
pub(super) enum Omit {
    Never,
    /// The value of a leaf.
    Is(i64),
    /// The general path knows.
    Perhaps,
}

#[derive(Debug)]
pub(super) struct List {
    pub(super) element: Node,
    pub(super) length: Length,
    pub(super) sizes: Sizes,
    pub(super) asks: bool,
}

#[derive(Debug, Default)]
pub(super) struct Choice {
    /// How many stand in the root.
    pub(super) roots: u32,
    /// The indices of the root, where there are several.
    pub(super) whole: Option<Whole>,
    pub(super) extensible: bool,
    pub(super) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) number: u32,
    pub(super) key: Key,
    /// `None` where the general path writes it.
    pub(super) code: Option<Code>,
    /// Its key with a brace in front.
    pub(super) word: Word,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) struct Number {
    /// The least value; without one, there is a sign.
    pub(super) lo: Option<i64>,
    pub(super) whole: Whole,
    pub(super) range: Range,
}

#[derive(Debug)]
pub(super) struct Order {
    pub(super) root: Box<[i64]>,
    /// The indices of the root.
    pub(super) whole: Whole,
    pub(super) additions: Option<Box<[i64]>>,
    /// By position among the items, ascending by number.
    pub(super) codes: Box<[Code]>,
}

/// An index among a root and additions, as it is written: the bit that tells of additions included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code {
    pub(super) bits: u64,
    pub(super) width: u32,
}

impl Code {
    /// `None` where it is not a field of some bits: from 255 on in the aligned variant, and from 64 on
    /// among additions.
    pub(super) fn new(
        index: usize,
        addition: bool,
        root: Whole,
        extensible: bool,
        aligned: bool,
    ) -> Option<Code> {
        let index = index as u64;
        match addition {
            // X.691 11.6: behind another bit that says that it is small.
            true => (index < 64).then_some(Code { bits: 0x80 | index, width: 8 }),
            false if aligned && root.span >= 255 => None,
            false => Some(Code { bits: index, width: root.width + u32::from(extensible) }),
        }
    }
}

impl Order {
    pub(super) fn new(
        items: &Items,
        root: &[i64],
        additions: Option<&[i64]>,
        aligned: bool,
    ) -> Option<Order> {
        let whole = Whole::new(root.len().saturating_sub(1) as u64);
        let codes = items.numbers().map(|number| {
            let at = |list: &[i64]| list.iter().position(|own| *own == number);
            let (addition, index) = match at(root) {
                Some(index) => (false, index),
                None => (true, at(additions?)?),
            };
            Code::new(index, addition, whole, additions.is_some(), aligned)
        });
        let codes = codes.collect::<Option<_>>()?;
        Some(Order { whole, root: root.into(), additions: additions.map(Into::into), codes })
    }
}

#[derive(Debug)]
pub(super) struct Strings {
    pub(super) length: Length,
    pub(super) sizes: Sizes,
    /// Whether the first unit begins at an octet in the aligned variant.
    pub(super) align: bool,
    /// BIT STRING: of how many bits each value is, where all are of the same number.
    pub(super) fixed: Option<u64>,
    /// Characters: those that are allowed, how many bits each takes, and both ways between
    /// characters of ASCII and their codes.
    pub(super) alphabet: u128,
    pub(super) width: u32,
    pub(super) characters: Box<[u8]>,
    pub(super) codes: Box<[u8]>,
    /// Whether octets are UTF-8.
    pub(super) utf8: bool,
}

impl Path {
    /// What the row of a key holds.
    #[inline]
    pub(super) fn row(&self, table: u32, key: Option<i64>) -> Option<&Node> {
        let (table, key) = (self.tables.get(table as usize)?, key?);
        let at = table.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        table.get(at).map(|(_, node)| node)
    }
}

impl Strings {
    pub(super) fn new(sizes: Sizes, alphabet: u128) -> Strings {
        let (characters, codes) = Default::default();
        let (align, fixed, width, utf8) = Default::default();
        Strings { length: Length::ANY, sizes, align, fixed, alphabet, width, characters, codes, utf8 }
    }

    /// Whether nothing is asked of it.
    pub(super) fn is_free(&self) -> bool {
        self.alphabet == u128::MAX && self.sizes == Sizes::ALL
    }
}

#[derive(Debug)]
pub(super) struct Alt {
    pub(super) inside: Node,
    pub(super) outside: Node,
    /// What goes by the first.
    pub(super) range: Range,
}

/// No character, or no code.
pub(super) const NONE: u8 = 0xff;
