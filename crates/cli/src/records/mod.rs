//! Records of inputs, one after another: what verbs that read octets share.

mod frames;
mod parallel;
mod progress;
mod reader;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use wireglot_driver::forms::{Form, Part};
use wireglot_driver::records::{Framing, Line, Pad, Record, Step, Walk, Wrong};
use wireglot_driver::{ErrorCode, Fault};

use crate::data::{inputs, open, InForm, OnError};
use crate::exit::{note, Done, Failure};
use crate::report::Report;

pub use frames::{prefix, FrameArgs, OutFrameArgs, ReadArgs};
pub use reader::{extent, places, plan_finder, probe, Bad, Work, Worker};

use parallel::Patience;
use progress::Progress;
use reader::{Outcome, Reader};

/// Where records stand.
#[derive(Clone)]
pub struct Place {
    /// The input's name.
    pub file: String,
    /// The line of a text, from 1 on.
    pub line: Option<usize>,
    /// The record's number, where it is worth telling.
    pub record: Option<u64>,
}

impl Place {
    /// A whole input.
    pub fn of(file: &str) -> Place {
        Place { file: file.to_string(), line: None, record: None }
    }
}

/// What to tell of an input without any PDU. A list of lines may have none; of others at least one
/// is expected.
pub fn nothing(place: &Place, form: Form) -> Option<Report<'_>> {
    let message = match form {
        Form::HexLines | Form::Base64Lines => {
            note(&format!("{} has no lines: there is nothing to read", place.file));
            return None;
        }
        Form::Pem => "there is no PEM block in it",
        _ => "there are no octets in it",
    };
    let message = format!("{message} (read as --in {})", form.word());
    Some(Report { code: "empty", message, ..Report::at(place) })
}

