//! `wireglot encode`: text to octets.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::explain::explain;
use wireglot_driver::forms::Form;
use wireglot_driver::records::FrameWriter;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::{EncodeOptions, Rules, Specification, ValueRef};

use crate::args::Schema;
use crate::data::{
    each_input, not_for_terminals, octets_alone, LimitArgs, OnError, OnUnknown, Pdu, Readings,
};
use crate::exit::{Done, Failure};
use crate::messages;
use crate::packed;
use crate::records::{OutFrameArgs, Place};
use crate::rendering::Rendering;
use crate::report::Report;
use crate::sbe;
use crate::texts::Take;
use crate::values::{Octets, Values};
use crate::words;

/// Encode values to octets
///
/// Reads one value after another, in either spelling of JSON or in ASN.1's value
/// notation, and writes the encoding of each. Named with -t, a value assignment of the specification is
/// encoded without any input.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot encode -s snmp.asn1 -t Message -r ber message.json > message.ber
  wireglot encode -s rocket.asn1 -t Flight -r uper --out hex flight.json
  wireglot encode -s rocket.asn1 -t Rocket.firstFlight -r der --out hex")]
pub struct Encode {
    #[command(flatten)]
    schema: Schema,
    #[command(flatten)]
    pdu: Pdu,
    /// The text of the input: json (either spelling) or value (X.680's notation)
    #[arg(long = "as", value_name = "TEXT", default_value = "json")]
    text: InputText,
    /// How the octets are written: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = words::forms_out(), hide_possible_values = true)]
    form: Form,
    /// The words between BEGIN and the dashes of PEM; the type's name unless told
    #[arg(long, value_name = "WORDS")]
    pem_label: Option<String>,
    /// What to do after a value that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
    /// Write values that break their constraints (ASN.1; minValue and maxValue of SBE are not looked at)
    #[arg(long)]
    no_constraints: bool,
    /// What to do with unknown extensions that a value carries
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    unknown: OnUnknown,
    /// BER: indefinite lengths for constructed encodings
    #[arg(long, help_heading = "BER")]
    indefinite: bool,
    /// BER: at least so many length octets behind the first, at most 8
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8), help_heading = "BER")]
    length_octets: u8,
    /// BER: strings longer than this are written in segments of so many octets
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "BER")]
    segment: Option<u64>,
    /// DER, CER: named bits lose their trailing zeros (X.690 11.2.2); else they keep those that the value has
    #[arg(long, help_heading = "DER and CER")]
    trim_named_bits: bool,
    /// Write components that have octets in `$raw` as these, if they hold the value (not PER)
    #[arg(long)]
    use_raw: bool,
    /// Read values as `decode --render` shows them: PATH=HOW or TYPE=HOW; @FILE has one a line; repeat it
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    #[command(flatten)]
    frames: OutFrameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum InputText {
    Json,
    Value,
}

impl Encode {
    pub fn run(self) -> Done {
        self.asn1_alone()?;
        if let Some(file) = self.schema.bitproto() {
            let (schema, root) = packed::schema(file, self.pdu.named.as_deref())?;
            self.frames.suit(self.form, false)?;
            not_for_terminals(self.form)?;
            let messages = packed::Messages { schema: &schema, root };
            return self.messages(&messages);
        }
        if let Some(file) = self.schema.sbe() {
            self.frames.suit(self.form, false)?;
            not_for_terminals(self.form)?;
            let messages = sbe::Messages::open(file, self.schema.strict, self.pdu.named.as_deref())?;
            return self.messages(&messages);
        }
        let rules = self.pdu.rules()?;
        let mut specification = self.schema.open()?;
        let named = self.schema.find_asked(&mut specification, self.pdu.named.as_deref())?;
        let (rules, text) = match rules {
            Notation::Binary(rules) => (rules, None),
            Notation::Text(text) => (Rules::default(), Some(text)),
        };
        self.frames.suit(self.form, text.is_some())?;
        match text {
            Some(_) => octets_alone("--out", self.form, Form::Raw)?,
            None => not_for_terminals(self.form)?,
        }
        if named.value.is_some() && !self.files.is_empty() {
            let name = self.pdu.name()?;
            return Err(Failure::Usage(format!("`{name}` is a value already: no file is read for it")));
        }
        if text.is_none() {
            self.schema.prepare(&mut specification, rules)?;
        }
        let mut run = Run {
            specification: &specification,
            rules,
            text,
            root: named.root,
            options: self.options(),
            form: self.form,
            label: self.label(),
            out: Box::new(std::io::BufWriter::new(std::io::stdout())),
            frames: FrameWriter::new(self.frames.framing()),
            on_error: self.on_error,
            wrong: false,
        };
        match named.value.as_ref().and_then(|tape| tape.root()) {
            Some(value) => {
                run.value(&Place::of(self.pdu.name()?), value)?;
                run.finish(&Readings::default())
            }
            None => {
                let readings = self.all_inputs(&specification, &mut run)?;
                run.finish(&readings)
            }
        }
    }

