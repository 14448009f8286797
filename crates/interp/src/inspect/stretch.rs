//! Bits that are read as one, and where they stand in the input.

use std::collections::HashMap;

/// What is known of one encoding or value.
#[derive(Debug, Clone, Default)]
pub(super) struct Fact {
    pub path: String,
    pub ty: String,
    pub value: Option<String>,
    /// What the specification calls the value.
    pub name: Option<String>,
    /// The contents are themselves an encoding, told of by itself, behind so many octets.
    pub contained: Option<usize>,
    /// The specification does not know it.
    pub unknown: bool,
}

/// The input, a string of it that holds an encoding, or a field that came in fragments.
#[derive(Debug)]
pub(super) struct Stretch {
    /// Encodings with tags and lengths, one after another.
    pub tags: bool,
    pieces: Vec<Piece>,
    /// What is told of so far: the bit behind it.
    pub cursor: u64,
    /// How deep it lies.
    pub depth: u32,
    /// What it belongs to.
    pub path: String,
    /// Where the value that is read begins, in octets; several may stand in a row.
    pub origin: usize,
    /// In BER: what is known of each encoding, by the octet that it begins at.
    pub facts: HashMap<usize, Fact>,
}

/// Bits in a row, in the stretch and in the input.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: u64,
    place: u64,
    bits: u64,
}

impl Stretch {
    /// A stretch of bits of the input: where they stand and how many, in turn.
    pub fn new(tags: bool, places: &[(u64, u64)], depth: u32, path: String) -> Stretch {
        let mut from = 0;
        let pieces = places.iter().map(|&(place, bits)| {
            from += bits;
            Piece { from: from - bits, place, bits }
        });
        let pieces = pieces.collect();
        Stretch { tags, pieces, cursor: 0, depth, path, origin: 0, facts: HashMap::new() }
    }

    /// Where some bits of it stand in the input, and how many in a row.
    pub fn places(&self, from: u64, to: u64) -> Vec<(u64, u64)> {
        let cut = |piece: &Piece| {
            let (first, end) = (from.max(piece.from), to.min(piece.from + piece.bits));
            (first < end).then(|| (piece.place + first - piece.from, end - first))
        };
        // Strings in many fragments have as many pieces.
        let first = self.pieces.partition_point(|piece| piece.from + piece.bits <= from);
        let there = self.pieces.get(first..).unwrap_or_default().iter();
        there.take_while(|piece| piece.from < to).filter_map(cut).collect()
    }

    /// Where one bit of it stands in the input, or what is behind the last.
    pub fn place(&self, bit: u64) -> u64 {
        let behind = self.pieces.last().map_or(0, |piece| piece.place + piece.bits);
        self.places(bit, bit + 1).first().map_or(behind, |(place, _)| *place)
    }

    /// How many bits it has.
    pub fn bits(&self) -> u64 {
        self.pieces.last().map_or(0, |piece| piece.from + piece.bits)
    }

    /// Its whole octets.
    pub fn octets(&self, input: &[u8]) -> Vec<u8> {
        if let [Piece { place, bits, .. }] = self.pieces[..] {
            if place.is_multiple_of(8) {
                let (from, to) = ((place / 8) as usize, ((place + bits) / 8) as usize);
                return input.get(from..to).unwrap_or_default().to_vec();
            }
        }
        let mut octets = Vec::with_capacity((self.bits() / 8) as usize);
        let (mut gathered, mut count) = (0u32, 0);
        for piece in &self.pieces {
            for bit in piece.place..piece.place + piece.bits {
                let octet = input.get((bit / 8) as usize).copied().unwrap_or(0);
                gathered = gathered << 1 | u32::from(octet >> (7 - bit % 8) & 1);
                count += 1;
                if count % 8 == 0 {
                    octets.push(gathered as u8);
                }
            }
        }
        octets
    }
}
