//! The input that lies open: its records, and what each bit of one is.

use serde_json::{json, Value};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, reads_raw, InForm, Note, Notes, Settings, Told, Whole};
use wireglot_driver::inspect::columns::{Columns, Texts};
use wireglot_driver::inspect::{pieces, Asked, Piece};
use wireglot_driver::messages::Finding;
use wireglot_driver::records::{Framing, Pad, Prefix};

use crate::parcel::{numbers, places};
use crate::question::{Answer, Answered, Question};
use crate::schemas::Opened;
use crate::told;

/// An input with its records.
pub struct Input {
    name: String,
    form: Form,
    whole: Whole,
}

/// What is worth knowing of an input.
#[derive(Default)]
struct Noted(Vec<String>);

impl Notes for Noted {
    fn note(&mut self, note: &Note) {
        self.0.push(match note.what {
            Told::Guessed(form) => format!("read as {}", form.name()),
            Told::RawAsWell(form) => format!("read as it stands, though it looks like {}", form.name()),
            Told::Mark => "a byte order mark in front is passed over".into(),
            Told::NoLines => "there are no lines".into(),
            Told::NoRecords => "there are no records".into(),
            Told::NoValues => "there are no values".into(),
            Told::Lost(octet) => format!("nothing says where the record at octet {octet} ends"),
        });
    }
}

/// The number of a text that is not there.
const NONE: u32 = u32::MAX;

impl Input {
    /// Takes an input and finds its records.
    pub fn read(opened: &Opened, question: &Question) -> Result<(Input, Answer), String> {
        let (octets, name) = (question.octets(0)?, question.said("name").unwrap_or("input"));
        let mut noted = Noted::default();
        let form = match question.said("form") {
            Some(word) => word.parse::<InForm>()?,
            None => InForm::Auto,
        };
        let framing = framing(question)?;
        let framed = framing != Framing::default();
        let is_raw = |octets: &[u8]| !framed && reads_raw(&*opened.message, &opened.reading(), octets);
        let form = form.settle(name, octets, &is_raw, &mut noted);
        let settings = Settings {
            several: form.is_lines() || framed,
            whole: opened.message.ends_with_input(),
            framing,
            ..Settings::of(form, opened.reading().options.limits.total)
        };
        let finding = Finding { message: &*opened.message, reading: opened.reading() };
        let whole = judged(name, form, octets.to_vec(), &settings, &finding, &mut noted);
        let whole = whole.map_err(told::stopped)?;
        let column = |of: fn(&wireglot_driver::inputs::Judged) -> u64| places(whole.records.iter().map(of));
        let sections = vec![
            column(|judged| judged.record.offset),
            column(|judged| judged.record.octets),
            column(|judged| judged.record.length_prefix),
            column(|judged| judged.place.line.unwrap_or_default() as u64),
            numbers(whole.records.iter().map(|judged| u32::from(judged.damage.is_some()))),
            if made_of_text(form) { whole.octets.clone() } else { Vec::new() },
        ];
        let own = form.is_lines() || form == Form::Pem;
        let json = json!({ "form": form.word(), "formName": form.name(), "notes": noted.0, "own": own,
            "records": whole.records.len(), "damage": whole.damage.as_ref().map(told::damage) });
        Ok((Input { name: name.to_string(), form, whole }, Answer { json, sections }))
    }

    /// What each bit of a record is: of the one with a number, or of the whole input.
    pub fn record(&self, opened: &Opened, question: &Question) -> Answered {
        let asked = Asked { name: &self.name, form: self.form, record: question.number("record") };
        let mut answer = Answer::of(Value::Null);
        pieces(&*opened.message, &opened.reading(), &self.whole, &asked, |piece| {
            answer = spans(&piece);
            Ok::<(), String>(())
        })?;
        Ok(answer)
    }

    /// The octets of a message, by the number of its record.
    pub fn message(&self, number: u64) -> Result<&[u8], String> {
        let found = self.whole.records.iter().find(|judged| judged.record.number == number);
        let judged = found.ok_or_else(|| format!("there is no record {number}"))?;
        Ok(judged.octets(&self.whole.octets))
    }
}

/// Spans of a piece: JSON, the octets that they count from where these are its own, the texts, and the columns.
fn spans(piece: &Piece) -> Answer {
    let mut texts = Texts::default();
    let columns = Columns::of(&piece.made.spans, &mut texts);
    let ends = texts.all().iter().scan(0, |end, text| {
        *end += text.len() as u32;
        Some(*end)
    });
    let sections = vec![
        piece.octets.get(piece.stretch.clone()).unwrap_or_default().to_vec(),
        texts.all().concat().into_bytes(),
        numbers(ends),
        places(columns.bit),
        places(columns.bits),
        numbers(columns.depth),
        numbers(columns.part),
        numbers(columns.path),
        numbers(columns.ty),
        numbers(columns.value.into_iter().map(|text| text.unwrap_or(NONE))),
        numbers(columns.why),
    ];
    let error = piece.made.error.as_ref().map(|stop| stop.bit);
    let damage = piece.damage.as_ref().map(told::damage);
    let json = json!({ "place": piece.place.to_string(), "begin": piece.stretch.start, "end": piece.stretch.end,
        "bit": error, "damage": damage });
    Answer { json, sections }
}

/// Whether an input is a text that stands for octets as a whole.
fn made_of_text(form: Form) -> bool {
    matches!(form, Form::Hex | Form::Base64)
}

/// How records are laid in the input.
fn framing(question: &Question) -> Result<Framing, String> {
    let prefix = question.said("prefix").map(|word| Prefix::of_word(word).ok_or(format!("no prefix {word}")));
    let pad = question.number("pad").and_then(|octet| u8::try_from(octet).ok());
    Ok(Framing {
        skip: question.number("skip").unwrap_or_default(),
        block: question.number("block").and_then(|octets| usize::try_from(octets).ok()),
        pad: pad.map_or(Pad::Usual, Pad::Octet),
        prefix: prefix.transpose()?,
        line: None,
    })
}
