//! The framing of records in a file.

use std::fmt;

use crate::forms::Form;

/// The framing of records. By default they are back to back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Framing {
    /// Bytes before the first record.
    pub skip: u64,
    /// The size of blocks, which hold whole records followed by padding.
    pub block: Option<usize>,
    /// The padding between records.
    pub pad: Pad,
    /// The length prefix of each record.
    pub prefix: Option<Prefix>,
    /// Records are lines of text.
    pub line: Option<Line>,
}

impl Framing {
    /// Whether records of a form can have this framing: a line or block of a text is always one record.
    pub fn suits(&self, form: Form) -> bool {
        form.part().is_none() || Framing { line: None, ..*self } == Framing::default()
    }

    /// The number of bytes before the first record, if there is no other framing.
    pub fn only_skip(&self) -> Option<u64> {
        (Framing { skip: 0, line: None, ..*self } == Framing::default()).then_some(self.skip)
    }
}

/// The contents of a line of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Hexadecimal digits.
    Hex,
    /// Base64.
    Base64,
}

impl Line {
    /// The bytes of a line.
    ///
    /// # Errors
    /// The text is not of this form.
    pub fn octets(self, line: &[u8]) -> Result<Vec<u8>, crate::forms::FormError> {
        let form = match self {
            Line::Hex => Form::Hex,
            Line::Base64 => Form::Base64,
        };
        form.octets(line)
    }
}

/// The padding after records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pad {
    /// 00 or FF in blocks, none elsewhere.
    #[default]
    Usual,
    /// This byte, in blocks and between records.
    Octet(u8),
}

impl Pad {
    /// Whether the bytes up to the end of a block are padding.
    pub fn fills(self, rest: &[u8]) -> bool {
        match (self, rest.first()) {
            (Pad::Usual, Some(first @ (0 | 0xff))) => rest.iter().all(|octet| octet == first),
            (Pad::Octet(pad), Some(_)) => rest.iter().all(|octet| *octet == pad),
            _ => false,
        }
    }
}

/// A length prefix, which counts the bytes after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    octets: usize,
    little: bool,
}

/// Prefixes by name.
const PREFIXES: [(&str, Prefix); 5] = [
    ("u8", Prefix { octets: 1, little: false }),
    ("u16be", Prefix { octets: 2, little: false }),
    ("u16le", Prefix { octets: 2, little: true }),
    ("u32be", Prefix { octets: 4, little: false }),
    ("u32le", Prefix { octets: 4, little: true }),
];

impl Prefix {
    /// The names of all prefixes.
    pub fn words() -> impl Iterator<Item = &'static str> {
        PREFIXES.iter().map(|(word, _)| *word)
    }

    /// The prefix of that name.
    pub fn of_word(word: &str) -> Option<Prefix> {
        PREFIXES.iter().find(|(known, _)| *known == word).map(|(_, prefix)| *prefix)
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        PREFIXES.iter().find(|(_, known)| *known == self).map_or("", |(word, _)| word)
    }

    /// The prefix of the same size and opposite byte order, and the value of a length in it.
    pub fn turned(self, length: usize) -> Option<(Prefix, usize)> {
        let octets = (length as u64).to_le_bytes();
        let turned =
            octets.iter().take(self.octets).fold(0, |turned, octet| turned << 8 | usize::from(*octet));
        (self.octets > 1).then_some((Prefix { little: !self.little, ..self }, turned))
    }

    /// Its size in bytes.
    pub fn octets(self) -> usize {
        self.octets
    }

    /// The length at the start of `octets`.
    pub fn read(self, octets: &[u8]) -> Option<usize> {
        let octets = octets.get(..self.octets)?;
        let add = |length: usize, octet: &u8| length << 8 | usize::from(*octet);
        Some(match self.little {
            true => octets.iter().rev().fold(0, add),
            false => octets.iter().fold(0, add),
        })
    }

    /// Whether `octets` could be the start of a prefix with a length in this range.
    pub(super) fn may_begin(self, octets: &[u8], least: usize, most: usize) -> bool {
        let there = octets.get(..self.octets).unwrap_or(octets);
        let add = |length: u64, octet: &u8| length << 8 | u64::from(*octet);
        let (least, most) = (least as u64, most as u64);
        match self.little {
            true => {
                // The first length not below `least` that has these bytes.
                let low = there.iter().rev().fold(0, add);
                let beyond = low.wrapping_sub(least) & ((1 << (8 * there.len())) - 1);
                least + beyond <= most
            }
            false => {
                let missing = 8 * (self.octets - there.len());
                let first = there.iter().fold(0, add) << missing;
                first <= most && least < first + (1 << missing)
            }
        }
    }

    /// Writes a length; false if it does not fit.
    fn write(self, length: usize, out: &mut Vec<u8>) -> bool {
        let all = (length as u64).to_be_bytes();
        let (over, octets) = all.split_at(all.len() - self.octets);
        match self.little {
            true => out.extend(octets.iter().rev()),
            false => out.extend(octets),
        }
        over.iter().all(|octet| *octet == 0)
    }
}

