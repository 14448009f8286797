//! A set of rules by its word.

use wireglot_driver::names::close_names;
use wireglot_driver::rules::Notation;

/// A set of rules that is built.
#[derive(Clone, Copy)]
pub struct RulesWord(pub Notation);

impl std::str::FromStr for RulesWord {
    type Err = String;

    fn from_str(word: &str) -> Result<RulesWord, String> {
        let notation = Notation::from_word(word).map(RulesWord);
        notation.ok_or_else(|| the_rules_are(word, Notation::words()))
    }
}

/// What rules there are, instead of a word that is none.
pub fn the_rules_are<'a>(word: &str, all: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.collect();
    let close = close_names(word, all.iter().copied());
    let meant = close.first().map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    format!("the rules are {}{meant}", all.join(", "))
}
