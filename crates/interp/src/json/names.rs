//! The names of a type's parts, found by their text.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use wireglot_plan::ShapeId;

/// Positions by name.
pub(super) type Positions<'s> = HashMap<&'s str, u32, BuildHasherDefault<NameHasher>>;

/// For each type that was asked for: its slots, alternatives or items by name.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    types: Vec<Option<Box<Positions<'s>>>>,
}

impl<'s> Names<'s> {
    /// The names of a type; `all` lists them the first time.
    pub fn of<I: Iterator<Item = &'s str>>(
        &mut self,
        ty: ShapeId,
        all: impl FnOnce() -> I,
    ) -> &Positions<'s> {
        if self.types.len() <= ty.index() {
            self.types.resize_with(ty.index() + 1, || None);
        }
        self.types[ty.index()].get_or_insert_with(|| Box::new(all().zip(0..).collect()))
    }
}

/// Mixes eight octets at a time. Names come from the schema: whoever writes a text can
/// only look them up, so that nothing is to be feared from collisions.
#[derive(Debug, Default)]
pub(super) struct NameHasher(u64);

impl NameHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, octets: &[u8]) {
        let mut words = octets.chunks_exact(8);
        let rest = words.remainder();
        words.by_ref().for_each(|word| self.mix(u64::from_le_bytes(word.try_into().unwrap_or_default())));
        self.mix(rest.iter().fold(octets.len() as u64, |word, octet| word << 8 | u64::from(*octet)));
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
