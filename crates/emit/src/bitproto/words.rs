//! Rows of parts as words: loads that feed several parts, and stores filled by several parts. All positions
//! are determined here; a language only writes them down.

use super::steps::{Leaf, Step, LEAD};

/// The words that move parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Their size in bytes.
    pub octets: u64,
    /// Whether a whole word may be moved where fewer bytes are needed, if the message is long enough.
    pub whole: bool,
}

impl Word {
    /// Eight bytes, moved at once.
    pub const WIDE: Word = Word { octets: 8, whole: true };
    /// Four bytes, of which only the needed ones are accessed.
    pub const NARROW: Word = Word { octets: 4, whole: false };

    /// Their size in bits.
    pub fn bits(self) -> u64 {
        self.octets * 8
    }
}

/// A part of a row.
#[derive(Debug, Clone, Copy)]
pub enum Part<'s, 'l> {
    /// A leaf.
    Leaf(&'s Leaf<'l>),
    /// A length prefix: its first bit, and the value that this version writes.
    Lead(u64, u64),
    /// Leaves that are adjacent in memory as well as on the wire.
    Joined(Joined<'s, 'l>),
}

/// Leaves moved by one memory access: all but the last fill their variables.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'s, 'l> {
    /// The first of them.
    pub first: &'s Leaf<'l>,
    /// Their total width in bits.
    pub bits: u64,
    /// Their size in memory, in bytes.
    pub octets: u64,
    /// Their steps.
    pub steps: &'s [Step<'l>],
}

impl Part<'_, '_> {
    /// Its first bit.
    pub fn bit(&self) -> u64 {
        match self {
            Part::Leaf(leaf) => leaf.bit,
            Part::Lead(bit, _) => *bit,
            Part::Joined(joined) => joined.first.bit,
        }
    }

    /// Its width in bits.
    pub fn width(&self) -> u64 {
        match self {
            Part::Leaf(leaf) => leaf.width(),
            Part::Lead(..) => LEAD,
            Part::Joined(joined) => joined.bits,
        }
    }

    /// The bit after its last one.
    pub fn end(&self) -> u64 {
        self.bit() + self.width()
    }
}

/// A load and the parts read from it.
#[derive(Debug)]
pub struct Load<'s, 'l> {
    /// The first byte.
    pub octet: u64,
    /// The number of bytes, at most a word.
    pub octets: u64,
    /// The parts, each with its first bit in the word.
    pub takes: Vec<(Part<'s, 'l>, u64)>,
}

/// The loads for a row of parts. Bytes after `limit` are not accessed. The last part of a load may extend
/// past its word into the next byte.
pub fn loads<'s, 'l>(parts: &[Part<'s, 'l>], limit: u64, word: Word) -> Vec<Load<'s, 'l>> {
    let mut loads: Vec<Load> = Vec::new();
    for &part in parts {
        if let Some(load) = loads.last_mut() {
            let octets = if word.whole { load.octets } else { word.octets };
            if part.end() <= (load.octet + octets) * 8 {
                load.takes.push((part, part.bit() - load.octet * 8));
                load.octets = load.octets.max(part.end().div_ceil(8) - load.octet);
                continue;
            }
        }
        let first = part.bit() / 8;
        let (octet, octets) = match word.whole {
            true => (first.min(limit.saturating_sub(word.octets)), limit),
            false => (first, part.end().div_ceil(8)),
        };
        let octets = (octets - octet).min(word.octets);
        loads.push(Load { octet, octets, takes: vec![(part, part.bit() - octet * 8)] });
    }
    loads
}

/// A step of writing a row of parts.
#[derive(Debug)]
pub enum Fill<'s, 'l> {
    /// Puts a part into the word from that bit on; those bits were zero.
    Put(Part<'s, 'l>, u64),
    /// Sets the empty word to a part.
    Start(Part<'s, 'l>),
    /// Stores the word's lowest bytes: the first byte of the target, and the number of bytes.
    Store(u64, u64),
    /// Sets the word to the bits of a part from that one on.
    Rest(Part<'s, 'l>, u64),
    /// Drops this many of the word's lowest bytes.
    Drop(u64),
}

/// A word being filled. Parts come in bit order.
#[derive(Debug, Clone, Copy)]
pub struct Filling {
    /// The position at which the word's lowest byte will be stored.
    pub octet: u64,
    /// The number of bits in the word.
    pub bits: u64,
    /// The end of the bytes that may be stored to.
    pub limit: u64,
    /// The word.
    pub word: Word,
    /// Whether the word holds its bits; otherwise they have already been stored.
    pub loaded: bool,
}

impl Filling {
    /// Starts filling at a bit; the lower bits of its byte are in the word.
    pub fn at(bit: u64, limit: u64, word: Word) -> Filling {
        Filling { octet: bit / 8, bits: bit % 8, limit, word, loaded: true }
    }

    /// Continues at a bit; the bits before it have been stored by other code.
    pub fn resume(&mut self, bit: u64) {
        *self = Filling { loaded: bit.is_multiple_of(8), ..Filling::at(bit, self.limit, self.word) };
    }

    /// Adds a part.
    pub fn put<'s, 'l>(&mut self, part: Part<'s, 'l>, out: &mut Vec<Fill<'s, 'l>>) {
        out.push(match self.bits {
            0 => Fill::Start(part),
            bits => Fill::Put(part, bits),
        });
        self.bits += part.width();
        if self.bits >= self.word.bits() {
            out.push(Fill::Store(self.octet, self.word.octets));
            self.octet += self.word.octets;
            self.bits -= self.word.bits();
            if self.bits > 0 {
                out.push(Fill::Rest(part, part.width() - self.bits));
            }
        }
    }

    /// Stores the whole bytes. A remaining partial byte stays in the word.
    pub fn settle(&mut self, out: &mut Vec<Fill>) {
        let octets = self.bits / 8;
        if octets > 0 {
            // Zeros after them do no harm: later stores overwrite them.
            let room = self.word.whole && self.limit - self.octet >= self.word.octets;
            out.push(Fill::Store(self.octet, if room { self.word.octets } else { octets }));
            self.octet += octets;
            self.bits %= 8;
            if self.bits > 0 {
                out.push(Fill::Drop(octets));
            }
        }
    }

    /// Skips whole bytes that other code writes; the bits left over from its last word are in this one.
    pub fn skip(&mut self, octets: u64) {
        let left = if self.bits == 0 { 0 } else { octets % 8 };
        self.octet += octets - left;
        self.bits += left * 8;
    }

    /// Stores everything in the word.
    pub fn finish(&mut self, out: &mut Vec<Fill>) {
        let octets = self.bits.div_ceil(8);
        if octets > 0 && self.loaded {
            out.push(Fill::Store(self.octet, octets));
            self.octet += octets;
            self.bits = 0;
        }
    }
}
