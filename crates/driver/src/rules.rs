//! Words for rules: those that plans are made for, and the text forms.

use wireglot_interp::json::Spelling;
use wireglot_plan::Rules;

use crate::texts::Text;

/// How a value stands outside: by a plan, or as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Octets, by a plan.
    Binary(Rules),
    /// Text, by the shape alone.
    Text(Text),
}

/// The text forms and their words.
const TEXTS: [(&str, Text); 3] =
    [("jer", Text::Json(Spelling::Jer)), ("json", Text::Json(Spelling::Json)), ("value", Text::Value)];

impl Notation {
    /// The notation of a word.
    pub fn from_word(word: &str) -> Option<Notation> {
        let text = TEXTS.iter().find(|(name, _)| *name == word).map(|(_, text)| Notation::Text(*text));
        text.or_else(|| Rules::from_word(word).map(Notation::Binary))
    }

    /// All words, in the order in which lists show them.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Rules::ALL.into_iter().map(Rules::word).chain(TEXTS.iter().map(|(word, _)| *word))
    }
}
