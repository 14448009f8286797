//! The two sides of a comparison, read.

use std::path::Path;
use std::str::FromStr;

use wireglot_driver::forms::{Form, Part};
use wireglot_driver::json::Spelling;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::{DecodeOptions, Limits, Rules, Specification, Tape, Unknowns};

use crate::args::RulesWord;
use crate::data::{open, InForm};
use crate::exit::Failure;
use crate::messages::Messages;

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
        limits: &Limits,
        drop_unknown: bool,
    ) -> Result<Vec<Tape>, Failure> {
        match self.notation()? {
            Notation::Text(text) => self.text_values(specification, root, text, limits),
            Notation::Binary(rules) => {
                let unknown = if drop_unknown { Unknowns::Skip } else { Unknowns::Keep };
                let options =
                    DecodeOptions { unknown, trailing: true, limits: *limits, ..DecodeOptions::default() };
                let codec = specification.codec(rules).ok_or(Failure::Schema)?;
                self.all(|octets| {
                    let mut tape = Tape::new();
                    let taken = codec.decode(root, octets, &options, &mut tape).map_err(|error| Wrong {
                        offset: error.fault.bit / 8,
                        path: error.path,
                        message: error.fault.message().to_string(),
                    })?;
                    Ok((tape, taken))
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
        let mut reader = specification.text_reader(text, Rules::Ber, *limits);
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
    pub fn messages(&self, messages: &dyn Messages) -> Result<Vec<serde_json::Value>, Failure> {
        let wrong = |error: crate::messages::Wrong| Wrong {
            offset: error.offset,
            path: error.path,
            message: error.message,
        };
        let decode = |octets: &[u8]| {
            let (text, taken) = messages.decode(octets, true).map_err(wrong)?;
            let value = serde_json::from_str(&text).map_err(|error| Wrong {
                offset: 0,
                path: String::new(),
                message: error.to_string(),
            })?;
            Ok((value, taken))
        };
        match self.rules {
            None => self.all(decode),
            Some(Notation::Text(Text::Json(_))) => {
                let (name, octets) = self.read()?;
                texts(&name, &octets, |text| {
                    let mut octets = Vec::new();
                    let end = messages.encode(text, &mut octets).map_err(wrong)?;
                    Ok((decode(&octets)?.0, end))
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

    /// What an input that is taken for raw octets looks like, where that is text.
    fn looks(&self, form: Form, octets: &[u8]) -> String {
        let other = match (form, Form::guess(octets)) {
            (Form::Raw, Form::Raw) if octets.trim_ascii_start().starts_with(b"{") => "JSON: try -r with json",
            (Form::Raw, Form::Hex | Form::HexLines) => "hexadecimal digits: try --in hex or hex-lines",
            (Form::Raw, Form::Pem) => "PEM: try --in pem",
            _ => return String::new(),
        };
        format!(" (this looks like {other} for this side)")
    }

    /// All that its octets hold, one behind the other.
    fn all<T>(&self, decode: impl Fn(&[u8]) -> Result<(T, usize), Wrong>) -> Result<Vec<T>, Failure> {
        let (name, octets) = self.read()?;
        let form = self.form.settle(&name, &octets);
        let (mut all, lines) = (Vec::new(), matches!(form, Form::HexLines | Form::Pem));
        let looks = self.looks(form, &octets);
        let mut parts = form.parts(octets);
        if parts.is_empty() && !lines {
            // No octets may be a value too.
            parts.push(Part { line: 1, octets: Ok(Vec::new()) });
        }
        for Part { line, octets } in parts {
            let place = if lines { format!("{name}, line {line}") } else { name.clone() };
            let octets = octets.map_err(|error| {
                let message = format!("{} (read as --in {})", error.message, form.word());
                Wrong { offset: error.offset as u64, path: String::new(), message }.at(&place)
            })?;
            let mut at = 0;
            loop {
                let rest = octets.get(at..).unwrap_or_default();
                let (value, taken) = decode(rest).map_err(|wrong| {
                    let message = if at == 0 { wrong.message + &looks } else { wrong.message };
                    Wrong { message, ..wrong }.behind(at).at(&place)
                })?;
                all.push(value);
                at += taken;
                if at >= octets.len() {
                    break;
                }
                if taken == 0 || lines {
                    let message = "octets are left behind the PDU".to_string();
                    return Err(Wrong { offset: at as u64, path: String::new(), message }.at(&place));
                }
            }
        }
        Ok(all)
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
    Ok(all)
}
