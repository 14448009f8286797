//! `wireglot convert`: one set of rules to another.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::explain::explain;
use wireglot_driver::forms::Form;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::{
    Codec, DecodeError, DecodeOptions, EncodeOptions, ErrorCode, Fault, Rules, Specification, Tape, Unknowns,
    ValueRef,
};

use crate::args::{RulesWord, Schema};
use crate::data::{
    inputs, keep_raw, not_for_terminals, octets_alone, open, out_form, InForm, LimitArgs, OnError,
};
use crate::exit::{Done, Failure};
use crate::pdus::{Pdus, Place, Take};
use crate::report::Report;

/// Convert PDUs from one set of rules to another
///
/// Text forms are rules like others. Octets of what the specification does not know
/// can't go to other rules, unless these have the same form for them (canonical rules
/// to basic ones, BER with lengths of DER to DER); --drop-unknown leaves them out.
#[derive(Args)]
#[command(after_help = "Example:
  wireglot convert -s snmp.asn1 -t Message --from ber --to uper --out hex message.ber")]
pub struct Convert {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type, or Type
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: String,
    /// Rules of either side: which, nobody could tell
    #[arg(short, hide = true, value_parser = sides)]
    rules: Option<String>,
    /// The rules of the input: ber der cer uper aper cuper caper oer coer jer json value
    #[arg(long, value_name = "RULES")]
    from: RulesWord,
    /// The rules of the output
    #[arg(long, value_name = "RULES")]
    to: RulesWord,
    /// How the octets stand in the input: raw, hex, base64, pem, hex-lines (one PDU a line) or auto
    #[arg(long = "in", value_name = "FORM", default_value = "raw")]
    input: InForm,
    /// How the octets are written: raw, hex, base64, pem or hex-lines
    #[arg(long = "out", value_name = "FORM", default_value = "raw", value_parser = out_form)]
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
    /// What to do after a PDU that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
    #[command(flatten)]
    limits: LimitArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

/// What `-r`, which other verbs have, should have been.
fn sides(_: &str) -> Result<String, String> {
    Err("convert has two sides: --from RULES and --to RULES".into())
}

impl Convert {
    pub fn run(self) -> Done {
        let mut specification = self.schema.open()?;
        let root = self.schema.find(&mut specification, &self.name)?.root;
        if let (Notation::Text(_), InForm::Known(form)) = (self.from.0, self.input) {
            octets_alone("--in", form, Form::Raw)?;
        }
        match self.to.0 {
            Notation::Text(_) => octets_alone("--out", self.output, Form::Raw)?,
            Notation::Binary(_) => not_for_terminals(self.output)?,
        }
        self.annotate(&mut specification)?;
        for notation in [self.from.0, self.to.0] {
            if let Notation::Binary(rules) = notation {
                self.schema.prepare(&mut specification, rules)?;
            }
        }
        let mut run = Run {
            asked: &self,
            specification: &specification,
            codec: self.from.plan().ok().and_then(|rules| specification.codec(rules)),
            root,
            tape: Tape::new(),
            out: BufWriter::new(std::io::stdout()),
            wrong: false,
        };
        for path in inputs(&self.files) {
            let (name, input) = open(&path)?;
            match self.from.0 {
                Notation::Binary(rules) => {
                    let codec = specification.codec(rules).ok_or(Failure::Schema)?;
                    let (form, on_error) = (self.input, self.on_error);
                    Pdus { codec, form, options: self.options(), on_error }.input(name, input, &mut run)?;
                }
                Notation::Text(text) => self.texts(name, input, text, &mut run)?,
            }
        }
        run.out.flush()?;
        match run.wrong {
            true => Err(Failure::Data),
            false => Ok(()),
        }
    }

    /// Values that are text.
    fn texts(&self, file: String, input: Box<dyn Read>, text: Text, run: &mut Run) -> Done {
        let specification = run.specification;
        let rules = self.to.plan().unwrap_or(Rules::Ber);
        let mut reader = specification.text_reader(text, rules, self.limits.limits());
        let ty = specification.shape().roots[run.root].shape;
        let place = Place { file, line: None };
        crate::texts::each(&place.file, input, &mut reader, ty, |read| match read {
            Ok(value) => run.value(&place, value),
            Err(misread) => run.report(misread.report(&place)),
        })
    }

    /// Has octets kept of the components that were named, where they can go out again.
    fn annotate(&self, specification: &mut Specification) -> Done {
        match (self.from.0, self.to.0) {
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
        DecodeOptions {
            unknown: self.unknown(),
            trailing: true,
            limits: self.limits.limits(),
            ..DecodeOptions::default()
        }
    }

    fn unknown(&self) -> Unknowns {
        if self.drop_unknown {
            Unknowns::Skip
        } else {
            Unknowns::Keep
        }
    }
}

/// One run over all inputs.
struct Run<'c> {
    asked: &'c Convert,
    specification: &'c Specification,
    codec: Option<&'c Codec>,
    root: usize,
    tape: Tape,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
}

impl Take for Run<'_> {
    fn decode(&mut self, octets: &[u8], options: &DecodeOptions) -> Result<usize, DecodeError> {
        self.tape.clear();
        match self.codec {
            Some(codec) => codec.decode(self.root, octets, options, &mut self.tape),
            None => Ok(0),
        }
    }

    fn done(&mut self, place: &Place) -> Done {
        let tape = std::mem::take(&mut self.tape);
        let done = tape.root().map_or(Ok(()), |value| self.value(place, value));
        self.tape = tape;
        done
    }

    fn report(&mut self, report: Report) -> Done {
        self.wrong = true;
        match matches!(self.asked.to.0, Notation::Binary(_)) && self.asked.output == Form::Raw {
            true => report.tell_aside(self.asked.on_error, &mut self.out),
            false => report.tell(self.asked.on_error, &mut self.out),
        }
    }
}

impl Run<'_> {
    fn value(&mut self, place: &Place, value: ValueRef) -> Done {
        let rules = match self.asked.to.0 {
            Notation::Binary(rules) => rules,
            Notation::Text(text) => {
                return Ok(writeln!(self.out, "{}", self.specification.to_text(value, text))?);
            }
        };
        if let Notation::Binary(from) = self.asked.from.0 {
            if let Some(path) = self.specification.stuck(self.root, value, from, rules) {
                let fault = Fault::new(ErrorCode::UnknownRules);
                return self.report(Report {
                    code: fault.code.word(),
                    path: &path,
                    message: fault.message().to_string(),
                    ..Report::at(place)
                });
            }
        }
        let (unknown, trim) = (self.asked.unknown(), self.asked.trim_named_bits);
        let use_raw = self.asked.use_raw || !self.asked.keep_raw.is_empty();
        let options = EncodeOptions { unknown, trim, use_raw, ..EncodeOptions::default() };
        let mut octets = Vec::new();
        if let Err(error) = self.specification.encode(rules, self.root, value, &options, &mut octets) {
            return self.report(Report {
                code: error.fault.code.word(),
                path: &error.path,
                message: explain(self.specification.shape(), value, &error),
                ..Report::at(place)
            });
        }
        let mut text = Vec::new();
        let label = self.asked.name.rsplit('.').next().unwrap_or_default().to_uppercase();
        self.asked.output.write(&mut text, &octets, &label);
        Ok(self.out.write_all(&text)?)
    }
}
