//! The entries of groups.

use core::marker::PhantomData;

use super::facts::Body;
use super::octets::Code;
use super::view::{open, rare, Fault, Opened, View};

/// An entry of a group that has no groups or data of its own: only a block.
pub trait FlatEntry<'a> {
    /// The entry with this block from a sender of this version; `None` if the block is shorter than in any
    /// version.
    fn new(block: &'a [u8], version: u32) -> Option<Self>
    where
        Self: Sized;
}

/// An entry of a group with groups or data.
pub trait Entry<'v, 'a> {
    /// The message or group that contains the group.
    const OWNER: &'static Body;
    /// The group's index in it.
    const INDEX: usize;
    /// The group's entries.
    const FACTS: &'static Body;
    /// Minimum length of the block in bytes, over all versions.
    const BASE: usize;
    /// The state before the first entry.
    fn new(view: View<'a>, fault: &'v Fault) -> Self;
    /// Moves to the entry whose block of `length` bytes starts at `at`; returns false if the buffer is too
    /// short.
    fn enter(&mut self, at: &'a [u8], length: usize) -> bool;
    /// Its view.
    fn view(&self) -> &View<'a>;
    /// Where errors are kept.
    fn fault(&self) -> &'v Fault;
}

/// A group whose entries are only blocks, so that each has a known offset; an iterator over them.
#[derive(Clone, Debug)]
pub struct Flat<'a, E> {
    octets: &'a [u8],
    count: usize,
    length: usize,
    version: u32,
    entry: PhantomData<E>,
}

impl<'a, E: FlatEntry<'a>> Flat<'a, E> {
    /// The group at `index` of `body`; empty if it is absent or invalid.
    #[inline(always)]
    pub fn part(body: &'static Body, index: usize, view: &View<'a>, fault: &Fault) -> Flat<'a, E> {
        let found = opened(body, index, view, fault);
        let opened = found.unwrap_or_default();
        let (octets, behind) =
            opened.entries.split_at_checked(opened.length * opened.count).unwrap_or_default();
        if found.is_some() {
            view.ended(body, index, fault, behind);
        }
        Flat { octets, count: opened.count, length: opened.length, version: view.version, entry: PhantomData }
    }

    /// The entry at an index among those that are left.
    #[inline]
    pub fn get(&self, index: usize) -> Option<E> {
        if index >= self.count {
            return None;
        }
        let block = self.octets.get(index.checked_mul(self.length)?..)?.get(..self.length)?;
        E::new(block, self.version)
    }
}

impl<'a, E: FlatEntry<'a>> Iterator for Flat<'a, E> {
    type Item = E;

    #[inline(always)]
    fn next(&mut self) -> Option<E> {
        self.count = self.count.checked_sub(1)?;
        let (block, rest) = self.octets.split_at_checked(self.length)?;
        self.octets = rest;
        E::new(block, self.version)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl<'a, E: FlatEntry<'a>> ExactSizeIterator for Flat<'a, E> {}

/// A group whose entries have groups or data of their own, to be read in order.
#[derive(Debug)]
pub struct Group<'v, 'a, E> {
    owner: &'v View<'a>,
    entry: E,
    /// Where the first entry starts, before it is entered, if entries have no parts.
    first: Option<&'a [u8]>,
    count: usize,
    /// Number of entries not yet entered.
    left: usize,
    length: usize,
    /// Minimum size of an entry in bytes. If the buffer has that many, the entry's block and the prefixes of
    /// its parts need no separate check.
    least: usize,
}

impl<'v, 'a, E: Entry<'v, 'a>> Group<'v, 'a, E> {
    /// The group at `E::INDEX` of `owner`, before its first entry.
    #[inline(always)]
    pub fn part(owner: &'v View<'a>, fault: &'v Fault) -> Group<'v, 'a, E> {
        let found = opened(E::OWNER, E::INDEX, owner, fault);
        let opened = found.unwrap_or_default();
        if found.is_some() && opened.count == 0 {
            owner.ended(E::OWNER, E::INDEX, fault, opened.entries);
        }
        let first = opened.entries;
        Group {
            owner,
            entry: E::new(View::before(opened.prefix, owner.version, E::FACTS, first), fault),
            first: E::FACTS.parts.is_empty().then_some(first),
            count: opened.count,
            left: opened.count,
            length: opened.length,
            least: opened.length.max(E::BASE).saturating_add(const { E::FACTS.rest() }),
        }
    }

    /// The number of entries.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Moves to the next entry; returns `None` after the last, or if the group is invalid there.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<&E> {
        let fault = self.entry.fault();
        let first = if E::FACTS.parts.is_empty() { self.first.take() } else { None };
        let at = first.or_else(|| self.entry.view().finish(E::FACTS, fault)).unwrap_or_default();
        let Some(left) = self.left.checked_sub(1) else {
            // Nothing after an error can be reached.
            if fault.found().is_none() {
                self.owner.ended(E::OWNER, E::INDEX, fault, at);
            }
            return None;
        };
        self.left = left;
        if at.len() >= self.least && self.entry.enter(at, self.length) {
            return Some(&self.entry);
        }
        rare();
        fault.keep(Code::TooShort, &[]);
        self.left = 0;
        None
    }
}

/// Opens a group; `None` if it is invalid. An absent group has no entries and ends where it starts.
#[inline(always)]
fn opened<'a>(body: &'static Body, index: usize, view: &View<'a>, fault: &Fault) -> Option<Opened<'a>> {
    let part = body.part(index)?;
    let at = view.start(body, index, fault)?;
    if !view.has(part.since) {
        return Some(Opened { entries: at, ..Opened::default() });
    }
    match open(part.entry?, at, view.version) {
        Ok(opened) => Some(opened),
        Err(wrong) => {
            rare();
            view.lose(index, fault, wrong);
            None
        }
    }
}
