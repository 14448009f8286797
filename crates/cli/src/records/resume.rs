//! `--resume`: runs that can be interrupted and continued.
//!
//! The output goes to `FILE.partial`. `FILE.resume` is rewritten from time to time; it states how much of that output
//! is valid, and which record of which input is next. When the run completes, the first is renamed and the second
//! removed.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches};
use serde_json::{json, Value};
use wireglot_driver::inputs::{Checkpoint, Totals};
use wireglot_driver::sources::new_file::{write_file, NewFile};

use crate::input::data::Readings;
use crate::input::table_args::OtherVersion;
use crate::output::destination::{Destination, OutputArg};
use crate::output::exit::{note, Done, Failure};

/// The position is saved each time this many bytes of input have been read.
const EVERY: u64 = 1 << 24;

/// The arguments that may differ when a run is continued.
const FREE: [&str; 4] = [RESUME, "whole_file", "jobs", "totals"];

/// The option itself.
const RESUME: &str = "resume";

/// The argument that may differ if the run stopped at a damaged record.
const ON_ERROR: &str = "on_error";

/// All arguments of a verb, to compare them with those of the interrupted run. Must be the verb's first field: the
/// parser removes the values of the fields before it.
#[derive(Clone)]
pub struct Arguments(Vec<Word>);

/// An argument of the command line.
#[derive(Clone, PartialEq, Eq)]
struct Word {
    id: String,
    text: String,
    /// If it names a file: its size in bytes, and its modification time in nanoseconds since 1970. For a folder, the
    /// sum of the sizes of its files, and the last of these times.
    file: Option<(u64, u64)>,
}

impl Args for Arguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        command
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command
    }
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Arguments, clap::Error> {
        let mut line = Vec::new();
        if !matches.get_flag(RESUME) {
            return Ok(Arguments(line));
        }
        // Groups of arguments have the names of types.
        let single = |id: &&str| !id.starts_with(char::is_uppercase);
        for id in matches.ids().map(clap::Id::as_str).filter(single).filter(|id| !FREE.contains(id)) {
            let said = matches.value_source(id) == Some(ValueSource::CommandLine);
            let values = matches.try_get_raw(id).ok().flatten().filter(|_| said);
            let are_paths = matches.try_get_many::<PathBuf>(id).is_ok();
            let versions = matches.try_get_many::<OtherVersion>(id).ok().flatten();
            let mut schemas = versions.into_iter().flatten().map(|version| version.schema.as_path());
            line.extend(values.into_iter().flatten().map(|value| {
                let path = schemas.next().or(are_paths.then_some(Path::new(value)));
                Word::new(id, value, path)
            }));
        }
        // The order of different options does not matter.
        line.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(Arguments(line))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Arguments::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Word {
    fn new(id: &str, value: &OsStr, path: Option<&Path>) -> Word {
        let text = value.to_string_lossy().into_owned();
        // `@FILE` stands for the lines of a file.
        let path = path.or_else(|| text.strip_prefix('@').map(Path::new));
        let file = path.and_then(|path| {
            let about = std::fs::metadata(path).ok()?;
            Some(if about.is_dir() { folder_stamp(path) } else { stamp(&about) })
        });
        Word { id: id.to_string(), text, file }
    }

    fn to_json(&self) -> Value {
        json!([self.id, self.text, self.file])
    }
}

/// The same for the files of a folder.
fn folder_stamp(folder: &Path) -> (u64, u64) {
    let files =
        std::fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| entry.metadata().ok());
    files
        .filter(Metadata::is_file)
        .map(|file| stamp(&file))
        .fold((0, 0), |(size, time), (one, when)| (size.saturating_add(one), time.max(when)))
}

/// The size and modification time of a file.
fn stamp(file: &Metadata) -> (u64, u64) {
    let since = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    (file.len(), since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0))
}

