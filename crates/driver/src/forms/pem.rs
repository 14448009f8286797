//! Blocks of PEM (RFC 7468), one after another.

use std::io::{self, BufRead};

use super::digits::Digits;
use super::part::{FormError, Part, Spot};

/// Reads the blocks between BEGIN and END of a text. One that the next begins in, or that never ends, is
/// damaged; what stands outside is passed over.
pub struct Blocks<R> {
    input: R,
    /// Where the next line begins.
    at: Spot,
    begun: Option<Begun>,
}

/// A block that has begun.
struct Begun {
    /// Where it did, and where its contents begin.
    at: Spot,
    start: Spot,
    label: Vec<u8>,
    contents: Vec<u8>,
}

impl Begun {
    /// It never ends, and the next begins or the text ends somewhere.
    fn endless(self, end: Spot) -> Part {
        let octets = Err(FormError::new(self.at, "this PEM block never ends"));
        self.part(end, octets)
    }

    /// Whether a line is a header of the block (RFC 1421 4.6): these come first, and have a colon.
    fn is_header(&self, line: &[u8]) -> bool {
        line.contains(&b':') && self.contents.trim_ascii().is_empty()
    }

    fn part(&self, end: Spot, octets: Result<Vec<u8>, FormError>) -> Part {
        let label = self.label.strip_suffix(b"-----").unwrap_or(&self.label);
        let label = String::from_utf8_lossy(label).into_owned();
        Part { line: self.at.line, text: end.offset - self.at.offset, label, octets }
    }

    /// It ends with a label, in a line that begins and ends somewhere.
    fn ended(self, label: &[u8], at: Spot, end: Spot) -> Part {
        // RFC 7468 2: both labels are the same.
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
        Blocks { input, at: Spot::START, begun: None }
    }

    /// What a line completes.
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
                // Characters of it are none of the octets, and places behind it stay what they are.
                true => {
                    begun.contents.extend(line.iter().map(|octet| if *octet == b'\n' { b'\n' } else { b' ' }))
                }
                false => begun.contents.extend_from_slice(line),
            }
        }
        None
    }
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
