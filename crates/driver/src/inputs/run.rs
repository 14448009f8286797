//! Reads the records of inputs one after another.

use std::io::{self, BufReader, Read};

use crate::forms::pem::Blocks;
use crate::forms::{Form, Part};
use crate::records::{Framing, Reader, Work};
use crate::sources::Threads;

use super::checkpoint::Checkpoint;
use super::damage::Damage;
use super::in_form::{InForm, Input};
use super::listener::{Listener, Stopped};
use super::notes::{Note, Told};
use super::nothing::of_nothing;
use super::pipeline::{Crew, Good};
use super::place::Place;
use super::record_verdict::{part, Judge, Verdict};
use super::settings::{OnError, Settings};
use super::source::Source;
use super::totals::Totals;
use super::trial::{reads, End, Reads};

/// A run over inputs.
pub struct Run<'r> {
    settings: &'r Settings,
    work: &'r dyn Work,
    threads: Threads,
    taker: Taker<'r>,
    /// The total size of the inputs that have ended.
    before: u64,
    /// The number of bytes of all inputs that had been read at the last checkpoint.
    saved: u64,
}

/// Counts records and passes results on to the listener.
struct Taker<'r> {
    listener: &'r mut (dyn Listener + Send),
    totals: Totals,
    /// The number of bytes of the current input that was last reported to the listener.
    told: u64,
}

/// The minimum number of bytes between two progress reports.
const STRIDE: u64 = 1 << 16;

impl Good for Taker<'_> {
    fn passed_over(&mut self, (place, passed): &(Place, Vec<Damage>)) {
        self.listener.passed_over(place, passed);
    }

    fn take(&mut self, records: u64, made: &[u8]) -> Result<(), Stopped> {
        self.totals.good += records;
        self.listener.good(made).map_err(Stopped::Listener)
    }

    #[inline]
    fn at(&mut self, octets: u64) {
        if octets >= self.told + STRIDE {
            self.told = octets;
            self.listener.progress(octets);
        }
    }
}

