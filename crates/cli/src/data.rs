//! Options of verbs that read or write data, and the loop over PDUs that they share.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wireglot_driver::forms::Form;
use wireglot_driver::{Limits, Unknowns};

use crate::exit::{note, Failure};

/// The type and the rules.
#[derive(Args)]
pub struct Pdu {
    /// The type: Module.Type, or Type; or a value assignment: Module.value
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub name: String,
    /// The rules: ber der cer uper aper cuper caper oer coer jer json
    #[arg(short, long, value_name = "RULES")]
    pub rules: crate::args::RulesWord,
}

/// What one message may ask of us.
#[derive(Args)]
pub struct LimitArgs {
    /// Values inside values
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, help_heading = "Limits")]
    max_depth: u32,
    /// Elements of one list
    #[arg(long, value_name = "N", default_value_t = Limits::default().elements, help_heading = "Limits")]
    max_elements: u64,
    /// Elements that take no bits, in all lists of a message together
    #[arg(long, value_name = "N", default_value_t = Limits::default().empty_elements, help_heading = "Limits")]
    max_empty_elements: u64,
    /// Octets of one INTEGER, REAL or OBJECT IDENTIFIER
    #[arg(long, value_name = "N", default_value_t = Limits::default().integer_octets, help_heading = "Limits")]
    max_integer_octets: usize,
    /// Octets of one string
    #[arg(long, value_name = "N", default_value_t = Limits::default().string_octets, help_heading = "Limits")]
    max_string_octets: usize,
    /// Octets of one message
    #[arg(long, value_name = "N", default_value_t = Limits::default().total, help_heading = "Limits")]
    max_total: usize,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.max_depth,
            elements: self.max_elements,
            integer_octets: self.max_integer_octets,
            string_octets: self.max_string_octets,
            total: self.max_total,
            empty_elements: self.max_empty_elements,
        }
    }
}

/// What to do after a PDU that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// End with the error
    Stop,
    /// Tell the error and go on with the next PDU
    Skip,
    /// Put {"error": {code, offset, path, message}} in its place and go on
    Report,
}

/// What to do with unknown extensions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnUnknown {
    /// Leave them out
    Skip,
    /// Show them, and write them again
    Keep,
    /// Take them for errors
    Reject,
}

impl From<OnUnknown> for Unknowns {
    fn from(what: OnUnknown) -> Unknowns {
        match what {
            OnUnknown::Skip => Unknowns::Skip,
            OnUnknown::Keep => Unknowns::Keep,
            OnUnknown::Reject => Unknowns::Reject,
        }
    }
}

/// The form of an input: one of them, or a guess.
#[derive(Clone, Copy)]
pub enum InForm {
    Known(Form),
    Auto,
}

impl std::str::FromStr for InForm {
    type Err = String;

    fn from_str(word: &str) -> Result<InForm, String> {
        match word {
            "auto" => Ok(InForm::Auto),
            _ => out_form(word).map(InForm::Known).map_err(|e| format!("{e}, auto")),
        }
    }
}

impl InForm {
    /// The form; a guess is told.
    pub fn settle(self, name: &str, input: &[u8]) -> Form {
        match self {
            InForm::Known(form) => form,
            InForm::Auto => {
                let form = Form::guess(input);
                note(&format!("{name} looks like {}: taken as --in {}", form.word(), form.word()));
                form
            }
        }
    }
}

/// The form of that word.
pub fn out_form(word: &str) -> Result<Form, String> {
    let all = Form::ALL.map(Form::word).join(", ");
    Form::ALL.into_iter().find(|f| f.word() == word).ok_or(format!("the forms are {all}"))
}

/// An input and its name; `-` is standard input.
pub fn open(path: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    if path == Path::new("-") {
        return Ok(("standard input".into(), Box::new(io::stdin().lock())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(file))),
        Err(error) => Err(Failure::Io(format!("{name}: {error}"))),
    }
}

/// The inputs: those named, or standard input.
pub fn inputs(files: &[PathBuf]) -> Vec<PathBuf> {
    match files {
        [] => vec![PathBuf::from("-")],
        files => files.to_vec(),
    }
}
