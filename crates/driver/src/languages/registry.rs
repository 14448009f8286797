//! The list of schema languages; there is no other.

use std::fmt;
use std::path::Path;

use super::{asn1, bitproto, sbe, Feature, SchemaLanguage};
use crate::generate::{NoOutput, Output, Product};

/// Languages with their own file extensions come before the one that accepts any file.
const LANGUAGES: &[&dyn SchemaLanguage] = &[&sbe::Sbe, &bitproto::Bitproto, &asn1::Asn1];

/// The name of a schema file in examples.
pub const EXAMPLE_SCHEMA: &str = "schema.asn1";

/// The schema languages that an interface knows.
pub struct Registry {
    languages: Vec<&'static dyn SchemaLanguage>,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry { languages: LANGUAGES.to_vec() }
    }
}

impl Registry {
    /// Adds a language.
    pub fn with(mut self, language: &'static dyn SchemaLanguage) -> Registry {
        self.languages.insert(0, language);
        self
    }

    /// All languages.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn SchemaLanguage> + '_ {
        self.languages.iter().copied()
    }

    /// The language of a file, judging by its name.
    pub fn of(&self, path: &Path) -> Option<&'static dyn SchemaLanguage> {
        self.all().find(|language| language.claims(path))
    }

    /// The language of that name.
    pub fn named(&self, word: &str) -> Option<&'static dyn SchemaLanguage> {
        self.all().find(|language| language.word() == word)
    }

    /// The names of the languages that have a feature, as an enumeration in a sentence.
    pub fn having(&self, feature: Feature) -> String {
        listed(self.all().filter(|language| language.features().contains(&feature)).map(|l| l.name()))
    }

    /// Rejects a feature that the language of a file does not have.
    ///
    /// # Errors
    /// The language does not have the feature; `what` is how the interface names the request.
    pub fn demand(
        &self,
        language: &dyn SchemaLanguage,
        feature: Feature,
        what: &str,
        file: &Path,
    ) -> Result<(), NotFor> {
        match language.features().contains(&feature) {
            true => Ok(()),
            false => Err(self.not_for(language, feature, what, file)),
        }
    }

    /// The error that the language of a file does not have a feature.
    pub fn not_for(
        &self,
        language: &dyn SchemaLanguage,
        feature: Feature,
        what: &str,
        file: &Path,
    ) -> NotFor {
        let (what, file) = (what.to_string(), file.display().to_string());
        NotFor { what, having: self.having(feature), file, language: language.name() }
    }

    /// The output generated from schemas of a language in the named target language.
    ///
    /// # Errors
    /// There is no such product; the message lists those available.
    pub fn output(
        &self,
        language: &dyn SchemaLanguage,
        product: Product,
        word: &str,
        file: &Path,
    ) -> Result<&'static Output, NoOutput> {
        let found = language.outputs().iter().find(|output| output.product == product && output.word == word);
        found.ok_or_else(|| NoOutput {
            word: word.to_string(),
            file: file.display().to_string(),
            language: language.name(),
            there: language.outputs(),
        })
    }
}

/// Joins names for a sentence, those of the first entry last.
fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.reverse();
    match names.split_last() {
        None => "no language".to_string(),
        Some((only, [])) => only.to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// The error for a request that the schema's language does not support.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFor {
    /// The request.
    pub what: String,
    /// The languages that have it.
    pub having: String,
    /// The schema.
    pub file: String,
    /// Its language.
    pub language: &'static str,
}

impl fmt::Display for NotFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotFor { what, having, file, language } = self;
        write!(f, "{what} is for {having}; {file} is {language}")
    }
}

impl std::error::Error for NotFor {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_claim_files_by_their_names() {
        let registry = Registry::default();
        let of = |name: &str| registry.of(Path::new(name)).map(SchemaLanguage::word);
        for (name, word) in
            [("a.bitproto", "bitproto"), ("b/a.xml", "sbe"), ("a.asn1", "asn1"), ("rfc.txt", "asn1")]
        {
            assert_eq!(of(name), Some(word), "{name}");
        }
    }

    #[test]
    fn what_a_language_has_not_is_refused_with_those_that_have_it() {
        let (registry, file) = (Registry::default(), Path::new("orders.xml"));
        let sbe = registry.named("sbe").unwrap();
        let refused = registry.demand(sbe, Feature::Modules, "-I", file).unwrap_err();
        assert_eq!(refused.to_string(), "-I is for ASN.1; orders.xml is SBE");
        let all = ["ASN.1", "SBE", "bitproto"];
        assert_eq!(listed(all.into_iter().rev()), "ASN.1, SBE and bitproto");
    }
}
