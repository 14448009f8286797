//! When several threads try again after a record that is wrong.

/// Good records in a row after which several threads are worth it, and how many they have to read for
/// that to have been true.
const ROW: (u64, u64) = (1 << 12, 1 << 6);

/// After how many good records in a row several threads go on: more, the sooner they met one that
/// is wrong.
pub struct RetryBudget(u64);

impl RetryBudget {
    pub fn new() -> RetryBudget {
        RetryBudget(1)
    }

    pub fn is_over(&self, row: u64) -> bool {
        row >= self.0
    }

    /// Several threads read so many records.
    pub fn after(&mut self, records: u64) {
        self.0 = match records < ROW.1 {
            true => (self.0 * 2).min(ROW.0),
            false => 2,
        };
    }
}
