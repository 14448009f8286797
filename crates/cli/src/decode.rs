//! `wireglot decode`: octets to text.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::forms::Form;
use wireglot_driver::json::{Layout, Spelling};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{Text, TextWriter};
use wireglot_driver::{Codec, DecodeError, DecodeOptions, Rules, Specification, ValueRef};

use crate::args::Schema;
use crate::data::{inputs, keep_raw, octets_alone, open, InForm, LimitArgs, OnError, OnUnknown, Pdu};
use crate::exit::{Done, Failure};
use crate::messages;
use crate::packed;
use crate::pdus::{Pdus, Place, Take};
use crate::report::Report;
use crate::sbe;

/// Decode octets to JSON
///
/// Reads one PDU after another from files or standard input and prints the value
/// of each. An error in data names the field and the octet.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot decode -s snmp.asn1 -t Message -r ber message.ber
  wireglot decode -s snmp.asn1 -t Message -r ber --in hex-lines messages.hex
  wireglot decode -s pkix.asn1 -t Certificate -r der --in pem --on-error report certificates.pem")]
pub struct Decode {
    #[command(flatten)]
    schema: Schema,
    #[command(flatten)]
    pdu: Pdu,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines (one PDU a line) or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw")]
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
    #[command(flatten)]
    limits: LimitArgs,
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
        if let Some(file) = self.schema.bitproto() {
            let (schema, root) = packed::schema(file, self.pdu.name()?)?;
            let messages = packed::Messages { schema: &schema, root };
            return messages::Run::new(&messages, self.on_error).decode(&self.files, self.form);
        }
        if let Some(file) = self.schema.sbe() {
            let messages = sbe::Messages::open(file, self.schema.strict, self.pdu.named.as_deref())?;
            return messages::Run::new(&messages, self.on_error).decode(&self.files, self.form);
        }
        let rules = self.pdu.rules()?;
        let mut specification = self.schema.open()?;
        let root = self.schema.find(&mut specification, self.pdu.name()?)?.root;
        let rules = match rules {
            Notation::Binary(rules) => rules,
            Notation::Text(text) => return self.texts(&specification, root, text),
        };
        keep_raw(&self.keep_raw, &mut specification, rules)?;
        self.schema.prepare(&mut specification, rules)?;
        let codec = specification.codec(rules).ok_or(Failure::Schema)?;
        let out = self.output(&specification);
        let mut run = Run { codec, root, out, on_error: self.on_error, wrong: false };
        for path in inputs(&self.files) {
            let (name, input) = open(&path)?;
            let mut pdus = Pdus { codec, form: self.form, options: self.options(), on_error: self.on_error };
            pdus.input(name, input, &mut run)?;
        }
        run.finish()
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions {
            strict: self.forms.map(|forms| forms == Strictness::Strict),
            unknown: self.unknown.into(),
            checks: self.check_constraints,
            defaults: self.defaults,
            trailing: true,
            limits: self.limits.limits(),
            ..DecodeOptions::default()
        }
    }

    fn output<'s>(&self, specification: &'s Specification) -> Output<'s> {
        let lines = self.lines || matches!(self.form, InForm::Known(Form::HexLines));
        let layout = if lines { Layout::Compact } else { Layout::Indented };
        let text = match self.text {
            OutputText::Json => Text::Json(Spelling::Json),
            OutputText::Jer => Text::Json(Spelling::Jer),
            OutputText::Value => Text::Value,
        };
        Output {
            writer: TextWriter::new(specification.shape(), text, layout),
            out: Box::new(std::io::BufWriter::with_capacity(BUFFER, std::io::stdout())),
        }
    }

    /// Values that are text already: read and written again.
    fn texts(&self, specification: &Specification, root: usize, text: Text) -> Done {
        if let InForm::Known(form) = self.form {
            octets_alone("--in", form, Form::Raw)?;
        }
        let mut output = self.output(specification);
        let mut wrong = false;
        for path in inputs(&self.files) {
            let (file, input) = open(&path)?;
            let place = Place { file, line: None };
            let mut reader = specification.text_reader(text, Rules::Ber, self.limits.limits());
            let ty = specification.shape().roots[root].shape;
            crate::texts::each(&place.file, input, &mut reader, ty, |read| match read {
                Ok(value) => output.value(value),
                Err(misread) => {
                    wrong = true;
                    misread.report(&place).tell(self.on_error, &mut *output.out)
                }
            })?;
        }
        output.out.flush()?;
        if wrong {
            Err(Failure::Data)
        } else {
            Ok(())
        }
    }
}

/// How many octets are written at once.
const BUFFER: usize = 1 << 17;

/// Where values go.
struct Output<'s> {
    writer: TextWriter<'s>,
    out: Box<dyn Write>,
}

impl Output<'_> {
    fn value(&mut self, value: ValueRef) -> Done {
        self.writer.clear();
        self.writer.value(value);
        self.flush_value()
    }

    fn flush_value(&mut self) -> Done {
        self.out.write_all(self.writer.octets())?;
        Ok(self.out.write_all(b"\n")?)
    }
}

/// One run over all inputs.
struct Run<'s> {
    codec: &'s Codec,
    root: usize,
    out: Output<'s>,
    on_error: OnError,
    wrong: bool,
}

impl Take for Run<'_> {
    fn decode(&mut self, octets: &[u8], options: &DecodeOptions) -> Result<usize, DecodeError> {
        self.out.writer.clear();
        self.out.writer.decode(self.codec, self.root, octets, options)
    }

    fn done(&mut self, _: &Place) -> Done {
        self.out.flush_value()
    }

    fn report(&mut self, report: Report) -> Done {
        self.wrong = true;
        report.tell(self.on_error, &mut *self.out.out)
    }
}

impl Run<'_> {
    fn finish(mut self) -> Done {
        self.out.out.flush()?;
        match self.wrong {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }
}
