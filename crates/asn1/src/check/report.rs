//! Reporting for the checks.

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use crate::faults::{CheckFault, CheckKind};

/// Collects the faults that the checks find.
pub(super) struct Faults<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl Faults<'_> {
    pub(super) fn report(&mut self, span: Span, kind: CheckKind) {
        self.diagnostics.report(&CheckFault { span, kind });
    }
}
