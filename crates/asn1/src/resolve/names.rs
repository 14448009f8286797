//! Names to propose instead of one that is not there.

use super::Resolver;
use crate::near::close_names;

impl Resolver<'_> {
    /// Names to propose. After the first hundred faults there are none: looking for them takes
    /// longer than all the rest.
    pub(super) fn close_names<'a>(
        &self,
        name: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        match self.faults.len() {
            0..=100 => close_names(name, candidates),
            _ => Vec::new(),
        }
    }
}
