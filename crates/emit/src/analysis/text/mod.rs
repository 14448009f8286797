//! What readers and writers of text protocols share in all languages: the tests that decide how a rule
//! continues, keyword lookup, and the parts of a value that must be tracked.

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
    /// The word that function names are built from.
    pub word: &'t str,
    /// Its forms: the name of each, and whether its text is laid out.
    pub forms: Vec<(&'t str, bool)>,
    /// Its rules.
    pub link: &'t Link<'t>,
    /// Whether the runtime has conversions for this protocol.
    pub converts: bool,
    /// The names known to these conversions.
    pub names: Vec<NameRow>,
}

/// A name for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameRow {
    /// The kind of the name, or the scope of its number.
    pub space: u64,
    /// Its number in that space.
    pub number: u32,
    /// The name.
    pub name: String,
    /// Its flags.
    pub marks: u16,
}
