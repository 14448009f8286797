//! What the fast path of BER and DER knows of a root.

use wireglot_rt::tlv::Repertoire;

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
    pub(super) lists: Vec<List>,
    pub(super) choices: Vec<Choice>,
    pub(super) items: Vec<Items>,
    pub(super) texts: Vec<Text>,
    pub(super) bits: Vec<Bits>,
    /// Values have one form only.
    pub(super) canonical: bool,
}

/// A whole encoding. `identifier` means nothing for a choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) identifier: u8,
    /// Whether its type asks more of a value than is checked here, so that none is written.
    pub(super) asks: bool,
    pub(super) op: Op,
}

/// What stands in an encoding. Numbers are positions in the lists of the path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Boolean,
    Null,
    Integer(Range),
    Enumerated(u32),
    OctetString(Sizes),
    BitString(u32),
    Oid {
        relative: bool,
    },
    Text(u32),
    UtcTime,
    GeneralizedTime,
    /// An explicit tag.
    Frame(u32),
    /// Any encoding.
    Opaque,
    /// An OCTET STRING that holds an encoding.
    Contained(u32),
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
    pub(super) members: std::ops::Range<usize>,
    /// Behind the last that cannot be missing.
    pub(super) needed: usize,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    pub(super) key: Key,
    /// Its key with a comma in front.
    pub(super) word: Word,
    pub(super) begins: Begins,
    pub(super) required: bool,
    pub(super) omit: Omit,
    pub(super) node: Node,
}

/// What the encoding of a member begins with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Begins {
    One(u8),
    /// One of the identifiers of a choice.
    Choice(u32),
    Any,
}

/// When a member is not written, and its encoding in canonical rules is a fault.
#[derive(Debug)]
pub(super) enum Omit {
    Never,
    /// The value of a leaf, and its encoding.
    Is(i64, Box<[u8]>),
    /// The general path knows.
    Perhaps,
}

#[derive(Debug)]
pub(super) struct List {
    pub(super) element: Node,
    pub(super) sizes: Sizes,
    pub(super) asks: bool,
    /// Elements are sorted by their octets.
    pub(super) sorted: bool,
}

#[derive(Debug)]
pub(super) struct Choice {
    /// By identifier octet: the alternative's position, 0 for none.
    pub(super) arms: Box<[u16; 256]>,
    /// Whether some alternative begins with any.
    pub(super) any: bool,
    pub(super) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) number: u32,
    pub(super) key: Key,
    /// Its key with a brace in front.
    pub(super) word: Word,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) repertoire: Repertoire,
    pub(super) sizes: Sizes,
    pub(super) alphabet: u128,
}

#[derive(Debug)]
pub(super) struct Bits {
    pub(super) sizes: Sizes,
    /// Of how many bits each value is, where all are of the same number.
    pub(super) fixed: Option<u64>,
}

impl Begins {
    /// Whether an identifier octet is one of these; constructed or not is another question.
    #[inline(always)]
    #[expect(
        clippy::indexing_slicing,
        reason = "make gave out the numbers of choices, and arms has a place for each octet"
    )]
    pub(super) fn with(self, path: &Path, identifier: u8) -> bool {
        match self {
            Begins::One(own) => (own ^ identifier) & 0xdf == 0,
            Begins::Choice(choice) => path.choices[choice as usize].arms[usize::from(identifier)] != 0,
            Begins::Any => true,
        }
    }
}
