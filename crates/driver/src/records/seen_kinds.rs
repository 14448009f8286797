//! Kinds and sizes of the good records seen so far, to recognize what is not a record.

/// The kinds of records, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
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

    /// The numbers of the kinds.
    pub fn numbers(&self) -> Vec<u8> {
        (0..=u8::MAX).filter(|kind| self.has(*kind)).collect()
    }

    #[inline]
    pub fn has(&self, kind: u8) -> bool {
        self.0[usize::from(kind)]
    }
}

/// The minimum and maximum size of records in bytes, with their frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    fewest: usize,
    most: usize,
}

impl Sizes {
    /// The sizes of no records.
    pub fn none() -> Sizes {
        Sizes { fewest: usize::MAX, most: 0 }
    }

    /// Adds the size of a record.
    #[inline]
    pub fn add(&mut self, octets: usize) {
        self.join(Sizes { fewest: octets, most: octets });
    }

    /// Adds the sizes of other records.
    #[inline]
    pub fn join(&mut self, other: Sizes) {
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
    }

    /// The minimum and maximum, or nothing if there were no records.
    pub(super) fn both(self) -> Vec<usize> {
        if self.most == 0 {
            Vec::new()
        } else {
            vec![self.fewest, self.most]
        }
    }

    /// A size too short for a record, even for one that lost most of its bytes.
    pub(super) fn short(self) -> usize {
        self.fewest / 4
    }

    /// Twice the maximum.
    pub(super) fn twice(self) -> usize {
        self.most.saturating_mul(2)
    }

    /// Whether a size is below all others.
    pub(super) fn are_above(self, octets: usize) -> bool {
        octets < self.fewest
    }

    /// Whether a size is above all others.
    pub(super) fn are_below(self, octets: usize) -> bool {
        octets > self.most
    }

    /// The minimum and maximum without the length prefix; if `roughly`, half and twice as much.
    pub(super) fn bounds(self, length_prefix: usize, roughly: bool) -> (usize, usize) {
        let bounds = (self.fewest.saturating_sub(length_prefix), self.most.saturating_sub(length_prefix));
        match roughly {
            true => (bounds.0 / 2, bounds.1.saturating_mul(2)),
            false => bounds,
        }
    }
}
