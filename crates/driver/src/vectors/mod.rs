//! Test vectors: records of encodings and their values, and the results of running them.
//!
//! Each schema language defines the contents of records and how they are run: see
//! [`crate::languages::SchemaLanguage::vectors`].

mod record;
mod spans;

use std::any::{Any, TypeId};
use std::collections::HashMap;

use crate::sources::Host;

pub use record::Record;
pub(crate) use spans::wrong as wrong_spans;

/// Runs the record of one line.
pub type Runner = fn(&mut Bench, &Record) -> Vec<Outcome>;

/// What vectors share: the selection of rules, and the schemas that each language keeps.
pub struct Bench {
    /// The host that provides the schemas of vectors.
    pub(crate) host: Host<'static>,
    rules: Vec<String>,
    kept: HashMap<TypeId, Box<dyn Any>>,
}

impl Bench {
    /// Runs vectors of these rules; of all rules if there are none.
    pub fn new(rules: Vec<String>, host: Host<'static>) -> Bench {
        Bench { host, rules, kept: HashMap::new() }
    }

    /// Whether vectors of these rules are run.
    pub fn wants(&self, rules: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rules)
    }

    /// The state that a language keeps.
    pub(crate) fn kept<T: Default + 'static>(&mut self) -> &mut T {
        let kept = self.kept.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        match kept.downcast_mut() {
            Some(kept) => kept,
            None => unreachable!("what is kept under a type is of that type"),
        }
    }
}

/// The result of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Passed.
    Passed,
    /// Passed, but its value violates the constraint of this field, and was written without checks.
    Outside(String),
    /// Failed.
    Failed(Miss),
    /// Skipped for this reason.
    Skipped(String),
}

/// How a vector failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// `schema`, `decode`, `value`, `encode`, `bytes`, `again`, `accepted`, `outside`.
    pub stage: &'static str,
    /// The cause, for grouping in the table: the code of an error, or empty.
    pub cause: String,
    /// The actual result.
    pub got: String,
    /// The expected result.
    pub wanted: String,
}

impl Verdict {
    /// A failure with its cause.
    pub fn missed(
        stage: &'static str,
        cause: &str,
        got: impl Into<String>,
        wanted: impl Into<String>,
    ) -> Verdict {
        Verdict::Failed(Miss { stage, cause: cause.into(), got: got.into(), wanted: wanted.into() })
    }
}

/// One vector's outcome.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The vector's name.
    pub id: String,
    /// Its rules.
    pub rules: String,
    /// Its verdict.
    pub verdict: Verdict,
}
