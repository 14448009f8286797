//! The modules, and the meaning of their names.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use wireglot_model::ModuleId;

use crate::resolve::scope::DefinitionId;
use crate::token::TokenList;
use crate::tree;

/// All modules and definitions.
pub struct Names<'t> {
    /// One per module of the model.
    pub tables: Vec<SymbolTable<'t>>,
    /// Indexed by [`DefinitionId`].
    pub definitions: Vec<Definition<'t>>,
    pub by_name: HashMap<&'t str, Vec<ModuleId>>,
    /// The module of the standard's own definitions.
    pub builtin: ModuleId,
    /// Modules that were not given, but can be found.
    pub elsewhere: &'t [String],
    /// Imports that their modules do not define, by the importing module and name.
    pub absent: HashMap<(ModuleId, &'t str), AbsentImport<'t>>,
}

impl Names<'_> {
    pub fn new() -> Self {
        Names {
            tables: Vec::new(),
            definitions: Vec::new(),
            by_name: HashMap::new(),
            builtin: ModuleId(0),
            elsewhere: &[],
            absent: HashMap::new(),
        }
    }
}

/// An import that its module does not define.
pub struct AbsentImport<'t> {
    pub name: &'t tree::Name,
    /// The module that it is imported from.
    pub source: ModuleId,
    /// Whether a use of it has been reported.
    pub used: bool,
}

/// The meaning of a name in a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    Definition(DefinitionId),
    /// Imported from a module that does not define it, which is an error only if it is used.
    Absent,
    /// Imported from a missing module; already reported.
    Poison,
}

/// The names of one module.
pub struct SymbolTable<'t> {
    pub tree: &'t tree::Module,
    pub tokens: &'t Arc<TokenList>,
    /// Its own definitions, in source order.
    pub own: Vec<DefinitionId>,
    /// Own and imported names.
    pub names: HashMap<&'t str, Symbol>,
    /// The modules named in its imports.
    pub sources: HashMap<&'t str, ModuleId>,
    /// `None` for everything.
    pub exports: Option<HashSet<&'t str>>,
}

/// An assignment.
#[derive(Clone, Copy)]
pub struct Definition<'t> {
    pub module: ModuleId,
    pub tree: &'t tree::Assignment,
    /// Its sort, once known.
    pub sort: Option<Sort>,
}

/// The sort of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Type,
    ValueSet,
    Value,
    Class,
    Object,
    ObjectSet,
    /// A macro, or something made with one.
    Macro,
    /// Could not be parsed.
    Broken,
}

impl Sort {
    /// The sort with its article, for messages.
    pub fn text(self) -> &'static str {
        match self {
            Sort::Type => "a type",
            Sort::ValueSet => "a value set",
            Sort::Value => "a value",
            Sort::Class => "a class",
            Sort::Object => "an object",
            Sort::ObjectSet => "an object set",
            Sort::Macro => "a macro",
            Sort::Broken => "unreadable",
        }
    }
}
