//! Names as they stand in JSON text, and how they are found there.

use crate::json::text::Text;

/// Text back to back, with room behind it so that a short word can be taken in one piece.
#[derive(Debug, Default)]
pub(super) struct Words {
    octets: Vec<u8>,
}

/// A stretch of [`Words`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Word {
    start: u32,
    len: u32,
}

/// What is taken in one piece.
const REACH: usize = 32;

impl Words {
    /// Adds a word.
    pub fn add(&mut self, text: &str) -> Word {
        let word = Word { start: self.octets.len() as u32, len: text.len() as u32 };
        self.octets.extend_from_slice(text.as_bytes());
        word
    }

    /// Makes the room behind the last word.
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

/// The name of a member as its text begins, up to the colon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    /// The first eight octets, as they stand in memory, and which of them count.
    head: u64,
    mask: u64,
    word: Word,
}

impl Key {
    /// The key of a name, which stands in `words` with a sign in front: `,"name":`.
    pub fn new(words: &mut Words, sign: char, name: &str) -> (Word, Key) {
        let whole = words.add(&format!("{sign}\"{name}\":"));
        let word = Word { start: whole.start + 1, len: whole.len - 1 };
        let mut head = [0; 8];
        let mut mask = [0; 8];
        for ((head, mask), octet) in head.iter_mut().zip(&mut mask).zip(words.get(word)) {
            (*head, *mask) = (*octet, 0xff);
        }
        (whole, Key { head: u64::from_le_bytes(head), mask: u64::from_le_bytes(mask), word })
    }

    /// Whether a text begins with it, whose first eight octets are `head`; how long it is.
    #[inline(always)]
    pub fn begins(&self, words: &Words, head: u64, text: &[u8]) -> Option<usize> {
        if head & self.mask != self.head {
            return None;
        }
        let len = self.word.len as usize;
        match len <= 8 || text.get(8..len) == words.get(self.word).get(8..) {
            true => Some(len),
            false => None,
        }
    }
}

/// Positions of names in quotation marks.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// A power of two of places, at least twice as many as names.
    places: Box<[Option<(Word, u32)>]>,
}

impl Table {
    /// A table of words, each with a position.
    pub fn new(words: &Words, names: &[(Word, u32)]) -> Table {
        let mut places = vec![None; (names.len() * 2 + 1).next_power_of_two()].into_boxed_slice();
        for (word, position) in names {
            let mut at = mixed(bare(words.get(*word)));
            while places[at & (places.len() - 1)].is_some() {
                at += 1;
            }
            places[at & (places.len() - 1)] = Some((*word, *position));
        }
        Table { places }
    }

    /// The position of a name.
    #[inline]
    pub fn find(&self, words: &Words, name: &[u8]) -> Option<u32> {
        let mut at = mixed(name);
        loop {
            let (word, position) = self.places.get(at & (self.places.len() - 1)).copied().flatten()?;
            if bare(words.get(word)) == name {
                return Some(position);
            }
            at += 1;
        }
    }
}

/// Without the quotation marks.
#[inline]
fn bare(word: &[u8]) -> &[u8] {
    word.get(1..word.len().saturating_sub(1)).unwrap_or_default()
}

/// A hash. Names come from the schema: whoever writes a text can only look them up.
#[inline]
fn mixed(name: &[u8]) -> usize {
    let word = |octets: Option<&[u8; 8]>| octets.map_or(0, |octets| u64::from_le_bytes(*octets));
    let hash = match name.len() {
        8.. => word(name.first_chunk()) ^ word(name.last_chunk()).rotate_left(29),
        _ => name.iter().fold(0, |hash, octet| hash << 8 | u64::from(*octet)),
    };
    ((hash ^ name.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
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
