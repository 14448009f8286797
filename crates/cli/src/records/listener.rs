//! Handles the results for records: writes good ones to the output, and reports errors.

use std::io::{self, Write};
use std::path::PathBuf;

use wireglot_driver::capture::Seen;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{
    self, Checkpoint, Damage, InForm, Listener, Misread, Note, Notes, OnError, Place, Run, Settings, Stopped,
    Told, Totals,
};
use wireglot_driver::messages::Take;
use wireglot_driver::records::{Framing, Work};
use wireglot_driver::sources::Host;

use crate::input::data::{each_input, open, open_at, paths, Readings};
use crate::output::exit::{complain, note, warn, Failure};
use crate::output::report::Report;

use super::frames::unframed;
use super::progress::Progress;
use super::resume::Resume;

/// How a run is reported, in addition to its settings.
#[derive(Clone, Copy, Default)]
pub struct Way<'w> {
    /// Whether to print totals at the end.
    pub totals: bool,
    /// Whether errors go to standard error even if they were requested in the output.
    pub aside: bool,
    /// Whether the output is a terminal.
    pub shown: bool,
    /// Whether errors in the output name their file, since there are several.
    pub file: bool,
    /// The output for an invalid record, if it has one: a row of a table.
    pub instead: Option<Instead<'w>>,
}

/// Makes the output for an invalid record from its place and what is wrong.
pub type Instead<'w> = &'w (dyn Fn(&Place, &Damage, &str) -> Vec<u8> + Sync);

/// Reads all records of the files, or standard input, and writes the results; returns how many were good. With
/// `resume`, the run can be interrupted and continued.
pub fn all(
    settings: &Settings,
    way: Way<'_>,
    work: &dyn Work,
    out: &mut (dyn Write + Send),
    files: &[PathBuf],
    resume: Option<&Resume>,
) -> Result<(Readings, Totals), Failure> {
    let paths = paths(files);
    let mut progress = if way.shown { Progress::none() } else { Progress::of(&paths) };
    let (before, rest) = paths.split_at(resume.map_or(0, Resume::done_inputs).min(paths.len()));
    progress.pass(before);
    let settings = &Settings { checkpoints: resume.map(Resume::every), ..settings.clone() };
    let (on_error, aside, instead) = (settings.on_error, way.aside, way.instead);
    let file = paths.len() > 1;
    let mut output = Output { out, progress: progress.clone(), on_error, aside, file, instead, resume };
    let mut run = Run::new(settings, work, Host::system().threads, &mut output);
    run.count_from(resume.map_or_else(Totals::default, Resume::totals));
    let mut readings = Readings::after(resume.is_some_and(Resume::had_unread));
    for (position, path) in (before.len()..).zip(rest) {
        let tell = |message: &str| progress.aside(|| complain(message));
        let place = resume.and_then(|resume| resume.reads(position, readings.had_unread()));
        readings.take(tell, || {
            let done = match place {
                None => {
                    let (name, input) = open(path, settings.form)?;
                    run.input(&name, input)
                }
                Some(place) => {
                    // The run must not end as if this input were unreadable.
                    let (name, input) =
                        open_at(path, place.opens_at(), settings.form).map_err(Failure::fatal)?;
                    progress.aside(|| note(&format!("{name}: continuing at record {}", place.record())));
                    run.rest_of(&name, input, place)
                }
            };
            done.map_err(|why| stopped(why, &settings.framing))
        })?;
    }
    let totals = run.totals();
    output.out.flush()?;
    progress.done();
    if way.totals || (totals.damaged > 0 && settings.on_error != OnError::Stop) {
        tell_totals(&totals);
    }
    Ok((readings, totals))
}

/// Reads all records of an input in memory; returns how many were good. Reports what stops the run.
pub fn held(
    settings: &Settings,
    work: &dyn Work,
    out: &mut (dyn Write + Send),
    (name, octets): (&str, Vec<u8>),
    way: Way,
) -> Result<Totals, Failure> {
    let mut output = Output::of(out, settings.on_error, way);
    let mut run = Run::new(settings, work, Host::system().threads, &mut output);
    match run.input(name, Box::new(io::Cursor::new(octets))) {
        Ok(()) | Err(Stopped::Damage) => Ok(run.totals()),
        Err(why) => Err(stopped(why, &settings.framing)),
    }
}

/// Prints the totals.
pub fn tell_totals(Totals { inputs, good, damaged, passed_over }: &Totals) {
    let files = if *inputs == 1 { String::new() } else { format!(" in {inputs} files") };
    let damaged = match damaged {
        0 => ", none damaged".to_string(),
        n => format!(", {n} damaged ({passed_over} octets)"),
    };
    let records = if *good == 1 { "record" } else { "records" };
    note(&format!("{good} good {records}{damaged}{files}"));
}

/// The output for records and values.
pub struct Output<'o> {
    pub out: &'o mut (dyn Write + Send),
    progress: Progress,
    on_error: OnError,
    aside: bool,
    file: bool,
    instead: Option<Instead<'o>>,
    resume: Option<&'o Resume>,
}

impl<'o> Output<'o> {
    /// An output; for `aside` see [`Way::aside`].
    pub fn new(out: &'o mut (dyn Write + Send), on_error: OnError, aside: bool) -> Output<'o> {
        Output { out, progress: Progress::none(), on_error, aside, file: false, instead: None, resume: None }
    }

    /// The same; if there are several files, errors in the output name theirs.
    pub fn of_files(self, files: &[PathBuf]) -> Output<'o> {
        Output { file: files.len() > 1, ..self }
    }

