//! The open input: its records, and the annotations of each.

use serde_json::{json, Value};
use wireglot_driver::capture;
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, reads, Before, End, InForm, Judged, Reads, Settings, Whole};
use wireglot_driver::inspect::columns::{Columns, Texts};
use wireglot_driver::inspect::{pieces, Asked, Piece};
use wireglot_driver::messages::Finding;
use wireglot_driver::records::{Framing, Pad, Prefix};

use crate::noted::Noted;
use crate::packets;
use crate::parcel::{numbers, places};
use crate::question::{Answer, Answered, Question};
use crate::schemas::Opened;
use crate::told;

/// An input with its records.
pub struct Input {
    name: String,
    form: Form,
    /// The whole input; for a capture, the payload of each packet or connection.
    wholes: Vec<Whole>,
}

/// The index that stands for a missing text.
const NONE: u32 = u32::MAX;

impl Input {
    /// Reads an input and finds its records. It may be part of a text, with `lines` before it.
    pub fn read(opened: &Opened, question: &Question) -> Result<(Input, Answer), String> {
        let (octets, name) = (question.octets(0)?, question.said("name").unwrap_or("input"));
        let mut noted = Noted::default();
        let form = form(question)?;
        let framing = framing(question)?;
        let framed = framing != Framing::default();
        let kind = capture::kind(octets).filter(|_| form == InForm::Auto && !framed);
        let trial = |octets: &[u8], end: End| match framed {
            true => Reads::Not,
            false => reads(&*opened.message, &opened.reading(), octets, end),
        };
        let form = match kind {
            Some(_) => Form::Raw,
            None => form.settle(name, octets, &trial, &mut noted),
        };
        let lines = question.number("lines").unwrap_or_default() as usize;
        let settings = Settings {
            before: Before { lines, records: 0 },
            several: form.is_lines() || framed,
            whole: opened.message.ends_with_input(),
            framing,
            ..Settings::of(form, opened.reading().options.limits.total)
        };
        let finding = Finding { message: &*opened.message, reading: opened.reading() };
        let wholes = match kind {
            Some(kind) => {
                noted.0.push(format!("a packet capture ({kind})"));
                packets::carried(name, octets, &settings, &finding, &mut noted)?
            }
            None => {
                let whole = judged(name, form, octets.to_vec(), &settings, &finding, &mut noted);
                vec![whole.map_err(told::stopped)?]
            }
        };
        let input = Input { name: name.to_string(), form, wholes };
        let answer = input.told(kind.is_some(), &noted);
        Ok((input, answer))
    }

    /// Describes the input: JSON, the positions of the records, and the bytes if the whole input is encoded
    /// as text.
    fn told(&self, is_capture: bool, noted: &Noted) -> Answer {
        let all: Vec<&Judged> = self.wholes.iter().flat_map(|whole| &whole.records).collect();
        let column = |of: fn(&Judged) -> u64| places(all.iter().map(|judged| of(judged)));
        let octets =
            self.wholes.first().filter(|_| made_of_text(self.form)).map(|whole| whole.octets.clone());
        let sections = vec![
            column(|judged| judged.record.offset),
            column(|judged| judged.record.octets),
            column(|judged| judged.record.length_prefix),
            column(|judged| judged.place.line.or(judged.place.packet).unwrap_or_default() as u64),
            numbers(all.iter().map(|judged| u32::from(judged.damage.is_some()))),
            octets.unwrap_or_default(),
        ];
        let own = self.form.is_lines() || self.form == Form::Pem || is_capture;
        let form = if is_capture { CAPTURE } else { (self.form.word(), self.form.name()) };
        let damage = self.wholes.iter().find_map(|whole| whole.damage.as_ref());
        let json = json!({ "form": form.0, "formName": form.1, "notes": noted.0, "own": own,
            "records": all.len(), "damage": damage.map(told::damage) });
        Answer { json, sections }
    }

    /// Annotates the record of the given number, or the whole input.
    pub fn record(&self, opened: &Opened, question: &Question) -> Answered {
        let asked = Asked { name: &self.name, form: self.form, record: question.number("record") };
        let has =
            |whole: &&Whole| whole.records.iter().any(|judged| Some(judged.record.number) == asked.record);
        let Some(whole) = self.wholes.iter().find(has).or(self.wholes.first()) else {
            return Ok(Answer::of(Value::Null));
        };
        let mut answer = Answer::of(Value::Null);
        pieces(&*opened.message, &opened.reading(), whole, &asked, |piece| {
            answer = spans(&piece);
            Ok::<(), String>(())
        })?;
        Ok(answer)
    }

    /// The bytes of a message, given the number of its record.
    pub fn message(&self, number: u64) -> Result<&[u8], String> {
        let of = |whole: &'_ Whole| whole.records.iter().position(|judged| judged.record.number == number);
        let found = self.wholes.iter().find_map(|whole| Some((whole, whole.records.get(of(whole)?)?)));
        let (whole, judged) = found.ok_or_else(|| format!("there is no record {number}"))?;
        Ok(judged.octets(&whole.octets))
    }
}

/// The form of a capture: its id and its name.
const CAPTURE: (&str, &str) = ("capture", "packet capture");

/// The form given for an input.
pub fn form(question: &Question) -> Result<InForm, String> {
    question.said("form").map_or(Ok(InForm::Auto), str::parse)
}

/// The spans of a piece: JSON, the bytes of the piece, the texts, and the columns.
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

/// Whether the whole input is bytes encoded as one text.
fn made_of_text(form: Form) -> bool {
    matches!(form, Form::Hex | Form::Dump | Form::Base64)
}

/// The framing of records in the input.
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
