//! The schema languages that this command knows.

use std::path::Path;
use std::sync::OnceLock;

use wireglot_driver::languages::{Refusal, Registry, SchemaLanguage};

use crate::output::exit::Failure;

static LANGUAGES: OnceLock<Registry> = OnceLock::new();

/// Sets the languages before arguments are parsed, since argument parsers use their names.
pub fn set(registry: Registry) {
    let _ = LANGUAGES.set(registry);
}

/// The error for a rejected request for a schema.
pub fn refused(what: &str, language: &dyn SchemaLanguage, file: &Path, refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Feature(feature) => languages().not_for(language, feature, what, file).into(),
        Refusal::Usage(message) => Failure::Usage(message),
        Refusal::WhichType(names) => which(&names),
        Refusal::Open(error) => error.into(),
    }
}

/// Asks for a type, and lists some of those available.
fn which(names: &[String]) -> Failure {
    const SHOWN: usize = 8;
    let some = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<&str>>().join(", ");
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let there = if names.is_empty() { String::new() } else { format!("; there are {some}{more}") };
    Failure::Usage(format!("which type? use -t NAME{there}"))
}

/// The language of a schema file.
///
/// # Errors
/// No language claims it.
pub fn language_of(file: &Path) -> Result<&'static dyn SchemaLanguage, Failure> {
    let unknown = || Failure::Usage(format!("{} does not have the name of a schema file", file.display()));
    languages().of(file).ok_or_else(unknown)
}

/// All languages.
pub fn languages() -> &'static Registry {
    LANGUAGES.get_or_init(Registry::default)
}
