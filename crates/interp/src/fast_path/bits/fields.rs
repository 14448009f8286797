//! Bit fields, read and written through a window of eight octets.

use wireglot_rt::bits::{octets_of, width, Size};

/// The widest field that is read or written in one step.
pub(super) const WIDEST: u32 = 56;

/// A constrained whole number: its maximum minus its minimum, and its width (X.691 11.5).
#[derive(Debug, Clone, Copy)]
pub(super) struct Whole {
    pub span: u64,
    /// The width in bits.
    pub width: u32,
}

impl Whole {
    pub fn new(span: u64) -> Whole {
        Whole { span, width: width(span) }
    }
}

/// A length (X.691 11.9).
#[derive(Debug, Clone, Copy)]
pub(super) struct Length {
    pub lo: u64,
    /// The offset from the minimum; `None` if there is no upper bound.
    pub above: Option<Whole>,
}

impl Length {
    /// No bounds.
    pub const ANY: Length = Length { lo: 0, above: None };

    pub fn new(size: Size) -> Length {
        Length { lo: size.lo, above: size.hi.map(|hi| Whole::new(hi - size.lo)) }
    }
}

/// A reader: octets, and the position of the next bit.
#[derive(Debug)]
pub(super) struct BitsIn<'b> {
    octets: &'b [u8],
    pub at: usize,
    /// The end of the innermost frame.
    pub end: usize,
    aligned: bool,
}

impl<'b> BitsIn<'b> {
    pub fn new(octets: &'b [u8], aligned: bool) -> BitsIn<'b> {
        BitsIn { octets, at: 0, end: octets.len() * 8, aligned }
    }

    /// The number of bits left in the frame.
    #[inline(always)]
    pub fn left(&self) -> usize {
        self.end - self.at
    }

    /// Reads up to 56 bits.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> Option<u64> {
        if count as usize > self.left() || count > WIDEST {
            return None;
        }
        let rest = self.octets.get(self.at / 8..).unwrap_or_default();
        let word = match rest.first_chunk::<8>() {
            Some(chunk) => u64::from_be_bytes(*chunk),
            None => near_end(rest),
        };
        let word = word << (self.at % 8);
        self.at += count as usize;
        Some(if count == 0 { 0 } else { word >> (64 - count) })
    }

    #[inline(always)]
    pub fn bit(&mut self) -> Option<bool> {
        Some(self.take(1)? != 0)
    }

    /// Reads up to 64 bits.
    #[inline]
    pub fn take_wide(&mut self, count: u32) -> Option<u64> {
        if count <= WIDEST {
            return self.take(count);
        }
        Some(self.take(count - 32)? << 32 | self.take(32)?)
    }

    #[inline(always)]
    pub fn align(&mut self) -> Option<()> {
        if self.aligned {
            self.at = self.at.next_multiple_of(8);
        }
        (self.at <= self.end).then_some(())
    }

    /// Reads a constrained whole number and returns its offset from the minimum (X.691 11.5).
    #[inline(always)]
    pub fn constrained(&mut self, whole: Whole) -> Option<u64> {
        let value = match whole.width {
            width @ 0..=WIDEST if !self.aligned || whole.span < 255 => self.take(width)?,
            _ => self.aligned_constrained(whole.span)?,
        };
        (value <= whole.span).then_some(value)
    }

    #[inline(never)]
    fn aligned_constrained(&mut self, span: u64) -> Option<u64> {
        Some(match span {
            _ if !self.aligned => self.take_wide(width(span))?,
            0..=254 => self.take(width(span))?,
            255 => {
                self.align()?;
                self.take(8)?
            }
            256..=65535 => {
                self.align()?;
                self.take(16)?
            }
            _ => {
                let octets = self.take(width(u64::from(octets_of(span)) - 1))? as u32 + 1;
                self.align()?;
                self.take_wide(octets.min(8) * 8).filter(|_| octets <= octets_of(span))?
            }
        })
    }

    /// Reads a length that is not fragmented (X.691 11.9).
    #[inline]
    pub fn length(&mut self, of: Length) -> Option<usize> {
        let length = match of.above {
            Some(above) => self.constrained(above)? + of.lo,
            None => {
                self.align()?;
                match self.take(8)? {
                    short @ 0..=0x7f => short,
                    long @ 0x80..=0xbf => (long & 0x3f) << 8 | self.take(8)?,
                    _ => return None,
                }
            }
        };
        (length >= of.lo).then_some(length as usize)
    }

