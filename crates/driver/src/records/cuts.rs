//! Where a file of records can be cut, so that its parts are read apart from one another.

use std::io::{self, Read};

use super::Framing;
use crate::feed::Feed;
use crate::messages::{Message, Reading};

/// The largest record that is looked at, in octets: behind a longer one there is no cut.
const LONGEST: usize = 64 << 20;

/// Octets of a record that say how long it is, as long as it says so in front.
const HEADER: usize = 64;

/// Places at which records begin, so many octets or somewhat more apart, but for the place where the first one does.
/// Records are passed by what they say of their length; at a place that is given, and in front of it, a good
/// record stands. Behind the first that does not say where it ends, or has more than 64 MiB, there is no place: what
/// follows is one part.
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
    /// How many octets the next record takes with its frame, or a block of them, all of which are at hand.
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

    /// What the next record says of its length; more of it is read as long as that is not enough.
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

    /// Whether the next octets, so many, are what a record is read from.
    fn is_good(&self, length: usize) -> bool {
        let octets = self.feed.window().get(..length).unwrap_or_default();
        let body = match (self.framing.block, self.framing.line, self.framing.prefix) {
            // No record stands in two of them, and no line does.
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
