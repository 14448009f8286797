//! Vectors that are expected to differ: one JSON object per line, `{"id", "rules", "clause", "reason"}`.

use std::collections::HashMap;
use std::path::Path;

use wireglot_driver::vectors::{Outcome, Record, Verdict};

use crate::output::exit::Failure;

/// Names of vectors, with clause and reason.
#[derive(Debug, Default)]
pub struct Known {
    /// Name and rules, and whether the vector has occurred.
    entries: HashMap<(String, String), bool>,
}

impl Known {
    /// Reads the list.
    pub fn read(path: &Path) -> Result<Known, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Io(format!("{}: {error}", path.display())))?;
        let mut known = Known::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = || format!("{}:{}", path.display(), number + 1);
            let record =
                Record::new(Path::new(""), line).map_err(|e| Failure::Usage(format!("{}: {e}", place())))?;
            let member = |name| record.text(name).filter(|text| !text.is_empty()).map(str::to_string);
            let all = (member("id"), member("rules"), member("clause"), member("reason"));
            let (Some(id), Some(rules), Some(_), Some(_)) = all else {
                let message = format!("{}: an entry takes id, rules, clause and reason", place());
                return Err(Failure::Usage(message));
            };
            known.entries.insert((id, rules), false);
        }
        Ok(known)
    }

    /// Whether a vector is listed; records that it has occurred.
    pub fn meets(&mut self, id: &str, rules: &str) -> bool {
        let entry = self.entries.get_mut(&(id.to_string(), rules.to_string()));
        entry.is_some_and(|met| {
            *met = true;
            true
        })
    }

    /// Checks a value outside of its constraints against the list of allowed ones.
    pub fn hold(&mut self, outcome: &mut Outcome) {
        if let Verdict::Outside(path) = &outcome.verdict {
            if !self.meets(&outcome.id, &outcome.rules) {
                let wanted = "a value within its constraints";
                outcome.verdict = Verdict::missed("outside", "not listed", path, wanted);
            }
        }
    }

    /// Listed names that did not occur, so the list is out of date.
    pub fn stale(&self, what: &str) -> Vec<String> {
        let unmet = self.entries.iter().filter(|(_, met)| !**met);
        let mut stale: Vec<String> = unmet.map(|((id, rules), _)| format!("{what} {id} ({rules})")).collect();
        stale.sort();
        stale
    }
}
