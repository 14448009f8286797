//! The module table: the module that an import refers to, and the definition of each name.

use std::collections::HashMap;

use wireglot_bigint::BigInt;
use wireglot_model::{Module, ModuleId};

use super::oid;
use super::scope::{DefinitionId, Scope, GROUND};
use super::state::names::{AbsentImport, Definition, Symbol, SymbolTable};
use super::Resolver;
use crate::faults::{Missing, ResolveKind};
use crate::token::Keyword;
use crate::tree::{self, AssignmentKind, EnumerationItem, TypeKind};

/// A symbol of an IMPORTS clause that is being resolved.
#[derive(Clone, Copy)]
enum Import {
    Open(usize),
    Bound(Symbol),
}

impl<'t> Resolver<'t> {
    /// Enters all modules and their own names.
    pub(super) fn declare(&mut self, files: &'t [tree::File], builtin: &'t tree::File) {
        for file in files.iter().chain(std::iter::once(builtin)) {
            for module in &file.modules {
                self.declare_module(file, module);
            }
        }
        self.names.builtin = ModuleId(self.names.tables.len().saturating_sub(1) as u32);
    }

    fn declare_module(&mut self, file: &'t tree::File, module: &'t tree::Module) {
        let id = ModuleId(self.names.tables.len() as u32);
        let mut table = SymbolTable {
            tree: module,
            tokens: &file.tokens,
            own: Vec::with_capacity(module.assignments.len()),
            names: HashMap::with_capacity(module.assignments.len() * 2),
            sources: HashMap::new(),
            exports: match &module.exports {
                tree::Exports::All => None,
                tree::Exports::Symbols(symbols) => Some(symbols.iter().map(|s| &*s.name.text).collect()),
            },
        };
        for assignment in &module.assignments {
            let definition = DefinitionId(self.names.definitions.len() as u32);
            self.names.definitions.push(Definition { module: id, tree: assignment, sort: None });
            // A duplicate name has been reported by `check`; the first one counts.
            if let std::collections::hash_map::Entry::Vacant(free) = table.names.entry(&assignment.name.text)
            {
                free.insert(Symbol::Definition(definition));
                table.own.push(definition);
            }
        }
        let oid = module.oid.as_ref().and_then(|braced| self.plain_oid(braced));
        self.names.tables.push(table);
        self.model.modules.push(Module {
            name: module.name.text.to_string(),
            oid,
            types: Vec::new(),
            values: Vec::new(),
            imports: Vec::new(),
            span: module.span,
        });
    }

    /// Binds every import of every module to a definition.
    pub(super) fn bind_imports(&mut self) {
        let mut by_name: HashMap<&'t str, Vec<ModuleId>> = HashMap::new();
        let mut by_oid: HashMap<Vec<BigInt>, ModuleId> = HashMap::new();
        for (i, module) in self.model.modules.iter().enumerate() {
            let id = ModuleId(i as u32);
            by_name.entry(&self.names.tables[i].tree.name.text).or_default().push(id);
            if let Some(oid) = &module.oid {
                by_oid.entry(oid.clone()).or_insert(id);
            }
        }
        self.modules_twice(&by_name);
        let mut imports: Vec<HashMap<&'t str, Import>> = vec![HashMap::new(); self.names.tables.len()];
        for (index, found) in imports.iter_mut().enumerate() {
            let module = self.names.tables[index].tree;
            for import in &module.imports {
                let source = self.imported_module(index, import, &by_name, &by_oid);
                if let Some(source) = source {
                    self.names.tables[index].sources.entry(&import.module.text).or_insert(source);
                }
                for symbol in &import.symbols {
                    self.enter_import(index, source, symbol, found);
                }
            }
        }
        self.follow_imports(imports);
        self.check_exports();
        self.names.by_name = by_name;
    }

    fn modules_twice(&mut self, by_name: &HashMap<&'t str, Vec<ModuleId>>) {
        for ids in by_name.values().filter(|ids| ids.len() > 1) {
            let [first, rest @ ..] = ids.as_slice() else { continue };
            for &id in rest {
                let (one, two) = (&self.model.modules[first.index()], &self.model.modules[id.index()]);
                if one.oid.is_none() || one.oid == two.oid {
                    let (name, span) = (two.name.clone(), self.names.tables[id.index()].tree.name.span);
                    let first = self.names.tables[first.index()].tree.name.span;
                    self.fault(span, ResolveKind::ModuleTwice(name, first));
                }
            }
        }
    }

