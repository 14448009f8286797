//! Compressed terms: zlib (RFC 1950) and deflate (RFC 1951).

use super::{COMPRESSED, VERSION};

/// The most that a compressed term may expand to: a multiple of its size, plus this many octets.
const MULTIPLE: usize = 64;
const BEYOND: usize = 1 << 16;

/// Why a compressed term can't be expanded.
#[derive(Debug)]
pub(super) struct Fault {
    pub code: &'static str,
    pub offset: usize,
    pub message: &'static str,
    /// More octets might complete the term.
    pub short: bool,
}

/// The decompressed term, without its version, and the size of the compressed one.
///
/// # Errors
/// It is not a zlib stream, or it expands to more than `most` octets or to too large a multiple of its size.
pub(super) fn inflated(octets: &[u8], most: usize) -> Result<(Vec<u8>, usize), Fault> {
    let mut bits = Bits { octets, at: 0, held: 0, count: 0, ended: false };
    let fault = |code, offset, message, short| Fault { code, offset, message, short };
    let damaged = |at: usize, why| fault("etf_syntax", at, why, false);
    let cut = || fault("etf_syntax", octets.len(), "the term ends early", true);
    // Octets after the term don't count, and those not yet read may belong to it.
    let over = |size: usize, own: usize| size > own.saturating_mul(MULTIPLE).saturating_add(BEYOND);
    let too_large = |short| {
        let message = "the compressed term expands to more than the limit, or to 64 times its size";
        fault("etf_limit", 2, message, short)
    };
    let header: [u8; 8] = octets.get(..8).and_then(|head| head.try_into().ok()).ok_or_else(cut)?;
    let [VERSION, COMPRESSED, a, b, c, d, method, flags] = header else {
        return Err(damaged(0, "the term is not compressed"));
    };
    let size = u32::from_be_bytes([a, b, c, d]) as usize;
    if size > most || over(size, octets.len()) {
        return Err(too_large(size <= most));
    }
    let is_zlib = u16::from_be_bytes([method, flags]) % 31 == 0 && method & 0x0f == 8 && flags & 0x20 == 0;
    if !is_zlib {
        return Err(damaged(6, "the compressed term is not in zlib format"));
    }
    bits.at = 8;
    let mut out = Vec::new();
    let whole = blocks(&mut bits, &mut out, size);
    let end = bits.at;
    if bits.ended {
        return Err(cut());
    }
    whole.ok_or_else(|| damaged(end, "the compressed term is damaged"))?;
    let sum = octets.get(end..end + 4).ok_or_else(cut)?;
    if out.len() != size || sum != adler(&out).to_be_bytes() {
        return Err(damaged(end, "the size or checksum of the compressed term is wrong"));
    }
    if over(size, end + 4) {
        return Err(too_large(false));
    }
    Ok((out, end + 4))
}

/// The checksum of RFC 1950.
fn adler(octets: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    // The sums of this many octets fit into 32 bits.
    for part in octets.chunks(5552) {
        for octet in part {
            a += u32::from(*octet);
            b += a;
        }
        (a, b) = (a % 65521, b % 65521);
    }
    b << 16 | a
}

/// Bits, the least significant one of each octet first.
struct Bits<'o> {
    octets: &'o [u8],
    at: usize,
    held: u32,
    count: u32,
    /// More was asked for than there is.
    ended: bool,
}

impl Bits<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        while self.count < count {
            let Some(octet) = self.octets.get(self.at) else {
                self.ended = true;
                return None;
            };
            self.held |= u32::from(*octet) << self.count;
            (self.at, self.count) = (self.at + 1, self.count + 8);
        }
        let bits = self.held & ((1 << count) - 1);
        (self.held, self.count) = (self.held >> count, self.count - count);
        Some(bits)
    }

    /// Whole octets; nothing may be left of the one before.
    fn octets(&mut self, count: usize) -> Option<&[u8]> {
        let octets = self.octets.get(self.at..self.at + count);
        match octets {
            Some(_) => self.at += count,
            None => self.ended = true,
        }
        octets
    }

    /// Drops the rest of an octet.
    fn align(&mut self) {
        (self.held, self.count) = (0, 0);
    }
}

/// The longest code.
const LONGEST: usize = 15;

/// A prefix code: symbols in the order of their codes.
struct Code {
    /// The number of codes of each length.
    counts: [u16; LONGEST + 1],
    symbols: Vec<u16>,
}

impl Code {
    /// Builds the code from the length of each symbol; `None` if a length has too many symbols.
    fn new(lengths: &[u8]) -> Option<Code> {
        let mut counts = [0u16; LONGEST + 1];
        for length in lengths {
            *counts.get_mut(usize::from(*length))? += 1;
        }
        counts[0] = 0;
        let room = counts.iter().skip(1).try_fold(1i32, |room, count| {
            let room = room * 2 - i32::from(*count);
            (room >= 0).then_some(room)
        });
        room?;
        let mut symbols = Vec::with_capacity(lengths.len());
        for length in 1..=LONGEST {
            let of_length = (0u16..).zip(lengths).filter(|(_, own)| usize::from(**own) == length);
            symbols.extend(of_length.map(|(symbol, _)| symbol));
        }
        Some(Code { counts, symbols })
    }

