//! Finds positions at which a file of records can be split, so that its parts can be read independently.

use std::io::{self, Read};

use super::Framing;
use crate::feed::Feed;
use crate::messages::{Message, Reading};

/// The maximum size of a record in bytes; no cuts are made after a longer one.
const LONGEST: usize = 64 << 20;

/// The number of bytes in which a record that states its size usually does so.
const HEADER: usize = 64;

/// The offsets of records at least `apart` bytes apart, without that of the first record. Records are skipped
/// by the size they state; the records before and after each offset are checked to be good. There are no
/// offsets after a record that does not state its size or is longer than 64 MiB: the rest is one part.
///
/// # Errors
/// The input can't be read.
pub fn cuts(
    message: &dyn Message,
    reading: &Reading,
    framing: &Framing,
    input: impl Read,
    apart: u64,
) -> io::Result<Vec<u64>> {
    let mut reading = *reading;
    reading.options.trailing = true;
    let mut cutter = Cutter { message, reading, framing, feed: Feed::new(input) };
    cutter.pass(usize::try_from(framing.skip).unwrap_or(usize::MAX))?;
    let mut cuts = Vec::new();
    let mut next = cutter.feed.offset() + apart.max(1);
    while let Some(length) = cutter.extent()? {
        let due = cutter.feed.offset() + length as u64 >= next && cutter.is_good(length);
        cutter.pass(length)?;
        if due && cutter.begins_good()? {
            cuts.push(cutter.feed.offset());
            next = cutter.feed.offset() + apart.max(1);
        }
    }
    Ok(cuts)
}

struct Cutter<'c, R> {
    message: &'c dyn Message,
    reading: Reading,
    framing: &'c Framing,
    feed: Feed<R>,
}

impl<R: Read> Cutter<'_, R> {
    /// The size of the next record with its frame, or of a block, which is then in the window.
    fn extent(&mut self) -> io::Result<Option<usize>> {
        let length = match (self.framing.block, self.framing.line, self.framing.prefix) {
            (Some(block), ..) => Some(block),
            (None, Some(_), _) => self.line()?,
            (None, None, Some(prefix)) => {
                self.feed.fill(prefix.octets())?;
                prefix.read(self.feed.window()).map(|length| length.saturating_add(prefix.octets()))
            }
            (None, None, None) => self.own_extent()?,
        };
        let Some(length) = length.filter(|length| (1..=LONGEST).contains(length)) else { return Ok(None) };
        self.feed.fill(length)?;
        Ok((self.feed.window().len() >= length).then_some(length))
    }

    fn line(&mut self) -> io::Result<Option<usize>> {
        let mut looked = 0;
        loop {
            let window = self.feed.window();
            let rest = window.get(looked..).unwrap_or_default();
            if let Some(at) = rest.iter().position(|octet| *octet == b'\n') {
                return Ok(Some(looked + at + 1));
            }
            looked = window.len();
            if looked > LONGEST || !self.feed.grow()? {
                return Ok(None);
            }
        }
    }

    /// The size that the next record states; reads as much of it as needed.
    fn own_extent(&mut self) -> io::Result<Option<usize>> {
        let mut enough = HEADER;
        loop {
            self.feed.fill(enough)?;
            let window = self.feed.window();
            match self.message.extent(window, &self.reading) {
                Some(Ok(length)) => return Ok(Some(length)),
                Some(Err(refused)) if refused.short && window.len() >= enough && enough <= LONGEST => {
                    enough = window.len() * 2;
                }
                Some(Err(_)) | None => return Ok(None),
            }
        }
    }

    /// Whether the next `length` bytes are a good record.
    fn is_good(&self, length: usize) -> bool {
        let octets = self.feed.window().get(..length).unwrap_or_default();
        let body = match (self.framing.block, self.framing.line, self.framing.prefix) {
            // Records do not span blocks or lines.
            (Some(_), ..) | (None, Some(_), _) => return true,
            (None, None, Some(prefix)) => octets.get(prefix.octets()..).unwrap_or_default(),
            (None, None, None) => octets,
        };
        self.message.skim(body, &self.reading).is_ok_and(|taken| taken == body.len())
    }

    fn begins_good(&mut self) -> io::Result<bool> {
        Ok(self.extent()?.is_some_and(|length| self.is_good(length)))
    }

    fn pass(&mut self, mut octets: usize) -> io::Result<()> {
        while octets > 0 && !self.feed.is_done()? {
            let now = self.feed.window().len().min(octets);
            self.feed.take(now);
            octets -= now;
        }
        Ok(())
    }
}
