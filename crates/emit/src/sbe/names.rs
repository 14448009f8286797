//! Names of a target language: those of the schema as written, if the language allows them. A name that is
//! reserved or already taken gets a `_` appended, and a note.

use crate::lang::c::reserved::is_macro;
use crate::lang::scope::{self, underscored};

/// The names taken in one scope.
#[derive(Debug, Default)]
pub struct Scope {
    taken: scope::Scope,
    /// Whether macros of C headers are taken, too.
    in_cpp: bool,
}

impl Scope {
    /// A scope in which some names are taken from the start.
    pub fn with(taken: impl IntoIterator<Item = impl Into<String>>) -> Scope {
        Scope { taken: scope::Scope::with(taken), in_cpp: false }
    }

    /// The same scope for C++, where macros replace names.
    pub fn in_cpp(self) -> Scope {
        Scope { in_cpp: true, ..self }
    }

    /// Claims a name, with `_` appended until it is free and not reserved.
    pub fn claim(&mut self, wanted: &str, reserved: &[&str], what: &str, notes: &mut Vec<String>) -> String {
        let is_word = |name: &str| reserved.contains(&name) || self.in_cpp && is_macro(name);
        let name = self.taken.claim(underscored(identifier(wanted)), |name| vec![name.to_string()], is_word);
        if name != wanted {
            notes.push(format!("{what} `{wanted}` is called `{name}`"));
        }
        name
    }
}

/// The name of a schema's module: that of its file, adapted for a language that imports modules by name.
pub fn module(stem: &str, reserved: &[&str], notes: &mut Vec<String>) -> String {
    Scope::default().claim(stem, reserved, "the module", notes)
}

/// A name with `_` for anything but letters, digits and `_`, and before a leading digit.
pub fn identifier(name: &str) -> String {
    let spelled: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match spelled.starts_with(|c: char| c.is_ascii_digit()) || spelled.is_empty() {
        true => format!("_{spelled}"),
        false => spelled,
    }
}

/// A name in lower case, with `_` before former capitals: `clOrdID` is `cl_ord_id`.
pub fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut out = String::new();
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(index + 1);
        let ends_word = before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        let begins_word =
            before.is_some_and(char::is_ascii_uppercase) && after.is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase() && (ends_word || begins_word) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
