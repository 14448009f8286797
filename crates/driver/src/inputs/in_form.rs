//! The form of an input.

use std::io::{self, Read};

use crate::forms::{full_lines, Form, MARK};

use super::notes::{Note, Notes, Told};
use super::trial::{End, Reads, Trial};

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

impl InForm {
    /// The form of an input in memory; a guess is reported as a note.
    pub fn settle(self, name: &str, input: &[u8], trial: Trial, notes: &mut (impl Notes + ?Sized)) -> Form {
        match self {
            InForm::Known(form) => form,
            InForm::Auto => {
                let guess = Form::guess(input);
                let beginning = input.get(..BEGINNING as usize).unwrap_or(input);
                Guess { form: guess, text: beginning, trial }.settled(name, notes)
            }
        }
    }

    /// The form of an unread input, and the whole input without a byte order mark before text. A guess is
    /// based on the beginning and reported as a note.
    pub(super) fn settle_beginning<'i>(
        self,
        name: &str,
        mut input: Input<'i>,
        trial: Trial,
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
                let form = Guess { form, text: &beginning, trial }.settled(name, notes);
                (form, Box::new(io::Cursor::new(beginning).chain(input)))
            }
        };
        match form {
            Form::Raw => Ok((form, input)),
            _ => Ok((form, unmarked(name, input, notes)?)),
        }
    }
}

/// A form guessed from the looks of an input, to be checked against its messages.
struct Guess<'g> {
    form: Form,
    /// The input, or its beginning.
    text: &'g [u8],
    trial: Trial<'g>,
}

impl Guess<'_> {
    /// The form in which the input is read; whatever else it could be is reported.
    ///
    /// What reads as messages only as raw bytes or only as text is read as such. If both do, text is preferred if it
    /// reads better, or if raw messages prove nothing since other texts of the kind would read as well. The latter goes
    /// for text with words among its digits too, which are errors.
    fn settled(&self, name: &str, notes: &mut (impl Notes + ?Sized)) -> Form {
        // Only PEM has such lines, and anything that is not text is raw.
        if matches!(self.form, Form::Raw | Form::Pem) {
            return self.form;
        }
        let mut note = |what| notes.note(&Note { input: name, what });
        let raw = (self.trial)(self.text, self.end());
        let (form, lines) = self.text_form();
        if raw != Reads::Not {
            let text = self.reads_as(form);
            let is_text = text > raw || (text == raw || self.is_interrupted(form)) && self.others_read_raw();
            note(if is_text { Told::TextAsWell(form) } else { Told::RawAsWell(form) });
            return if is_text { form } else { Form::Raw };
        }
        note(lines.unwrap_or(Told::Guessed(form)));
        form
    }

    /// Where the text ends: only the beginning of a long input is here.
    fn end(&self) -> End {
        match (self.text.len() as u64) < BEGINNING {
            true => End::Input,
            false => End::Cut,
        }
    }

    /// The form if it is text. Lines of digits that may be one value or one each are each tried; that is reported.
    fn text_form(&self) -> (Form, Option<Told>) {
        match (self.form, full_lines(self.text)) {
            (Form::Hex | Form::HexLines, Some(lines)) => {
                let whole = if self.end() == End::Cut { lines.len() - 1 } else { lines.len() };
                let is_one = |line: &Vec<u8>| (self.trial)(line, End::One) != Reads::Not;
                let form = if lines.iter().take(whole).all(is_one) { Form::HexLines } else { Form::Hex };
                (form, Some(Told::Wrapped(form)))
            }
            (Form::HexLines, None) if self.is_one_text() => (Form::Hex, Some(Told::Wrapped(Form::Hex))),
            (form, _) => (form, None),
        }
    }

    /// Whether lines of digits read as messages together, but not each.
    fn is_one_text(&self) -> bool {
        self.reads_as(Form::HexLines) == Reads::Not && self.reads_as(Form::Hex) != Reads::Not
    }

    /// Whether part of the text is not of the form.
    fn is_interrupted(&self, form: Form) -> bool {
        let parts = self.parts(form);
        parts.is_empty() || parts.iter().any(Option::is_none)
    }

    /// How far the text reads in a form. Of several lines or dumps, half may be damaged. Digits may end within a
    /// message, but not within the first. Base64 may not, since words look like it too.
    fn reads_as(&self, form: Form) -> Reads {
        let parts = self.parts(form);
        let end = match form {
            _ if parts.len() > 1 || form.is_lines() => End::One,
            Form::Base64 => self.end(),
            _ => End::Cut,
        };
        let reads = parts.iter().map(|octets| octets.as_ref().map_or(Reads::Not, |it| (self.trial)(it, end)));
        let mut reads: Vec<Reads> = reads.collect();
        reads.sort_unstable();
        reads.get(reads.len() / 2).copied().unwrap_or(Reads::Not)
    }

    /// The bytes of each part. At the end of a longer text, an incomplete line or group of digits is left out.
    fn parts(&self, form: Form) -> Vec<Option<Vec<u8>>> {
        let line = self.text.iter().rposition(|octet| *octet == b'\n').unwrap_or(self.text.len());
        let lengths = match self.end() {
            End::Cut => line.saturating_sub(3)..=line,
            _ => self.text.len()..=self.text.len(),
        };
        let parts = |length: usize| -> Vec<Option<Vec<u8>>> {
            let text = self.text.get(..length).unwrap_or_default();
            form.parts(text.to_vec()).into_iter().map(|part| part.octets.ok()).collect()
        };
        let is_sound = |parts: &Vec<Option<Vec<u8>>>| parts.last().is_some_and(Option::is_some);
        lengths.rev().map(parts).find(is_sound).unwrap_or_default()
    }

    /// Whether some text with other digits or letters in the same places would be read as raw messages too.
    fn others_read_raw(&self) -> bool {
        let mut random = Random(self.text.len() as u64);
        (0..OTHERS).any(|_| {
            let other: Vec<u8> = self.text.iter().map(|octet| random.like(*octet)).collect();
            (self.trial)(&other, self.end()) != Reads::Not
        })
    }
}

/// The number of other texts that are tried.
const OTHERS: usize = 16;

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    /// A random character that may take the place of one in a text.
    fn like(&mut self, octet: u8) -> u8 {
        let among: &[u8] = match octet {
            b'0'..=b'9' => b"0123456789",
            b'a'..=b'f' => b"abcdef",
            b'A'..=b'F' => b"ABCDEF",
            b'g'..=b'z' => b"ghijklmnopqrstuvwxyz",
            b'G'..=b'Z' => b"GHIJKLMNOPQRSTUVWXYZ",
            _ => return octet,
        };
        // D. E. Knuth, The Art of Computer Programming, volume 2, 3.3.4.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        among.get((self.0 >> 33) as usize % among.len()).copied().unwrap_or(octet)
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
