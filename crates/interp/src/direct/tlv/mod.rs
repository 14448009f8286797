//! The direct road of BER and DER: definite lengths, identifiers of one octet, components in their order.

mod make;
mod read;
mod write;

use wireglot_rt::tlv::Repertoire;
use wireglot_rt::Limits;

use super::asks::{Range, Sizes};
use super::items::Items;
use super::words::{Key, Word, Words};
use super::{Bounds, FastPath};
use crate::json::text::Text as Json;
pub(crate) use make::make;

/// A root, ready to be read and written.
#[derive(Debug)]
pub(crate) struct Road {
    words: Words,
    root: Node,
    nodes: Vec<Node>,
    records: Vec<Record>,
    members: Vec<Member>,
    lists: Vec<List>,
    choices: Vec<Choice>,
    items: Vec<Items>,
    texts: Vec<Text>,
    bits: Vec<Bits>,
    /// DER.
    canonical: bool,
}

impl FastPath for Road {
    fn read(&self, octets: &[u8], limits: &Limits, lossless: bool, out: &mut Json) -> Option<usize> {
        read::read(self, octets, limits, lossless, out)
    }

    fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
        write::write(self, text, bounds, out)
    }
}

/// A whole encoding. `identifier` means nothing for a choice.
#[derive(Debug, Clone, Copy)]
struct Node {
    identifier: u8,
    /// Whether its type asks more of a value than is checked here, so that none is written.
    asks: bool,
    op: Op,
}

/// What stands in an encoding. Numbers are positions in the lists of the road.
#[derive(Debug, Clone, Copy)]
enum Op {
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
    /// What the direct road leaves to the other.
    Other,
}

#[derive(Debug, Default)]
struct Record {
    /// Whether the direct road knows it.
    known: bool,
    members: std::ops::Range<usize>,
    /// Behind the last that cannot be missing.
    needed: usize,
}

#[derive(Debug)]
struct Member {
    key: Key,
    /// Its key with a comma in front.
    word: Word,
    begins: Begins,
    required: bool,
    omit: Omit,
    node: Node,
}

/// What the encoding of a member begins with.
#[derive(Debug, Clone, Copy)]
enum Begins {
    One(u8),
    /// One of the identifiers of a choice.
    Choice(u32),
    Any,
}

/// When a member is not written, and its encoding in canonical rules is a fault.
#[derive(Debug)]
enum Omit {
    Never,
    /// The value of a leaf, and its encoding.
    Is(i64, Box<[u8]>),
    /// The other road knows.
    Perhaps,
}

#[derive(Debug)]
struct List {
    element: Node,
    sizes: Sizes,
    asks: bool,
    /// Elements are sorted by their octets.
    sorted: bool,
}

#[derive(Debug)]
struct Choice {
    /// By identifier octet: the alternative's position, 0 for none.
    arms: Box<[u16; 256]>,
    /// Whether some alternative begins with any.
    any: bool,
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
struct Text {
    repertoire: Repertoire,
    sizes: Sizes,
    alphabet: u128,
}

#[derive(Debug)]
struct Bits {
    sizes: Sizes,
    /// Of how many bits each value is, where all are of the same number.
    fixed: Option<u64>,
}

impl Begins {
    /// Whether an identifier octet is one of these; constructed or not is another question.
    #[inline(always)]
    fn with(self, road: &Road, identifier: u8) -> bool {
        match self {
            Begins::One(own) => (own ^ identifier) & 0xdf == 0,
            Begins::Choice(choice) => road.choices[choice as usize].arms[usize::from(identifier)] != 0,
            Begins::Any => true,
        }
    }
}