    /// An output for a run that is reported in a way.
    pub fn of(out: &'o mut (dyn Write + Send), on_error: OnError, way: Way<'o>) -> Output<'o> {
        Output { instead: way.instead, file: way.file, ..Output::new(out, on_error, way.aside) }
    }

    /// Reports an error in a record or value.
    pub fn say(&mut self, report: &Report) -> io::Result<()> {
        let (how, places, out) = (self.on_error, (self.aside, self.file), &mut *self.out);
        self.progress.aside(|| report.say(how, places, out))
    }
}

impl Notes for Output<'_> {
    fn note(&mut self, note: &Note) {
        Terminal.note(note);
    }

    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        self.progress.aside(|| passed_over(place, passed));
    }

    fn doubted(&mut self, place: &Place, misread: &Misread) {
        self.progress.aside(|| warn(&Report::of_misread(place, misread).sentence()));
    }

    fn unmatched(&mut self, input: &str, seen: &Seen) {
        unmatched(input, seen);
    }
}

impl Listener for Output<'_> {
    fn good(&mut self, made: &[u8]) -> io::Result<()> {
        self.out.write_all(made)
    }

    fn damaged(&mut self, place: &Place, damage: &Damage) -> io::Result<()> {
        let report = Report::of_damage(place, damage);
        self.say(&report)?;
        match self.instead {
            Some(instead) => self.out.write_all(&instead(place, damage, &report.sentence())),
            None => Ok(()),
        }
    }

    fn misread(&mut self, place: &Place, misread: &Misread) -> io::Result<()> {
        self.say(&Report::of_misread(place, misread))
    }

    fn pause(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn checkpoint(&mut self, totals: &Totals, at: Option<&Checkpoint>) -> io::Result<()> {
        let Some(resume) = self.resume else { return Ok(()) };
        self.out.flush()?;
        resume.save(totals, at)
    }

    fn progress(&mut self, octets: u64) {
        self.progress.at(octets);
    }

    fn ended(&mut self, octets: u64) {
        self.progress.next(octets);
    }
}

/// The maximum number of skipped errors reported per record.
const TOLD: usize = 10;

/// Warns of errors skipped in a good record.
fn passed_over(place: &Place, passed: &[Damage]) {
    for damage in passed.iter().take(TOLD) {
        warn(&Report::of_damage(place, damage).sentence());
    }
    match passed.len().saturating_sub(TOLD) {
        0 => {}
        more => warn(&format!("{place}: {more} more of its values are kept as raw bytes, or skipped")),
    }
}

/// Warns that nothing in a capture matched, and reports what it contains.
pub fn unmatched(input: &str, seen: &Seen) {
    warn(&format!("{input} has no matching messages; it contains {seen}"));
}

/// What an input of a form looks like.
fn looks(form: Form) -> &'static str {
    match form {
        Form::Dump => "a hex dump",
        form => form.word(),
    }
}

/// Prints notes on standard error.
pub struct Terminal;

impl Notes for Terminal {
    fn note(&mut self, Note { input, what }: &Note) {
        note(&match what {
            Told::Guessed(form) => {
                format!("{input} looks like {}: read as --in {}", looks(*form), form.word())
            }
            Told::Wrapped(form) if form.is_lines() => format!(
                "{input} looks like one value per line, since each line decodes alone: read as --in hex-lines; \
                 use --in hex if all lines are one value"
            ),
            Told::Wrapped(_) => format!(
                "{input} looks like one value over several lines: read as --in hex; use --in hex-lines if each line \
                 is a value"
            ),
            Told::RawAsWell(form) => {
                let (word, name) = (form.word(), form.name());
                format!("{input} is read as it is; it could be {name} as well: use --in {word} if it is")
            }
            Told::TextAsWell(form) => {
                let (word, looks) = (form.word(), looks(*form));
                format!("{input} looks like {looks}: read as --in {word}; use --in raw if it is binary")
            }
            Told::Mark => format!("{input} begins with a byte order mark: skipped"),
            Told::NoLines => format!("{input} has no lines: there is nothing to read"),
            Told::NoRecords => format!("{input} has no records: there is nothing to read"),
            Told::NoValues => format!("{input} has no values: there is nothing to read"),
            Told::Lost(octet) => {
                format!("{input}: nothing says where the PDU at octet {octet} ends: the rest is not read")
            }
        });
    }

    fn passed_over(&mut self, place: &Place, passed: &[Damage]) {
        passed_over(place, passed);
    }
}

/// Reads all values of the files, or standard input, and processes them.
pub fn values(
    output: &mut Output,
    taker: &mut dyn Take,
    files: &[PathBuf],
) -> Result<(Readings, bool), Failure> {
    let (on_error, mut wrong) = (output.on_error, 0);
    let readings = each_input(files, InForm::Auto, |name, input| {
        wrong += inputs::values(&name, input, taker, on_error, output).map_err(ended)?;
        Ok(())
    })?;
    Ok((readings, wrong > 0))
}

/// The failure for a run that ended early.
pub fn ended(why: Stopped) -> Failure {
    stopped(why, &Framing::default())
}

/// The failure for a run over framed records that ended early.
pub fn stopped(why: Stopped, framing: &Framing) -> Failure {
    match why {
        Stopped::Input(error) => Failure::Input(error.to_string()),
        Stopped::Listener(error) => error.into(),
        Stopped::Damage => Failure::Data,
        Stopped::Unframed(form) => unframed(framing, form),
        Stopped::NoRecord { input, wanted, there } => no_record(&input, wanted, there),
    }
}

/// The failure if there is no such record.
pub fn no_record(file: &str, wanted: u64, count: u64) -> Failure {
    let there = if count == 1 { "is 1 record".to_string() } else { format!("are {count} records") };
    Failure::Usage(format!("{file} has no record {wanted}: there {there}"))
}
