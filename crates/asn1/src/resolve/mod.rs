//! Resolves trees into the model: references are followed, parameters applied, tags determined, and values
//! read with their types.
//!
//! # Order of work
//!
//! 1. [`modules`]: the symbol table of each module, with imports bound to definitions.
//! 2. Every ground assignment gets a slot in the model; slots are filled from a stack of pending types. A
//!    reference does not recurse: it takes the slot of the type it names, so recursive types need no special
//!    care and long chains no call stack. Code that has to look *into* a type (COMPONENTS OF, a value's
//!    governor) calls [`Resolver::base`], which fills slots on its way.
//! 3. Constraints, defaults and object contents wait in a queue ([`deferred`]) until the structure that they
//!    refer to is complete. This work may add new slots; the stack and the queue take turns until both are
//!    empty.
//! 4. [`finish`]: steps that need the whole model: cycles, EXPLICIT for CHOICE and open types, then
//!    [`crate::check`].
//!
//! What cannot be resolved becomes *poison*, which has been reported once; code that encounters poison stays
//! silent.

mod arena;
mod classes;
mod components_of;
mod constraints;
mod containment;
mod deferred;
mod doc;
mod enumerated;
mod fields;
mod finish;
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
mod resolver;
mod scope;
mod standard;
mod state;
mod strings;
mod types;
mod unnamed;
mod value_references;
mod values;

use wireglot_diag::Diagnostics;
use wireglot_model::{Model, ModuleId};
use wireglot_text::Span;

use crate::tree;

use arena::Arena;
use resolver::Resolver;
use scope::{DefinitionId, Instance, GROUND};
use state::deferred::Deferred;
use state::names::Sort;

/// Resolves the modules of all files together. The model is sound only if no error is reported.
///
/// Diagnostics for parts that the parser did not parse come from here too.
pub fn resolve(files: &[tree::File], diagnostics: &mut Diagnostics) -> Model {
    resolve_among(files, &[], diagnostics)
}

/// The same, with the names of further modules that can be found, for suggestions.
pub fn resolve_among(files: &[tree::File], elsewhere: &[String], diagnostics: &mut Diagnostics) -> Model {
    let standard = standard::modules();
    let arena = Arena::new();
    let mut resolver = Resolver::new(arena.keeper());
    resolver.names.elsewhere = elsewhere;
    resolver.declare(files, &standard);
    resolver.bind_imports();
    resolver.assignments();
    resolver.settle();
    resolver.finish();
    diagnostics.extend(only_of_sound_parts(resolver.faults, files));
    resolver.model
}

/// Drops diagnostics for assignments that could not be parsed, and for names that may be defined in skipped
/// text.
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

/// Non-overlapping spans, in order.
struct Stretches(Vec<Span>);

impl Stretches {
    fn new(spans: impl Iterator<Item = Span>) -> Stretches {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort();
        Stretches(spans)
    }

    /// Whether a position is in one of them.
    fn hold(&self, place: Span) -> bool {
        let behind = self.0.partition_point(|span| (span.file, span.lo) <= (place.file, place.lo));
        let before = behind.checked_sub(1).and_then(|i| self.0.get(i));
        before.is_some_and(|span| span.file == place.file && place.hi <= span.hi)
    }
}

impl<'t> Resolver<'t> {
    /// Alternates between stack and queue until both are empty.
    fn settle(&mut self) {
        loop {
            if let Some(id) = self.queues.types.pop() {
                self.fill(id);
            } else if let Some(later) = self.queues.deferred.pop_front() {
                self.work(later);
            } else if let Some(value) = self.queues.values.pop_front() {
                self.work(Deferred::Value(value));
            } else {
                return;
            }
        }
    }

    /// Creates a slot, a class, an object or a set for every ground assignment, in source order. Values wait
    /// until the types are complete.
    fn assignments(&mut self) {
        let users = (0..self.names.tables.len()).filter(|i| !self.is_standard(ModuleId(*i as u32)));
        for index in users.collect::<Vec<_>>() {
            for definition in self.names.tables[index].own.clone() {
                self.assignment(definition);
            }
        }
    }

    fn assignment(&mut self, definition: DefinitionId) {
        if self.names.definitions[definition.0 as usize].tree.parameters.is_some() {
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
            Sort::Value => self.queues.values.push_back(instance),
            Sort::Macro | Sort::Broken => {}
        }
    }
}