/// How inputs are read.
pub struct Settings {
    pub form: InForm,
    pub framing: Framing,
    pub on_error: OnError,
    /// Threads that decode.
    pub jobs: usize,
    /// Whether to say at the end what was read.
    pub totals: bool,
    /// Whether errors go to standard error even where they are asked for in the output.
    pub aside: bool,
    /// Whether only the end of an input may end a record.
    pub whole: bool,
    /// The most octets of a record.
    pub most: usize,
}

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
        for path in &paths {
            self.file(path)?;
        }
        self.out.flush()?;
        self.progress.done();
        self.tell_totals();
        match self.totals.damaged {
            0 => Ok(()),
            _ => Err(Failure::Data),
        }
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
        let (file, mut input) = open(path)?;
        self.totals.files += 1;
        let lines = |form: Form| match form {
            Form::HexLines => Some(Line::Hex),
            Form::Base64Lines => Some(Line::Base64),
            _ => None,
        };
        if let InForm::Known(form @ (Form::Raw | Form::HexLines | Form::Base64Lines)) = self.settings.form {
            return self.walk(&file, input, form, lines(form));
        }
        let mut text = Vec::new();
        input.read_to_end(&mut text).map_err(|e| Failure::Io(format!("{file}: {e}")))?;
        let form = self.settings.form.settle(&file, &text);
        if form == Form::Raw || form.is_lines() {
            return self.walk(&file, &text[..], form, lines(form));
        }
        let parts = form.parts(text);
        if parts.is_empty() {
            let place = Place::of(&file);
            return nothing(&place, form).map_or(Ok(()), |report| self.report(report, 0));
        }
        for Part { line, octets } in parts {
            let line = (form == Form::Pem).then_some(line);
            let place = Place { line, ..Place::of(&file) };
            match octets {
                Ok(octets) if form == Form::Pem => self.one(&place, &octets)?,
                Ok(octets) => self.walk(&file, &octets[..], form, None)?,
                Err(error) => self.report(form_error(&place, form, &error, 0), 0)?,
            }
        }
        Ok(())
    }

    /// A text that is one record: what is left over in it is an error.
    fn one(&mut self, place: &Place, octets: &[u8]) -> Done {
        let mut reader = Reader::new(self.work.worker(), None);
        match reader.whole(octets) {
            Ok(outcome) => self.outcome(place, 0, outcome),
            Err(bad) => self.report(bad.report(place, 0), octets.len() as u64),
        }
    }

    /// Records in a row.
    fn walk(&mut self, file: &str, input: impl Read + Send, form: Form, line: Option<Line>) -> Done {
        let Settings { framing, on_error, most, .. } = *self.settings;
        let framing = Framing { line, ..framing };
        let mut walk = Walk::new(input, framing, most, on_error != OnError::Stop);
        let failed = |e: std::io::Error| Failure::Io(format!("{file}: {e}"));
        if self.settings.whole && framing.prefix.is_none() && line.is_none() {
            walk.read_all().map_err(failed)?;
        }
        let mut reader = Reader::new(self.work.worker(), line);
        let mut input = Input { file, form, framing, records: 0, row: 0, patience: Patience::new() };
        loop {
            if self.settings.jobs > 1 && input.patience.is_over(input.row) {
                // What was read and not told of is read once more.
                walk.unread_held();
                reader.forget();
                self.many(&mut walk, &mut reader, &mut input)?;
                input.row = 0;
            }
            let step = walk.step(&mut reader).map_err(failed)?;
            let done = matches!(step, Step::End);
            let advice =
                if matches!(step, Step::Wrong(..)) { self.advice(&walk, form) } else { String::new() };
            self.take(&mut input, step, &mut reader, &advice)?;
            if walk.is_lost() && !done && on_error != OnError::Stop {
                let offset = walk.offset();
                note(&format!(
                    "{file}: nothing says where the PDU at octet {offset} ends: the rest is not read"
                ));
            }
            self.progress.at(walk.offset());
            if done {
                break;
            }
        }
        self.progress.next(walk.offset());
        if input.records > 0 {
            return Ok(());
        }
        let place = Place::of(file);
        if form != Form::Raw {
            return nothing(&place, form).map_or(Ok(()), |report| self.report(report, 0));
        }
        // Some values take no octets: whether this is one is for the decoder to say.
        match reader.whole(&[]) {
            Ok(outcome) => self.outcome(&place, 0, outcome),
            Err(bad) => {
                let empty = Bad { code: "empty", message: "the input is empty".into(), ..bad };
                self.report(empty.report(&place, 0), 0)
            }
        }
    }

    /// What comes of a step.
    fn take(&mut self, input: &mut Input, step: Step<Bad>, reader: &mut Reader, advice: &str) -> Done {
        match step {
            Step::On | Step::End => Ok(()),
            Step::Good(record) => {
                input.records += 1;
                input.row += 1;
                match reader.earliest() {
                    Outcome::Text(text) => {
                        self.totals.good += 1;
                        self.out.write_all(&text)?;
                        reader.reuse(text);
                        Ok(())
                    }
                    outcome => {
                        let place = input.place(&record, self.settings);
                        self.outcome(&place, record.offset + record.lead, outcome)
                    }
                }
            }
            Step::Wrong(record, wrong) => {
                input.records += 1;
                input.row = 0;
                let place = input.place(&record, self.settings);
                if matches!(wrong, Wrong::Swallows | Wrong::Behind(_)) {
                    reader.earliest();
                }
                let name = reader.name().to_string();
                let (bad, lead) = match wrong {
                    Wrong::Data(bad) => (bad, record.lead),
                    Wrong::Left(octets) => {
                        let fault = Fault::of(ErrorCode::Trailing, octets);
                        (Bad { path: name, at: reader.left(octets), ..Bad::from(fault) }, record.lead)
                    }
                    Wrong::Swallows => (Bad::frame("swallows", "the next record begins within it"), 0),
                    Wrong::Behind(octets) => {
                        let told =
                            format!("{octets} octets behind it are no record: it may have gained some");
                        (Bad::frame("behind", &told), 0)
                    }
                    Wrong::Length(length) => {
                        let told = format!("a record of {length} octets goes beyond the end");
                        (Bad::frame("frame", &told), 0)
                    }
                    Wrong::Cut => (Bad::frame("frame", "the input ends too early"), 0),
                };
                let offset =
                    if input.framing.line.is_some() && !bad.in_file { 0 } else { record.offset + lead };
                let mut report = bad.report(&place, offset);
                if bad.code == "form" {
                    report.message.push_str(&format!(" (read as --in {})", input.form.word()));
                }
                report.message.push_str(advice);
                self.report(report, record.octets)
            }
        }
    }

    /// What came of a good record.
    fn outcome(&mut self, place: &Place, offset: u64, outcome: Outcome) -> Done {
        match outcome {
            Outcome::Text(text) => {
                self.totals.good += 1;
                Ok(self.out.write_all(&text)?)
            }
            Outcome::Refused(bad) => self.report(bad.report(place, offset), 0),
        }
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

    /// What an input that was taken as it stands looks like, where that is text.
    fn advice<R: Read>(&self, walk: &Walk<R>, form: Form) -> String {
        let plain = form == Form::Raw && self.settings.framing.block.is_none();
        let padding = [0x00, 0xff].into_iter().find(|pad| {
            let window = walk.window();
            window.len() >= PADDING && window[..PADDING].iter().all(|octet| octet == pad)
        });
        if let Some(octet) = padding.filter(|_| plain && self.settings.framing.pad == Pad::Usual) {
            return format!(
                " (octets of {octet:02X} in a row: if they are padding, say --block N or --pad {octet:02X})"
            );
        }
        if walk.offset() > 0 || form != Form::Raw || self.settings.framing != Framing::default() {
            return String::new();
        }
        match Form::guess(walk.window()) {
            Form::Raw => String::new(),
            form => format!(" (this looks like {}: try --in {})", form.name(), form.word()),
        }
    }
}

/// So many octets that are all the same look like padding.
const PADDING: usize = 4;

/// An input on its way.
struct Input<'i> {
    file: &'i str,
    form: Form,
    framing: Framing,
    /// Records that were told of.
    records: u64,
    /// Good ones since the last that was wrong, or that several threads read.
    row: u64,
    patience: Patience,
}

impl Input<'_> {
    fn place(&self, record: &Record, settings: &Settings) -> Place {
        let lines = self.framing.line.is_some();
        let plain = settings.framing == Framing::default() && settings.on_error == OnError::Stop;
        Place {
            file: self.file.to_string(),
            line: lines.then_some(record.line),
            record: (!lines && (!plain || record.number > 1)).then_some(record.number),
        }
    }
}

/// A text that is not of its form.
fn form_error<'p>(
    place: &'p Place,
    form: Form,
    error: &wireglot_driver::forms::FormError,
    offset: u64,
) -> Report<'p> {
    Report {
        code: "form",
        offset: Some(offset + error.offset as u64),
        message: format!("{} (read as --in {})", error.message, form.word()),
        ..Report::at(place)
    }
}
