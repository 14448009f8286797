//! Options of verbs that read or write data, and their common loop over inputs.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, Input};
use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::packed::{peek, Packed};
use wireglot_driver::rules::Notation;
use wireglot_driver::{Limits, Rules, Unknowns};

use crate::input::args::Schema;
use crate::input::contents;
use crate::input::missing::{Needs, RulesNeed, Sample};
use crate::input::rules_word::RulesWord;
use crate::input::value_parsers;
use crate::output::destination::{Destination, OutputArg};
use crate::output::exit::{complain, note, Done, Failure, Unreadable};

/// The type and the rules.
#[derive(Args)]
pub struct Pdu {
    /// The type: Module.Type or Type, or a value assignment, Module.value; optional for SBE, whose messages
    /// identify themselves
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub named: Option<String>,
    /// The encoding rules: ber der cer uper aper cuper caper oer coer jer json value xer h248 h248-compact
    /// etf; bitproto and SBE need none
    ///
    /// Unaligned PER is uper (LTE and NR RRC), aligned PER is aper (S1AP, NGAP, X2AP, H.323); cuper and caper
    /// are canonical PER, coer is canonical OER. jer and json are two forms of JSON, and value is ASN.1's
    /// value notation.
    #[arg(short, long, value_name = "RULES", value_parser = value_parsers::rules(), hide_possible_values = true)]
    rules: Option<RulesWord>,
}

impl Pdu {
    /// The rules, if they were given and the schema does not determine them.
    pub fn rules(&self, language: &dyn SchemaLanguage) -> Option<Notation> {
        self.rules.map(|word| word.0).filter(|_| language.features().contains(&Feature::Rules))
    }

    /// Whether the rules were said.
    pub fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Whether neither the type nor the rules were said.
    pub fn is_unsaid(&self) -> bool {
        self.named.is_none() && self.rules.is_none()
    }

    /// Whether both were said.
    pub fn is_said(&self) -> bool {
        self.named.is_some() && self.rules.is_some()
    }

    /// Sets the type and the rules.
    pub fn set(&mut self, ty: &str, rules: Rules) {
        self.named = Some(ty.to_string());
        self.rules = Some(RulesWord(Notation::Binary(rules)));
    }

    /// Requires the schema, the type and the rules; `inputs` are read to suggest missing ones.
    pub fn demand(&self, schema: &Schema, inputs: &[PathBuf], form: InForm) -> Done {
        self.demand_with(schema, (inputs, form), None)
    }

    /// The same with a message from the inputs.
    pub fn demand_with(
        &self,
        schema: &Schema,
        (inputs, form): (&[PathBuf], InForm),
        sample: Option<Sample>,
    ) -> Done {
        let rules = RulesNeed::of_inputs(Notation::words().collect());
        let ty = self.named.is_none().then_some("-t");
        let said = match self.rules {
            Some(RulesWord(Notation::Binary(rules))) => Some(rules),
            _ => None,
        };
        let rules = if self.rules.is_none() { vec![rules] } else { Vec::new() };
        let said = (self.named.as_deref(), said);
        Needs { schema, ty, rules: &rules, said, inputs, form }.met_with(sample)
    }
}

/// What one message may ask of us.
#[derive(Args)]
pub struct LimitArgs {
    /// A limit for each message: depth, elements, empty_elements, integer_octets, string_octets, total, or
    /// output (the size of its text); may be repeated
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit)]
    wanted: Vec<(usize, u64)>,
}

/// The requested limits.
#[derive(Default)]
struct Asked {
    limits: Limits,
    output: Option<usize>,
}

/// The greatest `depth`. Values that nest deeper may need more stack than there is.
const DEPTH: u64 = 1024;

