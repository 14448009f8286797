//! The verdict on each record of an input. Interfaces differ in what they do with it, not in what it is.

use std::io::{self, Read};

use wireglot_interp::{ErrorCode, Fault};

use crate::capture::{self, Packing};
use crate::forms::{Form, Part};
use crate::messages::Bad;
use crate::records::{Framing, Outcome, Pad, Position, Reader, Record, Step, Walk, Work, Wrong};

use super::checkpoint::Checkpoint;
use super::damage::{Damage, Hint};
use super::notes::Told;
use super::nothing::of_nothing;
use super::place::Place;
use super::retry_budget::RetryBudget;
use super::settings::{OnError, Settings};
use super::source::{Source, Underway};
use super::trial::begins_message;

/// The verdict on a record, or on an input without records.
pub enum Verdict {
    /// No verdict yet.
    On,
    /// A good record, its output, and what was skipped in it.
    Good(Record, Vec<u8>, Vec<Damage>),
    Wrong(Damage),
    /// The input ended without records.
    Nothing(Told),
    /// The input ended.
    End,
}

/// Decodes a part of a text (a PEM block or a dump) of the given number. Bytes left over in it are an error.
pub fn part(
    reader: &mut Reader,
    (file, form): (&str, Form),
    number: u64,
    part: &Part,
) -> (Place, Result<(Vec<u8>, Vec<Damage>), Damage>) {
    let place = Place { line: Some(part.line), record: Some(number), ..Place::of(file) };
    let passed_over = part.text as u64;
    let octets = match &part.octets {
        Ok(octets) => octets,
        Err(error) => return (place, Err(Damage { passed_over, ..Damage::of_text(error, form) })),
    };
    let verdict = match reader.whole(octets, Position { number: Some(number), ..Position::default() }) {
        Ok(Outcome::Text(text, passed)) => Ok((text, passed.into_iter().map(Damage::of_input).collect())),
        Ok(Outcome::Refused(bad)) => Err(Damage::of_input(bad)),
        Err(bad) => Err(Damage { passed_over, ..Damage::of_input(bad) }),
    };
    (place, verdict)
}

/// Reads the records of an input and judges them.
pub struct Judge<'j, R> {
    pub walk: Walk<R>,
    pub reader: Reader<'j>,
    pub input: Underway<'j>,
    settings: &'j Settings,
    /// The form that the input looks like, if it differs from the given one.
    looks: Option<Form>,
    /// The framing that the input appears to have, if it begins with a frame.
    framed: Option<Packing>,
    /// Whether the input begins like a network capture.
    is_capture: bool,
    /// The number of bytes available at the start.
    ahead: usize,
    /// The first bytes of the next record.
    begins: [u8; PADDING],
    read: bool,
    ended: bool,
}

