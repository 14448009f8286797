//! The entries of groups.

use core::marker::PhantomData;

use super::facts::Body;
use super::octets::Code;
use super::view::{open, rare, Fault, Opened, View};

/// An entry of a group without groups and data: a block alone.
pub trait FlatEntry<'a> {
    /// The entry with that block, of a sender of that version; none if the block is shorter than it
    /// can be in any version.
    fn new(block: &'a [u8], version: u32) -> Option<Self>
    where
        Self: Sized;
}

/// An entry of a group with groups or data.
pub trait Entry<'v, 'a> {
    /// What the schema says of what the group stands in.
    const OWNER: &'static Body;
    /// Which part of that it is.
    const INDEX: usize;
    /// What the schema says of the entries.
    const FACTS: &'static Body;
    /// Octets that the block has in every version.
    const BASE: usize;
    /// What stands before the first entry.
    fn new(view: View<'a>, fault: &'v Fault) -> Self;
    /// Goes to the entry whose block begins there and takes so many octets; false if they are not there.
    fn enter(&mut self, at: &'a [u8], length: usize) -> bool;
    /// Its view.
    fn view(&self) -> &View<'a>;
    /// Where damage is kept.
    fn fault(&self) -> &'v Fault;
}

/// The entries of a group that are all there, each at its place; in their order, as an iterator.
#[derive(Clone, Debug)]
pub struct Flat<'a, E> {
    octets: &'a [u8],
    count: usize,
    length: usize,
    version: u32,
    entry: PhantomData<E>,
}

impl<'a, E: FlatEntry<'a>> Flat<'a, E> {
    /// The group that is a part of a body; one without entries if it is damaged or absent.
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

    /// The entry at a place among those that are left.
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

/// The entries of a group with groups or data in them, one after the other.
#[derive(Debug)]
pub struct Group<'v, 'a, E> {
    owner: &'v View<'a>,
    entry: E,
    /// Where the first entry begins, until it is begun, if entries have no parts.
    first: Option<&'a [u8]>,
    count: usize,
    /// Entries that were not begun yet.
    left: usize,
    length: usize,
    /// Octets that an entry takes at least. Where they are there, its block and what leads its parts need no
    /// check of their own.
    least: usize,
}

impl<'v, 'a, E: Entry<'v, 'a>> Group<'v, 'a, E> {
    /// The group that is a part of a body, before its first entry.
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

    /// How many entries there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The next entry; none behind the last one, or if the group is damaged there.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<&E> {
        let fault = self.entry.fault();
        let first = if E::FACTS.parts.is_empty() { self.first.take() } else { None };
        let at = first.or_else(|| self.entry.view().finish(E::FACTS, fault)).unwrap_or_default();
        let Some(left) = self.left.checked_sub(1) else {
            // Nothing behind damage can be reached.
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

/// Opens a group; none if it is damaged. One that is absent has no entries, and ends where it begins.
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
