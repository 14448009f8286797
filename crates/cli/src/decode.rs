//! `wireglot decode`: octets to text.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::forms::Form;
use wireglot_driver::json::Layout;
use wireglot_driver::records::{Framing, Refused};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text, TextWriter};
use wireglot_driver::{Codec, DecodeOptions, Rules, Specification, Tape};

use crate::args::Schema;
use crate::capture::{self, CaptureArgs};
use crate::data::{each_input, keep_raw, octets_alone, InForm, LimitArgs, OnError, OnUnknown, Pdu};
use crate::exit::{Done, Failure};
use crate::messages::{self, Output};
use crate::packed;
use crate::records::{self, extent, probe, Bad, FrameArgs, Place, ReadArgs, Settings, Work, Worker};
use crate::rendering::Rendering;
use crate::sbe;
use crate::select::Select;
use crate::shown::Shown;
use crate::values::Values;
use crate::words;

/// Decode octets to JSON
///
/// Reads one PDU after another from files or standard input and prints the value
/// of each. An error in data names the field and the octet.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot decode -s snmp.asn1 -t Message -r ber message.ber
  wireglot decode -s snmp.asn1 -t Message -r ber --in hex-lines messages.hex
  wireglot decode -s calls.asn1 -t Call -r ber --block 128 --lines --render imsi=tbcd calls.blocks
  wireglot decode -s pkix.asn1 -t Certificate -r der --in pem --on-error report certificates.pem")]
pub struct Decode {
    #[command(flatten)]
    schema: Schema,
    #[command(flatten)]
    pdu: Pdu,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines or base64-lines
    /// (one PDU a line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw", value_parser = words::forms_in(), hide_possible_values = true)]
    form: InForm,
    /// The text of values: json shows everything, jer is X.697 to the letter, value is ASN.1's notation
    #[arg(long = "as", value_name = "TEXT", default_value = "json")]
    text: OutputText,
    /// One value a line (as --in hex-lines does), for NDJSON
    #[arg(long)]
    lines: bool,
    /// What to do after a PDU that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
    /// Refuse values that break their constraints
    #[arg(long)]
    check_constraints: bool,
    /// What to do with extensions that the specification does not know
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    unknown: OnUnknown,
    /// Show components that are absent with their default
    #[arg(long)]
    defaults: bool,
    /// Keep the octets of a component as they came, such as Certificate.tbsCertificate, not in PER;
    /// @FILE has one path a line; repeat it for more
    #[arg(long, value_name = "PATH")]
    keep_raw: Vec<String>,
    /// Which encodings to take: der is strict and ber tolerant unless this says otherwise
    #[arg(long, value_name = "HOW")]
    forms: Option<Strictness>,
    /// Show these fields alone, each under its path: --select imsi,location.cell,parties[*].number
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    select: Vec<String>,
    /// Show values as people call them: PATH=HOW or TYPE=HOW, where HOW is tbcd, plmn, bcd-time, ip,
    /// text, oid-name, utc-time or generalized-time; @FILE has one a line; repeat it for more
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    capture: CaptureArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OutputText {
    Json,
    Jer,
    Value,
}

/// Which encodings are taken.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strictness {
    /// Canonical ones only
    Strict,
    /// All that the basic rules allow
    Tolerant,
}

impl Decode {
    pub fn run(self) -> Done {
        if self.capture.is_asked() && self.schema.sbe().is_none() {
            return Err(Failure::Usage("--pcap and --packing are for message schemas of SBE".into()));
        }
        self.asn1_alone()?;
        if let Some(file) = self.schema.bitproto() {
            let (schema, root) = packed::schema(file, self.pdu.named.as_deref())?;
            let messages = packed::Messages { schema: &schema, root };
            return messages::decode(&messages, &self.settings()?, &self.files, Output::Json, None);
        }
        if let Some(file) = self.schema.sbe() {
            let messages = sbe::Messages::open(file, self.schema.strict, self.pdu.named.as_deref())?;
            if self.capture.is_asked() {
                self.packets_alone()?;
                return capture::decode(&messages, &self.capture, self.on_error, &self.files);
            }
            return messages::decode(&messages, &self.settings()?, &self.files, Output::Json, None);
        }
        let rules = self.pdu.rules()?;
        let mut specification = self.schema.open()?;
        let root = self.schema.find_asked(&mut specification, self.pdu.named.as_deref())?.root;
        let rules = match rules {
            Notation::Binary(rules) => rules,
            Notation::Text(text) => return self.texts(&specification, root, text),
        };
        keep_raw(&self.keep_raw, &mut specification, rules)?;
        self.schema.prepare(&mut specification, rules)?;
        let work = Decoding {
            codec: specification.codec(rules).ok_or(Failure::Schema)?,
            root,
            options: self.options(),
            shown: self.shown(&specification, root)?,
        };
        let mut out = BufWriter::with_capacity(BUFFER, std::io::stdout());
        records::Run::new(&self.settings()?, &work, &mut out).all(&self.files)
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let most = self.limits.limits().total;
        let settings = self.reading.settings(self.form, &self.frames, self.on_error, most)?;
        Ok(Settings { several: settings.several || self.lines, ..settings })
    }

