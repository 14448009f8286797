//! Checks of meaning: what a specification may not say although all its names resolve.
//!
//! They look at the finished model. What is poison has been reported and is passed over.

use std::collections::HashSet;

use wireglot_diag::Diagnostics;
use wireglot_model::{Model, TypeId, Value};
use wireglot_text::Span;

/// A value that was read, where it was written, and its type.
pub(crate) struct ReadValue {
    pub span: Span,
    pub ty: TypeId,
    pub value: Value,
}

/// What is checked.
pub(crate) struct Subject<'m> {
    pub model: &'m Model,
    pub poison: &'m HashSet<TypeId>,
    pub values: &'m [ReadValue],
}

/// Runs all checks.
pub(crate) fn check(subject: &Subject, faults: &mut Diagnostics) {
    let _ = (subject.model, subject.poison, subject.values, faults);
}