    /// Messages of a schema that is none of ASN.1.
    fn messages(&self, messages: &dyn messages::Messages) -> Done {
        let label = self.label();
        let output = messages::Output::Octets { form: self.form, label: &label };
        messages::Run::new(messages, self.on_error, output, self.frames.framing()).encode(&self.files)
    }

    fn all_inputs(&self, specification: &Specification, run: &mut Run) -> Result<Readings, Failure> {
        let rendering = Rendering::new(specification, &self.render)?;
        let text = match self.text {
            InputText::Json => texts::JSON,
            InputText::Value if rendering.is_empty() => texts::VALUE,
            InputText::Value => return Err(Failure::Usage("--render is for JSON".into())),
        };
        let limits = self.limits.limits();
        let values = Values::new(specification, run.root, text, run.rules, limits, &rendering);
        let codec = specification.codec(run.rules).filter(|_| run.text.is_none());
        let Some(codec) = codec else {
            return self.each(&mut { values }, |run, place, taken| run.taken(place, taken), run);
        };
        let frames = FrameWriter::new(self.frames.framing());
        let mut octets = Octets::new(values, codec, run.root, run.options, frames);
        let readings = self.each(&mut octets, |run, _, taken| run.written(&taken.framed), run);
        run.frames = octets.frames;
        readings
    }

    /// Takes the values of all inputs.
    fn each<T: Take>(
        &self,
        taker: &mut T,
        then: impl Fn(&mut Run, &Place, &T) -> Done,
        run: &mut Run,
    ) -> Result<Readings, Failure> {
        each_input(&self.files, |file, input| {
            let place = Place::of(&file);
            crate::texts::each(&place.file, input, taker, |taken| match taken {
                Ok(taken) => then(run, &place, taken),
                Err(misread) => run.report(misread.report(&place)),
            })
        })
    }

    fn options(&self) -> EncodeOptions {
        EncodeOptions {
            checks: !self.no_constraints,
            unknown: self.unknown.into(),
            indefinite: self.indefinite,
            length_octets: self.length_octets,
            segment: self.segment.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            trim: self.trim_named_bits,
            use_raw: self.use_raw,
            depth: self.limits.limits().depth,
        }
    }

    /// Refuses what only ASN.1 has of schemas in other languages.
    fn asn1_alone(&self) -> Done {
        self.schema.asn1_alone(&[
            ("--as value", matches!(self.text, InputText::Value)),
            ("--no-constraints", self.no_constraints),
            ("--unknown", self.unknown != OnUnknown::Keep),
            ("--indefinite", self.indefinite),
            ("--length-octets", self.length_octets > 0),
            ("--segment", self.segment.is_some()),
            ("--trim-named-bits", self.trim_named_bits),
            ("--use-raw", self.use_raw),
            ("--render", !self.render.is_empty()),
        ])
    }

    fn label(&self) -> String {
        let name = self.pdu.named.iter().flat_map(|name| name.rsplit('.')).next().unwrap_or("message");
        self.pem_label.clone().unwrap_or_else(|| name.to_uppercase())
    }
}

/// One run over all inputs.
struct Run<'s> {
    specification: &'s Specification,
    rules: Rules,
    text: Option<Text>,
    root: usize,
    options: EncodeOptions,
    form: Form,
    label: String,
    out: Box<dyn Write>,
    frames: FrameWriter,
    on_error: OnError,
    wrong: bool,
}

impl Run<'_> {
    fn value(&mut self, place: &Place, value: ValueRef) -> Done {
        if let Some(text) = self.text {
            return Ok(writeln!(self.out, "{}", self.specification.to_text(value, text))?);
        }
        let mut octets = Vec::new();
        let written = self.specification.encode(self.rules, self.root, value, &self.options, &mut octets);
        if let Err(error) = written {
            return self.report(Report {
                code: error.fault.code.word(),
                path: &error.path,
                message: explain(self.specification.shape(), value, &error),
                ..Report::at(place)
            });
        }
        self.framed(place, &octets)
    }

    fn taken(&mut self, place: &Place, values: &Values) -> Done {
        values.tape.root().map_or(Ok(()), |value| self.value(place, value))
    }

    /// Writes an encoding in its frame.
    fn framed(&mut self, place: &Place, octets: &[u8]) -> Done {
        let mut framed = Vec::new();
        if let Err(error) = self.frames.add(octets, &mut framed) {
            return self.report(Report { code: "frame", message: error.to_string(), ..Report::at(place) });
        }
        self.written(&framed)
    }

    /// Writes what has its frame.
    fn written(&mut self, framed: &[u8]) -> Done {
        let mut text = Vec::new();
        self.form.write(&mut text, framed, &self.label);
        Ok(self.out.write_all(&text)?)
    }

    fn report(&mut self, report: Report) -> Done {
        self.wrong = true;
        match self.text.is_none() && self.form == Form::Raw {
            true => report.tell_aside(self.on_error, &mut *self.out),
            false => report.tell(self.on_error, &mut *self.out),
        }
    }

    fn finish(mut self, readings: &Readings) -> Done {
        let mut rest = Vec::new();
        self.frames.finish(&mut rest);
        self.out.write_all(&rest)?;
        self.out.flush()?;
        readings.end(self.wrong)
    }
}
