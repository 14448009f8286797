//! The tree of what has been read so far.

mod play;
mod spot;

use wireglot_plan::{Shape, ShapeId, ShapeKind};

pub use spot::Spot;

const NONE: u32 = u32::MAX;

/// A value that is being read. It can be reused, and keeps its memory.
#[derive(Debug, Default)]
pub struct Draft {
    items: Vec<Item>,
    octets: Vec<u8>,
    /// Names whose characters are in their parts, because they have no number.
    unnumbered: Vec<Unnumbered>,
}

/// A name without a number.
#[derive(Debug)]
struct Unnumbered {
    part: u32,
    at: usize,
    why: String,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    shape: ShapeId,
    /// The enclosing part.
    parent: u32,
    /// Its slot or alternative in the enclosing part.
    key: u32,
    first: u32,
    last: u32,
    next: u32,
    /// Where it starts in the text.
    at: u32,
    /// Whether it has been read completely.
    whole: bool,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing is known about it yet.
    Open,
    Record,
    /// A list with this number of elements.
    List(u32),
    Choice,
    /// Named bits, the first in the lowest bit.
    Bits(u64),
    Boolean(bool),
    Integer(i64),
    Enumerated(i64),
    Null,
    Octets(u32, u32),
    Text(u32, u32),
}

/// Why a part does not fit into a draft.
pub(crate) enum Misplaced {
    /// It is already there.
    Twice,
    /// The choice already has this other alternative.
    Other(u32),
    /// It is a different kind of value.
    Kind,
    /// There are too many elements.
    Many,
}

