//! Vectors: records of octets and the value that they stand for, and what becomes of them.
//!
//! What a record says and how it is tried is its schema language's own: see
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

/// What vectors share: which of them are wanted, and what each language keeps of schemas between them.
pub struct Bench {
    /// What the door lends: schemas of vectors come from there.
    pub(crate) host: Host<'static>,
    rules: Vec<String>,
    kept: HashMap<TypeId, Box<dyn Any>>,
}

impl Bench {
    /// Takes vectors of these rules; of all, if there are none.
    pub fn new(rules: Vec<String>, host: Host<'static>) -> Bench {
        Bench { host, rules, kept: HashMap::new() }
    }

    /// Whether vectors of these rules are run.
    pub fn wants(&self, rules: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rules)
    }

    /// What a language keeps.
    pub(crate) fn kept<T: Default + 'static>(&mut self) -> &mut T {
        let kept = self.kept.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        match kept.downcast_mut() {
            Some(kept) => kept,
            None => unreachable!("what is kept under a type is of that type"),
        }
    }
}

/// What became of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as it should be.
    Passed,
    /// The same, but its value breaks the constraint of this field, and was written unchecked.
    Outside(String),
    /// Something was not.
    Failed(Miss),
    /// It was not tried, for this reason.
    Skipped(String),
}

/// How a vector was missed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// `schema`, `decode`, `value`, `encode`, `bytes`, `again`, `accepted`, `outside`.
    pub stage: &'static str,
    /// What the table counts by: the code of an error, or nothing.
    pub cause: String,
    /// What came out.
    pub got: String,
    /// What should have.
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
    /// What became of it.
    pub verdict: Verdict,
}
