//! `wireglot convert`: transcodes messages.

use std::path::PathBuf;

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, OnError, Settings};
use wireglot_driver::json::Layout;
use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::messages::{
    Decoding, Encoding, InText, Laying, Message, MessageRequest, Reading, Relaying, Rendering, Retelling,
    Shown, Values, Writing,
};
use wireglot_driver::records::{Framing, Prefix, Work};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::{DecodeOptions, EncodeOptions, Rules, Unknowns};

use crate::input::args::Schema;
use crate::input::capture;
use crate::input::codec_arg::{self, CodecArg, Way};
use crate::input::data::{not_for_terminals, octets_alone, raw_paths, LimitArgs};
use crate::input::missing::{Needs, RulesNeed};
use crate::input::rendering::rendering;
use crate::input::senders_options::{self, SendersOption};
use crate::input::text_args::TextArgs;
use crate::input::tolerance_args::ToleranceArgs;
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};
use crate::records::{self, Arguments, FrameArgs, Output, ReadArgs, Way as Told};

/// Convert messages from one encoding to another
///
/// Text forms count as encodings. SBE messages convert between sbe and json, bitproto messages between
/// bitproto and json. Unknown parts can't be converted, unless both encodings write them the same way
/// (canonical to basic rules, BER with DER lengths to DER); --drop-unknown omits them.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot convert -s snmp.asn1 -t Message --from ber --to uper --out hex message.ber
  wireglot convert -s calls.asn1 -t Call --from ber --to json --block 128 calls.blocks
  wireglot convert -s orders.xml --from sbe --to json --in hex-lines orders.hex")]
pub struct Convert {
    // Must be the first field: see `Arguments`.
    #[command(flatten)]
    arguments: Arguments,
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type or Type; for SBE, the message, which is optional
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: Option<String>,
    /// Rules of either side: which, nobody could tell
    #[arg(short, hide = true, value_parser = sides)]
    rules: Option<String>,
    /// The encoding of the input: ber der cer uper aper cuper caper oer coer jer json value xer h248
    /// h248-compact etf, sbe or bitproto
    #[arg(long, value_name = "RULES", value_parser = value_parsers::sides(), hide_possible_values = true)]
    from: Option<CodecArg>,
    /// The encoding of the output
    #[arg(long, value_name = "RULES", value_parser = value_parsers::sides(), hide_possible_values = true)]
    to: Option<CodecArg>,
    /// The form of the input: raw, hex, base64, pem, dump (xxd, hexdump, arrays in source code), hex-lines or
    /// base64-lines (one message per line), or auto
    #[arg(long = "in", value_name = "FORM", default_value = "auto", value_parser = value_parsers::forms_in(), hide_possible_values = true)]
    input: InForm,
    /// The form of the output: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = value_parsers::forms_out(), hide_possible_values = true)]
    output: Form,
    /// Omit parts that the specification doesn't know
    #[arg(long)]
    drop_unknown: bool,
    /// DER, CER: drop trailing zeros of named bits (X.690 11.2.2) instead of keeping those of the value
    #[arg(long)]
    trim_named_bits: bool,
    /// Keep the original bytes of a component, such as Certificate.tbsCertificate, and write them back; works
    /// among BER, DER and CER, and between OER and COER; @FILE has one path per line; may be repeated
    #[arg(long, value_name = "PATH")]
    keep_raw: Vec<String>,
    /// Write components from their bytes in `$raw`, which must decode to the same value (not PER)
    #[arg(long)]
    use_raw: bool,
    /// Human-readable values in JSON, as in decode: PATH=HOW or TYPE=HOW; @FILE has one per line; may be
    /// repeated
    #[arg(long, value_name = "WHAT")]
    render: Vec<String>,
    #[command(flatten)]
    to_file: OutputArg,
    /// What to do after a bad message
    #[arg(long, value_name = "WHAT", default_value = "stop", value_parser = value_parsers::on_error())]
    on_error: OnError,
    #[command(flatten)]
    tolerance: ToleranceArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    texts: TextArgs,
    /// Write a length before each record: u8, u16be, u16le, u32be or u32le
    #[arg(long, value_name = "LENGTH", value_parser = value_parsers::prefixes(), hide_possible_values = true, help_heading = "Files of records")]
    out_prefix: Option<Prefix>,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// Input files; with none, or -, reads standard input
    files: Vec<PathBuf>,
}

/// The error for `-r`, an option of other verbs.
fn sides(_: &str) -> Result<String, String> {
    Err("convert has two sides: --from RULES and --to RULES".into())
}

