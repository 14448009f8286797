//! The form of an input.

use std::io::{self, Read};

use wireglot_interp::DecodeOptions;

use crate::forms::{Form, MARK};
use crate::messages::{Message, Reading};

use super::notes::{Note, Notes, Told};

/// What records are read from.
pub type Input<'i> = Box<dyn Read + Send + 'i>;

/// The form of an input: one of them, or a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InForm {
    /// It was said.
    Known(Form),
    /// What the input looks like.
    Auto,
}

impl std::str::FromStr for InForm {
    type Err = String;

    fn from_str(word: &str) -> Result<InForm, String> {
        match word {
            "auto" => Ok(InForm::Auto),
            _ => word.parse().map(InForm::Known).map_err(|error| format!("{error}, auto")),
        }
    }
}

/// How many octets a guess looks at where there may be many more.
const BEGINNING: u64 = 1 << 16;

/// Whether octets are what is looked for as they stand. Text may be octets as well: then they are taken as they are.
pub type IsRaw<'r> = &'r dyn Fn(&[u8]) -> bool;

impl InForm {
    /// The form of an input that is in memory; a guess is told.
    pub fn settle(self, name: &str, input: &[u8], is_raw: IsRaw, notes: &mut (impl Notes + ?Sized)) -> Form {
        match self {
            InForm::Known(form) => form,
            InForm::Auto => guessed(Form::guess(input), name, input, is_raw, notes),
        }
    }

    /// The form of an input that is not read yet, and all of the input, without a byte order mark in front
    /// of text. A guess looks at how it begins, and is told.
    pub(super) fn settle_beginning<'i>(
        self,
        name: &str,
        mut input: Input<'i>,
        is_raw: IsRaw,
        notes: &mut (impl Notes + ?Sized),
    ) -> io::Result<(Form, Input<'i>)> {
        let (form, input): (Form, Input) = match self {
            InForm::Known(form) => (form, input),
            InForm::Auto => {
                let mut beginning = Vec::new();
                let read = input.by_ref().take(BEGINNING).read_to_end(&mut beginning)?;
                let form = match read as u64 {
                    BEGINNING => Form::guess_beginning(&beginning),
                    _ => Form::guess(&beginning),
                };
                let form = guessed(form, name, &beginning, is_raw, notes);
                (form, Box::new(io::Cursor::new(beginning).chain(input)))
            }
        };
        match form {
            Form::Raw => Ok((form, input)),
            _ => Ok((form, unmarked(name, input, notes)?)),
        }
    }
}

/// Whether octets are messages as they stand, one behind the other up to the last octet.
pub fn reads_raw(message: &dyn Message, reading: &Reading, octets: &[u8]) -> bool {
    let options = DecodeOptions { trailing: true, ..reading.options };
    let reading = Reading { options, ..*reading };
    let mut rest = octets;
    while !rest.is_empty() {
        match message.skim(rest, &reading) {
            Ok(taken) if taken > 0 => rest = rest.get(taken..).unwrap_or_default(),
            _ => return false,
        }
    }
    !octets.is_empty()
}

/// The form that some octets look like; of text that octets may be as well it is told.
fn guessed(form: Form, name: &str, input: &[u8], is_raw: IsRaw, notes: &mut (impl Notes + ?Sized)) -> Form {
    let mut told = |what| notes.note(&Note { input: name, what });
    match form {
        // Nothing else has such lines; and what is no text was not guessed.
        Form::Raw | Form::Pem => form,
        _ if is_raw(input) => {
            told(Told::RawAsWell(form));
            Form::Raw
        }
        _ => {
            told(Told::Guessed(form));
            form
        }
    }
}

/// A text without the byte order mark in front of it, which is told.
fn unmarked<'i>(
    name: &str,
    mut input: Input<'i>,
    notes: &mut (impl Notes + ?Sized),
) -> io::Result<Input<'i>> {
    let mut first = Vec::new();
    input.by_ref().take(MARK.len() as u64).read_to_end(&mut first)?;
    if first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff") {
        let message = format!("{name}: this is text in UTF-16: save it as UTF-8");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    if first == MARK {
        notes.note(&Note { input: name, what: Told::Mark });
        first.clear();
    }
    Ok(Box::new(io::Cursor::new(first).chain(input)))
}
