//! Trees to the model: every reference followed, every parameter applied, every
//! tag decided, every value read with its type.
//!
//! # Order of work
//!
//! 1. [`modules`]: the symbol table of each module, imports bound to definitions.
//! 2. Every ground assignment gets a slot in the model; slots are filled from a
//!    pile. A reference never recurses: it takes the slot of what it names, so
//!    recursive types need no care and long chains no stack. What has to look
//!    *into* a type (COMPONENTS OF, a value's governor) asks [`Resolver::base`],
//!    which fills the slots on its way.
//! 3. Constraints, defaults and object contents wait in a queue ([`later`]) until the structure
//!    that they speak about stands. Work from there may pile up new slots; the
//!    two take turns until both are empty.
//! 4. [`finish`]: what needs the whole: cycles, EXPLICIT for CHOICE and open types, then [`crate::check`].
//!
//! What cannot be resolved becomes *poison*, about which the user has been told
//! once; whoever meets poison stays silent.

mod arena;
mod classes;
mod components_of;
mod constraints;
mod containment;
mod doc;
mod enumerated;
mod fields;
mod finish;
mod later;
mod member_values;
mod members;
mod modules;
mod names;
mod object_sets;
mod objects;
mod oid;
mod parameters;
mod prefixes;
mod references;
mod relations;
mod scope;
mod standard;
mod strings;
mod types;
mod value_references;
mod values;

use std::collections::{HashMap, VecDeque};

use wireglot_diag::{Diagnostics, Fault, Label};
use wireglot_model::{ClassId, Model, ModuleId, ObjectId, ObjectSetId, TypeId, Value};
use wireglot_text::Span;

use crate::faults::{LegalFault, LegalKind, ResolveFault, ResolveKind};
use crate::ids::{IdMap, IdSet};
use crate::legal;
use crate::tree;

use arena::{Arena, Keeper};
use later::Later;
use modules::{Definition, SymbolTable};
use objects::ObjectInfo;
use parameters::Arguments;
use references::Sort;
use scope::{DefinitionId, Instance, GROUND};

/// How deep one definition may need another one for its own meaning (COMPONENTS OF
/// of COMPONENTS OF, a value that refers to a value), and parameters be nested.
const DEPTH: u32 = 100;

/// How many parts the values of a specification may have after references are
/// followed: a value that names another twice doubles at each step.
const VALUE_PARTS: usize = 500_000;

/// Resolves the modules of all files together. The model is sound only where no
/// error is reported.
///
/// Diagnostics of parts that the parser left unread come from here too.
pub fn resolve(files: &[tree::File], diagnostics: &mut Diagnostics) -> Model {
    let standard = standard::modules();
    let arena = Arena::new();
    let mut resolver = Resolver::new(arena.keeper());
    resolver.declare(files, &standard);
    resolver.bind_imports();
    resolver.assignments();
    resolver.settle();
    resolver.finish();
    diagnostics.extend(only_of_sound_parts(resolver.faults, files));
    resolver.model
}

/// Leaves out what is said about assignments that could not be read, and about names that
/// may stand in what was passed over.
fn only_of_sound_parts(faults: Diagnostics, files: &[tree::File]) -> Diagnostics {
    let modules = || files.iter().flat_map(|file| &file.modules);
    let assignments =
        Stretches::new(modules().flat_map(|m| &m.assignments).filter(|a| !a.sound).map(|a| a.span));
    let modules = Stretches::new(modules().filter(|m| !m.sound).map(|m| m.span));
    let mut sound = Diagnostics::new();
    for fault in faults.sorted() {
        let place = fault.primary.span;
        let of_names = ["A0301", "A0302", "A0303", "A0304"].contains(&fault.code.0);
        if !(assignments.hold(place) || of_names && modules.hold(place)) {
            sound.report(fault);
        }
    }
    sound
}

/// Stretches of text, none inside another, in order.
struct Stretches(Vec<Span>);

impl Stretches {
    fn new(spans: impl Iterator<Item = Span>) -> Stretches {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort();
        Stretches(spans)
    }

    /// Whether a place is in one of them.
    fn hold(&self, place: Span) -> bool {
        let behind = self.0.partition_point(|span| (span.file, span.lo) <= (place.file, place.lo));
        let before = behind.checked_sub(1).and_then(|i| self.0.get(i));
        before.is_some_and(|span| span.file == place.file && place.hi <= span.hi)
    }
}