impl<'r> Run<'r> {
    /// A run that applies `work` to records and reports the results to a listener.
    pub fn new(
        settings: &'r Settings,
        work: &'r dyn Work,
        threads: Threads,
        listener: &'r mut (dyn Listener + Send),
    ) -> Run<'r> {
        let taker = Taker { listener, totals: Totals::default(), told: 0 };
        Run { settings, work, threads, taker, before: 0, saved: 0 }
    }

    /// Starts from the totals of the run that this one continues.
    pub fn count_from(&mut self, totals: Totals) {
        self.taker.totals = totals;
    }

    /// The totals so far.
    pub fn totals(&self) -> Totals {
        self.taker.totals
    }

    /// Reads all of a named input.
    ///
    /// # Errors
    /// It can't be read to its end. An invalid record is an error only if the run is to stop at it.
    pub fn input(&mut self, name: &str, input: Input) -> Result<(), Stopped> {
        self.taker.totals.inputs += 1;
        self.taker.told = 0;
        let (message, reading) = self.work.messages_of(name);
        let framed = self.settings.framing != Framing::default();
        let trial = |octets: &[u8], end: End| match framed {
            true => Reads::Not,
            false => reads(message, &reading, octets, end),
        };
        let settled = self.settings.form.settle_beginning(name, input, &trial, self.taker.listener);
        let (form, input) = settled.map_err(Stopped::Input)?;
        if !self.settings.framing.suits(form) {
            return Err(Stopped::Unframed(form));
        }
        let source = Source::of(name, form);
        match form {
            Form::Raw | Form::HexLines | Form::Base64Lines => self.walk(source, input, None),
            Form::Pem => {
                let blocks = Blocks::after(self.settings.before.lines, BufReader::new(input));
                self.parts((name, form), blocks)
            }
            Form::Dump => self.dump(source, input),
            Form::Hex | Form::Base64 => match form.read(input) {
                Some(octets) => {
                    let text = Some(octets.progress());
                    self.walk(Source { text, ..source }, octets, None)
                }
                None => Ok(()),
            },
        }
    }

    /// Reads the rest of a named input from a position. `input` begins at [`Checkpoint::opens_at`].
    ///
    /// # Errors
    /// The same as for [`Run::input`].
    pub fn rest_of(&mut self, name: &str, input: Input, from: &Checkpoint) -> Result<(), Stopped> {
        let Checkpoint { form, walk, .. } = from;
        let settled =
            InForm::Known(*form).settle_beginning(name, input, &|_, _| Reads::Not, self.taker.listener);
        let (form, mut input) = settled.map_err(Stopped::Input)?;
        let passed = input.by_ref().take(walk.offset - from.opens_at());
        io::copy(&mut { passed }, &mut io::sink()).map_err(Stopped::Input)?;
        (self.taker.told, self.saved) = (walk.offset, self.before + walk.offset);
        self.walk(Source::of(name, form), input, Some(from))
    }

    /// Reads a dump as a whole, since its offsets show whether it is one.
    fn dump(&mut self, source: Source, mut input: impl Read) -> Result<(), Stopped> {
        let mut text = Vec::new();
        input.read_to_end(&mut text).map_err(Stopped::Input)?;
        let lines = self.settings.before.lines;
        if let Some(dumps) = Form::dumps(&text) {
            let skip = self.settings.framing.only_skip().ok_or(Stopped::Unframed(source.form))?;
            let parts = dumps.into_iter().map(|part| Ok(part.after(lines).without(skip)));
            return self.parts((source.file, source.form), parts);
        }
        match source.form.octets(&text) {
            Ok(octets) => self.walk(source, io::Cursor::new(octets), None),
            Err(error) => {
                self.damaged(&Place::of(source.file), &Damage::of_text(&error.after(lines), source.form))
            }
        }
    }

    /// Reads the parts of a text, each of them a record: PEM blocks, or one of several dumps.
    fn parts(
        &mut self,
        (name, form): (&str, Form),
        all: impl Iterator<Item = io::Result<Part>>,
    ) -> Result<(), Stopped> {
        let mut reader = Reader::of_wholes(self.work, name);
        let (mut parts, mut octets) = (self.settings.before.records, 0);
        for one in all {
            let one = one.map_err(Stopped::Input)?;
            (parts, octets) = (parts + 1, octets + one.text as u64);
            let (place, verdict) = part(&mut reader, (name, form), parts, &one);
            if self.passes_by(parts) {
                continue;
            }
            match verdict {
                Ok((made, passed)) => {
                    self.passed_over(&place, &passed);
                    self.taker.take(1, &made)?;
                }
                Err(damage) => self.damaged(&place, &damage)?,
            }
            if self.settings.record.is_some() {
                return Ok(());
            }
        }
        if parts == self.settings.before.records {
            match of_nothing(form, self.settings.several) {
                Ok(damage) => self.damaged(&Place::of(name), &damage)?,
                Err(told) => self.note(name, told),
            }
        }
        self.ended(octets)?;
        self.all_met(name, parts)
    }

    /// Reads consecutive records, from the start of an input or from a position in it.
    fn walk(
        &mut self,
        source: Source,
        input: impl Read + Send,
        from: Option<&Checkpoint>,
    ) -> Result<(), Stopped> {
        let (name, wanted, line) = (source.file, self.settings.record, source.line);
        let (work, jobs, threads) = (self.work, self.settings.jobs, self.threads);
        let ahead = jobs > 1 || self.settings.ahead;
        let stoppable = Checkpoint::has_positions(&source.form);
        let mut judge = Judge::new(source, self.settings, work, input, from).map_err(Stopped::Input)?;
        loop {
            let mut most = if stoppable { self.unsaved(judge.at()) } else { u64::MAX };
            if most == 0 && !judge.is_lost() {
                self.save(judge.at(), Some(&judge.checkpoint()))?;
                most = self.unsaved(judge.at());
            }
            if ahead && judge.input.retry_budget.is_over(judge.input.row) {
                judge.read_held_again();
                let crew = Crew { work, jobs, threads, line, most };
                crew.many(&mut self.taker, &mut judge.walk, &mut judge.reader, &mut judge.input)?;
                judge.input.row = 0;
            }
            if line.is_some() && judge.is_waiting() {
                // Flush the output for this line before waiting for the next.
                self.taker.listener.pause().map_err(Stopped::Listener)?;
            }
            let number = match judge.verdict().map_err(Stopped::Input)? {
                Verdict::End => break,
                Verdict::Nothing(told) => {
                    self.note(name, told);
                    break;
                }
                Verdict::On => None,
                Verdict::Good(record, made, passed) => {
                    if !self.passes_by(record.number) {
                        self.passed_over(&judge.input.place(&record), &passed);
                        self.taker.take(1, &made)?;
                    }
                    judge.reuse(made);
                    Some(record.number)
                }
                Verdict::Wrong(damage) => {
                    let number = damage.record.map(|record| record.number);
                    if !number.is_some_and(|number| self.passes_by(number)) {
                        let place =
                            damage.record.map_or(Place::of(name), |record| judge.input.place(&record));
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
            self.taker.at(judge.at());
        }
        self.ended(judge.at())?;
        self.all_met(name, judge.input.records)
    }

    /// The number of bytes to read before the next checkpoint.
    fn unsaved(&self, at: u64) -> u64 {
        let read = (self.before + at).saturating_sub(self.saved);
        self.settings.checkpoints.map_or(u64::MAX, |every| every.saturating_sub(read))
    }

    /// Reports a position in the current input, or its end, to the listener.
    fn save(&mut self, at: u64, place: Option<&Checkpoint>) -> Result<(), Stopped> {
        self.saved = self.before + at;
        let totals = self.taker.totals;
        self.taker.listener.checkpoint(&totals, place).map_err(Stopped::Listener)
    }

    /// The current input ended after this many bytes.
    fn ended(&mut self, octets: u64) -> Result<(), Stopped> {
        self.taker.listener.ended(octets);
        if self.unsaved(octets) == 0 {
            self.save(octets, None)?;
        }
        self.before += octets;
        Ok(())
    }

    /// Skips the rest, since the start of the next record is unknown.
    fn lost<R: Read>(&mut self, judge: &mut Judge<R>, damage: &Damage) -> Result<(), Stopped> {
        let offset = damage.record.map_or(0, |record| record.offset);
        self.note(judge.input.source.file, Told::Lost(offset));
        self.taker.totals.passed_over += judge.pass_rest().map_err(Stopped::Input)?;
        Ok(())
    }

    fn note(&mut self, input: &str, what: Told) {
        self.taker.listener.note(&Note { input, what });
    }

    /// Whether another record than this one is requested.
    fn passes_by(&self, number: u64) -> bool {
        self.settings.record.is_some_and(|wanted| wanted != number)
    }

    /// At the end of an input, reports that it has no record of the requested number.
    fn all_met(&self, name: &str, there: u64) -> Result<(), Stopped> {
        let none = |wanted| Err(Stopped::NoRecord { input: name.to_string(), wanted, there });
        self.settings.record.map_or(Ok(()), none)
    }

    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        if !passed.is_empty() {
            self.taker.listener.passed_over(place, passed);
        }
    }

    fn damaged(&mut self, place: &Place, damage: &Damage) -> Result<(), Stopped> {
        self.taker.totals.damaged += 1;
        self.taker.totals.passed_over += damage.passed_over;
        self.taker.listener.damaged(place, damage).map_err(Stopped::Listener)?;
        match self.settings.on_error {
            OnError::Stop => Err(Stopped::Damage),
            OnError::Skip | OnError::Report => Ok(()),
        }
    }
}
