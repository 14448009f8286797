//! The components of a record: in schema order, or in any order for a SET.

use wireglot_plan::Sort;
use wireglot_rt::tlv::{Form, Header};
use wireglot_rt::{ErrorCode, Fault};

use super::super::Done;
use super::TlvReader;
use crate::linked::program::*;
use crate::run::defaults::is_default;
use crate::{Sink, Unknown, Unknowns};

impl<'c, S: Sink> TlvReader<'_, 'c, '_, S> {
    pub(super) fn group(&mut self, group: &'c Group) -> Done {
        match group.keyed {
            None => self.sequence(group),
            Some(sort) => self.set(group, sort),
        }
    }

    /// X.690 8.9.
    fn sequence(&mut self, group: &'c Group) -> Done {
        // A header that was read for an item that turned out to be absent.
        let (mut ahead, mut expected) = (None, None);
        let mut seen = Seen::new(group.items.len());
        for (index, item) in group.items.iter().enumerate() {
            if ahead.is_none() && self.as_expected(item)? {
                seen.mark(index);
                continue;
            }
            let mut next = match ahead.take() {
                None => self.next_in(group, index)?,
                ahead => ahead,
            };
            if index >= group.extends && next.is_some() {
                next = self.unknowns(group, index, next, &mut expected)?;
            }
            match (&item.presence, item.target) {
                (_, Target::Unknown) => ahead = next,
                (Presence::Peek(tags), _) if !next.is_some_and(|h| tags.contains(h.tag)) => {
                    self.cx.absent(item).map_err(|f| f.at_octet(self.here(&next)))?;
                    ahead = next;
                }
                _ => match next {
                    Some(header) => {
                        seen.mark(index);
                        self.item(item, &header)?;
                    }
                    None => self.cx.absent(item).map_err(|f| f.at_octet(self.reader.position))?,
                },
            }
        }
        let left = match ahead {
            None => self.next_in(group, group.items.len())?,
            ahead => ahead,
        };
        match left {
            None => self.together(group, &seen),
            Some(header) => Err(self.unexpected(&header)),
        }
    }

    /// X.680 25.12: an addition group that is present has all its mandatory components. Basic rules
    /// tolerate missing ones.
    fn together(&mut self, group: &'c Group, seen: &Seen) -> Done {
        if self.form == Form::Basic {
            return Ok(());
        }
        for addition in &group.together {
            let there = addition.members.iter().any(|item| seen.has(*item as usize));
            let lost = addition.needed.iter().find(|item| !seen.has(**item as usize));
            let Some(item) = lost.filter(|_| there) else { continue };
            if let Some(Target::Slot(slot)) = group.items.get(*item as usize).map(|item| item.target) {
                self.cx.sink.slot(slot);
            }
            return self.fault(ErrorCode::Missing, self.reader.position);
        }
        Ok(())
    }

    /// Reads unknown elements before an item that is an addition or the insertion point. They end
    /// at an element of a later item; `expected` is where the last such element starts.
    fn unknowns(
        &mut self,
        group: &'c Group,
        index: usize,
        mut next: Option<Header>,
        expected: &mut Option<usize>,
    ) -> Result<Option<Header>, Fault> {
        while let Some(header) = next.filter(|h| *expected != Some(h.start)) {
            if group.expects(index, header.tag) {
                *expected = Some(header.start);
            } else if group.unknown.is_some_and(|end| index <= end as usize) {
                self.unknown(group, index as u32, &header)?;
                next = self.next_in(group, index)?;
            } else {
                break;
            }
        }
        Ok(next)
    }

    /// Reads a component that is a tagged leaf, if its encoding is regular: a one-octet identifier
    /// and a one-octet length. Otherwise, reads nothing.
    #[inline]
    fn as_expected(&mut self, item: &'c Item) -> Result<bool, Fault> {
        let whole = item.omit || item.raw;
        let (Step::Tlv(frame), Target::Slot(slot), false) = (&item.step, item.target, whole) else {
            return Ok(false);
        };
        let (Step::TlvLeaf(leaf, shape), Some(identifier)) = (&frame.body, frame.identifier) else {
            return Ok(false);
        };
        let start = self.reader.position;
        let Some(octets) = self.reader.expect(identifier) else { return Ok(false) };
        if S::TRACES {
            self.cx.sink.place(start as u64);
        }
        self.cx.sink.slot(slot);
        self.leaf(leaf, *shape, octets).map_err(|f| self.in_contents(f, octets))?;
        Ok(true)
    }

    /// Adds the offset of the contents, which were just read, to a fault in them.
    #[cold]
    fn in_contents(&self, fault: Fault, octets: &[u8]) -> Fault {
        fault.at_octet(self.reader.position - octets.len())
    }

