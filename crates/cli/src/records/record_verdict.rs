//! The verdict on each record of an input. Verbs differ in what they do with it, not in what it is.

use std::io::{self, Read};
use std::sync::Arc;

use wireglot_driver::forms::digits::TextProgress;
use wireglot_driver::forms::{Form, FormError, Part};
use wireglot_driver::inspect::Stop;
use wireglot_driver::messages::Bad;
use wireglot_driver::records::{Framing, Line, Outcome, Pad, Reader, Record, Step, Walk, Work, Wrong};
use wireglot_driver::{ErrorCode, Fault};

use crate::input::data::OnError;
use crate::output::exit::note;
use crate::output::report::Report;

use super::place::Place;
use super::retry_budget::RetryBudget;
use super::settings::Settings;

/// What is said of a record, or of where there is none.
pub enum Verdict {
    /// Nothing yet.
    On,
    /// It is good, and this came of it.
    Good(Record, Vec<u8>),
    Wrong(Damage),
    /// The input ended.
    End,
}

/// What is wrong with a record, or with an input that has none.
#[derive(Debug, Clone)]
pub struct Damage {
    pub bad: Bad,
    /// The octet of the input that the place of it is counted from.
    pub from: u64,
    pub record: Option<Record>,
    /// The line in which a text is not of its form, where that is no record.
    pub line: Option<usize>,
    /// How many octets nothing comes of.
    pub passed_over: u64,
}

impl Damage {
    pub fn report<'r>(&'r self, place: &'r Place) -> Report<'r> {
        Report { line: self.line.or(place.line), ..Report::of(&self.bad, place, self.from) }
    }

    /// What an annotated view stopped at.
    pub fn of_stop(stop: Stop) -> Damage {
        let Stop { code, message, bit, path } = stop;
        Damage::of_input(Bad { code, path, message, at: Some(bit), ..Bad::default() })
    }

    /// The same for such a view.
    pub fn stop(&self) -> Stop {
        let Bad { code, path, message, at, .. } = &self.bad;
        let bit = self.from * 8 + at.unwrap_or(0);
        Stop { code, message: message.clone(), bit, path: path.clone() }
    }

    /// Whether its place is one in a text, not in the octets that this stands for.
    pub fn is_of_text(&self) -> bool {
        self.bad.column.is_some()
    }

    /// Of an input without any record.
    fn of_input(bad: Bad) -> Damage {
        Damage { bad, from: 0, record: None, line: None, passed_over: 0 }
    }

    /// Of a text that is not of its form.
    fn of_text(error: &FormError, form: Form) -> Damage {
        let message = format!("{} (read as --in {})", error.message, form.word());
        let (line, column) = (Some(error.spot.line), Some(error.spot.column));
        Damage { line, ..Damage::of_input(Bad { code: "form", message, column, ..Bad::default() }) }
    }
}

/// What is wrong with an input without any PDU. A file of records may have none, nor may a list of lines; of
/// others at least one is expected.
pub fn nothing(file: &str, form: Form, several: bool) -> Option<Damage> {
    let message = match form {
        Form::HexLines | Form::Base64Lines => {
            note(&format!("{file} has no lines: there is nothing to read"));
            return None;
        }
        _ if several => {
            note(&format!("{file} has no records: there is nothing to read"));
            return None;
        }
        Form::Raw => return Some(Damage::of_input(empty())),
        Form::Pem => "there is no PEM block in it",
        _ => "there are no octets in it",
    };
    let message = format!("{message} (read as --in {})", form.word());
    Some(Damage::of_input(Bad { code: "empty", message, ..Bad::default() }))
}

fn empty() -> Bad {
    Bad { code: "empty", message: "the input is empty".into(), ..Bad::default() }
}

/// A block of PEM, the one of that number: what is left over in it is an error.
pub fn block(reader: &mut Reader, file: &str, number: u64, part: &Part) -> (Place, Result<Vec<u8>, Damage>) {
    let place = Place { line: Some(part.line), record: Some(number), ..Place::of(file) };
    let passed_over = part.text as u64;
    let octets = match &part.octets {
        Ok(octets) => octets,
        Err(error) => return (place, Err(Damage { passed_over, ..Damage::of_text(error, Form::Pem) })),
    };
    let verdict = match reader.whole(octets) {
        Ok(Outcome::Text(text)) => Ok(text),
        Ok(Outcome::Refused(bad)) => Err(Damage::of_input(bad)),
        Err(bad) => Err(Damage { passed_over, ..Damage::of_input(bad) }),
    };
    (place, verdict)
}

