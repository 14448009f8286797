//! The data of a fast path for BER and DER.

use wireglot_rt::tlv::Repertoire;

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
    pub(super) lists: Vec<List>,
    pub(super) choices: Vec<Choice>,
    pub(super) items: Vec<Items>,
    pub(super) texts: Vec<Text>,
    pub(super) bits: Vec<Bits>,
    /// Whether values have only one encoding.
    pub(super) canonical: bool,
}

/// A complete encoding. `identifier` is unused for a choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) identifier: u8,
    /// Whether the type has constraints beyond those checked here; then no value is written.
    pub(super) asks: bool,
    pub(super) op: Op,
}

/// The contents of an encoding. Numbers are positions in the lists of the path.
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
    /// An OCTET STRING that contains an encoding.
    Contained(u32),
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
    pub(super) members: std::ops::Range<usize>,
    /// One past the last mandatory member.
    pub(super) needed: usize,
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) slot: u32,
    pub(super) key: Key,
    /// Its name as a JSON key, with a leading comma.
    pub(super) word: Word,
    pub(super) begins: Begins,
    pub(super) required: bool,
    pub(super) omit: Omit,
    pub(super) node: Node,
}

/// What a member's encoding starts with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Begins {
    One(u8),
    /// Any identifier of a choice.
    Choice(u32),
    Any,
}

/// When a member is omitted; encoding it then is an error in canonical rules.
#[derive(Debug)]
pub(super) enum Omit {
    Never,
    /// If it equals this value of a leaf; with the value's encoding.
    Is(i64, Box<[u8]>),
    /// Only the general path can tell.
    Perhaps,
}

#[derive(Debug)]
pub(super) struct List {
    pub(super) element: Node,
    pub(super) sizes: Sizes,
    pub(super) asks: bool,
    /// Whether elements are sorted by their octets.
    pub(super) sorted: bool,
}

#[derive(Debug)]
pub(super) struct Choice {
    /// For each identifier octet, the alternative's position; 0 if there is none.
    pub(super) arms: Box<[u16; 256]>,
    /// Whether an alternative may start with any identifier.
    pub(super) any: bool,
    pub(super) alternatives: Vec<Alternative>,
}

#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) number: u32,
    pub(super) key: Key,
    /// Its name as a JSON key, with an opening brace.
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
    /// The number of bits if it is fixed.
    pub(super) fixed: Option<u64>,
}

impl Begins {
    /// Whether an identifier octet is one of these. Whether it may be constructed is not checked
    /// here.
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