    fn here(&self, next: &Option<Header>) -> usize {
        next.map_or(self.reader.position, |h| h.start)
    }

    fn unexpected(&self, header: &Header) -> Fault {
        Fault::of(ErrorCode::Unexpected, header.tag.bits()).at_octet(header.start)
    }

    /// X.690 8.11: any order; canonical rules require sorting (9.3, 10.3).
    #[expect(clippy::indexing_slicing, reason = "the search found the position")]
    fn set(&mut self, group: &'c Group, sort: Sort) -> Done {
        let mut seen = Seen::new(group.items.len());
        let mut last = None;
        while let Some(header) = self.next_in(group, 0)? {
            let found = group.by_tag.binary_search_by_key(&header.tag, |(tag, _)| *tag);
            let index = found.ok().map(|i| group.by_tag[i].1).or(group.any);
            let known = index.and_then(|i| Some((i, group.items.get(i as usize)?)));
            let tag = match known {
                Some((_, item)) if sort == Sort::SmallestTag => item.smallest,
                // Unknown elements are sorted by their own tags.
                _ => header.tag,
            };
            if self.form == Form::Canonical && last.is_some_and(|last| last > tag) {
                return self.fault(ErrorCode::SetOrder, header.start);
            }
            last = Some(tag);
            let Some((index, item)) = known else {
                match group.unknown {
                    Some(index) => self.unknown(group, index, &header)?,
                    None => return Err(self.unexpected(&header)),
                }
                continue;
            };
            if seen.mark(index as usize) {
                if let Target::Slot(slot) = item.target {
                    self.cx.sink.slot(slot);
                }
                return self.fault(ErrorCode::Duplicate, header.start);
            }
            self.item(item, &header)?;
        }
        for (index, item) in group.items.iter().enumerate() {
            if !seen.has(index) {
                self.cx.absent(item).map_err(|f| f.at_octet(self.reader.position))?;
            }
        }
        self.together(group, &seen)
    }

    #[inline]
    fn item(&mut self, item: &'c Item, header: &Header) -> Done {
        if let Target::Slot(slot) = item.target {
            self.cx.sink.slot(slot);
        }
        self.element(&item.step, header)?;
        if let (true, Target::Slot(slot)) = (item.raw, item.target) {
            self.cx.sink.unknown(Unknown::Raw(slot), self.reader.slice(header.start, self.reader.position));
        }
        // X.690 11.5.
        if item.omit && self.form == Form::Canonical {
            let octets = self.reader.slice(header.start, self.reader.position);
            let code = match is_default(self.cx.linked, self.cx.runs, item, self.rules, octets) {
                Ok(false) => return Ok(()),
                Ok(true) => ErrorCode::DefaultPresent,
                Err(fault) => fault.code,
            };
            if let Target::Slot(slot) = item.target {
                self.cx.sink.slot(slot);
            }
            return self.fault(code, header.start);
        }
        Ok(())
    }

    fn unknown(&mut self, group: &'c Group, index: u32, header: &Header) -> Done {
        if group.keyed.is_none() && group.knows(header.tag) {
            return Err(Fault::of(ErrorCode::Unexpected, header.tag.bits()).at_octet(header.start));
        }
        if self.cx.options.unknown == Unknowns::Reject {
            return self.fault(ErrorCode::UnknownExtension, header.start);
        }
        let octets = self.span(header)?;
        if S::TRACES {
            self.cx.sink.place(header.start as u64);
        }
        if self.cx.options.unknown == Unknowns::Keep {
            self.cx.sink.unknown(Unknown::Insertion(index), octets);
        }
        Ok(())
    }
}

/// Which items of a set were found.
struct Seen {
    first: u64,
    rest: Vec<u64>,
}

impl Seen {
    fn new(items: usize) -> Seen {
        Seen { first: 0, rest: if items > 64 { vec![0; items / 64] } else { Vec::new() } }
    }

    fn word(&self, index: usize) -> u64 {
        match index / 64 {
            0 => self.first,
            n => self.rest.get(n - 1).copied().unwrap_or(0),
        }
    }

    fn has(&self, index: usize) -> bool {
        self.word(index) >> (index % 64) & 1 != 0
    }

    /// Marks an item; returns whether it was marked before.
    fn mark(&mut self, index: usize) -> bool {
        let before = self.has(index);
        let bit = 1 << (index % 64);
        match index / 64 {
            0 => self.first |= bit,
            n => {
                if let Some(word) = self.rest.get_mut(n - 1) {
                    *word |= bit;
                }
            }
        }
        before
    }
}
