//! The sides of a conversion: rules, or the octets of a schema that knows one form of them.

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
    /// Rules that are chosen, or text.
    Rules(RulesWord),
    /// Messages as the schema says them: the word for its language.
    Messages(&'static str),
}

/// What a side is, of a schema whose language is known.
#[derive(Clone, Copy)]
pub enum Way {
    /// Octets, by rules unless the schema says them.
    Octets(Option<Rules>),
    /// Text in a form.
    Text(Text),
}

/// Words of the languages whose schemas say where everything stands.
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
    /// The rules, if they make octets.
    pub fn rules(self) -> Option<Rules> {
        match self {
            CodecArg::Rules(RulesWord(Notation::Binary(rules))) => Some(rules),
            CodecArg::Rules(RulesWord(Notation::Text(_))) | CodecArg::Messages(_) => None,
        }
    }

    /// What it is for a schema in a language.
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
    /// Whether it is octets.
    pub fn is_octets(self) -> bool {
        matches!(self, Way::Octets(_))
    }

    /// The rules that a plan is needed for.
    pub fn rules(self) -> Option<Rules> {
        match self {
            Way::Octets(rules) => rules,
            Way::Text(_) => None,
        }
    }
}
