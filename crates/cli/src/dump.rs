//! `wireglot dump`: what each stage of the pipeline made.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use wireglot_driver::pipeline::{plan, Compiled};
use wireglot_driver::show;
use wireglot_driver::Rules;

use crate::args::Schema;
use crate::exit::{Done, Failure};
use crate::words;

/// Print what a stage of the pipeline made
///
/// The stages: text -> tokens -> tree -> model -> shape + plan.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot dump plan -s snmp.asn1 -r ber")]
pub struct Dump {
    /// The stage
    stage: Stage,
    #[command(flatten)]
    schema: Schema,
    /// The rules of the plan
    #[arg(short, long, value_name = "RULES", value_parser = words::plan_rules(), hide_possible_values = true)]
    rules: Option<Rules>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Stage {
    Tokens,
    Tree,
    Model,
    Shape,
    Plan,
}

impl Dump {
    pub fn run(self) -> Done {
        let mut made = self.schema.compile_all()?;
        let text = match self.stage {
            Stage::Tokens => by_file(&made, |i| show::tokens(&made, i)),
            Stage::Tree => by_file(&made, |i| show::tree(&made, i)),
            Stage::Model => made.model.dump(),
            Stage::Shape => made.shape.as_ref().map_or_else(String::new, |shape| show::shape(shape)),
            Stage::Plan => self.plan(&mut made)?,
        };
        std::io::stdout().lock().write_all(text.as_bytes())?;
        self.schema.judgement(false).demand(&made)
    }

    fn plan(&self, made: &mut Compiled) -> Result<String, Failure> {
        let Some(rules) = self.rules else {
            return Err(Failure::Usage("dump plan takes the rules: -r ber".into()));
        };
        let plan = plan(rules, made);
        Ok(plan.zip(made.shape.as_ref()).map_or_else(String::new, |(plan, shape)| show::plan(&plan, shape)))
    }
}

/// Each file under a line with its name.
fn by_file(made: &Compiled, show: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (i, tree) in made.trees.iter().enumerate() {
        let _ = write!(text, "-- {}\n{}", made.sources.get(tree.file).name(), show(i));
    }
    text
}
