//! One record after another.

use std::io::{self, Read};
use std::ops::Range;

use super::seen_kinds::Kinds;
use super::{Framing, Records, Sizes};
use crate::feed::Feed;

/// Reads the records of one input.
pub struct Walk<R> {
    pub(super) feed: Feed<R>,
    pub(super) framing: Framing,
    /// The most octets of a record.
    pub(super) most: usize,
    /// Kinds of records that were met.
    pub(super) seen: Kinds,
    /// A record that decoded, at the start of the window: how many octets it takes with its frame.
    held: Option<usize>,
    /// The number of the record at the start of the window, from 1 on.
    pub(super) number: u64,
    /// The line that the window begins in, from 1 on.
    pub(super) line: usize,
    begun: bool,
    /// How long good records were.
    pub(super) sizes: Sizes,
    /// How many octets were looked through in search of records.
    pub(super) looked: u64,
    /// The same, of octets that one record takes for itself.
    pub(super) inside: u64,
    /// How far that went.
    pub(super) farthest: u64,
    /// Whether to look for the next record behind one that is wrong.
    goes_on: bool,
    /// Nothing says where the next record begins.
    pub(super) lost: bool,
    /// Only the end of the input ends a record.
    whole: bool,
}

/// Where a record stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Its number, from 1 on.
    pub number: u64,
    /// Its first octet, that of a length in front included.
    pub offset: u64,
    /// The line that it is, where records are lines.
    pub line: usize,
    /// How many octets it takes, with what is in front of it; of a wrong one, those up to where
    /// reading goes on.
    pub octets: u64,
    /// How many octets of it are in front of what is decoded.
    pub length_prefix: u64,
}

/// Why a record is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong<E> {
    /// It does not decode.
    Data(E),
    /// It ends before its frame does, which leaves so many octets.
    Left(u64),
    /// It would take so many octets for itself that are the beginning of the next record.
    Swallows,
    /// It is followed by so many octets that are too few for a record: it may have gained some.
    Behind(usize),
    /// Its length runs past the end of the block or the input.
    Length(usize),
    /// The input ends within its length, or within the header of the file.
    Cut,
}

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<E> {
    /// The record that was read before the last is good: what was kept of it can go on.
    Good(Record),
    /// A record is wrong. What was read last is nothing.
    Wrong(Record, Wrong<E>),
    /// Nothing was decided yet.
    On,
    /// The input ended.
    End,
}

/// What is at a place.
pub(super) enum Found {
    End,
    /// Octets without a record.
    Padding(usize),
    /// A record's octets, and where what follows it begins, if its frame says so.
    Body(Range<usize>, Option<usize>),
    /// A frame that can't be.
    Broken(Option<usize>),
}

impl<R: Read> Walk<R> {
    /// A walk from the start of an input on; a record has so many octets at most. `goes_on` looks for the
    /// next record behind one that is wrong.
    pub fn new(input: R, framing: Framing, most: usize, goes_on: bool) -> Walk<R> {
        Walk {
            feed: Feed::new(input),
            framing,
            most,
            seen: Kinds::none(),
            held: None,
            number: 1,
            line: 1,
            begun: false,
            sizes: Sizes::none(),
            looked: 0,
            inside: 0,
            farthest: 0,
            goes_on,
            lost: false,
            whole: false,
        }
    }

