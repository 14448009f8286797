//! Decides when several threads take over again after an invalid record.

/// The maximum number of consecutive good records required, and the number that the threads must read for the
/// attempt to have paid off.
const ROW: (u64, u64) = (1 << 12, 1 << 6);

/// The number of consecutive good records after which several threads take over: it doubles if they soon met
/// an invalid one.
pub struct RetryBudget(u64);

impl RetryBudget {
    pub fn new() -> RetryBudget {
        RetryBudget(1)
    }

    pub fn is_over(&self, row: u64) -> bool {
        row >= self.0
    }

    /// Updates the number after several threads read this many records.
    pub fn after(&mut self, records: u64) {
        self.0 = match records < ROW.1 {
            true => (self.0 * 2).min(ROW.0),
            false => 2,
        };
    }
}
