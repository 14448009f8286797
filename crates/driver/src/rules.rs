//! Words for rules: those that plans are made for, and the text forms.

use wireglot_interp::json::Spelling;
use wireglot_plan::Rules;

/// How a value stands outside: by a plan, or as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Octets, by a plan.
    Binary(Rules),
    /// JSON, by the shape alone.
    Text(Spelling),
}

/// The text forms and their words.
const TEXTS: [(&str, Spelling); 2] = [("jer", Spelling::Jer), ("json", Spelling::Json)];

impl Notation {
    /// The notation of a word.
    pub fn from_word(word: &str) -> Option<Notation> {
        let text =
            TEXTS.iter().find(|(name, _)| *name == word).map(|(_, spelling)| Notation::Text(*spelling));
        text.or_else(|| Rules::from_word(word).map(Notation::Binary))
    }

    /// All words, in the order in which lists show them.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Rules::ALL.into_iter().map(Rules::word).chain(TEXTS.iter().map(|(word, _)| *word))
    }

    /// Whether it can be used in this version.
    pub fn is_built(self) -> bool {
        match self {
            Notation::Binary(rules) => wireglot_lower::supports(rules),
            Notation::Text(_) => true,
        }
    }
}