/// How many objects there may be in all object sets together, and how many components
/// COMPONENTS OF may bring in: a definition that takes in another one repeats it.
const COPIES: usize = 2_000_000;

/// A piece of tree that was read while resolving.
enum Piece {
    Type(Box<tree::Type>),
    Value(tree::Value),
    Set(Box<tree::ElementSetSpecs>),
    Setting(Box<tree::Setting>),
}

/// What is found fault with.
enum Kind {
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

/// How far a value assignment has come.
#[derive(Clone)]
enum ValueState {
    Busy,
    Done(TypeId, Value),
    Poison,
}

struct Resolver<'t> {
    model: Model,
    faults: Diagnostics,
    keeper: Keeper<'t, Piece>,
    tables: Vec<SymbolTable<'t>>,
    definitions: Vec<Definition<'t>>,
    /// The module of the standard's own definitions.
    builtin: ModuleId,
    /// Argument lists; the first is the empty one of ground definitions.
    arguments: Vec<Arguments>,
    argument_ids: HashMap<(u32, String), scope::ArgumentsId>,
    /// The same by the words of the parameters and where they stand.
    argument_words: HashMap<(DefinitionId, ModuleId, scope::ArgumentsId, String), scope::ArgumentsId>,
    types: IdMap<Instance, TypeId>,
    values: IdMap<Instance, ValueState>,
    classes: IdMap<Instance, ClassId>,
    class_trees: Vec<classes::ClassTree<'t>>,
    objects: IdMap<Instance, Option<ObjectId>>,
    object_infos: Vec<ObjectInfo<'t>>,
    object_sets: IdMap<Instance, ObjectSetId>,
    object_set_states: Vec<object_sets::State<'t>>,
    /// Named types whose definition has not been looked at yet.
    pending: IdMap<TypeId, Instance>,
    pile: Vec<TypeId>,
    /// SEQUENCE, SET, CHOICE and ENUMERATED types whose members are being made.
    busy: IdSet<TypeId>,
    poison: IdSet<TypeId>,
    bases: IdMap<TypeId, TypeId>,
    /// Prefixed types: whether IMPLICIT was written or follows from the module.
    implicit: Vec<(TypeId, types::Implicit)>,
    /// SEQUENCE, SET and CHOICE types that were tagged automatically.
    automatic: IdSet<TypeId>,
    /// Which field of which class a type was taken from.
    field_of: IdMap<TypeId, (ClassId, String)>,
    /// Default values by the number that stands in their place until the end.
    defaults: Vec<Option<Value>>,
    later: VecDeque<Later<'t>>,
    /// Value assignments: what they say may hang on the constraints of their types.
    last: VecDeque<Instance>,
    dummy_types: IdSet<TypeId>,
    by_name: HashMap<&'t str, Vec<ModuleId>>,
    plain: HashMap<standard::Plain, TypeId>,
    /// INSTANCE OF types by their SEQUENCE.
    instances_of: IdMap<TypeId, fields::InstanceOf>,
    /// Types with a table constraint, and its object set once read.
    tables_read: IdMap<TypeId, Option<ObjectSetId>>,
    object_faults: IdSet<Instance>,
    /// Values that have been read, to be held against the constraints of their types.
    read_values: Vec<legal::ReadValue>,
    /// The module of a DEFAULT or table constraint that is being read.
    anchor: Option<ModuleId>,
    depth: u32,
    value_parts: usize,
    copies: usize,
    member_tables: IdMap<TypeId, std::rc::Rc<member_values::MemberTable>>,
    endless: bool,
}

