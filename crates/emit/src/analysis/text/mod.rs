//! Readers and writers of text protocols, as far as all languages have them in common: what decides where a rule goes on,
//! how keywords are told apart, and which parts of a value have to be counted.

mod decide;
mod lexis;
mod parts;

pub(crate) use decide::{by_branch, tests, Test};
pub(crate) use lexis::{hash_table, head, spellings, Lexis};
pub(crate) use parts::{is_due, merges, place_type, sets_alternative, Bodies, Parts};

use wireglot_grammar::Link;

/// A text protocol whose messages are values of a type.
#[derive(Debug)]
pub struct TextProtocol<'t> {
    /// What functions are called after it.
    pub word: &'t str,
    /// Its forms: a word, and whether text is laid out.
    pub forms: Vec<(&'t str, bool)>,
    /// Its rules.
    pub link: &'t Link<'t>,
    /// Whether it has conversions of its own in the runtime.
    pub converts: bool,
    /// The names that these know.
    pub names: Vec<NameRow>,
}

/// A name that stands for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameRow {
    /// The kind of the name, or what it counts inside of.
    pub space: u64,
    /// Its number there.
    pub number: u32,
    /// The name.
    pub name: String,
    /// What else there is to say of it.
    pub marks: u16,
}