/// Reads the records of an input, and judges them.
pub struct Judge<'j, R> {
    pub(super) walk: Walk<R>,
    pub(super) reader: Reader<'j>,
    pub(super) input: Input<'j>,
    settings: &'j Settings,
    /// The form that the input looks like, if that is another one.
    looks: Option<Form>,
    /// How many octets were there at the start.
    ahead: usize,
    /// What the record that comes next begins with.
    begins: [u8; PADDING],
    read: bool,
    ended: bool,
}

impl<'j, R: Read> Judge<'j, R> {
    /// Starts at the beginning of an input.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn new(source: Source<'j>, settings: &'j Settings, work: &'j dyn Work, input: R) -> io::Result<Self> {
        let line = source.line;
        let framing = Framing { line, ..settings.framing };
        let goes_on = settings.on_error != OnError::Stop || settings.record.is_some();
        let mut walk = Walk::new(input, framing, settings.most, goes_on);
        if settings.whole && framing.prefix.is_none() && line.is_none() {
            walk.read_all()?;
        }
        let read = walk.is_empty()?;
        let plain = source.form == Form::Raw && framing == Framing::default();
        let ahead = walk.window().len();
        let looks = plain.then(|| Form::guess(walk.window())).filter(|form| *form != Form::Raw);
        let reader = Reader::new(work.worker(line.is_some()), line);
        let input = Input { source, framing, records: 0, row: 0, retry_budget: RetryBudget::new() };
        Ok(Judge { walk, reader, input, settings, looks, ahead, begins: [1; PADDING], read, ended: false })
    }

    /// Reads on.
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
                    Outcome::Text(text) => Verdict::Good(record, text),
                    Outcome::Refused(bad) => {
                        let from = self.counted_from(&record, record.length_prefix);
                        Verdict::Wrong(Damage { bad, from, record: Some(record), line: None, passed_over: 0 })
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

    /// The octet that places in a record are counted from, so many behind its first: those of a line are
    /// its own.
    fn counted_from(&self, record: &Record, length_prefix: u64) -> u64 {
        match self.input.framing.line {
            Some(_) => 0,
            None => record.offset + length_prefix,
        }
    }

    /// Whether going on may have to wait for more of the input.
    pub fn is_waiting(&self) -> bool {
        self.walk.is_waiting()
    }

    /// What is wrong with a record.
    fn damage(&mut self, record: Record, wrong: Wrong<Bad>) -> Damage {
        if matches!(wrong, Wrong::Swallows | Wrong::Behind(_)) {
            self.reader.earliest();
        }
        let order = self.other_order(&record, &wrong);
        let (mut bad, length_prefix) = match wrong {
            Wrong::Data(bad) => (bad, record.length_prefix),
            Wrong::Left(octets) => {
                let fault = Fault::of(ErrorCode::Trailing, octets);
                let (path, at) = (self.reader.name().to_string(), self.reader.left(octets));
                (Bad { path, at, ..Bad::from(fault) }, record.length_prefix)
            }
            Wrong::Swallows => (Bad::frame("swallows", "the next record begins within it"), 0),
            Wrong::Behind(octets) => {
                let told = format!("{octets} octets behind it are no record: it may have gained some");
                (Bad::frame("behind", &told), 0)
            }
            Wrong::Length(length) => {
                (Bad::frame("frame", &format!("a record of {length} octets goes beyond the end")), 0)
            }
            Wrong::Cut => (Bad::frame("frame", "the input ends too early"), 0),
        };
        let from = self.counted_from(&record, length_prefix);
        if bad.column.is_some() {
            bad.message.push_str(&format!(" (read as --in {})", self.input.source.form.word()));
        }
        bad.message.push_str(&order.unwrap_or_else(|| self.advice(&record, bad.code)));
        Damage { bad, from, record: Some(record), line: None, passed_over: record.octets }
    }

    /// What there is to say at the end of the input.
    fn end(&mut self) -> Verdict {
        if std::mem::replace(&mut self.ended, true) || self.input.records > 0 {
            return Verdict::End;
        }
        let Source { file, form, .. } = self.input.source;
        let several = self.settings.several;
        let damage = match self.input.source.error() {
            Some(error) => Some(Damage::of_text(error, form)),
            None if form == Form::Raw && !several => return self.no_octets(),
            None => nothing(file, form, several),
        };
        damage.map_or(Verdict::End, Verdict::Wrong)
    }

    /// An input without octets. Some values take none: whether this is one is for the decoder to say.
    fn no_octets(&mut self) -> Verdict {
        match self.reader.whole(&[]) {
            Ok(Outcome::Text(text)) => {
                self.input.records += 1;
                Verdict::Good(Record { number: 1, offset: 0, line: 1, octets: 0, length_prefix: 0 }, text)
            }
            Ok(Outcome::Refused(bad)) => Verdict::Wrong(Damage::of_input(bad)),
            Err(bad) => {
                let Bad { code, message, .. } = empty();
                Verdict::Wrong(Damage::of_input(Bad { code, message, ..bad }))
            }
        }
    }

    /// Whether nothing says where the next record begins, behind the last that was wrong.
    pub fn is_lost(&self) -> bool {
        self.walk.is_lost()
    }

    /// Passes over all that is left; gives how many octets these are.
    ///
    /// # Errors
    /// The input can't be read.
    pub fn pass_rest(&mut self) -> io::Result<u64> {
        self.walk.pass_rest()
    }

    /// What was read and not told of is read once more by whoever goes on.
    pub fn read_held_again(&mut self) {
        self.walk.unread_held();
        self.reader.forget();
    }

    /// Takes back a buffer.
    pub fn reuse(&mut self, text: Vec<u8>) {
        self.reader.reuse(text);
    }

    /// How much of the file is read.
    pub fn at(&self) -> u64 {
        self.input.source.read(self.walk.offset())
    }

    /// Where a record is.
    pub fn place(&self, record: &Record) -> Place {
        let (file, lines) = (self.input.source.file, self.input.framing.line.is_some());
        let plain = self.settings.framing == Framing::default() && self.settings.on_error == OnError::Stop;
        let told = lines || !plain || record.number > 1;
        Place {
            file: file.to_string(),
            line: lines.then_some(record.line),
            record: told.then_some(record.number),
        }
    }

    /// What to say where the length in front of the first record is one with its octets the other way round.
    fn other_order(&self, record: &Record, wrong: &Wrong<Bad>) -> Option<String> {
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
        Some(format!(" (with --prefix {} it would fit)", meant?.word()))
    }

    /// What an input that was taken as it stands looks like where a record is wrong.
    fn advice(&mut self, record: &Record, code: &str) -> String {
        let Framing { block, pad, skip, .. } = self.settings.framing;
        let unpadded = self.input.source.form == Form::Raw && block.is_none() && pad == Pad::Usual;
        match (self.begins, self.looks) {
            ([octet @ (0 | 0xff), rest @ ..], _) if unpadded && rest == [octet; PADDING - 1] => format!(
                " (octets of {octet:02X} in a row: if they are padding, say --block N or --pad {octet:02X})"
            ),
            // In PER, digits may well begin like a record.
            (_, Some(form)) => {
                self.looks = None;
                format!(" (this looks like {}: try --in {})", form.name(), form.word())
            }
            (_, None) if code == "swallows" && record.offset == 0 && skip == 0 => {
                " (if a header stands in front of the records, say --skip N)".into()
            }
            _ => String::new(),
        }
    }
}

