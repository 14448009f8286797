//! Semantic checks: rules that a specification may violate although all its names can be resolved.
//!
//! The checks run on the finished model. Poisoned parts have been reported and are skipped.

mod contains;
mod infinite;
mod inner;
mod ranges;
mod relations;
mod subject;
mod tags;
mod text;
mod values;

use std::collections::BTreeSet;

use wireglot_diag::Diagnostics;
use wireglot_model::TypeId;

pub(crate) use subject::{ReadValue, Subject, STEPS};

use subject::Faults;

/// Runs all checks. Returns the types that cannot be used for values.
pub(crate) fn check(subject: &Subject, faults: &mut Diagnostics) -> Vec<TypeId> {
    let mut faults = Faults { diagnostics: faults, types: Vec::new(), empty: BTreeSet::new() };
    infinite::check(subject, &mut faults);
    tags::check(subject, &mut faults);
    ranges::check(subject, &mut faults);
    values::check(subject, &mut faults);
    faults.types
}
