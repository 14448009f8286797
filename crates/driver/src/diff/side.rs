//! Reads one side of a comparison.

use wireglot_interp::json::Layout;
use wireglot_interp::{DecodeOptions, Tape};
use wireglot_plan::Rules;

use crate::forms::{Form, MARK};
use crate::inputs::{judged, reads, Damage, InForm, Note, Notes, Place, Settings, Stopped, Told};
use crate::languages::Refusal;
use crate::messages::{Bad, Finding, Message, MessageText, Reading, Unwritten, Writing};
use crate::records::Framing;
use crate::rules::Notation;
use crate::texts::{Given, Text, TextError, JSON};

/// How the messages of one side are read.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Its notation; `None` for bytes of a schema with only one encoding.
    pub notation: Option<Notation>,
    /// The form of the bytes in the input.
    pub form: InForm,
    /// The framing of messages, if it is binary.
    pub framing: Framing,
    /// The options for decoding.
    pub options: DecodeOptions,
}

/// The messages of a side.
#[derive(Debug)]
pub enum Compared {
    /// As values of their type.
    Values(Vec<Tape>),
    /// As JSON in the language's own mapping.
    Documents(Vec<serde_json::Value>),
}

impl Compared {
    pub(super) fn count(&self) -> usize {
        match self {
            Compared::Values(tapes) => tapes.len(),
            Compared::Documents(documents) => documents.len(),
        }
    }

    pub(super) fn tape(&self, position: usize) -> Option<&Tape> {
        match self {
            Compared::Values(tapes) => tapes.get(position),
            Compared::Documents(_) => None,
        }
    }
}

/// Why a side can't be compared.
#[derive(Debug)]
pub enum Unfit {
    /// Reading it failed.
    Stopped(Stopped),
    /// Values of the type have no such text form.
    Refused(Refusal),
    /// One of its records is invalid.
    Damaged {
        /// The record.
        place: Place,
        /// The error.
        damage: Box<Damage>,
        /// It was read as binary, and looks like JSON.
        json: bool,
    },
    /// It is not UTF-8.
    NotUtf8(std::str::Utf8Error),
    /// One of its values is invalid.
    Wrong {
        /// The value.
        place: Box<Place>,
        /// The field.
        path: String,
        /// The error message.
        message: String,
        /// The byte offset of the error.
        offset: u64,
    },
}

impl Side {
    /// Its encoding rules, if it is binary.
    pub fn rules(&self) -> Option<Rules> {
        match self.notation {
            Some(Notation::Binary(rules)) => Some(rules),
            Some(Notation::Text(_)) | None => None,
        }
    }

    /// The text form, if it is text.
    fn text(&self) -> Option<Text> {
        match self.notation {
            Some(Notation::Text(text)) => Some(text),
            Some(Notation::Binary(_)) | None => None,
        }
    }

    fn reading(&self) -> Reading {
        let (rules, options, several) = (self.rules(), self.options, self.framing.prefix.is_none());
        Reading { rules, options, several, ..Reading::default() }
    }

    /// Reads the messages of a named input. Text in a language's own notation is encoded and decoded, so that
    /// both sides use the same form.
    ///
    /// # Errors
    /// One of them is invalid.
    pub fn read(
        &self,
        message: &dyn Message,
        name: &str,
        input: Vec<u8>,
        notes: &mut dyn Notes,
    ) -> Result<Compared, Unfit> {
        match message.text(self.text().unwrap_or(JSON)).map_err(Unfit::Refused)? {
            text @ MessageText::Values(_) => {
                self.values(message, text, (name, input), notes).map(Compared::Values)
            }
            MessageText::Own => self.documents(message, (name, input), notes).map(Compared::Documents),
        }
    }

    fn values(
        &self,
        message: &dyn Message,
        text: MessageText,
        (name, input): (&str, Vec<u8>),
        notes: &mut dyn Notes,
    ) -> Result<Vec<Tape>, Unfit> {
        if self.text().is_none() {
            let reading = self.reading();
            return self.all(message, (name, input), notes, |octets| {
                let mut tape = Tape::new();
                message.decode(octets, &reading, &mut tape).map(|_| tape).map_err(Wrong::from)
            });
        }
        let mut reader = text.reader(None, self.options.limits);
        let octets = reader.has_octets();
        texts((name, &input), octets, notes, |given| {
            let mut tape = Tape::new();
            let end = reader.read(given, &mut tape)?;
            Ok((tape, end))
        })
    }

