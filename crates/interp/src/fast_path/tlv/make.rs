//! Builds a fast path from a linked plan.

use std::collections::HashMap;

use wireglot_plan::{Form, Lengths, OpenShape, RecordKind, ShapeId, ShapeKind, ShapeType, Sort};
use wireglot_rt::tlv::{Repertoire, Tag};

use super::path::*;
use crate::fast_path::asks;
use crate::fast_path::asks::{Range, Sizes};
use crate::fast_path::items::Items;
use crate::fast_path::simple::simple;
use crate::fast_path::words::{Key, Words};
use crate::linked::program::{self, By, Item, Presence, Step, Target, TlvFrame, TlvLeaf};
use crate::linked::Linked;
use crate::run::defaults::default_octets;
use crate::run::write::Runs;

/// Maximum length of a chain of calls without an encoding of its own.
const CHAIN: u32 = 100;

/// Builds the path of a root and everything it uses; `None` if lengths are indefinite.
#[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
pub(crate) fn make(linked: &Linked, root: &Step, runs: &'static Runs) -> Option<Path> {
    if linked.rules().lengths() == Lengths::Indefinite {
        return None;
    }
    let mut maker = Maker {
        linked,
        runs,
        path: Path {
            words: Words::default(),
            root: OTHER,
            nodes: Vec::new(),
            records: Vec::new(),
            members: Vec::new(),
            lists: Vec::new(),
            choices: Vec::new(),
            items: Vec::new(),
            texts: Vec::new(),
            bits: Vec::new(),
            canonical: linked.rules().canonical(),
        },
        known: HashMap::new(),
        waiting: Vec::new(),
    };
    maker.path.root = maker.node(root, CHAIN);
    while let Some(waiting) = maker.waiting.pop() {
        match waiting {
            Waiting::Record(at, record) => maker.record(at, record),
            Waiting::List(at, repeat) => maker.list(at, repeat),
            Waiting::Choice(at, choice) => maker.choice(at, choice),
            Waiting::Node(at, step) => maker.path.nodes[at] = maker.node(step, CHAIN),
        }
    }
    maker.path.words.finish();
    Some(maker.path)
}

/// The identifier of a node that may start with any.
const ANY: u8 = 0;
/// A node that is left to the general path.
const OTHER: Node = Node { identifier: ANY, asks: true, op: Op::Other };

