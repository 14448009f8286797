//! Blocks of PEM (RFC 7468), one after another.

use std::io::{self, BufRead};

use crate::digits::{Base64, Digits};
use crate::forms::{FormError, Part};

/// Reads the blocks between BEGIN and END of a text. One that the next begins in, or that never ends, is
/// damaged; what stands outside is passed over.
pub struct Blocks<R> {
    input: R,
    /// The offset of the next line, and its number from 1 on.
    at: usize,
    number: usize,
    begun: Option<Begun>,
}

/// A block that has begun.
struct Begun {
    /// Where its contents begin, and in which line it did.
    start: usize,
    line: usize,
    label: Vec<u8>,
    contents: Vec<u8>,
}

impl Begun {
    /// It never ends.
    fn endless(self) -> Part {
        let message = "the PEM block that begins before here never ends";
        Part { line: self.line, octets: Err(FormError { offset: self.start, message }) }
    }

    /// It ends with a label, in a line that begins somewhere.
    fn ended(self, label: &[u8], at: usize) -> Part {
        // RFC 7468 2: both labels are the same.
        let octets = match self.label == label {
            true => Digits::Base64(Base64::at(self.start)).all(&self.contents),
            false => {
                let message = "the PEM block ends with another label than it begins with";
                Err(FormError { offset: at, message })
            }
        };
        Part { line: self.line, octets }
    }
}

impl<R: BufRead> Blocks<R> {
    /// The blocks of a text.
    pub fn new(input: R) -> Blocks<R> {
        Blocks { input, at: 0, number: 0, begun: None }
    }

    /// What a line completes.
    fn line(&mut self, line: &[u8]) -> Option<Part> {
        let at = self.at;
        self.at += line.len();
        self.number += 1;
        let trimmed = line.trim_ascii();
        if let Some(label) = trimmed.strip_prefix(b"-----BEGIN ") {
            let (start, line, label) = (self.at, self.number, label.to_vec());
            return self
                .begun
                .replace(Begun { start, line, label, contents: Vec::new() })
                .map(Begun::endless);
        }
        if let Some(label) = trimmed.strip_prefix(b"-----END ") {
            return self.begun.take().map(|begun| begun.ended(label, at));
        }
        if let Some(begun) = &mut self.begun {
            begun.contents.extend_from_slice(line);
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
                Ok(0) => return self.begun.take().map(|begun| Ok(begun.endless())),
                Ok(_) => {}
            }
            if let Some(part) = self.line(&line) {
                return Some(Ok(part));
            }
        }
    }
}
