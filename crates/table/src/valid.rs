//! Which values of a column are not null. Nothing is stored until the first null.

/// A bit for each value, the first one in the lowest bit of the first octet; values after the last null
/// have none.
#[derive(Debug, Default)]
pub struct Valid {
    len: usize,
    bits: Vec<u8>,
    /// The number of values that have a bit.
    told: usize,
    nulls: usize,
}

impl Valid {
    /// The number of values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of nulls.
    pub fn null_count(&self) -> usize {
        self.nulls
    }

    /// Whether a value is not null.
    pub fn has(&self, at: usize) -> bool {
        at >= self.told || self.bits[at / 8] >> (at % 8) & 1 != 0
    }

    /// Discards all values.
    pub fn clear(&mut self) {
        self.bits.clear();
        (self.len, self.told, self.nulls) = (0, 0, 0);
    }

    /// Adds a value that is not null.
    #[inline(always)]
    pub fn push(&mut self) {
        self.len += 1;
    }

    /// Adds some nulls.
    pub fn nulls(&mut self, count: usize) {
        self.tell();
        self.len += count;
        self.nulls += count;
        self.told = self.len;
        self.bits.resize(self.len.div_ceil(8), 0);
    }

    /// Adds a bit for each value that has none; these are not null.
    fn tell(&mut self) {
        self.bits.resize(self.len.div_ceil(8), 0);
        while self.told < self.len {
            match (self.told % 8, self.len - self.told) {
                (0, 8..) => {
                    self.bits[self.told / 8] = 0xff;
                    self.told += 8;
                }
                (bit, _) => {
                    self.bits[self.told / 8] |= 1 << bit;
                    self.told += 1;
                }
            }
        }
    }

    /// All bits, if there are any nulls.
    pub fn bits(&self) -> Option<Vec<u8>> {
        if self.nulls == 0 {
            return None;
        }
        let (bits, nulls) = (self.bits.clone(), self.nulls);
        let mut all = Valid { len: self.len, bits, told: self.told, nulls };
        all.tell();
        Some(all.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::Valid;

    #[test]
    fn those_that_are_there_and_those_that_are_not() {
        let mut valid = Valid::default();
        let mut wanted = Vec::new();
        assert_eq!(valid.bits(), None);
        for (there, nulls) in [(3, 1), (0, 2), (21, 9), (1, 1), (64, 70), (5, 0)] {
            (0..there).for_each(|_| valid.push());
            wanted.resize(wanted.len() + there, true);
            if nulls > 0 {
                valid.nulls(nulls);
                wanted.resize(wanted.len() + nulls, false);
            }
            let bits = valid.bits().expect("some are not there");
            assert_eq!(bits.len(), wanted.len().div_ceil(8));
            for (at, is) in wanted.iter().enumerate() {
                assert_eq!((valid.has(at), bits[at / 8] >> (at % 8) & 1 != 0), (*is, *is), "{at}");
            }
        }
        assert_eq!((valid.len(), valid.null_count()), (wanted.len(), 83));
        valid.clear();
        assert!(valid.is_empty() && valid.bits().is_none());
    }
}
