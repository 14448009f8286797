//! Rust names for a schema: types in Pascal case (`OrderParts` for the group `parts` in `Order`), functions
//! in lower case with `_` before former capitals, constants in upper case. A reserved word or a name already
//! taken gets a `_` appended, and a note.

use std::collections::HashMap;

use wireglot_model::sbe::EncodingId;

use super::super::names::snake;
use super::super::outline::{Outline, Type};
use crate::lang::rust::reserved::reserved_in_rust;
use crate::lang::scope::{self, underscored};

/// Keywords.
const KEYWORDS: &[&str] = reserved_in_rust![""];

/// Names that generated code uses.
const TYPES: &[&str] = &["Self", "Message", "Option", "Some", "None", "Result", "Ok", "Err", "AsRef"];

/// Methods that views and writers have themselves.
const OWN: &[&str] = &[
    "wrap", "validate", "status", "version", "length", "to_json", "copy_to", "show", "new", "add", "finish",
    "place", "edit", "clone", "fmt", "eq", "hash", "as_ref", "into", "from", "try_into", "try_from",
    "borrow",
];

/// All Rust names.
pub struct Names {
    types: HashMap<EncodingId, String>,
    /// Names of bodies, in order.
    pub bodies: Vec<Named>,
    /// Names of the values, choices or members of types.
    members: HashMap<EncodingId, Vec<String>>,
    /// Names that had to be changed.
    pub notes: Vec<String>,
}

/// A body.
pub struct Named {
    /// Its view type.
    pub ty: String,
    /// Its table of facts.
    pub facts: String,
    /// Its fields.
    pub slots: Vec<String>,
    /// Its groups and data.
    pub parts: Vec<String>,
}

/// The names already taken.
struct Scope {
    taken: scope::Scope,
}

impl Scope {
    fn with(taken: &[&str]) -> Scope {
        Scope { taken: scope::Scope::with(taken.iter().copied()) }
    }

    /// Claims a name, with `_` appended until it and all names made from it are free.
    fn claim(&mut self, what: &str, wanted: String, made: &[&str], notes: &mut Vec<String>) -> String {
        let all = |name: &str| made.iter().map(|end| end.replace('*', name)).collect();
        let name = self.taken.claim(underscored(wanted.clone()), all, |name| KEYWORDS.contains(&name));
        if name != wanted {
            notes.push(format!("{what} is called `{name}`"));
        }
        name
    }
}

impl Names {
    /// Names everything in a schema. Messages go first, so that their names are kept.
    pub fn new(outline: &Outline) -> Names {
        let (mut notes, blocks) = (Vec::new(), outline.blocks);
        let mut scope = Scope::with(TYPES);
        let mut order: Vec<usize> = (0..outline.bodies.len()).collect();
        order.sort_by_key(|index| outline.bodies[*index].at);
        let mut bodies: Vec<Named> = Vec::new();
        bodies.resize_with(order.len(), || Named {
            ty: String::new(),
            facts: String::new(),
            slots: Vec::new(),
            parts: Vec::new(),
        });
        for index in order {
            let path = &outline.bodies[index].path;
            let wanted: String = path.iter().map(|step| pascal(step)).collect();
            let what = format!("`{}`", path.join("."));
            bodies[index].ty = scope.claim(&what, wanted, &["*", "*Writer"], &mut notes);
        }
        let mut types = HashMap::new();
        for (id, _) in &outline.types {
            let name = &blocks.get(*id).name;
            let what = format!("the type `{name}`");
            types.insert(*id, scope.claim(&what, pascal(name), &["*", "*Writer"], &mut notes));
        }
        let mut tables = Scope::with(&["BIG", "SCHEMA"]);
        for (named, body) in bodies.iter_mut().zip(&outline.bodies) {
            let facts = format!("{}_FACTS", snake(&named.ty).to_ascii_uppercase());
            named.facts = tables.claim("", facts, &["*"], &mut Vec::new());
            let mut scope = Scope::with(OWN);
            let mut claim = |what: &str, name: &str| {
                let what = format!("the {what} `{name}` of {}", named.ty);
                scope.claim(&what, lettered(snake(name)), &["*"], &mut notes)
            };
            named.slots = body.slots.iter().map(|slot| claim("field", slot.name)).collect();
            named.parts = body.parts.iter().map(|part| claim("part", part.name)).collect();
        }
        let mut members = HashMap::new();
        for (id, ty) in &outline.types {
            let owner = types.get(id).cloned().unwrap_or_default();
            let mut scope = Scope::with(OWN);
            let mut claim = |name: &str, wanted: String, made: &[&str]| {
                scope.claim(&format!("`{name}` of {owner}"), wanted, made, &mut notes)
            };
            let all = match ty {
                Type::Enum(_, values) => values
                    .iter()
                    .map(|value| {
                        claim(&value.name, lettered(snake(&value.name)).to_ascii_uppercase(), &["*"])
                    })
                    .collect(),
                Type::Set(_, choices) => choices
                    .iter()
                    .map(|choice| claim(&choice.name, lettered(snake(&choice.name)), &["*", "with_*"]))
                    .collect(),
                Type::Composite(slots) => {
                    slots.iter().map(|slot| claim(slot.name, lettered(snake(slot.name)), &["*"])).collect()
                }
            };
            members.insert(*id, all);
        }
        Names { types, bodies, members, notes }
    }

    /// The name of an enumeration, set or composite.
    pub fn ty(&self, id: EncodingId) -> &str {
        self.types.get(&id).map_or("", String::as_str)
    }

    /// The names of a type's values, choices or members.
    pub fn members(&self, id: EncodingId) -> &[String] {
        self.members.get(&id).map_or(&[], Vec::as_slice)
    }
}

/// A name in Pascal case: `group_size` is `GroupSize`.
fn pascal(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
    };
    lettered(words.map(word).collect())
}

/// A name that does not begin with a digit.
fn lettered(name: String) -> String {
    match name.starts_with(|first: char| first.is_ascii_digit()) || name.is_empty() {
        true => format!("_{name}"),
        false => name,
    }
}
