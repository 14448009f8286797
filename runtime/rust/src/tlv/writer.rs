//! Writing backward: contents come first, so every length is known when it is written.

use alloc::vec;
use alloc::vec::Vec;

use super::Tag;

/// How identifier and length octets are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Whether constructed encodings have indefinite lengths (CER; X.690 8.1.3.6).
    pub indefinite: bool,
    /// Minimum number of octets after the first in definite lengths (0: the short form if it fits;
    /// at most 8).
    pub length_octets: u8,
}

impl Form {
    /// The shortest definite form (X.690 10.1).
    pub const SHORTEST: Form = Form { indefinite: false, length_octets: 0 };
}

/// Half the initial capacity, which is enough for most messages.
const FIRST: usize = 512;

/// Octets, written from end to start.
#[derive(Debug, Default)]
pub struct Writer {
    buffer: Vec<u8>,
    start: usize,
}

impl Writer {
    /// An empty writer.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Discards what was written but keeps the memory.
    pub fn clear(&mut self) {
        self.start = self.buffer.len();
    }

    /// The number of octets written.
    #[inline]
    pub fn len(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The octets written.
    pub fn octets(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// The last `count` octets written, which are at the front.
    pub fn front(&self, count: usize) -> &[u8] {
        self.octets().get(..count).unwrap_or_default()
    }

    /// Mutable access to the last `count` octets written.
    pub fn front_mut(&mut self, count: usize) -> &mut [u8] {
        let end = (self.start + count).min(self.buffer.len());
        self.buffer.get_mut(self.start..end).unwrap_or_default()
    }

    /// Discards all but the first `length` octets written.
    pub fn truncate(&mut self, length: usize) {
        self.start = self.buffer.len().saturating_sub(length).max(self.start);
    }

    #[cold]
    #[expect(clippy::indexing_slicing, reason = "the larger buffer has room for what was written")]
    fn grow(&mut self, count: usize) {
        let length = self.len();
        let size = (length + count).max(FIRST).next_power_of_two() * 2;
        let mut larger = vec![0; size];
        larger[size - length..].copy_from_slice(self.octets());
        self.start = size - length;
        self.buffer = larger;
    }

    /// Prepends an octet.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "grow makes room in front of start")]
    pub fn octet(&mut self, octet: u8) {
        if self.start == 0 {
            self.grow(1);
        }
        self.start -= 1;
        self.buffer[self.start] = octet;
    }

    /// Prepends octets; they keep their order.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "grow makes room in front of start")]
    pub fn put(&mut self, octets: &[u8]) {
        if self.start < octets.len() {
            self.grow(octets.len());
        }
        let end = self.start;
        self.start -= octets.len();
        self.buffer[self.start..end].copy_from_slice(octets);
    }

    /// Prepends the contents of an INTEGER (X.690 8.3).
    #[inline]
    pub fn integer(&mut self, value: i64) {
        let mut rest = value;
        loop {
            self.octet(rest as u8);
            let done = rest == i64::from(rest as i8);
            rest >>= 8;
            if done {
                return;
            }
        }
    }

    /// Prepends length octets (X.690 8.1.3).
    #[inline]
    pub fn length(&mut self, length: usize, least: u8) {
        if length < 0x80 && least == 0 {
            self.octet(length as u8);
            return;
        }
        let mut rest = length as u64;
        let mut count = 0;
        while rest > 0 || count < least.clamp(1, 8) {
            self.octet(rest as u8);
            rest >>= 8;
            count += 1;
        }
        self.octet(0x80 | count);
    }

    /// Prepends identifier octets (X.690 8.1.2).
    #[inline]
    pub fn tag(&mut self, tag: Tag, constructed: bool) {
        let first = tag.class() << 6 | if constructed { 0x20 } else { 0 };
        if tag.number() < 0x1f {
            self.octet(first | tag.number() as u8);
            return;
        }
        let mut rest = tag.number();
        self.octet(rest as u8 & 0x7f);
        rest >>= 7;
        while rest > 0 {
            self.octet(0x80 | rest as u8 & 0x7f);
            rest >>= 7;
        }
        self.octet(first | 0x1f);
    }

    /// Begins a constructed encoding, at its end; returns the position for [`Writer::close`].
    #[inline]
    pub fn open(&mut self, form: Form) -> usize {
        if form.indefinite {
            self.put(&[0, 0]);
        }
        self.len()
    }

    /// Prepends identifier and length octets to what was written since `open`.
    #[inline]
    pub fn close(&mut self, tag: Tag, open: usize, form: Form) {
        match form.indefinite {
            true => self.octet(0x80),
            false => self.length(self.len() - open, form.length_octets),
        }
        self.tag(tag, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        let rows: &[(Tag, usize, u8, &[u8])] = &[
            (Tag::universal(2), 1, 0, &[0x02, 0x01]),
            (Tag::new(2, 31), 127, 0, &[0x9f, 0x1f, 0x7f]),
            (Tag::new(1, 128), 128, 0, &[0x5f, 0x81, 0x00, 0x81, 0x80]),
            (Tag::new(3, u32::MAX), 300, 4, &[0xdf, 0x8f, 0xff, 0xff, 0xff, 0x7f, 0x84, 0, 0, 1, 44]),
        ];
        for (tag, length, least, wanted) in rows {
            let mut writer = Writer::new();
            writer.length(*length, *least);
            writer.tag(*tag, false);
            assert_eq!(writer.octets(), *wanted);
            let mut bytes = writer.octets().to_vec();
            bytes.resize(bytes.len() + length, 0);
            let header = super::super::Reader::new(&bytes, false).header().unwrap();
            assert_eq!((header.tag, header.contents), (*tag, wanted.len()));
        }
    }

    #[test]
    fn integers() {
        for value in [0, 127, 128, -128, -129, 255, 256, i64::MAX, i64::MIN] {
            let mut writer = Writer::new();
            writer.integer(value);
            let read = super::super::integer(writer.octets(), 8);
            assert_eq!(read, Ok(super::super::Integer::Small(value)));
        }
    }
}
