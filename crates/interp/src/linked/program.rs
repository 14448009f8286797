//! A plan in the form that runs: shapes beside nodes, tags and keys ready to compare.

use wireglot_plan::{Rules, ShapeId, Sort};
use wireglot_rt::tlv::Tag;
use wireglot_rt::Fault;

use crate::linked::bits_leaf::BitsLeaf;
use crate::linked::octets_leaf::OctetsLeaf;
pub(crate) use crate::linked::tlv_leaf::TlvLeaf;
use wireglot_rt::bits::Size;

/// A linked plan.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub routines: Vec<Routine>,
    pub tables: Vec<Rows>,
    pub roots: Vec<Step>,
    /// Whether some key may come behind what it chooses.
    pub deferred: bool,
    /// Whether anything holds an encoding: an open type of a known type, or a string.
    pub holds: bool,
}

#[derive(Debug)]
pub(crate) struct Routine {
    pub body: Step,
    pub registers: u32,
}

/// A table: key octets to rows.
#[derive(Debug)]
pub(crate) struct Rows {
    /// Key octets, sorted, and the position of the row.
    pub keys: Vec<(Box<[u8]>, u32)>,
    pub rows: Vec<Row>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub actual: ShapeId,
    /// `None` where the object leaves the field out.
    pub step: Option<Step>,
}

impl Rows {
    /// The row of a key.
    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    pub fn find(&self, key: &[u8]) -> Option<&Row> {
        let found = self.keys.binary_search_by(|(k, _)| (**k).cmp(key)).ok()?;
        self.rows.get(self.keys[found].1 as usize)
    }

    /// The first row of a type: all of one type write it alike.
    pub fn of_type(&self, actual: ShapeId) -> Option<&Row> {
        self.rows.iter().find(|row| row.actual == actual && row.step.is_some())
    }
}

/// A node.
#[derive(Debug)]
pub(crate) enum Step {
    Tlv(Box<TlvFrame>),
    TlvLeaf(TlvLeaf, ShapeId),
    /// A whole encoding: ANY and the like.
    Any(ShapeId),
    Bits(Box<BitsLeaf>, ShapeId),
    Octets(Box<OctetsLeaf>, ShapeId),
    /// A tag without length, then the body.
    TagOctets(Tag, Box<Step>),
    /// All octets of the frame.
    Rest(ShapeId),
    /// EXTERNAL.
    External(Box<External>),
    Predefined(Box<Predefined>),
    OpenField(Box<Step>),
    Call(u32),
    Record(Box<Record>),
    Group(Box<Group>),
    Repeat(Box<Repeat>),
    Choice(Box<Choice>),
    Select(Box<Select>),
    Contained(Box<Contained>),
    Alt(Box<[AltArm]>),
    /// An open type that always holds the same.
    Fixed(Box<Fixed>),
    /// A value that is a key as well.
    Bind(u32, Box<Step>),
}

