//! The two sides of a comparison, read.

use std::path::Path;
use std::str::FromStr;

use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, Damage, InForm, Place, Settings};
use wireglot_driver::json::Layout;
use wireglot_driver::messages::{Bad, Finding, Message, Reading, Unwritten, Writing};
use wireglot_driver::records::Framing;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{Text, TextError, JSON};
use wireglot_driver::{DecodeOptions, Rules, Tape};

use crate::input::data::open;
use crate::input::rules_word::RulesWord;
use crate::output::exit::{note, Failure};
use crate::output::report::Report;
use crate::records::{stopped, Terminal};

/// One word for both sides, or one for each with a comma between them.
#[derive(Clone)]
pub struct Both<T> {
    pub left: T,
    pub right: T,
}

impl<T: FromStr<Err = String> + Clone> FromStr for Both<T> {
    type Err = String;

    fn from_str(words: &str) -> Result<Both<T>, String> {
        let (left, right) = words.split_once(',').unwrap_or((words, words));
        Ok(Both { left: left.parse()?, right: right.parse()? })
    }
}

/// The word for some rules.
#[derive(Clone, Copy)]
pub struct Word(pub Notation);

impl FromStr for Word {
    type Err = String;

    fn from_str(word: &str) -> Result<Word, String> {
        word.parse().map(|RulesWord(notation)| Word(notation))
    }
}

/// A side as it was asked for.
pub struct Side<'a> {
    pub path: &'a Path,
    pub rules: Option<Notation>,
    pub form: InForm,
    /// The most octets of a PDU.
    pub most: usize,
    /// How PDUs are laid in it, if it is octets.
    pub framing: Framing,
    /// How they are decoded.
    pub options: DecodeOptions,
}

impl Side<'_> {
    /// Whether its rules suit the schema: they are chosen, or the schema says them.
    pub fn suits(&self, chosen: bool) -> Result<(), Failure> {
        match (chosen, self.rules) {
            (true, None) => {
                let word = Rules::ALL[0].word();
                Err(Failure::Usage(format!("which rules? say -r {word}, or -r {word},json")))
            }
            (false, None) | (true, Some(_)) => Ok(()),
            (false, Some(notation)) if notation.is_json() => Ok(()),
            (false, Some(_)) => {
                Err(Failure::Usage("messages of this schema are octets (say no -r) or json".into()))
            }
        }
    }

    /// Its rules, if it is octets.
    pub fn binary(&self) -> Option<Rules> {
        match self.rules {
            Some(Notation::Binary(rules)) => Some(rules),
            _ => None,
        }
    }

    /// The text form, if it is text.
    fn text(&self) -> Option<Text> {
        match self.rules {
            Some(Notation::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn reading(&self) -> Reading {
        let (rules, options, several) = (self.binary(), self.options, self.framing.prefix.is_none());
        Reading { rules, options, several, ..Reading::default() }
    }

    /// Its values. Rules that it needs are prepared.
    pub fn values(&self, message: &dyn Message) -> Result<Vec<Tape>, Failure> {
        let reading = self.reading();
        let Some(text) = self.text() else {
            return self.all(message, |octets| {
                let mut tape = Tape::new();
                message.decode(octets, &reading, &mut tape).map(|_| tape).map_err(Wrong::from)
            });
        };
        let (name, octets) = self.read()?;
        let mut reader = message.reader(text, None, self.options.limits);
        texts(&name, &octets, |text| {
            let mut tape = Tape::new();
            let end = reader.read(message, text, &mut tape)?;
            Ok((tape, end))
        })
    }

    /// Its messages as JSON; what is JSON already goes through octets, so that both sides say the same.
    pub fn documents(&self, message: &dyn Message) -> Result<Vec<serde_json::Value>, Failure> {
        let reading = Reading { several: true, ..self.reading() };
        let decode = |octets: &[u8]| {
            let mut writer = message.writer(JSON, Layout::Compact);
            message.decode_text(octets, &reading, &mut writer)?;
            serde_json::from_slice(writer.octets()).map_err(|error| Wrong {
                offset: 0,
                path: String::new(),
                message: error.to_string(),
            })
        };
        let Some(text) = self.text() else { return self.all(message, decode) };
        let (name, octets) = self.read()?;
        let mut reader = message.reader(text, None, self.options.limits);
        texts(&name, &octets, |text| {
            let (mut octets, mut tape) = (Vec::new(), Tape::new());
            let written = message.encode_text(text, &mut reader, &mut tape, &Writing::default(), &mut octets);
            let end = written.map_err(|unwritten| match unwritten {
                Unwritten::Text(error) => Wrong::from(error),
                Unwritten::Value { error, .. } => {
                    Wrong { offset: 0, path: error.path, message: error.message }
                }
            })?;
            Ok((decode(&octets)?, end))
        })
    }

    fn read(&self) -> Result<(String, Vec<u8>), Failure> {
        let (name, mut input) = open(self.path)?;
        let mut octets = Vec::new();
        input.read_to_end(&mut octets).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
        Ok((name, octets))
    }

    /// All that its octets hold: what `decode` says is good.
    fn all<T>(
        &self,
        message: &dyn Message,
        decode: impl Fn(&[u8]) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Failure> {
        let (name, octets) = self.read()?;
        let form = self.form.settle(&name, &octets, &mut Terminal);
        let json = form == Form::Raw && octets.trim_ascii_start().starts_with(b"{");
        let framing = self.framing;
        let several = form.is_lines() || framing != Framing::default();
        let whole = message.ends_with_input();
        let work = &Finding { message, reading: self.reading() };
        let settings = Settings { whole, framing, several, ..Settings::of(form, self.most) };
        let made = judged(&name, form, octets, &settings, work, &mut Terminal);
        let made = made.map_err(|why| stopped(why, &framing))?;
        let refused = |place: &Place, damage: &Damage| {
            let looks = if json { " (this looks like JSON: try -r with json for this side)" } else { "" };
            let report = Report::of_damage(place, damage);
            Failure::Usage(Report { message: report.message.clone() + looks, ..report }.sentence())
        };
        let of_input = made.damage.as_ref().map(|damage| refused(&Place::of(&name), damage));
        let values = made.records.iter().map(|record| match &record.damage {
            Some(damage) => Err(refused(&record.place, damage)),
            None => decode(record.octets(&made.octets)).map_err(|wrong| wrong.at(&record.place.to_string())),
        });
        let values = values.collect::<Result<Vec<T>, Failure>>()?;
        of_input.map_or(Ok(values), Err)
    }
}

/// What is wrong with a side.
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
    fn behind(self, octets: usize) -> Wrong {
        Wrong { offset: self.offset + octets as u64, ..self }
    }

    /// It is trouble, not a difference.
    fn at(self, place: &str) -> Failure {
        let Wrong { offset, path, message } = self;
        let colon = if path.is_empty() { "" } else { ": " };
        Failure::Usage(format!("{place}: {path}{colon}{message} at octet {offset}"))
    }
}

/// The values of a text, one behind the other.
fn texts<T>(
    name: &str,
    octets: &[u8],
    mut read: impl FnMut(&str) -> Result<(T, usize), Wrong>,
) -> Result<Vec<T>, Failure> {
    let text = std::str::from_utf8(octets).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut all, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let (value, end) = read(rest).map_err(|wrong| wrong.behind(at).at(name))?;
        all.push(value);
        rest = rest.get(end.max(1)..).unwrap_or_default().trim_start();
    }
    if all.is_empty() {
        note(&format!("{name} holds no values: there is nothing to read"));
    }
    Ok(all)
}
