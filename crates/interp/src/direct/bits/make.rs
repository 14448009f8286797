//! Makes a road of a linked plan.

use std::collections::HashMap;

use wireglot_plan::{Check, RecordKind, ShapeId, ShapeKind, ShapeType, Slot, Sort};

use super::fields::WIDEST;
use super::*;
use crate::bits_leaf::BitsLeaf;
use crate::direct::{asks, simple};
use crate::program::{self, AltArm, By, Extent, Flag, Group, Item, Presence, Step, Target};
use crate::run::bits_read::{aligns_bits, aligns_characters, aligns_octets};
use crate::Codec;

/// How long a chain of calls without a field of its own may be.
const CHAIN: u32 = 100;

/// What the other road takes.
const OTHER: Node = Node { asks: true, op: Op::Other };

/// Everything that a root reaches.
pub(in crate::direct) fn make(codec: &Codec, root: &Step) -> Road {
    let mut maker = Maker {
        codec,
        road: Road {
            words: Words::default(),
            root: OTHER,
            nodes: Vec::new(),
            records: Vec::new(),
            members: Vec::new(),
            additions: Vec::new(),
            lists: Vec::new(),
            choices: Vec::new(),
            wholes: Vec::new(),
            items: Vec::new(),
            orders: Vec::new(),
            strings: Vec::new(),
            alts: Vec::new(),
            aligned: codec.rules().aligned(),
        },
        known: HashMap::new(),
        waiting: Vec::new(),
    };
    maker.road.root = maker.node(root, CHAIN);
    while let Some(waiting) = maker.waiting.pop() {
        match waiting {
            Waiting::Record(at, record) => maker.record(at, record),
            Waiting::List(at, repeat) => maker.list(at, repeat),
            Waiting::Choice(at, choice) => maker.choice(at, choice),
            Waiting::Node(at, step) => maker.road.nodes[at] = maker.node(step, CHAIN),
        }
    }
    maker.road.words.finish();
    maker.road
}

