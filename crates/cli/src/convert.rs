//! `wireglot convert`: one set of rules to another.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::explain::explain;
use wireglot_driver::forms::Form;
use wireglot_driver::records::{FrameWriter, Framing, Prefix, Refused};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::{
    Codec, DecodeOptions, EncodeOptions, ErrorCode, Fault, Specification, Tape, Unknowns, ValueRef,
};

use crate::args::{RulesWord, Schema};
use crate::data::{each_input, keep_raw, not_for_terminals, octets_alone, InForm, LimitArgs, OnError};
use crate::exit::{Done, Failure};
use crate::messages::{self, Messages, Output};
use crate::packed;
use crate::records::{self, extent, probe, Bad, FrameArgs, Place, ReadArgs, Settings, Work, Worker};
use crate::rendering::Rendering;
use crate::sbe;
use crate::side::Side;
use crate::texts::{self, Take};
use crate::values::{FieldError, Values};
use crate::words;

/// Convert PDUs from one set of rules to another
///
/// Text forms are rules like others; messages of SBE go between sbe and json, those of bitproto
/// between bitproto and json. Octets of what the specification does not know
/// can't go to other rules, unless these have the same form for them (canonical rules
/// to basic ones, BER with lengths of DER to DER); --drop-unknown leaves them out.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot convert -s snmp.asn1 -t Message --from ber --to uper --out hex message.ber
  wireglot convert -s calls.asn1 -t Call --from ber --to json --block 128 calls.blocks
  wireglot convert -s orders.xml --from sbe --to json --in hex-lines orders.hex")]
pub struct Convert {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type, or Type; in SBE a message, which may be left out
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: Option<String>,
    /// Rules of either side: which, nobody could tell
    #[arg(short, hide = true, value_parser = sides)]
    rules: Option<String>,
    /// The rules of the input: ber der cer uper aper cuper caper oer coer jer json value,
    /// sbe or bitproto
    #[arg(long, value_name = "RULES", value_parser = words::sides(), hide_possible_values = true)]
    from: Side,
    /// The rules of the output
    #[arg(long, value_name = "RULES", value_parser = words::sides(), hide_possible_values = true)]
    to: Side,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines or base64-lines
    /// (one PDU a line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw", value_parser = words::forms_in(), hide_possible_values = true)]
    input: InForm,
    /// How the octets are written: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = words::forms_out(), hide_possible_values = true)]
    output: Form,
    /// Leave out what the specification does not know
    #[arg(long)]
    drop_unknown: bool,
    /// DER, CER: named bits lose their trailing zeros (X.690 11.2.2); else they keep those that the value has
    #[arg(long)]
    trim_named_bits: bool,
    /// Keep the octets of a component as they came and write them again, such as Certificate.tbsCertificate,
    /// within BER, DER and CER and within OER and COER; @FILE has one path a line; repeat it for more
    #[arg(long, value_name = "PATH")]
    keep_raw: Vec<String>,
    /// Write components that a text has octets of in `$raw` as these, if they hold the value (not PER)
    #[arg(long)]
    use_raw: bool,
    /// Show values of JSON as people call them, or read them so: PATH=HOW or TYPE=HOW, as for decode;
    /// @FILE has one a line; repeat it for more
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    /// What to do after a PDU that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
    #[command(flatten)]
    limits: LimitArgs,
    /// Writes a length in front of each record: u8, u16be, u16le, u32be or u32le
    #[arg(long, value_name = "LENGTH", value_parser = words::prefixes(), hide_possible_values = true, help_heading = "Files of records")]
    out_prefix: Option<Prefix>,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

/// What `-r`, which other verbs have, should have been.
fn sides(_: &str) -> Result<String, String> {
    Err("convert has two sides: --from RULES and --to RULES".into())
}

impl Convert {
    pub fn run(self) -> Done {
        if let Some(file) = self.schema.bitproto() {
            let (schema, root) = packed::schema(file, self.name.as_deref())?;
            return self.messages("bitproto", &packed::Messages { schema: &schema, root });
        }
        if let Some(file) = self.schema.sbe() {
            let messages = sbe::Messages::open(file, self.schema.strict, self.name.as_deref())?;
            return self.messages("sbe", &messages);
        }
        let mut specification = self.schema.open()?;
        let (from, to) = (self.from.notation()?, self.to.notation()?);
        let root = self.schema.find_asked(&mut specification, self.name.as_deref())?.root;
        self.check_forms(matches!(from, Notation::Binary(_)), matches!(to, Notation::Binary(_)))?;
        self.annotate(from, to, &mut specification)?;
        for notation in [from, to] {
            if let Notation::Binary(rules) = notation {
                self.schema.prepare(&mut specification, rules)?;
            }
        }
        let conversion = Conversion {
            asked: &self,
            from,
            to,
            specification: &specification,
            codec: RulesWord(from).plan().and_then(|rules| specification.codec(rules)),
            root,
            decode: self.options(),
            rendering: self.rendering(from, to, &specification)?,
        };
        let mut out = BufWriter::new(std::io::stdout());
        match from {
            Notation::Binary(_) => {
                let settings = Settings { aside: conversion.raw_out(), ..self.settings()? };
                records::Run::new(&settings, &conversion, &mut out).all(&self.files)
            }
            Notation::Text(text) => self.texts(text, &conversion, &mut out),
        }
    }