impl Draft {
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.octets.clear();
        self.unnumbered.clear();
    }

    pub(crate) fn start(&mut self, shape: ShapeId) -> u32 {
        self.item(shape, 0, 0)
    }

    fn item(&mut self, shape: ShapeId, key: u32, at: usize) -> u32 {
        let id = self.items.len() as u32;
        let (first, last, next) = (NONE, NONE, NONE);
        self.items.push(Item {
            shape,
            parent: NONE,
            key,
            first,
            last,
            next,
            at: at as u32,
            whole: false,
            kind: Kind::Open,
        });
        id
    }

    fn get(&self, id: u32) -> Option<&Item> {
        self.items.get(id as usize)
    }

    /// The type of a part.
    pub(crate) fn shape_of(&self, id: u32) -> Option<ShapeId> {
        self.get(id).map(|item| item.shape)
    }

    fn kind(&self, id: u32) -> Kind {
        self.get(id).map_or(Kind::Open, |item| item.kind)
    }

    fn set(&mut self, id: u32, kind: Kind) {
        if let Some(item) = self.items.get_mut(id as usize) {
            item.kind = kind;
        }
    }

    fn parts(&self, id: u32) -> impl Iterator<Item = (u32, &Item)> {
        let mut next = self.get(id).map_or(NONE, |item| item.first);
        std::iter::from_fn(move || {
            let item = self.get(next)?;
            let id = next;
            next = item.next;
            Some((id, item))
        })
    }

    fn attach(&mut self, parent: u32, part: u32) {
        let last = self.get(parent).map_or(NONE, |item| item.last);
        match self.items.get_mut(last as usize) {
            Some(before) => before.next = part,
            None => {
                if let Some(parent) = self.items.get_mut(parent as usize) {
                    parent.first = part;
                }
            }
        }
        if let Some(part) = self.items.get_mut(part as usize) {
            part.parent = parent;
        }
        if let Some(parent) = self.items.get_mut(parent as usize) {
            parent.last = part;
        }
    }

    /// The part in a slot, and whether it is new.
    pub(crate) fn slot(
        &mut self,
        id: u32,
        slot: u32,
        shape: ShapeId,
        at: usize,
    ) -> Result<(u32, bool), Misplaced> {
        match self.kind(id) {
            Kind::Open => self.set(id, Kind::Record),
            Kind::Record => {}
            _ => return Err(Misplaced::Kind),
        }
        if let Some((part, _)) = self.parts(id).find(|(_, part)| part.key == slot) {
            return Ok((part, false));
        }
        let part = self.item(shape, slot, at);
        self.attach(id, part);
        Ok((part, true))
    }

    /// Adds an element; returns it and the number of elements.
    pub(crate) fn add(&mut self, id: u32, shape: ShapeId, at: usize) -> Result<(u32, u32), Misplaced> {
        let count = match self.kind(id) {
            Kind::Open => 1,
            Kind::List(count) => count.saturating_add(1),
            _ => return Err(Misplaced::Kind),
        };
        self.set(id, Kind::List(count));
        let part = self.item(shape, count - 1, at);
        self.attach(id, part);
        Ok((part, count))
    }

    /// The last element, if it has this alternative.
    pub(crate) fn last_as(&self, id: u32, alternative: u32) -> Option<u32> {
        let last = self.get(id)?.last;
        let (_, part) = self.parts(last).next()?;
        (self.kind(last) == Kind::Choice && part.key == alternative).then_some(last)
    }

    /// The last element, if it is a record without this slot.
    pub(crate) fn last_without(&self, id: u32, slot: u32) -> Option<u32> {
        let last = self.get(id)?.last;
        let lacks = self.kind(last) == Kind::Record && self.parts(last).all(|(_, part)| part.key != slot);
        lacks.then_some(last)
    }

    /// The value of an alternative, and whether it is new.
    pub(crate) fn alternative(
        &mut self,
        id: u32,
        alternative: u32,
        shape: ShapeId,
        at: usize,
    ) -> Result<(u32, bool), Misplaced> {
        match self.kind(id) {
            Kind::Open => self.set(id, Kind::Choice),
            Kind::Choice => {}
            _ => return Err(Misplaced::Kind),
        }
        let there = self.parts(id).next().map(|(part, item)| (part, item.key));
        match there {
            Some((part, key)) if key == alternative => Ok((part, false)),
            Some((_, key)) => Err(Misplaced::Other(key)),
            None => {
                let part = self.item(shape, alternative, at);
                self.attach(id, part);
                Ok((part, true))
            }
        }
    }

    pub(crate) fn bit(&mut self, id: u32, bit: u32) -> Result<(), Misplaced> {
        let set = match self.kind(id) {
            Kind::Open => 0,
            Kind::Bits(set) => set,
            _ => return Err(Misplaced::Kind),
        };
        let mask = 1u64.checked_shl(bit).ok_or(Misplaced::Kind)?;
        if set & mask != 0 {
            return Err(Misplaced::Twice);
        }
        self.set(id, Kind::Bits(set | mask));
        Ok(())
    }

    /// Makes an open part an empty record or list.
    pub(crate) fn exists(&mut self, id: u32, shape: &Shape) {
        let Some(item) = self.get(id).filter(|item| item.kind == Kind::Open) else { return };
        let kind = match shape.get(item.shape).kind {
            ShapeKind::List { .. } => Kind::List(0),
            _ => Kind::Record,
        };
        self.set(id, kind);
    }

    fn leaf(&mut self, id: u32, kind: Kind) -> Result<(), Misplaced> {
        match self.kind(id) {
            Kind::Open => {
                self.set(id, kind);
                Ok(())
            }
            _ => Err(Misplaced::Twice),
        }
    }

    /// The number in a part.
    pub(crate) fn number(&self, id: u32) -> Option<i64> {
        match self.kind(id) {
            Kind::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The octets in a part.
    pub(crate) fn octets(&self, id: u32) -> Option<&[u8]> {
        match self.kind(id) {
            Kind::Octets(start, end) => Some(self.slice(start, end)),
            _ => None,
        }
    }

    /// The part at a path of slots and, for `None`, first elements.
    pub(crate) fn follow(&self, id: u32, path: &[Option<u32>]) -> Option<u32> {
        let mut id = id;
        for step in path {
            id = match step {
                Some(slot) => self.parts(id).find(|(_, part)| part.key == *slot)?.0,
                None => self.parts(id).next()?.0,
            };
        }
        Some(id)
    }

    /// Copies a part to an open one. Copied parts are small, so their own parts are visited.
    pub(crate) fn copy(&mut self, from: u32, to: u32) {
        let mut pile = vec![(from, to)];
        while let Some((from, to)) = pile.pop() {
            self.set(to, self.kind(from));
            let parts: Vec<(u32, Item)> = self.parts(from).map(|(id, item)| (id, *item)).collect();
            for (id, item) in parts {
                let copy = self.item(item.shape, item.key, item.at as usize);
                self.attach(to, copy);
                pile.push((id, copy));
            }
        }
    }

    /// The path of a part, starting with the type's name.
    pub(crate) fn path(&self, shape: &Shape, id: u32) -> String {
        let way = std::iter::successors(self.get(id), |item| self.get(item.parent));
        let steps: Vec<String> = way.map(|item| self.step(shape, item)).collect();
        steps.into_iter().rev().collect()
    }

    fn step(&self, shape: &Shape, item: &Item) -> String {
        let Some(parent) = self.get(item.parent) else { return shape.get(item.shape).name.clone() };
        let index = item.key as usize;
        let name = match &shape.get(parent.shape).kind {
            ShapeKind::Record { slots, .. } => slots.get(index).map(|slot| &slot.name),
            ShapeKind::Choice { alternatives, .. } => alternatives.get(index).map(|chosen| &chosen.name),
            _ => return format!("[{index}]"),
        };
        format!(".{}", name.map_or("?", |name| name))
    }

    /// The names without a number in the last text: where each starts, its path, and why it has no number. Only text
    /// has room for them.
    pub fn unnumbered<'d>(&'d self, shape: &'d Shape) -> impl Iterator<Item = (usize, String, &'d str)> {
        self.unnumbered.iter().map(move |name| (name.at, self.path(shape, name.part), name.why.as_str()))
    }

    /// Why the last name that was read has no number, if it is that of this part.
    pub(crate) fn unnumbered_part(&self, part: u32) -> Option<&str> {
        self.unnumbered.last().filter(|name| self.is_in(name.part, part)).map(|name| name.why.as_str())
    }

    /// Whether a part is the other or in it.
    fn is_in(&self, part: u32, other: u32) -> bool {
        std::iter::successors(Some(part), |id| self.get(*id).map(|item| item.parent)).any(|id| id == other)
    }

    /// Records that a part has been read completely.
    pub(crate) fn finish(&mut self, id: u32) {
        if let Some(item) = self.items.get_mut(id as usize) {
            item.whole = true;
        }
    }

    /// The part at a path of slots, if it has been read completely.
    pub(crate) fn named(&self, shape: &Shape, path: &[&str]) -> Option<u32> {
        let found = path.iter().try_fold(0, |id, name| {
            let ShapeKind::Record { slots, .. } = &shape.get(self.get(id)?.shape).kind else { return None };
            let slot = slots.iter().position(|slot| slot.name == *name)? as u32;
            self.parts(id).find(|(_, part)| part.key == slot).map(|(part, _)| part)
        });
        found.filter(|id| self.get(*id).is_some_and(|item| item.whole))
    }
}