/// What has its place and is not made yet, so that nesting takes no stack.
enum Waiting<'c> {
    Record(usize, &'c program::Record),
    List(usize, &'c program::Repeat),
    Choice(usize, &'c program::Choice),
    Node(usize, &'c Step),
}

/// What has places.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Record,
    List,
    Choice,
    Node,
}

struct Maker<'c> {
    codec: &'c Codec,
    road: Road,
    /// Places of what was met, by address.
    known: HashMap<(Kind, *const ()), u32>,
    waiting: Vec<Waiting<'c>>,
}

/// Adds to a list; gives the position.
fn add<T>(list: &mut Vec<T>, one: T) -> u32 {
    list.push(one);
    list.len() as u32 - 1
}

impl<'c> Maker<'c> {
    fn ty(&self, shape: ShapeId) -> &'c ShapeType {
        self.codec.shape().get(shape)
    }

    fn node(&mut self, step: &'c Step, chain: u32) -> Node {
        let asks = |ty: &ShapeType| !ty.checks.is_empty();
        match step {
            _ if chain == 0 => OTHER,
            Step::Call(routine) => {
                let routine = &self.codec.program().routines[*routine as usize];
                self.node(&routine.body, chain - 1)
            }
            Step::Bind(_, step) => self.node(step, chain - 1),
            Step::Bits(leaf, shape) => self.leaf(leaf, self.ty(*shape)),
            Step::Record(record) => {
                let at = self.place(Kind::Record, &**record, self.road.records.len());
                if self.is_new(at, self.road.records.len()) {
                    self.road.records.push(Record::default());
                    self.waiting.push(Waiting::Record(at as usize, record));
                }
                Node { asks: asks(self.ty(record.shape)), op: Op::Record(at) }
            }
            Step::Repeat(repeat) => {
                let at = self.place(Kind::List, &**repeat, self.road.lists.len());
                if self.is_new(at, self.road.lists.len()) {
                    self.road.lists.push(List {
                        element: OTHER,
                        size: Size::ANY,
                        sizes: Sizes::ALL,
                        asks: true,
                    });
                    self.waiting.push(Waiting::List(at as usize, repeat));
                }
                Node { asks: false, op: Op::List(at) }
            }
            Step::Choice(choice) => {
                let at = self.place(Kind::Choice, &**choice, self.road.choices.len());
                if self.is_new(at, self.road.choices.len()) {
                    self.road.choices.push(Choice::default());
                    self.waiting.push(Waiting::Choice(at as usize, choice));
                }
                Node { asks: asks(self.ty(choice.shape)), op: Op::Choice(at) }
            }
            Step::OpenField(step) => Node { asks: false, op: Op::Field(self.node_at(step)) },
            Step::Contained(contained) => match &contained.leaf {
                Step::Bits(leaf, _) if contained.rules == self.codec.rules() => match **leaf {
                    BitsLeaf::OctetString { size: Size::ANY } => {
                        let sizes = asks::sizes(self.ty(contained.shape));
                        let asks = sizes.is_none_or(|(sizes, _)| sizes != Sizes::ALL);
                        Node { asks, op: Op::Field(self.node_at(&contained.step)) }
                    }
                    _ => OTHER,
                },
                _ => OTHER,
            },
            Step::Alt(arms) => self.alt(arms, chain),
            _ => OTHER,
        }
    }

    /// Which of two leaves codes a number.
    fn alt(&mut self, arms: &'c [AltArm], chain: u32) -> Node {
        let [inside, outside] = arms else { return OTHER };
        let range = match &inside.check {
            Some(Check::Integer(ranges)) => match &ranges[..] {
                [(lo, hi)] => Range::of(lo, hi),
                _ => None,
            },
            _ => None,
        };
        let (inside, outside) = (self.node(&inside.step, chain - 1), self.node(&outside.step, chain - 1));
        let asks = range.is_none() || inside.asks || outside.asks;
        let alt = Alt { inside, outside, range: range.unwrap_or(Range::ALL) };
        Node { asks, op: Op::Alt(add(&mut self.road.alts, alt)) }
    }

    fn leaf(&mut self, leaf: &BitsLeaf, ty: &ShapeType) -> Node {
        let checked = !ty.checks.is_empty();
        match leaf {
            BitsLeaf::Boolean => Node { asks: checked, op: Op::Boolean },
            BitsLeaf::Null => Node { asks: checked, op: Op::Null },
            BitsLeaf::Oid => Node { asks: checked, op: Op::Oid { relative: false } },
            BitsLeaf::RelativeOid => Node { asks: checked, op: Op::Oid { relative: true } },
            BitsLeaf::Constrained { lo, span } => {
                let (asks, at) = self.whole(ty, Some(*lo), *span);
                Node { asks, op: Op::Whole(at) }
            }
            BitsLeaf::SemiConstrained { lo } => match lo.to_i64() {
                Some(lo) => {
                    let (asks, at) = self.whole(ty, Some(lo), u64::MAX);
                    Node { asks, op: Op::Counted(at) }
                }
                None => OTHER,
            },
            BitsLeaf::Unconstrained => {
                let (asks, at) = self.whole(ty, None, u64::MAX);
                Node { asks, op: Op::Counted(at) }
            }
            BitsLeaf::Enumerated { root, additions } => {
                let Some(items) = Items::new(&mut self.road.words, &ty.kind) else { return OTHER };
                let Some(order) = Order::new(&items, root, additions.as_deref()) else { return OTHER };
                self.road.orders.push(order);
                Node { asks: checked, op: Op::Enumerated(add(&mut self.road.items, items)) }
            }
            leaf => self.string(leaf, ty),
        }
    }

    fn whole(&mut self, ty: &ShapeType, lo: Option<i64>, span: u64) -> (bool, u32) {
        let range = asks::range(ty);
        let whole = Whole { lo, span, range: range.unwrap_or(Range::ALL) };
        (range.is_none(), add(&mut self.road.wholes, whole))
    }

    fn string(&mut self, leaf: &BitsLeaf, ty: &ShapeType) -> Node {
        let asked = asks::sizes(ty);
        let (sizes, alphabet) = asked.unwrap_or((Sizes::ALL, u128::MAX));
        let plain = Strings::new(sizes, alphabet);
        type Make = fn(u32) -> Op;
        let (op, strings): (Make, Strings) = match (leaf, &ty.kind) {
            (BitsLeaf::OctetString { size }, ShapeKind::OctetString { contains: None, .. }) => {
                (Op::OctetString, Strings { size: *size, align: aligns_octets(*size), ..plain })
            }
            (
                BitsLeaf::BitString { size, .. },
                ShapeKind::BitString { fixed, size: own, contains: None, .. },
            ) => {
                let fixed = own.hi.filter(|_| *fixed);
                (Op::BitString, Strings { size: *size, align: aligns_bits(*size), fixed, ..plain })
            }
            (BitsLeaf::Characters { alphabet, bits: width @ 1..=8, top, size }, _) => {
                let align = aligns_characters(*size, *width);
                let (characters, codes) = codes(alphabet, *width, *top);
                (Op::Characters, Strings { size: *size, align, width: *width, characters, codes, ..plain })
            }
            (BitsLeaf::Utf8String | BitsLeaf::EscapedString, ShapeKind::String { .. }) => {
                let utf8 = matches!(leaf, BitsLeaf::Utf8String);
                (Op::Text, Strings { align: true, utf8, ..plain })
            }
            _ => return OTHER,
        };
        let named = matches!(leaf, BitsLeaf::BitString { named: true, .. });
        Node { asks: asked.is_none() || named, op: op(add(&mut self.road.strings, strings)) }
    }

    fn node_at(&mut self, step: &'c Step) -> u32 {
        let at = self.place(Kind::Node, step, self.road.nodes.len());
        if self.is_new(at, self.road.nodes.len()) {
            self.road.nodes.push(OTHER);
            self.waiting.push(Waiting::Node(at as usize, step));
        }
        at
    }

    /// The place of something: `next` where it has none yet.
    fn place<T>(&mut self, kind: Kind, of: &'c T, next: usize) -> u32 {
        *self.known.entry((kind, std::ptr::from_ref(of).cast())).or_insert(next as u32)
    }

    fn is_new(&self, at: u32, next: usize) -> bool {
        at as usize == next
    }

    fn list(&mut self, at: usize, repeat: &'c program::Repeat) {
        let sizes = asks::sizes(self.ty(repeat.shape));
        let size = match repeat.extent {
            Extent::Count(size) | Extent::Fragments(size) => size,
            Extent::Frame => Size::ANY,
        };
        let element = if repeat.sort == Sort::None { self.node(&repeat.element, CHAIN) } else { OTHER };
        let asks = sizes.is_none();
        let sizes = sizes.map_or(Sizes::ALL, |(sizes, _)| sizes);
        self.road.lists[at] = List { element, size, sizes, asks };
    }

    fn choice(&mut self, at: usize, choice: &'c program::Choice) {
        let ShapeKind::Choice { alternatives, .. } = &self.ty(choice.shape).kind else { return };
        let By::Index { roots, root, addition } = &choice.by else { return };
        let mut made = Vec::new();
        for arm in &choice.arms {
            let name = alternatives.get(arm.alternative as usize).map_or("", |a| &a.name);
            let (word, key) = Key::new(&mut self.road.words, '{', name);
            made.push(Alternative { key, word, node: self.node(&arm.step, CHAIN) });
        }
        let span = match root {
            Some(BitsLeaf::Constrained { span, .. }) => Some(*span),
            _ => None,
        };
        let extensible = addition.is_some();
        self.road.choices[at] = Choice { roots: *roots, span, extensible, alternatives: made };
    }

    fn record(&mut self, at: usize, record: &'c program::Record) {
        let ShapeKind::Record { slots, kind, .. } = &self.ty(record.shape).kind else { return };
        if !matches!(kind, RecordKind::Sequence | RecordKind::Set) {
            return;
        }
        if let Some(record) = self.parts(slots, &record.group) {
            self.road.records[at] = record;
        }
    }

    fn parts(&mut self, slots: &'c [Slot], group: &'c Group) -> Option<Record> {
        let flags = flags_of(group)?;
        let mut members = self.members(slots, group, 0)?;
        let root = members.len();
        let items = group.additions.as_ref().map_or(&[][..], |additions| &additions.items);
        let mut spans = Vec::new();
        for (item, part) in items.iter().zip(1..=WIDEST) {
            let start = members.len();
            let Step::OpenField(step) = &item.step else { return None };
            let flags = match (item.target, &**step) {
                (Target::Slot(slot), step) => {
                    members.push(self.member(slots, slot, item, step, part)?);
                    None
                }
                (Target::Group, Step::Group(group)) => {
                    members.append(&mut self.members(slots, group, part)?);
                    Some(flags_of(group).filter(|_| group.additions.is_none())?)
                }
                _ => return None,
            };
            spans.push((start..members.len(), flags));
        }
        let in_order = members.is_sorted_by_key(|(slot, _)| *slot);
        if !in_order || spans.len() != items.len() || group.keyed.is_some_and(|sort| sort != Sort::None) {
            return None;
        }
        let (start, first) = (self.road.members.len(), self.road.additions.len());
        self.road.members.extend(members.into_iter().map(|(_, member)| member));
        let moved = |span: Span<usize>| span.start + start..span.end + start;
        let additions = spans.into_iter().map(|(span, flags)| Addition { members: moved(span), flags });
        self.road.additions.extend(additions);
        let extension = group.flags.iter().position(|flag| matches!(flag, Flag::Additions));
        Some(Record {
            known: true,
            flags,
            extension: extension.map(|flag| flag as u32),
            members: start..self.road.members.len(),
            root: start + root,
            additions: first..self.road.additions.len(),
        })
    }

    fn members(&mut self, slots: &'c [Slot], group: &'c Group, part: u32) -> Option<Vec<(u32, Member)>> {
        let items = group.items.iter().map(|item| match item.target {
            Target::Slot(slot) => self.member(slots, slot, item, &item.step, part),
            _ => None,
        });
        items.collect()
    }

    fn member(
        &mut self,
        slots: &'c [Slot],
        slot: u32,
        item: &'c Item,
        step: &'c Step,
        part: u32,
    ) -> Option<(u32, Member)> {
        let name = &slots.get(slot as usize)?.name;
        let (word, key) = Key::new(&mut self.road.words, ',', name);
        let node = if item.raw { OTHER } else { self.node(step, CHAIN) };
        let flag = match item.presence {
            Presence::Flag(flag) => Some(flag),
            Presence::Always | Presence::Bitmap => None,
            Presence::Peek(_) => return None,
        };
        let omit = match item.default.filter(|_| item.omit).map(|default| simple(self.codec, default)) {
            None => Omit::Never,
            Some(Some(value)) => Omit::Is(value),
            Some(None) => Omit::Perhaps,
        };
        let required = matches!(item.presence, Presence::Always);
        Some((slot, Member { key, word, node, flag, required, omit, part }))
    }
}

/// How many bits stand in front of a group.
fn flags_of(group: &Group) -> Option<u32> {
    u32::try_from(group.flags.len()).ok().filter(|count| *count <= WIDEST)
}

/// The characters by their codes, and the codes by the characters, of ASCII alone; 0xff where there
/// is none.
fn codes(alphabet: &[char], width: u32, top: u32) -> (Box<[u8]>, Box<[u8]>) {
    let all: Vec<u8> = match alphabet {
        [] => (0..1u32 << width).take_while(|code| *code <= top).map(|code| code as u8).collect(),
        _ => alphabet.iter().map(|c| u8::try_from(*c).unwrap_or(NONE)).collect(),
    };
    let mut codes = vec![NONE; 128];
    for (code, character) in (0..=127u8).zip(&all) {
        if let Some(place) = codes.get_mut(usize::from(*character)) {
            *place = code;
        }
    }
    (all.into(), codes.into())
}

/// No character, or no code.
pub(super) const NONE: u8 = 0xff;
