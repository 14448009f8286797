//! `wireglot encode`: encodes text to bytes.

use std::path::PathBuf;

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, OnError, Place};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::messages::{
    Encoding, FieldError, InText, Laying, Message, MessageRequest, Rendering, Retelling, Shown, Values,
    Writing,
};
use wireglot_driver::records::FrameError;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::{EncodeOptions, ValueRef};

use crate::input::args::Schema;
use crate::input::data::{not_for_terminals, octets_alone, LimitArgs, OnUnknown, Pdu, Readings};
use crate::input::rendering::rendering;
use crate::input::senders_options::{self, SendersOption};
use crate::input::text_args::TextArgs;
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};
use crate::output::report::Report;
use crate::records::{self, OutFrameArgs, Output};

/// Encode values to bytes
///
/// Reads values as JSON or in ASN.1 value notation, and writes the encoding of each. If -t names a value
/// assignment of the specification, that value is encoded, and no input is read.
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
    /// The form of the input: json (or JER), xer (X.693), value (X.680 notation), h248 (H.248 text, also compact) or
    /// etf (Erlang terms)
    #[arg(long = "as", value_name = "TEXT", default_value = texts::JSON.word, value_parser = value_parsers::texts_in())]
    text: Text,
    /// The form of the output: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = value_parsers::forms_out(), hide_possible_values = true)]
    form: Form,
    /// The label of PEM blocks; default: the type's name
    #[arg(long, value_name = "WORDS")]
    pem_label: Option<String>,
    /// What to do after a bad value
    #[arg(long, value_name = "WHAT", default_value = "stop", value_parser = value_parsers::on_error())]
    on_error: OnError,
    /// Write values that violate their constraints (ASN.1; SBE's minValue and maxValue are never checked)
    #[arg(long)]
    no_constraints: bool,
    /// What to do with unknown extensions in a value
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    unknown: OnUnknown,
    /// BER: indefinite lengths for constructed encodings
    #[arg(long, help_heading = "BER")]
    indefinite: bool,
    /// BER: minimum number of length octets after the first, at most 8
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8), help_heading = "BER")]
    length_octets: u8,
    /// BER: write strings longer than this in segments of this many bytes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "BER")]
    segment: Option<u64>,
    /// DER, CER: drop trailing zeros of named bits (X.690 11.2.2) instead of keeping those of the value
    #[arg(long, help_heading = "DER and CER")]
    trim_named_bits: bool,
    /// Write components from their bytes in `$raw`, which must decode to the same value (not PER)
    #[arg(long)]
    use_raw: bool,
    /// Read values as `decode --render` writes them: PATH=HOW or TYPE=HOW; @FILE has one per line; may be
    /// repeated
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    #[command(flatten)]
    output: OutputArg,
    #[command(flatten)]
    frames: OutFrameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    texts: TextArgs,
    /// Input files; with none, or -, reads standard input
    files: Vec<PathBuf>,
}

impl Encode {
    pub fn run(mut self) -> Done {
        self.schema.take_from(&mut self.files);
        self.pdu.demand(&self.schema, &[], InForm::Auto)?;
        let language = self.demand()?;
        let rules = self.pdu.rules(language);
        self.demand_of(rules)?;
        self.demand_label()?;
        let text = match rules {
            Some(Notation::Text(text)) => Some(text),
            _ => None,
        };
        self.texts.suit(&[text, Some(self.text)])?;
        let (text, terms) = (text.filter(|text| !text.is_binary), text.filter(|text| text.is_binary));
        self.frames.suit(self.form, text.is_some())?;
        match text {
            Some(_) => octets_alone("--out", self.form, Form::Raw)?,
            None => not_for_terminals(self.form, &self.output)?,
        }
        let rules = match rules {
            Some(Notation::Binary(rules)) => Some(rules),
            _ => None,
        };
        let (name, strict) = (self.pdu.named.as_deref(), self.schema.strict);
        let asked = MessageRequest { name, rules: rules.as_slice(), strict, ..MessageRequest::default() };
        let message = &*self.schema.message("encode", &asked)?;
        if message.constant().is_some() && !self.files.is_empty() {
            let name = self.value_name();
            return Err(Failure::Usage(format!("`{name}` is a value already: no file is read for it")));
        }
        let in_text = match terms {
            Some(text) => {
                let written = self.schema.text("encode", message, text)?.with(self.texts.settings()?);
                Some(InText::new(message, None, Some(written), self.limits.limits()))
            }
            None => None,
        };
        let message = in_text.as_ref().map_or(message, |in_text| in_text as &dyn Message);
        let writing = Writing { rules, options: self.options(), oversized: self.schema.oversized() };
        let label = self.label();
        let laying = Laying::new(self.frames.framing(), self.form, &label);
        let mut out = self.output.open()?;
        let mut output = Output::new(&mut out, self.on_error, text.is_none() && self.form == Form::Raw)
            .of_files(&self.files);
        let (readings, wrong) = match message.constant() {
            Some(value) => {
                let wrong = self.constant((message, value), text, &writing, laying, &mut output)?;
                (Readings::default(), wrong)
            }
            None => self.all_inputs(message, text, writing, laying, &mut output)?,
        };
        readings.finish(out)?;
        readings.end(wrong)
    }

