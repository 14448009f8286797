//! `wireglot sample`: prints random values.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Feature, Request, SchemaLanguage};
use wireglot_driver::messages::{Drawing, Drawn, InText, Laying, Message, MessageRequest, Undrawn, Writing};
use wireglot_driver::records::Framing;
use wireglot_driver::{EncodeOptions, Limits, Rules, SampleOptions};

use crate::input::args::Schema;
use crate::input::codec_arg::{CodecArg, Way};
use crate::input::data::{not_for_terminals, octets_alone};
use crate::input::missing::Needs;
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::{note, Done, Failure};

/// The maximum value of --depth.
const MOST_DEPTH: i64 = 64;

/// Generate random values of a type
///
/// Values satisfy their constraints, and open types match their keys. The same seed gives the same values on
/// every machine. Without -r, or with -r json, jer or value, prints one value per line as text; with other
/// rules, prints encodings, as lines of hex by default. SBE and bitproto messages have every field of this
/// schema version.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot sample -s snmp.asn1 -t Message
  wireglot sample -s snmp.asn1 -t Message -r der --seed 7 --count 3
  wireglot sample -s snmp.asn1 -t Message -r ber --out raw > message.ber
  wireglot sample orders.xml --count 10
  wireglot sample -s buoy.bitproto -t Report -r bitproto")]
pub struct Sample {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type or Type; for SBE, the message, or any message by default
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: Option<String>,
    /// The encoding rules: ber der cer uper aper cuper caper oer coer jer json value xer h248 h248-compact
    /// etf, sbe or bitproto
    #[arg(short, long, value_name = "RULES", default_value = "json", value_parser = value_parsers::sides(), hide_possible_values = true)]
    rules: CodecArg,
    /// The seed; different seeds give different values
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parsers::number::<u64>)]
    seed: u64,
    /// The number of values
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = value_parsers::number::<u64>)]
    count: u64,
    /// Nesting depth from which optional parts are omitted
    #[arg(long, value_name = "N", default_value_t = SampleOptions::default().depth, value_parser = clap::value_parser!(u32).range(..=MOST_DEPTH))]
    depth: u32,
    /// The form of the output: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "hex-lines", value_parser = value_parsers::forms_out(), hide_possible_values = true)]
    form: Form,
    #[command(flatten)]
    output: OutputArg,
    /// Schema files, as with -s
    #[arg(value_name = "SCHEMA")]
    files: Vec<PathBuf>,
}

impl Sample {
    pub fn run(mut self) -> Done {
        self.schema.add(std::mem::take(&mut self.files));
        self.settle()?;
        let language = self.schema.demand(&[("sample", Feature::Samples, true)])?;
        let way = self.rules.way(language)?;
        match way {
            Way::Text(text) if !text.is_binary => octets_alone("--out", self.form, Form::HexLines)?,
            _ => not_for_terminals(self.form, &self.output)?,
        }
        let chosen = language.features().contains(&Feature::Rules);
        // Values are drawn with a plan, even if they are written as text.
        let rules = way.rules().or(chosen.then_some(Rules::default()));
        let (name, strict) = (self.name.as_deref(), self.schema.strict);
        let asked = MessageRequest { name, rules: rules.as_slice(), strict, ..MessageRequest::default() };
        let message = &*self.schema.message("sample", &asked)?;
        let options = SampleOptions { seed: self.seed, depth: self.depth, ..SampleOptions::default() };
        let samples = message.samples(rules, &options);
        let samples = samples.map_err(|refusal| self.schema.refused("sample", refusal))?;
        let label = name.unwrap_or("message").to_uppercase();
        let drawn = match way {
            Way::Text(text) if !text.is_binary => Drawn::Text(self.schema.text("sample", message, text)?),
            _ => Drawn::Octets(Box::new(Laying::new(Framing::default(), self.form, &label))),
        };
        let in_text = match way.binary_text() {
            Some(text) => {
                let written = self.schema.text("sample", message, text)?;
                Some(InText::new(message, None, Some(written), Limits::default()))
            }
            None => None,
        };
        let message = in_text.as_ref().map_or(message, |in_text| in_text as &dyn Message);
        let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
        let writing = Writing { rules, options, ..Writing::default() };
        let mut drawing = Drawing::new(message, samples, writing, drawn, self.seed);
        let mut out = self.output.open()?;
        let mut made = Vec::new();
        for _ in 0..self.count {
            made.clear();
            drawing.next(&mut made).map_err(|undrawn| self.undrawn(undrawn, language))?;
            out.write_all(&made)?;
        }
        out.finish()
    }

    /// Chooses the only type that is not part of another, unless a type was given.
    fn settle(&mut self) -> Done {
        let typed = |schema: &Schema| schema.language().map(|l| l.features().contains(&Feature::Typed));
        if self.name.is_none() && !self.schema.is_unsaid() && typed(&self.schema)? {
            let made = self.schema.compile(Request::default())?;
            self.schema.judgement(false).demand(&*made)?;
            if let [only] = &made.outermost()[..] {
                note(&format!("the type is {only}, which no other has as a part: -t names another"));
                self.name = Some(only.clone());
            }
        }
        let ty = self.name.is_none().then_some("-t");
        let (schema, form) = (&self.schema, InForm::Auto);
        Needs { schema, ty, rules: &[], said: (None, None), inputs: &[], form }.met()
    }

    /// The failure if no value could be drawn.
    fn undrawn(&self, undrawn: Undrawn, language: &dyn SchemaLanguage) -> Failure {
        let name = self.name.as_deref().unwrap_or(language.name());
        Failure::Usage(match undrawn {
            Undrawn::None => format!("no value of {name} was found"),
            Undrawn::TooLarge(size) => {
                format!("no sample of {name}: a list or string of size {size} would make it too large")
            }
            Undrawn::TooDeep(most) => format!("no sample of {name}: its values nest deeper than {most}"),
            Undrawn::TooMany(most) => {
                format!("no sample of {name}: its values consist of more than {most} others")
            }
            Undrawn::Unwritten(error) => format!("{}: {}", error.path, error.message),
        })
    }
}