    /// Messages of a schema in another language than ASN.1.
    fn messages(&self, language: &str, messages: &(dyn Messages + Sync)) -> Done {
        let (from, to) = (self.from.is_octets(language)?, self.to.is_octets(language)?);
        self.check_forms(from, to)?;
        let asked = self.drop_unknown || self.trim_named_bits || self.use_raw;
        if asked || !self.keep_raw.is_empty() || !self.render.is_empty() {
            let what = "--drop-unknown, --trim-named-bits, --keep-raw, --use-raw and --render are for ASN.1";
            return Err(Failure::Usage(what.into()));
        }
        let label = self.name.as_deref().unwrap_or("message").to_uppercase();
        let output = match to {
            true => Output::Octets { form: self.output, label: &label },
            false => Output::Json,
        };
        match from {
            true => messages::decode(messages, &self.settings()?, &self.files, output, self.out_prefix),
            false => {
                let framing = Framing { prefix: self.out_prefix, ..Framing::default() };
                messages::Run::new(messages, self.on_error, output, framing).encode(&self.files)
            }
        }
    }

    /// Forms and frames of octets are for octets.
    fn check_forms(&self, from: bool, to: bool) -> Done {
        if !from {
            if let InForm::Known(form) = self.input {
                octets_alone("--in", form, Form::Raw)?;
            }
            self.reading.refuse_for_text(&self.frames)?;
        }
        match (to, self.out_prefix) {
            (false, None) => octets_alone("--out", self.output, Form::Raw),
            (false, Some(_)) => {
                Err(Failure::Usage("--out-prefix is for octets; these rules make text".into()))
            }
            (true, None) => not_for_terminals(self.output),
            (true, Some(_)) => {
                records::suits_output("--out-prefix", self.output)?;
                not_for_terminals(self.output)
            }
        }
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let most = self.limits.limits().total;
        self.reading.settings(self.input, &self.frames, self.on_error, most)
    }

    /// Values that are text.
    fn texts(&self, text: Text, conversion: &Conversion, out: &mut dyn Write) -> Done {
        let rules = RulesWord(conversion.to).plan().unwrap_or_default();
        let (of, rendering) = (conversion.specification, &conversion.rendering);
        let values = Values::new(of, conversion.root, text, rules, self.limits.limits(), rendering);
        let mut converting = Converting { values, conversion, made: Vec::new() };
        let mut wrong = false;
        let readings = each_input(&self.files, |file, input| {
            let place = Place::of(&file);
            crate::texts::each(&place.file, input, &mut converting, |taken| match taken {
                Ok(taken) => Ok(out.write_all(&taken.made)?),
                Err(misread) => {
                    wrong = true;
                    match conversion.raw_out() {
                        true => misread.report(&place).tell_aside(self.on_error, out),
                        false => misread.report(&place).tell(self.on_error, out),
                    }
                }
            })
        })?;
        out.flush()?;
        readings.end(wrong)
    }

    /// How values of JSON on either side are shown.
    fn rendering(
        &self,
        from: Notation,
        to: Notation,
        specification: &Specification,
    ) -> Result<Rendering, Failure> {
        let rendering = Rendering::new(specification, &self.render)?;
        match rendering.is_empty() || from.is_json() || to.is_json() {
            true => Ok(rendering),
            false => Err(Failure::Usage("--render is for JSON: neither side is json or jer".into())),
        }
    }

    /// Has octets kept of the components that were named, where they can go out again.
    fn annotate(&self, from: Notation, to: Notation, specification: &mut Specification) -> Done {
        match (from, to) {
            _ if self.keep_raw.is_empty() => Ok(()),
            (Notation::Text(_), _) => {
                Err(Failure::Usage("--keep-raw is for octets; --use-raw writes those that a text has".into()))
            }
            (Notation::Binary(from), Notation::Binary(to)) if from.family() != to.family() => {
                let (from, to) = (from.word(), to.word());
                Err(Failure::Usage(format!("--keep-raw: octets of {from} are none of {to}")))
            }
            (Notation::Binary(from), _) => keep_raw(&self.keep_raw, specification, from),
        }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions { unknown: self.unknown(), ..self.limits.options() }
    }

