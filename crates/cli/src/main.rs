//! The `wireglot` command.

use std::process::ExitCode;

use wireglot_driver::languages::Registry;

fn main() -> ExitCode {
    wireglot_cli::run(Registry::default())
}
