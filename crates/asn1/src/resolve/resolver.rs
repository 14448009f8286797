//! The resolver: the model under construction, and intermediate state.

use wireglot_diag::{Diagnostic, Diagnostics, Fault, Label};
use wireglot_model::{Model, ModuleId};
use wireglot_text::Span;

use super::arena::Keeper;
use super::state::deferred::Queues;
use super::state::limits::{Limits, COPIES, DEPTH};
use super::state::names::Names;
use super::state::objects::Objects;
use super::state::open_types::OpenTypes;
use super::state::parameters::Parameters;
use super::state::types::Types;
use super::state::values::Values;
use crate::faults::{LegalFault, LegalKind, ResolveFault, ResolveKind, SyntaxFault, SyntaxKind};
use crate::tree;

/// A piece of tree that was parsed while resolving.
pub(super) enum Piece {
    Type(Box<tree::Type>),
    Value(tree::Value),
    Set(Box<tree::ElementSetSpecs>),
    Setting(Box<tree::Setting>),
}

/// A kind of fault.
pub(super) enum Kind {
    Resolve(ResolveKind),
    Legal(LegalKind),
    Syntax(SyntaxKind),
}

impl From<SyntaxKind> for Kind {
    fn from(kind: SyntaxKind) -> Kind {
        Kind::Syntax(kind)
    }
}

impl From<ResolveKind> for Kind {
    fn from(kind: ResolveKind) -> Kind {
        Kind::Resolve(kind)
    }
}

impl From<LegalKind> for Kind {
    fn from(kind: LegalKind) -> Kind {
        Kind::Legal(kind)
    }
}

/// Builds the model. Its functions are in the files for what they read.
pub(super) struct Resolver<'t> {
    pub(super) model: Model,
    pub(super) faults: Diagnostics,
    /// The module of the DEFAULT or table constraint being read.
    pub(super) anchor: Option<ModuleId>,
    keeper: Keeper<'t, Piece>,
    pub(super) names: Names<'t>,
    pub(super) parameters: Parameters,
    pub(super) types: Types,
    pub(super) values: Values,
    pub(super) objects: Objects<'t>,
    pub(super) open_types: OpenTypes,
    pub(super) queues: Queues<'t>,
    pub(super) limits: Limits,
}

impl<'t> Resolver<'t> {
    pub(super) fn new(keeper: Keeper<'t, Piece>) -> Resolver<'t> {
        Resolver {
            model: Model::default(),
            faults: Diagnostics::new(),
            anchor: None,
            keeper,
            names: Names::new(),
            parameters: Parameters::new(),
            types: Types::default(),
            values: Values::default(),
            objects: Objects::default(),
            open_types: OpenTypes::default(),
            queues: Queues::default(),
            limits: Limits::default(),
        }
    }

    pub(super) fn fault(&mut self, span: Span, kind: impl Into<Kind>) {
        let mut diagnostic = described(span, kind.into());
        if let Some(start) = self.definition_start(diagnostic.primary.span) {
            let whole = start.to(diagnostic.primary.span);
            let place =
                std::mem::replace(&mut diagnostic.primary, Label { span: whole, text: String::new() });
            let text = if place.text.is_empty() { "here".to_owned() } else { place.text };
            diagnostic.secondary.insert(0, Label { span: place.span, text });
        }
        self.faults.report(&diagnostic);
    }

    /// Reports a fault at its own position, even if another definition brings it up.
    pub(super) fn fault_here(&mut self, span: Span, kind: impl Into<Kind>) {
        self.faults.report(&described(span, kind.into()));
    }

    /// Reads a body in a way that may be meant; returns the result, and whether the body has no fault then. Faults
    /// of the body are dropped: only those of other definitions, which are read along the way, are kept.
    pub(super) fn attempt<T>(&mut self, body: Span, read: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::take(&mut self.faults);
        self.limits.aside += before.len();
        let result = read(self);
        self.limits.aside -= before.len();
        let heard = std::mem::replace(&mut self.faults, before);
        let mut sound = true;
        for fault in heard.sorted() {
            match body.holds(fault.primary.span) {
                true => (sound, self.limits.aside) = (false, self.limits.aside + 1),
                false => self.faults.report(fault),
            }
        }
        (result, sound)
    }

    /// The start of the definition that is at fault as a whole, since a table constraint refers to its
    /// type. `None` if it is on the same line.
    fn definition_start(&self, span: Span) -> Option<Span> {
        let module = self.anchor?;
        let table = &self.names.tables[module.index()];
        let place =
            table.own.partition_point(|id| self.names.definitions[id.0 as usize].tree.span.lo <= span.lo);
        let id = table.own.get(place.checked_sub(1)?)?;
        let start = self.names.definitions[id.0 as usize].tree.name.span;
        let between = table.tokens.text().get(start.lo as usize..span.lo as usize)?;
        (start.file == span.file && between.contains('\n')).then_some(start)
    }

    /// Counts copies from another definition; reports it and returns `false` if there are too many.
    pub(super) fn may_copy(&mut self, count: usize, span: Span) -> bool {
        self.limits.copies += count;
        if self.limits.copies > COPIES {
            self.fault(span, ResolveKind::TooManyCopies(COPIES));
        }
        self.limits.copies <= COPIES
    }

    /// Runs `work` one level deeper; reports it and returns `None` if that is too deep.
    pub(super) fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.limits.depth >= DEPTH {
            self.fault(span, ResolveKind::TooDeep);
            return None;
        }
        self.limits.depth += 1;
        let result = work(self);
        self.limits.depth -= 1;
        result
    }

    pub(super) fn keep_type(&self, ty: tree::Type) -> Option<&'t tree::Type> {
        match self.keeper.keep(Piece::Type(Box::new(ty))) {
            Piece::Type(ty) => Some(ty),
            _ => None,
        }
    }

    pub(super) fn keep_value(&self, value: tree::Value) -> Option<&'t tree::Value> {
        match self.keeper.keep(Piece::Value(value)) {
            Piece::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn keep_set(&self, set: tree::ElementSetSpecs) -> Option<&'t tree::ElementSetSpecs> {
        match self.keeper.keep(Piece::Set(Box::new(set))) {
            Piece::Set(set) => Some(set),
            _ => None,
        }
    }

    pub(super) fn keep_setting(&self, setting: tree::Setting) -> Option<&'t tree::Setting> {
        match self.keeper.keep(Piece::Setting(Box::new(setting))) {
            Piece::Setting(setting) => Some(setting),
            _ => None,
        }
    }
}

fn described(span: Span, kind: Kind) -> Diagnostic {
    match kind {
        Kind::Resolve(kind) => ResolveFault { span, kind }.describe(),
        Kind::Legal(kind) => LegalFault { span, kind }.describe(),
        Kind::Syntax(kind) => SyntaxFault { span, kind }.describe(),
    }
}
