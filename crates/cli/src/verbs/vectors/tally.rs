//! The results of vectors, counted by rules and cause.

use std::collections::BTreeMap;
use std::fmt::Write;

use wireglot_driver::vectors::{Outcome, Verdict};

/// Counts of outcomes.
#[derive(Debug, Default)]
pub struct Tally {
    rules: BTreeMap<String, [usize; 5]>,
    causes: BTreeMap<(String, String), usize>,
    skipped: BTreeMap<String, usize>,
    outside: Vec<String>,
}

/// The columns of the table by rules.
const COLUMNS: [&str; 5] = ["passed", "failed", "known", "skipped", "outside"];

impl Tally {
    /// Counts an outcome; `known` failures don't count as failed.
    pub fn count(&mut self, outcome: &Outcome, known: bool) {
        let row = self.rules.entry(outcome.rules.clone()).or_default();
        match &outcome.verdict {
            Verdict::Passed => row[0] += 1,
            Verdict::Outside(path) => {
                row[4] += 1;
                self.outside.push(format!("{:<8} {} at {path}\n", outcome.rules, outcome.id));
            }
            Verdict::Failed(_) if known => row[2] += 1,
            Verdict::Failed(miss) => {
                row[1] += 1;
                let cause = match miss.cause.as_str() {
                    "" => miss.stage.to_string(),
                    cause => format!("{}: {cause}", miss.stage),
                };
                *self.causes.entry((outcome.rules.clone(), cause)).or_default() += 1;
            }
            Verdict::Skipped(reason) => {
                row[3] += 1;
                *self.skipped.entry(reason.clone()).or_default() += 1;
            }
        }
    }

    /// Sums over all rules, in the order of the columns.
    pub fn sums(&self) -> [usize; 5] {
        let mut sums = [0; 5];
        for row in self.rules.values() {
            for (sum, count) in sums.iter_mut().zip(row) {
                *sum += count;
            }
        }
        sums
    }

    /// The table by rules, then failures by cause, then skipped ones by reason.
    pub fn table(&self) -> String {
        let mut text = format!("{:<8}", "rules");
        text.extend(COLUMNS.map(|column| format!("{column:>9}")));
        text.push('\n');
        for (rules, row) in &self.rules {
            let _ = write!(text, "{rules:<8}");
            text.extend(row.map(|count| format!("{count:>9}")));
            text.push('\n');
        }
        let outside = self.outside.concat();
        for (heading, lines) in [
            ("failed, by rules and cause", self.failures()),
            ("skipped, by reason", self.reasons()),
            ("outside: passed unchecked, since a value breaks its constraint", outside),
        ] {
            if !lines.is_empty() {
                let _ = write!(text, "\n{heading}\n{lines}");
            }
        }
        text
    }

    fn failures(&self) -> String {
        let mut rows: Vec<_> = self.causes.iter().collect();
        rows.sort_by_key(|((rules, _), count)| (rules.as_str(), std::cmp::Reverse(**count)));
        rows.into_iter().map(|((rules, cause), count)| format!("{count:>7}  {rules:<6} {cause}\n")).collect()
    }

    fn reasons(&self) -> String {
        self.skipped.iter().map(|(reason, count)| format!("{count:>7}  {reason}\n")).collect()
    }
}
