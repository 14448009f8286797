//! Names to propose instead of one that is not there.

use super::Resolver;
use crate::near::close_names;

/// How many names are compared with others in all.
const COMPARISONS: usize = 50_000;

impl Resolver<'_> {
    /// Names to propose. After the first hundred faults, or a good many comparisons, there are none: looking for them
    /// takes longer than all the rest.
    pub(super) fn close_names<'a>(
        &self,
        name: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        if self.faults.len() > 100 || self.limits.compared.get() > COMPARISONS {
            return Vec::new();
        }
        let compared = &self.limits.compared;
        close_names(name, candidates.inspect(|_| compared.set(compared.get() + 1)))
    }
}