impl Step {
    /// The open type that it reads, where it reads one.
    pub fn open_type(&self) -> Option<ShapeId> {
        match self {
            Step::Select(select) => Some(select.shape),
            Step::Fixed(fixed) => Some(fixed.shape),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct TlvFrame {
    pub tag: Tag,
    pub form: wireglot_plan::Form,
    /// The identifier octet of its primitive encoding, where there is one and it is one octet.
    pub identifier: Option<u8>,
    pub body: Step,
}

#[derive(Debug)]
pub(crate) struct Record {
    pub shape: ShapeId,
    /// Registers that live in it, and where a writer finds their values.
    pub registers: Box<[(u32, Box<[u32]>)]>,
    pub group: Group,
}

#[derive(Debug)]
pub(crate) struct Group {
    pub keyed: Option<Sort>,
    pub flags: Box<[Flag]>,
    pub items: Box<[Item]>,
    /// For a keyed group: tag to item.
    pub by_tag: Box<[(Tag, u32)]>,
    /// The item that takes any tag, and the extension insertion point.
    pub any: Option<u32>,
    pub unknown: Option<u32>,
    /// Unknown elements may stand before this item and all behind it, up to the insertion point:
    /// the first addition.
    pub extends: usize,
    pub additions: Option<Box<Additions>>,
    /// Every slot in it, nested groups included.
    pub slots: Box<[u32]>,
    /// Addition groups whose members are items of this one.
    pub together: Box<[Together]>,
}

/// An addition group without a frame of its own: positions of its items.
#[derive(Debug)]
pub(crate) struct Together {
    pub members: Box<[u32]>,
    /// Those that it cannot be without.
    pub needed: Box<[u32]>,
}

impl Group {
    /// Whether an element of that tag, met before an item, is one of what is to come.
    pub fn expects(&self, from: usize, tag: Tag) -> bool {
        let end = self.unknown.map_or(self.items.len(), |at| at as usize + 1);
        self.items.get(from..end).unwrap_or_default().iter().any(|item| match &item.presence {
            _ if item.target == Target::Unknown => item.stop.contains(tag),
            Presence::Peek(tags) => tags.contains(tag),
            _ => false,
        })
    }

    /// What its presence bits announce, in turn, as a test says of each of its flags.
    pub fn presence(&self, set: impl Fn(usize) -> bool) -> Vec<(Option<u32>, bool)> {
        let announced = self.flags.iter().enumerate().filter_map(|(at, flag)| match flag {
            Flag::Item(item) => Some((self.items.get(*item as usize).and_then(Item::slot), set(at))),
            Flag::Additions => None,
        });
        announced.collect()
    }

    /// Whether a component begins with that tag: nothing unknown can then (X.680 25.6, 27.4). Only
    /// universal tags of components that can't be missing are free to come again in an addition; a
    /// tag of another class that comes again is the component twice, for all that is known.
    pub fn knows(&self, tag: Tag) -> bool {
        self.items.iter().any(|item| match &item.presence {
            _ if item.target == Target::Unknown => item.stop.contains(tag),
            Presence::Peek(Tags::Any) => false,
            Presence::Peek(tags) => tags.contains(tag),
            Presence::Always => tag.class() != 0 && item.tags.contains(&tag),
            _ => false,
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Flag {
    /// The item that it announces.
    Item(u32),
    Additions,
}

#[derive(Debug)]
pub(crate) struct Item {
    pub target: Target,
    pub presence: Presence,
    /// A slot that must be there.
    pub required: bool,
    pub omit: bool,
    /// Its octets are kept as they come.
    pub raw: bool,
    /// Where its default stands in [`crate::Defaults`].
    pub default: Option<u32>,
    pub step: Step,
    /// For an insertion point: tags that later items begin with.
    pub stop: Tags,
    /// The smallest tag that it can begin with.
    pub smallest: Tag,
    /// The tags that it begins with where it always comes, sorted; none where that may be any.
    pub tags: Box<[Tag]>,
    /// Its default's encoding where that is canonical, or why it has none.
    pub default_octets: std::sync::OnceLock<Result<Box<[u8]>, Fault>>,
}

impl Item {
    /// The slot that it codes.
    pub fn slot(&self) -> Option<u32> {
        match self.target {
            Target::Slot(slot) => Some(slot),
            Target::Group | Target::Unknown => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Slot(u32),
    Group,
    Unknown,
}

#[derive(Debug)]
pub(crate) enum Presence {
    Always,
    Flag(u32),
    Peek(Tags),
    /// By the bitmap, in turn.
    Bitmap,
}

/// A set of tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tags {
    One(Tag),
    Some(Box<[Tag]>),
    Any,
}

impl Tags {
    #[inline]
    pub fn contains(&self, tag: Tag) -> bool {
        match self {
            Tags::One(one) => *one == tag,
            Tags::Some(tags) => tags.binary_search(&tag).is_ok(),
            Tags::Any => true,
        }
    }

    pub fn smallest(&self) -> Tag {
        match self {
            Tags::One(one) => *one,
            Tags::Some(tags) => tags.first().copied().unwrap_or(Tag::universal(0)),
            Tags::Any => Tag::universal(0),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Additions {
    pub items: Box<[Item]>,
}

impl Additions {
    /// The slot of one, if it is known and no group.
    pub fn slot(&self, index: usize) -> Option<u32> {
        self.items.get(index).and_then(Item::slot)
    }
}

#[derive(Debug)]
pub(crate) struct Repeat {
    pub shape: ShapeId,
    pub extent: Extent,
    pub element: Step,
    pub sort: Sort,
}

#[derive(Debug)]
pub(crate) enum Extent {
    Frame,
    Count(Size),
    Fragments(Size),
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub shape: ShapeId,
    pub by: By,
    pub arms: Box<[Arm]>,
    /// Alternative to arm.
    pub of_alternative: Box<[Option<u32>]>,
    pub extensible: bool,
}

impl Choice {
    /// Whether an alternative begins with that tag.
    pub fn knows(&self, tag: Tag) -> bool {
        match &self.by {
            By::Tag { tags, any } => any.is_some() || tags.binary_search_by_key(&tag, |(t, _)| *t).is_ok(),
            By::Index { .. } => false,
        }
    }
}

#[derive(Debug)]
pub(crate) enum By {
    Tag { tags: Box<[(Tag, u32)]>, any: Option<u32> },
    Index { roots: u32, root: Option<BitsLeaf>, addition: Option<BitsLeaf> },
}

#[derive(Debug)]
pub(crate) struct Arm {
    pub alternative: u32,
    pub step: Step,
}

#[derive(Debug)]
pub(crate) struct Select {
    pub shape: ShapeId,
    pub rows: u32,
    pub registers: Box<[u32]>,
    /// A key may come later.
    pub deferred: bool,
    /// No row is an error.
    pub closed: bool,
}

#[derive(Debug)]
pub(crate) struct Contained {
    pub shape: ShapeId,
    pub leaf: Step,
    pub rules: Rules,
    pub step: Step,
}

impl Contained {
    /// The open type, where the string holds one by itself.
    pub fn select(&self) -> Option<&Select> {
        match &self.step {
            Step::Select(select) => Some(select),
            Step::OpenField(body) => match &**body {
                Step::Select(select) => Some(select),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the string is a BIT STRING.
    pub fn is_bits(&self) -> bool {
        match &self.leaf {
            Step::TlvLeaf(leaf, _) => matches!(leaf, TlvLeaf::BitString { .. }),
            Step::Bits(leaf, _) => matches!(**leaf, BitsLeaf::BitString { .. }),
            Step::Octets(leaf, _) => {
                matches!(**leaf, OctetsLeaf::Counted(TlvLeaf::BitString { .. }) | OctetsLeaf::Bits { .. })
            }
            _ => false,
        }
    }
}

#[derive(Debug)]
pub(crate) struct AltArm {
    /// `None` holds always.
    pub check: Option<wireglot_plan::Check>,
    pub step: Step,
}

/// EMBEDDED PDV or CHARACTER STRING with one identification.
#[derive(Debug)]
pub(crate) struct Predefined {
    pub shape: ShapeId,
    pub identification: Part,
    /// The identification.
    pub value: crate::Tape,
    pub data: Part,
}

/// EXTERNAL and its parts.
#[derive(Debug)]
pub(crate) struct External {
    pub shape: ShapeId,
    pub identification: Part,
    pub syntax: Part,
    pub context_id: Part,
    pub negotiation: Part,
    pub negotiation_id: Part,
    pub negotiation_syntax: Part,
    pub descriptor: Part,
    pub data: Part,
}

/// A slot or alternative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub index: u32,
    pub shape: ShapeId,
}

#[derive(Debug)]
pub(crate) struct Fixed {
    pub shape: ShapeId,
    pub actual: ShapeId,
    pub step: Step,
}