impl Arguments {
    /// Opens the output for `--resume`, after what an interrupted run has written.
    fn open(&self, output: &OutputArg, files: &[PathBuf]) -> Result<(Destination, Resume), Failure> {
        if files.is_empty() || files.iter().any(|path| path == Path::new("-")) {
            return Err(Failure::Usage(
                "--resume: name the input files; standard input can't be read again".into(),
            ));
        }
        let Some(path) = output.named() else {
            return Err(Failure::Usage(
                "--resume: name the output with -o FILE; standard output can't be continued".into(),
            ));
        };
        let (partial, journal) = (with_ending(path, ".partial"), with_ending(path, ".resume"));
        for input in files {
            if std::fs::metadata(input).is_ok_and(|input| !input.is_file()) {
                let name = input.display();
                return Err(Failure::Usage(format!(
                    "--resume: {name} is not a regular file, so it can't be read again"
                )));
            }
        }
        let there = std::fs::symlink_metadata(&partial).ok();
        let began = match (self.began(&journal, &partial)?, &there) {
            (None, Some(there)) if there.len() > 0 => {
                let (partial, journal) = (partial.display(), journal.display());
                return Err(Failure::Usage(format!(
                    "--resume would write {partial}, which is there without {journal}: remove or rename it"
                )));
            }
            (began, Some(_)) => began,
            (_, None) => None,
        };
        let octets = began.as_ref().map_or(0, |began| began.output);
        if there.is_some_and(|there| there.len() < octets) {
            let what = format!("{} has lost its end", partial.display());
            return Err(start_over(&what, &journal, &partial));
        }
        let failed = |error: io::Error| Failure::Io(format!("{}: {error}", partial.display()));
        let file = NewFile::continued(path, &partial, octets).map_err(failed)?;
        let written = file.handle().map_err(failed)?;
        let resume = Resume {
            saved: AtomicBool::new(began.as_ref().is_some_and(Began::is_further)),
            input: AtomicUsize::new(0),
            unread: AtomicBool::new(began.as_ref().is_some_and(|began| began.unread)),
            line: self.0.iter().map(Word::to_json).collect(),
            finished: false,
            partial,
            journal,
            written,
            began,
        };
        if resume.began.is_none() {
            resume.write(0, None, &Totals::default())?;
        }
        Ok((Destination::of_file(path, file), resume))
    }

    /// The position of the interrupted run; `None` if there was none.
    fn began(&self, journal: &Path, partial: &Path) -> Result<Option<Began>, Failure> {
        let name = journal.display();
        let text = match std::fs::read(journal) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("{name}: {error}"))),
        };
        let unlike = |what: &str| start_over(what, journal, partial);
        let json: Value = serde_json::from_slice(&text).unwrap_or_default();
        if json["wireglot"] != VERSION {
            return Err(unlike(&format!("{name} was not written by this version of wireglot, {VERSION}")));
        }
        if json["check"] != check(&json) {
            return Err(unlike(&format!("{name} is damaged")));
        }
        let before = json["line"].as_array().map_or(&[][..], Vec::as_slice);
        // Only a run that stops at an error can be continued in another way.
        let how = before.iter().find(|word| word[0] == ON_ERROR && word[1] != "stop");
        let compared = |word: &Value| how.is_some() || word[0] != ON_ERROR;
        let before: Vec<Value> = before.iter().filter(|word| compared(word)).cloned().collect();
        let now: Vec<Value> = self.0.iter().map(Word::to_json).filter(compared).collect();
        if before == now {
            let began = Began::of_json(&json).map(Some);
            return began.ok_or_else(|| unlike(&format!("{name} is damaged")));
        }
        let other = "the run to continue had other arguments";
        let only_in = |some: &[Value], others: &[Value]| {
            some.iter().find(|word| !others.contains(word)).map(|word| shown(word).to_string())
        };
        Err(unlike(&match (only_in(&now, &before), only_in(&before, &now)) {
            (Some(word), Some(same)) if word == same => {
                format!("{word} has changed since the run to continue")
            }
            (Some(word), _) => format!("{other}: `{word}` is new"),
            (None, Some(word)) => format!("{other}: `{word}` is missing"),
            (None, None) => format!("{other}: their number or order differs"),
        }))
    }
}

/// The error for a run that can't be continued.
fn start_over(why: &str, journal: &Path, partial: &Path) -> Failure {
    let (journal, partial) = (journal.display(), partial.display());
    Failure::Usage(format!("{why}; to start over, delete {journal} and {partial}"))
}

/// The name of an argument in messages: its value, if it has one.
fn shown(word: &Value) -> &str {
    match (word[0].as_str(), word[1].as_str()) {
        (Some(id), Some("true")) => id,
        (_, value) => value.unwrap_or_default(),
    }
}

