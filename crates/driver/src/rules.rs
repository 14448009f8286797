//! Notations: encoding rules, which follow a plan, and text forms, which need only the shape.

pub use wireglot_plan::common_name;
use wireglot_plan::Rules;

use crate::texts::{self, Text};

/// A notation for values, from either table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Binary, according to a plan.
    Binary(Rules),
    /// Text, according to the shape.
    Text(Text),
}

impl Notation {
    /// All notations, in the order in which lists show them.
    pub fn all() -> impl Iterator<Item = Notation> {
        Rules::ALL.into_iter().map(Notation::Binary).chain(texts::ALL.into_iter().map(Notation::Text))
    }

    /// The notation of that name.
    pub fn from_word(word: &str) -> Option<Notation> {
        Notation::all().find(|notation| notation.word() == word)
    }

    /// The names of all notations.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Notation::all().map(Notation::word)
    }

    /// Its name.
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
