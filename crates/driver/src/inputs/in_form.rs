//! The form of an input.

use std::io::{self, Read};

use crate::forms::{Form, MARK};

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

impl InForm {
    /// The form of an input that is in memory; a guess is told.
    pub fn settle(self, name: &str, input: &[u8], notes: &mut (impl Notes + ?Sized)) -> Form {
        match self {
            InForm::Known(form) => form,
            InForm::Auto => guessed(Form::guess(input), name, notes),
        }
    }

    /// The form of an input that is not read yet, and all of the input, without a byte order mark in front
    /// of text. A guess looks at how it begins, and is told.
    pub(super) fn settle_beginning<'i>(
        self,
        name: &str,
        mut input: Input<'i>,
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
                let form = guessed(form, name, notes);
                (form, Box::new(io::Cursor::new(beginning).chain(input)))
            }
        };
        match form {
            Form::Raw => Ok((form, input)),
            _ => Ok((form, unmarked(name, input, notes)?)),
        }
    }
}

fn guessed(form: Form, name: &str, notes: &mut (impl Notes + ?Sized)) -> Form {
    notes.note(&Note { input: name, what: Told::Guessed(form) });
    form
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
