//! C++ names for a schema.

use std::collections::{HashMap, HashSet};

use wireglot_model::sbe::{Body, EncodingId, EncodingKind, MessageSchema, Prefix};

use super::super::facts::{self, Prefixes};
use super::super::names::{identifier, Scope};
use super::super::Options;
use crate::lang::c::reserved::libc;
use crate::lang::cpp::reserved::reserved_in_cpp;

/// Reserved words of C++, and names that generated code uses unqualified.
pub const RESERVED: &[&str] = reserved_in_cpp![
    "assert",
    "std",
    "wg",
    "schema_",
    "le_",
    "be_",
    "text_",
    "array_",
    "pen_",
    "own_",
    "inner_",
    "fault_",
    "fail_",
    "filled_",
    "fill_away_",
    "clear_",
    "from_",
    "at_",
    "to_",
    "of_",
    "T_",
    "M_",
    "S_",
    "V_",
    "W_",
    "B_",
    "Values_",
    "Writer_",
    "wireglot",
    "wireglot_name",
    "p_",
    "version_",
    "there_",
    "acting_",
    "group_",
    "flat_",
    "opened_",
    "data_",
    "start_",
    "ended_",
    "finish_",
    "visit_",
    "dispatch",
    "Messages_",
    "Schema_",
    "Facts_",
    "Parts_",
    "P_",
    "abandon_",
    "begin_",
    "held_",
    "block_",
    "choices_",
    "close_",
    "complete_",
    "count_",
    "deep_",
    "empty_",
    "end_",
    "ends_",
    "entry_",
    "error_",
    "fault_at_",
    "fields_",
    "fill_",
    "first_",
    "has_",
    "is_flat_",
    "is_whole_",
    "known_",
    "left_",
    "length_",
    "levels_",
    "limit_",
    "next_",
    "octets_",
    "owner_",
    "passed_",
    "place_",
    "prefix_",
    "Prefix_",
    "prefix_of_",
    "present_",
    "put_",
    "reach_",
    "real_",
    "root_",
    "root_of_",
    "signed_",
    "size_",
    "take_",
    "unsigned_",
    "value_",
    "visitor_",
    "CHAR_BIT",
    "HUGE_VAL",
    "INFINITY",
    "NAN",
    "BUFSIZ",
    "stdin",
    "stdout",
    "stderr",
];

/// Names declared in the namespace of a schema.
#[derive(Debug)]
pub struct Names<'b> {
    /// The namespace, outermost part first.
    pub space: Vec<String>,
    types: HashMap<EncodingId, String>,
    /// Types whose names may be hidden inside a class, without `_` appended.
    hidden: HashSet<String>,
    prefixes: Prefixes<'b>,
    /// The names of the prefixes, in order.
    prefix_names: Vec<String>,
    /// The names of messages, in order.
    pub messages: Vec<String>,
    /// Names that had to be changed.
    pub notes: Vec<String>,
}

impl<'b> Names<'b> {
    /// Names everything in a schema. Messages go first, so that their names are kept.
    pub fn new(blocks: &'b MessageSchema, options: &Options) -> Names<'b> {
        let mut notes = Vec::new();
        let space = [&options.space, &blocks.package, &options.stem];
        let space = space.into_iter().find(|space| !space.trim().is_empty()).map_or("", String::as_str);
        let space = space.split(['.', ':']).filter(|part| !part.trim().is_empty());
        let space: Vec<String> = space
            .enumerate()
            .map(|(depth, part)| {
                // The outermost namespace shares a scope with C headers and the program's `main`.
                let around = libc().chain(["main"]);
                let mut beside = if depth == 0 { Scope::with(around) } else { Scope::default() }.in_cpp();
                beside.claim(part.trim(), RESERVED, "the namespace", &mut notes)
            })
            .collect();
        // Classes and their functions declare these.
        let own = ["Fields", "Writer", "Values", "bits", "on"].map(String::from);
        let mut scope = Scope::with(space.last().cloned().into_iter().chain(own)).in_cpp();
        let mut claim = |wanted: &str, what: &str| scope.claim(wanted, RESERVED, what, &mut notes);
        let messages = blocks.messages.iter().map(|message| claim(&message.name, "the message")).collect();
        let declared = blocks.encodings.iter().enumerate().filter(|(_, e)| facts::is_declared(&e.kind));
        let types: HashMap<EncodingId, String> = declared
            .map(|(index, encoding)| (EncodingId(index as u32), claim(&encoding.name, "the type")))
            .collect();
        let prefixes = Prefixes::of(blocks);
        let prefix_names = prefixes.iter().map(|prefix| {
            let composite = &blocks.get(prefix.composite).name;
            claim(&format!("{}Prefix", capital(&identifier(composite))), "the prefix")
        });
        let prefix_names = prefix_names.collect();
        let hidden = hidden(blocks, &types);
        Names { space, types, hidden, prefixes, prefix_names, messages, notes }
    }

    /// The name of an enumeration, set or composite, usable anywhere in the namespace: qualified if a member
    /// or a runtime name could hide it.
    pub fn ty(&self, id: EncodingId) -> String {
        let bare = self.bare(id);
        match self.hidden.contains(bare.trim_end_matches('_')) {
            true => format!("schema_::{bare}"),
            false => bare.to_string(),
        }
    }

    /// The unqualified name, for its declaration.
    pub fn bare(&self, id: EncodingId) -> &str {
        self.types.get(&id).map_or("", String::as_str)
    }

    /// The class that reads a prefix.
    pub fn prefix(&self, wanted: &Prefix) -> &str {
        let name = self.prefixes.number(wanted).and_then(|number| self.prefix_names.get(number));
        name.map_or("", String::as_str)
    }

    /// All prefixes with their names.
    pub fn prefixes(&self) -> impl Iterator<Item = (&'b Prefix, &String)> {
        self.prefixes.iter().copied().zip(&self.prefix_names)
    }
}

/// The types whose names may be hidden inside a class, by a member, an entry class or a runtime name.
fn hidden(blocks: &MessageSchema, types: &HashMap<EncodingId, String>) -> HashSet<String> {
    let types: HashSet<&str> = types.values().map(|name| name.trim_end_matches('_')).collect();
    let mut hidden = HashSet::new();
    let mut hide = |name: &str| {
        if let Some(name) = types.get(name.trim_end_matches('_')) {
            hidden.insert((*name).to_string());
        }
    };
    for (_, text) in super::runtime::RUNTIME {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').for_each(&mut hide);
    }
    ["Fields", "Writer", "Values"].into_iter().for_each(&mut hide);
    let mut bodies: Vec<&Body> = blocks.messages.iter().map(|message| &message.body).collect();
    while let Some(body) = bodies.pop() {
        body.fields.iter().for_each(|field| hide(&identifier(&field.name)));
        body.data.iter().for_each(|data| hide(&identifier(&data.name)));
        for group in &body.groups {
            hide(&identifier(&group.name));
            hide(&identifier(&format!("{}Entry", capital(&group.name))));
            bodies.push(&group.body);
        }
    }
    for encoding in &blocks.encodings {
        if let EncodingKind::Composite(members) = &encoding.kind {
            members.iter().for_each(|member| hide(&identifier(&member.name)));
        }
    }
    hidden
}

/// Capitalizes a word.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}
