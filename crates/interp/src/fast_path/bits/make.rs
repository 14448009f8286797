//! Builds a fast path from a linked plan.

use std::collections::HashMap;

use wireglot_plan::{Check, RecordKind, ShapeId, ShapeKind, ShapeType, Slot, Sort};

use super::fields::WIDEST;
use super::fields::{Length, Whole};
use super::path::*;
use crate::fast_path::asks;
use crate::fast_path::asks::{Range, Sizes};
use crate::fast_path::items::Items;
use crate::fast_path::simple::simple;
use crate::fast_path::words::{Key, Words};
use crate::linked::bits_leaf::BitsLeaf;
use crate::linked::program::{self, AltArm, By, Extent, Flag, Group, Item, Presence, Rows, Step, Target};
use crate::linked::Linked;
use std::ops::Range as Span;
use wireglot_rt::bits::Size;

/// Maximum length of a chain of calls without a field of its own.
const CHAIN: u32 = 100;

/// The context of a step.
#[derive(Clone, Copy)]
struct At {
    /// How many more calls may follow.
    chain: u32,
    /// The key register of the nearest enclosing record that has one.
    key: Option<u32>,
}

impl At {
    const START: At = At { chain: CHAIN, key: None };

    fn further(self) -> At {
        At { chain: self.chain - 1, ..self }
    }

    /// The context for something with a list entry of its own.
    fn again(self) -> At {
        At { chain: CHAIN, ..self }
    }
}

/// A node that is left to the general path.
const OTHER: Node = Node { asks: true, op: Op::Other };

/// Builds the path of a root and everything it uses; `None` if the reader must compare with what
/// the writer produces.
#[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
pub(crate) fn make(linked: &Linked, root: &Step) -> Option<Path> {
    if linked.rules().checks_by_encoding() {
        return None;
    }
    let mut maker = Maker {
        linked,
        path: Path {
            words: Words::default(),
            root: OTHER,
            nodes: Vec::new(),
            records: Vec::new(),
            members: Vec::new(),
            additions: Vec::new(),
            lists: Vec::new(),
            choices: Vec::new(),
            numbers: Vec::new(),
            items: Vec::new(),
            orders: Vec::new(),
            strings: Vec::new(),
            alts: Vec::new(),
            tables: Vec::new(),
            aligned: linked.rules().aligned(),
        },
        known: HashMap::new(),
        waiting: Vec::new(),
    };
    maker.path.root = maker.node(root, At::START);
    while let Some(waiting) = maker.waiting.pop() {
        match waiting {
            Waiting::Record(place, record, at) => maker.record(place, record, at),
            Waiting::List(place, repeat, at) => maker.list(place, repeat, at),
            Waiting::Choice(place, choice, at) => maker.choice(place, choice, at),
            Waiting::Node(place, step, at) => maker.path.nodes[place] = maker.node(step, at.again()),
            Waiting::Table(place, rows) => maker.table(place, rows),
        }
    }
    maker.path.words.finish();
    Some(maker.path)
}