/// A record that does not fit its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameError {
    /// Its length does not fit the prefix.
    Prefix(usize),
    /// It is longer than a block.
    Block(usize),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Prefix(octets) => write!(f, "{octets} octets don't fit the length prefix"),
            FrameError::Block(octets) => write!(f, "{octets} octets don't fit in a block"),
        }
    }
}

impl std::error::Error for FrameError {}

/// Writes records to a file with their framing.
#[derive(Debug)]
pub struct FrameWriter {
    framing: Framing,
    /// The number of bytes in the current block.
    filled: usize,
}

impl FrameWriter {
    /// A writer for an empty file.
    pub fn new(framing: Framing) -> FrameWriter {
        FrameWriter { framing, filled: 0 }
    }

    /// Appends a record with its prefix and padding.
    ///
    /// # Errors
    /// The record is too long; nothing is appended then.
    pub fn add(&mut self, record: &[u8], out: &mut Vec<u8>) -> Result<(), FrameError> {
        let start = out.len();
        let whole = record.len() + self.framing.prefix.map_or(0, Prefix::octets);
        if let Some(block) = self.framing.block {
            if whole > block {
                return Err(FrameError::Block(whole));
            }
            if self.filled + whole > block {
                self.finish(out);
            }
            self.filled = (self.filled + whole) % block;
        }
        if let Some(prefix) = self.framing.prefix {
            if !prefix.write(record.len(), out) {
                out.truncate(start);
                return Err(FrameError::Prefix(record.len()));
            }
        }
        out.extend_from_slice(record);
        Ok(())
    }

    /// Pads the last block.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let (Some(block), true) = (self.framing.block, self.filled > 0) else { return };
        let pad = match self.framing.pad {
            Pad::Usual => 0,
            Pad::Octet(pad) => pad,
        };
        out.resize(out.len() + block - self.filled, pad);
        self.filled = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_another_the_other_way_round() {
        for (word, length, other) in [
            ("u16be", 0x2100, Some(("u16le", 0x21))),
            ("u16le", 0x0102, Some(("u16be", 0x0201))),
            ("u32be", 0x2100_0000, Some(("u32le", 0x21))),
            ("u32le", 0xff01, Some(("u32be", 0x01ff_0000))),
            ("u8", 7, None),
        ] {
            let turned = Prefix::of_word(word).unwrap().turned(length);
            assert_eq!(turned.map(|(prefix, length)| (prefix.word(), length)), other, "{word}");
        }
    }

    #[test]
    fn a_prefix_may_begin_with_what_it_begins_with_for_some_length() {
        let rows: [(&str, &[u8], usize, usize, bool); 12] = [
            ("u16be", &[], 5, 5, true),
            ("u16be", &[0], 5, 5, true),
            ("u16be", &[1], 5, 255, false),
            ("u16be", &[1], 5, 256, true),
            ("u16be", &[1, 4, 9], 250, 260, true),
            ("u16be", &[1, 5], 250, 260, false),
            ("u16le", &[4], 250, 260, true),
            ("u16le", &[5], 250, 260, false),
            ("u16le", &[6], 256, 261, false),
            ("u32le", &[4, 1], 250, 260, true),
            ("u32le", &[4, 2], 250, 260, false),
            ("u32be", &[0, 0, 0], 1, 255, true),
        ];
        for (word, octets, least, most, may) in rows {
            let prefix = Prefix::of_word(word).unwrap();
            assert_eq!(prefix.may_begin(octets, least, most), may, "{word} {octets:?} {least} {most}");
        }
    }
}
