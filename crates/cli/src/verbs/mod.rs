//! The verbs: they parse arguments, call the driver and print text.

mod bitproto;
mod check;
mod compat;
mod completions;
mod convert;
mod decode;
mod diff;
mod dump;
mod encode;
mod explain;
mod fmt;
mod gen;
mod inspect;
mod layout;
mod man;
mod sample;
mod serve;
mod vectors;

use clap::Subcommand;

use crate::output::exit::Done;

pub use bitproto::{is_original, OriginalCommand};

#[derive(Subcommand)]
pub enum Verb {
    Decode(decode::Decode),
    Encode(encode::Encode),
    Inspect(inspect::Inspect),
    Convert(convert::Convert),
    Diff(diff::Diff),
    Check(check::Check),
    Explain(explain::Explain),
    Fmt(fmt::Fmt),
    Dump(dump::Dump),
    Gen(gen::Gen),
    Bitproto(bitproto::Bitproto),
    Layout(layout::Layout),
    Compat(compat::Compat),
    Sample(sample::Sample),
    Serve(serve::Serve),
    Vectors(vectors::Vectors),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Verb {
    /// Runs the verb; `command` is the whole command, which some verbs describe.
    pub fn run(self, command: clap::Command) -> Done {
        match self {
            Verb::Decode(decode) => decode.run(),
            Verb::Encode(encode) => encode.run(),
            Verb::Inspect(inspect) => inspect.run(),
            Verb::Convert(convert) => convert.run(),
            Verb::Diff(diff) => diff.run(),
            Verb::Check(check) => check.run(),
            Verb::Explain(explain) => explain.run(),
            Verb::Fmt(fmt) => fmt.run(),
            Verb::Dump(dump) => dump.run(),
            Verb::Sample(sample) => sample.run(),
            Verb::Serve(serve) => serve.run(),
            Verb::Gen(gen) => gen.run(),
            Verb::Bitproto(bitproto) => bitproto.run(),
            Verb::Layout(layout) => layout.run(),
            Verb::Compat(compat) => compat.run(),
            Verb::Vectors(vectors) => vectors.run(),
            Verb::Completions(completions) => completions.run(command),
            Verb::Man(man) => man.run(command),
        }
    }
}
