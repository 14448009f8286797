//! The direct road of the basic PERs: fields below 16K, presence bits and bitmaps of at most 56.

mod fields;
mod make;
mod read;
mod write;

use std::ops::Range as Span;

use super::asks::{Range, Sizes};
use super::items::Items;
use super::words::{Key, Word, Words};
pub(super) use make::make;
pub(super) use read::read;
use wireglot_rt::bits::Size;
pub(super) use write::write;

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
    wholes: Vec<Whole>,
    items: Vec<Items>,
    /// By list of items: their numbers in the order of the root, and of the additions.
    orders: Vec<Order>,
    strings: Vec<Strings>,
    alts: Vec<Alt>,
    aligned: bool,
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
    size: Size,
    sizes: Sizes,
    asks: bool,
}

#[derive(Debug, Default)]
struct Choice {
    /// How many stand in the root.
    roots: u32,
    /// The greatest index of the root, where it has one.
    span: Option<u64>,
    extensible: bool,
    alternatives: Vec<Alternative>,
}

#[derive(Debug)]
struct Alternative {
    key: Key,
    /// Its key with a brace in front.
    word: Word,
    node: Node,
}

#[derive(Debug)]
struct Whole {
    /// The least value; without one, there is a sign.
    lo: Option<i64>,
    /// From the least to the greatest value.
    span: u64,
    range: Range,
}

#[derive(Debug)]
struct Order {
    root: Box<[i64]>,
    additions: Option<Box<[i64]>>,
    /// By position among the items, ascending by number.
    codes: Box<[Code]>,
}

/// Where an item stands.
#[derive(Debug, Clone, Copy)]
struct Code {
    addition: bool,
    index: u32,
}

impl Order {
    fn new(items: &Items, root: &[i64], additions: Option<&[i64]>) -> Option<Order> {
        let codes = items.numbers().map(|number| {
            let at = |list: &[i64]| list.iter().position(|own| *own == number);
            let (addition, index) = match at(root) {
                Some(index) => (false, index),
                None => (true, at(additions?)?),
            };
            Some(Code { addition, index: u32::try_from(index).ok()? })
        });
        let codes = codes.collect::<Option<_>>()?;
        Some(Order { root: root.into(), additions: additions.map(Into::into), codes })
    }
}

#[derive(Debug)]
struct Strings {
    size: Size,
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

impl Strings {
    fn new(sizes: Sizes, alphabet: u128) -> Strings {
        let (characters, codes) = Default::default();
        let (align, fixed, width, utf8) = Default::default();
        Strings { size: Size::ANY, sizes, align, fixed, alphabet, width, characters, codes, utf8 }
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