    /// The module that an import refers to: by object identifier, by another version of it if the import
    /// allows that, otherwise by name (X.680 13.14 to 13.18).
    fn imported_module(
        &mut self,
        importer: usize,
        import: &'t tree::Import,
        by_name: &HashMap<&'t str, Vec<ModuleId>>,
        by_oid: &HashMap<Vec<BigInt>, ModuleId>,
    ) -> Option<ModuleId> {
        let oid = match import.oid.as_ref().map(|value| &value.kind) {
            Some(tree::ValueKind::Braced(braced)) => self.plain_oid(braced),
            _ => None,
        };
        if let Some(&id) = oid.as_ref().and_then(|oid| by_oid.get(oid)) {
            return Some(id);
        }
        let name = &*import.module.text;
        let candidates = by_name.get(name).map_or(&[][..], Vec::as_slice);
        let fits = |id: &&ModuleId| match (&self.model.modules[id.index()].oid, &oid, import.selection) {
            (Some(has), Some(wanted), Some(tree::Selection::Successors)) => oid::succeeds(has, wanted),
            (Some(has), Some(wanted), Some(tree::Selection::Descendants)) => has.starts_with(wanted),
            _ => false,
        };
        if let Some(&id) = candidates.iter().find(fits) {
            return Some(id);
        }
        let newer = |id: &&ModuleId| match (&self.model.modules[id.index()].oid, &oid) {
            (Some(has), Some(wanted)) => oid::succeeds(has, wanted),
            _ => false,
        };
        let unnamed = |id: &&ModuleId| self.model.modules[id.index()].oid.is_none();
        let best = candidates.iter().find(unnamed).or(candidates.iter().find(newer));
        if let Some(&id) = best.or(candidates.first()) {
            self.other_version(import, oid.as_deref(), id);
            return Some(id);
        }
        let others = self.names.tables.iter().enumerate().filter(|(index, _)| *index != importer);
        let others = others.filter(|(index, _)| !self.is_standard(ModuleId(*index as u32)));
        let elsewhere = self.names.elsewhere.iter().map(String::as_str);
        let close = self.close_names(name, others.map(|(_, table)| &*table.tree.name.text).chain(elsewhere));
        self.fault(import.module.span, ResolveKind::NoModule(name.to_owned(), close));
        None
    }

    /// Reports that the module named by an import has another object identifier than the import.
    fn other_version(&mut self, import: &tree::Import, wanted: Option<&[BigInt]>, id: ModuleId) {
        let module = &self.model.modules[id.index()];
        let (Some(wanted), Some(has)) = (wanted, &module.oid) else { return };
        let (wanted, has, name) = (oid::shown(wanted), oid::shown(has), module.name.clone());
        let table = self.names.tables[id.index()].tree;
        let place = table.oid.as_ref().map_or(table.name.span, |braced| braced.span);
        let span = import.oid.as_ref().map_or(import.span, |value| value.span);
        self.fault(span, ResolveKind::OtherVersion { module: name, wanted, has, place });
    }

    fn enter_import(
        &mut self,
        index: usize,
        source: Option<ModuleId>,
        symbol: &'t tree::Symbol,
        found: &mut HashMap<&'t str, Import>,
    ) {
        let name = &*symbol.name.text;
        if Keyword::ALL.iter().any(|keyword| keyword.text() == name) {
            // Types that X.208 lacked (BMPString, UTF8String) used to be defined and imported.
            self.fault(symbol.name.span, ResolveKind::ReservedImport(name.to_owned()));
            return;
        }
        let import = match source {
            None => Import::Bound(Symbol::Poison),
            Some(id) if id.index() == index => {
                self.own_import(id, symbol);
                Import::Bound(Symbol::Absent)
            }
            Some(id) => Import::Open(id.index()),
        };
        if let Some(&own) = self.names.tables[index].names.get(name) {
            // The module's own definition takes precedence.
            if let (Symbol::Definition(id), Import::Open(_)) = (own, import) {
                let place = self.names.definitions[id.0 as usize].tree.name.span;
                self.fault(symbol.name.span, ResolveKind::ImportedAndDefined(name.to_owned(), place));
            }
            return;
        }
        match (found.get(name).copied(), import) {
            (None, import) => {
                found.insert(name, import);
            }
            (Some(Import::Open(first)), Import::Open(second)) if first == second => {
                self.fault(symbol.name.span, ResolveKind::ImportedAgain(name.to_owned()));
            }
            (Some(Import::Open(first)), Import::Open(second)) if first != second => {
                self.fault(symbol.name.span, ResolveKind::ImportedTwice(name.to_owned()));
            }
            _ => {}
        }
    }