impl<'t> Resolver<'t> {
    fn new(keeper: Keeper<'t, Piece>) -> Resolver<'t> {
        Resolver {
            model: Model::default(),
            faults: Diagnostics::new(),
            keeper,
            tables: Vec::new(),
            definitions: Vec::new(),
            builtin: ModuleId(0),
            arguments: vec![Arguments::default()],
            argument_ids: HashMap::new(),
            argument_words: HashMap::new(),
            types: IdMap::default(),
            values: IdMap::default(),
            classes: IdMap::default(),
            class_trees: Vec::new(),
            objects: IdMap::default(),
            object_infos: Vec::new(),
            object_sets: IdMap::default(),
            object_set_states: Vec::new(),
            pending: IdMap::default(),
            pile: Vec::new(),
            busy: IdSet::default(),
            poison: IdSet::default(),
            bases: IdMap::default(),
            implicit: Vec::new(),
            automatic: IdSet::default(),
            field_of: IdMap::default(),
            defaults: Vec::new(),
            later: VecDeque::new(),
            last: VecDeque::new(),
            dummy_types: IdSet::default(),
            by_name: HashMap::new(),
            plain: HashMap::new(),
            instances_of: IdMap::default(),
            tables_read: IdMap::default(),
            object_faults: IdSet::default(),
            read_values: Vec::new(),
            anchor: None,
            depth: 0,
            value_parts: 0,
            copies: 0,
            member_tables: IdMap::default(),
            endless: false,
        }
    }

    fn fault(&mut self, span: Span, kind: impl Into<Kind>) {
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
        let table = &self.tables[module.index()];
        let place = table.own.partition_point(|id| self.definitions[id.0 as usize].tree.span.lo <= span.lo);
        let id = table.own.get(place.checked_sub(1)?)?;
        let start = self.definitions[id.0 as usize].tree.name.span;
        let between = table.tokens.text().get(start.lo as usize..span.lo as usize)?;
        (start.file == span.file && between.contains('\n')).then_some(start)
    }

    /// Counts what is repeated from another definition; `false`, with a report, where
    /// that has become too much.
    fn may_copy(&mut self, count: usize, span: Span) -> bool {
        self.copies += count;
        if self.copies > COPIES {
            self.fault(span, ResolveKind::TooLarge);
        }
        self.copies <= COPIES
    }

    /// Takes pile and queue in turns until both are empty.
    fn settle(&mut self) {
        loop {
            if let Some(id) = self.pile.pop() {
                self.fill(id);
            } else if let Some(later) = self.later.pop_front() {
                self.work(later);
            } else if let Some(value) = self.last.pop_front() {
                self.work(Later::Value(value));
            } else {
                return;
            }
        }
    }

    /// Runs `work` one level deeper; `None`, with a report, where that is too deep.
    fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEPTH {
            self.fault(span, ResolveKind::TooDeep);
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Makes a slot, a class, an object or a set of every ground assignment, in source
    /// order. Values wait until the types stand.
    fn assignments(&mut self) {
        let users = (0..self.tables.len()).filter(|i| !self.is_standard(ModuleId(*i as u32)));
        for index in users.collect::<Vec<_>>() {
            for definition in self.tables[index].own.clone() {
                self.assignment(definition);
            }
        }
    }

    fn assignment(&mut self, definition: DefinitionId) {
        if self.definitions[definition.0 as usize].tree.parameters.is_some() {
            return;
        }
        let instance = Instance { definition, arguments: GROUND };
        match self.sort(definition) {
            Sort::Type | Sort::ValueSet => {
                self.type_instance(instance);
            }
            Sort::Class => {
                self.class_instance(instance);
            }
            Sort::Object => {
                self.object_instance(instance);
            }
            Sort::ObjectSet => {
                self.object_set_instance(instance);
            }
            Sort::Value => self.last.push_back(instance),
            Sort::Macro | Sort::Broken => {}
        }
    }

    fn keep_type(&self, ty: tree::Type) -> Option<&'t tree::Type> {
        match self.keeper.keep(Piece::Type(Box::new(ty))) {
            Piece::Type(ty) => Some(ty),
            _ => None,
        }
    }

    fn keep_value(&self, value: tree::Value) -> Option<&'t tree::Value> {
        match self.keeper.keep(Piece::Value(value)) {
            Piece::Value(value) => Some(value),
            _ => None,
        }
    }

    fn keep_set(&self, set: tree::ElementSetSpecs) -> Option<&'t tree::ElementSetSpecs> {
        match self.keeper.keep(Piece::Set(Box::new(set))) {
            Piece::Set(set) => Some(set),
            _ => None,
        }
    }

    fn keep_setting(&self, setting: tree::Setting) -> Option<&'t tree::Setting> {
        match self.keeper.keep(Piece::Setting(Box::new(setting))) {
            Piece::Setting(setting) => Some(setting),
            _ => None,
        }
    }
}
