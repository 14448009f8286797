//! Which schema languages there are: the only list.

use std::fmt;
use std::path::Path;

use super::{asn1, bitproto, sbe, Feature, SchemaLanguage};
use crate::generate::{NoOutput, Output, Product};

/// Languages that know their files by the names come before the one that takes all others.
const LANGUAGES: &[&dyn SchemaLanguage] = &[&sbe::Sbe, &bitproto::Bitproto, &asn1::Asn1];

/// The schema languages that a door knows.
pub struct Registry {
    languages: Vec<&'static dyn SchemaLanguage>,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry { languages: LANGUAGES.to_vec() }
    }
}

impl Registry {
    /// The same with one more language.
    pub fn with(mut self, language: &'static dyn SchemaLanguage) -> Registry {
        self.languages.insert(0, language);
        self
    }

    /// All languages.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn SchemaLanguage> + '_ {
        self.languages.iter().copied()
    }

    /// The language of a file, by its name.
    pub fn of(&self, path: &Path) -> Option<&'static dyn SchemaLanguage> {
        self.all().find(|language| language.claims(path))
    }

    /// The language of a word.
    pub fn named(&self, word: &str) -> Option<&'static dyn SchemaLanguage> {
        self.all().find(|language| language.word() == word)
    }

    /// The names of the languages that have a feature, as a sentence lists them.
    pub fn having(&self, feature: Feature) -> String {
        listed(self.all().filter(|language| language.features().contains(&feature)).map(|l| l.name()))
    }

    /// Refuses what the language of a file has not.
    ///
    /// # Errors
    /// The language has no such feature; `what` is what was asked for, in the words of the door.
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

    /// That the language of a file has no such feature.
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

    /// What is generated from a file of a language in another one, by its word.
    ///
    /// # Errors
    /// There is no such product; says which there are.
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

/// Names as a sentence lists them, those of the first row last.
fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.reverse();
    match names.split_last() {
        None => "no language".to_string(),
        Some((only, [])) => only.to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Something was asked of a schema that its language has not: the one way to say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFor {
    /// What was asked for.
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