    /// A module that imports from itself, which is fine if it defines the name.
    fn own_import(&mut self, module: ModuleId, symbol: &'t tree::Symbol) {
        if !self.names.tables[module.index()].names.contains_key(&*symbol.name.text) {
            self.absent_import(module, module, &symbol.name);
        }
    }

    fn absent_import(&mut self, importer: ModuleId, source: ModuleId, name: &'t tree::Name) {
        let import = AbsentImport { name, source, used: false };
        self.names.absent.entry((importer, &name.text)).or_insert(import);
    }

    /// Reports the imports that their modules do not define and nothing uses.
    pub(super) fn unused_absent_imports(&mut self) {
        let absent = std::mem::take(&mut self.names.absent);
        let mut unused: Vec<_> = absent.into_values().filter(|import| !import.used).collect();
        unused.sort_by_key(|import| import.name.span);
        for AbsentImport { name, source, .. } in unused {
            let missing = self.not_in_module(source, name);
            self.fault(name.span, ResolveKind::NotInModule(missing));
        }
    }

    /// A name that a module does not define, with similar ones.
    fn not_in_module(&self, module: ModuleId, name: &tree::Name) -> Missing {
        let table = &self.names.tables[module.index()];
        let defined = table.names.iter().filter(|(_, symbol)| !matches!(symbol, Symbol::Absent));
        let close = self.close_names(&name.text, defined.map(|(name, _)| *name));
        let (module, place) = (table.tree.name.text.to_string(), table.tree.name.span);
        Missing { name: name.text.to_string(), module, place, close }
    }

    /// Reports the use of an import that its module does not define.
    pub(super) fn absent(&mut self, name: &tree::Name, scope: &Scope) {
        let known = self.names.tables[scope.module.index()].names.get_key_value(&*name.text);
        let key = known.map(|(text, _)| (scope.module, *text));
        let Some(import) = key.and_then(|key| self.names.absent.get_mut(&key)) else {
            return self.undefined(name, scope);
        };
        import.used = true;
        let (source, import) = (import.source, import.name.span);
        let elsewhere = self.defined_elsewhere(&name.text);
        let missing = self.not_in_module(source, name);
        self.fault(name.span, ResolveKind::ImportedInVain { missing, import, elsewhere });
    }

    /// Follows imports of imports to their definitions.
    fn follow_imports(&mut self, imports: Vec<HashMap<&'t str, Import>>) {
        for index in 0..self.names.tables.len() {
            let module = self.names.tables[index].tree;
            for symbol in module.imports.iter().flat_map(|i| &i.symbols) {
                let name = &*symbol.name.text;
                let Some(&import) = imports[index].get(name) else { continue };
                if self.names.tables[index].names.contains_key(name) {
                    continue;
                }
                let target = match import {
                    Import::Bound(symbol) => symbol,
                    Import::Open(source) => self.follow_import(index, source, &symbol.name, &imports),
                };
                self.names.tables[index].names.insert(name, target);
            }
        }
    }

