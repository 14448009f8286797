//! Many records at once, for several threads: as far as their frames say where they end.

use std::io::{self, Read};
use std::ops::Range;

use super::walk::Found;
use super::{Records, Walk};

/// Records in a row that nothing but their frames was looked at of.
#[derive(Debug)]
pub struct Chunk {
    /// Where it begins in the input.
    pub offset: u64,
    /// The number of its first record.
    pub number: u64,
    /// The line that it begins in.
    pub line: usize,
    /// Its octets.
    pub octets: Vec<u8>,
    /// Its records.
    pub frames: Vec<Frame>,
}

/// Where a record stands in a chunk.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The first octet of its frame.
    pub start: usize,
    /// What is decoded.
    pub body: Range<usize>,
}

impl<R: Read> Walk<R> {
    /// Takes so many octets of whole records or some more; `None` where the next record has to be read
    /// to know where it ends, or looks odd, or there is none.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn chunk<D: Records>(&mut self, records: &mut D, octets: usize) -> io::Result<Option<Chunk>> {
        if self.holds() || self.lost || !self.begin()? {
            return Ok(None);
        }
        let mut frames = Vec::new();
        let mut at = 0;
        while at < octets {
            let (body, next) = match self.found(records, at)? {
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
                None => self.own_end(records, at, body.start)?,
            };
            let Some(end) = end else { break };
            frames.push(Frame { start: at, body: body.start..body.end.min(end) });
            at = end;
        }
        if frames.is_empty() {
            return Ok(None);
        }
        let (offset, number, line) = (self.offset(), self.number, self.line);
        let octets = self.slice(&(0..at)).to_vec();
        self.pass(at);
        self.number += frames.len() as u64;
        Ok(Some(Chunk { offset, number, line, octets, frames }))
    }

    /// Goes back to a record of a chunk: `behind` are all octets that were taken from there on.
    pub fn go_back(&mut self, chunk: &Chunk, frame: usize, behind: &[u8]) {
        self.feed.unread(behind);
        self.number = chunk.number + frame as u64;
        let start = chunk.frames.get(frame).map_or(0, |frame| frame.start);
        let before = chunk.octets.get(..start).unwrap_or_default();
        let lines = before.iter().filter(|octet| **octet == b'\n').count();
        self.line = chunk.line + if self.framing.line.is_some() { lines } else { 0 };
    }
}