/// So many octets that are all the same look like padding.
const PADDING: usize = 4;

/// Where octets come from.
pub struct Source<'s> {
    pub file: &'s str,
    pub form: Form,
    pub line: Option<Line>,
    /// The text that they are made from.
    pub text: Option<Arc<TextProgress>>,
}

impl<'s> Source<'s> {
    /// An input of a form that is no text, or a text of lines.
    pub fn of(file: &'s str, form: Form) -> Source<'s> {
        let line = match form {
            Form::HexLines => Some(Line::Hex),
            Form::Base64Lines => Some(Line::Base64),
            Form::Raw | Form::Hex | Form::Base64 | Form::Pem => None,
        };
        Source { file, form, line, text: None }
    }

    /// What is wrong with the text.
    fn error(&self) -> Option<&FormError> {
        self.text.as_ref()?.error()
    }

    /// The same, if that is why a step came to this.
    fn ends_at<R: Read>(&self, step: &Step<Bad>, walk: &Walk<R>) -> Option<&FormError> {
        let error = self.error()?;
        let ends = match step {
            Step::End => true,
            Step::Wrong(_, Wrong::Data(bad)) => bad.short && walk.is_at_end(),
            Step::Wrong(_, Wrong::Length(_) | Wrong::Cut) => walk.is_at_end(),
            _ => false,
        };
        ends.then_some(error)
    }

    /// How much of the file is read where so many octets are done.
    pub(super) fn read(&self, octets: u64) -> u64 {
        self.text.as_ref().map_or(octets, |text| text.read())
    }
}

/// An input on its way.
pub struct Input<'i> {
    pub(super) source: Source<'i>,
    pub(super) framing: Framing,
    /// Records that were told of.
    pub(super) records: u64,
    /// Good ones since the last that was wrong, or that several threads read.
    pub(super) row: u64,
    pub(super) retry_budget: RetryBudget,
}
