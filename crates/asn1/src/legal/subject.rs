//! The input of the checks, and their reports.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use wireglot_diag::Diagnostics;
use wireglot_model::{Kind, Model, TypeId, Value};
use wireglot_text::{FileId, Span};

use crate::faults::{LegalFault, LegalKind};
use crate::identifiers::Identifiers;
use crate::ids::{IdMap, IdSet};

/// A value that was read, its position and its type.
pub(crate) struct ReadValue {
    pub span: Span,
    pub ty: TypeId,
    pub value: Value,
}

/// The input of the checks.
pub(crate) struct Subject<'m> {
    pub model: &'m Model,
    pub poison: &'m IdSet<TypeId>,
    /// The first tag of each type whose tags would be automatic without it.
    pub tagged_by_hand: &'m IdMap<TypeId, Span>,
    pub values: &'m [ReadValue],
    /// The text of a span.
    pub source: &'m dyn Fn(Span) -> Option<String>,
    /// The remaining steps for checking values against constraints.
    pub steps: Cell<u32>,
    /// The identifiers of CHOICE types that have values.
    pub identifiers: RefCell<Identifiers>,
}

/// The limit for these steps; anything that takes longer is left undecided.
pub(crate) const STEPS: u32 = 10_000_000;

impl<'m> Subject<'m> {
    /// Takes one step; `None` if none is left.
    pub(super) fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(())
    }

    /// The end of a chain; `None` if there is poison on the way.
    pub(super) fn base(&self, id: TypeId) -> Option<TypeId> {
        let mut at = id;
        while !self.poison.contains(&at) {
            match self.model.ty(at).kind.inner() {
                Some(next) => at = next,
                None => return Some(at),
            }
        }
        None
    }

    /// The kind at the end of a chain.
    pub(super) fn kind(&self, id: TypeId) -> Option<&'m Kind> {
        self.base(id).map(|id| &self.model.ty(id).kind)
    }

    /// The type of an alternative of a CHOICE at the end of a chain.
    pub(super) fn alternative(&self, id: TypeId, name: &str) -> Option<TypeId> {
        let base = self.base(id)?;
        self.identifiers.borrow_mut().find(base, &self.model.ty(base).kind, name)?.alternative()
    }

    /// All types that are sound.
    pub(super) fn types(&self) -> impl Iterator<Item = TypeId> + '_ {
        (0..self.model.types.len()).map(|i| TypeId(i as u32)).filter(|id| !self.poison.contains(id))
    }
}

/// Collects the reports of the checks.
pub(super) struct Faults<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
    /// Types that cannot be used.
    pub(super) types: Vec<TypeId>,
    /// Where ranges are that have been reported as empty.
    pub(super) empty: BTreeSet<(FileId, u32)>,
}

impl Faults<'_> {
    pub(super) fn report(&mut self, span: Span, kind: LegalKind) {
        self.diagnostics.report(&LegalFault { span, kind });
    }

    /// Reports a range that has no values.
    pub(super) fn report_empty(&mut self, span: Span, meant: Option<String>) {
        self.empty.insert((span.file, span.lo));
        self.report(span, LegalKind::EmptyRange(meant));
    }

    /// Whether such a range has been reported in a constraint, which therefore excludes everything.
    pub(super) fn is_empty(&self, constraint: Span) -> bool {
        let inside = (constraint.file, constraint.lo)..(constraint.file, constraint.hi);
        self.empty.range(inside).next().is_some()
    }
}
