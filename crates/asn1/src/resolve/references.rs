//! Resolves references from a name, its scope and its actual parameters.

use wireglot_model::{ModuleId, TypeId};

use super::scope::{ArgumentsId, DefinitionId, Instance, Scope, GROUND};
use super::state::names::{Sort, Symbol, SymbolTable};
use super::state::parameters::Actual;
use super::Resolver;
use crate::faults::{Meant, ResolveKind};
use crate::near::close_keyword;
use crate::tree::{self, AssignmentKind, TypeKind};

/// The target of a reference.
#[derive(Clone)]
pub(super) enum Named {
    /// The actual parameter for a dummy reference.
    Actual(Actual),
    /// A definition with its actual parameters.
    Definition(Instance, Sort),
}

impl<'t> Resolver<'t> {
    /// The dummy reference of that name, if it is in scope.
    pub(super) fn dummy(&self, reference: &tree::Reference, scope: &Scope) -> Option<Option<Actual>> {
        if reference.module.is_some() || scope.arguments == GROUND {
            return None;
        }
        self.parameters.lists[scope.arguments.0 as usize].get(&reference.name.text).cloned()
    }

    /// Finds the definition that a reference names, ignoring parameters.
    fn definition(&mut self, reference: &tree::Reference, scope: &Scope) -> Option<DefinitionId> {
        let name = &reference.name;
        let symbol = match &reference.module {
            Some(module) => self.external(scope.module, module, name)?,
            None => match self.symbol(&name.text, scope) {
                Some(symbol) => symbol,
                None => {
                    self.undefined(name, scope);
                    return None;
                }
            },
        };
        match symbol {
            Symbol::Definition(id) => Some(id),
            Symbol::Absent => {
                self.absent(name, scope);
                None
            }
            Symbol::Poison => None,
        }
    }

    /// The meaning of a name in a module; the standard's own names come last.
    pub(super) fn symbol(&self, name: &str, scope: &Scope) -> Option<Symbol> {
        let own = self.names.tables[scope.module.index()].names.get(name);
        own.or_else(|| self.names.tables[self.names.builtin.index()].names.get(name)).copied()
    }

    pub(super) fn undefined(&mut self, name: &tree::Name, scope: &Scope) {
        let base =
            name.text.rsplit_once('-').filter(|(_, digits)| digits.bytes().all(|b| b.is_ascii_digit()));
        let base = base.filter(|(base, _)| matches!(self.symbol(base, scope), Some(Symbol::Definition(_))));
        let base = base.map(|(base, _)| base.to_string()).filter(|_| !name.is_upper());
        let kind = match self.defined_elsewhere(&name.text) {
            Some(module) => ResolveKind::NotImported(name.text.to_string(), module),
            None => match (self.close_to(name, scope), base) {
                // Another name that ends in digits is rather meant than a difference.
                (close, Some(base)) if close.iter().all(|close| *close == base) => {
                    ResolveKind::HyphenInName(name.text.to_string())
                }
                (close, _) => ResolveKind::Undefined(name.text.to_string(), close),
            },
        };
        self.fault(name.span, kind);
    }

    /// The first module that defines and exports a name.
    pub(super) fn defined_elsewhere(&self, name: &str) -> Option<String> {
        if !self.has_few_faults() {
            return None;
        }
        let exports = |table: &&SymbolTable| {
            let defines = matches!(table.names.get(name), Some(Symbol::Definition(id)) if table.own.binary_search(id).is_ok());
            defines && table.exports.as_ref().is_none_or(|list| list.contains(name))
        };
        self.names.tables.iter().find(exports).map(|table| table.tree.name.text.to_string())
    }

    /// Names that an undefined one may stand for.
    pub(super) fn close_to(&mut self, name: &tree::Name, scope: &Scope) -> Vec<String> {
        let upper = name.is_upper();
        let names = &self.names.tables[scope.module.index()].names;
        let there =
            names.iter().filter(|(_, symbol)| !matches!(symbol, Symbol::Absent)).map(|(name, _)| *name);
        let alike = there.filter(|n| n.starts_with(|c: char| c.is_ascii_uppercase()) == upper);
        match close_keyword(&name.text) {
            Some(keyword) => vec![keyword.text().to_owned()],
            None => self.close_names(&name.text, alike),
        }
    }

    /// Follows a reference; `None` if it fails, which is reported if necessary.
    pub(super) fn named(&mut self, reference: &'t tree::Reference, scope: &Scope) -> Option<Named> {
        if let Some(actual) = self.dummy(reference, scope) {
            if reference.arguments.is_some() {
                let name = reference.name.text.to_string();
                self.fault(reference.span, ResolveKind::NoParameters(name));
                return None;
            }
            return actual.map(Named::Actual);
        }
        let definition = self.definition(reference, scope)?;
        let sort = self.sort(definition);
        if sort == Sort::Broken {
            return None;
        }
        let arguments = self.arguments_of(definition, reference, scope)?;
        Some(Named::Definition(Instance { definition, arguments }, sort))
    }

