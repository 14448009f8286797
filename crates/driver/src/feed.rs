//! Input that is read as far as it is needed: PDUs and texts in a row, each
//! whole in memory, no more.

use std::io::{self, Read};

/// How much is read at least at once.
const CHUNK: usize = 1 << 16;

/// A window on an input that grows on demand.
pub struct Feed<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    /// The offset of the window in the input.
    offset: u64,
    ended: bool,
}

impl<R: Read> Feed<R> {
    /// A window at the start of the input; nothing is read yet.
    pub fn new(input: R) -> Feed<R> {
        Feed { input, buffer: Vec::new(), start: 0, offset: 0, ended: false }
    }

    /// The window.
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Where the window begins in the input.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the window reaches to the end of the input.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Makes the window longer, at least twice as long; false at the end of the input.
    pub fn grow(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        let wanted = before.max(CHUNK);
        let read = self.input.by_ref().take(wanted as u64).read_to_end(&mut self.buffer)?;
        self.ended = read < wanted;
        Ok(read > 0)
    }

    /// Moves the window's start on.
    pub fn take(&mut self, octets: usize) {
        let octets = octets.min(self.buffer.len() - self.start);
        self.start += octets;
        self.offset += octets as u64;
    }

    /// Puts octets back that were taken last.
    pub fn unread(&mut self, octets: &[u8]) {
        self.buffer.splice(..self.start, octets.iter().copied());
        self.start = 0;
        self.offset -= octets.len() as u64;
    }

    /// Whether nothing is left, reading on if the window is empty.
    pub fn is_done(&mut self) -> io::Result<bool> {
        Ok(self.window().is_empty() && !self.grow()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_moves_over_all_of_the_input() {
        let input: Vec<u8> = (0..300_000u32).map(|i| i as u8).collect();
        let mut feed = Feed::new(&input[..]);
        let mut seen = Vec::new();
        while !feed.is_done().unwrap() {
            assert_eq!(feed.offset() as usize, seen.len());
            while feed.window().len() < 70_001 && feed.grow().unwrap() {}
            let part = &feed.window()[..feed.window().len().min(70_001)];
            seen.extend_from_slice(part);
            let length = part.len();
            feed.take(length);
        }
        assert_eq!(seen, input);
    }
}