    fn symbol(&self, bits: &mut Bits) -> Option<usize> {
        let (mut code, mut first, mut before) = (0u32, 0u32, 0u32);
        for count in self.counts.iter().skip(1) {
            let count = u32::from(*count);
            code = code << 1 | bits.take(1)?;
            first <<= 1;
            if code < first + count {
                let symbol = self.symbols.get((before + code - first) as usize)?;
                return Some(usize::from(*symbol));
            }
            (first, before) = (first + count, before + count);
        }
        None
    }
}

/// Expands all blocks, up to `size` octets.
fn blocks(bits: &mut Bits, out: &mut Vec<u8>, size: usize) -> Option<()> {
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(bits, out, size)?,
            1 => {
                let (literals, distances) = fixed()?;
                coded(bits, out, size, &literals, &distances)?;
            }
            2 => {
                let (literals, distances) = dynamic(bits)?;
                coded(bits, out, size, &literals, &distances)?;
            }
            _ => return None,
        }
        if is_last {
            bits.align();
            return Some(());
        }
    }
}

fn stored(bits: &mut Bits, out: &mut Vec<u8>, size: usize) -> Option<()> {
    bits.align();
    let [a, b, c, d] = *bits.octets(4)? else { return None };
    let (length, inverse) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
    if length != !inverse || out.len() + usize::from(length) > size {
        return None;
    }
    out.extend_from_slice(bits.octets(usize::from(length))?);
    Some(())
}

fn fixed() -> Option<(Code, Code)> {
    let mut lengths = [8u8; 288];
    lengths.get_mut(144..256)?.fill(9);
    lengths.get_mut(256..280)?.fill(7);
    Some((Code::new(&lengths)?, Code::new(&[5; 30])?))
}

/// The order in which the code lengths of the length code are stored.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

fn dynamic(bits: &mut Bits) -> Option<(Code, Code)> {
    let literals = bits.take(5)? as usize + 257;
    let distances = bits.take(5)? as usize + 1;
    let mut lengths = [0u8; ORDER.len()];
    let said = bits.take(4)? as usize + 4;
    for at in ORDER.into_iter().take(said) {
        *lengths.get_mut(at)? = bits.take(3)? as u8;
    }
    let code = Code::new(&lengths)?;
    let mut lengths: Vec<u8> = Vec::with_capacity(literals + distances);
    while lengths.len() < literals + distances {
        let (length, times) = match code.symbol(bits)? {
            length @ 0..=15 => (length as u8, 1),
            16 => (*lengths.last()?, bits.take(2)? + 3),
            17 => (0, bits.take(3)? + 3),
            _ => (0, bits.take(7)? + 11),
        };
        lengths.extend(std::iter::repeat_n(length, times as usize));
    }
    if lengths.len() > literals + distances {
        return None;
    }
    let (literals, distances) = lengths.split_at_checked(literals)?;
    Some((Code::new(literals)?, Code::new(distances)?))
}

/// The end of a block.
const END: usize = 256;

/// The base length of each symbol, and its number of extra bits.
const LENGTHS: [(usize, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// The base distance of each symbol, and its number of extra bits.
const DISTANCES: [(usize, u32); 30] = [
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 1),
    (7, 1),
    (9, 2),
    (13, 2),
    (17, 3),
    (25, 3),
    (33, 4),
    (49, 4),
    (65, 5),
    (97, 5),
    (129, 6),
    (193, 6),
    (257, 7),
    (385, 7),
    (513, 8),
    (769, 8),
    (1025, 9),
    (1537, 9),
    (2049, 10),
    (3073, 10),
    (4097, 11),
    (6145, 11),
    (8193, 12),
    (12289, 12),
    (16385, 13),
    (24577, 13),
];

fn coded(bits: &mut Bits, out: &mut Vec<u8>, size: usize, literals: &Code, distances: &Code) -> Option<()> {
    loop {
        let symbol = literals.symbol(bits)?;
        if symbol < END {
            (out.len() < size).then(|| out.push(symbol as u8))?;
            continue;
        }
        if symbol == END {
            return Some(());
        }
        let (length, more) = *LENGTHS.get(symbol - END - 1)?;
        let length = length + bits.take(more)? as usize;
        let (distance, more) = *DISTANCES.get(distances.symbol(bits)?)?;
        let distance = distance + bits.take(more)? as usize;
        let start = out.len().checked_sub(distance)?;
        if out.len() + length > size {
            return None;
        }
        for at in start..start + length {
            out.push(*out.get(at)?);
        }
    }
}
