//! Reads one record after another.

use std::io::{self, Read};
use std::ops::Range;

use super::seen_kinds::Kinds;
use super::{Framing, Position, Records, Sizes};
use crate::feed::Feed;

/// Reads the records of one input.
pub struct Walk<R> {
    pub(super) feed: Feed<R>,
    pub(super) framing: Framing,
    /// The maximum size of a record in bytes.
    pub(super) most: usize,
    /// The kinds of records seen.
    pub(super) seen: Kinds,
    /// The size with frame of a decoded record at the start of the window that has not been returned yet.
    held: Option<usize>,
    /// The number of the record at the start of the window, from 1.
    pub(super) number: u64,
    /// The line where the window begins, from 1.
    pub(super) line: usize,
    pub(super) begun: bool,
    /// The sizes of good records.
    pub(super) sizes: Sizes,
    /// The number of bytes searched for records.
    pub(super) looked: u64,
    /// The same, for bytes that one record claims.
    pub(super) inside: u64,
    /// The farthest offset of those searches.
    pub(super) farthest: u64,
    /// Whether to look for the next record after an invalid one.
    goes_on: bool,
    /// The start of the next record is unknown.
    pub(super) lost: bool,
    /// Only the end of the input ends a record.
    whole: bool,
}

/// The position of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Its number, from 1.
    pub number: u64,
    /// The offset of its first byte, including a length prefix.
    pub offset: u64,
    /// Its line number, if records are lines.
    pub line: usize,
    /// Its size in bytes with the length prefix; for an invalid record, the number of bytes up to where
    /// reading continues.
    pub octets: u64,
    /// The number of bytes before the part that is decoded.
    pub length_prefix: u64,
}

/// Why a record is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong<E> {
    /// It can't be decoded.
    Data(E),
    /// It ends this many bytes before its frame does.
    Left(u64),
    /// It includes the beginning of the next record.
    Swallows,
    /// It is followed by this many bytes, too few for a record, which may be part of it.
    Behind(usize),
    /// Its length runs past the end of the block or input.
    Length(usize),
    /// The input ends within its length prefix, or within the header of the file.
    Cut,
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<E> {
    /// The record before the last one read is good, and its output may be used.
    Good(Record),
    /// A record is invalid. The record read last has no output.
    Wrong(Record, Wrong<E>),
    /// Nothing has been decided yet.
    On,
    /// The end of the input.
    End,
}

/// What is found at a position.
pub(super) enum Found {
    End,
    /// Bytes outside of any record.
    Padding(usize),
    /// The bytes of a record, and the start of the next one if the frame determines it.
    Body(Range<usize>, Option<usize>),
    /// An impossible frame.
    Broken(Option<usize>),
}

impl<R: Read> Walk<R> {
    /// A walk from the start of an input with a maximum record size. If `goes_on`, it looks for the next
    /// record after an invalid one.
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

    /// Numbers records and lines from these numbers.
    pub fn count_from(&mut self, number: u64, line: usize) {
        (self.number, self.line) = (number, line);
    }

    /// Whether the start of the next record is unknown after an invalid one.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Skips the rest; returns its size in bytes.
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

    /// Reads the whole input ahead, for records that only its end can end.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn read_all(&mut self) -> io::Result<()> {
        self.whole = true;
        self.need(usize::MAX).map(|_| ())
    }

    /// Whether the input is empty.
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

    /// Whether an invalid record extends to the end of the input.
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

    /// The bytes read ahead.
    pub fn window(&self) -> &[u8] {
        self.feed.window()
    }

    /// The number of bytes of the input that have been processed.
    pub fn offset(&self) -> u64 {
        self.feed.offset()
    }

    /// Skips the header of the file; false if the input ends within it.
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

    /// Reads the next record. `Good` concerns the record before it, whose output precedes the last one.
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
        let number = self.number + u64::from(self.held.is_some());
        let offset = Some(self.offset() + at as u64);
        let position = Position { number: Some(number), offset, ..Position::default() };
        match self.read(records, body.clone(), position, next.is_some())? {
            Ok(taken) => {
                self.seen.add(records.kind(self.slice(&body)));
                let end = next.unwrap_or(body.start + taken);
                let before = self.release();
                self.held = Some(end - at);
                self.sizes.add(end - at);
                // What follows a line proves nothing about it.
                let good = if self.framing.line.is_some() { self.release() } else { before };
                Ok(good.map_or(Step::On, Step::Good))
            }
            Err(wrong) => self.wrong(records, wrong),
        }
    }

    /// Drops the held record, so that it is read again.
    pub fn unread_held(&mut self) {
        self.held = None;
    }

    /// Whether a record has been read but not returned.
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Decodes a record; if no frame ends it, as far as it extends.
    fn read<D: Records>(
        &mut self,
        records: &mut D,
        body: Range<usize>,
        position: Position,
        framed: bool,
    ) -> io::Result<Result<usize, Wrong<D::Error>>> {
        let free = !framed && !self.whole && self.framing.block.is_none();
        let mut most = LARGE;
        loop {
            let end = if free { self.feed.window().len().min(body.start + most) } else { body.end };
            let octets = self.slice(&(body.start..end));
            match records.read(octets, position) {
                Ok(taken) if framed && taken < octets.len() => {
                    let left = octets.len() - taken;
                    records.forget_last();
                    return Ok(Err(Wrong::Left(left as u64)));
                }
                // An empty record would repeat forever.
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

    /// Whether more bytes are available for a record that is longer than `length` bytes. When it reaches the
    /// `most` bytes it is trusted with, these are doubled, unless other records begin within them. Bytes that
    /// happen to be read ahead do not matter, so that every way of reading gives the same result.
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

    /// What is at a position, as far as the frame shows. A record larger than `most` bytes is not accepted.
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

    /// Reads a line; a line too long for any record is cut off. There is no empty line after the last line
    /// feed.
    fn line_at(&mut self, at: usize, takes_empty: bool) -> io::Result<Found> {
        let mut from = at;
        // Four characters per byte are enough, including separators.
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

    /// The number of bytes of padding at a position.
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

    /// The end of the block at a position, or of the input.
    #[inline]
    pub(super) fn block_end(&mut self, at: usize) -> io::Result<Option<usize>> {
        let Some(block) = self.framing.block else { return Ok(None) };
        let place = self.feed.offset().saturating_sub(self.framing.skip) + at as u64;
        let end = at + block - (place % block as u64) as usize;
        self.need(end)?;
        Ok(Some(end.min(self.feed.window().len())))
    }

    /// Reads at least this many bytes into the window; false if the input ends before.
    #[inline]
    pub(super) fn need(&mut self, octets: usize) -> io::Result<bool> {
        while self.feed.window().len() < octets {
            if !self.feed.grow_some()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for a record at a position, unless its length is obviously wrong.
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

    /// Returns the held record and moves past it.
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

    /// Handles an error: either the record before the position took bytes that are not its own, or the one at
    /// the position is invalid.
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
            // The next step returns here and reports the error.
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

/// The size in bytes from which on a record's length is doubted.
pub(super) const LARGE: usize = 1 << 20;
