//! Parsers for option values, most of which are names that shells complete.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{InForm, OnError};
use wireglot_driver::records::Prefix;
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::{self, Text};
use wireglot_driver::Rules;

use crate::input::codec_arg::{self, CodecArg};
use crate::input::languages::languages;
use crate::input::rules_word::{the_rules_are, RulesWord};

/// A number.
///
/// # Errors
/// It is not a number, or too large; the message says what to write.
pub fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "write a number, with digits only".to_string())
}

/// The name of a type in a list of them.
///
/// # Errors
/// It is empty; the message says what to write.
pub fn type_name(text: &str) -> Result<String, String> {
    match text.is_empty() {
        true => Err("name a type before and after each comma".to_string()),
        false => Ok(text.to_string()),
    }
}

/// A number from 1 on.
///
/// # Errors
/// It is not a number, is 0, or is too large; the message says what to write.
pub fn count(text: &str) -> Result<u64, String> {
    let counts = |number: &u64| *number > 0;
    text.parse().ok().filter(counts).ok_or_else(|| "write a number from 1 on, with digits only".to_string())
}

/// A number of bytes, at least one.
///
/// # Errors
/// The same.
pub fn octets(text: &str) -> Result<NonZeroUsize, String> {
    let octets = NonZeroUsize::new(usize::try_from(count(text)?).unwrap_or(usize::MAX));
    octets.ok_or_else(String::new)
}

/// A folder for output.
///
/// # Errors
/// It stands for standard output.
pub fn folder(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("code consists of several files: name a folder".to_string()),
        _ => Ok(PathBuf::from(text)),
    }
}

/// The code of a style rule of any language.
///
/// # Errors
/// There is no such rule; the message lists those that exist.
pub fn style(text: &str) -> Result<String, String> {
    let known: Vec<&str> =
        languages().all().flat_map(|language| language.styles()).map(|(code, _)| code).collect();
    match known.contains(&text) {
        true => Ok(text.to_string()),
        false => Err(format!("the style rules are {}", known.join(", "))),
    }
}

/// Parses with a function, and knows the possible values.
#[derive(Clone)]
pub struct Words<T> {
    parse: fn(&str) -> Result<T, String>,
    all: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        TypedValueParser::parse_ref(&self.parse, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter().map(PossibleValue::new)))
    }
}

/// All rules, including text.
pub fn rules() -> Words<RulesWord> {
    Words { parse: RulesWord::from_str, all: || Notation::words().collect() }
}

/// Sides of a conversion.
pub fn sides() -> Words<CodecArg> {
    Words { parse: CodecArg::from_str, all: || Notation::words().chain(codec_arg::words()).collect() }
}

/// Rules for which code can be generated: those with a plan, and text forms of protocols.
pub fn code_rules() -> Words<Notation> {
    Words { parse: code_rules_of, all: code_words }
}

/// The names of these rules.
pub fn code_words() -> Vec<&'static str> {
    code_notations().map(Notation::word).collect()
}

fn code_notations() -> impl Iterator<Item = Notation> {
    Notation::all().filter(|notation| match notation {
        Notation::Binary(_) => true,
        Notation::Text(text) => text.is_generated(),
    })
}

fn code_rules_of(word: &str) -> Result<Notation, String> {
    let found = code_notations().find(|notation| notation.word().eq_ignore_ascii_case(word));
    found.ok_or_else(|| the_rules_are(word, code_notations().map(Notation::word)))
}

/// Rules with a plan.
pub fn plan_rules() -> Words<Rules> {
    Words { parse: plan_rules_of, all: || Rules::ALL.map(Rules::word).to_vec() }
}

fn plan_rules_of(word: &str) -> Result<Rules, String> {
    let found = Rules::ALL.into_iter().find(|rules| rules.word().eq_ignore_ascii_case(word));
    found.ok_or_else(|| the_rules_are(word, Rules::ALL.map(Rules::word).into_iter()))
}

/// Rules whose bytes or tokens can be annotated.
pub fn shown_rules() -> Words<RulesWord> {
    Words { parse: shown_rules_of, all: shown_words }
}

/// The names of these rules.
pub fn shown_words() -> Vec<&'static str> {
    shown().map(Notation::word).collect()
}

fn shown() -> impl Iterator<Item = Notation> {
    Notation::all().filter(|notation| match notation {
        Notation::Binary(_) => true,
        Notation::Text(text) => text.has_spans,
    })
}

fn shown_rules_of(word: &str) -> Result<RulesWord, String> {
    let found = shown().find(|notation| notation.word().eq_ignore_ascii_case(word)).map(RulesWord);
    found.ok_or_else(|| the_rules_are(word, shown().map(Notation::word)))
}

/// Forms of binary input.
pub fn forms_in() -> Words<InForm> {
    let all = || Form::ALL.into_iter().map(Form::word).chain(["auto"]).collect();
    Words { parse: InForm::from_str, all }
}

/// Forms of binary output.
pub fn forms_out() -> Words<Form> {
    Words { parse: Form::from_str, all: || Form::ALL.map(Form::word).to_vec() }
}

/// What to do after an invalid PDU, with help texts.
const ON_ERROR: [(OnError, &str, &str); 3] = [
    (OnError::Stop, "stop", "Stop with the error"),
    (OnError::Skip, "skip", "Report the error and continue"),
    (
        OnError::Report,
        "report",
        "Print {\"error\": {code, path, message, offset}} in its place (on standard error if the output is raw \
         bytes) and continue",
    ),
];

/// What to do after an invalid PDU.
pub fn on_error() -> impl TypedValueParser<Value = OnError> {
    let words = ON_ERROR.map(|(_, word, help)| PossibleValue::new(word).help(help));
    let named = |word: String| ON_ERROR.into_iter().find(|(_, known, _)| *known == word);
    PossibleValuesParser::new(words).map(move |word| named(word).map_or(OnError::Stop, |(what, ..)| what))
}

/// Length prefixes of records.
pub fn prefixes() -> Words<Prefix> {
    Words { parse: prefix, all: || Prefix::words().collect() }
}

/// The length prefix of that name.
fn prefix(word: &str) -> Result<Prefix, String> {
    Prefix::of_word(word).ok_or_else(|| {
        let words: Vec<&str> = Prefix::words().collect();
        format!("lengths are {}", words.join(", "))
    })
}

/// Text notations for input, the usual one first: a JSON reader accepts every spelling.
pub fn texts_in() -> impl TypedValueParser<Value = Text> {
    text_words(texts::ALL.into_iter().filter(|text| !text.is_json))
}

fn text_words(others: impl Iterator<Item = Text>) -> impl TypedValueParser<Value = Text> {
    let words = [texts::JSON].into_iter().chain(others).map(|text| text.word);
    let named = |word: String| texts::ALL.into_iter().find(|text| text.word == word).unwrap_or(texts::JSON);
    PossibleValuesParser::new(words).map(named)
}
