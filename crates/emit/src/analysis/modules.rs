//! One pair of files per module: which types and functions go where.
//!
//! A header declares the types of its module and includes the headers of the types it holds by value. Modules
//! whose types depend on each other share the header of the first of them; the others include it.

use std::collections::BTreeSet;

use wireglot_plan::{Shape, ShapeId, ShapeKind, TableId};

use crate::analysis::storage::{Layout, Storage};

/// The modules of a shape that have types or roots, in the order of their first type.
pub struct Modules {
    names: Vec<String>,
    files: Vec<String>,
    types: Vec<usize>,
    tables: Vec<usize>,
    roots: Vec<usize>,
    /// For each module, the one whose header declares its types.
    homes: Vec<usize>,
    /// For each module, the modules whose types it holds by value.
    needs: Vec<BTreeSet<usize>>,
}

impl Modules {
    /// The modules of a shape. `is_declared` tells which types have a declaration of their own; `file_names`
    /// gives the file name of each module.
    pub fn new(
        shape: &Shape,
        layout: &Layout,
        is_declared: impl Fn(ShapeId) -> bool,
        file_names: impl Fn(&[String]) -> Vec<String>,
    ) -> Modules {
        let mut known: Vec<String> = Vec::new();
        let mut number = |module: &String| match known.iter().position(|name| name == module) {
            Some(at) => at,
            None => {
                known.push(module.clone());
                known.len() - 1
            }
        };
        // Hidden types have no declarations and create no files, so any module will do.
        let mut of_type = |id: ShapeId| match layout.hidden.contains(&id) {
            true => 0,
            false => number(&shape.get(id).module),
        };
        let types: Vec<usize> = (0..shape.types.len() as u32).map(|at| of_type(ShapeId(at))).collect();
        let roots = shape.roots.iter().map(|root| number(&root.module)).collect();
        let needs = vec![BTreeSet::new(); known.len()];
        let mut modules = Modules {
            files: file_names(&known),
            names: known,
            tables: tables(shape, layout, &types),
            types,
            roots,
            homes: Vec::new(),
            needs,
        };
        modules.find_needs(shape, layout, is_declared);
        modules.find_homes();
        modules
    }

    /// The indexes of all modules.
    pub fn all(&self) -> std::ops::Range<usize> {
        0..self.names.len()
    }

    /// The part of a module's file names after the common stem.
    pub fn word(&self, module: usize) -> &str {
        &self.files[module]
    }

    /// The modules whose types and roots are declared in a module's header.
    pub fn titles(&self, module: usize) -> Vec<&str> {
        let here = |at: &usize| *at == module || self.homes[*at] == module;
        self.all().filter(here).map(|at| self.names[at].as_str()).collect()
    }

    /// The modules whose headers a module's header includes.
    pub fn includes(&self, module: usize) -> BTreeSet<usize> {
        let together = self.all().filter(|at| *at == module || self.homes[*at] == module);
        let needs = together.flat_map(|at| self.needs[at].iter().map(|need| self.homes[*need]));
        let mut includes: BTreeSet<usize> = needs.chain([self.homes[module]]).collect();
        includes.remove(&module);
        includes
    }

    fn find_needs(&mut self, shape: &Shape, layout: &Layout, is_declared: impl Fn(ShapeId) -> bool) {
        let ids = (0..shape.types.len() as u32).map(ShapeId);
        // The module that declares the type in which a value is held, if that is not a built-in type.
        let declared = |id: ShapeId| match layout.storage(id) {
            Storage::Rows(table) => Some(self.tables[table.index()]),
            _ if !is_declared(id) => None,
            _ => Some(self.types[id.index()]),
        };
        let is_forward =
            |id: ShapeId| matches!(layout.storage(id), Storage::Record | Storage::Choice | Storage::List(_));
        let mut needs = Vec::new();
        for id in ids.filter(|id| layout.held(*id) == *id && !layout.hidden.contains(id)) {
            let from = self.types[id.index()];
            match (&shape.get(id).kind, layout.storage(id)) {
                (_, Storage::Record | Storage::Choice) => {
                    let members = layout.members(id).into_iter().enumerate();
                    let by_value = members.filter(|(at, _)| !layout.by_pointer(id, *at as u32));
                    needs.extend(by_value.map(|(_, member)| (from, declared(member))));
                }
                (ShapeKind::List { element, .. }, Storage::List(array)) => {
                    let element = layout.held(*element);
                    if array.is_some() || !is_forward(element) {
                        needs.push((from, declared(element)));
                    }
                }
                _ => {}
            }
        }
        for (at, table) in shape.tables.iter().enumerate() {
            let rows = table.rows.iter().filter_map(|row| Some(layout.held(row.shape?)));
            let words = rows.filter(|row| !layout.storage(*row).is_struct());
            needs.extend(words.map(|row| (self.tables[at], declared(row))));
        }
        for (at, root) in shape.roots.iter().enumerate() {
            let held = layout.held(root.shape);
            if !is_forward(held) {
                needs.push((self.roots[at], declared(held)));
            }
        }
        for (from, to) in needs {
            self.needs[from].extend(to.filter(|to| *to != from));
        }
    }

    /// Modules that depend on each other are declared in the first of them.
    fn find_homes(&mut self) {
        let reached: Vec<BTreeSet<usize>> = self
            .all()
            .map(|start| {
                let (mut seen, mut due) = (BTreeSet::new(), vec![start]);
                while let Some(at) = due.pop() {
                    due.extend(self.needs[at].iter().filter(|next| seen.insert(**next)));
                }
                seen
            })
            .collect();
        let mutual = |at: usize, other: usize| reached[at].contains(&other) && reached[other].contains(&at);
        self.homes = self.all().map(|at| self.all().find(|other| mutual(at, *other)).unwrap_or(at)).collect();
    }
}

/// For each table, the module of the first open type that uses it.
fn tables(shape: &Shape, layout: &Layout, types: &[usize]) -> Vec<usize> {
    let mut tables = vec![0; shape.tables.len()];
    for id in (0..shape.types.len() as u32).rev().map(ShapeId) {
        if let Storage::Rows(table) = layout.storage(id) {
            tables[table.index()] = types[id.index()];
        }
    }
    tables
}

/// The part of a specification in one pair of files.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// All of it.
    Whole,
    /// The part that belongs to a module.
    Module(&'a Modules, usize),
}

impl Part<'_> {
    /// Whether its header declares a type.
    pub fn declares(self, id: ShapeId) -> bool {
        match self {
            Part::Whole => true,
            Part::Module(modules, at) => modules.homes[modules.types[id.index()]] == at,
        }
    }

    /// Whether its header declares the open type of a table.
    pub fn declares_table(self, id: TableId) -> bool {
        match self {
            Part::Whole => true,
            Part::Module(modules, at) => modules.homes[modules.tables[id.index()]] == at,
        }
    }

    /// Whether its source file defines the functions of a type.
    pub fn has(self, id: ShapeId) -> bool {
        match self {
            Part::Whole => true,
            Part::Module(modules, at) => modules.types[id.index()] == at,
        }
    }

    /// Whether its source file defines the functions of a table's rows.
    pub fn has_table(self, id: TableId) -> bool {
        match self {
            Part::Whole => true,
            Part::Module(modules, at) => modules.tables[id.index()] == at,
        }
    }

    /// Whether its files declare and define the functions of a root.
    pub fn has_root(self, at: usize) -> bool {
        match self {
            Part::Whole => true,
            Part::Module(modules, module) => modules.roots[at] == module,
        }
    }
}
