//! Lists of actual parameters.

use std::collections::HashMap;

use wireglot_model::{ClassId, ModuleId, ObjectId, ObjectSetId, TypeId, Value};

use super::names::Sort;
use crate::resolve::scope::{ArgumentsId, DefinitionId};

/// All lists of actual parameters, each kept once.
pub struct Parameters {
    /// By [`ArgumentsId`]; the first is the empty one of ground definitions.
    pub lists: Vec<Arguments>,
    /// By what the parameters mean.
    pub by_meaning: HashMap<(u32, String), ArgumentsId>,
    /// By the words of the parameters and where they stand.
    pub by_words: HashMap<(DefinitionId, ModuleId, ArgumentsId, String), ArgumentsId>,
    /// By a class and whether a set is asked for: the only definition of that sort in the module of the class.
    pub only_of_class: HashMap<(DefinitionId, bool), Option<DefinitionId>>,
    /// Whether a definition was given up because its instances have no end.
    pub endless: bool,
}

impl Parameters {
    pub fn new() -> Parameters {
        Parameters {
            lists: vec![Arguments::default()],
            by_meaning: HashMap::new(),
            by_words: HashMap::new(),
            only_of_class: HashMap::new(),
            endless: false,
        }
    }
}

/// What stands for a dummy reference.
#[derive(Clone, Debug)]
pub enum Actual {
    Type(TypeId),
    Value(TypeId, Value),
    /// As the type that the set constrains.
    ValueSet(TypeId),
    Class(ClassId),
    Object(ObjectId),
    ObjectSet(ObjectSetId),
}

impl Arguments {
    /// What stands for a dummy reference, if there is one of that name.
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
    /// Dummy references and what stands for them; `None` is poison.
    pub list: Vec<(String, Option<Actual>)>,
    /// Where each dummy reference stands in the list, the first of its name.
    pub places: HashMap<String, usize>,
    /// As a name shows them: `{S1SetupRequestIEs}`.
    pub shown: String,
    /// Instances around.
    pub nesting: u32,
}
