//! Suggestions for undefined names.

use super::Resolver;
use crate::near::{close_names, few_names, Near, LISTED};

/// The maximum number of name comparisons in total.
const COMPARISONS: usize = 50_000;

impl Resolver<'_> {
    /// Similar names. None after the first hundred faults, or after many comparisons, since searching would
    /// take longer than everything else.
    pub(super) fn close_names<'a>(
        &self,
        name: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        if !self.has_few_faults() || self.limits.compared.get() > COMPARISONS {
            return Vec::new();
        }
        let compared = &self.limits.compared;
        close_names(name, candidates.inspect(|_| compared.set(compared.get() + 1)))
    }

    /// Whether a search for what to write is worth its time.
    pub(super) fn has_few_faults(&self) -> bool {
        self.limits.aside + self.faults.len() <= 100
    }

    /// Similar names, and all names if there are only a few.
    pub(super) fn near<'a>(&self, name: &str, candidates: impl Iterator<Item = &'a str>) -> Near {
        let mut candidates = candidates.fuse();
        let first: Vec<&str> = candidates.by_ref().take(LISTED + 1).collect();
        let all = few_names(first.iter().copied());
        Near { all, close: self.close_names(name, first.into_iter().chain(candidates)) }
    }
}
