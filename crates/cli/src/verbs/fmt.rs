//! `wireglot fmt`: formats schema files.

mod changes;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use wireglot_driver::format::{format, Formatted};
use wireglot_driver::languages::{Feature, FormatError};
use wireglot_driver::sources::new_file::rewrite;
use wireglot_driver::sources::Host;

use crate::input::languages::{language_of, languages, refused};
use crate::output::destination::{Destination, OutputArg};
use crate::output::exit::{complain, Done, Failure};

/// Format schema files in place
///
/// Only white space changes. ASN.1: one component per line, aligned types, lists wrapped at 100 columns; line
/// breaks in lists of names, values and objects stay, and macros, their uses and ENCODING-CONTROL sections are
/// not touched. bitproto: one statement per line. A file with a syntax error is reported and left unchanged.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot fmt rocket.asn1
  wireglot fmt --check schemas/*.asn1 schemas/*.bitproto
  wireglot fmt --diff rocket.asn1
  wireglot fmt - < rocket.asn1")]
pub struct Fmt {
    /// Change nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Like --check, but show the changes
    #[arg(long)]
    diff: bool,
    /// Print the formatted files instead of writing them
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    stdout: bool,
    #[command(flatten)]
    output: OutputArg,
    /// Files; - formats an ASN.1 module from standard input to standard output
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Fmt {
    pub fn run(self) -> Done {
        for file in &self.files {
            languages().demand(language_of(file)?, Feature::Format, "fmt", file)?;
        }
        if let Some(folder) = self.files.iter().find(|file| file.is_dir()) {
            let name = folder.display();
            let word = language_of(folder)?.word();
            return Err(Failure::Usage(format!(
                "{name} is a folder: name its files, such as {name}/*.{word}"
            )));
        }
        let mut out = if self.diff { self.output.open_for_tables()? } else { self.output.open()? };
        let (mut differs, mut faulty) = (false, false);
        for file in &self.files {
            match format(language_of(file)?, file, Host::system()) {
                Ok(formatted) => differs |= self.file(file, &formatted, &mut out)?,
                Err(FormatError::File(error)) => return Err(error.into()),
                Err(FormatError::Faulty(told)) => {
                    anstream::stderr().lock().write_all(told.as_bytes())?;
                    faulty = true;
                }
                Err(FormatError::Refused(refusal)) => {
                    return Err(refused("fmt", language_of(file)?, file, refusal));
                }
                Err(FormatError::Unsure) => {
                    complain(&format!("{}: left as it is: formatting would change a token", file.display()));
                    faulty = true;
                }
            }
        }
        if !faulty {
            out.finish()?;
        }
        match (faulty, (self.check || self.diff) && differs) {
            (true, _) => Err(Failure::Schema),
            (false, true) => Err(Failure::Data),
            (false, false) => Ok(()),
        }
    }

    /// Formats, checks or prints a file as requested; returns whether it changes.
    fn file(&self, file: &Path, formatted: &Formatted, out: &mut Destination) -> Result<bool, Failure> {
        let name = file.display();
        let is_input = file == Path::new("-");
        match formatted.differs() {
            differs if self.check || self.diff => {
                if differs {
                    complain(&format!("{name} is not formatted"));
                }
                if self.diff {
                    let text = changes::diff(&name.to_string(), &formatted.before, &formatted.after);
                    out.write_all(text.as_bytes())?;
                }
            }
            _ if self.stdout || self.output.is_said() || is_input => out.write_all(&formatted.octets())?,
            true => {
                rewrite(file, &formatted.octets()).map_err(|error| Failure::Io(format!("{name}: {error}")))?
            }
            false => {}
        }
        Ok(formatted.differs())
    }
}
