//! Exit codes, and the messages on the way out.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal};

use wireglot_driver::languages::NotFor;
use wireglot_driver::render::SHOWN;
use wireglot_driver::sources::{without_number, FileError};
use wireglot_driver::OpenError;

use crate::output::missing::Missing;

/// Why a verb failed.
#[derive(Debug)]
pub enum Failure {
    /// Invalid data; already reported.
    Data,
    /// An impossible request on the command line.
    Usage(String),
    /// The command line is incomplete.
    Missing(Box<Missing>),
    /// An invalid schema; already reported.
    Schema,
    /// A file can't be read or written.
    Io(String),
    /// An input can't be read; others may be readable.
    Input(String),
    /// The same; already reported.
    Unread,
    /// The reader of the output has gone.
    Pipe,
}

impl Failure {
    /// The same for a run that can't do without the input.
    pub fn fatal(self) -> Failure {
        match self {
            Failure::Input(message) => Failure::Io(message),
            other => other,
        }
    }
}

/// The exit code for an invalid schema.
const BAD_SCHEMA: u8 = 3;

/// The result of a verb.
pub type Done = Result<(), Failure>;

/// Reports the failure, if it has not been reported, and returns the exit code: 0 success, 1 invalid data, 2
/// usage (including files that can't be opened), 3 invalid schema. `line` is the command line.
pub fn code(done: Done, line: &[OsString]) -> u8 {
    let (code, message) = match done {
        Ok(()) => return 0,
        Err(Failure::Data) => (1, None),
        Err(Failure::Usage(message) | Failure::Io(message) | Failure::Input(message)) => {
            (2, Some(without_number(&message).to_string()))
        }
        Err(Failure::Missing(missing)) => (2, Some(missing.told(line))),
        Err(Failure::Unread) => (2, None),
        Err(Failure::Schema) => (BAD_SCHEMA, None),
        Err(Failure::Pipe) => (141, None),
    };
    if let Some(message) = message {
        complain(&message);
    }
    if code == BAD_SCHEMA && io::stderr().is_terminal() {
        note("wireglot explain CODE prints the page of a code in brackets, with a fixed example");
    }
    code
}

/// Prints help, version or usage errors from the argument parser; returns the exit code.
pub fn told(told: &clap::Error) -> u8 {
    use std::io::Write;
    let text = told.render().ansi().to_string();
    if told.use_stderr() {
        let _ = anstream::stderr().lock().write_all(text.as_bytes());
        return 2;
    }
    let mut out = anstream::stdout().lock();
    code(out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::from), &[])
}

/// Prints an error on standard error.
pub fn complain(message: &str) {
    use std::io::Write;
    let _ =
        writeln!(anstream::stderr().lock(), "\u{1b}[1m\u{1b}[91merror\u{1b}[0m\u{1b}[1m: {message}\u{1b}[0m");
}

/// Prints a warning on standard error.
pub fn warn(message: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr().lock(), "\u{1b}[1m\u{1b}[93mwarning\u{1b}[0m: {message}");
}

/// Prints a note on standard error.
pub fn note(message: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr().lock(), "\u{1b}[1m\u{1b}[92mnote\u{1b}[0m: {message}");
}

/// An error of an input rather than of the output.
#[derive(Debug)]
pub struct Unreadable {
    /// The name of the input and the error.
    pub message: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Failure {
        Failure::Missing(Box::new(missing))
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::Io(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match (error.get_ref().is_some_and(|inner| inner.is::<Unreadable>()), error.kind()) {
            (true, _) => Failure::Input(error.to_string()),
            (false, io::ErrorKind::BrokenPipe) => Failure::Pipe,
            (false, _) => Failure::Io(error.to_string()),
        }
    }
}

impl From<NotFor> for Failure {
    fn from(refused: NotFor) -> Failure {
        Failure::Usage(refused.to_string())
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::File(error) => error.into(),
            OpenError::Schema(faulty) => {
                use std::io::Write;
                let _ = anstream::stderr().lock().write_all(faulty.rendered(SHOWN).as_bytes());
                Failure::Schema
            }
            OpenError::Internal(what) => {
                complain(&format!("the compiler contradicts itself: {what}"));
                Failure::Schema
            }
        }
    }
}
