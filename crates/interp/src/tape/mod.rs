//! The tape: values in one compact arena, with random access by slot and reverse iteration. It is a [`Sink`],
//! and can be played into any other.

mod sink;
mod value;
mod view;

use wireglot_plan::cost::Weights;
use wireglot_plan::ShapeId;
use wireglot_rt::Limits;

pub use value::{ListRef, RecordRef, ValueRef, View};

/// Values that were written to it as a sink; there may be several.
///
/// Takes 16 octets for each value, 8 for each part of a record or list, and the octets and characters of
/// leaves.
#[derive(Debug, Default)]
pub struct Tape {
    nodes: Vec<Node>,
    links: Vec<Link>,
    octets: Vec<u8>,
    text: String,
    roots: Vec<u32>,
    open: Vec<Frame>,
    pending: Vec<Link>,
    key: u32,
    overflowed: bool,
    kept: usize,
    marks: Vec<Mark>,
    /// The origin of the octets that come next, packed.
    origin: u8,
}

/// The lengths at a point that may be returned to.
#[derive(Debug, Clone, Copy)]
struct Mark {
    nodes: usize,
    links: usize,
    octets: usize,
    text: usize,
    roots: usize,
    open: usize,
    pending: usize,
    key: u32,
    kept: usize,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    /// Unused bits of a BIT STRING, kind of a REAL, rules, or kind of an unknown's place. An origin, alone in
    /// an open type or OCTET STRING, together with the unused bits in a BIT STRING.
    detail: u8,
    shape: u32,
    a: u32,
    b: u32,
}

/// A part of a record or list; slots are sorted by index, unknown parts come after them.
#[derive(Debug, Clone, Copy)]
struct Link {
    key: u32,
    node: u32,
}

const UNKNOWN: u32 = 1 << 31;
const NOTHING: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    kind: Kind,
    start: usize,
    key: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boolean,
    Integer,
    BigInteger,
    Enumerated,
    UnknownEnumerated,
    BitString,
    OctetString,
    Null,
    Oid,
    Real,
    String,
    Opaque,
    Record,
    List,
    Choice,
    UnknownChoice,
    UnknownIndexedChoice,
    Open,
    Contained,
    Unknown,
    Hole,
}

impl Tape {
    /// An empty tape.
    pub fn new() -> Tape {
        Tape::default()
    }

    /// The maximum memory of values on a tape: a node, a link that is stored twice while its parent is open,
    /// and octets that are reassembled before they are stored, all in arenas that double in size.
    pub fn weights(limits: &Limits) -> Weights {
        Weights {
            value: 2 * (size_of::<Node>() + 2 * size_of::<Link>()) as u64,
            octet: 2 * 2,
            empty_elements: limits.empty_elements,
            depth: u64::from(limits.depth),
        }
    }

    /// Discards all values but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.links.clear();
        self.octets.clear();
        self.text.clear();
        self.roots.clear();
        self.open.clear();
        self.pending.clear();
        self.key = 0;
        self.overflowed = false;
        self.kept = 0;
        self.marks.clear();
        self.origin = 0;
    }

    /// How many errors were passed over while decoding onto this tape: see [`Sink::kept`](crate::Sink::kept).
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Whether any part is of an unknown type or alternative, or from a version that the schema doesn't know.
    pub fn has_unknowns(&self) -> bool {
        self.nodes.iter().any(|node| {
            matches!(
                node.kind,
                Kind::Opaque
                    | Kind::Unknown
                    | Kind::UnknownChoice
                    | Kind::UnknownIndexedChoice
                    | Kind::UnknownEnumerated
            )
        })
    }

    /// Whether anything was left out because the arena is limited to 32-bit offsets.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The memory that the values take, in octets.
    pub fn size(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.links.len() * size_of::<Link>()
            + self.octets.len()
            + self.text.len()
    }

    /// The number of values, for [`Tape::shorten`].
    pub(crate) fn count(&self) -> usize {
        self.roots.len()
    }

    /// Discards the values after the first `count`, and any incomplete ones.
    pub(crate) fn shorten(&mut self, count: usize) {
        self.roots.truncate(count);
        self.open.clear();
        self.pending.clear();
    }

    #[inline]
    fn add(&mut self, kind: Kind, detail: u8, shape: u32, a: u32, b: u32) -> u32 {
        let Ok(index) = u32::try_from(self.nodes.len()) else {
            self.overflowed = true;
            return 0;
        };
        self.nodes.push(Node { kind, detail, shape, a, b });
        index
    }

    #[inline]
    fn leaf(&mut self, kind: Kind, shape: ShapeId, value: u64) {
        let node = self.add(kind, 0, shape.0, (value >> 32) as u32, value as u32);
        self.attach(node);
    }

    #[inline]
    fn keep(&mut self, octets: &[u8]) -> (u32, u32) {
        if self.octets.len() + octets.len() > u32::MAX as usize {
            self.overflowed = true;
            return (0, 0);
        }
        let start = self.octets.len() as u32;
        self.octets.extend_from_slice(octets);
        (start, octets.len() as u32)
    }

    fn octets_leaf(&mut self, kind: Kind, detail: u8, shape: u32, octets: &[u8]) {
        let (a, b) = self.keep(octets);
        let node = self.add(kind, detail, shape, a, b);
        self.attach(node);
    }

    /// Attaches a complete value to the innermost open one.
    #[inline]
    fn attach(&mut self, node: u32) {
        let Some(frame) = self.open.last() else {
            self.roots.push(node);
            return;
        };
        if let Kind::Record | Kind::List = frame.kind {
            return self.pending.push(Link { key: self.key, node });
        }
        let Some(parent) = self.nodes.get_mut(frame.node as usize) else { return };
        match parent.kind {
            Kind::Hole => parent.a = node,
            _ => parent.b = node,
        }
    }

    #[inline]
    fn begin(&mut self, kind: Kind, detail: u8, shape: ShapeId, a: u32) {
        let node = self.add(kind, detail, shape.0, a, NOTHING);
        self.open.push(Frame { node, kind, start: self.pending.len(), key: self.key });
    }

    #[inline]
    fn end(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        if let Kind::Record | Kind::List = frame.kind {
            self.link(&frame);
        }
        self.key = frame.key;
        self.attach(frame.node);
    }

    /// Stores the parts of a record or list.
    fn link(&mut self, frame: &Frame) {
        let links = self.links.len();
        let parts = self.pending.get_mut(frame.start..).unwrap_or_default();
        if frame.kind == Kind::Record && !parts.is_sorted_by_key(|l| l.key) {
            parts.sort_by_key(|l| l.key);
        }
        if let Some(node) = self.nodes.get_mut(frame.node as usize) {
            node.a = links as u32;
            node.b = parts.len() as u32;
            self.links.extend_from_slice(parts);
            self.overflowed |= self.links.len() > u32::MAX as usize;
        }
        self.pending.truncate(frame.start);
    }

    fn slice(&self, node: &Node) -> &[u8] {
        let start = node.a as usize;
        self.octets.get(start..start + node.b as usize).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn shape_of(&self, node: u32) -> ShapeId {
        ShapeId(self.nodes.get(node as usize).map_or(0, |n| n.shape))
    }
}
