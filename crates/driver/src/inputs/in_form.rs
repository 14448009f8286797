//! The form of an input.

use std::io::{self, Read};

use wireglot_interp::DecodeOptions;

use crate::forms::{full_lines, Form, MARK};
use crate::messages::{Message, Reading};

use super::notes::{Note, Notes, Told};

/// The input that records are read from.
pub type Input<'i> = Box<dyn Read + Send + 'i>;

/// The form of an input, or a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InForm {
    /// The form is given.
    Known(Form),
    /// Guesses the form from the input.
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

/// The number of bytes on which a guess is based if the input may be long.
const BEGINNING: u64 = 1 << 16;

/// Whether bytes can be read as raw messages. If a text can also be raw messages, it is treated as raw.
pub type IsRaw<'r> = &'r dyn Fn(&[u8]) -> bool;

impl InForm {
    /// The form of an input in memory; a guess is reported as a note.
    pub fn settle(self, name: &str, input: &[u8], is_raw: IsRaw, notes: &mut (impl Notes + ?Sized)) -> Form {
        match self {
            InForm::Known(form) => form,
            InForm::Auto => guessed(Form::guess(input), name, input, is_raw, notes),
        }
    }

    /// The form of an unread input, and the whole input without a byte order mark before text. A guess is
    /// based on the beginning and reported as a note.
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

/// Whether bytes are consecutive raw messages up to the last byte.
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

/// Checks a guess; reports a note if text could also be raw bytes.
fn guessed(form: Form, name: &str, input: &[u8], is_raw: IsRaw, notes: &mut (impl Notes + ?Sized)) -> Form {
    let mut told = |what| notes.note(&Note { input: name, what });
    match form {
        // Only PEM has such lines, and anything that is not text is raw.
        Form::Raw | Form::Pem => form,
        _ if is_raw(input) => {
            told(Told::RawAsWell(form));
            Form::Raw
        }
        Form::Hex | Form::HexLines => match full_lines(input) {
            Some(lines) => {
                // Only the beginning of a long input is here: its last line may be cut off.
                let whole = if input.len() as u64 >= BEGINNING { lines.len() - 1 } else { lines.len() };
                let each = lines.iter().take(whole).all(|line| is_raw(line));
                let form = if each { Form::HexLines } else { Form::Hex };
                told(Told::Wrapped(form));
                form
            }
            None => {
                told(Told::Guessed(form));
                form
            }
        },
        _ => {
            told(Told::Guessed(form));
            form
        }
    }
}

/// Removes a byte order mark and reports it.
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
