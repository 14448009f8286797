//! The schema languages that this command knows.

use std::sync::OnceLock;

use wireglot_driver::languages::Registry;

static LANGUAGES: OnceLock<Registry> = OnceLock::new();

/// Sets them, before arguments are parsed: parsers of arguments ask them for words.
pub fn set(registry: Registry) {
    let _ = LANGUAGES.set(registry);
}

/// All of them.
pub fn languages() -> &'static Registry {
    LANGUAGES.get_or_init(Registry::default)
}
