//! The `wireglot` command, for the schema languages that it is given.

mod args;
mod bitproto;
mod capture;
mod check;
mod codec_arg;
mod compat;
mod completions;
mod convert;
mod cost;
mod data;
mod decode;
mod diff;
mod dump;
mod encode;
mod excerpt;
mod exit;
mod fmt;
mod gen;
mod inspect;
mod languages;
mod layout;
mod man;
mod plain;
mod records;
mod rendering;
mod report;
mod rules_word;
mod sample;
mod schema_verdict;
mod texts;
mod value_parsers;
mod vectors;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use wireglot_driver::languages::Registry;

/// Decode, encode, check and generate code for the binary formats of other people's systems.
///
/// A specification in, bytes in, JSON out, and back. Every verb takes the
/// specification with -s and looks for imported modules in the folders of -I.
#[derive(Parser)]
#[command(name = "wireglot", version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Decode(decode::Decode),
    Encode(encode::Encode),
    Inspect(inspect::Inspect),
    Convert(convert::Convert),
    Diff(diff::Diff),
    Check(check::Check),
    Fmt(fmt::Fmt),
    Dump(dump::Dump),
    Gen(gen::Gen),
    Bitproto(bitproto::Bitproto),
    Layout(layout::Layout),
    Compat(compat::Compat),
    Sample(sample::Sample),
    Vectors(vectors::Vectors),
    Completions(completions::Completions),
    Man(man::Man),
}

/// bitproto's own command line, when the command is called by that name.
#[derive(Parser)]
#[command(name = "bitproto", version, max_term_width = 100)]
struct BitprotoCommand {
    #[command(flatten)]
    bitproto: bitproto::Bitproto,
}

/// Runs the command that the process was called with, and gives its exit code.
pub fn run(registry: Registry) -> ExitCode {
    languages::set(registry);
    let called = std::env::args_os().next().map(std::path::PathBuf::from);
    if called.is_some_and(|path| path.file_stem().is_some_and(|stem| stem == "bitproto")) {
        return match BitprotoCommand::try_parse() {
            Ok(command) => exit::code(command.bitproto.run()),
            Err(told) => exit::told(&told),
        };
    }
    let verb = match Command::try_parse() {
        Ok(command) => command.verb,
        Err(told) => return exit::told(&told),
    };
    let done = match verb {
        Verb::Decode(decode) => decode.run(),
        Verb::Encode(encode) => encode.run(),
        Verb::Inspect(inspect) => inspect.run(),
        Verb::Convert(convert) => convert.run(),
        Verb::Diff(diff) => diff.run(),
        Verb::Check(check) => check.run(),
        Verb::Fmt(fmt) => fmt.run(),
        Verb::Dump(dump) => dump.run(),
        Verb::Sample(sample) => sample.run(),
        Verb::Gen(gen) => gen.run(),
        Verb::Bitproto(bitproto) => bitproto.run(),
        Verb::Layout(layout) => layout.run(),
        Verb::Compat(compat) => compat.run(),
        Verb::Vectors(vectors) => vectors.run(),
        Verb::Completions(completions) => completions.run(Command::command()),
        Verb::Man(man) => man.run(Command::command()),
    };
    exit::code(done)
}
