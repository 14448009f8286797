//! Writing octets.

use alloc::vec::Vec;

use crate::tlv::Tag;

/// Writes octets from first to last.
#[derive(Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// The octets written.
    pub fn octets(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of octets written.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Discards all but the first `length` octets.
    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes octets as they are.
    #[inline]
    pub fn put(&mut self, octets: &[u8]) {
        self.bytes.extend_from_slice(octets);
    }

    /// Writes the low `width` octets of a number, up to eight.
    #[inline]
    pub fn number(&mut self, value: u64, width: usize) {
        let octets = value.to_be_bytes();
        self.put(octets.get(8usize.saturating_sub(width)..).unwrap_or(&octets));
    }

    /// Writes presence bits, padded to whole octets (X.696 16.2).
    pub fn bits(&mut self, bits: impl Iterator<Item = bool>) {
        for (index, bit) in bits.enumerate() {
            if index % 8 == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from(bit) << (7 - index % 8);
            }
        }
    }

    /// Writes a length determinant in its shortest form (X.696 8.6).
    #[inline]
    pub fn length(&mut self, length: usize) {
        match length {
            0..=0x7f => self.bytes.push(length as u8),
            _ => {
                let width = (usize::BITS - length.leading_zeros()).div_ceil(8) as usize;
                self.bytes.push(0x80 | width as u8);
                self.number(length as u64, width);
            }
        }
    }

    /// Writes a length and the octets.
    #[inline]
    pub fn counted(&mut self, octets: &[u8]) {
        self.length(octets.len());
        self.put(octets);
    }

    /// Writes the number of elements of a list (X.696 17.2).
    pub fn quantity(&mut self, count: u64) {
        let width = (u64::BITS - count.leading_zeros()).div_ceil(8).max(1) as usize;
        self.length(width);
        self.number(count, width);
    }

    /// Writes a tag (X.696 8.7).
    pub fn tag(&mut self, tag: Tag) {
        let number = tag.number();
        if number < 0x3f {
            self.bytes.push(tag.class() << 6 | number as u8);
            return;
        }
        self.bytes.push(tag.class() << 6 | 0x3f);
        let groups = (32 - number.leading_zeros()).div_ceil(7);
        for group in (0..groups).rev() {
            let more = if group > 0 { 0x80 } else { 0 };
            self.bytes.push((number >> (group * 7)) as u8 & 0x7f | more);
        }
    }

    /// Inserts a length before everything written from `start` on.
    pub fn close(&mut self, start: usize) {
        let mut head = Writer::new();
        head.length(self.bytes.len() - start.min(self.bytes.len()));
        let tail = self.bytes.split_off(start.min(self.bytes.len()));
        self.bytes.append(&mut head.bytes);
        self.bytes.extend_from_slice(&tail);
    }
}
