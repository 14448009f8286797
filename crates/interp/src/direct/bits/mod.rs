//! The direct road of the basic PERs: fields below 16K, presence bits and bitmaps of at most 56.

mod fields;
mod make;
mod read;
mod write;

use std::ops::Range as Span;

use wireglot_rt::Limits;

use super::asks::{Range, Sizes};
use super::items::Items;
use super::words::{Key, Word, Words};
use super::{Bounds, FastPath};
use crate::json::text::Text as Json;
use fields::{Length, Whole};
pub(crate) use make::make;

/// A root, ready to be read and written.
#[derive(Debug)]
pub(crate) struct Road {
    words: Words,
    root: Node,
    nodes: Vec<Node>,
    records: Vec<Record>,
    members: Vec<Member>,
    additions: Vec<Addition>,
    lists: Vec<List>,
    choices: Vec<Choice>,
    numbers: Vec<Number>,
    items: Vec<Items>,
    /// By list of items: their numbers in the order of the root, and of the additions.
    orders: Vec<Order>,
    strings: Vec<Strings>,
    alts: Vec<Alt>,
    /// Rows by their keys, ascending.
    tables: Vec<Vec<(i64, Node)>>,
    aligned: bool,
}

impl FastPath for Road {
    fn read(&self, octets: &[u8], limits: &Limits, lossless: bool, out: &mut Json) -> Option<usize> {
        read::read(self, octets, limits, lossless, out)
    }

    fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
        write::write(self, text, bounds, out)
    }
}

/// A value.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Whether its type asks more of a value than is checked here, so that none is written.
    asks: bool,
    op: Op,
}

/// How a value is coded. Numbers are positions in the lists of the road.
#[derive(Debug, Clone, Copy)]
enum Op {
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
    /// What the direct road leaves to the other.
    Other,
}

#[derive(Debug, Default)]
struct Record {
    /// Whether the direct road knows it.
    known: bool,
    /// Whether a key stands in it.
    keyed: bool,
    /// How many bits stand in front.
    flags: u32,
    /// The bit that announces additions.
    extension: Option<u32>,
    /// Those of the root, then those of the additions.
    members: Span<usize>,
    /// Where those of the additions begin.
    root: usize,
    additions: Span<usize>,
}

/// An extension addition: a member, or a group of some with bits in front.
#[derive(Debug)]
struct Addition {
    members: Span<usize>,
    flags: Option<u32>,
}

#[derive(Debug)]
struct Member {
    key: Key,
    /// Its key with a comma in front.
    word: Word,
    node: Node,
    /// The bit that announces it; without one, it is always there.
    flag: Option<u32>,
    /// Whether it is always there, if its part is.
    required: bool,
    omit: Omit,
    /// 0 in the root, else the number of its addition from 1 on.
    part: u32,
}

/// When a member is not written.
#[derive(Debug)]
enum Omit {
    Never,
    /// The value of a leaf.
    Is(i64),
    /// The other road knows.
    Perhaps,
}

#[derive(Debug)]
struct List {
    element: Node,
    length: Length,
    sizes: Sizes,
    asks: bool,
}

#[derive(Debug, Default)]
struct Choice {
    /// How many stand in the root.
    roots: u32,
    /// The indices of the root, where there are several.
    whole: Option<Whole>,
    extensible: bool,
    alternatives: Vec<Alternative>,
}

#[derive(Debug)]
struct Alternative {
    key: Key,
    /// `None` where the other road writes it.
    code: Option<Code>,
    /// Its key with a brace in front.
    word: Word,
    node: Node,
}

#[derive(Debug)]
struct Number {
    /// The least value; without one, there is a sign.
    lo: Option<i64>,
    whole: Whole,
    range: Range,
}

#[derive(Debug)]
struct Order {
    root: Box<[i64]>,
    /// The indices of the root.
    whole: Whole,
    additions: Option<Box<[i64]>>,
    /// By position among the items, ascending by number.
    codes: Box<[Code]>,
}

/// An index among a root and additions, as it is written: the bit that tells of additions included.
#[derive(Debug, Clone, Copy)]
struct Code {
    bits: u64,
    width: u32,
}

impl Code {
    /// `None` where it is not a field of some bits: from 255 on in the aligned variant, and from 64 on
    /// among additions.
    fn new(index: usize, addition: bool, root: Whole, extensible: bool, aligned: bool) -> Option<Code> {
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
    fn new(items: &Items, root: &[i64], additions: Option<&[i64]>, aligned: bool) -> Option<Order> {
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
struct Strings {
    length: Length,
    sizes: Sizes,
    /// Whether the first unit begins at an octet in the aligned variant.
    align: bool,
    /// BIT STRING: of how many bits each value is, where all are of the same number.
    fixed: Option<u64>,
    /// Characters: those that are allowed, how many bits each takes, and both ways between
    /// characters of ASCII and their codes.
    alphabet: u128,
    width: u32,
    characters: Box<[u8]>,
    codes: Box<[u8]>,
    /// Whether octets are UTF-8.
    utf8: bool,
}

impl Road {
    /// What the row of a key holds.
    #[inline]
    fn row(&self, table: u32, key: Option<i64>) -> Option<&Node> {
        let (table, key) = (self.tables.get(table as usize)?, key?);
        let at = table.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        table.get(at).map(|(_, node)| node)
    }
}

impl Strings {
    fn new(sizes: Sizes, alphabet: u128) -> Strings {
        let (characters, codes) = Default::default();
        let (align, fixed, width, utf8) = Default::default();
        Strings { length: Length::ANY, sizes, align, fixed, alphabet, width, characters, codes, utf8 }
    }

    /// Whether nothing is asked of it.
    fn is_free(&self) -> bool {
        self.alphabet == u128::MAX && self.sizes == Sizes::ALL
    }
}

#[derive(Debug)]
struct Alt {
    inside: Node,
    outside: Node,
    /// What goes by the first.
    range: Range,
}