    /// Reads bits as octets, the last one padded with zeros.
    #[inline]
    pub fn octets<'s>(&mut self, bits: usize, scratch: &'s mut Vec<u8>) -> Option<&'s [u8]>
    where
        'b: 's,
    {
        if bits > self.left() {
            return None;
        }
        let (start, shift) = (self.at / 8, self.at % 8);
        self.at += bits;
        let from = self.octets.get(start..)?;
        if shift == 0 && bits.is_multiple_of(8) {
            return from.get(..bits / 8);
        }
        let next = from.iter().skip(1).chain(std::iter::once(&0));
        let shifted = from.iter().zip(next).take(bits.div_ceil(8));
        scratch.clear();
        scratch.extend(
            shifted.map(|(a, b)| (u16::from(*a) << 8 | u16::from(*b)) << shift >> 8).map(|w| w as u8),
        );
        if !bits.is_multiple_of(8) {
            *scratch.last_mut()? &= 0xff << (8 - bits % 8);
        }
        Some(scratch)
    }
}

/// Loads fewer than eight octets as the first ones of a word.
#[cold]
fn near_end(rest: &[u8]) -> u64 {
    let mut octets = [0; 8];
    octets.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    u64::from_be_bytes(octets)
}

/// A writer that appends bits to a list of octets.
#[derive(Debug)]
pub(super) struct BitsOut<'o> {
    /// All bits from `at` on are zero, and there are always eight octets of them.
    octets: &'o mut Vec<u8>,
    /// The position in bits, from the start of the list.
    pub at: usize,
    /// The bits already written of the octet at `at`. Reading it back from the list would stall until
    /// the store has completed.
    begun: u8,
    aligned: bool,
}

/// The minimum number of octets by which the list grows.
const MORE: usize = 256;

