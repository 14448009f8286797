//! Kinds and sizes of the good records that a walk has seen: what is not like them is no record.

/// Kinds of records by their numbers.
pub(super) struct Kinds([bool; 256]);

impl Kinds {
    pub fn none() -> Kinds {
        Kinds([false; 256])
    }

    pub fn any(&self) -> bool {
        self.0.iter().any(|seen| *seen)
    }

    #[inline]
    pub fn add(&mut self, kind: u8) {
        self.0[usize::from(kind)] = true;
    }

    #[inline]
    pub fn has(&self, kind: u8) -> bool {
        self.0[usize::from(kind)]
    }
}

/// How many octets records take with their frames: the fewest, and the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    fewest: usize,
    most: usize,
}

impl Sizes {
    /// Those of no record.
    pub fn none() -> Sizes {
        Sizes { fewest: usize::MAX, most: 0 }
    }

    /// Takes in that of another.
    #[inline]
    pub fn add(&mut self, octets: usize) {
        self.join(Sizes { fewest: octets, most: octets });
    }

    /// Takes in those of others.
    #[inline]
    pub fn join(&mut self, other: Sizes) {
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
    }

    /// What is too short for a record, even one that lost most of itself.
    pub(super) fn short(self) -> usize {
        self.fewest / 4
    }

    /// Twice the most.
    pub(super) fn twice(self) -> usize {
        self.most.saturating_mul(2)
    }

    /// Whether so many octets are fewer than any took.
    pub(super) fn are_above(self, octets: usize) -> bool {
        octets < self.fewest
    }

    /// Whether so many octets are more than any took.
    pub(super) fn are_below(self, octets: usize) -> bool {
        octets > self.most
    }

    /// The fewest and the most without what is in front of each; `roughly` half and twice as many.
    pub(super) fn bounds(self, length_prefix: usize, roughly: bool) -> (usize, usize) {
        let bounds = (self.fewest.saturating_sub(length_prefix), self.most.saturating_sub(length_prefix));
        match roughly {
            true => (bounds.0 / 2, bounds.1.saturating_mul(2)),
            false => bounds,
        }
    }
}
