//! What the standard itself defines: TYPE-IDENTIFIER, ABSTRACT-SYNTAX, associated types, and types that are
//! needed without being written.

use std::sync::Arc;

use wireglot_diag::Diagnostics;
use wireglot_model::{self as model, ClassId, Kind, ModuleId, TypeId};
use wireglot_text::{FileId, Span};

use super::scope::{Instance, GROUND};
use super::state::names::Symbol;
use super::state::types::Plain;
use super::Resolver;
use crate::{lex, parse, tree};

/// The index in `standard.asn1` of the module with associated types; names of the last module are visible
/// everywhere.
const ASSOCIATED: u32 = 1;

/// The tree of the standard's own modules. Its spans do not refer to user text.
pub(super) fn modules() -> tree::File {
    let mut heard = Diagnostics::new();
    let tokens = lex::lex(FileId(0), Arc::from(include_str!("../standard.asn1")), &mut heard);
    parse::file(Arc::new(tokens), &mut heard)
}

impl Resolver<'_> {
    /// INTEGER and the like, created once.
    pub(super) fn plain(&mut self, which: Plain) -> TypeId {
        if let Some(&id) = self.types.plain.get(&which) {
            return id;
        }
        let kind = match which {
            Plain::Integer => Kind::Integer(Vec::new()),
            Plain::Oid => Kind::Oid,
            Plain::Null => Kind::Null,
        };
        let (module, span) = (self.names.builtin, Span::default());
        let id = self.model.add_type(model::Type { kind, name: None, module, span, doc: None });
        self.types.plain.insert(which, id);
        id
    }

    /// The associated type of EXTERNAL, EMBEDDED PDV or CHARACTER STRING.
    pub(super) fn associated(&mut self, name: &str) -> Option<TypeId> {
        let module = ModuleId(self.names.builtin.0.checked_sub(ASSOCIATED)?);
        let instance = self.standard(module, name)?;
        Some(self.type_instance(instance))
    }

    /// The class TYPE-IDENTIFIER (X.681 annex A).
    pub(super) fn type_identifier(&mut self) -> Option<ClassId> {
        let instance = self.standard(self.names.builtin, "TYPE-IDENTIFIER")?;
        self.class_instance(instance)
    }

    fn standard(&self, module: ModuleId, name: &str) -> Option<Instance> {
        match self.names.tables[module.index()].names.get(name) {
            Some(&Symbol::Definition(definition)) => Some(Instance { definition, arguments: GROUND }),
            _ => None,
        }
    }

    /// Whether a module is one of the standard's own.
    pub(super) fn is_standard(&self, module: ModuleId) -> bool {
        module.0 + ASSOCIATED >= self.names.builtin.0
    }
}