impl<'o> BitsOut<'o> {
    pub fn new(octets: &'o mut Vec<u8>, aligned: bool) -> BitsOut<'o> {
        let at = octets.len() * 8;
        octets.resize(octets.len() + MORE, 0);
        BitsOut { octets, at, begun: 0, aligned }
    }

    /// Truncates the list to whole octets.
    pub fn finish(self) {
        self.octets.truncate(self.at.div_ceil(8));
    }

    #[inline(always)]
    fn room(&mut self, octets: usize) {
        let wanted = self.at / 8 + octets + 9;
        if self.octets.len() < wanted {
            self.octets.resize(wanted + MORE, 0);
        }
    }

    /// Writes a number of up to 56 bits.
    #[inline(always)]
    pub fn put(&mut self, value: u64, count: u32) {
        self.room(0);
        let (index, shift) = (self.at / 8, self.at % 8);
        let Some(chunk) = self.octets.get_mut(index..).and_then(|rest| rest.first_chunk_mut::<8>()) else {
            return;
        };
        if count > 0 {
            let word = u64::from(self.begun) << 56 | value << (64 - count) >> shift;
            *chunk = word.to_be_bytes();
            let end = shift + count as usize;
            self.begun = (word << (end / 8 * 8) >> 56) as u8;
            self.at += count as usize;
        }
    }

    /// Sets bits that were written as zeros.
    #[inline]
    pub fn set(&mut self, at: usize, value: u64, count: u32) {
        let chunk = self.octets.get_mut(at / 8..).and_then(|rest| rest.first_chunk_mut::<8>());
        let Some(chunk) = chunk.filter(|_| count > 0) else { return };
        let word = value << (64 - count) >> (at % 8);
        *chunk = (u64::from_be_bytes(*chunk) | word).to_be_bytes();
        self.go_on(self.at);
    }

    /// Continues at a position before which everything is written.
    #[inline(always)]
    fn go_on(&mut self, at: usize) {
        self.at = at;
        self.begun = self.octets.get(at / 8).copied().unwrap_or(0);
    }

    /// Writes a number of up to 64 bits.
    #[inline]
    pub fn put_wide(&mut self, value: u64, count: u32) {
        match count.checked_sub(32) {
            Some(high) if count > WIDEST => {
                self.put(value >> 32, high);
                self.put(value & 0xffff_ffff, 32);
            }
            _ => self.put(value, count),
        }
    }

    #[inline(always)]
    pub fn align(&mut self) {
        if self.aligned {
            self.go_on(self.at.next_multiple_of(8));
        }
    }

    /// Reserves bits for [`BitsOut::set`]; returns their position.
    #[inline(always)]
    pub fn leave_bits(&mut self, count: u32) -> usize {
        let at = self.at;
        self.put(0, count);
        at
    }

    /// Writes a constrained whole number, given as its offset from the minimum (X.691 11.5).
    #[inline(always)]
    pub fn constrained(&mut self, value: u64, whole: Whole) {
        match whole.width {
            width @ 0..=WIDEST if !self.aligned || whole.span < 255 => self.put(value, width),
            _ => self.aligned_constrained(value, whole.span),
        }
    }

    #[inline(never)]
    fn aligned_constrained(&mut self, value: u64, span: u64) {
        match span {
            _ if !self.aligned => self.put_wide(value, width(span)),
            0..=254 => self.put(value, width(span)),
            255..=65535 => {
                let (at, count) = self.leave(Whole::new(span));
                self.set(at, value, count);
            }
            _ => {
                let octets = octets_of(value);
                self.put(u64::from(octets) - 1, width(u64::from(octets_of(span)) - 1));
                self.align();
                self.put_wide(value, octets * 8);
            }
        }
    }

    /// Reserves room for a constrained whole number below 64K; returns its position and width.
    #[inline]
    pub fn leave(&mut self, whole: Whole) -> (usize, u32) {
        let count = match whole.span {
            255.. if self.aligned => {
                self.align();
                octets_of(whole.span) * 8
            }
            _ => whole.width,
        };
        (self.leave_bits(count), count)
    }

    /// Writes a length that needs no fragments (X.691 11.9).
    #[inline]
    pub fn length(&mut self, length: usize, of: Length) -> Option<()> {
        let length = length as u64;
        let above = length.checked_sub(of.lo)?;
        match of.above {
            Some(most) if above > most.span => return None,
            Some(most) => self.constrained(above, most),
            None => {
                self.align();
                match length {
                    0..=0x7f => self.put(length, 8),
                    0x80..=0x3fff => self.put(0x8000 | length, 16),
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Writes the first `bits` bits of `octets`; the rest must be zero.
    #[inline]
    pub fn put_octets(&mut self, octets: &[u8], bits: usize) -> Option<()> {
        self.room(octets.len());
        if self.at.is_multiple_of(8) {
            let start = self.at / 8;
            self.octets.get_mut(start..start + octets.len())?.copy_from_slice(octets);
            self.go_on(self.at + bits);
            return Some(());
        }
        let end = self.at + bits;
        let mut fours = octets.chunks_exact(4);
        for four in &mut fours {
            self.put(four.iter().fold(0, |word, octet| word << 8 | u64::from(*octet)), 32);
        }
        fours.remainder().iter().for_each(|octet| self.put(u64::from(*octet), 8));
        self.go_on(end);
        Some(())
    }

    /// Writes a normally small number (X.691 11.6) below 64.
    #[inline]
    pub fn small_number(&mut self, value: u64) -> Option<()> {
        self.put(value, 7);
        (value < 64).then_some(())
    }

    /// Begins a field with an unconstrained length; returns where the contents start.
    #[inline(always)]
    pub fn open(&mut self) -> usize {
        self.align();
        self.put(0, 8);
        self.at
    }

    /// Ends a field (X.691 11.2): pads it to whole octets, at least one.
    #[inline]
    pub fn close(&mut self, start: usize) -> Option<()> {
        let octets = (self.at - start).div_ceil(8).max(1);
        self.go_on(start + octets * 8);
        self.room(0);
        self.counted(start, octets)
    }

    /// Sets the count in the octet before `start`, or in two octets, inserting the second.
    #[inline]
    pub fn counted(&mut self, start: usize, count: usize) -> Option<()> {
        match count {
            0..=0x7f => self.set(start - 8, count as u64, 8),
            0x80..=0x3fff => {
                self.insert_octet(start);
                self.set(start - 8, 0x8000 | count as u64, 16);
            }
            _ => return None,
        }
        Some(())
    }

    /// Inserts eight zero bits at `at`.
    fn insert_octet(&mut self, at: usize) {
        let (index, shift) = (at / 8, at % 8);
        let split = self.octets.get(index).copied().unwrap_or(0);
        let keep = !(0xffu16 >> shift) as u8;
        self.octets.insert(index, split & keep);
        if let Some(next) = self.octets.get_mut(index + 1) {
            *next &= !keep;
        }
        self.go_on(self.at + 8);
        self.room(0);
    }
}