/// A checksum of a saved position (FNV-1a), without the one that it has.
fn check(json: &Value) -> u64 {
    let mut json = json.clone();
    if let Some(members) = json.as_object_mut() {
        members.remove("check");
    }
    let mix = |sum: u64, octet: u8| (sum ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3);
    json.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Finishes the output of a run.
pub fn finish(out: Destination, resume: Option<Resume>, readings: &Readings) -> Done {
    match resume {
        Some(resume) => resume.finish(out),
        None => readings.finish(out),
    }
}

/// Opens the output of a run over files of records. If `resume` was given, continues what an interrupted run with the
/// same arguments has written.
pub fn open(
    resume: bool,
    arguments: &Arguments,
    output: &OutputArg,
    files: &[PathBuf],
) -> Result<(Destination, Option<Resume>), Failure> {
    if !resume {
        return Ok((output.open()?, None));
    }
    let (out, resume) = arguments.open(output, files)?;
    Ok((out, Some(resume)))
}

/// The version, since another one may write different output.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// The position of an interrupted run.
struct Began {
    /// The index of the input file.
    input: usize,
    /// The position in that file; `None` for its start.
    place: Option<Checkpoint>,
    /// The size of the output up to there in bytes.
    output: u64,
    totals: Totals,
    /// Whether any file before it could not be read.
    unread: bool,
}

impl Began {
    /// Whether this is not the very beginning.
    fn is_further(&self) -> bool {
        self.input > 0 || self.place.is_some()
    }

    fn of_json(json: &Value) -> Option<Began> {
        let number = |name: &str| json[name].as_u64().filter(|number| *number < 1 << 62);
        let totals = Totals {
            inputs: number("inputs")?,
            good: number("good")?,
            damaged: number("damaged")?,
            passed_over: number("passed_over")?,
        };
        let place = match &json["place"] {
            Value::Null => None,
            place => Some(Checkpoint::of_json(place)?),
        };
        let input = usize::try_from(number("input")?).ok()?;
        Some(Began { input, place, output: number("output")?, totals, unread: json["unread"].as_bool()? })
    }
}

/// A run that can be interrupted. Unless it is finished, another run can continue it.
pub struct Resume {
    partial: PathBuf,
    journal: PathBuf,
    /// The partial file.
    written: File,
    line: Value,
    began: Option<Began>,
    /// The index of the current input file.
    input: AtomicUsize,
    unread: AtomicBool,
    /// Whether a position has been saved.
    saved: AtomicBool,
    finished: bool,
}

impl Resume {
    /// The number of bytes of input between two saved positions.
    pub fn every(&self) -> u64 {
        EVERY
    }

    /// The totals of the run being continued.
    pub fn totals(&self) -> Totals {
        self.began.as_ref().map_or_else(Totals::default, |began| began.totals)
    }

    /// Whether there is output to be continued.
    pub fn has_output(&self) -> bool {
        self.began.as_ref().is_some_and(|began| began.output > 0)
    }

    /// Whether any input could not be read so far.
    pub fn had_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// The number of inputs completed by the run being continued.
    pub fn done_inputs(&self) -> usize {
        self.began.as_ref().map_or(0, |began| began.input)
    }

    /// Sets the index of the current input, and whether any before it could not be read; returns the position to continue
    /// from.
    pub fn reads(&self, input: usize, unread: bool) -> Option<&Checkpoint> {
        self.input.store(input, Ordering::Relaxed);
        self.unread.store(unread, Ordering::Relaxed);
        self.began.as_ref().filter(|began| began.input == input)?.place.as_ref()
    }

    /// Saves a position in the current input, or its end (`None`). All output up to there must have been written.
    pub fn save(&self, totals: &Totals, at: Option<&Checkpoint>) -> io::Result<()> {
        self.written.sync_data()?;
        self.write(self.input.load(Ordering::Relaxed) + usize::from(at.is_none()), at, totals)?;
        self.saved.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn write(&self, input: usize, at: Option<&Checkpoint>, totals: &Totals) -> io::Result<()> {
        let Totals { inputs, good, damaged, passed_over } = totals;
        let mut json = json!({
            "wireglot": VERSION,
            "line": self.line,
            "input": input,
            "place": at.map(Checkpoint::to_json),
            "output": self.written.metadata()?.len(),
            "inputs": inputs, "good": good, "damaged": damaged, "passed_over": passed_over,
            "unread": self.had_unread(),
        });
        json["check"] = check(&json).into();
        let failed =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.journal.display()));
        write_file(&self.journal, format!("{json:#}\n").as_bytes()).map_err(failed)
    }

    /// Finishes the output, then removes the saved position.
    pub fn finish(mut self, out: Destination) -> Done {
        out.finish()?;
        self.finished = true;
        match std::fs::remove_file(&self.journal) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::Io(format!("{}: {error}", self.journal.display())))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Resume {
    /// Keeps the output of an unfinished run for another one, if a position has been saved.
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        if self.saved.load(Ordering::Relaxed) {
            note(&format!(
                "{} keeps the output so far: run the same command again to continue",
                self.partial.display()
            ));
        } else {
            let _ = std::fs::remove_file(&self.partial);
            let _ = std::fs::remove_file(&self.journal);
        }
    }
}