/// Limits by name; all but the last have the names used in the crates and in C.
const LIMITS: [(&str, fn(&mut Asked, u64)); 7] = [
    ("depth", |asked, n| asked.limits.depth = u32::try_from(n).unwrap_or(u32::MAX)),
    ("elements", |asked, n| asked.limits.elements = n),
    ("empty_elements", |asked, n| asked.limits.empty_elements = n),
    ("integer_octets", |asked, n| asked.limits.integer_octets = count(n)),
    ("string_octets", |asked, n| asked.limits.string_octets = count(n)),
    ("total", |asked, n| asked.limits.total = count(n)),
    ("output", |asked, n| asked.output = Some(count(n))),
];

/// Converts a number of bytes; one too large for memory becomes the maximum.
fn count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Parses the index of a limit, and its value.
fn limit(text: &str) -> Result<(usize, u64), String> {
    let (name, number) = text.split_once('=').ok_or("write NAME=N, such as depth=64")?;
    let Some(position) = LIMITS.iter().position(|(known, _)| *known == name) else {
        return Err(format!("the limits are {}", LIMITS.map(|(known, _)| known).join(", ")));
    };
    let number = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
    match name == "depth" && number > DEPTH {
        true => Err(format!("depth can be at most {DEPTH}")),
        false => Ok((position, number)),
    }
}

impl LimitArgs {
    /// The decoding limits.
    pub fn limits(&self) -> Limits {
        self.asked().limits
    }

    /// The maximum size of a message's text in bytes, if given.
    pub fn output(&self) -> Option<usize> {
        self.asked().output
    }

    fn asked(&self) -> Asked {
        let mut asked = Asked::default();
        for (position, number) in &self.wanted {
            LIMITS[*position].1(&mut asked, *number);
        }
        asked
    }
}

/// What to do with unknown extensions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnUnknown {
    /// Leave them out
    Skip,
    /// Keep them, as octets
    Keep,
    /// Refuse them
    Reject,
}

impl From<OnUnknown> for Unknowns {
    fn from(what: OnUnknown) -> Unknowns {
        match what {
            OnUnknown::Skip => Unknowns::Skip,
            OnUnknown::Keep => Unknowns::Keep,
            OnUnknown::Reject => Unknowns::Reject,
        }
    }
}

/// Rejects a binary form if values are written as text.
pub fn octets_alone(option: &str, form: Form, usual: Form) -> Result<(), Failure> {
    match form == usual {
        true => Ok(()),
        false => Err(Failure::Usage(format!("{option} is for octets; these rules make text"))),
    }
}

/// Rejects raw bytes on a terminal, which would interpret some of them as control sequences.
pub fn not_for_terminals(form: Form, output: &OutputArg) -> Result<(), Failure> {
    match form == Form::Raw && output.is_terminal() {
        true => Err(Failure::Usage(
            "raw octets are not written to a terminal: add --out hex to see them, or -o FILE to keep them"
                .into(),
        )),
        false => Ok(()),
    }
}

/// A file or standard input.
struct Source<R> {
    name: String,
    input: R,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.input.read(out).map_err(|error| {
            let message = format!("{}: {error}", self.name);
            io::Error::new(error.kind(), Unreadable { message })
        })
    }
}

/// Opens an input and returns its name; `-` is standard input. gzip and zstd are decompressed. Its errors name the
/// input: see [`Unreadable`].
pub fn open(path: &Path, form: InForm) -> Result<(String, Input<'static>), Failure> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            note("reading standard input: press Ctrl-D to end it, Ctrl-C to quit");
        }
        return decompressed("standard input".to_string(), io::stdin(), form);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    decompressed(name, file, form)
}

/// Decompresses an input if it starts like a compressed file, and reports that.
fn decompressed(
    name: String,
    input: impl Read + Send + 'static,
    form: InForm,
) -> Result<(String, Input<'static>), Failure> {
    let (input, packed) = peek(input).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let input: Box<dyn Read + Send> = match packed_in(form, packed) {
        None => Box::new(input),
        Some(packed) => match packed.open(input) {
            Ok(input) => {
                let what = packed.name();
                note(&match packed {
                    Packed::Utf16 { .. } => format!("{name} is text in {what}"),
                    _ => format!("{name} is compressed with {what}: decompressed"),
                });
                input
            }
            Err(input) => {
                let what = packed.name();
                note(&format!("{name} looks like {what}, which isn't decompressed here: unpack it first"));
                Box::new(input)
            }
        },
    };
    Ok((name.clone(), Box::new(Source { name, input })))
}

