//! Expected failures: one JSON object a line, `{"id", "rules", "clause", "reason"}`. An id
//! that ends in `*` stands for all vectors that begin so: one disagreement, many values.

use std::collections::HashMap;
use std::path::Path;

use crate::exit::Failure;
use crate::vectors::record::Record;

/// Failures that are expected, each with its clause and reason.
#[derive(Debug, Default)]
pub struct Known {
    /// Name and rules to whether it was met.
    entries: HashMap<(String, String), bool>,
    /// The same for the beginnings of names.
    families: Vec<Family>,
}

/// Vectors whose names begin alike.
#[derive(Debug)]
struct Family {
    prefix: String,
    rules: String,
    met: bool,
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
                let message = format!("{}: an expected failure takes id, rules, clause and reason", place());
                return Err(Failure::Usage(message));
            };
            match id.strip_suffix('*') {
                Some(prefix) => {
                    known.families.push(Family { prefix: prefix.to_string(), rules, met: false });
                }
                None => {
                    known.entries.insert((id, rules), false);
                }
            }
        }
        Ok(known)
    }

    /// Whether the failure of a vector is expected; remembers that it came.
    pub fn meets(&mut self, id: &str, rules: &str) -> bool {
        if let Some(met) = self.entries.get_mut(&(id.to_string(), rules.to_string())) {
            *met = true;
            return true;
        }
        let mut families = self.families.iter_mut();
        let family = families.find(|family| family.rules == rules && id.starts_with(&family.prefix));
        family.is_some_and(|family| {
            family.met = true;
            true
        })
    }

    /// Expected failures that did not come: the list is stale.
    pub fn stale(&self) -> Vec<String> {
        let unmet = self.entries.iter().filter(|(_, met)| !**met);
        let unmet = unmet.map(|((id, rules), _)| format!("{id} ({rules})"));
        let empty = self.families.iter().filter(|family| !family.met);
        let empty = empty.map(|family| format!("{}* ({})", family.prefix, family.rules));
        let mut stale: Vec<String> = unmet.chain(empty).collect();
        stale.sort();
        stale
    }
}