    fn unknown(&self) -> Unknowns {
        if self.drop_unknown {
            Unknowns::Skip
        } else {
            Unknowns::Keep
        }
    }
}

/// What becomes of values.
struct Conversion<'c> {
    asked: &'c Convert,
    from: Notation,
    to: Notation,
    specification: &'c Specification,
    codec: Option<&'c Codec>,
    root: usize,
    decode: DecodeOptions,
    rendering: Rendering,
}

impl Conversion<'_> {
    /// The name of the type, without its module.
    fn name(&self) -> &str {
        self.asked.name.iter().flat_map(|name| name.rsplit('.')).next().unwrap_or_default()
    }

    /// Whether the output takes raw octets.
    fn raw_out(&self) -> bool {
        matches!(self.to, Notation::Binary(_)) && self.asked.output == Form::Raw
    }

    /// Writes a value as it was asked for.
    fn write(&self, value: ValueRef, out: &mut Vec<u8>) -> Result<(), Bad> {
        let rules = match self.to {
            Notation::Binary(rules) => rules,
            Notation::Text(text) => {
                let made = self.specification.to_text(value, text);
                let shown = match text.is_json && !self.rendering.is_empty() {
                    true => self.rendering.show(self.name(), &made),
                    false => made,
                };
                out.extend_from_slice(shown.as_bytes());
                out.push(b'\n');
                return Ok(());
            }
        };
        if let Notation::Binary(from) = self.from {
            if let Some(path) = self.specification.stuck(self.root, value, from, rules) {
                return Err(Bad { path, at: None, ..Bad::from(Fault::new(ErrorCode::UnknownRules)) });
            }
        }
        let (unknown, trim) = (self.asked.unknown(), self.asked.trim_named_bits);
        let use_raw = self.asked.use_raw || !self.asked.keep_raw.is_empty();
        let options = EncodeOptions { unknown, trim, use_raw, ..EncodeOptions::default() };
        let mut octets = Vec::new();
        let written = self.specification.encode(rules, self.root, value, &options, &mut octets);
        written
            .map_err(|error| Bad::unwritten(&error, explain(self.specification.shape(), value, &error)))?;
        if let Some(prefix) = self.asked.out_prefix {
            let framing = Framing { prefix: Some(prefix), ..Framing::default() };
            let mut framed = Vec::new();
            FrameWriter::new(framing)
                .add(&octets, &mut framed)
                .map_err(|e| Bad::frame("frame", &e.to_string()))?;
            octets = framed;
        }
        let label = self.name().to_uppercase();
        self.asked.output.write(out, &octets, &label);
        Ok(())
    }
}

/// Converts values of a text.
struct Converting<'c> {
    values: Values<'c>,
    conversion: &'c Conversion<'c>,
    /// What came of the last one.
    made: Vec<u8>,
}

impl Take for Converting<'_> {
    fn take(&mut self, text: &str) -> Result<usize, texts::Refused> {
        let Converting { values, conversion, made } = self;
        made.clear();
        values.take_with(text, |tape| {
            let written = tape.root().map_or(Ok(()), |value| conversion.write(value, made));
            written.map_err(|Bad { code, path, message, .. }| FieldError { code, path, message })
        })
    }

    fn by_lines(&self) -> bool {
        self.values.by_lines()
    }
}

impl Work for Conversion<'_> {
    fn worker(&self, _: bool) -> Box<dyn Worker + '_> {
        Box::new(Converter { of: self, tape: Tape::new() })
    }
}

/// Converts on one thread.
struct Converter<'c> {
    of: &'c Conversion<'c>,
    tape: Tape,
}

impl Worker for Converter<'_> {
    fn record(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<usize, Bad> {
        self.tape.clear();
        let Some(codec) = self.of.codec else { return Ok(0) };
        let taken = codec.decode(self.of.root, octets, &self.of.decode, &mut self.tape)?;
        let written = self.tape.root().map_or(Ok(()), |value| self.of.write(value, out));
        written.map_err(|bad| Bad { taken: Some(taken), ..bad })?;
        Ok(taken)
    }

    fn probe(&mut self, octets: &[u8]) -> Option<usize> {
        self.of.codec.and_then(|codec| probe(codec, self.of.root, octets, &self.of.decode))
    }

    fn extent(&self, octets: &[u8]) -> Option<Result<usize, Refused<()>>> {
        self.of.codec.and_then(|codec| extent(codec, octets, &self.of.decode))
    }

    fn lists(&self, octets: &[u8]) -> bool {
        self.of.codec.is_some_and(|codec| codec.lists(self.of.root, octets))
    }

    fn name(&self) -> &str {
        self.of.name()
    }
}