    /// Encodes the values of files; returns whether any is invalid.
    fn all_inputs(
        &self,
        message: &dyn Message,
        text: Option<Text>,
        writing: Writing,
        laying: Laying,
        output: &mut Output,
    ) -> Result<(Readings, bool), Failure> {
        let rendering = rendering(message, &self.render)?;
        if !self.text.is_json && !rendering.is_empty() {
            return Err(Failure::Usage("--render is for JSON".into()));
        }
        let read = self.schema.text("encode", message, self.text)?.with(self.texts.settings()?);
        let values = Values::new(message, read, writing.rules, self.limits.limits(), &rendering);
        if let Some(text) = text {
            let (layout, rendering) = (Layout::Compact, Rendering::default());
            let text = self.schema.text("encode", message, text)?.with(self.texts.settings()?);
            let shown = Shown { message, text, layout, select: None, rendering };
            return records::values(output, &mut Retelling::new(values, shown), &self.files);
        }
        let mut encoding = Encoding::new(values, writing, laying);
        let done = records::values(output, &mut encoding, &self.files)?;
        finish(encoding.laying, output)?;
        Ok(done)
    }

    /// Encodes a value of the specification; returns whether it is invalid.
    fn constant(
        &self,
        (message, value): (&dyn Message, ValueRef),
        text: Option<Text>,
        writing: &Writing,
        mut laying: Laying,
        output: &mut Output,
    ) -> Result<bool, Failure> {
        if let Some(text) = text {
            let line = self.schema.text("encode", message, text)?.with(self.texts.settings()?).line(value);
            let line = line.map_err(|unsayable| Failure::Usage(unsayable.message))?;
            writeln!(output.out, "{}", line.unwrap_or_default())?;
            return Ok(false);
        }
        let (mut octets, mut made) = (Vec::new(), Vec::new());
        let written = message.encode(value, writing, &mut octets).and_then(|()| {
            let frame = |error: FrameError| FieldError {
                code: "frame",
                path: String::new(),
                message: error.to_string(),
            };
            laying.add(&octets, &mut made).map_err(frame)
        });
        let Err(FieldError { code, path, message }) = written else {
            output.out.write_all(&made)?;
            finish(laying, output)?;
            return Ok(false);
        };
        let place = Place::of(self.value_name());
        output.say(&Report { code, path: &path, message, ..Report::at(&place) })?;
        match self.on_error {
            OnError::Stop => Err(Failure::Data),
            OnError::Skip | OnError::Report => Ok(true),
        }
    }

    fn options(&self) -> EncodeOptions {
        EncodeOptions {
            checks: !self.no_constraints,
            unknown: self.unknown.into(),
            indefinite: self.indefinite,
            length_octets: self.length_octets,
            segment: self.segment.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            trim: self.trim_named_bits,
            sort_sets: false,
            use_raw: self.use_raw,
            depth: self.limits.limits().depth,
        }
    }

    /// Rejects options that the schema's language does not support.
    fn demand(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        self.schema.demand(&[
            ("--rules", Feature::Rules, self.pdu.has_rules()),
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

    /// Rejects options that the rules leave no choice for.
    fn demand_of(&self, rules: Option<Notation>) -> Done {
        senders_options::demand(
            rules,
            &[
                ("--indefinite", SendersOption::Forms, self.indefinite),
                ("--length-octets", SendersOption::Forms, self.length_octets > 0),
                ("--segment", SendersOption::Forms, self.segment.is_some()),
                ("--trim-named-bits", SendersOption::NamedBits, self.trim_named_bits),
                ("--use-raw", SendersOption::Raw, self.use_raw),
            ],
        )
    }

    /// The name of a value of the specification.
    fn value_name(&self) -> &str {
        self.pdu.named.as_deref().unwrap_or_default()
    }

    /// Rejects a PEM label for other forms of output.
    fn demand_label(&self) -> Done {
        match self.pem_label.is_some() && self.form != Form::Pem {
            true => Err(Failure::Usage("--pem-label is for --out pem".into())),
            false => Ok(()),
        }
    }

    fn label(&self) -> String {
        let name = self.pdu.named.iter().flat_map(|name| name.rsplit('.')).next().unwrap_or("message");
        self.pem_label.clone().unwrap_or_else(|| name.to_uppercase())
    }
}

/// Pads the last block.
fn finish(mut laying: Laying, output: &mut Output) -> Done {
    let mut rest = Vec::new();
    laying.finish(&mut rest);
    Ok(output.out.write_all(&rest)?)
}
