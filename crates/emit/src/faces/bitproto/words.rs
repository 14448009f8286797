//! Parts in a row as words: loads that feed several parts, and stores that
//! several parts fill. Positions are known here; a language only writes them down.

use super::steps::{Leaf, LEAD};

/// Octets of a word.
const WORD: u64 = 8;

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
    /// How many octets, at most 8.
    pub octets: u64,
    /// The parts and the bit of the word at which each begins.
    pub takes: Vec<(Part<'s, 'l>, u64)>,
}

/// Loads for parts in a row. Octets behind `limit` are not touched. The last
/// part of a load may end beyond its word, in the octet behind it.
pub fn loads<'s, 'l>(parts: &[Part<'s, 'l>], limit: u64) -> Vec<Load<'s, 'l>> {
    let mut loads: Vec<Load> = Vec::new();
    for &part in parts {
        if let Some(load) = loads.last_mut() {
            if part.end() <= (load.octet + load.octets) * 8 {
                load.takes.push((part, part.bit() - load.octet * 8));
                continue;
            }
        }
        let octet = (part.bit() / 8).min(limit.saturating_sub(WORD));
        let octets = (limit - octet).min(WORD);
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
}

impl Filling {
    /// Fills from a bit on; the bits of its octet that come before are in the word.
    pub fn at(bit: u64, limit: u64) -> Filling {
        Filling { octet: bit / 8, bits: bit % 8, limit }
    }

    /// Adds a part.
    pub fn put<'s, 'l>(&mut self, part: Part<'s, 'l>, out: &mut Vec<Fill<'s, 'l>>) {
        out.push(match self.bits {
            0 => Fill::Start(part),
            bits => Fill::Put(part, bits),
        });
        self.bits += part.width();
        if self.bits >= WORD * 8 {
            out.push(Fill::Store(self.octet, WORD));
            self.octet += WORD;
            self.bits -= WORD * 8;
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
            let room = self.limit - self.octet >= WORD;
            out.push(Fill::Store(self.octet, if room { WORD } else { octets }));
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
        if octets > 0 {
            out.push(Fill::Store(self.octet, octets));
            self.octet += octets;
            self.bits = 0;
        }
    }
}
