//! `wireglot dump`: what each stage of the pipeline made.

use clap::{Args, ValueEnum};
use wireglot_driver::languages::{Request, Stage};
use wireglot_driver::Rules;

use crate::input::args::Schema;
use crate::input::value_parsers;
use crate::output::destination::OutputArg;
use crate::output::exit::Done;

/// Print the output of one compiler stage
///
/// The stages: text -> tokens -> tree -> model -> shape + plan.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot dump plan -s snmp.asn1 -r ber")]
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
    pub fn run(self) -> Done {
        let mut made = self.schema.compile(Request::default())?;
        let text = made.dump(self.stage.into(), self.rules);
        let text = text.map_err(|refusal| self.schema.refused("dump", refusal))?;
        self.output.write(text.as_bytes())?;
        self.schema.judgement(false).demand(&*made)
    }
}
