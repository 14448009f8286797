//! `wireglot vectors`: runs test vectors, which are encodings with their values.

mod known;
mod tally;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use wireglot_driver::sources::new_file::NewFile;
use wireglot_driver::sources::Host;
use wireglot_driver::vectors::{Bench, Outcome, Record, Verdict};

use crate::input::languages::languages;
use crate::output::destination::OutputArg;
use crate::output::exit::{complain, note, Done, Failure};
use known::Known;
use tally::Tally;

/// Run test vectors: decode, compare the value, encode, compare the bytes
///
/// Each line of a file is a record: schemas (relative to the file), type, rules, bytes, the value as JSON,
/// whether these are the only valid bytes, or whether they must be refused. Constraints are checked when
/// encoding; records whose value violates one are encoded unchecked and counted in a separate column. Prints
/// the results by rules and cause; the last line is `N passed, N failed, N skipped`. The exit code is 1 if
/// any failed.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wireglot vectors vectors/rocket.jsonl --failures failures.jsonl --rules ber,der"
)]
pub struct Vectors {
    /// Files of records, one JSON object per line
    #[arg(required = true, value_name = "FILE.jsonl")]
    files: Vec<PathBuf>,
    /// Write one JSON line per failure: id, rules, stage, got, wanted
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
    /// Expected failures, one JSON line each: id, rules, clause, reason; an entry that passes is a failure
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Records whose value violates a constraint, listed like --known; any difference from this list is a
    /// failure
    #[arg(long, value_name = "FILE")]
    outside: Option<PathBuf>,
    /// Run only the vectors of these rules
    #[arg(short, long, value_delimiter = ',')]
    rules: Vec<String>,
    #[command(flatten)]
    output: OutputArg,
}

impl Vectors {
    pub fn run(self) -> Done {
        if let Some(file) = self.files.iter().find(|file| languages().all().any(|one| one.owns(file))) {
            let what = "is a schema: vectors takes files of records, which name theirs (vectors/README.md)";
            return Err(Failure::Usage(format!("{} {what}", file.display())));
        }
        let listed = |list: &Option<PathBuf>| list.as_deref().map(Known::read).transpose();
        let (mut known, mut outside) = (listed(&self.known)?.unwrap_or_default(), listed(&self.outside)?);
        let mut failures = match &self.failures {
            Some(path) => Some(BufWriter::new(NewFile::create(path).map_err(|e| at(path, e))?)),
            None => None,
        };
        let mut bench = Bench::new(self.rules.clone(), Host::system());
        let mut tally = Tally::default();
        for path in &self.files {
            let lines = BufReader::new(File::open(path).map_err(|e| at(path, e))?).lines();
            for (number, line) in lines.enumerate() {
                let line = line.map_err(|e| at(path, e))?;
                for mut outcome in run_line(&mut bench, path, number + 1, &line) {
                    if let Some(outside) = &mut outside {
                        outside.hold(&mut outcome);
                    }
                    let expected = matches!(outcome.verdict, Verdict::Failed(_))
                        && known.meets(&outcome.id, &outcome.rules);
                    tally.count(&outcome, expected);
                    if let (Some(out), Verdict::Failed(miss), false) =
                        (&mut failures, &outcome.verdict, expected)
                    {
                        let line = json!({"id": outcome.id, "rules": outcome.rules, "stage": miss.stage,
                            "got": miss.got, "wanted": miss.wanted});
                        writeln!(out, "{line}")?;
                    }
                }
            }
        }
        if let (Some(out), Some(path)) = (failures, &self.failures) {
            out.into_inner()
                .map_err(IntoInnerError::into_error)
                .and_then(NewFile::finish)
                .map_err(|e| at(path, e))?;
        }
        let mut stale = known.stale("the expected failure");
        stale.extend(outside.unwrap_or_default().stale("the value outside of its constraints"));
        self.sum_up(&tally, &stale)
    }

    fn sum_up(&self, tally: &Tally, stale: &[String]) -> Done {
        for name in stale {
            complain(&format!("{name} did not occur: remove it from the list"));
        }
        let [passed, failed, known, skipped, outside] = tally.sums();
        let passed = passed + outside;
        let failed = failed + stale.len();
        if failed > stale.len() && self.failures.is_none() {
            note("--failures FILE writes what each failed one got, and what was wanted");
        }
        let mut out = self.output.open()?;
        writeln!(out, "{}", tally.table())?;
        if known > 0 {
            writeln!(out, "{known} failed as expected")?;
        }
        writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
        out.finish()?;
        match failed {
            0 => Ok(()),
            _ => Err(Failure::Data),
        }
    }
}

fn at(path: &Path, error: std::io::Error) -> Failure {
    Failure::Io(format!("{}: {error}", path.display()))
}

fn run_line(bench: &mut Bench, path: &Path, number: usize, line: &str) -> Vec<Outcome> {
    if line.trim().is_empty() {
        return Vec::new();
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let unreadable = |reason: String| {
        let verdict = Verdict::missed("record", "", reason, "a record");
        vec![Outcome { id: format!("{}:{number}", path.display()), rules: "?".into(), verdict }]
    };
    let record = match Record::new(folder, line) {
        Ok(record) => record,
        Err(reason) => return unreadable(reason),
    };
    let format = record.text("format").unwrap_or("");
    let mut runners = languages().all().flat_map(|language| language.vectors());
    match runners.find(|(name, _)| *name == format) {
        Some((_, run)) => run(bench, &record),
        None => unreadable(format!("unknown format `{format}`")),
    }
}
