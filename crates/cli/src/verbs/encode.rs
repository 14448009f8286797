//! `wireglot encode`: text to octets.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{OnError, Place};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::messages::{
    to_text, Encoding, FieldError, Message, MessageRequest, Rendering, Retelling, Shown, Take, Values,
    Writing,
};
use wireglot_driver::records::FrameWriter;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::{EncodeOptions, ValueRef};

use crate::input::args::Schema;
use crate::input::data::{each_input, not_for_terminals, octets_alone, LimitArgs, OnUnknown, Pdu, Readings};
use crate::input::rendering::rendering;
use crate::input::value_parsers;
use crate::output::exit::{Done, Failure};
use crate::output::report::Report;
use crate::records::OutFrameArgs;

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
    #[arg(long = "as", value_name = "TEXT", default_value = texts::JSON.word, value_parser = value_parsers::texts_in())]
    text: Text,
    /// How the octets are written: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = value_parsers::forms_out(), hide_possible_values = true)]
    form: Form,
    /// The words between BEGIN and the dashes of PEM; the type's name unless told
    #[arg(long, value_name = "WORDS")]
    pem_label: Option<String>,
    /// What to do after a value that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop", value_parser = value_parsers::on_error())]
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

impl Encode {
    pub fn run(self) -> Done {
        let language = self.demand()?;
        let rules = self.pdu.rules(language)?;
        let text = match rules {
            Some(Notation::Text(text)) => Some(text),
            _ => None,
        };
        self.frames.suit(self.form, text.is_some())?;
        match text {
            Some(_) => octets_alone("--out", self.form, Form::Raw)?,
            None => not_for_terminals(self.form)?,
        }
        let rules = match rules {
            Some(Notation::Binary(rules)) => Some(rules),
            _ => None,
        };
        let (name, strict) = (self.pdu.named.as_deref(), self.schema.strict);
        let asked = MessageRequest { name, rules: rules.as_slice(), strict, ..MessageRequest::default() };
        let message = &*self.schema.message("encode", &asked)?;
        if message.constant().is_some() && !self.files.is_empty() {
            let name = self.pdu.name()?;
            return Err(Failure::Usage(format!("`{name}` is a value already: no file is read for it")));
        }
        let mut run = Run {
            text,
            form: self.form,
            label: self.label(),
            out: Box::new(std::io::BufWriter::new(std::io::stdout())),
            frames: FrameWriter::new(self.frames.framing()),
            on_error: self.on_error,
            wrong: false,
        };
        let writing = Writing { rules, options: self.options() };
        let readings = match message.constant() {
            Some(value) => {
                run.constant(&Place::of(self.pdu.name()?), message, value, &writing)?;
                Readings::default()
            }
            None => self.all_inputs(message, writing, &mut run)?,
        };
        run.finish(&readings)
    }

    fn all_inputs(
        &self,
        message: &dyn Message,
        writing: Writing,
        run: &mut Run,
    ) -> Result<Readings, Failure> {
        let rendering = rendering(message, &self.render)?;
        if !self.text.is_json && !rendering.is_empty() {
            return Err(Failure::Usage("--render is for JSON".into()));
        }
        let values = Values::new(message, self.text, writing.rules, self.limits.limits(), &rendering);
        if let Some(text) = run.text {
            let (layout, rendering) = (Layout::Compact, Rendering::default());
            let shown = Shown { message, text, layout, select: None, rendering };
            let mut retelling = Retelling::new(values, shown);
            return self.each(&mut retelling, |run, taken| Ok(run.out.write_all(&taken.made)?), run);
        }
        let frames = FrameWriter::new(self.frames.framing());
        let mut encoding = Encoding::new(values, writing, frames);
        let readings = self.each(&mut encoding, |run, taken| run.written(&taken.framed), run);
        run.frames = encoding.frames;
        readings
    }

    /// Takes the values of all inputs.
    fn each<T: Take>(
        &self,
        taker: &mut T,
        then: impl Fn(&mut Run, &T) -> Done,
        run: &mut Run,
    ) -> Result<Readings, Failure> {
        each_input(&self.files, |file, input| {
            let place = Place::of(&file);
            crate::input::texts::each(&place.file, input, taker, |taken| match taken {
                Ok(taken) => then(run, taken),
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

    /// Refuses what the language of the schema has not.
    fn demand(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        self.schema.demand(&[
            (&format!("--as {}", self.text.word), Feature::TextForms, self.text != texts::JSON),
            ("--no-constraints", Feature::Constraints, self.no_constraints),
            ("--unknown", Feature::Extensions, self.unknown != OnUnknown::Keep),
            ("--indefinite", Feature::Encodings, self.indefinite),
            ("--length-octets", Feature::Encodings, self.length_octets > 0),
            ("--segment", Feature::Encodings, self.segment.is_some()),
            ("--trim-named-bits", Feature::Encodings, self.trim_named_bits),
            ("--use-raw", Feature::Raw, self.use_raw),
            ("--render", Feature::Render, !self.render.is_empty()),
        ])
    }

    fn label(&self) -> String {
        let name = self.pdu.named.iter().flat_map(|name| name.rsplit('.')).next().unwrap_or("message");
        self.pem_label.clone().unwrap_or_else(|| name.to_uppercase())
    }
}

/// One run over all inputs.
struct Run {
    text: Option<Text>,
    form: Form,
    label: String,
    out: Box<dyn Write>,
    frames: FrameWriter,
    on_error: OnError,
    wrong: bool,
}

impl Run {
    /// Writes a value of the specification.
    fn constant(&mut self, place: &Place, message: &dyn Message, value: ValueRef, writing: &Writing) -> Done {
        if let Some(text) = self.text {
            return Ok(writeln!(self.out, "{}", to_text(message.shape(), value, text))?);
        }
        let mut octets = Vec::new();
        if let Err(error) = message.encode(value, writing, &mut octets) {
            let FieldError { code, path, message } = error;
            return self.report(Report { code, path: &path, message, ..Report::at(place) });
        }
        self.framed(place, &octets)
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
