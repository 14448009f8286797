//! Go names for a schema: exported names in Pascal case.

use std::collections::HashMap;

use wireglot_model::sbe::{Body, EncodingId, Group, Message, MessageSchema};
use wireglot_text::cases::pascal;

use super::super::facts::{self, is_declared};
use super::super::names::identifier;
use crate::lang::scope::{self, lettered, underscored};

/// Methods that views and writers have themselves.
const OWN: [&str; 17] = [
    "Wrap",
    "Validate",
    "Err",
    "ActingVersion",
    "EncodedLength",
    "AppendJSON",
    "MarshalJSON",
    "Next",
    "All",
    "Len",
    "At",
    "Present",
    "Finish",
    "Copy",
    "Edit",
    "String",
    "Has",
];

/// Names declared in every package.
const RUNTIME: [&str; 19] = [
    "SbeCode",
    "SbeError",
    "SbeOK",
    "SbeShort",
    "SbeWrongSchema",
    "SbeUnknownTemplate",
    "SbeAnotherMessage",
    "SbeShortBlock",
    "SbeWrongCount",
    "SbeEmptyEntries",
    "SbeCannotSkip",
    "SbeNoRoom",
    "SbeWrongOrder",
    "SbeTooMany",
    "SbeTemplateOf",
    "SbeAppendJSON",
    "SbeRewrite",
    "SbeSchemaID",
    "SbeSchemaVersion",
];

/// Names already taken; each can be claimed once.
#[derive(Default)]
pub struct Scope {
    taken: scope::Scope,
}

impl Scope {
    /// The scope of a view and its writer, with their own methods taken.
    pub fn of_members() -> Scope {
        Scope { taken: scope::Scope::with(OWN) }
    }

    /// Claims a name from which others are derived, with `_` appended until all are free.
    pub fn claim(&mut self, wanted: &str, others: &[&str], what: &str, notes: &mut Vec<String>) -> String {
        let plain = exported(wanted);
        let all = |name: &str| -> Vec<String> {
            let others = others.iter().map(|other| other.replace('*', name));
            std::iter::once(name.to_string()).chain(others).collect()
        };
        let name = self.taken.claim(underscored(plain.clone()), all, |_| false);
        if name != plain {
            notes.push(format!("{what} `{wanted}` is called `{name}`"));
        }
        name
    }
}

/// An exported name.
pub fn exported(name: &str) -> String {
    lettered(pascal(&identifier(name)), 'X')
}

/// A message or the entries of a group.
#[derive(Clone)]
pub struct Node<'b> {
    /// The view type.
    pub view: String,
    /// The type that iterates over the entries; for messages, the name of the message.
    pub cursor: String,
    /// The writer type.
    pub writer: String,
    /// The table of its parts.
    pub table: String,
    pub body: &'b Body,
    pub message: Option<&'b Message>,
    pub group: Option<&'b Group>,
    /// Its nesting depth in groups.
    pub level: usize,
    /// The body with the group, and the index of the group among its parts.
    pub owner: Option<(usize, usize)>,
    /// The bodies of its groups.
    pub children: Vec<usize>,
    /// The names of fields, groups and data.
    pub given: Vec<String>,
}

impl Node<'_> {
    /// Whether all entries have the same size for every sender.
    pub fn is_flat(&self) -> bool {
        self.group.is_some_and(facts::is_flat)
    }

    pub fn fields(&self) -> &[String] {
        self.given.get(..self.body.fields.len()).unwrap_or_default()
    }

    pub fn groups(&self) -> &[String] {
        let start = self.body.fields.len();
        self.given.get(start..start + self.body.groups.len()).unwrap_or_default()
    }

    pub fn data(&self) -> &[String] {
        self.given.get(self.body.fields.len() + self.body.groups.len()..).unwrap_or_default()
    }
}

/// All names declared in the package.
pub struct Names<'b> {
    pub nodes: Vec<Node<'b>>,
    pub types: HashMap<EncodingId, String>,
    pub notes: Vec<String>,
    pub scope: Scope,
}

impl<'b> Names<'b> {
    /// Names everything in a schema. Messages go first, so that their names are kept.
    pub fn new(blocks: &'b MessageSchema) -> Names<'b> {
        let scope = Scope { taken: scope::Scope::with(RUNTIME) };
        let mut names = Names { nodes: Vec::new(), types: HashMap::new(), notes: Vec::new(), scope };
        for message in &blocks.messages {
            let others = ["*Writer", "*TemplateID", "*BlockLength"];
            let view = names.scope.claim(&message.name, &others, "the message", &mut names.notes);
            names.node(&view.clone(), &message.body, &mut |node| {
                node.message = Some(message);
                node.view.clone_from(&view);
            });
        }
        for (index, encoding) in blocks.encodings.iter().enumerate() {
            if is_declared(&encoding.kind) {
                let name = names.scope.claim(&encoding.name, &["*Writer"], "the type", &mut names.notes);
                names.types.insert(EncodingId(index as u32), name);
            }
        }
        names
    }

    fn node(&mut self, name: &str, body: &'b Body, more: &mut dyn FnMut(&mut Node<'b>)) -> usize {
        let at = self.nodes.len();
        let mut node = Node {
            view: format!("{name}Entry"),
            cursor: name.to_string(),
            writer: format!("{name}Writer"),
            table: format!("sbe{name}Body"),
            body,
            message: None,
            group: None,
            level: 0,
            owner: None,
            children: Vec::new(),
            given: Vec::new(),
        };
        more(&mut node);
        let mut scope = Scope::of_members();
        let fields = body.fields.iter().map(|field| (&field.name, "the field"));
        let groups = body.groups.iter().map(|group| (&group.name, "the group"));
        let data = body.data.iter().map(|data| (&data.name, "the data"));
        for (wanted, what) in fields.chain(groups).chain(data) {
            let what = format!("{what} of {name}");
            node.given.push(scope.claim(wanted, &["Set*"], &what, &mut self.notes));
        }
        let (level, given) = (node.level, node.given.clone());
        self.nodes.push(node);
        for (index, group) in body.groups.iter().enumerate() {
            let wanted = format!("{name}{}", given.get(body.fields.len() + index).map_or("", String::as_str));
            let child = self.scope.claim(&wanted, &["*Entry", "*Writer"], "the group", &mut Vec::new());
            let child = self.node(&child, &group.body, &mut |node| {
                node.group = Some(group);
                node.level = level + 1;
                node.owner = Some((at, index));
            });
            if let Some(node) = self.nodes.get_mut(at) {
                node.children.push(child);
            }
        }
        at
    }

    /// The type of an encoding.
    pub fn ty(&self, id: EncodingId) -> &str {
        self.types.get(&id).map_or("", String::as_str)
    }
}
