//! Lists of actual parameters.

use std::collections::{HashMap, HashSet};

use wireglot_model::{ClassId, ModuleId, ObjectId, ObjectSetId, TypeId, Value};

use super::names::Sort;
use crate::resolve::scope::{ArgumentsId, DefinitionId};

/// All lists of actual parameters, without duplicates.
pub struct Parameters {
    /// Indexed by [`ArgumentsId`]; the first is the empty list of ground definitions.
    pub lists: Vec<Arguments>,
    /// Lists by the meaning of their parameters.
    pub by_meaning: HashMap<(u32, String), ArgumentsId>,
    /// Lists by the words of their parameters and their scope.
    pub by_words: HashMap<(DefinitionId, ModuleId, ArgumentsId, String), ArgumentsId>,
    /// By class and whether a set is wanted: the only definition of that sort in the module of the class.
    pub only_of_class: HashMap<(DefinitionId, bool), Option<DefinitionId>>,
    /// Definitions that have an instance.
    pub instantiated: HashSet<DefinitionId>,
    /// The length of the text of all instances, without the first of each definition.
    pub text: usize,
    /// Whether a definition was given up because its instances are endless, or too many.
    pub endless: bool,
}

impl Parameters {
    pub fn new() -> Parameters {
        Parameters {
            lists: vec![Arguments::default()],
            by_meaning: HashMap::new(),
            by_words: HashMap::new(),
            only_of_class: HashMap::new(),
            instantiated: HashSet::new(),
            text: 0,
            endless: false,
        }
    }
}

/// The actual parameter for a dummy reference.
#[derive(Clone, Debug)]
pub enum Actual {
    Type(TypeId),
    Value(TypeId, Value),
    /// The type that the set constrains.
    ValueSet(TypeId),
    Class(ClassId),
    Object(ObjectId),
    ObjectSet(ObjectSetId),
}

impl Arguments {
    /// The actual parameter for a dummy reference, if there is one of that name.
    pub fn get(&self, name: &str) -> Option<&Option<Actual>> {
        self.list.get(*self.places.get(name)?).map(|(_, actual)| actual)
    }

    /// Adds a dummy reference.
    pub fn push(&mut self, name: String, actual: Option<Actual>) {
        self.places.entry(name.clone()).or_insert(self.list.len());
        self.list.push((name, actual));
    }
}

impl Actual {
    pub fn sort(&self) -> Sort {
        match self {
            Actual::Type(_) => Sort::Type,
            Actual::Value(..) => Sort::Value,
            Actual::ValueSet(_) => Sort::ValueSet,
            Actual::Class(_) => Sort::Class,
            Actual::Object(_) => Sort::Object,
            Actual::ObjectSet(_) => Sort::ObjectSet,
        }
    }
}

/// A list of actual parameters.
#[derive(Default, Debug)]
pub struct Arguments {
    /// Dummy references and their actual parameters; `None` for poison.
    pub list: Vec<(String, Option<Actual>)>,
    /// The index of each dummy reference in the list, the first of its name.
    pub places: HashMap<String, usize>,
    /// The parameters as shown in names: `{S1SetupRequestIEs}`.
    pub shown: String,
    /// The number of instances around it.
    pub nesting: u32,
}
