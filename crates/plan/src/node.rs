//! The plan: a declarative grammar of the bytes over the slots of a shape.
//!
//! Every node codes *the current value*. A record's items make a slot current,
//! a list its elements, a choice its alternative; frames and wire groups leave
//! the current value as it is. The same node is read and written: what only a
//! writer needs (when a flag is set, which arm fits, how to sort) is said in it.

use wireglot_model::Tag;
use wireglot_text::Span;

use crate::{Leaf, RegisterId, RoutineId, RowsId, Rules, ShapeId, TableId};

/// The grammar of one shape under one set of rules.
#[derive(Debug)]
pub struct Plan {
    /// The rules.
    pub rules: Rules,
    /// Routines; each codes the contents of one type.
    pub routines: Vec<Routine>,
    /// The rows of tables under one set of rules. Shared by all `Select`s of a table.
    pub tables: Vec<TableRows>,
    /// For each root of the shape: the complete encoding.
    pub roots: Vec<Node>,
}

/// How the rows of a table are coded.
#[derive(Debug)]
pub struct TableRows {
    /// The table.
    pub table: TableId,
    /// The rules.
    pub rules: Rules,
    /// By row: the open type's value, its own frames included.
    pub rows: Vec<Option<Node>>,
}

/// Codes the contents of a type; the frame belongs to the caller. There is one
/// for each pair of type and rules.
#[derive(Debug)]
pub struct Routine {
    /// The rules: those of the plan, but for contained types that have their own.
    pub rules: Rules,
    /// The type.
    pub shape: ShapeId,
    /// Its contents.
    pub body: Node,
    /// How many registers the body uses.
    pub registers: u32,
}

/// A node and the schema text it came from.
#[derive(Debug, Clone)]
pub struct Node {
    /// What to do.
    pub op: Op,
    /// Where it came from.
    pub span: Span,
}

/// What a node does.
#[derive(Debug, Clone)]
pub enum Op {
    /// Codes a value without parts.
    Leaf(Leaf),
    /// Runs a routine on the current value.
    Call(RoutineId),
    /// Encloses the body.
    Frame(Frame, Box<Node>),
    /// Opens the current value, a record, and codes its slots.
    Record(Record),
    /// Codes more slots of the record that is open: a group on the wire that has no value of its own.
    Group(Group),
    /// Codes the elements of the current value, a list.
    Repeat(Repeat),
    /// Codes one alternative of the current value, a choice.
    Choice(Choice),
    /// Codes an open type by the row that registers choose.
    Select(Select),
    /// A string leaf whose octets hold an encoding: coded by the node under `rules`.
    Contained(Contained),
    /// Two or more ways to code the value. A reader takes the arm that the
    /// flag (one bit up front) numbers; a writer the first whose test holds.
    Alt(Vec<AltArm>),
}

/// What encloses a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// Identifier and length octets (X.690 8.1).
    Tlv {
        /// The tag.
        tag: Tag,
        /// Which forms are right.
        form: Form,
    },
    /// The tag of an alternative, then the body to wherever it ends (X.696 20.1).
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
    /// The body reads whole encodings to the end of the frame.
    Constructed,
    /// The same: an explicit tag before a dummy reference. Its body is a `Tlv` frame; a tolerant
    /// reader that does not find that in it takes this tag to stand in place of the inner one.
    BeforeDummy,
    /// A string: primitive, or constructed of segments (not in DER).
    Either,
}

/// A record: the group of its slots, and the registers that live in it.
#[derive(Debug, Clone)]
pub struct Record {
    /// Set when the slot at `path` was read; a writer looks at the path at once.
    pub registers: Vec<Register>,
    /// Its slots on the wire.
    pub group: Group,
}

/// Remembers a key for a later `Select`.
#[derive(Debug, Clone)]
pub struct Register {
    /// Its number in the routine.
    pub id: RegisterId,
    /// Slots or alternatives from the record down to the key.
    pub path: Vec<u32>,
}

/// Items on the wire.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// In which order.
    pub order: Order,
    /// Presence bits up front, in this order.
    pub flags: Vec<Flag>,
    /// The items.
    pub items: Vec<Item>,
    /// Additions behind the items, each in a frame, announced by a bitmap (X.691 19.7).
    pub additions: Option<Additions>,
}

/// The order of a group's items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// As listed.
    #[default]
    Positional,
    /// Any on reading, each at most once; as the key says on writing. Every item
    /// has [`Presence::Peek`], also those of slots that must be there.
    Keyed(Sort),
}

/// How a writer sorts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// Not at all.
    #[default]
    None,
    /// By the tag that is written (DER SET, X.690 10.3).
    Tag,
    /// By the smallest tag that could be written (CER SET, X.690 9.3).
    SmallestTag,
    /// By octets, the shorter padded with zeros (SET OF, X.690 11.6).
    Octets,
}

