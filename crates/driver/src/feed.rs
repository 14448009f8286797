//! Input that is read only as far as needed: consecutive PDUs and texts, of which only the current one is
//! held in memory.

use std::io::{self, Read};

/// The minimum size of a read in bytes.
const CHUNK: usize = 1 << 16;

/// A window on an input that grows on demand.
pub struct Feed<R> {
    input: R,
    /// The buffer, larger than what has been read.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The offset of the window in the input.
    offset: u64,
    ended: bool,
    /// The error that ended the input. It is returned again whenever more is needed: asked again, a decompressor says that its
    /// input has ended, so an error that one caller passes over would be lost.
    failed: Option<io::Error>,
}

impl<R: Read> Feed<R> {
    /// Creates an empty window at the start of the input.
    pub fn new(input: R) -> Feed<R> {
        Feed { input, buffer: Vec::new(), start: 0, end: 0, offset: 0, ended: false, failed: None }
    }

    /// Sets the offset of a window that is still empty: the input begins there.
    pub fn begin_at(&mut self, offset: u64) {
        self.offset = offset;
    }

    /// The window.
    #[inline]
    pub fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The offset of the window in the input.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the window reaches the end of the input.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Extends the window by what the input has available, waiting for at least one byte; false at the end of
    /// the input.
    pub fn grow_some(&mut self) -> io::Result<bool> {
        let before = self.end - self.start;
        self.make_room(before + before.max(CHUNK));
        self.read_some(self.buffer.len())?;
        Ok(self.end - self.start > before)
    }

    /// At least doubles the window; false at the end of the input.
    pub fn grow(&mut self) -> io::Result<bool> {
        let before = self.end - self.start;
        self.fill(before + before.max(CHUNK))?;
        Ok(self.end - self.start > before)
    }

    /// Extends the window to at least this many bytes, or to the end of the input.
    pub fn fill(&mut self, octets: usize) -> io::Result<()> {
        if self.ended || octets <= self.end - self.start {
            return Ok(());
        }
        self.make_room(octets);
        while self.end < octets && !self.ended {
            self.read_some(octets)?;
        }
        Ok(())
    }

    /// Moves the window to the start of a buffer of at least this many bytes.
    fn make_room(&mut self, octets: usize) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() < octets {
            self.buffer.resize(octets, 0);
        }
    }

    /// Reads once, up to the given position of the buffer.
    fn read_some(&mut self, to: usize) -> io::Result<()> {
        if let Some(failed) = &self.failed {
            return Err(copy(failed));
        }
        while !self.ended {
            match self.input.read(&mut self.buffer[self.end..to]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.failed = Some(copy(&error));
                    return Err(error);
                }
            }
            return Ok(());
        }
        Ok(())
    }

    /// Advances the start of the window.
    #[inline]
    pub fn take(&mut self, octets: usize) {
        let octets = octets.min(self.end - self.start);
        self.start += octets;
        self.offset += octets as u64;
    }

    /// The same, and hands over the buffer with the bytes in it; returns their position there. The previous
    /// contents of `buffer` are lost: the rest of the window moves to it.
    pub fn hand_over(&mut self, octets: usize, buffer: &mut Vec<u8>) -> usize {
        let start = self.start;
        self.take(octets);
        let rest = self.end - self.start;
        if buffer.len() < rest {
            buffer.resize(rest, 0);
        }
        buffer[..rest].copy_from_slice(&self.buffer[self.start..self.end]);
        std::mem::swap(&mut self.buffer, buffer);
        (self.start, self.end) = (0, rest);
        start
    }

    /// Puts back the bytes that were taken last.
    pub fn unread(&mut self, octets: &[u8]) {
        self.buffer = [octets, self.window()].concat();
        (self.start, self.end) = (0, self.buffer.len());
        self.offset -= octets.len() as u64;
    }

    /// Whether nothing is left; reads on if the window is empty.
    pub fn is_done(&mut self) -> io::Result<bool> {
        Ok(self.window().is_empty() && !self.grow()?)
    }
}

/// The same error once more.
fn copy(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails once, and then says that it has ended, as decompressors do.
    struct FailsOnce(bool);

    impl Read for FailsOnce {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            match std::mem::replace(&mut self.0, true) {
                false => Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum")),
                true => Ok(0),
            }
        }
    }

    #[test]
    fn an_error_stays() {
        let mut feed = Feed::new(b"abc".chain(FailsOnce(false)));
        assert!(feed.fill(10).is_err());
        assert_eq!(feed.window(), b"abc");
        for _ in 0..2 {
            let error = feed.grow().unwrap_err();
            assert_eq!(
                (error.kind(), error.to_string()),
                (io::ErrorKind::InvalidData, "wrong checksum".into())
            );
        }
        assert!(!feed.ended());
    }

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

    #[test]
    fn what_is_handed_over_and_put_back_is_what_was_there() {
        let input: Vec<u8> = (0..300_000u32).map(|i| (i % 251) as u8).collect();
        let mut feed = Feed::new(&input[..]);
        let (mut buffer, mut seen) = (Vec::new(), Vec::new());
        for octets in [1, 70_000, 0, 99_999] {
            feed.fill(octets + 10).unwrap();
            let start = feed.hand_over(octets, &mut buffer);
            seen.extend_from_slice(&buffer[start..start + octets]);
        }
        assert_eq!(seen, input[..170_000]);
        feed.unread(&seen[100_000..]);
        assert_eq!(feed.offset(), 100_000);
        feed.fill(1 << 20).unwrap();
        assert_eq!(feed.window(), &input[100_000..]);
        assert!(feed.ended());
    }
}
