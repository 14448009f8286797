//! Writing bit fields.

use alloc::vec;
use alloc::vec::Vec;

use super::{octets_of, width, Size, FRAGMENT};
use crate::{ErrorCode, Fault};

/// The initial room, enough for most messages.
const FIRST: usize = 128;

/// The octets that a number of 64 bits touches.
const TOUCHED: usize = 9;

/// Writes bits into octets, most significant first.
#[derive(Debug, Default)]
pub struct Writer {
    /// What is written, followed by zeros.
    bytes: Vec<u8>,
    bits: u64,
    aligned: bool,
}

/// An open type field whose length is not yet known.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    start: u64,
}

impl Writer {
    /// An empty writer for the aligned or unaligned variant.
    #[inline]
    pub fn new(aligned: bool) -> Writer {
        Writer { bytes: vec![0; FIRST], bits: 0, aligned }
    }

    /// Whether this is the aligned variant.
    pub fn aligned(&self) -> bool {
        self.aligned
    }

    /// The number of bits written.
    #[inline]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The octets written, the last one padded with zeros.
    #[inline]
    pub fn octets(&self) -> &[u8] {
        self.bytes.get(..self.end()).unwrap_or_default()
    }

    /// The number of octets written, the last one perhaps in part.
    #[inline]
    fn end(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// Makes room for another `octets` octets, and for a number behind them.
    #[inline]
    fn reserve(&mut self, octets: usize) {
        let needed = self.end() + octets + TOUCHED;
        if needed > self.bytes.len() {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.bytes.resize(needed.max(2 * self.bytes.len()).max(FIRST), 0);
    }

    /// Writes the low `count` bits of a number; at most 64.
    #[inline]
    pub fn put(&mut self, value: u64, count: u32) {
        if count == 0 {
            return;
        }
        self.reserve(0);
        let (index, used) = ((self.bits / 8) as usize, (self.bits % 8) as u32);
        self.bits += u64::from(count);
        let value = value << (64 - count);
        let Some(touched) = self.bytes.get_mut(index..).and_then(|rest| rest.first_chunk_mut::<TOUCHED>())
        else {
            return;
        };
        let [first @ .., last] = touched;
        *first = (u64::from_be_bytes(*first) | value >> used).to_be_bytes();
        if used + count > 64 {
            *last = (value << (64 - used) >> 56) as u8;
        }
    }

    /// Writes one bit.
    #[inline]
    pub fn bit(&mut self, bit: bool) {
        self.put(u64::from(bit), 1);
    }

    /// In the aligned variant, pads to the next octet.
    #[inline]
    pub fn align(&mut self) {
        if self.aligned {
            self.bits = self.bits.next_multiple_of(8);
        }
    }

    /// Writes the first `bits` bits of octets.
    #[inline]
    pub fn put_bits(&mut self, octets: &[u8], bits: u64) {
        let whole = (bits / 8) as usize;
        let head = octets.get(..whole).unwrap_or(octets);
        if self.bits.is_multiple_of(8) {
            self.reserve(head.len());
            let end = self.end();
            if let Some(place) = self.bytes.get_mut(end..end + head.len()) {
                place.copy_from_slice(head);
            }
            self.bits += head.len() as u64 * 8;
        } else {
            let mut left = head;
            while let Some((word, rest)) = left.split_first_chunk() {
                self.put(u64::from_be_bytes(*word), 64);
                left = rest;
            }
            left.iter().for_each(|&octet| self.put(u64::from(octet), 8));
        }
        let rest = (bits % 8) as u32;
        if rest > 0 {
            let last = octets.get(whole).copied().unwrap_or(0);
            self.put(u64::from(last >> (8 - rest)), rest);
        }
    }

    /// Writes a constrained whole number, given as its offset from the minimum (X.691 11.5).
    #[inline]
    pub fn constrained(&mut self, value: u64, span: u64) {
        if !self.aligned {
            return self.put(value, width(span));
        }
        match span {
            0..=254 => self.put(value, width(span)),
            255 => {
                self.align();
                self.put(value, 8);
            }
            256..=65535 => {
                self.align();
                self.put(value, 16);
            }
            _ => {
                let octets = octets_of(value);
                self.put(u64::from(octets) - 1, width(u64::from(octets_of(span)) - 1));
                self.align();
                self.put(value, octets * 8);
            }
        }
    }

    /// Writes a length determinant (X.691 11.9) and returns how many items it covers. If that is
    /// fewer than `count`, or a multiple of 16K, another length must follow the items: see
    /// [`Writer::pieces`].
    #[inline]
    pub fn length(&mut self, count: u64, size: Size) -> u64 {
        if let Some(hi) = size.hi {
            self.constrained(count.saturating_sub(size.lo), hi.saturating_sub(size.lo));
            return count;
        }
        self.align();
        match count {
            0..=0x7f => self.put(count, 8),
            0x80..=0x3fff => self.put(0x8000 | count, 16),
            _ => {
                let fragments = (count / FRAGMENT).min(4);
                self.put(0xc0 | fragments, 8);
                return fragments * FRAGMENT;
            }
        }
        count
    }

    /// Writes a string or list whose length may be fragmented (X.691 11.9.3.8): each length, then
    /// its items. `write` gets the range of the items.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn pieces<E>(
        &mut self,
        count: u64,
        size: Size,
        mut write: impl FnMut(&mut Writer, core::ops::Range<u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut at = 0;
        loop {
            let covered = self.length(count - at, size);
            write(self, at..at + covered)?;
            at += covered;
            let last = covered < FRAGMENT || size.hi.is_some();
            if last {
                return Ok(());
            }
        }
    }

    /// Writes a string of units of `bits` bits each: the length, then the units, aligned to an
    /// octet if `align` is set.
    #[inline]
    pub fn units(&mut self, octets: &[u8], count: u64, size: Size, bits: u32, align: bool) {
        let bits = u64::from(bits);
        let write = |w: &mut Writer, range: core::ops::Range<u64>| {
            if align {
                w.align();
            }
            let from = (range.start * bits / 8) as usize;
            w.put_bits(octets.get(from..).unwrap_or_default(), (range.end - range.start) * bits);
            Ok::<(), core::convert::Infallible>(())
        };
        let _ = self.pieces(count, size, write);
    }

    /// Writes a known-multiplier character string (X.691 30). Characters are encoded as their index in the
    /// alphabet, which is sorted, or, without an alphabet, as their own value up to `top`.
    ///
    /// # Errors
    /// `size_range`, `character`.
    pub fn characters(
        &mut self,
        text: &str,
        alphabet: &[char],
        bits: u32,
        top: u32,
        size: Size,
    ) -> Result<(), Fault> {
        let count = text.chars().count() as u64;
        size.check(count)?;
        let mut left = text.chars();
        self.pieces(count, size, |w, range| {
            if size.aligns_characters(bits) {
                w.align();
            }
            for character in left.by_ref().take((range.end - range.start) as usize) {
                let own = u32::from(character);
                let code = match alphabet.is_empty() {
                    true if own <= top && u64::from(own) < 1 << bits => Some(own),
                    true => None,
                    false => alphabet.binary_search(&character).ok().map(|index| index as u32),
                };
                w.put(u64::from(code.ok_or(Fault::new(ErrorCode::Character))?), bits);
            }
            Ok(())
        })
    }

    /// Writes an unconstrained length and the octets.
    #[inline]
    pub fn counted(&mut self, octets: &[u8]) {
        self.units(octets, octets.len() as u64, Size::ANY, 8, true);
    }

    /// Writes a normally small number (X.691 11.6).
    pub fn small_number(&mut self, value: u64) {
        if value < 64 {
            self.put(value, 7);
            return;
        }
        self.bit(true);
        let octets = octets_of(value);
        self.length(u64::from(octets), Size::ANY);
        self.put(value, octets * 8);
    }

    /// Writes a normally small length (X.691 11.9.3.4), at least one and below 16K.
    pub fn small_length(&mut self, count: u64) {
        if (1..=64).contains(&count) {
            self.put(count - 1, 7);
            return;
        }
        self.bit(true);
        self.length(count, Size::ANY);
    }

    /// Begins an open type field (X.691 11.2). Its contents are written in place, after room for a
    /// one-octet length.
    pub fn open(&mut self) -> Open {
        self.align();
        self.put(0, 8);
        Open { start: self.bits }
    }

    /// Ends an open type field: pads it to whole octets, at least one (X.691 11.1), and fills in the length.
    pub fn close(&mut self, open: Open) {
        self.close_with(open, 1);
    }

    /// Ends an open type field that came as octets, perhaps as none: pads it to whole octets and fills in the length.
    pub fn close_as_is(&mut self, open: Open) {
        self.close_with(open, 0);
    }

    fn close_with(&mut self, open: Open, least: u64) {
        let written = self.bits - open.start;
        let octets = written.div_ceil(8).max(least);
        let mut padding = octets * 8 - written;
        while padding > 0 {
            let now = padding.min(64) as u32;
            self.put(0, now);
            padding -= u64::from(now);
        }
        match octets {
            0..=0x7f => self.patch(open.start - 8, octets as u8),
            0x80..=0x3fff => {
                self.insert_octet(open.start);
                self.patch(open.start - 8, 0x80 | (octets >> 8) as u8);
                self.patch(open.start, octets as u8);
            }
            _ => {
                let contents = self.cut(open.start);
                self.truncate(open.start - 8);
                self.counted(&contents);
            }
        }
    }

    /// Copies the octets written from bit `start` on.
    fn cut(&self, start: u64) -> Vec<u8> {
        let mut contents = Vec::new();
        let mut reader = super::Reader::new(self.octets(), self.bits, false, false);
        reader.position = start;
        let _ = reader.copy(self.bits.saturating_sub(start), &mut contents);
        contents
    }

    /// Discards all but the first `bits` bits.
    pub fn truncate(&mut self, bits: u64) {
        let before = self.end();
        self.bits = bits.min(self.bits);
        let (end, used) = (self.end(), self.bits % 8);
        if let Some(discarded) = self.bytes.get_mut(end..before) {
            discarded.fill(0);
        }
        if let (1.., Some(last)) = (used, self.bytes.get_mut((self.bits / 8) as usize)) {
            *last &= 0xffu8 << (8 - used);
        }
    }

    /// Replaces the eight bits at `at`, which are zero.
    fn patch(&mut self, at: u64, octet: u8) {
        let (index, shift) = ((at / 8) as usize, at % 8);
        if let Some(first) = self.bytes.get_mut(index) {
            *first |= octet >> shift;
        }
        if shift > 0 {
            if let Some(second) = self.bytes.get_mut(index + 1) {
                *second |= octet << (8 - shift);
            }
        }
    }

    /// Inserts eight zero bits at `at`.
    fn insert_octet(&mut self, at: u64) {
        self.reserve(1);
        let (index, shift) = ((at / 8) as usize, at % 8);
        let end = self.end();
        self.bytes.copy_within(index..end, index + 1);
        let keep = !(0xffu16 >> shift) as u8;
        if let Some([first, second, ..]) = self.bytes.get_mut(index..) {
            *first &= keep;
            *second &= !keep;
        }
        self.bits += 8;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;
    use alloc::vec;

    #[test]
    fn numbers_and_lengths_come_back() {
        for aligned in [false, true] {
            let mut writer = Writer::new(aligned);
            let numbers = [(5, 7), (0, 0), (200, 255), (256, 256), (70_000, 1 << 20), (u64::MAX, u64::MAX)];
            let counts = [0, 127, 128, 16_383];
            writer.bit(true);
            numbers.iter().for_each(|&(value, span)| writer.constrained(value, span));
            counts.iter().for_each(|&count| assert_eq!(writer.length(count, Size::ANY), count));
            [0, 63, 64, 300].iter().for_each(|&n| writer.small_number(n));
            [1, 64, 65, 300].iter().for_each(|&n| writer.small_length(n));
            let mut reader = Reader::new(writer.octets(), writer.bits(), aligned, true);
            assert_eq!(reader.bit(), Ok(true));
            for (value, span) in numbers {
                assert_eq!(reader.constrained(span), Ok(value));
            }
            for count in counts {
                assert_eq!(reader.length(Size::ANY).unwrap().count, count);
            }
            for number in [0, 63, 64, 300] {
                assert_eq!(reader.small_number(), Ok(number));
            }
            for number in [1, 64, 65, 300] {
                assert_eq!(reader.small_length(), Ok(number));
            }
            assert_eq!(reader.left(), 0);
        }
    }

    #[test]
    fn open_fields_of_every_length_class() {
        // X.691 11.2: an empty encoding becomes one zero octet; 16K octets are fragmented.
        for aligned in [false, true] {
            for lead in [0, 3] {
                for octets in [0usize, 1, 127, 128, 16_383, 16_384, 65_536, 100_000] {
                    let contents: Vec<u8> = (0..octets).map(|n| (n % 251) as u8 | 1).collect();
                    let mut writer = Writer::new(aligned);
                    writer.put(0x7f, lead);
                    let open = writer.open();
                    writer.put_bits(&contents, octets as u64 * 8);
                    writer.close(open);
                    writer.put(5, 3);
                    let mut reader = Reader::new(writer.octets(), writer.bits(), aligned, true);
                    reader.take(lead).unwrap();
                    let read = reader.counted(1 << 20, ErrorCode::LimitStringOctets).unwrap();
                    let wanted = if octets == 0 { vec![0] } else { contents };
                    assert_eq!(*read, *wanted, "{octets}");
                    assert_eq!(reader.take(3), Ok(5), "{octets}");
                }
            }
        }
    }
}