/// A bit that stands before the items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flag {
    /// Set when the slot is there (and differs from its default, where `omit` says so).
    Slot(u32),
    /// Set when at least one addition is there, or unknown ones were kept.
    Additions,
}

/// One item of a group.
#[derive(Debug, Clone)]
pub struct Item {
    /// What becomes current.
    pub target: Target,
    /// How a reader knows whether it is there. A writer writes it when the slot
    /// is there; a `Target::Group` when any slot in it is.
    pub presence: Presence,
    /// Left out when equal to its default: deep equality.
    pub omit: bool,
    /// How it is coded.
    pub node: Node,
    /// The register that its value sets, for a key that is this very slot.
    pub bind: Option<RegisterId>,
}

/// What an item is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A slot of the open record.
    Slot(u32),
    /// A wire group: the record stays current.
    Group,
    /// The extension insertion point of a tagged record: elements with tags
    /// that no later item begins with are skipped, kept or rejected. The node
    /// is the leaf for one of them.
    Unknown,
}

/// How a reader knows whether an item is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presence {
    /// It is.
    Always,
    /// By the group's flag of that index.
    Flag(u32),
    /// By the next tag.
    Peek(First),
    /// By the bitmap of the additions: the bit of that index.
    Bitmap(u32),
}

/// What the encodings of a node begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum First {
    /// One of these tags; sorted.
    Tags(Vec<Tag>),
    /// Any tag: ANY, open types.
    Any,
}

impl First {
    /// Whether an encoding can begin with that tag.
    pub fn contains(&self, tag: Tag) -> bool {
        match self {
            First::Tags(tags) => tags.binary_search(&tag).is_ok(),
            First::Any => true,
        }
    }
}

/// Extension additions behind a bitmap.
#[derive(Debug, Clone)]
pub struct Additions {
    /// How the bitmap's length is coded.
    pub count: Leaf,
    /// In order; each has `Presence::Bitmap` and a node in a frame of its own.
    /// Bits beyond them announce unknown additions, kept or skipped by frame.
    pub items: Vec<Item>,
    /// The frame of an unknown one.
    pub frame: Frame,
}

/// Elements of a list.
#[derive(Debug, Clone)]
pub struct Repeat {
    /// How a reader knows how many.
    pub extent: Extent,
    /// One element.
    pub element: Box<Node>,
    /// How a writer sorts them.
    pub sort: Sort,
}

/// How far something reaches.
#[derive(Debug, Clone)]
pub enum Extent {
    /// To the end of the frame.
    Frame,
    /// A count comes first.
    Count(Leaf),
    /// Counts and parts by turns (X.691 11.9.3.8).
    Fragments(Leaf),
}

/// One of several.
#[derive(Debug, Clone)]
pub struct Choice {
    /// How a reader knows which.
    pub by: By,
    /// The arms; for `By::Index`, roots by index, then additions by index.
    pub arms: Vec<Arm>,
    /// Whether an alternative that is not listed is kept rather than an error.
    pub extensible: bool,
}

/// How a reader knows the alternative.
#[derive(Debug, Clone)]
pub enum By {
    /// By the next tag: [`Arm::first`].
    Tag,
    /// By an index.
    Index {
        /// The index of a root alternative; `None` where there is but one.
        root: Option<Leaf>,
        /// With an extension marker: a bit up front says which of the two follows;
        /// this is the index of an addition, whose node is in `frame`s.
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
    /// What it begins with, for `By::Tag`.
    pub first: First,
    /// Whether it is an addition (its index counts additions only).
    pub addition: bool,
    /// How it is coded.
    pub node: Node,
}

/// An open type whose row is found by registers.
#[derive(Debug, Clone)]
pub struct Select {
    /// The rows: keys are in the shape's table, nodes in [`Plan::tables`].
    pub rows: RowsId,
    /// One for each key column. A register that is not set yet makes a reader
    /// keep the span and decode it when the record that owns the register closes.
    pub registers: Vec<RegisterId>,
    /// For a value that no row fits.
    pub opaque: Leaf,
}

/// A string that holds an encoding.
#[derive(Debug, Clone)]
pub struct Contained {
    /// The string.
    pub leaf: Leaf,
    /// The rules of what it holds.
    pub rules: Rules,
    /// What it holds, a complete encoding.
    pub node: Box<Node>,
}

impl Contained {
    /// The open type, where the string holds one by itself. If no row says its type, the string is no
    /// more than its bits.
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

/// One way of an [`Op::Alt`].
#[derive(Debug, Clone)]
pub struct AltArm {
    /// When a writer takes it.
    pub when: Test,
    /// What it is.
    pub node: Node,
}

/// A writer's test of the current value.
#[derive(Debug, Clone)]
pub enum Test {
    /// Holds for every value.
    Always,
    /// The value satisfies it: an extension root.
    Check(crate::Check),
}
