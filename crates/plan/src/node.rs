//! The plan: a declarative grammar of the bytes over the slots of a shape.
//!
//! Every node encodes *the current value*. A record's items make a slot current, a list its elements,
//! a choice its alternative; frames and wire groups do not change the current value. The same node is
//! used for reading and writing; it includes what only a writer needs (when a flag is set, which arm
//! fits, how to sort).

use std::collections::HashMap;

use wireglot_model::Tag;
use wireglot_text::Span;

use crate::{Leaf, RegisterId, RoutineId, RowsId, Rules, ShapeId, TableId};

/// The grammar of one shape under one set of rules.
#[derive(Debug)]
pub struct Plan {
    /// The rules.
    pub rules: Rules,
    /// Routines; each encodes the contents of one type.
    pub routines: Vec<Routine>,
    /// The rows of tables under one set of rules. All `Select`s of a table share them.
    pub tables: Vec<TableRows>,
    /// For each root of the shape: the complete encoding.
    pub roots: Vec<Node>,
}

/// How the rows of a table are encoded.
#[derive(Debug)]
pub struct TableRows {
    /// The table.
    pub table: TableId,
    /// The rules.
    pub rules: Rules,
    /// For each row, the open type's value, including its frames.
    pub rows: Vec<Option<Node>>,
}

/// Encodes the contents of a type; the frame belongs to the caller. There is one for each pair of
/// type and rules.
#[derive(Debug)]
pub struct Routine {
    /// The rules: those of the plan, except for contained types with their own rules.
    pub rules: Rules,
    /// The type.
    pub shape: ShapeId,
    /// Its contents.
    pub body: Node,
    /// The number of registers that the body uses.
    pub registers: u32,
}

/// A node and the schema text it came from.
#[derive(Debug, Clone)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// Its source location.
    pub span: Span,
}

/// The operation of a node.
#[derive(Debug, Clone)]
pub enum Op {
    /// Encodes a value without parts.
    Leaf(Leaf),
    /// Runs a routine on the current value.
    Call(RoutineId),
    /// Encloses the body.
    Frame(Frame, Box<Node>),
    /// Opens the current value, a record, and encodes its slots.
    Record(Record),
    /// Encodes more slots of the open record: a group on the wire that is not a value of its own.
    Group(Group),
    /// Encodes the elements of the current value, a list.
    Repeat(Repeat),
    /// Encodes one alternative of the current value, a choice.
    Choice(Choice),
    /// Encodes an open type by the row that registers select.
    Select(Select),
    /// A string leaf whose octets contain an encoding, which the node describes under `rules`.
    Contained(Contained),
    /// Two or more encodings of the value. A reader takes the arm given by a leading bit; a writer
    /// takes the first one whose test holds.
    Alt(Vec<AltArm>),
}

/// What encloses a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// Identifier and length octets (X.690 8.1).
    Tlv {
        /// The tag.
        tag: Tag,
        /// The allowed forms.
        form: Form,
    },
    /// The tag of an alternative, then the body, which determines its own end (X.696 20.1).
    Tag {
        /// The tag.
        tag: Tag,
    },
    /// An open type field (X.691 11.2, X.696 30): an octet count, then a complete
    /// encoding, padded to whole octets, at least one.
    Open,
}

/// Primitive or constructed (X.690 8.1.2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The leaf reads contents octets.
    Primitive,
    /// The body reads complete encodings up to the end of the frame.
    Constructed,
    /// Constructed: an explicit tag on a dummy reference. Its body is a `Tlv` frame. If a tolerant
    /// reader does not find that frame inside, it assumes that this tag replaces the inner one.
    BeforeDummy,
    /// A string: primitive, or constructed from segments (not in DER).
    Either,
}

/// A record: the group of its slots, and its registers.
#[derive(Debug, Clone)]
pub struct Record {
    /// A register is set when the slot at `path` has been read; a writer sets it immediately.
    pub registers: Vec<Register>,
    /// Its slots in the encoding.
    pub group: Group,
}

/// Stores a key for a later `Select`.
#[derive(Debug, Clone)]
pub struct Register {
    /// Its number within the routine.
    pub id: RegisterId,
    /// Slots or alternatives from the record down to the key.
    pub path: Vec<u32>,
}

/// Paths by their first steps, in the order in which these appear: each with the rest of the path, and what the path
/// is of. Empty paths are left out.
pub fn by_first<'p, T: Copy>(paths: &[(&'p [u32], T)]) -> Vec<(u32, Vec<(&'p [u32], T)>)> {
    let mut places = HashMap::new();
    let mut all: Vec<(u32, Vec<_>)> = Vec::new();
    for (path, of) in paths {
        let Some((&first, rest)) = path.split_first() else { continue };
        let place = *places.entry(first).or_insert(all.len());
        if place == all.len() {
            all.push((first, Vec::new()));
        }
        all[place].1.push((rest, *of));
    }
    all
}

/// Items in the encoding.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The order of the items.
    pub order: Order,
    /// Leading presence bits, in this order.
    pub flags: Vec<Flag>,
    /// The items.
    pub items: Vec<Item>,
    /// Additions after the items, each in a frame, announced by a bitmap (X.691 19.7).
    pub additions: Option<Additions>,
}

impl Group {
    /// The first item of each slot.
    pub fn by_slot(&self) -> HashMap<u32, &Item> {
        let mut found = HashMap::new();
        for item in &self.items {
            if let Target::Slot(slot) = item.target {
                found.entry(slot).or_insert(item);
            }
        }
        found
    }
}

/// The order of a group's items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As listed.
    #[default]
    Positional,
    /// When reading, any order, each at most once; when writing, sorted by the key. Every item has
    /// [`Presence::Peek`], including those of mandatory slots.
    Keyed(Sort),
}

