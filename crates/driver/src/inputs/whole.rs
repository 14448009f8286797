//! Inputs in memory with the verdict on each record, for interfaces that show records or compare them side by
//! side.

use std::io::Read;

use crate::forms::pem::Blocks;
use crate::forms::{Form, Part, MARK};
use crate::records::{Framing, Reader, Record, Work};

use super::damage::Damage;
use super::listener::Stopped;
use super::notes::{Note, Notes, Told};
use super::nothing::of_nothing;
use super::place::Place;
use super::record_verdict::{part, Judge, Verdict};
use super::settings::Settings;
use super::source::Source;

/// An input and its records.
pub struct Whole {
    /// Its bytes; for lines and blocks, its text.
    pub octets: Vec<u8>,
    /// Its records.
    pub records: Vec<Judged>,
    /// An error that does not concern a record.
    pub damage: Option<Damage>,
}

/// A record and the verdict on it.
pub struct Judged {
    /// Its place.
    pub place: Place,
    /// The record.
    pub record: Record,
    /// The decoded bytes of a line or block.
    pub own: Option<Vec<u8>>,
    /// The error in it.
    pub damage: Option<Damage>,
    /// What was skipped in it.
    pub passed: Vec<Damage>,
}

impl Judged {
    /// The encoded value within the bytes of the input.
    pub fn octets<'o>(&'o self, input: &'o [u8]) -> &'o [u8] {
        let Record { offset, length_prefix, octets, .. } = self.record;
        let place = (offset + length_prefix) as usize..(offset + octets) as usize;
        self.own.as_deref().or(input.get(place)).unwrap_or_default()
    }
}

/// Judges all records of an input.
///
/// # Errors
/// Framing that the form does not support. I/O errors do not occur, since the input is in memory.
pub fn judged(
    file: &str,
    form: Form,
    mut input: Vec<u8>,
    settings: &Settings,
    work: &dyn Work,
    notes: &mut dyn Notes,
) -> Result<Whole, Stopped> {
    if !settings.framing.suits(form) {
        return Err(Stopped::Unframed(form));
    }
    let mut note = |what| notes.note(&Note { input: file, what });
    if form != Form::Raw && input.starts_with(MARK) {
        note(Told::Mark);
        input.drain(..MARK.len());
    }
    let source = Source::of(file, form);
    match form {
        Form::Raw | Form::HexLines | Form::Base64Lines => walked(source, input, settings, work, &mut note),
        Form::Hex | Form::Base64 => match form.read(&input[..]) {
            Some(mut made) => {
                let text = Some(made.progress());
                let mut octets = Vec::new();
                made.read_to_end(&mut octets).map_err(Stopped::Input)?;
                walked(Source { text, ..source }, octets, settings, work, &mut note)
            }
            None => walked(source, input, settings, work, &mut note),
        },
        Form::Pem => {
            let blocks = Blocks::after(settings.before.lines, &input[..]);
            let blocks = blocks.collect::<Result<Vec<Part>, _>>().map_err(Stopped::Input)?;
            Ok(of_parts((file, form), input, blocks, settings, work, &mut note))
        }
        Form::Dump => match Form::dumps(&input) {
            Some(dumps) => {
                let skip = settings.framing.only_skip().ok_or(Stopped::Unframed(form))?;
                let dumps = dumps.into_iter().map(|part| part.after(settings.before.lines).without(skip));
                Ok(of_parts((file, form), input, dumps.collect(), settings, work, &mut note))
            }
            None => match form.octets(&input) {
                Ok(octets) => walked(source, octets, settings, work, &mut note),
                Err(error) => {
                    let damage = Some(Damage::of_text(&error.after(settings.before.lines), form));
                    Ok(Whole { octets: input, records: Vec::new(), damage })
                }
            },
        },
    }
}

fn walked(
    source: Source,
    octets: Vec<u8>,
    settings: &Settings,
    work: &dyn Work,
    note: &mut dyn FnMut(Told),
) -> Result<Whole, Stopped> {
    let (file, line) = (source.file, source.line);
    let mut judge = Judge::new(source, settings, work, &octets[..], None).map_err(Stopped::Input)?;
    let (mut records, mut damage): (Vec<Judged>, _) = (Vec::new(), None);
    let judged = |place, record: Record, damage, passed| {
        let text = octets.get(record.offset as usize..(record.offset + record.octets) as usize);
        let own = line.map(|line| line.octets(text.unwrap_or_default()).unwrap_or_default());
        Judged { place, record, own, damage, passed }
    };
    loop {
        match judge.verdict().map_err(Stopped::Input)? {
            Verdict::On => {}
            Verdict::Nothing(told) => {
                note(told);
                break;
            }
            Verdict::End => break,
            Verdict::Good(record, text, passed) => {
                judge.reuse(text);
                records.push(judged(judge.input.place(&record), record, None, passed));
            }
            Verdict::Wrong(mut wrong) => match wrong.record {
                Some(mut record) => {
                    let place = judge.input.place(&record);
                    // A record without a known end extends to the end of the input.
                    if judge.is_lost() {
                        record.octets += judge.pass_rest().map_err(Stopped::Input)?;
                        (wrong.record, wrong.passed_over) = (Some(record), record.octets);
                    }
                    records.push(judged(place, record, Some(wrong), Vec::new()));
                }
                None => damage = Some(wrong),
            },
        }
    }
    // An error in the text of an input may cut off a record.
    let end = records.last().map_or(settings.framing.skip, |last| last.record.offset + last.record.octets);
    if damage.is_some() && end < octets.len() as u64 {
        let (number, rest) = (settings.before.records + records.len() as u64 + 1, octets.len() as u64 - end);
        let length_prefix = settings.framing.prefix.map_or(0, |prefix| rest.min(prefix.octets() as u64));
        let record = Record { number, offset: end, line: 1, octets: rest, length_prefix };
        records.push(judged(Place::of(file), record, damage.take(), Vec::new()));
    }
    let plain = settings.framing == Framing::default() && line.is_none() && damage.is_none();
    if let ([only], true) = (&mut records[..], plain) {
        only.place.record = None;
    }
    Ok(Whole { octets, records, damage })
}

/// Judges the parts of a text, each of them a record: PEM blocks, or several dumps.
fn of_parts(
    (file, form): (&str, Form),
    text: Vec<u8>,
    parts: Vec<Part>,
    settings: &Settings,
    work: &dyn Work,
    note: &mut dyn FnMut(Told),
) -> Whole {
    let mut reader = Reader::of_wholes(work, file);
    let mut records = Vec::new();
    for (number, one) in (settings.before.records + 1..).zip(parts) {
        let (place, verdict) = part(&mut reader, (file, form), number, &one);
        let own = one.octets.unwrap_or_default();
        let record = Record { number, offset: 0, line: one.line, octets: own.len() as u64, length_prefix: 0 };
        let (passed, damage) = match verdict {
            Ok((_, passed)) => (passed, None),
            Err(damage) => (Vec::new(), Some(damage)),
        };
        records.push(Judged { place, record, own: Some(own), damage, passed });
    }
    let nothing = records.is_empty().then(|| of_nothing(form, settings.several));
    let damage = nothing.and_then(|nothing| nothing.map_err(note).ok());
    Whole { octets: text, records, damage }
}