impl Convert {
    pub fn run(mut self) -> Done {
        self.schema.take_from(&mut self.files);
        capture::refuse("convert", &self.files)?;
        self.needs()?;
        let language = self.demand()?;
        let (from, to) = self.sides(language)?;
        self.check_forms(from.is_octets(), to.is_octets())?;
        self.demand_of(to)?;
        self.texts.suit(&[from, to].map(Way::text))?;
        let rules: Vec<Rules> = [from, to].into_iter().filter_map(Way::rules).collect();
        let (name, strict) = (self.name.as_deref(), self.schema.strict);
        let keep_raw = &self.raw_paths(from, to)?;
        let asked = MessageRequest { name, rules: &rules, keep_raw, strict, ..MessageRequest::default() };
        let message = &*self.schema.message("convert", &asked)?;
        let rendering = self.rendering(from, to, message)?;
        let in_text = self.in_text(message, from, to)?;
        let message = in_text.as_ref().map_or(message, |in_text| in_text as &dyn Message);
        match from {
            Way::Text(text) if !text.is_binary => {
                self.reading.refuse_to_resume()?;
                self.text_values(message, text, to, &rendering)
            }
            _ => self.octets(message, from.rules(), to, rendering),
        }
    }

    /// The messages read or written in a binary notation, if either side uses one.
    fn in_text<'m>(
        &'m self,
        message: &'m dyn Message,
        from: Way,
        to: Way,
    ) -> Result<Option<InText<'m>>, Failure> {
        let text = |way: Way| match way.binary_text() {
            Some(text) => Ok(Some(self.schema.text("convert", message, text)?.with(self.texts.settings()?))),
            None => Ok::<_, Failure>(None),
        };
        let (read, written) = (text(from)?, text(to)?);
        let asked = read.is_some() || written.is_some();
        Ok(asked.then(|| InText::new(message, read, written, self.limits.limits())))
    }

    /// Requires the schema, the type and the rules.
    fn needs(&self) -> Done {
        let mut rules = Vec::new();
        let words: Vec<&str> = Notation::words().chain(codec_arg::words()).collect();
        if self.from.is_none() {
            let example = Rules::default().word();
            rules.push(RulesNeed { option: "--from", example, reads: true, words: words.clone() });
        }
        if self.to.is_none() {
            rules.push(RulesNeed { option: "--to", example: texts::JSON.word, reads: false, words });
        }
        let said = (self.name.as_deref(), self.from.and_then(CodecArg::rules));
        let ty = self.name.is_none().then_some("-t");
        Needs { schema: &self.schema, ty, rules: &rules, said, inputs: &self.files, form: self.input }.met()
    }

    /// Both sides. If the schema determines the encoding, one side is that and the other JSON, and neither
    /// needs to be given.
    fn sides(&self, language: &dyn SchemaLanguage) -> Result<(Way, Way), Failure> {
        let side = |said: Option<CodecArg>| said.map(|said| said.way(language)).transpose();
        let other = |way: Way| if way.is_octets() { Way::Text(texts::JSON) } else { Way::Octets(None) };
        Ok(match (side(self.from)?, side(self.to)?) {
            (Some(from), Some(to)) => (from, to),
            (Some(from), None) => (from, other(from)),
            (None, Some(to)) => (other(to), to),
            (None, None) => (Way::Octets(None), Way::Text(texts::JSON)),
        })
    }

    /// Rejects options that the schema's language does not support.
    fn demand(&self) -> Result<&'static dyn SchemaLanguage, Failure> {
        let [open_types, trailing] = self.tolerance.demands();
        self.schema.demand(&[
            ("--drop-unknown", Feature::Extensions, self.drop_unknown),
            open_types,
            trailing,
            ("--trim-named-bits", Feature::Encodings, self.trim_named_bits),
            ("--keep-raw", Feature::Raw, !self.keep_raw.is_empty()),
            ("--use-raw", Feature::Raw, self.use_raw),
            ("--render", Feature::Render, !self.render.is_empty()),
        ])
    }

    /// Rejects options that the rules of the output leave no choice for.
    fn demand_of(&self, to: Way) -> Done {
        senders_options::demand(
            to.notation(),
            &[
                ("--trim-named-bits", SendersOption::NamedBits, self.trim_named_bits),
                ("--use-raw", SendersOption::Raw, self.use_raw),
            ],
        )
    }

    /// Transcodes binary input record by record.
    fn octets(&self, message: &dyn Message, from: Option<Rules>, to: Way, rendering: Rendering) -> Done {
        let several = self.tolerance.several(&self.frames.framing());
        let reading = Reading {
            rules: from,
            options: self.options(),
            several,
            output: self.limits.output(),
            ..Reading::default()
        };
        if self.reading.record.is_some() {
            self.reading.refuse_to_resume()?;
        }
        let settings = Settings { whole: message.ends_with_input(), ..self.settings()? };
        let settings = self.tolerance.settle(settings)?;
        let shown = self.to_file.is_terminal();
        let (totals, file) = (self.reading.totals, self.files.len() > 1);
        let told = Told { totals, aside: self.raw_out(to), shown, file, instead: None };
        let (mut out, resume) =
            records::open(self.reading.resume, &self.arguments, &self.to_file, &self.files)?;
        let mut all =
            |work: &dyn Work| records::all(&settings, told, work, &mut out, &self.files, resume.as_ref());
        let (readings, totals) = match to {
            Way::Text(text) if !text.is_binary => {
                let text = self.schema.text("convert", message, text)?.with(self.texts.settings()?);
                let shown = Shown { message, text, layout: Layout::Compact, select: None, rendering };
                let work = Decoding { reading, shown, in_order: true };
                all(&work)?
            }
            _ => {
                let (writing, form) = (self.writing(to.rules()), self.output);
                let (label, prefix) = (&*self.label(), self.out_prefix);
                let work = Relaying { message, reading, writing, form, label, prefix };
                all(&work)?
            }
        };
        records::finish(out, resume, &readings)?;
        readings.end(totals.damaged > 0)
    }

    /// Whether raw bytes are written.
    fn raw_out(&self, to: Way) -> bool {
        to.is_octets() && self.output == Form::Raw
    }

    /// The PEM label.
    fn label(&self) -> String {
        let name = self.name.as_deref().unwrap_or("message");
        name.rsplit('.').next().unwrap_or_default().to_uppercase()
    }

    fn writing(&self, rules: Option<Rules>) -> Writing {
        let (unknown, trim) = (self.unknown(), self.trim_named_bits);
        let use_raw = self.use_raw || !self.keep_raw.is_empty();
        let options = EncodeOptions { unknown, trim, use_raw, ..EncodeOptions::default() };
        Writing { rules, options, oversized: self.schema.oversized() }
    }

    /// Rejects forms and framing for text.
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
            (true, None) => not_for_terminals(self.output, &self.to_file),
            (true, Some(_)) => {
                records::suits_output("--out-prefix", self.output)?;
                not_for_terminals(self.output, &self.to_file)
            }
        }
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let most = self.limits.limits().total;
        self.reading.settings(self.input, &self.frames, self.on_error, most)
    }

    /// Transcodes values in text.
    fn text_values(&self, message: &dyn Message, text: Text, to: Way, rendering: &Rendering) -> Done {
        let read = self.schema.text("convert", message, text)?.with(self.texts.settings()?);
        let values = Values::new(message, read, to.rules(), self.limits.limits(), rendering);
        let mut out = self.to_file.open()?;
        let mut output = Output::new(&mut out, self.on_error, self.raw_out(to)).of_files(&self.files);
        let (readings, wrong) = match to {
            Way::Text(text) if !text.is_binary => {
                let rendering = match text.is_json {
                    true => self::rendering(message, &self.render)?,
                    false => Rendering::default(),
                };
                let text = self.schema.text("convert", message, text)?.with(self.texts.settings()?);
                let shown = Shown { message, text, layout: Layout::Compact, select: None, rendering };
                records::values(&mut output, &mut Retelling::new(values, shown), &self.files)?
            }
            _ => {
                let (framing, label) =
                    (Framing { prefix: self.out_prefix, ..Framing::default() }, self.label());
                let laying = Laying::new(framing, self.output, &label);
                let mut encoding = Encoding::new(values, self.writing(to.rules()), laying);
                records::values(&mut output, &mut encoding, &self.files)?
            }
        };
        readings.finish(out)?;
        readings.end(wrong)
    }

    /// How JSON values on either side are rendered.
    fn rendering(&self, from: Way, to: Way, message: &dyn Message) -> Result<Rendering, Failure> {
        let json = |side| matches!(side, Way::Text(text) if text.is_json);
        let rendering = rendering(message, &self.render)?;
        match rendering.is_empty() || json(from) || json(to) {
            true => Ok(rendering),
            false => Err(Failure::Usage("--render is for JSON: neither side is json or jer".into())),
        }
    }

    /// The components whose encoding is kept, if it can be written again.
    fn raw_paths(&self, from: Way, to: Way) -> Result<Vec<String>, Failure> {
        match (from, to) {
            _ if self.keep_raw.is_empty() => Ok(Vec::new()),
            (Way::Text(_), _) => {
                Err(Failure::Usage("--keep-raw is for octets; --use-raw writes those that a text has".into()))
            }
            (Way::Octets(Some(from)), Way::Octets(Some(to))) if from.family() != to.family() => {
                let (from, to) = (from.word(), to.word());
                Err(Failure::Usage(format!("--keep-raw: octets in {from} are not valid in {to}")))
            }
            _ => raw_paths(&self.keep_raw),
        }
    }

    fn options(&self) -> DecodeOptions {
        DecodeOptions { unknown: self.unknown(), ..self.tolerance.options(&self.limits, self.schema.strict) }
    }

    fn unknown(&self) -> Unknowns {
        if self.drop_unknown {
            Unknowns::Skip
        } else {
            Unknowns::Keep
        }
    }
}
