//! Names of a target language: those of the schema as they are written, where the language takes
//! them. A name that the language keeps for itself, or that is taken, gets a `_` behind it, and a note.

use std::collections::HashSet;

/// What is taken in one scope.
#[derive(Debug, Default)]
pub struct Scope {
    taken: HashSet<String>,
}

impl Scope {
    /// A scope in which some names are taken from the start.
    pub fn with(taken: impl IntoIterator<Item = impl Into<String>>) -> Scope {
        Scope { taken: taken.into_iter().map(Into::into).collect() }
    }

    /// Takes a name, with `_` behind it until it is free and no word of the language.
    pub fn claim(&mut self, wanted: &str, reserved: &[&str], what: &str, notes: &mut Vec<String>) -> String {
        let mut name = identifier(wanted);
        while reserved.contains(&name.as_str()) || self.taken.contains(&name) {
            name.push('_');
        }
        if name != wanted {
            notes.push(format!("{what} `{wanted}` is called `{name}`"));
        }
        self.taken.insert(name.clone());
        name
    }
}

/// A name with `_` for what is no letter, digit or `_`, and before a digit.
pub fn identifier(name: &str) -> String {
    let spelled: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match spelled.starts_with(|c: char| c.is_ascii_digit()) || spelled.is_empty() {
        true => format!("_{spelled}"),
        false => spelled,
    }
}
