//! Checks of meaning: what a specification may not say although all its names resolve.
//!
//! They look at the finished model. What is poison has been reported and is passed over.

mod contains;
mod infinite;
mod inner;
mod ranges;
mod relations;
mod subject;
mod tags;
mod text;
mod values;

use wireglot_diag::Diagnostics;
use wireglot_model::TypeId;

pub(crate) use subject::{ReadValue, Subject, STEPS};

use subject::Faults;

/// Runs all checks. Gives the types that no value can be read with.
pub(crate) fn check(subject: &Subject, faults: &mut Diagnostics) -> Vec<TypeId> {
    let mut faults = Faults { diagnostics: faults, types: Vec::new() };
    infinite::check(subject, &mut faults);
    tags::check(subject, &mut faults);
    ranges::check(subject, &mut faults);
    values::check(subject, &mut faults);
    faults.types
}
