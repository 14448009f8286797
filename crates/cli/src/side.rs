//! The sides of a conversion: rules, or the octets of a schema that knows one form of them.

use wireglot_driver::rules::Notation;

use crate::args::RulesWord;
use crate::exit::Failure;

/// A side of a conversion.
#[derive(Clone, Copy)]
pub enum Side {
    /// Rules of ASN.1, or text.
    Rules(RulesWord),
    /// Messages as the schema says them: the word for its language.
    Messages(&'static str),
}

/// Languages whose schemas say where everything stands.
pub const LANGUAGES: [&str; 2] = ["sbe", "bitproto"];

impl std::str::FromStr for Side {
    type Err = String;

    fn from_str(word: &str) -> Result<Side, String> {
        match LANGUAGES.into_iter().find(|language| *language == word) {
            Some(language) => Ok(Side::Messages(language)),
            None => word.parse().map(Side::Rules),
        }
    }
}

impl Side {
    /// The rules, for a specification in ASN.1.
    pub fn notation(self) -> Result<Notation, Failure> {
        match self {
            Side::Rules(rules) => Ok(rules.0),
            Side::Messages(language) => {
                Err(Failure::Usage(format!("{language}: this is a specification in ASN.1")))
            }
        }
    }

    /// Whether it is octets, for a schema in a language; else it is JSON.
    pub fn is_octets(self, language: &str) -> Result<bool, Failure> {
        match self {
            Side::Messages(word) if word == language => Ok(true),
            Side::Rules(RulesWord(notation)) if notation.is_json() => Ok(false),
            _ => Err(Failure::Usage(format!("messages of this schema are {language} or json"))),
        }
    }
}
