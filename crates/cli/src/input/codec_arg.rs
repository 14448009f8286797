//! The sides of a conversion: encoding rules or text, or the encoding that a schema determines.

use wireglot_driver::languages::{Feature, SchemaLanguage};
use wireglot_driver::rules::Notation;
use wireglot_driver::texts::Text;
use wireglot_driver::Rules;

use crate::input::languages::languages;
use crate::input::rules_word::RulesWord;
use crate::output::exit::Failure;

/// A side of a conversion.
#[derive(Clone, Copy)]
pub enum CodecArg {
    /// Encoding rules, or text.
    Rules(RulesWord),
    /// The encoding that the schema determines: the name of its language.
    Messages(&'static str),
}

/// A side of a conversion, for a schema in a known language.
#[derive(Clone, Copy)]
pub enum Way {
    /// Binary, by these rules unless the schema determines the encoding.
    Octets(Option<Rules>),
    /// Text in a form.
    Text(Text),
}

/// The names of languages whose schemas determine the encoding.
pub fn words() -> impl Iterator<Item = &'static str> {
    let fixed = languages().all().filter(|language| !language.features().contains(&Feature::Rules));
    fixed.map(SchemaLanguage::word)
}

impl std::str::FromStr for CodecArg {
    type Err = String;

    fn from_str(word: &str) -> Result<CodecArg, String> {
        match words().find(|language| *language == word) {
            Some(language) => Ok(CodecArg::Messages(language)),
            None => word.parse().map(CodecArg::Rules),
        }
    }
}

impl CodecArg {
    /// The rules, if they are binary.
    pub fn rules(self) -> Option<Rules> {
        match self {
            CodecArg::Rules(RulesWord(Notation::Binary(rules))) => Some(rules),
            CodecArg::Rules(RulesWord(Notation::Text(_))) | CodecArg::Messages(_) => None,
        }
    }

    /// The meaning of the argument for a schema in a language.
    pub fn way(self, language: &dyn SchemaLanguage) -> Result<Way, Failure> {
        let (word, name) = (language.word(), language.name());
        match (self, language.features().contains(&Feature::Rules)) {
            (CodecArg::Messages(said), false) if said == word => Ok(Way::Octets(None)),
            (CodecArg::Rules(RulesWord(Notation::Text(text))), false) if text.is_json => Ok(Way::Text(text)),
            (_, false) => Err(Failure::Usage(format!("messages of this schema are {word} or json"))),
            (CodecArg::Messages(said), true) => {
                Err(Failure::Usage(format!("{said}: this is a specification in {name}")))
            }
            (CodecArg::Rules(RulesWord(Notation::Text(text))), true) => Ok(Way::Text(text)),
            (CodecArg::Rules(RulesWord(Notation::Binary(rules))), true) => Ok(Way::Octets(Some(rules))),
        }
    }
}

impl Way {
    /// Whether it is binary.
    pub fn is_octets(self) -> bool {
        match self {
            Way::Octets(_) => true,
            Way::Text(text) => text.is_binary,
        }
    }

    /// The notation, unless the schema determines the encoding.
    pub fn notation(self) -> Option<Notation> {
        match self {
            Way::Octets(rules) => rules.map(Notation::Binary),
            Way::Text(text) => Some(Notation::Text(text)),
        }
    }

    /// The rules that require a plan.
    pub fn rules(self) -> Option<Rules> {
        match self {
            Way::Octets(rules) => rules,
            Way::Text(_) => None,
        }
    }

    /// The notation for values.
    pub fn text(self) -> Option<Text> {
        match self {
            Way::Text(text) => Some(text),
            Way::Octets(_) => None,
        }
    }

    /// The notation, if it is binary.
    pub fn binary_text(self) -> Option<Text> {
        self.text().filter(|text| text.is_binary)
    }
}
