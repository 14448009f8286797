//! The `wireglot` command.

mod args;
mod check;
mod dump;
mod exit;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Check(check::Check),
    Dump(dump::Dump),
}

fn main() -> ExitCode {
    let done = match Command::parse().verb {
        Verb::Check(check) => check.run(),
        Verb::Dump(dump) => dump.run(),
    };
    exit::code(done)
}