    /// The actual parameters of a reference: as many as the definition takes.
    fn arguments_of(
        &mut self,
        definition: DefinitionId,
        reference: &'t tree::Reference,
        scope: &Scope,
    ) -> Option<ArgumentsId> {
        let wanted = self.names.definitions[definition.0 as usize].tree.parameters.as_deref();
        let name = || reference.name.text.to_string();
        match (wanted, reference.arguments.as_deref()) {
            (None, None) => Some(GROUND),
            (None, Some(_)) => {
                self.fault(reference.span, ResolveKind::NoParameters(name()));
                None
            }
            (Some(wanted), given) if wanted.len() != given.map_or(0, <[_]>::len) => {
                let given = given.unwrap_or(&[]);
                let meant = self.meant(definition, wanted, given.len(), scope);
                let module = self.names.definitions[definition.0 as usize].module;
                let missing: Vec<String> = wanted
                    .get(given.len()..)
                    .unwrap_or_default()
                    .iter()
                    .map(|dummy| self.taken(dummy, module, meant))
                    .collect();
                let written =
                    given.iter().take(wanted.len()).map(|argument| argument.tokens.text().to_owned());
                let all: Vec<String> = written.chain(missing.iter().cloned()).collect();
                let fault = ResolveKind::ArgumentCount {
                    whole: format!("{} {{ {} }}", name(), all.join(", ")),
                    name: name(),
                    wanted: wanted.len(),
                    given: given.len(),
                    missing,
                    meant,
                };
                self.fault(reference.span, fault);
                match meant {
                    Meant::Unclear => None,
                    _ => self.instantiate(definition, wanted, given, reference.span, scope),
                }
            }
            (Some(wanted), given) => {
                self.instantiate(definition, wanted, given.unwrap_or(&[]), reference.span, scope)
            }
        }
    }

    /// How a missing parameter is written.
    fn taken(&mut self, dummy: &'t tree::Parameter, module: ModuleId, meant: Meant) -> String {
        let only = if meant == Meant::Only { self.only_of_class(dummy, module) } else { None };
        let name = only.map_or(&dummy.name, |id| &self.names.definitions[id.0 as usize].tree.name);
        match dummy.governor.is_some() && dummy.name.is_upper() {
            true => format!("{{{}}}", name.text),
            false => name.text.to_string(),
        }
    }

    /// How to interpret missing or excess parameters.
    fn meant(
        &mut self,
        definition: DefinitionId,
        wanted: &'t [tree::Parameter],
        given: usize,
        scope: &Scope,
    ) -> Meant {
        let missing = wanted.get(given..).unwrap_or_default();
        let around = &self.parameters.lists[scope.arguments.0 as usize];
        let elsewhere: Vec<_> =
            missing.iter().filter(|dummy| around.get(&dummy.name.text).is_none()).collect();
        let module = self.names.definitions[definition.0 as usize].module;
        match elsewhere.iter().all(|dummy| self.only_of_class(dummy, module).is_some()) {
            _ if missing.is_empty() => Meant::Fewer,
            _ if elsewhere.is_empty() => Meant::Around,
            true => Meant::Only,
            false => Meant::Unclear,
        }
    }

    /// The only object, or object set, of the class that governs a dummy reference, in the module of that class.
    pub(super) fn only_of_class(
        &mut self,
        dummy: &'t tree::Parameter,
        module: ModuleId,
    ) -> Option<DefinitionId> {
        let ground = |module| Scope { module, arguments: GROUND, enclosing: None };
        let TypeKind::Reference(governor) = &dummy.governor.as_ref()?.kind else { return None };
        let class = self.quiet_definition(governor, &ground(module)).filter(|&id| self.is_class(id))?;
        let key = (class, dummy.name.is_upper());
        if let Some(&known) = self.parameters.only_of_class.get(&key) {
            return known;
        }
        let home = self.names.definitions[class.0 as usize].module;
        let mut found = self.names.tables[home.index()].own.iter().copied().filter(|id| {
            let tree = self.names.definitions[id.0 as usize].tree;
            let governor = match &tree.kind {
                AssignmentKind::Value { governor, .. } if !dummy.name.is_upper() => governor,
                AssignmentKind::Set { governor, .. } if dummy.name.is_upper() => governor,
                _ => return false,
            };
            let TypeKind::Reference(governor) = &governor.kind else { return false };
            tree.parameters.is_none() && self.quiet_definition(governor, &ground(home)) == Some(class)
        });
        let only = found.next().filter(|_| found.next().is_none());
        self.parameters.only_of_class.insert(key, only);
        only
    }

    /// The sort of a definition.
    pub(super) fn sort(&mut self, id: DefinitionId) -> Sort {
        if let Some(sort) = self.names.definitions[id.0 as usize].sort {
            return sort;
        }
        let mut way = Vec::new();
        let sort = self.work_out_sort(id, &mut way);
        for id in way {
            self.names.definitions[id.0 as usize].sort = Some(sort);
        }
        sort
    }

