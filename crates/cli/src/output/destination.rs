//! The output of a verb: standard output, or the file of `-o`, which is written atomically.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use anstream::adapter::StripBytes;
use anstream::AutoStream;
use clap::Args;
use wireglot_driver::json::Breaks;
use wireglot_driver::sources::new_file::NewFile;

use super::exit::{Done, Failure};

/// The size of the output buffer in bytes.
const BUFFER: usize = 1 << 17;

/// The option that says where.
#[derive(Args)]
pub struct OutputArg {
    /// Write to this file instead of standard output. A regular file is replaced only when the run completes;
    /// pipes and devices get the output as it is produced
    #[arg(id = "whole_file", short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl OutputArg {
    /// Opens the output, preserving colours.
    pub fn open(&self) -> Result<Destination, Failure> {
        let Some(path) = self.named() else { return Ok(Destination::new(To::Standard(io::stdout()))) };
        let failed = |error| Failure::Io(format!("{}: {error}", path.display()));
        Ok(Destination::of_file(path, NewFile::create(path).map_err(failed)?))
    }

    /// Opens the output for coloured text; colours are removed unless it is shown on a terminal.
    pub fn open_for_tables(&self) -> Result<Destination, Failure> {
        let mut opened = self.open()?;
        let to = opened.to.get_mut();
        match to {
            To::File { colours, .. } => *colours = Some(StripBytes::new()),
            _ => *to = To::Coloured(anstream::stdout()),
        }
        Ok(opened)
    }

    /// Writes a complete text.
    pub fn write(&self, text: &[u8]) -> Done {
        let mut out = self.open()?;
        out.write_all(text)?;
        out.finish()
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.named().is_none() && io::stdout().is_terminal()
    }

    /// Whether the option was given.
    pub fn is_said(&self) -> bool {
        self.file.is_some()
    }

    /// The file; `None` for standard output, which is also named `-`.
    pub fn named(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// The open output. If dropped before [`Destination::finish`], it leaves a file unchanged.
pub struct Destination {
    to: BufWriter<To>,
    /// Expands line breaks of folded text.
    breaks: Option<Breaks>,
    /// Whether nothing was written.
    empty: bool,
}

enum To {
    Standard(Stdout),
    Coloured(AutoStream<Stdout>),
    File { file: NewFile, name: String, colours: Option<StripBytes> },
}

impl Destination {
    /// A file that has been opened, by its path.
    pub fn of_file(path: &Path, file: NewFile) -> Destination {
        Destination::new(To::File { file, name: path.display().to_string(), colours: None })
    }

    fn new(to: To) -> Destination {
        Destination { to: BufWriter::with_capacity(BUFFER, to), breaks: None, empty: true }
    }

    /// Takes folded text, and writes it indented.
    pub fn unfolding(self) -> Destination {
        Destination { breaks: Some(Breaks::default()), ..self }
    }

    /// Whether nothing was written to it.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// Finishes the output: a temporary file is renamed.
    pub fn finish(mut self) -> Done {
        self.flush()?;
        match self.to.into_inner().map_err(io::IntoInnerError::into_error)? {
            To::Standard(_) | To::Coloured(_) => Ok(()),
            To::File { file, name, .. } => Ok(file.finish().map_err(|error| of_file(&name, error))?),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let Destination { to, breaks, empty } = self;
        *empty &= octets.is_empty();
        match breaks {
            None => to.write(octets),
            Some(breaks) => {
                breaks.expand(octets, |part| to.write_all(part))?;
                Ok(octets.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Write for To {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match self {
            To::Standard(out) => out.write(octets).map_err(|error| of_file(STANDARD, error)),
            To::Coloured(out) => out.write(octets).map_err(|error| of_file(STANDARD, error)),
            To::File { file, name, colours: None } => {
                file.write(octets).map_err(|error| of_file(name, error))
            }
            To::File { file, name, colours: Some(colours) } => {
                let mut plain = colours.strip_next(octets);
                plain.try_for_each(|part| file.write_all(part)).map_err(|error| of_file(name, error))?;
                Ok(octets.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            To::Standard(out) => out.flush().map_err(|error| of_file(STANDARD, error)),
            To::Coloured(out) => out.flush().map_err(|error| of_file(STANDARD, error)),
            To::File { file, name, .. } => file.flush().map_err(|error| of_file(name, error)),
        }
    }
}

/// What errors call the output that isn't a file.
const STANDARD: &str = "standard output";

/// An error that names its file.
fn of_file(name: &str, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error,
        kind => io::Error::new(kind, format!("{name}: {error}")),
    }
}