/// Entries that have been allocated but not filled in; a work list, so that nesting takes no stack.
enum Waiting<'c> {
    Record(usize, &'c program::Record, At),
    List(usize, &'c program::Repeat, At),
    Choice(usize, &'c program::Choice, At),
    Node(usize, &'c Step, At),
    Table(usize, &'c Rows),
}

/// What has entries.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Record,
    List,
    Choice,
    Node,
    Table,
}

struct Maker<'c> {
    linked: &'c Linked,
    path: Path,
    /// Entries of what was seen, by address.
    known: HashMap<(Kind, *const ()), u32>,
    waiting: Vec<Waiting<'c>>,
}

/// Appends to a list; returns the position.
fn add<T>(list: &mut Vec<T>, one: T) -> u32 {
    list.push(one);
    list.len() as u32 - 1
}

impl<'c> Maker<'c> {
    fn ty(&self, shape: ShapeId) -> &'c ShapeType {
        self.linked.shape().get(shape)
    }

    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn node(&mut self, step: &'c Step, at: At) -> Node {
        let asks = |ty: &ShapeType| !ty.checks.is_empty();
        match step {
            _ if at.chain == 0 => OTHER,
            Step::Call(routine) => {
                let routine = &self.linked.program().routines[*routine as usize];
                self.node(&routine.body, At { key: None, ..at.further() })
            }
            Step::Bind(register, step) => {
                let node = self.node(step, at.further());
                match node.op {
                    Op::Whole(number) if at.key == Some(*register) => Node { op: Op::Key(number), ..node },
                    _ => node,
                }
            }
            Step::Select(select) if at.key.is_some_and(|key| select.registers[..] == [key]) => {
                let asks = asks(self.ty(select.shape));
                Node { asks, op: Op::Select(self.table_at(select.rows)) }
            }
            Step::Bits(leaf, shape) => self.leaf(leaf, self.ty(*shape)),
            Step::Record(record) => {
                let place = self.place(Kind::Record, &**record, self.path.records.len());
                if place as usize == self.path.records.len() {
                    self.path.records.push(Record::default());
                    self.waiting.push(Waiting::Record(place as usize, record, at));
                }
                Node { asks: asks(self.ty(record.shape)), op: Op::Record(place) }
            }
            Step::Repeat(repeat) => {
                let place = self.place(Kind::List, &**repeat, self.path.lists.len());
                if place as usize == self.path.lists.len() {
                    self.path.lists.push(List {
                        element: OTHER,
                        length: Length::ANY,
                        sizes: Sizes::ALL,
                        asks: true,
                    });
                    self.waiting.push(Waiting::List(place as usize, repeat, at));
                }
                Node { asks: false, op: Op::List(place) }
            }
            Step::Choice(choice) => {
                let place = self.place(Kind::Choice, &**choice, self.path.choices.len());
                if place as usize == self.path.choices.len() {
                    self.path.choices.push(Choice::default());
                    self.waiting.push(Waiting::Choice(place as usize, choice, at));
                }
                Node { asks: asks(self.ty(choice.shape)), op: Op::Choice(place) }
            }
            Step::OpenField(step) => Node { asks: false, op: Op::Field(self.node_at(step, at)) },
            Step::Contained(contained) => match &contained.leaf {
                Step::Bits(leaf, _) if contained.rules == self.linked.rules() => match **leaf {
                    BitsLeaf::OctetString { size: Size::ANY } => {
                        let sizes = asks::sizes(self.ty(contained.shape));
                        let asks = sizes.is_none_or(|(sizes, _)| sizes != Sizes::ALL);
                        Node { asks, op: Op::Field(self.node_at(&contained.step, At::START)) }
                    }
                    _ => OTHER,
                },
                _ => OTHER,
            },
            Step::Alt(arms) => self.alt(arms, at),
            _ => OTHER,
        }
    }

    /// A number that is encoded by one of two leaves.
    fn alt(&mut self, arms: &'c [AltArm], at: At) -> Node {
        let [inside, outside] = arms else { return OTHER };
        let range = match &inside.check {
            Some(Check::Integer(ranges)) => match &ranges[..] {
                [(lo, hi)] => Range::of(lo, hi),
                _ => None,
            },
            _ => None,
        };
        let (inside, outside) =
            (self.node(&inside.step, at.further()), self.node(&outside.step, at.further()));
        let asks = range.is_none() || inside.asks || outside.asks;
        let alt = Alt { inside, outside, range: range.unwrap_or(Range::ALL) };
        Node { asks, op: Op::Alt(add(&mut self.path.alts, alt)) }
    }

    fn leaf(&mut self, leaf: &BitsLeaf, ty: &ShapeType) -> Node {
        let checked = !ty.checks.is_empty();
        match leaf {
            BitsLeaf::Boolean => Node { asks: checked, op: Op::Boolean },
            BitsLeaf::Null => Node { asks: checked, op: Op::Null },
            BitsLeaf::Oid => Node { asks: checked, op: Op::Oid { relative: false } },
            BitsLeaf::RelativeOid => Node { asks: checked, op: Op::Oid { relative: true } },
            BitsLeaf::Constrained { lo, span } => {
                let (asks, at) = self.number(ty, Some(*lo), *span);
                Node { asks, op: Op::Whole(at) }
            }
            BitsLeaf::SemiConstrained { lo } => match lo.to_i64() {
                Some(lo) => {
                    let (asks, at) = self.number(ty, Some(lo), u64::MAX);
                    Node { asks, op: Op::Counted(at) }
                }
                None => OTHER,
            },
            BitsLeaf::Unconstrained => {
                let (asks, at) = self.number(ty, None, u64::MAX);
                Node { asks, op: Op::Counted(at) }
            }
            BitsLeaf::Enumerated { root, additions } => {
                let Some(items) = Items::new(&mut self.path.words, &ty.kind) else { return OTHER };
                let Some(order) = Order::new(&items, root, additions.as_deref(), self.path.aligned) else {
                    return OTHER;
                };
                self.path.orders.push(order);
                Node { asks: checked, op: Op::Enumerated(add(&mut self.path.items, items)) }
            }
            leaf => self.string(leaf, ty),
        }
    }

    fn number(&mut self, ty: &ShapeType, lo: Option<i64>, span: u64) -> (bool, u32) {
        let range = asks::range(ty);
        let number = Number { lo, whole: Whole::new(span), range: range.unwrap_or(Range::ALL) };
        (range.is_none(), add(&mut self.path.numbers, number))
    }

    fn string(&mut self, leaf: &BitsLeaf, ty: &ShapeType) -> Node {
        let asked = asks::sizes(ty);
        let (sizes, alphabet) = asked.unwrap_or((Sizes::ALL, u128::MAX));
        let plain = Strings::new(sizes, alphabet);
        type Make = fn(u32) -> Op;
        let (op, strings): (Make, Strings) = match (leaf, &ty.kind) {
            (BitsLeaf::OctetString { size }, ShapeKind::OctetString { contains: None, .. }) => (
                Op::OctetString,
                Strings { length: Length::new(*size), align: size.aligns_octets(), ..plain },
            ),
            (
                BitsLeaf::BitString { size, .. },
                ShapeKind::BitString { fixed, size: own, contains: None, .. },
            ) => {
                let fixed = own.hi.filter(|_| *fixed);
                (
                    Op::BitString,
                    Strings { length: Length::new(*size), align: size.aligns_bits(), fixed, ..plain },
                )
            }
            (BitsLeaf::Characters { alphabet, bits: width @ 1..=8, top, size }, _) => {
                let align = size.aligns_characters(*width);
                let (characters, codes) = codes(alphabet, *width, *top);
                (
                    Op::Characters,
                    Strings { length: Length::new(*size), align, width: *width, characters, codes, ..plain },
                )
            }
            (BitsLeaf::Utf8String | BitsLeaf::EscapedString, ShapeKind::String { .. }) => {
                let utf8 = matches!(leaf, BitsLeaf::Utf8String);
                (Op::Text, Strings { align: true, utf8, ..plain })
            }
            _ => return OTHER,
        };
        let named = matches!(leaf, BitsLeaf::BitString { named: true, .. });
        Node { asks: asked.is_none() || named, op: op(add(&mut self.path.strings, strings)) }
    }

    fn node_at(&mut self, step: &'c Step, at: At) -> u32 {
        let place = self.place(Kind::Node, step, self.path.nodes.len());
        if place as usize == self.path.nodes.len() {
            self.path.nodes.push(OTHER);
            self.waiting.push(Waiting::Node(place as usize, step, at));
        }
        place
    }

    fn table_at(&mut self, rows: u32) -> u32 {
        let Some(rows) = self.linked.program().tables.get(rows as usize) else { return u32::MAX };
        let place = self.place(Kind::Table, rows, self.path.tables.len());
        if place as usize == self.path.tables.len() {
            self.path.tables.push(Vec::new());
            self.waiting.push(Waiting::Table(place as usize, rows));
        }
        place
    }

    /// The rows of a table whose keys are all numbers; otherwise none are known.
    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn table(&mut self, place: usize, rows: &'c Rows) {
        let numbers: Option<Vec<_>> =
            rows.keys.iter().map(|(key, row)| Some((number_of(key)?, *row))).collect();
        let mut table = Vec::new();
        for (key, row) in numbers.unwrap_or_default() {
            let row = rows.rows.get(row as usize).and_then(|row| Some((row.actual, row.step.as_ref()?)));
            table.extend(row.map(|(actual, step)| Row { key, actual, node: self.node(step, At::START) }));
        }
        table.sort_by_key(|row| row.key);
        self.path.tables[place] = table;
    }

    /// The entry of something; `next` if it has none yet.
    fn place<T>(&mut self, kind: Kind, of: &'c T, next: usize) -> u32 {
        *self.known.entry((kind, std::ptr::from_ref(of).cast())).or_insert(next as u32)
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn list(&mut self, place: usize, repeat: &'c program::Repeat, at: At) {
        let sizes = asks::sizes(self.ty(repeat.shape));
        let size = match repeat.extent {
            Extent::Count(size) | Extent::Fragments(size) => size,
            Extent::Frame => Size::ANY,
        };
        let element = if repeat.sort == Sort::None { self.node(&repeat.element, at.again()) } else { OTHER };
        let asks = sizes.is_none();
        let sizes = sizes.map_or(Sizes::ALL, |(sizes, _)| sizes);
        self.path.lists[place] = List { element, length: Length::new(size), sizes, asks };
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn choice(&mut self, place: usize, choice: &'c program::Choice, at: At) {
        let ShapeKind::Choice { alternatives, .. } = &self.ty(choice.shape).kind else { return };
        let By::Index { roots, root, addition } = &choice.by else { return };
        let whole = match root {
            Some(BitsLeaf::Constrained { span, .. }) => Some(Whole::new(*span)),
            _ => None,
        };
        let extensible = addition.is_some();
        let mut made = Vec::new();
        for (index, arm) in choice.arms.iter().enumerate() {
            let name = alternatives.get(arm.alternative as usize).map_or("", |a| &a.name);
            let (word, key) = Key::new(&mut self.path.words, '{', name);
            let among = index.checked_sub(*roots as usize);
            let indices = whole.unwrap_or(Whole::new(0));
            let code =
                Code::new(among.unwrap_or(index), among.is_some(), indices, extensible, self.path.aligned);
            let number = arm.alternative;
            made.push(Alternative { number, key, code, word, node: self.node(&arm.step, at.again()) });
        }
        self.path.choices[place] = Choice { roots: *roots, whole, extensible, alternatives: made };
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn record(&mut self, place: usize, record: &'c program::Record, at: At) {
        let ShapeKind::Record { slots, kind, .. } = &self.ty(record.shape).kind else { return };
        if !matches!(kind, RecordKind::Sequence | RecordKind::Set) {
            return;
        }
        // With several keys, none is tracked; with none, that of an enclosing record is.
        let key = match record.registers[..] {
            [] => at.key,
            [(register, _)] => Some(register),
            _ => None,
        };
        if let Some(parts) = self.parts(slots, &record.group, At { key, ..at.again() }) {
            self.path.records[place] = Record { keyed: !record.registers.is_empty(), ..parts };
        }
    }

    fn parts(&mut self, slots: &'c [Slot], group: &'c Group, at: At) -> Option<Record> {
        let flags = flags_of(group)?;
        let mut members = self.members(slots, group, 0, at)?;
        let root = members.len();
        let items = group.additions.as_ref().map_or(&[][..], |additions| &additions.items);
        let mut spans = Vec::new();
        for (item, part) in items.iter().zip(1..=WIDEST) {
            let start = members.len();
            let Step::OpenField(step) = &item.step else { return None };
            let flags = match (item.target, &**step) {
                (Target::Slot(slot), step) => {
                    members.push(self.member(slots, slot, item, step, part, at)?);
                    None
                }
                (Target::Group, Step::Group(group)) => {
                    members.append(&mut self.members(slots, group, part, at)?);
                    Some(flags_of(group).filter(|_| group.additions.is_none())?)
                }
                _ => return None,
            };
            spans.push((start..members.len(), flags));
        }
        let in_order = members.is_sorted_by_key(|member| member.slot);
        if !in_order || spans.len() != items.len() || group.keyed.is_some_and(|sort| sort != Sort::None) {
            return None;
        }
        let (start, first) = (self.path.members.len(), self.path.additions.len());
        self.path.members.append(&mut members);
        let moved = |span: Span<usize>| span.start + start..span.end + start;
        let additions = spans.into_iter().map(|(span, flags)| Addition { members: moved(span), flags });
        self.path.additions.extend(additions);
        let extension = group.flags.iter().position(|flag| matches!(flag, Flag::Additions));
        Some(Record {
            known: true,
            keyed: false,
            flags,
            extension: extension.map(|flag| flag as u32),
            members: start..self.path.members.len(),
            root: start + root,
            additions: first..self.path.additions.len(),
        })
    }

    fn members(&mut self, slots: &'c [Slot], group: &'c Group, part: u32, at: At) -> Option<Vec<Member>> {
        let items = group.items.iter().map(|item| match item.target {
            Target::Slot(slot) => self.member(slots, slot, item, &item.step, part, at),
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
        at: At,
    ) -> Option<Member> {
        let name = &slots.get(slot as usize)?.name;
        let (word, key) = Key::new(&mut self.path.words, ',', name);
        let node = if item.raw { OTHER } else { self.node(step, at) };
        let flag = match item.presence {
            Presence::Flag(flag) => Some(flag),
            Presence::Always | Presence::Bitmap => None,
            Presence::Peek(_) => return None,
        };
        let omit = match item.default.filter(|_| item.omit).map(|default| simple(self.linked, default)) {
            None => Omit::Never,
            Some(Some(value)) => Omit::Is(value),
            Some(None) => Omit::Perhaps,
        };
        let required = matches!(item.presence, Presence::Always);
        Some(Member { slot, key, word, node, flag, required, omit, part })
    }
}

/// The number in a key of one column.
fn number_of(key: &[u8]) -> Option<i64> {
    let (b'i', number) = key.split_first()? else { return None };
    let (number, b";") = number.split_first_chunk::<8>()? else { return None };
    Some(i64::from_be_bytes(*number))
}

/// The number of presence bits of a group.
fn flags_of(group: &Group) -> Option<u32> {
    u32::try_from(group.flags.len()).ok().filter(|count| *count <= WIDEST)
}

/// The ASCII characters by code, and the codes by character; 0xff means none.
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
