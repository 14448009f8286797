//! The two sides of a comparison, read.

use std::path::Path;
use std::str::FromStr;

use wireglot_driver::forms::Form;
use wireglot_driver::json::Spelling;
use wireglot_driver::records::Framing;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::{DecodeOptions, Limits, Rules, Specification, Tape, Unknowns};

use crate::args::RulesWord;
use crate::data::{open, InForm, LimitArgs};
use crate::exit::{note, Failure};
use crate::messages::{finder, Messages};
use crate::records::{judged, Damage, Place, PlanFinder, Settings, Work};
use crate::report::Report;

/// How values are shown.
pub const SPELLING: Spelling = Spelling::Json;

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
}

impl Side<'_> {
    pub fn notation(&self) -> Result<Notation, Failure> {
        self.rules.ok_or_else(|| Failure::Usage("which rules? say -r ber, or -r ber,json".into()))
    }

    /// Its rules, if it is octets.
    pub fn binary(&self) -> Option<Rules> {
        match self.rules {
            Some(Notation::Binary(rules)) => Some(rules),
            _ => None,
        }
    }

    /// Its values. Rules that it needs are prepared.
    pub fn values(
        &self,
        specification: &Specification,
        root: usize,
        limits: &LimitArgs,
        drop_unknown: bool,
    ) -> Result<Vec<Tape>, Failure> {
        match self.notation()? {
            Notation::Text(text) => self.text_values(specification, root, text, &limits.limits()),
            Notation::Binary(rules) => {
                let unknown = if drop_unknown { Unknowns::Skip } else { Unknowns::Keep };
                let options = DecodeOptions { unknown, ..limits.options() };
                let codec = specification.codec(rules).ok_or(Failure::Schema)?;
                let name = specification.shape().roots.get(root).map_or("", |root| &root.reference);
                let finder = PlanFinder { codec, root, options, name };
                self.all(false, &finder, |octets| {
                    let mut tape = Tape::new();
                    let read = codec.decode(root, octets, &options, &mut tape);
                    read.map(|_| tape).map_err(|error| Wrong {
                        offset: error.fault.bit / 8,
                        path: error.path,
                        message: error.fault.message().to_string(),
                    })
                })
            }
        }
    }

    fn text_values(
        &self,
        specification: &Specification,
        root: usize,
        text: Text,
        limits: &Limits,
    ) -> Result<Vec<Tape>, Failure> {
        let (name, octets) = self.read()?;
        let mut reader = specification.text_reader(text, Rules::default(), *limits);
        let ty = specification.shape().roots.get(root).ok_or(Failure::Schema)?.shape;
        texts(&name, &octets, |text| {
            let mut tape = Tape::new();
            let end = reader.read(text, ty, &mut tape).map_err(|error| Wrong {
                offset: error.offset as u64,
                path: error.path,
                message: error.message,
            })?;
            Ok((tape, end))
        })
    }

    /// Its messages as JSON; what is JSON already goes through octets, so that both sides say the same.
    pub fn messages(&self, messages: &(dyn Messages + Sync)) -> Result<Vec<serde_json::Value>, Failure> {
        let wrong = |error: crate::messages::Wrong| Wrong {
            offset: error.offset,
            path: error.path,
            message: error.message,
        };
        let decode = |octets: &[u8]| {
            let (text, _) = messages.decode(octets, true).map_err(wrong)?;
            serde_json::from_str(&text).map_err(|error| Wrong {
                offset: 0,
                path: String::new(),
                message: error.to_string(),
            })
        };
        match self.rules {
            None => self.all(true, &finder(messages, self.framing), decode),
            Some(notation) if notation.is_json() => {
                let (name, octets) = self.read()?;
                texts(&name, &octets, |text| {
                    let mut octets = Vec::new();
                    let end = messages.encode(text, &mut octets).map_err(wrong)?;
                    Ok((decode(&octets)?, end))
                })
            }
            Some(_) => Err(Failure::Usage("messages of this schema are octets (say no -r) or json".into())),
        }
    }

    fn read(&self) -> Result<(String, Vec<u8>), Failure> {
        let (name, mut input) = open(self.path)?;
        let mut octets = Vec::new();
        input.read_to_end(&mut octets).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
        Ok((name, octets))
    }

    /// All that its octets hold: what `decode` says is good. `whole` says that only the end of an input ends
    /// what has no frame.
    fn all<T>(
        &self,
        whole: bool,
        work: &dyn Work,
        decode: impl Fn(&[u8]) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Failure> {
        let (name, octets) = self.read()?;
        let form = self.form.settle(&name, &octets);
        let json = form == Form::Raw && octets.trim_ascii_start().starts_with(b"{");
        let framing = self.framing;
        let several = form.is_lines() || framing != Framing::default();
        let settings = Settings { whole, framing, several, ..Settings::of(form, self.most) };
        let made = judged(&name, form, octets, &settings, work)?;
        let refused = |place: &Place, damage: &Damage| {
            let looks = if json { " (this looks like JSON: try -r with json for this side)" } else { "" };
            let message = format!("{}{looks}", damage.bad.message);
            Failure::Usage(Report { message, ..damage.report(place) }.sentence())
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
