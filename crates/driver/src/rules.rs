//! Notations: rule sets, which make octets by a plan, and text forms, by the shape alone.

use wireglot_plan::Rules;

use crate::texts::{self, Text};

/// How a value stands outside: a row of either table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Octets, by a plan.
    Binary(Rules),
    /// Text, by the shape alone.
    Text(Text),
}

impl Notation {
    /// All, in the order in which lists show them.
    pub fn all() -> impl Iterator<Item = Notation> {
        Rules::ALL.into_iter().map(Notation::Binary).chain(texts::ALL.into_iter().map(Notation::Text))
    }

    /// The notation of a word.
    pub fn from_word(word: &str) -> Option<Notation> {
        Notation::all().find(|notation| notation.word() == word)
    }

    /// All words.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Notation::all().map(Notation::word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Notation::Binary(rules) => rules.word(),
            Notation::Text(text) => text.word,
        }
    }

    /// The standard that defines it, if one does.
    pub fn standard(self) -> Option<&'static str> {
        match self {
            Notation::Binary(rules) => Some(rules.standard()),
            Notation::Text(text) => text.standard,
        }
    }

    /// Whether its values are JSON, in any spelling.
    pub fn is_json(self) -> bool {
        matches!(self, Notation::Text(text) if text.is_json)
    }
}
