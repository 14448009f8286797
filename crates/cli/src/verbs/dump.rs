//! `wireglot dump`: prints the output of each compiler stage.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::inputs::InForm;
use wireglot_driver::languages::{Request, Stage};
use wireglot_driver::Rules;

use crate::input::args::Schema;
use crate::input::missing::{Needs, RulesNeed};
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::Done;

/// Print the output of one compiler stage
///
/// The stages: text -> tokens -> tree -> model -> shape + plan.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot dump plan snmp.asn1 -r ber")]
pub struct Dump {
    /// The stage
    stage: Word,
    #[command(flatten)]
    schema: Schema,
    /// The encoding rules of the plan
    #[arg(short, long, value_name = "RULES", value_parser = value_parsers::plan_rules(), hide_possible_values = true)]
    rules: Option<Rules>,
    #[command(flatten)]
    output: OutputArg,
    /// Schema files, as with -s
    #[arg(value_name = "SCHEMA")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Word {
    Tokens,
    Tree,
    Model,
    Shape,
    Plan,
}

impl From<Word> for Stage {
    fn from(word: Word) -> Stage {
        match word {
            Word::Tokens => Stage::Tokens,
            Word::Tree => Stage::Tree,
            Word::Model => Stage::Model,
            Word::Shape => Stage::Shape,
            Word::Plan => Stage::Plan,
        }
    }
}

impl Dump {
    pub fn run(mut self) -> Done {
        self.schema.add(std::mem::take(&mut self.files));
        let example = Rules::default().word();
        let words = Rules::ALL.map(Rules::word).to_vec();
        let rules = [RulesNeed { option: "-r", example, reads: false, words }];
        let rules = if matches!(self.stage, Word::Plan) && self.rules.is_none() { &rules[..] } else { &[] };
        let (schema, form) = (&self.schema, InForm::Auto);
        Needs { schema, ty: None, rules, said: (None, None), inputs: &[], form }.met()?;
        let mut made = self.schema.compile(Request::default())?;
        let text = made.dump(self.stage.into(), self.rules);
        let text = text.map_err(|refusal| self.schema.refused("dump", refusal))?;
        self.output.write(text.as_bytes())?;
        self.schema.judgement(false).demand(&*made)
    }
}
