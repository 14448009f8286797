//! `wireglot dump`: what each stage of the pipeline made.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use wireglot_driver::pipeline::Compiled;

use crate::args::Schema;
use crate::exit::Done;

/// Print what a stage of the pipeline made
///
/// The stages: text -> tokens -> tree -> model -> shape + plan.
#[derive(Args)]
#[command(after_help = "Example:\n  wireglot dump tree -s snmp.asn1")]
pub struct Dump {
    /// The stage
    stage: Stage,
    #[command(flatten)]
    schema: Schema,
}

#[derive(Clone, Copy, ValueEnum)]
enum Stage {
    Tokens,
    Tree,
}

impl Dump {
    pub fn run(self) -> Done {
        let made = self.schema.compile_all()?;
        let text = match self.stage {
            Stage::Tokens => tokens(&made),
            Stage::Tree => trees(&made),
        };
        std::io::stdout().lock().write_all(text.as_bytes())?;
        self.schema.judge(&made)
    }
}

/// One token a line: place, kind, text.
fn tokens(made: &Compiled) -> String {
    let mut text = String::new();
    for tree in &made.trees {
        let source = made.sources.get(tree.file);
        let _ = writeln!(text, "-- {}", source.name());
        for token in tree.tokens.tokens() {
            let place = source.place(token.lo);
            let raw = tree.tokens.raw(*token);
            let _ = writeln!(text, "{}:{}\t{:?}\t{raw}", place.line, place.column, token.kind);
        }
    }
    text
}

/// Each file's modules.
fn trees(made: &Compiled) -> String {
    let mut text = String::new();
    for tree in &made.trees {
        let _ = writeln!(text, "-- {}", made.sources.get(tree.file).name());
        for module in &tree.modules {
            let _ = writeln!(text, "{module:#?}");
        }
    }
    text
}
