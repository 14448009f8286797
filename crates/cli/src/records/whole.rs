//! Inputs that are in memory, with the verdict on each record: for verbs that show records or lay them side
//! by side.

use std::io::Read;

use wireglot_driver::forms::pem::Blocks;
use wireglot_driver::forms::{Form, MARK};
use wireglot_driver::records::{Framing, Reader, Record, Work};

use crate::input::data::passed_mark;
use crate::output::exit::Failure;

use super::frames::suits;
use super::record_verdict::{block, nothing, Damage, Judge, Source, Verdict};
use super::{Place, Settings};

/// An input and what is in it.
pub struct Whole {
    /// Its octets; of lines and blocks its text.
    pub octets: Vec<u8>,
    pub records: Vec<Judged>,
    /// What is wrong with it, where that is with none of the records.
    pub damage: Option<Damage>,
}

/// A record, and the verdict on it.
pub struct Judged {
    pub place: Place,
    pub record: Record,
    /// Its octets, of a line or a block.
    pub own: Option<Vec<u8>>,
    pub damage: Option<Damage>,
}

impl Judged {
    /// The octets that are decoded, of those of its input.
    pub fn octets<'o>(&'o self, input: &'o [u8]) -> &'o [u8] {
        let Record { offset, length_prefix, octets, .. } = self.record;
        let place = (offset + length_prefix) as usize..(offset + octets) as usize;
        self.own.as_deref().or(input.get(place)).unwrap_or_default()
    }
}

/// Judges all records of an input.
///
/// # Errors
/// None that is one of the input, which is in memory; frames that the form has no room for.
pub fn judged(
    file: &str,
    form: Form,
    mut input: Vec<u8>,
    settings: &Settings,
    work: &dyn Work,
) -> Result<Whole, Failure> {
    suits(&settings.framing, form)?;
    if form != Form::Raw && input.starts_with(MARK) {
        passed_mark(file);
        input.drain(..MARK.len());
    }
    let source = Source::of(file, form);
    match form {
        Form::Raw | Form::HexLines | Form::Base64Lines => walked(source, input, settings, work),
        Form::Hex | Form::Base64 => match form.read(&input[..]) {
            Some(mut made) => {
                let text = Some(made.progress());
                let mut octets = Vec::new();
                made.read_to_end(&mut octets)?;
                walked(Source { text, ..source }, octets, settings, work)
            }
            None => walked(source, input, settings, work),
        },
        Form::Pem => blocks(file, input, settings, work),
    }
}

fn walked(source: Source, octets: Vec<u8>, settings: &Settings, work: &dyn Work) -> Result<Whole, Failure> {
    let (file, line) = (source.file, source.line);
    let mut judge = Judge::new(source, settings, work, &octets[..])?;
    let (mut records, mut damage): (Vec<Judged>, _) = (Vec::new(), None);
    let judged = |place, record: Record, damage| {
        let text = octets.get(record.offset as usize..(record.offset + record.octets) as usize);
        let own = line.map(|line| line.octets(text.unwrap_or_default()).unwrap_or_default());
        Judged { place, record, own, damage }
    };
    loop {
        match judge.verdict()? {
            Verdict::On => {}
            Verdict::End => break,
            Verdict::Good(record, text) => {
                judge.reuse(text);
                records.push(judged(judge.place(&record), record, None));
            }
            Verdict::Wrong(mut wrong) => match wrong.record {
                Some(mut record) => {
                    let place = judge.place(&record);
                    // What nothing ends goes on to the end.
                    if judge.is_lost() {
                        record.octets += judge.pass_rest()?;
                        (wrong.record, wrong.passed_over) = (Some(record), record.octets);
                    }
                    records.push(judged(place, record, Some(wrong)));
                }
                None => damage = Some(wrong),
            },
        }
    }
    // Where the text of an input ends, a record may be cut off.
    let end = records.last().map_or(settings.framing.skip, |last| last.record.offset + last.record.octets);
    if damage.is_some() && end < octets.len() as u64 {
        let (number, rest) = (records.len() as u64 + 1, octets.len() as u64 - end);
        let length_prefix = settings.framing.prefix.map_or(0, |prefix| rest.min(prefix.octets() as u64));
        let record = Record { number, offset: end, line: 1, octets: rest, length_prefix };
        records.push(judged(Place::of(file), record, damage.take()));
    }
    let plain = settings.framing == Framing::default() && line.is_none() && damage.is_none();
    if let ([only], true) = (&mut records[..], plain) {
        only.place.record = None;
    }
    Ok(Whole { octets, records, damage })
}

/// Blocks of PEM, a record each.
fn blocks(file: &str, text: Vec<u8>, settings: &Settings, work: &dyn Work) -> Result<Whole, Failure> {
    let mut reader = Reader::new(work.worker(true), None);
    let mut records = Vec::new();
    for (number, part) in (1..).zip(Blocks::new(&text[..])) {
        let part = part?;
        let (place, verdict) = block(&mut reader, file, number, &part);
        let own = part.octets.unwrap_or_default();
        let record =
            Record { number, offset: 0, line: part.line, octets: own.len() as u64, length_prefix: 0 };
        records.push(Judged { place, record, own: Some(own), damage: verdict.err() });
    }
    let none = records.is_empty();
    let damage = if none { nothing(file, Form::Pem, settings.several) } else { None };
    Ok(Whole { octets: text, records, damage })
}
