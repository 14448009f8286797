//! Values: as text, in other rules, changed, random, and compared.

use serde_json::json;
use wireglot_driver::diff::{Comparison, Difference, Side};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, Note, Notes};
use wireglot_driver::json::Layout;
use wireglot_driver::messages::{changed, Drawing, Drawn, Laying, Writing};
use wireglot_driver::records::Framing;
use wireglot_driver::rules::Notation;
use wireglot_driver::sources::memory::Memory;
use wireglot_driver::texts::{Given, Text};
use wireglot_driver::{EncodeOptions, Limits, Rules, SampleOptions, Tape, Unknowns};

use crate::inputs::form;
use crate::question::{Answer, Answered, Question};
use crate::schemas::{Opened, Schemas, Way};
use crate::told;

/// A message: its bytes, and its type.
pub struct Pdu<'p> {
    /// The octets.
    pub octets: &'p [u8],
    /// The message type.
    pub opened: &'p Opened,
    /// The schema, if there is one.
    pub schemas: Option<&'p Schemas>,
    /// The schema files.
    pub files: &'p Memory,
}

/// Converts a message to other rules or to text, given by name.
pub fn convert(pdu: &Pdu, question: &Question) -> Answered {
    let Pdu { octets, opened, schemas, files } = *pdu;
    let to = match Way::of(question.word("to")?, schemas)? {
        Way::Text(text) => return as_text(pdu, text).map(Answer::octets),
        Way::Octets(rules) => rules,
    };
    let reading = opened.relayed();
    let other = to.filter(|to| opened.rules != Some(*to));
    let both = other.map(|to| opened.with_rules(schemas, files, to)).transpose()?;
    let message = both.as_deref().unwrap_or(&*opened.message);
    let (mut tape, mut out) = (Tape::new(), Vec::new());
    message.relay(octets, (&reading, &writing(to)), &mut tape, &mut out).map_err(|bad| told::bad(&bad))?;
    Ok(Answer::octets(out))
}

fn as_text(pdu: &Pdu, text: Text) -> Result<Vec<u8>, String> {
    let message = &*pdu.opened.message;
    let text = message.text(text).map_err(|_| "the messages have no such text")?;
    let mut writer = text.writer(Layout::Indented);
    let taken = message.decode_text(pdu.octets, &pdu.opened.relayed(), &mut writer);
    taken.map_err(|bad| told::bad(&bad))?;
    Ok(writer.octets().to_vec())
}

/// Changes the value at a path of a message to one given as JSON.
pub fn change(pdu: &Pdu, question: &Question) -> Answered {
    let Pdu { octets, opened, .. } = *pdu;
    let ways = (&opened.relayed(), &writing(opened.rules));
    let made = changed(&*opened.message, octets, ways, question.word("path")?, question.word("value")?);
    made.map(Answer::octets).map_err(|unchanged| unchanged.to_string())
}

/// Encodes a value, given as text in the named notation.
pub fn encode(opened: &Opened, question: &Question) -> Answered {
    let Way::Text(from) = Way::of(question.word("from")?, None)? else {
        return Err("this is not a text".into());
    };
    let text = opened.message.text(from).map_err(|_| "the messages have no such text")?;
    let octets = question.octets(0)?;
    let given = std::str::from_utf8(octets).map_or(Given::Octets(octets), Given::Text);
    let mut reader = text.reader(opened.rules, Limits::default());
    let (writing, mut out) = (writing(opened.rules), Vec::new());
    let made = opened.message.encode_text(given, &mut reader, &mut Tape::new(), &writing, &mut out);
    made.map_err(|why| told::unwritten(&why))?;
    Ok(Answer::octets(out))
}

/// A random message, the same for the same seed.
pub fn sample(opened: &Opened, question: &Question) -> Answered {
    let seed = question.number("seed").unwrap_or(1);
    let options = SampleOptions { seed, ..SampleOptions::default() };
    let samples = opened.message.samples(opened.rules, &options);
    let samples = samples.map_err(|_| "messages of this schema are not drawn")?;
    let options = EncodeOptions { checks: false, ..EncodeOptions::default() };
    let writing = Writing { rules: opened.rules, options, ..Writing::default() };
    let laying = Box::new(Laying::new(Framing::default(), Form::Raw, ""));
    let mut drawing = Drawing::new(&*opened.message, samples, writing, Drawn::Octets(laying), seed);
    let mut out = Vec::new();
    drawing.next(&mut out).map_err(|undrawn| undrawn.to_string())?;
    Ok(Answer::octets(out))
}

/// The differences between two messages: the bytes of one, and the other in a form that may be guessed.
pub fn compare(opened: &Opened, question: &Question) -> Answered {
    let notation = opened.rules.map(Notation::Binary);
    let options = opened.reading().options;
    let read = |name: &str, form: InForm, octets: &[u8]| {
        let side = Side { notation, form, framing: Framing::default(), options };
        let read = side.read(&*opened.message, name, octets.to_vec(), &mut Silent);
        read.map_err(|unfit| format!("the {name} message: {}", told::unfit(unfit)))
    };
    let left = read("first", InForm::Known(Form::Raw), question.octets(0)?)?;
    let right = read("second", form(question)?, question.octets(1)?)?;
    let most = opened.reading().most_text(question.octets(0)?.len() + question.octets(1)?.len());
    let comparison = Comparison::new(&*opened.message, opened.message.name(), (left, right), most);
    let mut found = Vec::new();
    for position in 0..comparison.count() {
        found.extend(comparison.differences(position).map_err(|error| told::field(&error))?);
    }
    let found = found.into_iter();
    Ok(Answer::of(found.map(|Difference { path, left, right }| json!([path, left, right])).collect()))
}

/// Discards notes, since the input has been read before.
struct Silent;

impl Notes for Silent {
    fn note(&mut self, _: &Note) {}
}

fn writing(rules: Option<Rules>) -> Writing {
    Writing {
        rules,
        options: EncodeOptions { unknown: Unknowns::Keep, ..EncodeOptions::default() },
        ..Writing::default()
    }
}