    fn documents(
        &self,
        message: &dyn Message,
        (name, input): (&str, Vec<u8>),
        notes: &mut dyn Notes,
    ) -> Result<Vec<serde_json::Value>, Unfit> {
        let reading = Reading { several: true, ..self.reading() };
        let decode = |octets: &[u8]| {
            let mut writer = MessageText::Own.writer(Layout::Compact);
            message.decode_text(octets, &reading, &mut writer)?;
            let told = |error: serde_json::Error| Wrong { message: error.to_string(), ..Wrong::default() };
            serde_json::from_slice(writer.octets()).map_err(told)
        };
        if self.text().is_none() {
            return self.all(message, (name, input), notes, decode);
        }
        let mut reader = MessageText::Own.reader(None, self.options.limits);
        texts((name, &input), false, notes, |given| {
            let (mut octets, mut tape) = (Vec::new(), Tape::new());
            let written =
                message.encode_text(given, &mut reader, &mut tape, &Writing::default(), &mut octets);
            let end = written.map_err(|unwritten| match unwritten {
                Unwritten::Text(error) => Wrong::from(error),
                Unwritten::Value { error, .. } => {
                    Wrong { offset: 0, path: error.path, message: error.message }
                }
            })?;
            Ok((decode(&octets)?, end))
        })
    }

    /// All of the values, after reading the records one by one has found no error.
    fn all<T>(
        &self,
        message: &dyn Message,
        (name, input): (&str, Vec<u8>),
        notes: &mut dyn Notes,
        decode: impl Fn(&[u8]) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Unfit> {
        let reading = self.reading();
        let form =
            self.form.settle(name, &input, &|octets, end| reads(message, &reading, octets, end), notes);
        let json = form == Form::Raw && input.trim_ascii_start().starts_with(b"{");
        let framing = self.framing;
        let several = form.is_lines() || framing != Framing::default();
        let whole = message.ends_with_input();
        let work = &Finding { message, reading: self.reading() };
        let settings = Settings { whole, framing, several, ..Settings::of(form, self.options.limits.total) };
        let made = judged(name, form, input, &settings, work, notes).map_err(Unfit::Stopped)?;
        let damaged = |place: &Place, damage: &Damage| Unfit::Damaged {
            place: place.clone(),
            damage: Box::new(damage.clone()),
            json,
        };
        for record in made.records.iter().filter(|record| !record.passed.is_empty()) {
            notes.passed_over(&record.place, &record.passed);
        }
        let values = made.records.iter().map(|record| match &record.damage {
            Some(damage) => Err(damaged(&record.place, damage)),
            None => decode(record.octets(&made.octets)).map_err(|wrong| wrong.at(record.place.clone())),
        });
        let values = values.collect::<Result<Vec<T>, Unfit>>()?;
        made.damage.as_ref().map_or(Ok(values), |damage| Err(damaged(&Place::of(name), damage)))
    }
}

/// An error in a value.
#[derive(Default)]
struct Wrong {
    offset: u64,
    path: String,
    message: String,
}

impl From<Bad> for Wrong {
    fn from(bad: Bad) -> Wrong {
        Wrong { offset: bad.at.unwrap_or(0) / 8, path: bad.path, message: bad.message }
    }
}

impl From<TextError> for Wrong {
    fn from(error: TextError) -> Wrong {
        Wrong { offset: error.offset as u64, path: error.path, message: error.message }
    }
}

impl Wrong {
    fn at(self, place: Place) -> Unfit {
        let Wrong { offset, path, message } = self;
        Unfit::Wrong { place: Box::new(place), path, message, offset }
    }
}

/// The values of a text, in order.
fn texts<T>(
    (name, input): (&str, &[u8]),
    has_octets: bool,
    notes: &mut dyn Notes,
    mut read: impl FnMut(Given) -> Result<(T, usize), Wrong>,
) -> Result<Vec<T>, Unfit> {
    let octets = input.strip_prefix(MARK).unwrap_or(input);
    let text = match has_octets {
        true => Given::Octets(octets),
        false => Given::Text(std::str::from_utf8(octets).map_err(Unfit::NotUtf8)?),
    };
    let (mut all, mut rest) = (Vec::new(), octets.trim_ascii_start());
    while !rest.is_empty() {
        let at = (octets.len() - rest.len()) as u64;
        let read = read(text.behind(octets.len() - rest.len()));
        let behind = |wrong: Wrong| Wrong { offset: wrong.offset + at, ..wrong }.at(Place::of(name));
        let (value, end) = read.map_err(behind)?;
        all.push(value);
        rest = rest.get(end.max(1)..).unwrap_or_default().trim_ascii_start();
    }
    if all.is_empty() {
        notes.note(&Note { input: name, what: Told::NoValues });
    }
    Ok(all)
}
