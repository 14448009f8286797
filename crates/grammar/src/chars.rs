//! Sets of octets.

/// A set of octets.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CharSet([u64; 4]);

impl CharSet {
    /// Adds an octet.
    pub fn insert(&mut self, octet: u8) {
        if let Some(word) = self.0.get_mut(usize::from(octet >> 6)) {
            *word |= 1 << (octet & 63);
        }
    }

    /// Whether an octet is in the set.
    #[inline]
    pub fn has(&self, octet: u8) -> bool {
        self.0.get(usize::from(octet >> 6)).is_some_and(|word| word >> (octet & 63) & 1 != 0)
    }

    /// Whether the sets have an octet in common.
    pub fn meets(&self, other: &CharSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// All octets in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255u8).filter(|octet| self.has(*octet))
    }
}

impl std::fmt::Debug for CharSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let octets: Vec<u8> = self.iter().collect();
        write!(f, "[{}]", octets.escape_ascii())
    }
}
