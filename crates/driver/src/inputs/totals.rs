//! What a run counts.

/// Totals of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Inputs opened.
    pub inputs: u64,
    /// Good records.
    pub good: u64,
    /// Invalid records, and inputs without any.
    pub damaged: u64,
    /// Bytes skipped.
    pub passed_over: u64,
}

impl std::ops::Add for Totals {
    type Output = Totals;

    fn add(self, other: Totals) -> Totals {
        Totals {
            inputs: self.inputs + other.inputs,
            good: self.good + other.good,
            damaged: self.damaged + other.damaged,
            passed_over: self.passed_over + other.passed_over,
        }
    }
}