/// What an input in a form is packed in, as far as its first bytes show it. Raw bytes are never text.
fn packed_in(form: InForm, packed: Option<Packed>) -> Option<Packed> {
    let is_raw = form == InForm::Known(Form::Raw);
    packed.filter(|packed| !(is_raw && matches!(packed, Packed::Utf16 { .. })))
}

/// Opens an input at an offset in its data, which is decompressed up to there if need be.
pub fn open_at(path: &Path, offset: u64, form: InForm) -> Result<(String, Input<'static>), Failure> {
    let name = path.display().to_string();
    let failed = |error: io::Error| Failure::Input(format!("{name}: {error}"));
    if packed_in(form, contents::packed(path)).is_some() {
        let (name, mut input) = open(path, form)?;
        io::copy(&mut input.by_ref().take(offset), &mut io::sink())?;
        return Ok((name, input));
    }
    let mut input = File::open(path).map_err(failed)?;
    input.seek(SeekFrom::Start(offset)).map_err(failed)?;
    Ok((name.clone(), Box::new(Source { name, input })))
}

/// Whether all inputs could be read.
#[derive(Default)]
#[must_use]
pub struct Readings {
    unread: bool,
}

impl Readings {
    /// The result so far of a run that continues another; `unread`: it could not read all of its inputs.
    pub fn after(unread: bool) -> Readings {
        Readings { unread }
    }

    /// Whether any input could not be read.
    pub fn had_unread(&self) -> bool {
        self.unread
    }

    /// Processes an input. If it can't be read, reports that with `tell` and allows continuing with others.
    pub fn take(&mut self, tell: impl FnOnce(&str), read: impl FnOnce() -> Done) -> Done {
        match read() {
            Err(Failure::Input(message)) => {
                self.unread = true;
                tell(&message);
                Ok(())
            }
            Err(Failure::Data) => self.end(true),
            done => done,
        }
    }

    /// Finishes the output of a run. If it is empty because inputs could not be read, a file stays as it was.
    pub fn finish(&self, out: Destination) -> Done {
        match self.unread && out.is_empty() {
            true => Ok(()),
            false => out.finish(),
        }
    }

    /// The result of a run over all inputs.
    pub fn end(&self, wrong: bool) -> Done {
        match (self.unread, wrong) {
            (true, _) => Err(Failure::Unread),
            (false, true) => Err(Failure::Data),
            (false, false) => Ok(()),
        }
    }
}

/// Processes each input. If one can't be read, reports that and continues with the next.
pub fn each_input(
    files: &[PathBuf],
    form: InForm,
    mut then: impl FnMut(String, Input) -> Done,
) -> Result<Readings, Failure> {
    let mut readings = Readings::default();
    for path in paths(files) {
        readings.take(complain, || {
            let (name, input) = open(&path, form)?;
            then(name, input)
        })?;
    }
    Ok(readings)
}

/// The inputs: the given files, or standard input.
pub fn paths(files: &[PathBuf]) -> Vec<PathBuf> {
    match files {
        [] => vec![PathBuf::from("-")],
        files => files.to_vec(),
    }
}

/// The paths of components whose encoding is kept, with each `@FILE` replaced by its lines.
pub fn raw_paths(said: &[String]) -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for path in said {
        let Some(file) = path.strip_prefix('@') else {
            paths.push(path.clone());
            continue;
        };
        let text = std::fs::read_to_string(file).map_err(|e| Failure::Io(format!("{file}: {e}")))?;
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        paths.extend(lines.filter(|line| !line.is_empty()).map(String::from));
    }
    Ok(paths)
}
