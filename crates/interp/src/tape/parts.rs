//! The parts of a record or list on a tape.

use super::{Link, Tape, UNKNOWN};
use crate::value::ValueRef;
use crate::Unknown;

/// Up to here a list is looked through from its start.
const FEW: usize = 8;

/// The links of a record or list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'t> {
    pub(super) tape: &'t Tape,
    pub(super) links: &'t [Link],
}

impl<'t> Parts<'t> {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// The part at a position.
    pub(crate) fn at(&self, position: usize) -> Option<ValueRef<'t>> {
        self.links.get(position).map(|l| self.tape.value(l.node))
    }

    /// All parts.
    pub(crate) fn all(self) -> impl DoubleEndedIterator<Item = ValueRef<'t>> + ExactSizeIterator {
        self.links.iter().map(move |l| self.tape.value(l.node))
    }

    /// The part with a key. Mostly all slots before it are there: try that first. Of a few,
    /// looking at each is quickest.
    pub(crate) fn by_key(&self, key: u32) -> Option<ValueRef<'t>> {
        let link = match self.links.get(key as usize) {
            Some(link) if link.key == key => link,
            _ if self.links.len() <= FEW => self.links.iter().find(|l| l.key == key)?,
            _ => &self.links[self.links.binary_search_by_key(&key, |l| l.key).ok()?],
        };
        Some(self.tape.value(link.node))
    }

    /// Slots and their values.
    pub(crate) fn slots(self) -> impl DoubleEndedIterator<Item = (u32, ValueRef<'t>)> {
        let slots = self.links.iter().filter(|l| l.key & UNKNOWN == 0);
        slots.map(move |l| (l.key, self.tape.value(l.node)))
    }

    /// Whether anything stands behind the slots.
    #[inline]
    pub(crate) fn has_unknowns(&self) -> bool {
        self.links.last().is_some_and(|l| l.key & UNKNOWN != 0)
    }

    /// Unknown things and their places.
    pub(crate) fn unknowns(self) -> impl DoubleEndedIterator<Item = (Unknown, &'t [u8])> {
        self.kept().filter(|(place, _)| !matches!(place, Unknown::Raw(_)))
    }

    /// The octets that were kept of a slot.
    pub(crate) fn raw(self, slot: u32) -> Option<&'t [u8]> {
        self.kept().find(|(place, _)| *place == Unknown::Raw(slot)).map(|(_, octets)| octets)
    }

    /// What stands behind the slots.
    pub(crate) fn kept(self) -> impl DoubleEndedIterator<Item = (Unknown, &'t [u8])> {
        let first = self.links.partition_point(|l| l.key & UNKNOWN == 0);
        self.links[first..].iter().filter_map(move |l| self.tape.place(l.node))
    }
}
