//! Bits that are read as one sequence, and where they are in the input.

use std::collections::HashMap;

/// What is known about one encoding or value.
#[derive(Debug, Clone, Default)]
pub(super) struct Fact {
    pub path: String,
    pub ty: String,
    pub value: Option<String>,
    /// The value's name in the specification.
    pub name: Option<String>,
    /// The contents are an encoding that is annotated separately, after this many octets.
    pub contained: Option<usize>,
    /// Whether the specification does not know it.
    pub unknown: bool,
}

impl Fact {
    /// How many octets it says.
    pub fn octets(&self) -> usize {
        let of = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.path.len() + self.ty.len() + of(&self.value) + of(&self.name)
    }
}

/// The input, a string in it that contains an encoding, or a fragmented field.
#[derive(Debug)]
pub(super) struct Stretch {
    /// Whether it consists of encodings with tags and lengths.
    pub tags: bool,
    pieces: Vec<Piece>,
    /// The first bit that has not been annotated.
    pub cursor: u64,
    /// The nesting depth.
    pub depth: u32,
    /// The path of the value it belongs to.
    pub path: String,
    /// Where the current value starts, in octets, since several may follow each other.
    pub origin: usize,
    /// In BER: what is known about each encoding, by its first octet.
    pub facts: HashMap<usize, Fact>,
}

/// Bits that are contiguous both in the stretch and in the input.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: u64,
    place: u64,
    bits: u64,
}

impl Stretch {
    /// A stretch made of pieces of the input, each given as its first bit and its length.
    pub fn new(tags: bool, places: &[(u64, u64)], depth: u32, path: String) -> Stretch {
        let mut from = 0;
        let pieces = places.iter().map(|&(place, bits)| {
            from += bits;
            Piece { from: from - bits, place, bits }
        });
        let pieces = pieces.collect();
        Stretch { tags, pieces, cursor: 0, depth, path, origin: 0, facts: HashMap::new() }
    }

    /// The pieces of the input that hold some bits of the stretch, each as its first bit and its
    /// length.
    pub fn places(&self, from: u64, to: u64) -> Vec<(u64, u64)> {
        let cut = |piece: &Piece| {
            let (first, end) = (from.max(piece.from), to.min(piece.from + piece.bits));
            (first < end).then(|| (piece.place + first - piece.from, end - first))
        };
        // A string in many fragments has many pieces.
        let first = self.pieces.partition_point(|piece| piece.from + piece.bits <= from);
        let there = self.pieces.get(first..).unwrap_or_default().iter();
        there.take_while(|piece| piece.from < to).filter_map(cut).collect()
    }

    /// The place in the input of one bit of the stretch; past the end, the bit after the last
    /// piece.
    pub fn place(&self, bit: u64) -> u64 {
        let behind = self.pieces.last().map_or(0, |piece| piece.place + piece.bits);
        self.places(bit, bit + 1).first().map_or(behind, |(place, _)| *place)
    }

    /// The number of bits.
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
