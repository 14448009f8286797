//! A plan in executable form: with shapes, and with tags and keys ready to compare.

use std::collections::HashMap;

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
    /// The octets of the longest key that any row has.
    pub longest_key: usize,
    /// Whether any key may come after the open type it selects.
    pub deferred: bool,
    /// Whether anything contains an encoding: an open type of known type, or a string.
    pub holds: bool,
}

#[derive(Debug)]
pub(crate) struct Routine {
    pub body: Step,
    pub registers: u32,
}

/// A table: rows by the octets of their keys.
#[derive(Debug)]
pub(crate) struct Rows {
    /// Key octets with the position of the row, sorted.
    pub keys: Vec<(Box<[u8]>, u32)>,
    pub rows: Vec<Row>,
    /// For each type, the position of the first row with it that has a step.
    pub types: HashMap<ShapeId, u32>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub actual: ShapeId,
    /// `None` if the object leaves the field out.
    pub step: Option<Step>,
}

impl Rows {
    /// The row with a key.
    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    pub fn find(&self, key: &[u8]) -> Option<&Row> {
        let found = self.keys.binary_search_by(|(k, _)| (**k).cmp(key)).ok()?;
        self.rows.get(self.keys[found].1 as usize)
    }

    /// The first row with a type. All rows with the same type write it in the same way.
    pub fn of_type(&self, actual: ShapeId) -> Option<&Row> {
        self.rows.get(*self.types.get(&actual)? as usize)
    }
}

/// A node.
#[derive(Debug)]
pub(crate) enum Step {
    Tlv(Box<TlvFrame>),
    TlvLeaf(TlvLeaf, ShapeId),
    /// A complete encoding: ANY and the like.
    Any(ShapeId),
    Bits(Box<BitsLeaf>, ShapeId),
    Octets(Box<OctetsLeaf>, ShapeId),
    /// A tag without length, then the body.
    TagOctets(Tag, Box<Step>),
    /// All remaining octets of the frame.
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
    /// An open type that always contains the same type.
    Fixed(Box<Fixed>),
    /// A value that is also a key.
    Bind(u32, Box<Step>),
}

impl Step {
    /// The open type that this step reads, if its octets may be kept.
    pub fn open_type(&self) -> Option<ShapeId> {
        match self {
            Step::Select(select) => Some(select.shape),
            Step::Fixed(fixed) if fixed.held => Some(fixed.shape),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct TlvFrame {
    pub tag: Tag,
    pub form: wireglot_plan::Form,
    /// The identifier octet of its primitive encoding, if it has one of a single octet.
    pub identifier: Option<u8>,
    pub body: Step,
}

#[derive(Debug)]
pub(crate) struct Record {
    pub shape: ShapeId,
    /// Its registers, and the paths where a writer finds their values.
    pub registers: Box<[(u32, Box<[u32]>)]>,
    pub group: Group,
}

#[derive(Debug)]
pub(crate) struct Group {
    pub keyed: Option<Sort>,
    pub flags: Box<[Flag]>,
    pub items: Box<[Item]>,
    /// For a keyed group: items by tag.
    pub by_tag: Box<[(Tag, u32)]>,
    /// The item that accepts any tag, and the extension insertion point.
    pub any: Option<u32>,
    pub unknown: Option<u32>,
    /// The first addition. Unknown elements may come before it and before all later items, up to
    /// the insertion point.
    pub extends: usize,
    pub additions: Option<Box<Additions>>,
    /// All slots in it, including those of nested groups.
    pub slots: Box<[u32]>,
    /// Addition groups whose members are items of this one.
    pub together: Box<[Together]>,
}

/// An addition group without a frame of its own, as positions of its items.
#[derive(Debug)]
pub(crate) struct Together {
    pub members: Box<[u32]>,
    /// The mandatory ones.
    pub needed: Box<[u32]>,
}

impl Group {
    /// Whether an element with this tag, found before item `from`, belongs to a later item.
    pub fn expects(&self, from: usize, tag: Tag) -> bool {
        let end = self.unknown.map_or(self.items.len(), |at| at as usize + 1);
        self.items.get(from..end).unwrap_or_default().iter().any(|item| match &item.presence {
            _ if item.target == Target::Unknown => item.stop.contains(tag),
            Presence::Peek(tags) => tags.contains(tag),
            _ => false,
        })
    }

    /// What its presence bits announce, in order; `set` tells whether a flag is set.
    pub fn presence(&self, set: impl Fn(usize) -> bool) -> Vec<(Option<u32>, bool)> {
        let announced = self.flags.iter().enumerate().filter_map(|(at, flag)| match flag {
            Flag::Item(item) => Some((self.items.get(*item as usize).and_then(Item::slot), set(at))),
            Flag::Additions => None,
        });
        announced.collect()
    }

    /// Whether a component starts with this tag, so that no unknown element may (X.680 25.6, 27.4).
    /// Only universal tags of mandatory components may be reused by an addition. A tag of another
    /// class that comes again must be taken for a duplicate component.
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
    /// The item it announces.
    Item(u32),
    Additions,
}

#[derive(Debug)]
pub(crate) struct Item {
    pub target: Target,
    pub presence: Presence,
    /// Whether it is a mandatory slot.
    pub required: bool,
    pub omit: bool,
    /// Whether its octets are kept as received.
    pub raw: bool,
    /// The position of its default in [`crate::Defaults`].
    pub default: Option<u32>,
    /// The keys in it, by their registers, if it is absent.
    pub keys: Box<[(u32, Box<[u8]>)]>,
    pub step: Step,
    /// For an insertion point: the tags that later items start with.
    pub stop: Tags,
    /// The smallest tag it can start with.
    pub smallest: Tag,
    /// The sorted tags it can start with, if it is always present; empty if any tag is possible.
    pub tags: Box<[Tag]>,
    /// The encoding of its default under canonical rules, or why there is none.
    pub default_octets: std::sync::OnceLock<Result<Box<[u8]>, Fault>>,
}

impl Item {
    /// The slot it encodes.
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
    /// By the bitmap, in order.
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
    /// The slot of an addition, if it is known and not a group.
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
    /// The arm of each alternative.
    pub of_alternative: Box<[Option<u32>]>,
    pub extensible: bool,
}

impl Choice {
    /// Whether an alternative starts with this tag.
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
    /// Whether a key may come later.
    pub deferred: bool,
    /// Whether it is an error if no row has the key.
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
    /// The open type, if the string contains just that.
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
    /// `None` always holds.
    pub check: Option<wireglot_plan::Check>,
    pub step: Step,
}

/// EMBEDDED PDV or CHARACTER STRING restricted to one identification.
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
    /// Whether its octets may be kept if they do not decode.
    pub held: bool,
}