/// How a writer sorts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// Not at all.
    #[default]
    None,
    /// By the tag as written (DER SET, X.690 10.3).
    Tag,
    /// By the smallest tag that could be written (CER SET, X.690 9.3).
    SmallestTag,
    /// By octets, the shorter padded with zeros (SET OF, X.690 11.6).
    Octets,
}

/// A bit before the items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flag {
    /// Set if the slot is present (and differs from its default if `omit` is set).
    Slot(u32),
    /// Set if at least one addition is present, or unknown ones were kept.
    Additions,
}

/// One item of a group.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it makes current.
    pub target: Target,
    /// How a reader knows whether it is present. A writer writes it if the slot is present, and a
    /// `Target::Group` if any slot in it is.
    pub presence: Presence,
    /// Whether it is omitted if it equals its default (deep equality).
    pub omit: bool,
    /// Its encoding.
    pub node: Node,
    /// The register that its value sets, if the slot itself is a key.
    pub bind: Option<RegisterId>,
}

/// What an item encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A slot of the open record.
    Slot(u32),
    /// A wire group: the record stays current.
    Group,
    /// The extension insertion point of a tagged record: elements with tags that no later item starts
    /// with are skipped, kept or rejected. The node is the leaf for one of them.
    Unknown,
}

/// How a reader knows whether an item is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presence {
    /// It is always present.
    Always,
    /// By the group's flag with this index.
    Flag(u32),
    /// By the next tag.
    Peek(First),
    /// By the bit with this index in the bitmap of the additions.
    Bitmap(u32),
}

/// What the encodings of a node start with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum First {
    /// One of these tags; sorted.
    Tags(Vec<Tag>),
    /// Any tag: ANY, open types.
    Any,
}

impl First {
    /// Whether an encoding can start with this tag.
    pub fn contains(&self, tag: Tag) -> bool {
        match self {
            First::Tags(tags) => tags.binary_search(&tag).is_ok(),
            First::Any => true,
        }
    }
}

/// Extension additions after a bitmap.
#[derive(Debug, Clone)]
pub struct Additions {
    /// The encoding of the bitmap's length.
    pub count: Leaf,
    /// The additions in order; each has `Presence::Bitmap` and a node in a frame of its own. Bits
    /// beyond them announce unknown additions, which are kept or skipped by frame.
    pub items: Vec<Item>,
    /// The frame of an unknown addition.
    pub frame: Frame,
}

/// Elements of a list.
#[derive(Debug, Clone)]
pub struct Repeat {
    /// How a reader knows the number of elements.
    pub extent: Extent,
    /// The encoding of one element.
    pub element: Box<Node>,
    /// How a writer sorts them.
    pub sort: Sort,
}

/// The extent of a list.
#[derive(Debug, Clone)]
pub enum Extent {
    /// Up to the end of the frame.
    Frame,
    /// A count comes first.
    Count(Leaf),
    /// Alternating counts and parts (X.691 11.9.3.8).
    Fragments(Leaf),
}

/// One of several alternatives.
#[derive(Debug, Clone)]
pub struct Choice {
    /// How a reader knows the alternative.
    pub by: By,
    /// The arms; for `By::Index`, roots by index, then additions by index.
    pub arms: Vec<Arm>,
    /// Whether an alternative that is not listed is kept rather than being an error.
    pub extensible: bool,
}

/// How a reader knows the alternative.
#[derive(Debug, Clone)]
pub enum By {
    /// By the next tag: see [`Arm::first`].
    Tag,
    /// By an index.
    Index {
        /// The index of a root alternative; `None` if there is only one.
        root: Option<Leaf>,
        /// If there is an extension marker: the index of an addition. A leading bit says which of the
        /// two indexes follows. The addition's node is in `frame`s.
        addition: Option<Leaf>,
        /// The frame of an unknown addition.
        frame: Option<Frame>,
    },
}

/// One arm of a choice.
#[derive(Debug, Clone)]
pub struct Arm {
    /// The alternative of the shape.
    pub alternative: u32,
    /// What it starts with, for `By::Tag`.
    pub first: First,
    /// Whether it is an addition; its index counts only additions.
    pub addition: bool,
    /// Its encoding.
    pub node: Node,
}

/// An open type whose row is selected by registers.
#[derive(Debug, Clone)]
pub struct Select {
    /// The rows: their keys are in the shape's table, their nodes in [`Plan::tables`].
    pub rows: RowsId,
    /// One register for each key column. If one is not yet set, a reader keeps the span and decodes
    /// it when the record that owns the register ends.
    pub registers: Vec<RegisterId>,
    /// For a value without a row.
    pub opaque: Leaf,
}

/// A string that contains an encoding.
#[derive(Debug, Clone)]
pub struct Contained {
    /// The string.
    pub leaf: Leaf,
    /// The rules of its contents.
    pub rules: Rules,
    /// Its contents, a complete encoding.
    pub node: Box<Node>,
}

impl Contained {
    /// The open type, if the string contains just that. If no row gives its type, the string is only
    /// its bits.
    pub fn select(&self) -> Option<&Select> {
        match &self.node.op {
            Op::Select(select) => Some(select),
            Op::Frame(Frame::Open, body) => match &body.op {
                Op::Select(select) => Some(select),
                _ => None,
            },
            _ => None,
        }
    }
}

/// One arm of an [`Op::Alt`].
#[derive(Debug, Clone)]
pub struct AltArm {
    /// When a writer takes it.
    pub when: Test,
    /// Its encoding.
    pub node: Node,
}

/// A writer's test of the current value.
#[derive(Debug, Clone)]
pub enum Test {
    /// Holds for every value.
    Always,
    /// The value satisfies this check: an extension root.
    Check(crate::Check),
}
