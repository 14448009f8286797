//! Reads PEM blocks (RFC 7468) one after another.

use std::io::{self, BufRead};

use super::digits::Digits;
use super::part::{FormError, Part, Spot};

/// Reads the blocks between the BEGIN and END lines of a text and skips everything outside them. A block is
/// damaged if the next one begins within it or it never ends.
pub struct Blocks<R> {
    input: R,
    /// Where the next line begins.
    at: Spot,
    begun: Option<Begun>,
}

/// A block that has begun.
struct Begun {
    /// Where the block and its contents begin.
    at: Spot,
    start: Spot,
    label: Vec<u8>,
    contents: Vec<u8>,
}

impl Begun {
    /// Reports a block that is not ended before the next one begins or the text ends.
    fn endless(self, end: Spot) -> Part {
        let octets = Err(FormError::new(self.at, "this PEM block never ends"));
        self.part(end, octets)
    }

    /// Whether a line is a header of the block (RFC 1421, section 4.6): headers come first and contain a
    /// colon.
    fn is_header(&self, line: &[u8]) -> bool {
        line.contains(&b':') && self.contents.trim_ascii().is_empty()
    }

    fn part(&self, end: Spot, octets: Result<Vec<u8>, FormError>) -> Part {
        let label = self.label.strip_suffix(b"-----").unwrap_or(&self.label);
        let label = String::from_utf8_lossy(label).into_owned();
        Part { offset: self.at.offset, line: self.at.line, text: end.offset - self.at.offset, label, octets }
    }

    /// Ends the block with the label of an END line, which begins and ends at these positions.
    fn ended(self, label: &[u8], at: Spot, end: Spot) -> Part {
        // RFC 7468, section 2: the labels must match.
        let octets = match self.label == label {
            true => Digits::base64(self.start).all(&self.contents),
            false => Err(FormError::new(at, "the PEM block ends with another label than it begins with")),
        };
        self.part(end, octets)
    }
}

impl<R: BufRead> Blocks<R> {
    /// The blocks of a text.
    pub fn new(input: R) -> Blocks<R> {
        Blocks::after(0, input)
    }

    /// The blocks of a text that comes after this many lines.
    pub fn after(lines: usize, input: R) -> Blocks<R> {
        Blocks { input, at: Spot { line: lines + 1, ..Spot::START }, begun: None }
    }

    /// Processes a line; returns the block that it completes.
    fn line(&mut self, line: &[u8]) -> Option<Part> {
        let at = self.at;
        self.at = at.behind(line);
        let trimmed = line.trim_ascii();
        if let Some(label) = trimmed.strip_prefix(b"-----BEGIN ") {
            let (start, label) = (self.at, label.to_vec());
            let begun = Begun { at, start, label, contents: Vec::new() };
            return self.begun.replace(begun).map(|before| before.endless(at));
        }
        if let Some(label) = trimmed.strip_prefix(b"-----END ") {
            return self.begun.take().map(|begun| begun.ended(label, at, self.at));
        }
        if let Some(begun) = &mut self.begun {
            match begun.is_header(line) {
                // A header is replaced by white space, which adds no bytes and preserves the positions after
                // it.
                true => {
                    begun.contents.extend(line.iter().map(|octet| if *octet == b'\n' { b'\n' } else { b' ' }))
                }
                false => begun.contents.extend_from_slice(line),
            }
        }
        None
    }
}

/// The bytes of a block that never ends, as far as they are there.
pub fn endless_octets(block: &[u8]) -> Vec<u8> {
    let begins = block.iter().position(|octet| *octet == b'\n').unwrap_or(block.len());
    let mut octets = Vec::new();
    // Anything after an error is no Base64, and so is not part of the block.
    let _ = Digits::base64(Spot::START).push(block.get(begins..).unwrap_or_default(), &mut octets);
    octets
}

/// Whether a block says that it is encrypted (RFC 1421, section 4.6.1.1).
pub fn is_encrypted(block: &[u8]) -> bool {
    let lines = block.split(|octet| *octet == b'\n').skip(1);
    let mut headers = lines.map(<[u8]>::trim_ascii).take_while(|line| line.contains(&b':'));
    headers.any(|line| line.strip_prefix(b"Proc-Type:").is_some_and(|rest| rest.ends_with(b"ENCRYPTED")))
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Part>;

    fn next(&mut self) -> Option<io::Result<Part>> {
        let mut line = Vec::new();
        loop {
            line.clear();
            match self.input.read_until(b'\n', &mut line) {
                Err(error) => return Some(Err(error)),
                Ok(0) => return self.begun.take().map(|begun| Ok(begun.endless(self.at))),
                Ok(_) => {}
            }
            if let Some(part) = self.line(&line) {
                return Some(Ok(part));
            }
        }
    }
}
