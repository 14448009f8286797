//! Parts of a stream in order; the first copy of a byte wins.

use std::collections::BTreeMap;

/// Non-overlapping parts by position, each with a mark of its origin.
#[derive(Debug)]
pub struct Parts<M> {
    parts: BTreeMap<u64, (M, Vec<u8>)>,
    octets: usize,
}

impl<M> Default for Parts<M> {
    fn default() -> Parts<M> {
        Parts { parts: BTreeMap::new(), octets: 0 }
    }
}

/// Memory that a part takes besides its bytes.
const ENTRY: usize = 64;

impl<M: Clone> Parts<M> {
    /// Adds the bytes that are not there yet. Takes time linear in the number of bytes, since each part in
    /// their range is at least one byte long.
    pub fn add(&mut self, place: u64, octets: &[u8], mark: &M) {
        let end = place + octets.len() as u64;
        let before = self.parts.range(..=place).next_back();
        let mut at = before.map_or(place, |(start, (_, part))| place.max(start + part.len() as u64));
        while at < end {
            let next = self.parts.range(at..end).next();
            let (until, behind) = next.map_or((end, end), |(start, (_, p))| (*start, start + p.len() as u64));
            let new = octets.get((at - place) as usize..(until - place) as usize).unwrap_or_default();
            if !new.is_empty() {
                self.octets += new.len();
                self.parts.insert(at, (mark.clone(), new.to_vec()));
            }
            at = behind;
        }
    }

    /// Takes the first part out if it begins at or before this position.
    pub fn take(&mut self, place: u64) -> Option<(u64, M, Vec<u8>)> {
        let first = self.parts.first_entry().filter(|first| *first.key() <= place)?;
        let (start, (mark, octets)) = first.remove_entry();
        self.octets -= octets.len();
        Some((start, mark, octets))
    }

    /// The start of the first part.
    pub fn first(&self) -> Option<(u64, &M)> {
        self.parts.first_key_value().map(|(start, (mark, _))| (*start, mark))
    }

    /// The number of bytes, each counted once.
    pub fn octets(&self) -> usize {
        self.octets
    }

    /// The approximate memory they take, in bytes.
    pub fn weight(&self) -> usize {
        self.octets + self.parts.len() * ENTRY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_first_stays() {
        let mut parts = Parts::default();
        for (place, octets) in [(4, "ef"), (1, "bc"), (0, "ABCDEFGH"), (2, "??"), (8, "i")] {
            parts.add(place, octets.as_bytes(), &());
        }
        assert_eq!(parts.octets(), 9);
        let mut all = Vec::new();
        while let Some((start, (), octets)) = parts.take(all.len() as u64) {
            assert_eq!(start, all.len() as u64);
            all.extend(octets);
        }
        assert_eq!(all, b"AbcDefGHi");
        assert_eq!((parts.octets(), parts.weight()), (0, 0));
    }
}