    /// Follows `X ::= Y` to a definition that is not a reference; `way` collects the definitions on the way.
    fn work_out_sort(&mut self, mut id: DefinitionId, way: &mut Vec<DefinitionId>) -> Sort {
        while way.len() <= self.names.definitions.len() {
            way.push(id);
            let definition = self.names.definitions[id.0 as usize];
            let scope = Scope { module: definition.module, arguments: GROUND, enclosing: None };
            match &definition.tree.kind {
                AssignmentKind::Type(ty) => match self.alias(ty, &scope) {
                    Some(next) => id = next,
                    None => return Sort::Type,
                },
                AssignmentKind::Class(_) => return Sort::Class,
                AssignmentKind::Value { governor, .. } => {
                    let object = self.is_class_notation(governor, &scope);
                    return if object { Sort::Object } else { Sort::Value };
                }
                AssignmentKind::Set { governor, .. } => {
                    let objects = self.is_class_notation(governor, &scope);
                    return if objects { Sort::ObjectSet } else { Sort::ValueSet };
                }
                AssignmentKind::Macro | AssignmentKind::MacroUse { .. } => return Sort::Macro,
                AssignmentKind::Error => return Sort::Broken,
            }
            if let Some(sort) = self.names.definitions[id.0 as usize].sort {
                return sort;
            }
        }
        // A cycle of references is reported where the type is resolved.
        Sort::Type
    }

    /// The definition that `X ::= Y` leads to, if Y is a plain reference that can be resolved.
    fn alias(&self, ty: &tree::Type, scope: &Scope) -> Option<DefinitionId> {
        match &ty.kind {
            TypeKind::Reference(reference) if ty.tags.is_empty() && ty.constraints.is_empty() => {
                self.quiet_definition(reference, scope)
            }
            _ => None,
        }
    }

    /// The definition of a reference, if there is one; reports nothing.
    fn quiet_definition(&self, reference: &tree::Reference, scope: &Scope) -> Option<DefinitionId> {
        let symbol = match &reference.module {
            Some(module) => self.quiet_external(scope.module, module, &reference.name),
            None => self.symbol(&reference.name.text, scope),
        };
        match symbol {
            Some(Symbol::Definition(id)) => Some(id),
            _ => None,
        }
    }

    /// Whether a governor is a class.
    pub(super) fn is_class_notation(&mut self, governor: &tree::Type, scope: &Scope) -> bool {
        let TypeKind::Reference(reference) = &governor.kind else { return false };
        if !governor.tags.is_empty() || !governor.constraints.is_empty() {
            return false;
        }
        self.names_class(reference, scope)
    }

    /// Whether a reference names a class.
    pub(super) fn names_class(&self, reference: &tree::Reference, scope: &Scope) -> bool {
        if let Some(actual) = self.dummy(reference, scope) {
            return matches!(actual, Some(Actual::Class(_)));
        }
        let found = self.quiet_definition(reference, scope);
        found.is_some_and(|id| self.is_class(id))
    }

    /// Whether a definition is a class, or leads to one. A value or a set is not, whatever its governor is;
    /// that may even be itself.
    fn is_class(&self, mut id: DefinitionId) -> bool {
        for _ in 0..=self.names.definitions.len() {
            let definition = self.names.definitions[id.0 as usize];
            if let Some(sort) = definition.sort {
                return sort == Sort::Class;
            }
            let scope = Scope { module: definition.module, arguments: GROUND, enclosing: None };
            let next = match &definition.tree.kind {
                AssignmentKind::Class(_) => return true,
                AssignmentKind::Type(ty) => self.alias(ty, &scope),
                _ => None,
            };
            match next {
                Some(next) => id = next,
                None => return false,
            }
        }
        false
    }

    /// Reports a name of the wrong sort.
    pub(super) fn wrong_sort(&mut self, reference: &tree::Reference, has: &Named, wanted: &'static str) {
        let sort = match has {
            Named::Actual(actual) => actual.sort().text(),
            Named::Definition(_, Sort::Macro | Sort::Broken) => return,
            Named::Definition(_, sort) => sort.text(),
        };
        let name = reference.name.text.to_string();
        self.fault(reference.span, ResolveKind::WrongSort(name, sort, wanted));
    }

    /// The type that a reference names.
    pub(super) fn type_reference(&mut self, reference: &'t tree::Reference, scope: &Scope) -> Option<TypeId> {
        let named = self.named(reference, scope)?;
        match named {
            Named::Actual(Actual::Type(id) | Actual::ValueSet(id)) => Some(id),
            Named::Definition(instance, Sort::Type | Sort::ValueSet) => Some(self.type_instance(instance)),
            other => {
                self.wrong_sort(reference, &other, "a type");
                None
            }
        }
    }
}
