//! Looks up the parts of a type by name or number.

use std::hash::Hasher;

use wireglot_plan::ShapeId;

/// For each type used so far, its slots, alternatives or items by name.
#[derive(Debug, Default)]
pub(crate) struct Names<'s> {
    types: Vec<Option<Box<Positions<'s>>>>,
}

impl<'s> Names<'s> {
    /// The names of a type; the first call gets them from `all`.
    #[inline]
    pub fn of<I: Iterator<Item = &'s str>>(
        &mut self,
        ty: ShapeId,
        all: impl FnOnce() -> I,
    ) -> &Positions<'s> {
        of_type(&mut self.types, ty).get_or_insert_with(|| Box::new(Positions::new(all())))
    }

    /// What a name stands for among `all` of a type.
    pub fn value<V>(&mut self, ty: ShapeId, all: &'s [(String, V)], name: &str) -> Option<&'s V> {
        let index = self.of(ty, || all.iter().map(|(name, _)| name.as_str())).get(name)?;
        all.get(index as usize).map(|(_, value)| value)
    }
}

/// For each type used so far, the positions of its items or named numbers, sorted by number.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    types: Vec<Option<Box<[u32]>>>,
}

impl Numbers {
    /// The name of a number among `all` of a type; the first one if several have it.
    pub fn name<'s, N: Ord>(&mut self, ty: ShapeId, all: &'s [(String, N)], number: &N) -> Option<&'s str> {
        let position = self.position(ty, all, number)?;
        all.get(position).map(|(name, _)| name.as_str())
    }

    /// The position of that name.
    #[expect(clippy::indexing_slicing, reason = "the positions are those of all")]
    pub fn position<N: Ord>(&mut self, ty: ShapeId, all: &[(String, N)], number: &N) -> Option<usize> {
        let sorted = of_type(&mut self.types, ty).get_or_insert_with(|| {
            let mut positions: Box<[u32]> = (0..all.len() as u32).collect();
            positions.sort_by_key(|position| &all[*position as usize].1);
            positions
        });
        let first = sorted.partition_point(|position| all[*position as usize].1 < *number);
        let position = *sorted.get(first)? as usize;
        (all[position].1 == *number).then_some(position)
    }
}

#[inline]
#[expect(clippy::indexing_slicing, reason = "made long enough above")]
fn of_type<T>(types: &mut Vec<Option<T>>, ty: ShapeId) -> &mut Option<T> {
    if types.len() <= ty.index() {
        types.resize_with(ty.index() + 1, || None);
    }
    &mut types[ty.index()]
}

/// A hash table of names with linear probing. The number of places is a power of two, at least
/// twice the number of names.
#[derive(Debug)]
pub(crate) struct Positions<'s> {
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
pub(crate) struct NameHasher(u64);

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

    #[test]
    fn each_number_has_its_name() {
        let all: Vec<(String, i64)> = (0..300).map(|i| (format!("n{i}"), i * 7919 % 300 - 9)).collect();
        let mut numbers = Numbers::default();
        for (name, number) in &all {
            assert_eq!(numbers.name(ShapeId(3), &all, number), Some(name.as_str()));
        }
        assert_eq!(numbers.name(ShapeId(3), &all, &300), None);
        assert_eq!(numbers.name(ShapeId(3), &all, &-10), None);
        let twice = [("b".to_string(), 1), ("a".to_string(), 1)];
        assert_eq!(numbers.name(ShapeId(0), &twice, &1), Some("b"));
    }
}
