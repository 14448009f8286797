//! `wireglot convert`: one set of rules to another.

use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;

use clap::Args;
use wireglot_driver::feed::Feed;
use wireglot_driver::forms::Form;
use wireglot_driver::rules::Notation;
use wireglot_driver::{
    DecodeOptions, EncodeOptions, ErrorCode, Rules, Specification, Tape, Unknowns, ValueRef,
};

use crate::args::{RulesWord, Schema};
use crate::data::{inputs, open, out_form, InForm, LimitArgs, OnError};
use crate::exit::{complain, Done, Failure};
use crate::report::Report;

/// Convert PDUs from one set of rules to another
///
/// Text forms are rules like others. What the specification does not know can go
/// to rules of the same family only; --drop-unknown leaves it out.
#[derive(Args)]
#[command(after_help = "Example:
  wireglot convert -s snmp.asn1 -t Message --from ber --to uper --out hex message.ber")]
pub struct Convert {
    #[command(flatten)]
    schema: Schema,
    /// The type: Module.Type, or Type
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    name: String,
    /// The rules of the input: ber der cer uper aper cuper caper oer coer jer json
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
    /// What to do after a PDU that is wrong
    #[arg(long, value_name = "WHAT", default_value = "stop")]
    on_error: OnError,
    #[command(flatten)]
    limits: LimitArgs,
    /// Files; none, or -, is standard input
    files: Vec<PathBuf>,
}

impl Convert {
    pub fn run(self) -> Done {
        let mut specification = self.schema.open()?;
        let root = self.schema.find(&specification, &self.name)?.root;
        for notation in [self.from.0, self.to.0] {
            if let Notation::Binary(rules) = notation {
                self.schema.prepare(&mut specification, rules)?;
            }
        }
        let mut run = Run {
            asked: &self,
            specification: &specification,
            root,
            out: BufWriter::new(std::io::stdout()),
            wrong: false,
        };
        for path in inputs(&self.files) {
            let (name, input) = open(&path)?;
            match self.from.0 {
                Notation::Binary(rules) => run.octets(&name, input, rules)?,
                Notation::Text(spelling) => {
                    let rules = match self.to.0 {
                        Notation::Binary(rules) => rules,
                        Notation::Text(_) => Rules::Ber,
                    };
                    let mut reader = specification.json_reader(spelling, rules);
                    reader.limits = self.limits.limits();
                    let ty = specification.shape().roots[root].shape;
                    crate::texts::each(input, &mut reader, ty, |read| match read {
                        Ok(value) => run.value(&name, value),
                        Err(e) => run.report(&name, e.code, e.offset as u64, &e.path, e.message.clone()),
                    })?;
                }
            }
        }
        run.out.flush()?;
        match run.wrong {
            true => Err(Failure::Data),
            false => Ok(()),
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
    root: usize,
    out: BufWriter<std::io::Stdout>,
    wrong: bool,
}

impl Run<'_> {
    fn octets(&mut self, name: &str, mut input: Box<dyn Read>, rules: Rules) -> Done {
        if let InForm::Known(Form::Raw) = self.asked.input {
            return self.stream(name, input, rules, false);
        }
        let mut octets = Vec::new();
        input.read_to_end(&mut octets)?;
        let form = self.asked.input.settle(name, &octets);
        let parts = form.parts(octets).map_err(|error| {
            complain(&format!("{name}: {error} (read as --in {})", form.word()));
            Failure::Data
        })?;
        // A line or a block is one PDU: what is left over in it is an error.
        let single = matches!(form, Form::HexLines | Form::Pem);
        parts.iter().try_for_each(|part| self.stream(name, &part[..], rules, single))
    }

    /// One PDU after another, as far as there is a way to go on.
    fn stream(&mut self, name: &str, input: impl Read, rules: Rules, single: bool) -> Done {
        let codec = self.specification.codec(rules).ok_or(Failure::Schema)?;
        let options = DecodeOptions {
            unknown: self.asked.unknown(),
            trailing: !single,
            limits: self.asked.limits.limits(),
            ..DecodeOptions::default()
        };
        let mut feed = Feed::new(input);
        let mut tape = Tape::new();
        while single && feed.grow()? {}
        while !feed.is_done()? {
            tape.clear();
            match codec.decode(self.root, feed.window(), &options, &mut tape) {
                Ok(0) => return Ok(()),
                Ok(taken) => {
                    if let Some(value) = tape.root() {
                        self.value(name, value)?;
                    }
                    feed.take(taken);
                }
                Err(error) => {
                    let short = matches!(error.fault.code, ErrorCode::Truncated | ErrorCode::Overrun);
                    if short && feed.window().len() <= options.limits.total && feed.grow()? {
                        continue;
                    }
                    let (code, message) = (error.fault.code.word(), error.fault.message().to_string());
                    return self.report(
                        name,
                        code,
                        feed.offset() + error.fault.bit / 8,
                        &error.path,
                        message,
                    );
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, name: &str, value: ValueRef) -> Done {
        let rules = match self.asked.to.0 {
            Notation::Binary(rules) => rules,
            Notation::Text(spelling) => {
                return Ok(writeln!(self.out, "{}", self.specification.to_json(value, spelling))?);
            }
        };
        let options = EncodeOptions { unknown: self.asked.unknown(), ..EncodeOptions::default() };
        let mut octets = Vec::new();
        if let Err(error) = self.specification.encode(rules, self.root, value, &options, &mut octets) {
            let (code, message) = (error.fault.code.word(), error.fault.message().to_string());
            return self.report(name, code, 0, &error.path, message);
        }
        let mut text = Vec::new();
        let label = self.asked.name.rsplit('.').next().unwrap_or_default().to_uppercase();
        self.asked.output.write(&mut text, &octets, &label);
        Ok(self.out.write_all(&text)?)
    }

    fn report(&mut self, file: &str, code: &str, offset: u64, path: &str, message: String) -> Done {
        self.wrong = true;
        Report { file, code, offset, bit: 0, path, message }.tell(self.asked.on_error, &mut self.out)
    }
}
