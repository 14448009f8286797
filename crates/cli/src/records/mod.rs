//! Records of inputs, one after another: what verbs that read octets share.

mod frames;
mod parallel;
mod place;
mod progress;
mod record_verdict;
mod retry_budget;
mod settings;
mod whole;

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use wireglot_driver::forms::pem::Blocks;
use wireglot_driver::forms::Form;
use wireglot_driver::records::{Reader, Work};

use crate::input::data::{inputs, open, OnError, Readings};
use crate::output::exit::{complain, note, Done, Failure};
use crate::output::report::Report;

pub use frames::{suits, suits_output, FrameArgs, OutFrameArgs, ReadArgs};
pub use place::Place;
pub use record_verdict::Damage;
pub use settings::Settings;
pub use whole::{judged, Judged, Whole};

use progress::Progress;
use record_verdict::{nothing, Judge, Source, Verdict};

/// One run over inputs.
pub struct Run<'r> {
    settings: &'r Settings,
    work: &'r dyn Work,
    out: &'r mut (dyn Write + Send),
    progress: Progress,
    totals: Totals,
}

/// What was read.
#[derive(Default)]
struct Totals {
    files: u64,
    good: u64,
    damaged: u64,
    passed_over: u64,
}

impl<'r> Run<'r> {
    /// A run that writes what comes of records.
    pub fn new(settings: &'r Settings, work: &'r dyn Work, out: &'r mut (dyn Write + Send)) -> Run<'r> {
        Run { settings, work, out, progress: Progress::none(), totals: Totals::default() }
    }

    /// Reads all of some files, or standard input.
    pub fn all(mut self, files: &[PathBuf]) -> Done {
        let paths = inputs(files);
        self.progress = Progress::of(&paths);
        let mut readings = Readings::default();
        for path in &paths {
            let progress = self.progress.clone();
            readings.take(|message| progress.aside(|| complain(message)), || self.file(path))?;
        }
        self.out.flush()?;
        self.progress.done();
        self.tell_totals();
        readings.end(self.totals.damaged > 0)
    }

    fn tell_totals(&self) {
        let Totals { files, good, damaged, passed_over } = &self.totals;
        if !self.settings.totals && (*damaged == 0 || self.settings.on_error == OnError::Stop) {
            return;
        }
        let files = if *files == 1 { String::new() } else { format!(" in {files} files") };
        let damaged = match damaged {
            0 => ", none damaged".to_string(),
            n => format!(", {n} damaged ({passed_over} octets)"),
        };
        let records = if *good == 1 { "record" } else { "records" };
        note(&format!("{good} good {records}{damaged}{files}"));
    }

    fn file(&mut self, path: &Path) -> Done {
        let (file, input) = open(path)?;
        self.totals.files += 1;
        let (form, input) = self.settings.form.settle_beginning(&file, input)?;
        suits(&self.settings.framing, form)?;
        let source = Source::of(&file, form);
        match form {
            Form::Raw | Form::HexLines | Form::Base64Lines => self.walk(source, input),
            Form::Pem => self.blocks(&file, input),
            Form::Hex | Form::Base64 => match form.read(input) {
                Some(octets) => {
                    let text = Some(octets.progress());
                    self.walk(Source { text, ..source }, octets)
                }
                None => Ok(()),
            },
        }
    }

    /// Blocks of PEM, a record each.
    fn blocks(&mut self, file: &str, input: impl Read) -> Done {
        let mut reader = Reader::new(self.work.worker(true), None);
        let mut blocks = 0;
        for block in Blocks::new(BufReader::new(input)) {
            blocks += 1;
            let (place, verdict) = record_verdict::block(&mut reader, file, blocks, &block?);
            if self.passes_by(blocks) {
                continue;
            }
            match verdict {
                Ok(text) => self.good_one(&text)?,
                Err(damage) => self.damaged(&place, &damage)?,
            }
            if self.settings.record.is_some() {
                return Ok(());
            }
        }
        if blocks == 0 {
            let damage = nothing(file, Form::Pem, self.settings.several);
            damage.map_or(Ok(()), |damage| self.damaged(&Place::of(file), &damage))?;
        }
        self.all_met(file, blocks)
    }

    /// Records in a row.
    fn walk(&mut self, source: Source, input: impl Read + Send) -> Done {
        let (file, wanted, lines) = (source.file, self.settings.record, source.line.is_some());
        let mut judge = Judge::new(source, self.settings, self.work, input)?;
        loop {
            if self.settings.jobs > 1 && judge.input.retry_budget.is_over(judge.input.row) {
                judge.read_held_again();
                self.many(&mut judge.walk, &mut judge.reader, &mut judge.input)?;
                judge.input.row = 0;
            }
            if lines && judge.is_waiting() {
                // Whoever reads what comes of a line is not kept waiting for the next.
                self.out.flush()?;
            }
            let number = match judge.verdict()? {
                Verdict::End => break,
                Verdict::On => None,
                Verdict::Good(record, text) => {
                    if !self.passes_by(record.number) {
                        self.good_one(&text)?;
                    }
                    judge.reuse(text);
                    Some(record.number)
                }
                Verdict::Wrong(damage) => {
                    let number = damage.record.map(|record| record.number);
                    if !number.is_some_and(|number| self.passes_by(number)) {
                        let place = damage.record.map_or(Place::of(file), |record| judge.place(&record));
                        self.damaged(&place, &damage)?;
                    }
                    if judge.is_lost() {
                        self.lost(&mut judge, &damage)?;
                    }
                    number
                }
            };
            if wanted.is_some() && number == wanted {
                return Ok(());
            }
            self.progress.at(judge.at());
        }
        self.progress.next(judge.at());
        self.all_met(file, judge.input.records)
    }

    /// Nothing says where the next record begins: what is left is passed over.
    fn lost<R: Read>(&mut self, judge: &mut Judge<R>, damage: &Damage) -> Done {
        let (file, offset) = (judge.input.source.file, damage.record.map_or(0, |record| record.offset));
        note(&format!("{file}: nothing says where the PDU at octet {offset} ends: the rest is not read"));
        self.totals.passed_over += judge.pass_rest()?;
        Ok(())
    }

    /// Whether another record is wanted than the one of this number.
    fn passes_by(&self, number: u64) -> bool {
        self.settings.record.is_some_and(|wanted| wanted != number)
    }

    /// An input ended, of so many records: the one that is wanted was not among them.
    fn all_met(&self, file: &str, records: u64) -> Done {
        self.settings.record.map_or(Ok(()), |wanted| Err(no_record(file, wanted, records)))
    }

    /// What came of a good record.
    fn good_one(&mut self, text: &[u8]) -> Done {
        self.totals.good += 1;
        Ok(self.out.write_all(text)?)
    }

    fn damaged(&mut self, place: &Place, damage: &Damage) -> Done {
        self.report(damage.report(place), damage.passed_over)
    }

    fn report(&mut self, report: Report, passed_over: u64) -> Done {
        self.totals.damaged += 1;
        self.totals.passed_over += passed_over;
        let (how, aside) = (self.settings.on_error, self.settings.aside);
        let out = &mut *self.out;
        self.progress.aside(|| match aside {
            true => report.tell_aside(how, out),
            false => report.tell(how, out),
        })
    }
}

/// What is to be said where there is no such record.
pub fn no_record(file: &str, wanted: u64, count: u64) -> Failure {
    let there = if count == 1 { "is 1 record".to_string() } else { format!("are {count} records") };
    Failure::Usage(format!("{file} has no record {wanted}: there {there}"))
}
