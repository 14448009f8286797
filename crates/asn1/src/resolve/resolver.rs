//! The resolver: the model that is being made, and what is known on the way.

use wireglot_diag::{Diagnostics, Fault, Label};
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
use crate::faults::{LegalFault, LegalKind, ResolveFault, ResolveKind};
use crate::tree;

/// A piece of tree that was read while resolving.
pub(super) enum Piece {
    Type(Box<tree::Type>),
    Value(tree::Value),
    Set(Box<tree::ElementSetSpecs>),
    Setting(Box<tree::Setting>),
}

/// What is found fault with.
pub(super) enum Kind {
    Resolve(ResolveKind),
    Legal(LegalKind),
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

/// Makes the model. Its functions stand in the files of what they read.
pub(super) struct Resolver<'t> {
    pub(super) model: Model,
    pub(super) faults: Diagnostics,
    /// The module of a DEFAULT or table constraint that is being read.
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
        let mut diagnostic = match kind.into() {
            Kind::Resolve(kind) => ResolveFault { span, kind }.describe(),
            Kind::Legal(kind) => LegalFault { span, kind }.describe(),
        };
        if let Some(start) = self.definition_start(diagnostic.primary.span) {
            let whole = start.to(diagnostic.primary.span);
            let place =
                std::mem::replace(&mut diagnostic.primary, Label { span: whole, text: String::new() });
            let text = if place.text.is_empty() { "here".to_owned() } else { place.text };
            diagnostic.secondary.insert(0, Label { span: place.span, text });
        }
        self.faults.report(&diagnostic);
    }

    /// Where the definition begins that is at fault as a whole: a DEFAULT or a table
    /// constraint speaks about its type. `None` where that is on the same line.
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

    /// Counts what is repeated from another definition; `false`, with a report, where
    /// that has become too much.
    pub(super) fn may_copy(&mut self, count: usize, span: Span) -> bool {
        self.limits.copies += count;
        if self.limits.copies > COPIES {
            self.fault(span, ResolveKind::TooLarge);
        }
        self.limits.copies <= COPIES
    }

    /// Runs `work` one level deeper; `None`, with a report, where that is too deep.
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
