//! `wireglot sample`: random values.

use std::io::{BufWriter, Write};

use clap::Args;
use wireglot_driver::forms::Form;
use wireglot_driver::languages::Feature;
use wireglot_driver::messages::{MessageRequest, Writing};
use wireglot_driver::rules::Notation;
use wireglot_driver::{EncodeOptions, Rules, SampleOptions};

use crate::input::args::Schema;
use crate::input::data::{not_for_terminals, octets_alone};
use crate::input::rules_word::RulesWord;
use crate::input::value_parsers;
use crate::output::exit::{Done, Failure};

/// The most that --depth takes.
const MOST_DEPTH: i64 = 64;

/// Draw random values of a type
///
/// Values satisfy their constraints and open types hold what their keys say. The same
/// seed gives the same values on every machine. Without -r, or with -r json, jer or
/// value, prints one value a line as text; with other rules, their encodings, as lines
/// of hexadecimal digits unless --out says otherwise.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot sample -s snmp.asn1 -t Message
  wireglot sample -s snmp.asn1 -t Message -r der --seed 7 --count 3
  wireglot sample -s snmp.asn1 -t Message -r ber --out raw > message.ber")]
pub struct Sample {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type, or Type
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: String,
    /// The rules: ber der cer uper aper cuper caper oer coer jer json value
    #[arg(short, long, value_name = "RULES", default_value = "json", value_parser = value_parsers::rules(), hide_possible_values = true)]
    rules: RulesWord,
    /// Where drawing begins: another number, other values
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parsers::number::<u64>)]
    seed: u64,
    /// How many values
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = value_parsers::number::<u64>)]
    count: u64,
    /// Beyond so many values within values only what must be is there
    #[arg(long, value_name = "N", default_value_t = SampleOptions::default().depth, value_parser = clap::value_parser!(u32).range(..=MOST_DEPTH))]
    depth: u32,
    /// How octets are written: raw, hex, base64, pem, hex-lines or base64-lines
    #[arg(long = "out", value_name = "FORM", default_value = "hex-lines", value_parser = value_parsers::forms_out(), hide_possible_values = true)]
    form: Form,
}

impl Sample {
    pub fn run(self) -> Done {
        self.schema.demand(&[("sample", Feature::Samples, true)])?;
        let (rules, text) = match self.rules.0 {
            Notation::Binary(rules) => (rules, None),
            Notation::Text(text) => (Rules::default(), Some(text)),
        };
        match text {
            Some(_) => octets_alone("--out", self.form, Form::HexLines)?,
            None => not_for_terminals(self.form)?,
        }
        let (name, strict) = (Some(self.name.as_str()), self.schema.strict);
        let asked = MessageRequest { name, rules: &[rules], strict, ..MessageRequest::default() };
        let message = self.schema.message("sample", &asked)?;
        let refused = |refusal| self.schema.refused("sample", refusal);
        let mut sampler = message.sampler(rules, self.seed).map_err(refused)?.with_depth(self.depth);
        let ty = message.shape().roots.get(message.root()).ok_or(Failure::Schema)?.shape;
        let mut out = BufWriter::new(std::io::stdout().lock());
        for _ in 0..self.count {
            let Some(tape) = sampler.tape(ty) else {
                return Err(Failure::Usage(format!("no value of {} was found", self.name)));
            };
            if let Some(elements) = sampler.beyond() {
                let name = &self.name;
                return Err(Failure::Usage(format!(
                    "no value of {name} is drawn: a list in it has {elements} elements, which is too many"
                )));
            }
            let Some(value) = tape.root() else { continue };
            if let Some(text) = text {
                writeln!(
                    out,
                    "{}",
                    self.schema.text("sample", &*message, text)?.line(value).unwrap_or_default()
                )?;
                continue;
            }
            let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
            let mut octets = Vec::new();
            let written = message.encode(value, &Writing { rules: Some(rules), options }, &mut octets);
            written.map_err(|error| Failure::Usage(format!("{}: {}", error.path, error.message)))?;
            let mut text = Vec::new();
            self.form.write(&mut text, &octets, &self.name.to_uppercase());
            out.write_all(&text)?;
        }
        Ok(out.flush()?)
    }
}
