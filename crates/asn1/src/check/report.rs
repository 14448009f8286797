//! Where the checks report.

use wireglot_diag::Diagnostics;
use wireglot_text::Span;

use crate::faults::{CheckFault, CheckKind};

/// The diagnostics that faults are added to.
pub(super) struct Faults<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl Faults<'_> {
    pub(super) fn report(&mut self, span: Span, kind: CheckKind) {
        self.diagnostics.report(&CheckFault { span, kind });
    }
}