impl<'j, R: Read> Judge<'j, R> {
    /// Starts at the beginning of an input, or at a position in it, where `input` begins.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn new(
        source: Source<'j>,
        settings: &'j Settings,
        work: &'j dyn Work,
        input: R,
        from: Option<&Checkpoint>,
    ) -> io::Result<Self> {
        let line = source.line;
        let framing = Framing { line, ..settings.framing };
        let goes_on = settings.on_error != OnError::Stop || settings.record.is_some();
        let mut walk = Walk::new(input, framing, settings.most, goes_on);
        match from {
            Some(from) => walk.continue_from(&from.walk),
            None => walk.count_from(settings.before.records + 1, settings.before.lines + 1),
        }
        if settings.whole && framing.prefix.is_none() && line.is_none() {
            walk.read_all()?;
        }
        let read = walk.is_empty()?;
        let bare = source.form == Form::Raw && framing == Framing::default();
        let ahead = walk.window().len();
        let looks = match from {
            Some(from) => from.looks,
            None => bare.then(|| Form::guess(walk.window())).filter(|form| *form != Form::Raw),
        };
        let (message, reading) = work.messages_of(source.file);
        let is_message = |octets: &[u8]| begins_message(message, &reading, octets);
        let framed = bare.then(|| Packing::of_frames(walk.window(), &is_message)).flatten();
        let is_capture = bare && capture::kind(walk.window()).is_some();
        let reader = Reader::new(work, line, source.file);
        let plain = settings.framing == Framing::default() && settings.on_error == OnError::Stop;
        let records = from.map_or(settings.before.records, |from| from.walk.number - 1);
        let input = Underway { source, framing, plain, records, row: 0, retry_budget: RetryBudget::new() };
        let begins = [1; PADDING];
        Ok(Judge {
            walk,
            reader,
            input,
            settings,
            looks,
            framed,
            is_capture,
            ahead,
            begins,
            read,
            ended: false,
        })
    }

    /// Takes one step and returns its verdict.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn verdict(&mut self) -> io::Result<Verdict> {
        if self.read {
            return Ok(self.end());
        }
        if let Some(begins) = self.walk.window().first_chunk() {
            self.begins = *begins;
        }
        let step = self.walk.step(&mut self.reader)?;
        if let Some(error) = self.input.source.ends_at(&step, &self.walk) {
            let damage = Damage::of_text(error, self.input.source.form);
            (self.read, self.ended) = (true, true);
            self.input.records += 1;
            return Ok(Verdict::Wrong(damage));
        }
        Ok(match step {
            Step::On => Verdict::On,
            Step::End => {
                self.read = true;
                self.end()
            }
            Step::Good(record) => {
                self.input.records += 1;
                self.input.row += 1;
                match self.reader.earliest() {
                    Outcome::Text(text, passed) => {
                        let passed = passed.into_iter().map(|bad| self.input.damage_of(&record, bad));
                        Verdict::Good(record, text, passed.collect())
                    }
                    Outcome::Refused(bad) => {
                        let damage = self.input.damage_of(&record, bad);
                        Verdict::Wrong(Damage { passed_over: record.octets, ..damage })
                    }
                }
            }
            Step::Wrong(record, wrong) => {
                self.input.records += 1;
                self.input.row = 0;
                Verdict::Wrong(self.damage(record, wrong))
            }
        })
    }

    /// Whether the next step may have to wait for more input.
    pub fn is_waiting(&self) -> bool {
        self.walk.is_waiting()
    }

    /// Describes the error in a record.
    fn damage(&mut self, record: Record, wrong: Wrong<Bad>) -> Damage {
        if matches!(wrong, Wrong::Swallows | Wrong::Behind(_)) {
            self.reader.earliest();
        }
        let order = self.other_order(&record, &wrong);
        let newer = match &wrong {
            Wrong::Data(_) if self.settings.framing.prefix.is_none() => self.reader.newer_before(),
            _ => None,
        };
        let (bad, length_prefix) = match wrong {
            Wrong::Data(bad) => (bad, record.length_prefix),
            Wrong::Left(octets) => {
                let fault = Fault::of(ErrorCode::Trailing, octets);
                let (path, at) = (self.reader.name().to_string(), self.reader.left(octets));
                (Bad { path, at, ..Bad::from(fault) }, record.length_prefix)
            }
            Wrong::Swallows => (Bad::frame("swallows", "the next record begins within it"), 0),
            Wrong::Behind(octets) => {
                let told = format!(
                    "the {octets} octets after it belong to no record, so they may be part of this one"
                );
                (Bad::frame("behind", &told), 0)
            }
            Wrong::Length(length) => {
                (Bad::frame("frame", &format!("a record of {length} octets goes beyond the end")), 0)
            }
            Wrong::Cut => (Bad::frame("frame", "the input ends too early"), 0),
        };
        let from = self.input.counted_from(&record, length_prefix);
        let read_as = bad.column.is_some().then_some(Hint::ReadAs(self.input.source.form));
        let advice = order.or_else(|| self.advice(&record, bad.code));
        let hints = read_as.into_iter().chain(advice).chain(newer.map(Hint::Newer)).collect();
        Damage { hints, from, record: Some(record), passed_over: record.octets, ..Damage::of_input(bad) }
    }

    /// The verdict at the end of the input.
    fn end(&mut self) -> Verdict {
        if std::mem::replace(&mut self.ended, true) || self.input.records > self.settings.before.records {
            return Verdict::End;
        }
        let form = self.input.source.form;
        let several = self.settings.several;
        match self.input.source.error() {
            Some(error) => Verdict::Wrong(Damage::of_text(error, form)),
            None if form.part().is_none() && !several => self.no_octets(),
            None => of_nothing(form, several).map_or_else(Verdict::Nothing, Verdict::Wrong),
        }
    }

    /// The verdict on an empty input. Some values are encoded in no bytes, so the decoder decides.
    fn no_octets(&mut self) -> Verdict {
        match self.reader.whole(&[], Position { number: Some(1), offset: Some(0), ..Position::default() }) {
            Ok(Outcome::Text(text, passed)) => {
                self.input.records += 1;
                let passed = passed.into_iter().map(Damage::of_input).collect();
                let record = Record { number: 1, offset: 0, line: 1, octets: 0, length_prefix: 0 };
                Verdict::Good(record, text, passed)
            }
            Ok(Outcome::Refused(bad)) => Verdict::Wrong(Damage::of_input(bad)),
            Err(bad) => {
                let nothing = of_nothing(self.input.source.form, false);
                nothing.map_or_else(Verdict::Nothing, |damage| {
                    let Bad { code, message, .. } = damage.bad;
                    Verdict::Wrong(Damage { bad: Bad { code, message, ..bad }, ..damage })
                })
            }
        }
    }

    /// Whether the start of the next record is unknown after an invalid one.
    pub fn is_lost(&self) -> bool {
        self.walk.is_lost()
    }

    /// Skips the rest; returns its size in bytes.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn pass_rest(&mut self) -> io::Result<u64> {
        self.walk.pass_rest()
    }

    /// The position of the next record. What was read but not reported is put back.
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.read_held_again();
        Checkpoint { form: self.input.source.form, looks: self.looks, walk: self.walk.state() }
    }

    /// Puts back what was read but not reported, so that it is read again.
    pub fn read_held_again(&mut self) {
        self.walk.unread_held();
        self.reader.forget();
    }

    /// Takes a buffer back for reuse.
    pub fn reuse(&mut self, text: Vec<u8>) {
        self.reader.reuse(text);
    }

    /// How much of the file has been read, in bytes.
    pub fn at(&self) -> u64 {
        self.input.source.read(self.walk.offset())
    }

    /// Suggests the opposite byte order if the first length prefix would then fit.
    fn other_order(&self, record: &Record, wrong: &Wrong<Bad>) -> Option<Hint> {
        let prefix = self.settings.framing.prefix.filter(|_| record.number == 1)?;
        let meant = match *wrong {
            Wrong::Length(length) => {
                let (other, turned) = prefix.turned(length)?;
                (turned < length && turned + prefix.octets() <= self.ahead).then_some(other)
            }
            Wrong::Left(octets) => {
                let taken = self.reader.left(octets)? / 8;
                let (other, turned) = prefix.turned(usize::try_from(taken + octets).ok()?)?;
                (turned as u64 == taken).then_some(other)
            }
            _ => None,
        };
        meant.map(Hint::OtherPrefix)
    }

    /// Suggests what a raw input looks like when a record is invalid.
    fn advice(&mut self, record: &Record, code: &str) -> Option<Hint> {
        let Framing { block, pad, skip, .. } = self.settings.framing;
        let unpadded = self.input.source.form == Form::Raw && block.is_none() && pad == Pad::Usual;
        match (self.begins, self.looks) {
            ([octet @ (0 | 0xff), rest @ ..], _) if unpadded && rest == [octet; PADDING - 1] => {
                Some(Hint::Padding(octet))
            }
            _ if record.offset == 0 && self.is_capture => Some(Hint::Capture),
            // Data in PER may well begin like digits.
            (_, Some(_)) => self.looks.take().map(Hint::LooksLike),
            _ if record.offset == 0 && self.framed.is_some() => self.framed.map(Hint::Framed),
            (_, None) => (code == "swallows" && record.offset == 0 && skip == 0).then_some(Hint::Header),
        }
    }
}

/// The number of equal bytes that look like padding.
const PADDING: usize = 4;
