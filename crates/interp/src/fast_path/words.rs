//! Names as they appear in JSON text, and how they are found there.

use crate::json::text::Text;

/// Words in one buffer, with room after the last so that a short word can be copied in one step.
#[derive(Debug, Default)]
pub(crate) struct Words {
    octets: Vec<u8>,
}

/// A stretch of [`Words`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Word {
    start: u32,
    len: u32,
}

/// The number of octets copied in one step.
const REACH: usize = 32;

impl Words {
    /// Adds a word.
    pub fn add(&mut self, text: &str) -> Word {
        let word = Word { start: self.octets.len() as u32, len: text.len() as u32 };
        self.octets.extend_from_slice(text.as_bytes());
        word
    }

    /// Adds the room after the last word.
    pub fn finish(&mut self) {
        self.octets.extend_from_slice(&[0; REACH]);
    }

    #[inline]
    fn get(&self, word: Word) -> &[u8] {
        self.octets.get(word.start as usize..(word.start + word.len) as usize).unwrap_or_default()
    }

    /// Appends a word to a text.
    #[inline(always)]
    pub fn write(&self, word: Word, out: &mut Text) {
        let rest = self.octets.get(word.start as usize..).unwrap_or_default();
        match rest.first_chunk::<REACH>() {
            Some(chunk) if word.len as usize <= REACH => out.push_start(chunk, word.len as usize),
            _ => out.push_octets(self.get(word)),
        }
    }
}

/// A member's name as it appears in text, up to and including the colon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    /// The first eight octets as a little-endian word, and a mask of those that belong to the name.
    head: u64,
    mask: u64,
    /// The last eight octets of a longer name.
    tail: u64,
    word: Word,
}

impl Key {
    /// The key of a name; `words` receives it with a leading sign: `,"name":`.
    pub fn new(words: &mut Words, sign: char, name: &str) -> (Word, Key) {
        let whole = words.add(&format!("{sign}\"{name}\":"));
        let word = Word { start: whole.start + 1, len: whole.len - 1 };
        let mut head = [0; 8];
        let mut mask = [0; 8];
        for ((head, mask), octet) in head.iter_mut().zip(&mut mask).zip(words.get(word)) {
            (*head, *mask) = (*octet, 0xff);
        }
        let tail = words.get(word).last_chunk().map_or(0, |tail| u64::from_le_bytes(*tail));
        (whole, Key { head: u64::from_le_bytes(head), mask: u64::from_le_bytes(mask), tail, word })
    }

    /// If a text starts with this key, the key's length; `head` is the text's first eight octets.
    #[inline(always)]
    pub fn begins(&self, words: &Words, head: u64, text: &[u8]) -> Option<usize> {
        if head & self.mask != self.head {
            return None;
        }
        let len = self.word.len as usize;
        if len <= 8 {
            return Some(len);
        }
        let own = text.get(..len)?;
        if u64::from_le_bytes(*own.last_chunk()?) != self.tail {
            return None;
        }
        (len <= 16 || same_inside(own, words.get(self.word))).then_some(len)
    }
}

/// Whether two octet strings are the same between their first eight and last eight octets.
#[inline(always)]
fn same_inside(a: &[u8], b: &[u8]) -> bool {
    let inside = |octets: &'_ [u8]| octets.len().saturating_sub(8);
    let (a, b) = (a.get(8..inside(a)).unwrap_or_default(), b.get(8..inside(b)).unwrap_or_default());
    let (mut left, mut right) = (a.chunks_exact(8), b.chunks_exact(8));
    left.by_ref().zip(right.by_ref()).all(|(a, b)| a == b)
        && left.remainder().iter().zip(right.remainder()).all(|(a, b)| a == b)
}

/// A hash table of names without quotation marks.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of places is a power of two, at least twice the number of names.
    places: Box<[Name]>,
}

/// A name with its first and last eight octets, as little-endian words. An empty place has length 0.
#[derive(Debug, Clone, Copy, Default)]
struct Name {
    ends: (u64, u64),
    word: Word,
    position: u32,
}

impl Table {
    /// A table of words, each with its position.
    #[expect(
        clippy::indexing_slicing,
        reason = "the position is masked by the number of places, a power of two"
    )]
    pub fn new(words: &Words, names: &[(Word, u32)]) -> Table {
        let places = (names.len() * 2 + 1).next_power_of_two();
        let mut places = vec![Name::default(); places].into_boxed_slice();
        for &(word, position) in names {
            // Without the quotation marks.
            let word = Word { start: word.start + 1, len: word.len - 2 };
            let ends = ends(words.get(word));
            let mut at = mixed(ends, word.len as usize);
            while places[at & (places.len() - 1)].word.len > 0 {
                at += 1;
            }
            places[at & (places.len() - 1)] = Name { ends, word, position };
        }
        Table { places }
    }

    /// The position of a name.
    #[inline(always)]
    pub fn find(&self, words: &Words, name: &[u8]) -> Option<u32> {
        let ends = ends(name);
        let mut at = mixed(ends, name.len());
        loop {
            let own = self.places.get(at & (self.places.len() - 1))?;
            if own.word.len == 0 {
                return None;
            }
            let here = own.ends == ends && own.word.len as usize == name.len();
            if here && (name.len() <= 16 || same_inside(name, words.get(own.word))) {
                return Some(own.position);
            }
            at += 1;
        }
    }
}

/// The first and last eight octets. If there are fewer than eight, all of them, and zero.
#[inline(always)]
fn ends(name: &[u8]) -> (u64, u64) {
    match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (name.iter().fold(0, |all, octet| all << 8 | u64::from(*octet)), 0),
    }
}

/// A hash function. Names come from the schema, and texts can only look them up, so collisions cannot be
/// provoked.
#[inline(always)]
fn mixed((first, last): (u64, u64), len: usize) -> usize {
    let all = first ^ last.rotate_left(29) ^ len as u64;
    (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let names: Vec<String> = (0..200).map(|i| format!("name{}-of-{i}", "x".repeat(i % 40))).collect();
        let mut words = Words::default();
        let all: Vec<(Word, u32)> =
            names.iter().zip(0..).map(|(name, at)| (words.add(&format!("\"{name}\"")), at)).collect();
        let keys: Vec<(Word, Key)> = names.iter().map(|name| Key::new(&mut words, ',', name)).collect();
        words.finish();
        let table = Table::new(&words, &all);
        for (at, name) in names.iter().enumerate() {
            assert_eq!(table.find(&words, name.as_bytes()), Some(at as u32));
            assert_eq!(table.find(&words, format!("{name}-").as_bytes()), None);
            let mut out = Text::default();
            words.write(keys[at].0, &mut out);
            assert_eq!(out.as_str(), format!(",\"{name}\":"));
            let text = &out.octets()[1..];
            let head = u64::from_le_bytes(*text.first_chunk().unwrap());
            assert_eq!(keys[at].1.begins(&words, head, text), Some(text.len()));
            assert_eq!(keys[(at + 1) % 200].1.begins(&words, head, text), None);
        }
        assert_eq!(table.find(&words, b""), None);
    }
}
