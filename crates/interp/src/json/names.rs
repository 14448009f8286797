//! Looks up the parts of a type by name.

use std::hash::Hasher;

use wireglot_plan::ShapeId;

/// For each type used so far, its slots, alternatives or items by name.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    types: Vec<Option<Box<Positions<'s>>>>,
}

impl<'s> Names<'s> {
    /// The names of a type; the first call gets them from `all`.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "made long enough above")]
    pub fn of<I: Iterator<Item = &'s str>>(
        &mut self,
        ty: ShapeId,
        all: impl FnOnce() -> I,
    ) -> &Positions<'s> {
        if self.types.len() <= ty.index() {
            self.types.resize_with(ty.index() + 1, || None);
        }
        self.types[ty.index()].get_or_insert_with(|| Box::new(Positions::new(all())))
    }
}

/// A hash table of names with linear probing. The number of places is a power of two, at least
/// twice the number of names.
#[derive(Debug)]
pub(super) struct Positions<'s> {
    places: Box<[Option<(&'s str, u32)>]>,
}

impl<'s> Positions<'s> {
    #[expect(clippy::indexing_slicing, reason = "a remainder is less than the number of places")]
    fn new(names: impl Iterator<Item = &'s str>) -> Positions<'s> {
        let names: Vec<&str> = names.collect();
        let mut places = vec![None; (names.len() * 2 + 1).next_power_of_two()].into_boxed_slice();
        for (name, index) in names.into_iter().zip(0..) {
            let mut at = mixed(name.as_bytes()) as usize;
            // If two names are equal, the last one counts.
            while places[at % places.len()].is_some_and(|(own, _)| own != name) {
                at += 1;
            }
            places[at % places.len()] = Some((name, index));
        }
        Positions { places }
    }

    /// The position of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<u32> {
        let start = mixed(name.as_bytes()) as usize;
        for at in start..start + self.places.len() {
            // The number of places is a power of two.
            let (own, index) = self.places.get(at & (self.places.len() - 1)).copied().flatten()?;
            if own == name {
                return Some(index);
            }
        }
        None
    }
}

/// A 32-bit hash of all octets, eight at a time. Names come from the schema, and texts can only
/// look them up, so collisions cannot be provoked.
#[inline]
fn mixed(octets: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let Some(last) = octets.last_chunk::<8>() else {
        let word = octets.iter().fold(octets.len() as u64, |word, octet| word << 8 | u64::from(*octet));
        return mix(0, word) >> 32;
    };
    let (mut hash, mut rest) = (octets.len() as u64, octets);
    while let Some((word, behind)) = rest.split_first_chunk::<8>() {
        hash = mix(hash, u64::from_le_bytes(*word));
        rest = behind;
    }
    mix(hash, u64::from_le_bytes(*last)) >> 32
}

/// The same hash for maps.
#[derive(Debug, Default)]
pub(super) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, octets: &[u8]) {
        self.0 = self.0.rotate_left(32) ^ mixed(octets);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_its_position() {
        let names: Vec<String> =
            (0..300).map(|i| format!("{}-{i}", ["a", "long-prefix", "mid"][i % 3])).collect();
        let positions = Positions::new(names.iter().map(String::as_str));
        for (index, name) in names.iter().enumerate() {
            assert_eq!(positions.get(name), Some(index as u32), "{name}");
            assert_eq!(positions.get(&format!("{name}x")), None);
        }
        assert_eq!(positions.get(""), None);
        assert_eq!(Positions::new(std::iter::empty()).get("a"), None);
        assert_eq!(Positions::new(["b", "b"].into_iter()).get("b"), Some(1));
    }
}