    /// Refuses what is said of files of records where messages stand in packets.
    fn packets_alone(&self) -> Done {
        let raw = matches!(self.form, InForm::Known(Form::Raw));
        match raw && self.frames.framing() == Framing::default() && !self.reading.says_anything() {
            true => Ok(()),
            false => Err(Failure::Usage(
                "--in and options of files of records say nothing of captures and packets: leave them out"
                    .into(),
            )),
        }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions {
            strict: self.forms.map(|forms| forms == Strictness::Strict),
            unknown: self.unknown.into(),
            checks: self.check_constraints,
            defaults: self.defaults,
            ..self.limits.options()
        }
    }

    fn text(&self) -> Text {
        match self.text {
            OutputText::Json => texts::JSON,
            OutputText::Jer => texts::JER,
            OutputText::Value => texts::VALUE,
        }
    }

    fn layout(&self) -> Layout {
        match self.lines || matches!(self.form, InForm::Known(form) if form.is_lines()) {
            true => Layout::Compact,
            false => Layout::Indented,
        }
    }

    /// Values that are text already: read and written again.
    fn texts(&self, specification: &Specification, root: usize, text: Text) -> Done {
        if let InForm::Known(form) = self.form {
            octets_alone("--in", form, Form::Raw)?;
        }
        let for_octets = [
            ("--keep-raw", !self.keep_raw.is_empty()),
            ("--forms", self.forms.is_some()),
            ("--defaults", self.defaults),
            ("--check-constraints", self.check_constraints),
        ];
        if let Some((option, _)) = for_octets.into_iter().find(|(_, said)| *said) {
            return Err(Failure::Usage(format!("{option}: only octets have this, and these rules are text")));
        }
        self.reading.refuse_for_text(&self.frames)?;
        let shown = self.shown(specification, root)?;
        let plain = Rendering::default();
        let mut values =
            Values::new(specification, root, text, Rules::default(), self.limits.limits(), &plain);
        let mut writer = shown.writer();
        let mut out = BufWriter::with_capacity(BUFFER, std::io::stdout());
        let mut wrong = false;
        let readings = each_input(&self.files, |file, input| {
            let place = Place::of(&file);
            crate::texts::each(&place.file, input, &mut values, |taken| match taken {
                Ok(taken) => {
                    let mut made = Vec::new();
                    if let Some(value) = taken.tape.root() {
                        shown.value(value, &mut *writer, &mut made);
                    }
                    Ok(out.write_all(&made)?)
                }
                Err(misread) => {
                    wrong = true;
                    misread.report(&place).tell(self.on_error, &mut out)
                }
            })
        })?;
        out.flush()?;
        readings.end(wrong)
    }

    /// Refuses what only ASN.1 has of schemas in other languages.
    fn asn1_alone(&self) -> Done {
        self.schema.asn1_alone(&[
            ("--as", !matches!(self.text, OutputText::Json)),
            ("--check-constraints", self.check_constraints),
            ("--unknown", self.unknown != OnUnknown::Keep),
            ("--defaults", self.defaults),
            ("--keep-raw", !self.keep_raw.is_empty()),
            ("--forms", self.forms.is_some()),
            ("--select", !self.select.is_empty()),
            ("--render", !self.render.is_empty()),
        ])
    }

    /// How values are shown.
    fn shown<'s>(&'s self, specification: &'s Specification, root: usize) -> Result<Shown<'s>, Failure> {
        let shown = Shown {
            specification,
            text: self.text(),
            layout: self.layout(),
            name: self.pdu.name()?.rsplit('.').next().unwrap_or_default(),
            select: Select::new(specification, root, &self.select)?,
            rendering: Rendering::new(specification, &self.render)?,
        };
        match (shown.select.is_some() || !shown.rendering.is_empty()) && !shown.text.is_json {
            true => Err(Failure::Usage("--select and --render are for JSON".into())),
            false => Ok(shown),
        }
    }
}

/// How many octets are written at once.
const BUFFER: usize = 1 << 17;

/// What is done with octets of a plan.
struct Decoding<'s> {
    codec: &'s Codec,
    root: usize,
    options: DecodeOptions,
    shown: Shown<'s>,
}

impl Work for Decoding<'_> {
    fn worker(&self, _: bool) -> Box<dyn Worker + '_> {
        Box::new(Decoder { of: self, writer: self.shown.writer(), tape: Tape::new() })
    }
}

/// Decodes on one thread.
struct Decoder<'d> {
    of: &'d Decoding<'d>,
    writer: Box<dyn TextWriter + 'd>,
    tape: Tape,
}

impl Worker for Decoder<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        let Decoding { codec, root, options, shown } = self.of;
        if shown.select.is_none() {
            self.writer.clear();
            let taken = self.writer.decode(codec, *root, octets, options)?;
            shown.line(self.writer.octets(), out);
            return Ok(taken);
        }
        self.tape.clear();
        let taken = codec.decode(*root, octets, options, &mut self.tape)?;
        if let Some(value) = self.tape.root() {
            shown.value(value, &mut *self.writer, out);
        }
        Ok(taken)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        probe(self.of.codec, self.of.root, octets, &self.of.options)
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        extent(self.of.codec, octets, &self.of.options)
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.of.codec.lists(self.of.root, octets)
    }

    fn name(&self) -> &str {
        self.of.shown.name
    }
}