    /// Whether nothing says where the next record begins behind the last that was wrong.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Passes over all that is left; gives how many octets that is.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn pass_rest(&mut self) -> io::Result<u64> {
        let start = self.feed.offset();
        while !self.feed.is_done()? {
            let all = self.feed.window().len();
            self.feed.take(all);
        }
        Ok(self.feed.offset() - start)
    }

    /// Reads all of the input ahead, for records that only the end of it ends.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn read_all(&mut self) -> io::Result<()> {
        self.whole = true;
        self.need(usize::MAX).map(|_| ())
    }

    /// Whether the input has no octets at all.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn is_empty(&mut self) -> io::Result<bool> {
        match self.framing.line {
            Some(_) => {
                Ok(self.feed.offset() == 0 && self.feed.window().is_empty() && !self.feed.grow_some()?)
            }
            None => Ok(self.feed.offset() == 0 && self.feed.is_done()?),
        }
    }

    /// Whether a record that was wrong took the input up to its end.
    pub fn is_at_end(&self) -> bool {
        self.feed.ended() && (!self.goes_on || self.lost || self.feed.window().is_empty())
    }

    /// Whether the next step reads more of the input, and may have to wait for it.
    pub fn is_waiting(&self) -> bool {
        match self.framing.line {
            Some(_) => !self.feed.ended() && !self.feed.window().contains(&b'\n'),
            None => self.feed.window().is_empty(),
        }
    }

    /// What was read ahead.
    pub fn window(&self) -> &[u8] {
        self.feed.window()
    }

    /// How many octets of the input are behind the walk.
    pub fn offset(&self) -> u64 {
        self.feed.offset()
    }

    /// Passes over the header of the file; false where the input ends in it.
    #[inline]
    pub(super) fn begin(&mut self) -> io::Result<bool> {
        match self.begun {
            true => Ok(true),
            false => self.pass_header(),
        }
    }

    fn pass_header(&mut self) -> io::Result<bool> {
        self.begun = true;
        let mut left = self.framing.skip;
        while left > 0 {
            if self.feed.is_done()? {
                return Ok(false);
            }
            let now = self.feed.window().len().min(usize::try_from(left).unwrap_or(usize::MAX));
            self.feed.take(now);
            left -= now as u64;
        }
        Ok(true)
    }

    /// Reads on by a record. `Good` tells of the record before the one that was read: it is that
    /// whose decoding came before the last.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn step<D: Records>(&mut self, records: &mut D) -> io::Result<Step<D::Error>> {
        if self.lost {
            return Ok(Step::End);
        }
        if !self.begin()? {
            return Ok(Step::Wrong(self.record(0), Wrong::Cut));
        }
        let at = self.held.unwrap_or(0);
        let (body, next) = match self.found(records, at, self.most)? {
            Found::End => return Ok(self.release().map_or(Step::End, Step::Good)),
            Found::Padding(octets) => {
                if let Some(good) = self.release() {
                    return Ok(Step::Good(good));
                }
                self.pass(octets);
                return Ok(Step::On);
            }
            Found::Broken(length) => {
                let wrong = length.map_or(Wrong::Cut, Wrong::Length);
                return self.wrong(records, wrong);
            }
            Found::Body(body, next) => (body, next),
        };
        match self.read(records, body.clone(), next.is_some())? {
            Ok(taken) => {
                self.seen.add(records.kind(self.slice(&body)));
                let end = next.unwrap_or(body.start + taken);
                let before = self.release();
                self.held = Some(end - at);
                self.sizes.add(end - at);
                // What follows a line says nothing of it.
                let good = if self.framing.line.is_some() { self.release() } else { before };
                Ok(good.map_or(Step::On, Step::Good))
            }
            Err(wrong) => self.wrong(records, wrong),
        }
    }

    /// The record that is held was read and not told of: it is read once more by whoever goes on.
    pub fn unread_held(&mut self) {
        self.held = None;
    }

    /// Whether a record that was read waits to be told of.
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Decodes what stands somewhere; where no frame ends it, as far as it goes.
    fn read<D: Records>(
        &mut self,
        records: &mut D,
        body: Range<usize>,
        framed: bool,
    ) -> io::Result<Result<usize, Wrong<D::Error>>> {
        let free = !framed && !self.whole && self.framing.block.is_none();
        let mut most = LARGE;
        loop {
            let end = if free { self.feed.window().len().min(body.start + most) } else { body.end };
            let octets = self.slice(&(body.start..end));
            match records.read(octets) {
                Ok(taken) if framed && taken < octets.len() => {
                    let left = octets.len() - taken;
                    records.forget_last();
                    return Ok(Err(Wrong::Left(left as u64)));
                }
                // It would come for ever.
                Ok(0) if !framed && !octets.is_empty() => {
                    let left = octets.len();
                    records.forget_last();
                    return Ok(Err(Wrong::Left(left as u64)));
                }
                Ok(taken) => return Ok(Ok(taken)),
                Err(refused) => {
                    let length = octets.len();
                    let more = refused.short && free && length <= self.most;
                    if more && self.goes_on(records, body.start, length, &mut most)? {
                        continue;
                    }
                    return Ok(Err(Wrong::Data(refused.error)));
                }
            }
        }
    }

    /// Whether there are more octets for a record that wants more than so many, of at most `most` that
    /// it was trusted with: twice these, unless others begin among them. What was read ahead has no say
    /// in it, so that all ways of reading come to the same.
    fn goes_on<D: Records>(
        &mut self,
        records: &mut D,
        at: usize,
        length: usize,
        most: &mut usize,
    ) -> io::Result<bool> {
        if length < *most {
            return self.feed.grow();
        }
        if !self.need(at + length + 1)? || self.goes_on_inside(records, at..at + length)? {
            return Ok(false);
        }
        *most = most.saturating_mul(2);
        Ok(true)
    }

    /// What is at a place, as far as its frame tells; a record of more octets than that is none.
    pub(super) fn found<D: Records>(&mut self, records: &mut D, at: usize, most: usize) -> io::Result<Found> {
        if !self.need(at + 1)? {
            return Ok(Found::End);
        }
        if self.framing.line.is_some() {
            return self.line_at(at, records.takes_empty_lines());
        }
        let stop = self.block_end(at)?;
        if let Some(octets) = self.padding(at, stop) {
            return Ok(Found::Padding(octets));
        }
        let Some(prefix) = self.framing.prefix else {
            let end = stop.unwrap_or(self.feed.window().len());
            return Ok(Found::Body(at..end, None));
        };
        let from = at + prefix.octets();
        if !self.need(from)? {
            return Ok(Found::Broken(None));
        }
        let length = prefix.read(self.slice(&(at..from))).unwrap_or(0);
        let to = from.saturating_add(length);
        let fits = length <= most && stop.is_none_or(|stop| to <= stop);
        match fits && self.need_of(records, at, to)? {
            true => Ok(Found::Body(from..to, Some(to))),
            false => Ok(Found::Broken(Some(length))),
        }
    }

    /// A line; one that is too long for any record is cut there. What follows the last line feed is no
    /// empty line.
    fn line_at(&mut self, at: usize, takes_empty: bool) -> io::Result<Found> {
        let mut from = at;
        // Four characters are enough for an octet and what sets it apart from the next.
        let most = at.saturating_add(self.most.saturating_mul(4));
        loop {
            let window = self.feed.window();
            let rest = window.get(from..window.len().min(most)).unwrap_or_default();
            let (end, next) = match rest.iter().position(|octet| *octet == b'\n') {
                Some(length) => (from + length, from + length + 1),
                None => {
                    from += rest.len();
                    if from < most && self.feed.grow_some()? {
                        continue;
                    }
                    (from, from)
                }
            };
            let empty = self.slice(&(at..end)).trim_ascii().is_empty();
            return Ok(match empty && !(takes_empty && end < next) {
                true => Found::Padding(next - at),
                false => Found::Body(at..end, Some(next)),
            });
        }
    }

    /// Octets of padding at a place.
    #[inline]
    pub(super) fn padding(&self, at: usize, stop: Option<usize>) -> Option<usize> {
        let window = self.feed.window();
        match (stop, self.framing.pad) {
            (Some(stop), pad) => {
                let rest = window.get(at..stop.min(window.len())).unwrap_or_default();
                pad.fills(rest).then_some(rest.len())
            }
            (None, super::Pad::Octet(pad)) => {
                let rest = window.get(at..).unwrap_or_default();
                let run = rest.iter().take_while(|octet| **octet == pad).count();
                (run > 0).then_some(run)
            }
            (None, super::Pad::Usual) => None,
        }
    }

    /// Where the block of a place ends, as far as the input goes.
    #[inline]
    pub(super) fn block_end(&mut self, at: usize) -> io::Result<Option<usize>> {
        let Some(block) = self.framing.block else { return Ok(None) };
        let place = self.feed.offset().saturating_sub(self.framing.skip) + at as u64;
        let end = at + block - (place % block as u64) as usize;
        self.need(end)?;
        Ok(Some(end.min(self.feed.window().len())))
    }

    /// Has so many octets in the window; false if the input ends before.
    #[inline]
    pub(super) fn need(&mut self, octets: usize) -> io::Result<bool> {
        while self.feed.window().len() < octets {
            if !self.feed.grow_some()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for a record at a place, unless its length is plainly wrong.
    pub(super) fn need_of<D: Records>(
        &mut self,
        records: &mut D,
        at: usize,
        octets: usize,
    ) -> io::Result<bool> {
        let mut most = LARGE;
        while octets - at > most {
            if !self.need(at + most)? || self.goes_on_inside(records, at..at + most)? {
                return Ok(false);
            }
            most = most.saturating_mul(2);
        }
        self.need(octets)
    }

    #[inline]
    pub(super) fn slice(&self, range: &Range<usize>) -> &[u8] {
        self.feed.window().get(range.clone()).unwrap_or_default()
    }

    /// Tells of the record that is held, which then is behind the walk.
    #[inline]
    fn release(&mut self) -> Option<Record> {
        let octets = self.held.take()?;
        let record = self.record(octets);
        self.pass(octets);
        self.number += 1;
        Some(record)
    }

    /// The record at the start of the window.
    #[inline]
    fn record(&self, octets: usize) -> Record {
        let length_prefix = self.framing.prefix.map_or(0, |prefix| prefix.octets());
        Record {
            number: self.number,
            offset: self.feed.offset(),
            line: self.line,
            octets: octets as u64,
            length_prefix: length_prefix as u64,
        }
    }

    #[inline]
    pub(super) fn lines(&self, octets: usize) -> usize {
        match self.framing.line {
            Some(_) => self.slice(&(0..octets)).iter().filter(|octet| **octet == b'\n').count(),
            None => 0,
        }
    }

    #[inline]
    pub(super) fn pass(&mut self, octets: usize) {
        self.line += self.lines(octets);
        self.feed.take(octets);
    }

    /// What comes of a place where no good record is: the one before it that took what is not its own,
    /// or the one that is there.
    fn wrong<D: Records>(&mut self, records: &mut D, wrong: Wrong<D::Error>) -> io::Result<Step<D::Error>> {
        if let Some(held) = self.held {
            let mut doubt = self.begins_inside(records, held)?;
            if doubt.is_none() {
                let leads_on = self.leads_on(records, held)?;
                if !leads_on {
                    doubt = self.begins_soon(records, held)?;
                }
                if doubt.is_none() {
                    doubt = self.claimed_near(records, held, leads_on)?;
                }
            }
            if let Some(next) = doubt {
                let wrong = if next < held { Wrong::Swallows } else { Wrong::Behind(next - held) };
                let record = self.record(next);
                self.held = None;
                self.number += 1;
                self.pass(next);
                return Ok(Step::Wrong(record, wrong));
            }
            // The next step comes here again, to tell of what follows.
            if let Some(good) = self.release() {
                return Ok(Step::Good(good));
            }
        }
        let mut record = self.record(0);
        if self.goes_on {
            let next = self.next_boundary(records)?;
            self.pass(next);
            record.octets = self.feed.offset() - record.offset;
        }
        self.number += 1;
        Ok(Step::Wrong(record, wrong))
    }
}

/// From how many octets on a record's length is doubted.
pub(super) const LARGE: usize = 1 << 20;
