//! The data of a fast path for the basic PERs.

use std::ops::Range as Span;

use wireglot_plan::ShapeId;

use super::fields::{Length, Whole};
use crate::fast_path::asks::{Range, Sizes};
use crate::fast_path::items::Items;
use crate::fast_path::words::{Key, Word, Words};

/// The fast path of a root.
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
    /// By list of items: their numbers, in the order of the root and of the additions.
    pub(super) orders: Vec<Order>,
    pub(super) strings: Vec<Strings>,
    pub(super) alts: Vec<Alt>,
    pub(super) tables: Vec<Vec<Row>>,
    pub(super) aligned: bool,
}

/// A row of a table. The rows are sorted by key.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) key: i64,
    /// The type that it selects.
    pub(super) actual: ShapeId,
    pub(super) node: Node,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Whether the type has constraints beyond those checked here; then no value is written.
    pub(super) asks: bool,
    pub(super) op: Op,
}

/// How a value is encoded. Numbers are positions in the lists of the path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Boolean,
    Null,
    /// A constrained whole number.
    Whole(u32),
    /// A constrained whole number that is also the key of an open type in the enclosing record.
    Key(u32),
    /// An open type, by the row that the key selects.
    Select(u32),
    /// A number in octets: its offset from the minimum, or signed.
    Counted(u32),
    Enumerated(u32),
    OctetString(u32),
    BitString(u32),
    Characters(u32),
    /// UTF-8, or octets that are ASCII in types without a known multiplier.
    Text(u32),
    Oid {
        relative: bool,
    },
    /// A number encoded by one of two leaves; a bit says which.
    Alt(u32),
    /// An open type field, or an OCTET STRING of any size that contains an encoding.
    Field(u32),
    Record(u32),
    List(u32),
    Choice(u32),
    /// Left to the general path.
    Other,
}

#[derive(Debug, Default)]
pub(super) struct Record {
    /// Whether the fast path handles it.
    pub(super) known: bool,
    /// Whether it contains a key.
    pub(super) keyed: bool,
    /// The number of presence bits.
    pub(super) flags: u32,
    /// The extension bit.
    pub(super) extension: Option<u32>,
    /// The members of the root, then those of the additions.
    pub(super) members: Span<usize>,
    /// The position of the additions' first member.
    pub(super) root: usize,
    pub(super) additions: Span<usize>,
}

/// An extension addition: one member, or a group of members with presence bits.
#[derive(Debug)]
pub(super) struct Addition {
    pub(super) members: Span<usize>,
    pub(super) flags: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    pub(super) key: Key,
    /// Its name as a JSON key, with a leading comma.
    pub(super) word: Word,
    pub(super) node: Node,
    /// Its presence bit; `None` if it is always present.
    pub(super) flag: Option<u32>,
    /// Whether it is always present if its part is.
    pub(super) required: bool,
    pub(super) omit: Omit,
    /// 0 for the root, otherwise the number of its addition, from 1 on.
    pub(super) part: u32,
}

/// When a member is omitted.
#[derive(Debug)]
pub(super) enum Omit {
    Never,
    /// If it equals this value of a leaf.
    Is(i64),
    /// Only the general path can tell.
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
    /// The number of alternatives in the root.
    pub(super) roots: u32,
    /// The index in the root, if there are several alternatives.
    pub(super) whole: Option<Whole>,
    pub(super) extensible: bool,
    pub(super) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) number: u32,
    pub(super) key: Key,
    /// `None` if the general path must write it.
    pub(super) code: Option<Code>,
    /// Its name as a JSON key, with an opening brace.
    pub(super) word: Word,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) struct Number {
    /// The minimum; `None` if the number is signed.
    pub(super) lo: Option<i64>,
    pub(super) whole: Whole,
    pub(super) range: Range,
}

#[derive(Debug)]
pub(super) struct Order {
    pub(super) root: Box<[i64]>,
    /// The index in the root.
    pub(super) whole: Whole,
    pub(super) additions: Option<Box<[i64]>>,
    /// By position among the items, which are sorted by number.
    pub(super) codes: Box<[Code]>,
}

/// The encoding of an index in the root or among the additions, including the extension bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code {
    pub(super) bits: u64,
    pub(super) width: u32,
}

impl Code {
    /// `None` if it is not a single bit field: from 255 on in the aligned variant, and from 64 on
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
            // X.691 11.6: preceded by a bit that says that it is small.
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
    /// Whether the first unit is octet-aligned in the aligned variant.
    pub(super) align: bool,
    /// For a BIT STRING, the number of bits if it is fixed.
    pub(super) fixed: Option<u64>,
    /// For character strings: the allowed characters, the width of a character in bits, and the
    /// mappings between ASCII characters and their codes.
    pub(super) alphabet: u128,
    pub(super) width: u32,
    pub(super) characters: Box<[u8]>,
    pub(super) codes: Box<[u8]>,
    /// Whether the octets are UTF-8.
    pub(super) utf8: bool,
}

impl Path {
    /// The row with a key.
    #[inline]
    pub(super) fn row(&self, table: u32, key: Option<i64>) -> Option<&Row> {
        let (table, key) = (self.tables.get(table as usize)?, key?);
        let at = table.binary_search_by_key(&key, |row| row.key).ok()?;
        table.get(at)
    }
}

impl Strings {
    pub(super) fn new(sizes: Sizes, alphabet: u128) -> Strings {
        let (characters, codes) = Default::default();
        let (align, fixed, width, utf8) = Default::default();
        Strings { length: Length::ANY, sizes, align, fixed, alphabet, width, characters, codes, utf8 }
    }

    /// Whether the type has no constraints.
    pub(super) fn is_free(&self) -> bool {
        self.alphabet == u128::MAX && self.sizes == Sizes::ALL
    }
}

#[derive(Debug)]
pub(super) struct Alt {
    pub(super) inside: Node,
    pub(super) outside: Node,
    /// Numbers in this range use `inside`.
    pub(super) range: Range,
}

/// Marks a missing character or code.
pub(super) const NONE: u8 = 0xff;