/// Entries that have been allocated but not filled in; a work list, so that nesting takes no stack.
enum Waiting<'c> {
    Record(usize, &'c program::Record),
    List(usize, &'c program::Repeat),
    Choice(usize, &'c program::Choice),
    Node(usize, &'c Step),
}

/// What has entries.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Record,
    List,
    Choice,
    Node,
}

struct Maker<'c> {
    linked: &'c Linked,
    runs: &'static Runs,
    path: Path,
    /// Entries of what was seen, by address.
    known: HashMap<(Kind, *const ()), u32>,
    waiting: Vec<Waiting<'c>>,
}

impl<'c> Maker<'c> {
    fn ty(&self, shape: ShapeId) -> &'c ShapeType {
        self.linked.shape().get(shape)
    }

    #[expect(clippy::indexing_slicing, reason = "linking made a routine for each number that a call has")]
    fn routine(&self, routine: u32) -> &'c Step {
        &self.linked.program().routines[routine as usize].body
    }

    /// A complete encoding.
    fn node(&mut self, step: &'c Step, chain: u32) -> Node {
        match step {
            _ if chain == 0 => OTHER,
            Step::Call(routine) => self.node(self.routine(*routine), chain - 1),
            Step::Bind(_, step) => self.node(step, chain - 1),
            Step::Choice(choice) => {
                let asks = !self.ty(choice.shape).checks.is_empty();
                Node { identifier: 0, asks, op: Op::Choice(self.choice_at(choice)) }
            }
            Step::Tlv(frame) => self.frame(frame, chain),
            Step::Any(shape) => match self.ty(*shape) {
                ShapeType { kind: ShapeKind::Open(OpenShape::Opaque), checks, .. } => {
                    Node { identifier: ANY, asks: !checks.is_empty(), op: Op::Opaque }
                }
                _ => OTHER,
            },
            _ => OTHER,
        }
    }

    fn frame(&mut self, frame: &'c TlvFrame, chain: u32) -> Node {
        if frame.form == Form::BeforeDummy {
            return OTHER;
        }
        let constructed = frame.form == Form::Constructed;
        let identifier = first_octet(frame.tag) | if constructed { 0x20 } else { 0 };
        let (op, asks) = match frame.tag.number() {
            0x1f.. => (Op::Other, true),
            _ => self.contents(&frame.body, chain),
        };
        let has_parts = matches!(op, Op::Frame(_) | Op::Record(_) | Op::List(_));
        let op = if has_parts == constructed { op } else { Op::Other };
        Node { identifier, asks, op }
    }

    /// The contents of an encoding, and whether its type has constraints beyond those checked.
    fn contents(&mut self, step: &'c Step, chain: u32) -> (Op, bool) {
        match step {
            _ if chain == 0 => (Op::Other, true),
            Step::Call(routine) => self.contents(self.routine(*routine), chain - 1),
            Step::Bind(_, step) => self.contents(step, chain - 1),
            Step::Record(record) => {
                let asks = !self.ty(record.shape).checks.is_empty();
                (Op::Record(self.record_at(record)), asks)
            }
            Step::Repeat(repeat) => (Op::List(self.list_at(repeat)), false),
            Step::TlvLeaf(leaf, shape) => self.leaf(leaf, *shape),
            Step::Contained(contained) => match &contained.leaf {
                Step::TlvLeaf(TlvLeaf::OctetString, _) if contained.rules == self.linked.rules() => {
                    let ty = self.ty(contained.shape);
                    let asks = asks::sizes(ty).is_none_or(|(sizes, _)| sizes != Sizes::ALL);
                    (Op::Contained(self.node_at(&contained.step)), asks)
                }
                _ => (Op::Other, true),
            },
            // An explicit tag.
            Step::Tlv(_) | Step::Choice(_) | Step::Any(_) => (Op::Frame(self.node_at(step)), false),
            _ => (Op::Other, true),
        }
    }

    fn leaf(&mut self, leaf: &TlvLeaf, shape: ShapeId) -> (Op, bool) {
        let ty = self.ty(shape);
        let checked = !ty.checks.is_empty();
        let sizes = asks::sizes(ty);
        let (size, alphabet) = sizes.unwrap_or((Sizes::ALL, u128::MAX));
        match leaf {
            TlvLeaf::Boolean => (Op::Boolean, checked),
            TlvLeaf::Null => (Op::Null, checked),
            TlvLeaf::Integer => {
                let range = asks::range(ty);
                (Op::Integer(range.unwrap_or(Range::ALL)), range.is_none())
            }
            TlvLeaf::Enumerated(_) => match Items::new(&mut self.path.words, &ty.kind) {
                Some(items) => {
                    self.path.items.push(items);
                    (Op::Enumerated(self.path.items.len() as u32 - 1), checked)
                }
                None => (Op::Other, true),
            },
            TlvLeaf::OctetString => match ty.kind {
                ShapeKind::OctetString { contains: None, .. } => (Op::OctetString(size), sizes.is_none()),
                _ => (Op::Other, true),
            },
            TlvLeaf::BitString { named, .. } => match ty.kind {
                ShapeKind::BitString { fixed, size: own, contains: None, .. } => {
                    let fixed = own.hi.filter(|_| fixed);
                    self.path.bits.push(Bits { sizes: size, fixed });
                    (Op::BitString(self.path.bits.len() as u32 - 1), *named || sizes.is_none())
                }
                _ => (Op::Other, true),
            },
            TlvLeaf::Oid => (Op::Oid { relative: false }, checked),
            TlvLeaf::RelativeOid => (Op::Oid { relative: true }, checked),
            TlvLeaf::Text(Repertoire::Bmp | Repertoire::Universal) => (Op::Other, true),
            TlvLeaf::Text(repertoire) => {
                let text = Text { repertoire: *repertoire, sizes: size, alphabet };
                self.path.texts.push(text);
                (Op::Text(self.path.texts.len() as u32 - 1), sizes.is_none())
            }
            TlvLeaf::UtcTime => (Op::UtcTime, checked),
            TlvLeaf::GeneralizedTime => (Op::GeneralizedTime, checked),
            _ => (Op::Other, true),
        }
    }

    fn node_at(&mut self, step: &'c Step) -> u32 {
        let (at, new) = self.place(Kind::Node, step, self.path.nodes.len());
        if new {
            self.path.nodes.push(OTHER);
            self.waiting.push(Waiting::Node(at as usize, step));
        }
        at
    }

    fn record_at(&mut self, record: &'c program::Record) -> u32 {
        let (at, new) = self.place(Kind::Record, record, self.path.records.len());
        if new {
            self.path.records.push(Record::default());
            self.waiting.push(Waiting::Record(at as usize, record));
        }
        at
    }

    fn list_at(&mut self, repeat: &'c program::Repeat) -> u32 {
        let (at, new) = self.place(Kind::List, repeat, self.path.lists.len());
        if new {
            self.path.lists.push(List { element: OTHER, sizes: Sizes::ALL, asks: true, sorted: false });
            self.waiting.push(Waiting::List(at as usize, repeat));
        }
        at
    }

    fn choice_at(&mut self, choice: &'c program::Choice) -> u32 {
        let (at, new) = self.place(Kind::Choice, choice, self.path.choices.len());
        if new {
            let any = matches!(&choice.by, By::Tag { any: Some(_), .. });
            let arms = Box::new(arms_of(choice));
            self.path.choices.push(Choice { arms, any, alternatives: Vec::new() });
            self.waiting.push(Waiting::Choice(at as usize, choice));
        }
        at
    }

    /// The entry of something, and whether it is new.
    fn place<T>(&mut self, kind: Kind, of: &'c T, next: usize) -> (u32, bool) {
        let known = self.known.len();
        let at = *self.known.entry((kind, std::ptr::from_ref(of).cast())).or_insert(next as u32);
        (at, self.known.len() > known)
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn list(&mut self, at: usize, repeat: &'c program::Repeat) {
        let sizes = asks::sizes(self.ty(repeat.shape));
        self.path.lists[at] = List {
            element: self.node(&repeat.element, CHAIN),
            sizes: sizes.map_or(Sizes::ALL, |(sizes, _)| sizes),
            asks: sizes.is_none(),
            sorted: repeat.sort == Sort::Octets,
        };
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn choice(&mut self, at: usize, choice: &'c program::Choice) {
        let ShapeKind::Choice { alternatives, .. } = &self.ty(choice.shape).kind else { return };
        for arm in &choice.arms {
            let name = alternatives.get(arm.alternative as usize).map_or("", |a| &a.name);
            let (word, key) = Key::new(&mut self.path.words, '{', name);
            let node = self.node(&arm.step, CHAIN);
            self.path.choices[at].alternatives.push(Alternative { number: arm.alternative, key, word, node });
        }
    }

    #[expect(clippy::indexing_slicing, reason = "the place was made when the work was queued")]
    fn record(&mut self, at: usize, record: &'c program::Record) {
        let ShapeKind::Record { slots, kind, .. } = &self.ty(record.shape).kind else { return };
        let group = &record.group;
        let plain = matches!(kind, RecordKind::Sequence | RecordKind::Set)
            && matches!(group.keyed, None | Some(Sort::None))
            && group.additions.is_none();
        let mut members = Vec::new();
        let mut needed = 0;
        let mut last = None;
        for item in group.items.iter().filter(|item| item.target != Target::Unknown) {
            let Target::Slot(at) = item.target else { return };
            let Some(slot) = slots.get(at as usize).filter(|_| plain && last < Some(at)) else { return };
            last = Some(at);
            let (word, key) = Key::new(&mut self.path.words, ',', &slot.name);
            let mut node = self.node(&item.step, CHAIN);
            if item.raw || slot.addition.is_some() && !group.together.is_empty() {
                node.op = Op::Other;
            }
            let required = item.required || !matches!(item.presence, Presence::Peek(_));
            members.push(Member {
                slot: at,
                key,
                word,
                begins: self.begins(&node),
                required,
                omit: self.omit(item),
                node,
            });
            needed = if required { members.len() } else { needed };
        }
        let start = self.path.members.len();
        self.path.members.append(&mut members);
        let members = start..self.path.members.len();
        self.path.records[at] = Record { known: true, members, needed: start + needed };
    }

    /// What the encoding of a node starts with.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn begins(&self, node: &Node) -> Begins {
        match (node.op, node.identifier) {
            (Op::Choice(choice), _) if self.path.choices[choice as usize].any => Begins::Any,
            (Op::Choice(choice), _) => Begins::Choice(choice),
            (_, ANY) => Begins::Any,
            (_, identifier) => Begins::One(identifier),
        }
    }

    fn omit(&self, item: &Item) -> Omit {
        let Some(default) = item.default.filter(|_| item.omit) else { return Omit::Never };
        // If a default can't be encoded, the general path reports it.
        let octets = default_octets(self.linked, self.runs, item, self.linked.rules());
        match (simple(self.linked, default), octets) {
            (Some(value), Ok(Some(octets))) => Omit::Is(value, octets.into()),
            _ => Omit::Perhaps,
        }
    }
}

/// X.690 8.1.2: the first identifier octet of a primitive encoding.
fn first_octet(tag: Tag) -> u8 {
    tag.class() << 6 | tag.number().min(0x1f) as u8
}

/// For each identifier octet, the arm that starts with it, counted from 1.
#[expect(clippy::indexing_slicing, reason = "arms has a place for each octet")]
fn arms_of(choice: &program::Choice) -> [u16; 256] {
    let mut arms = [0; 256];
    if let By::Tag { tags, .. } = &choice.by {
        for (tag, arm) in tags {
            let octet = first_octet(*tag);
            for identifier in [octet, octet | 0x20] {
                arms[usize::from(identifier)] = u16::try_from(arm + 1).unwrap_or(0);
            }
        }
    }
    arms
}
