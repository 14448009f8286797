//! Parts in a row as words: loads that feed several parts, and stores that
//! several parts fill. Positions are known here; a language only writes them down.

use super::steps::{Leaf, Step, LEAD};

/// Words that parts are moved by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Its octets.
    pub octets: u64,
    /// Whether a whole one may be moved where fewer octets are meant, if the message has room.
    pub whole: bool,
}

impl Word {
    /// Eight octets, moved at once.
    pub const WIDE: Word = Word { octets: 8, whole: true };
    /// Four octets, of which only those that are meant are touched.
    pub const NARROW: Word = Word { octets: 4, whole: false };

    /// Its bits.
    pub fn bits(self) -> u64 {
        self.octets * 8
    }
}

/// A part of a row.
#[derive(Debug, Clone, Copy)]
pub enum Part<'s, 'l> {
    /// A leaf.
    Leaf(&'s Leaf<'l>),
    /// A lead: where it stands, and what this version writes.
    Lead(u64, u64),
    /// Leaves that are next to each other in memory as on the wire.
    Joined(Joined<'s, 'l>),
}

/// Leaves that one move of memory takes: all but the last fill their variables.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'s, 'l> {
    /// The first of them.
    pub first: &'s Leaf<'l>,
    /// Bits of all.
    pub bits: u64,
    /// Octets that they take in memory.
    pub octets: u64,
    /// The steps that they are.
    pub steps: &'s [Step<'l>],
}

impl Part<'_, '_> {
    /// Where its bits begin.
    pub fn bit(&self) -> u64 {
        match self {
            Part::Leaf(leaf) => leaf.bit,
            Part::Lead(bit, _) => *bit,
            Part::Joined(joined) => joined.first.bit,
        }
    }

    /// How many bits it has.
    pub fn width(&self) -> u64 {
        match self {
            Part::Leaf(leaf) => leaf.width(),
            Part::Lead(..) => LEAD,
            Part::Joined(joined) => joined.bits,
        }
    }

    /// The bit behind its last one.
    pub fn end(&self) -> u64 {
        self.bit() + self.width()
    }
}

/// A load and the parts that are taken from it.
#[derive(Debug)]
pub struct Load<'s, 'l> {
    /// The first octet.
    pub octet: u64,
    /// How many octets, at most those of a word.
    pub octets: u64,
    /// The parts and the bit of the word at which each begins.
    pub takes: Vec<(Part<'s, 'l>, u64)>,
}

/// Loads for parts in a row. Octets behind `limit` are not touched. The last
/// part of a load may end beyond its word, in the octet behind it.
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

/// A step of writing parts in a row.
#[derive(Debug)]
pub enum Fill<'s, 'l> {
    /// Puts a part into the word from that bit on; the word was empty there.
    Put(Part<'s, 'l>, u64),
    /// The same for the first part of all.
    Start(Part<'s, 'l>),
    /// Stores the word's lowest octets from an octet on: as many as that.
    Store(u64, u64),
    /// The word is now the bits of that part from that one on.
    Rest(Part<'s, 'l>, u64),
    /// The word loses so many of its lowest octets.
    Drop(u64),
}

/// A word that is being filled. The parts come in the order of their bits.
#[derive(Debug, Clone, Copy)]
pub struct Filling {
    /// The octet that the word's lowest octet will be stored at.
    pub octet: u64,
    /// Bits that the word holds.
    pub bits: u64,
    /// Octets that may be stored to.
    pub limit: u64,
    /// The word.
    pub word: Word,
    /// Whether the word holds its bits; else they are in their octet already.
    pub loaded: bool,
}

impl Filling {
    /// Fills from a bit on; the bits of its octet that come before are in the word.
    pub fn at(bit: u64, limit: u64, word: Word) -> Filling {
        Filling { octet: bit / 8, bits: bit % 8, limit, word, loaded: true }
    }

    /// Goes on at a bit; what comes before it was stored by something else.
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

    /// Stores the whole octets. What is less than an octet stays in the word.
    pub fn settle(&mut self, out: &mut Vec<Fill>) {
        let octets = self.bits / 8;
        if octets > 0 {
            // Zeros behind them do no harm: what belongs there comes later.
            let room = self.word.whole && self.limit - self.octet >= self.word.octets;
            out.push(Fill::Store(self.octet, if room { self.word.octets } else { octets }));
            self.octet += octets;
            self.bits %= 8;
            if self.bits > 0 {
                out.push(Fill::Drop(octets));
            }
        }
    }

    /// Goes past whole octets that something else writes; what is left over of the
    /// last word is in this one.
    pub fn skip(&mut self, octets: u64) {
        let left = if self.bits == 0 { 0 } else { octets % 8 };
        self.octet += octets - left;
        self.bits += left * 8;
    }

    /// Stores all that is in the word.
    pub fn finish(&mut self, out: &mut Vec<Fill>) {
        let octets = self.bits.div_ceil(8);
        if octets > 0 && self.loaded {
            out.push(Fill::Store(self.octet, octets));
            self.octet += octets;
            self.bits = 0;
        }
    }
}
