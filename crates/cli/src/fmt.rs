//! `wireglot fmt`: schema files with their white space as it should be.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::bitproto::is_bitproto;
use wireglot_driver::format::{self, FormatError};

use crate::exit::{complain, Done, Failure};

/// Format schema files in place
///
/// Tokens and comments stay as they are, white space changes: a statement a line, four columns for
/// each open brace. For bitproto files. A file with a fault in its syntax is left as it is, and the
/// fault is told.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot fmt drone.bitproto
  wireglot fmt --check schemas/*.bitproto")]
pub struct Fmt {
    /// Changes nothing; names the files that would change, and exits with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Prints what files would become instead of writing them
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
    /// Files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Fmt {
    pub fn run(self) -> Done {
        if let Some(other) = self.files.iter().find(|file| !is_bitproto(file)) {
            return Err(Failure::Usage(format!("{}: fmt is for files named *.bitproto", other.display())));
        }
        let (mut differs, mut faulty) = (false, false);
        for file in &self.files {
            match format::bitproto(file) {
                Ok(formatted) => differs |= self.file(file, &formatted.before, &formatted.after)?,
                Err(FormatError::File(error)) => return Err(error.into()),
                Err(FormatError::Faulty(told)) => {
                    anstream::stderr().lock().write_all(told.as_bytes())?;
                    faulty = true;
                }
            }
        }
        match (faulty, self.check && differs) {
            (true, _) => Err(Failure::Schema),
            (false, true) => Err(Failure::Data),
            (false, false) => Ok(()),
        }
    }

    /// Does with a file what was asked for; says whether it changes.
    fn file(&self, file: &Path, before: &str, after: &str) -> Result<bool, Failure> {
        let differs = before != after;
        match () {
            () if self.stdout => std::io::stdout().lock().write_all(after.as_bytes())?,
            () if self.check && differs => complain(&format!("{} is not formatted", file.display())),
            () if differs => std::fs::write(file, after)
                .map_err(|error| Failure::Io(format!("{}: {error}", file.display())))?,
            () => {}
        }
        Ok(differs)
    }
}
