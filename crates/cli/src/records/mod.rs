//! Records of inputs, one after another: what verbs that read octets share.

mod frames;
mod parallel;
mod progress;
mod reader;

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wireglot_driver::digits::TextProgress;
use wireglot_driver::forms::{Form, FormError, Part};
use wireglot_driver::pem::Blocks;
use wireglot_driver::records::{Framing, Line, Pad, Record, Step, Walk, Wrong};
use wireglot_driver::{ErrorCode, Fault};

use crate::data::{inputs, open, InForm, OnError, Readings};
use crate::exit::{complain, note, Done};
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

/// What to tell of an input without any PDU. A file of records may have none, nor may a list of lines; of
/// others at least one is expected.
pub fn nothing(place: &Place, form: Form, several: bool) -> Option<Report<'_>> {
    let message = match form {
        Form::HexLines | Form::Base64Lines => {
            note(&format!("{} has no lines: there is nothing to read", place.file));
            return None;
        }
        _ if several => {
            note(&format!("{} has no records: there is nothing to read", place.file));
            return None;
        }
        Form::Raw => {
            return Some(Report { code: "empty", message: "the input is empty".into(), ..Report::at(place) })
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
    /// Whether inputs are files of records, of which one may have none.
    pub several: bool,
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
        let source = |line| Source { file: &file, form, line, text: None };
        match form {
            Form::Raw => self.walk(source(None), input),
            Form::HexLines => self.walk(source(Some(Line::Hex)), input),
            Form::Base64Lines => self.walk(source(Some(Line::Base64)), input),
            Form::Pem => self.blocks(&file, input),
            Form::Hex | Form::Base64 => match form.read(input) {
                Some(octets) => {
                    let text = Some(octets.progress());
                    self.walk(Source { text, ..source(None) }, octets)
                }
                None => Ok(()),
            },
        }
    }

    /// Blocks of PEM, a record each.
    fn blocks(&mut self, file: &str, input: impl Read) -> Done {
        let mut any = false;
        for block in Blocks::new(BufReader::new(input)) {
            let Part { line, octets } = block?;
            any = true;
            let place = Place { line: Some(line), ..Place::of(file) };
            match octets {
                Ok(octets) => self.one(&place, &octets)?,
                Err(error) => self.report(form_error(&place, Form::Pem, &error, 0), 0)?,
            }
        }
        match any {
            true => Ok(()),
            false => self.nothing(file, Form::Pem),
        }
    }

    fn nothing(&mut self, file: &str, form: Form) -> Done {
        let place = Place::of(file);
        nothing(&place, form, self.settings.several).map_or(Ok(()), |report| self.report(report, 0))
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
    fn walk(&mut self, source: Source, input: impl Read + Send) -> Done {
        let Settings { framing, on_error, most, .. } = *self.settings;
        let Source { file, form, line, .. } = source;
        let framing = Framing { line, ..framing };
        let mut walk = Walk::new(input, framing, most, on_error != OnError::Stop);
        if self.settings.whole && framing.prefix.is_none() && line.is_none() {
            walk.read_all()?;
        }
        let mut reader = Reader::new(self.work.worker(), line);
        let mut input = Input { source, framing, records: 0, row: 0, patience: Patience::new() };
        let mut done = walk.is_empty()?;
        while !done {
            if self.settings.jobs > 1 && input.patience.is_over(input.row) {
                // What was read and not told of is read once more.
                walk.unread_held();
                reader.forget();
                self.many(&mut walk, &mut reader, &mut input)?;
                input.row = 0;
            }
            let step = walk.step(&mut reader)?;
            if let Some(error) = input.source.ends_at(&step, &walk) {
                input.records += 1;
                self.report(form_error(&Place::of(file), form, error, 0), 0)?;
                break;
            }
            done = matches!(step, Step::End);
            let advice =
                if matches!(step, Step::Wrong(..)) { self.advice(&walk, form) } else { String::new() };
            self.take(&mut input, step, &mut reader, &advice)?;
            if walk.is_lost() && !done && on_error != OnError::Stop {
                let offset = walk.offset();
                note(&format!(
                    "{file}: nothing says where the PDU at octet {offset} ends: the rest is not read"
                ));
            }
            self.progress.at(input.source.read(walk.offset()));
        }
        self.progress.next(input.source.read(walk.offset()));
        match (input.records, input.source.error()) {
            (0, Some(error)) => self.report(form_error(&Place::of(file), form, error, 0), 0),
            (0, None) if form == Form::Raw && !self.settings.several => self.no_octets(file, &mut reader),
            (0, None) => self.nothing(file, form),
            _ => Ok(()),
        }
    }

    /// An input without octets. Some values take none: whether this is one is for the decoder to say.
    fn no_octets(&mut self, file: &str, reader: &mut Reader) -> Done {
        let place = Place::of(file);
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
                    report.message.push_str(&format!(" (read as --in {})", input.source.form.word()));
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

/// Where octets come from.
struct Source<'s> {
    file: &'s str,
    form: Form,
    line: Option<Line>,
    /// The text that they are made from.
    text: Option<Arc<TextProgress>>,
}

impl Source<'_> {
    /// What is wrong with the text.
    fn error(&self) -> Option<&FormError> {
        self.text.as_ref()?.error()
    }

    /// The same, if that is why a step came to this.
    fn ends_at<R: Read>(&self, step: &Step<Bad>, walk: &Walk<R>) -> Option<&FormError> {
        let error = self.error()?;
        let ends = match step {
            Step::End => true,
            Step::Wrong(_, Wrong::Data(bad)) => bad.short && walk.is_at_end(),
            Step::Wrong(_, Wrong::Length(_) | Wrong::Cut) => walk.is_at_end(),
            _ => false,
        };
        ends.then_some(error)
    }

    /// How much of the file is read where so many octets are done.
    fn read(&self, octets: u64) -> u64 {
        self.text.as_ref().map_or(octets, |text| text.read())
    }
}

/// An input on its way.
struct Input<'i> {
    source: Source<'i>,
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
            file: self.source.file.to_string(),
            line: lines.then_some(record.line),
            record: (!lines && (!plain || record.number > 1)).then_some(record.number),
        }
    }
}

/// A text that is not of its form.
fn form_error<'p>(place: &'p Place, form: Form, error: &FormError, offset: u64) -> Report<'p> {
    Report {
        code: "form",
        offset: Some(offset + error.offset as u64),
        message: format!("{} (read as --in {})", error.message, form.word()),
        ..Report::at(place)
    }
}
