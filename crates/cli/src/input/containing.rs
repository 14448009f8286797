//! `--containing`: the types inside strings that a specification describes only in prose.

use std::path::Path;

use clap::Args;
use wireglot_driver::languages::{Compilation, Feature, Refusal};
use wireglot_driver::Rules;

use crate::input::languages::languages;
use crate::input::rules_word::the_rules_are;
use crate::output::exit::Failure;

/// The `--containing` option.
#[derive(Args, Clone, Default)]
pub struct ContainingArg {
    /// The type inside an OCTET STRING or BIT STRING, if the specification doesn't give it: STRING is a type or
    /// Type.component, TYPE the contents, RULES their encoding rules if they differ; @FILE has one per line; may
    /// be repeated
    #[arg(long, value_name = "STRING=TYPE[,RULES]")]
    containing: Vec<String>,
}

impl ContainingArg {
    /// Adds the contained types to a compiled schema.
    ///
    /// # Errors
    /// A file can't be read, its syntax is wrong, or there is no such string or type.
    pub fn apply(&self, to: &mut dyn Compilation) -> Result<(), Failure> {
        for words in &self.containing {
            let Some(file) = words.strip_prefix('@') else {
                contain(to, words, &format!("--containing {words}"))?;
                continue;
            };
            let text = std::fs::read_to_string(Path::new(file));
            let text = text.map_err(|error| Failure::Io(format!("{file}: {error}")))?;
            for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default().trim();
                if !line.is_empty() {
                    contain(to, line, &format!("{file}:{}: {line}", number + 1))?;
                }
            }
        }
        Ok(())
    }
}

/// Applies one rule; error messages start with `place`.
fn contain(to: &mut dyn Compilation, words: &str, place: &str) -> Result<(), Failure> {
    let wrong = |message: String| Failure::Usage(format!("{place}: {message}"));
    let example = "write STRING=TYPE, or STRING=TYPE,RULES if the contents use other rules";
    let (string, held) = words.split_once('=').ok_or_else(|| wrong(example.into()))?;
    let (held, rules) = match held.split_once(',') {
        None => (held, None),
        Some((held, word)) => {
            let word = word.trim();
            let rules = Rules::from_word(&word.to_ascii_lowercase());
            let rules = rules
                .ok_or_else(|| wrong(the_rules_are(word, Rules::ALL.iter().map(|rules| rules.word()))))?;
            (held, Some(rules))
        }
    };
    match to.contain(string.trim(), held.trim(), rules) {
        Ok(()) => Ok(()),
        Err(Refusal::Usage(message)) => Err(wrong(message)),
        Err(_) => Err(wrong(format!("this is only for {}", languages().having(Feature::Containing)))),
    }
}
