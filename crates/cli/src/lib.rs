//! The `wireglot` command, for a given set of schema languages.

mod input;
mod output;
mod records;
mod verbs;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use wireglot_driver::languages::Registry;

use input::{languages, other_verbs};
use output::exit::{self, Failure};
use verbs::{is_original, OriginalCommand, Verb};

/// Decode, encode, check and generate code for ASN.1, SBE, bitproto and H.248 text.
///
/// Give it a specification with -s, and the folders of imported modules with -I.
#[derive(Parser)]
#[command(name = "wireglot", version, max_term_width = 100)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

/// Runs the command with the arguments of the process; returns its exit code.
pub fn run(registry: Registry) -> ExitCode {
    ExitCode::from(run_with(registry, std::env::args_os().collect()))
}

/// Runs a command line, which starts with the name of the command; returns its exit code.
pub fn run_with(registry: Registry, line: Vec<OsString>) -> u8 {
    languages::set(registry);
    if line.first().is_some_and(|called| is_original(Path::new(called))) {
        return match OriginalCommand::try_parse_from(&line) {
            Ok(command) => exit::code(command.run(), &line),
            Err(told) => exit::told(&told),
        };
    }
    let verb = match Command::try_parse_from(&line) {
        Ok(command) => command.verb,
        Err(told) => {
            return match other_verbs::advice(&told, &line, &Command::command()) {
                Some(advice) => exit::code(Err(Failure::Usage(advice)), &line),
                None => exit::told(&told),
            }
        }
    };
    exit::code(verb.run(Command::command()), &line)
}
