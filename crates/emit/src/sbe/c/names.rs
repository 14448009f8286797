//! C names for a schema: `PACKAGE_MESSAGE_GROUP_FIELD` in lower case, with `_` before former capitals; values
//! of enumerations and choices of sets in upper case. A name whose functions would collide with others gets a
//! `_` appended, and a note.

use std::collections::HashMap;

use wireglot_model::sbe::EncodingId;

use super::super::names::{identifier, snake};
use super::super::outline::{Outline, Type};
use super::super::Options;
use crate::lang::c::reserved::libc;
use crate::lang::cpp::reserved::reserved_in_cpp;
use crate::lang::scope::{self, underscored};

/// Reserved words of C and C++, and library types that are not in the header list.
const RESERVED: &[&str] = reserved_in_cpp![
    "size_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "ptrdiff_t",
    "max_align_t",
    "nullptr_t",
    "float_t",
    "double_t",
    "div_t",
    "ldiv_t",
    "fpos_t",
    "time_t",
    "clock_t",
];

/// Suffixes of the names that every message, entry or composite has itself.
const OWN: [&str; 26] = [
    "",
    "_writer",
    "_wrap",
    "_status",
    "_version",
    "_length",
    "_validate",
    "_next",
    "_at",
    "_count",
    "_begin",
    "_finish",
    "_writer_status",
    "_add",
    "_edit",
    "_name",
    "_to_json",
    "_copy",
    "_facts_",
    "_parts_",
    "_own_",
    "_least_",
    "_groups_",
    "_data_",
    "_blank_",
    "_json_",
];

/// Prefixes of the functions of a field or data.
const FIELD: &[&str] = &["", "has_", "set_"];
/// Prefixes of the functions of a group; its entries have the bare name.
const GROUP: &[&str] = &["has_", "open_", "write_"];

/// All C names.
pub struct Names {
    /// The common prefix.
    pub space: String,
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
    /// The view type.
    pub ty: String,
    /// Its fields, without prefix.
    pub slots: Vec<String>,
    /// Its groups and data, without prefix.
    pub parts: Vec<String>,
}

/// The names already taken.
struct Scope {
    taken: scope::Scope,
    notes: Vec<String>,
}

impl Scope {
    /// Claims a name, with `_` appended until it and all names made from it are free.
    fn claim(&mut self, what: &str, wanted: String, made: impl Fn(&str) -> Vec<String>) -> String {
        let name = self.taken.claim(underscored(wanted.clone()), made, |name| RESERVED.contains(&name));
        if name != wanted {
            self.notes.push(format!("{what} is called `{name}`"));
        }
        name
    }

    fn own(&mut self, what: &str, wanted: String) -> String {
        self.claim(what, wanted, |name| OWN.iter().map(|end| format!("{name}{end}")).collect())
    }

    fn member(&mut self, ty: &str, around: &[&str], what: &str, wanted: &str) -> String {
        let made = |name: &str| {
            let mut made: Vec<String> = around.iter().map(|front| format!("{ty}_{front}{name}")).collect();
            made.extend(["NULL", "SIZE"].map(|end| format!("{ty}_{name}_{end}").to_ascii_uppercase()));
            made
        };
        self.claim(&format!("{what} `{wanted}` of {ty}"), snake(wanted), made)
    }
}

impl Names {
    /// Names everything in a schema. Messages go first, so that their names are kept.
    pub fn new(outline: &Outline, options: &Options) -> Names {
        let blocks = outline.blocks;
        let space = [&options.space, &blocks.package, &options.stem];
        let space = space.into_iter().find(|space| !space.trim().is_empty()).map_or("", String::as_str);
        let space = snake(&identifier(space.trim())).trim_matches('_').to_string();
        let lettered = space.starts_with(|first: char| first.is_ascii_alphabetic());
        let space = if lettered && space != "wg" { space } else { format!("sbe_{space}") };
        let ends =
            ["_schema_", "_zeros_", "_to_json", "_copy", "_validate"].map(|end| format!("{space}{end}"));
        let mut scope = Scope { taken: scope::Scope::with(ends), notes: Vec::new() };
        scope.taken.take(libc());
        for prefix in 0..outline.prefixes.len() {
            scope.taken.take([format!("{space}_prefix_{prefix}_")]);
        }
        let mut bodies: Vec<Named> = Vec::new();
        let mut order: Vec<usize> = (0..outline.bodies.len()).collect();
        order.sort_by_key(|index| outline.bodies[*index].at);
        bodies.resize_with(order.len(), || Named { ty: String::new(), slots: Vec::new(), parts: Vec::new() });
        for index in order {
            let path = &outline.bodies[index].path;
            let wanted = path.iter().fold(space.clone(), |name, step| format!("{name}_{}", snake(step)));
            bodies[index].ty = scope.own(&format!("`{}`", path.join(".")), wanted);
        }
        let mut types = HashMap::new();
        for (id, _) in &outline.types {
            let name = &blocks.get(*id).name;
            types.insert(*id, scope.own(&format!("the type `{name}`"), format!("{space}_{}", snake(name))));
        }
        for (named, body) in bodies.iter_mut().zip(&outline.bodies) {
            named.slots = body
                .slots
                .iter()
                .map(|slot| scope.member(&named.ty, FIELD, "the field", slot.name))
                .collect();
            named.parts = body
                .parts
                .iter()
                .map(|part| {
                    scope.member(
                        &named.ty,
                        if part.entry.is_some() { GROUP } else { FIELD },
                        "the part",
                        part.name,
                    )
                })
                .collect();
        }
        let mut members = HashMap::new();
        for (id, ty) in &outline.types {
            let name = types.get(id).cloned().unwrap_or_default();
            let mut constant = |wanted: &str| {
                let upper = format!("{name}_{}", snake(wanted)).to_ascii_uppercase();
                scope.claim(&format!("`{wanted}` of {name}"), upper, |name| vec![name.to_string()])
            };
            let all = match ty {
                Type::Enum(_, values) => values.iter().map(|value| constant(&value.name)).collect(),
                Type::Set(_, choices) => choices.iter().map(|choice| constant(&choice.name)).collect(),
                Type::Composite(slots) => {
                    slots.iter().map(|slot| scope.member(&name, FIELD, "the member", slot.name)).collect()
                }
            };
            members.insert(*id, all);
        }
        Names { space, types, bodies, members, notes: scope.notes }
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
