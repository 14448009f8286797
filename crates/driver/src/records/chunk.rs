//! Cuts off many records at once for several threads, as far as their frames show where they end.

use std::io::{self, Read};
use std::ops::Range;

use super::walk::Found;
use super::{Record, Records, Sizes, Walk};

/// Consecutive records of which only the frames have been examined. Chunks are reused, so that memory is
/// allocated once.
#[derive(Debug, Default)]
pub struct Chunk {
    /// Its offset in the input.
    pub offset: u64,
    /// The number of its first record.
    pub number: u64,
    /// The line where it begins, if records are lines.
    line: usize,
    lines: bool,
    /// Its records.
    pub frames: Vec<Frame>,
    /// The buffer, and the range of its bytes there.
    buffer: Vec<u8>,
    place: Range<usize>,
}

/// The position of a record in a chunk.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The start of its frame.
    pub start: usize,
    /// The part that is decoded.
    pub body: Range<usize>,
    /// The end of its frame.
    pub end: usize,
}

/// Additional bytes that are read so that the last record of a chunk is usually complete.
const MARGIN: usize = 1 << 12;

impl Chunk {
    /// Its octets.
    pub fn octets(&self) -> &[u8] {
        self.buffer.get(self.place.clone()).unwrap_or_default()
    }

    /// The records at these positions, which must be ascending.
    pub fn records(&self, positions: impl IntoIterator<Item = usize>) -> Vec<Record> {
        let (mut line, mut counted) = (self.line, 0);
        let one = |position: usize| {
            let frame = self.frames.get(position)?;
            if self.lines {
                let between = self.octets().get(counted..frame.start).unwrap_or_default();
                line += between.iter().filter(|octet| **octet == b'\n').count();
                counted = frame.start;
            }
            Some(Record {
                number: self.number + position as u64,
                offset: self.offset + frame.start as u64,
                line,
                octets: (frame.end - frame.start) as u64,
                length_prefix: (frame.body.start - frame.start) as u64,
            })
        };
        positions.into_iter().filter_map(one).collect()
    }

    /// Its bytes from a record on.
    pub fn from(&self, frame: usize) -> &[u8] {
        let start = self.frames.get(frame).map_or(0, |frame| frame.start);
        self.octets().get(start..).unwrap_or_default()
    }
}

impl<R: Read> Walk<R> {
    /// Takes whole records of at least this many bytes; false if the next record has to be decoded to know
    /// where it ends, or looks unusual, or there is none.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn chunk<D: Records>(
        &mut self,
        records: &mut D,
        octets: usize,
        chunk: &mut Chunk,
    ) -> io::Result<bool> {
        chunk.frames.clear();
        if self.holds() || self.lost || !self.begin()? || !self.tells_ends(records) {
            return Ok(false);
        }
        self.feed.fill(octets + MARGIN)?;
        let mut at = 0;
        while at < octets {
            let (body, next) = match self.found(records, at, self.most)? {
                Found::End | Found::Broken(_) => break,
                Found::Padding(octets) => {
                    at += octets;
                    continue;
                }
                Found::Body(body, next) => (body, next),
            };
            let kind = records.kind(self.slice(&body));
            if !self.seen.has(kind) {
                break;
            }
            let end = match next {
                Some(next) => Some(next),
                None => self.own_end(records, at, body.start, self.most)?,
            };
            let Some(end) = end else { break };
            chunk.frames.push(Frame { start: at, body: body.start..body.end.min(end), end });
            at = end;
        }
        if chunk.frames.is_empty() {
            return Ok(false);
        }
        (chunk.offset, chunk.number) = (self.offset(), self.number);
        (chunk.line, chunk.lines) = (self.line, self.framing.line.is_some());
        self.line += self.lines(at);
        self.number += chunk.frames.len() as u64;
        let start = self.feed.hand_over(at, &mut chunk.buffer);
        chunk.place = start..start + at;
        Ok(true)
    }

    /// Goes back to a record of a chunk. `behind` holds all bytes taken from that record on, and `sizes`
    /// those of the good records before it.
    pub fn go_back(&mut self, number: u64, sizes: Sizes, behind: &[u8]) {
        self.feed.unread(behind);
        self.number = number;
        self.sizes.join(sizes);
        self.line -= self.lines(behind.len());
    }
}