    fn follow_import(
        &mut self,
        importer: usize,
        first: usize,
        name: &'t tree::Name,
        imports: &[HashMap<&'t str, Import>],
    ) -> Symbol {
        let text = &*name.text;
        let mut source = first;
        let mut way: Vec<usize> = Vec::new();
        while way.len() <= imports.len() {
            let own = self.names.tables[source].names.get(text).copied();
            match (own, imports[source].get(text).copied()) {
                (Some(Symbol::Absent), _) | (None, Some(Import::Bound(Symbol::Absent))) => break,
                (Some(symbol), _) | (None, Some(Import::Bound(symbol))) => {
                    self.check_exported(source, name);
                    for module in way {
                        self.names.tables[module].names.insert(text, symbol);
                    }
                    return symbol;
                }
                (None, Some(Import::Open(next))) => {
                    way.push(source);
                    source = next;
                }
                (None, None) => break,
            }
        }
        self.absent_import(ModuleId(importer as u32), ModuleId(first as u32), name);
        Symbol::Absent
    }

    fn check_exported(&mut self, source: usize, name: &tree::Name) {
        let table = &self.names.tables[source];
        let hidden = table.exports.as_ref().is_some_and(|list| !list.contains(&*name.text));
        if hidden {
            let module = table.tree.name.text.to_string();
            self.fault(name.span, ResolveKind::NotExported(name.text.to_string(), module));
        }
    }

    fn check_exports(&mut self) {
        for index in 0..self.names.tables.len() {
            let module = self.names.tables[index].tree;
            let tree::Exports::Symbols(symbols) = &module.exports else { continue };
            for symbol in symbols {
                let names = &self.names.tables[index].names;
                if !names.contains_key(&*symbol.name.text) {
                    let close = self.close_names(&symbol.name.text, names.keys().copied());
                    let name = symbol.name.text.to_string();
                    self.fault(symbol.name.span, ResolveKind::ExportUndefined(name, close));
                }
            }
        }
    }

    /// Resolves `Module.name`; reports a missing module or name.
    pub(super) fn external(
        &mut self,
        from: ModuleId,
        module: &tree::Name,
        name: &tree::Name,
    ) -> Option<Symbol> {
        let own = self.names.tables[from.index()].tree;
        let target =
            if own.name.text == module.text { Some(from) } else { self.external_module(from, module) };
        let Some(target) = target else {
            if let Some(fault) = self.type_as_module(module, name, from) {
                self.fault(module.span, fault);
                return None;
            }
            let users =
                self.names.tables.iter().enumerate().filter(|(i, _)| !self.is_standard(ModuleId(*i as u32)));
            let elsewhere = self.names.elsewhere.iter().map(String::as_str);
            let users = users.map(|(_, table)| &*table.tree.name.text).chain(elsewhere);
            let close = self.close_names(&module.text, users);
            self.fault(module.span, ResolveKind::NoModule(module.text.to_string(), close));
            return None;
        };
        let symbol = self.names.tables[target.index()].names.get(&*name.text).copied();
        if symbol.is_none() {
            let missing = self.not_in_module(target, name);
            self.fault(name.span, ResolveKind::UndefinedIn(missing));
        }
        symbol
    }

    /// What is wrong with `Type.name`, if the module has such a type.
    fn type_as_module(&self, ty: &tree::Name, name: &tree::Name, from: ModuleId) -> Option<ResolveKind> {
        let scope = Scope { module: from, arguments: GROUND, enclosing: None };
        let symbol = self.symbol(&ty.text, &scope).filter(|_| self.has_few_faults());
        let Some(Symbol::Definition(id)) = symbol else { return None };
        let AssignmentKind::Type(definition) = &self.names.definitions[id.0 as usize].tree.kind else {
            return None;
        };
        let is_named = match &definition.kind {
            TypeKind::Enumerated(items) => items
                .iter()
                .any(|item| matches!(item, EnumerationItem::Item(item, _) if item.text == name.text)),
            TypeKind::Integer(numbers) | TypeKind::BitString(numbers) => {
                numbers.iter().any(|number| number.name.text == name.text)
            }
            _ => false,
        };
        Some(ResolveKind::TypeAsModule(ty.text.to_string(), name.text.to_string(), is_named))
    }

    /// The module of `Module.name`: the one in IMPORTS, otherwise any of that name.
    fn external_module(&self, from: ModuleId, module: &tree::Name) -> Option<ModuleId> {
        let imported = self.names.tables[from.index()].sources.get(&*module.text);
        imported.or_else(|| self.names.by_name.get(&*module.text)?.first()).copied()
    }

    fn plain_oid(&self, braced: &tree::Braced) -> Option<Vec<BigInt>> {
        oid::plain(braced)
    }

    /// Resolves `Module.name` without reporting anything.
    pub(super) fn quiet_external(
        &self,
        from: ModuleId,
        module: &tree::Name,
        name: &tree::Name,
    ) -> Option<Symbol> {
        let own = self.names.tables[from.index()].tree;
        let target = match own.name.text == module.text {
            true => from,
            false => self.external_module(from, module)?,
        };
        self.names.tables[target.index()].names.get(&*name.text).copied()
    }
}
