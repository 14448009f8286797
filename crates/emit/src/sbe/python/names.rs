//! Python names for a schema: those of the schema.

use std::collections::HashMap;

use wireglot_model::sbe::{Body, EncodingId, Group, Message, MessageSchema};

use super::super::facts::{is_declared, is_flat};
use super::super::names::{identifier, Scope};
use crate::lang::python::reserved::reserved_in_python;

/// Reserved words of Python, names that generated classes use, and members that values and views have
/// themselves.
pub const RESERVED: &[&str] = reserved_in_python![
    "match",
    "case",
    "type",
    "int",
    "str",
    "bytes",
    "bytearray",
    "float",
    "bool",
    "object",
    "property",
    "classmethod",
    "list",
    "tuple",
    "dict",
    "len",
    "min",
    "range",
    "slice",
    "memoryview",
    "isinstance",
    "getattr",
    "setattr",
    "iter",
    "sum",
    "enumerate",
    "super",
    "cast",
    "struct",
    "dataclass",
    "field",
    "annotations",
    "overload",
    "Any",
    "Callable",
    "ClassVar",
    "Dict",
    "IntEnum",
    "IntFlag",
    "Iterator",
    "List",
    "Literal",
    "Optional",
    "Sequence",
    "Tuple",
    "Type",
    "TypeVar",
    "Union",
    "SbeError",
    "Octets",
    "Column",
    "Group",
    "Message",
    "decode",
    "decode_from",
    "encode",
    "to_json",
    "to_object",
    "encoded_length",
    "acting_version",
    "ValueError",
    "TypeError",
    "AttributeError",
    "UnicodeError",
    "OverflowError",
    "import_module",
    "Exception",
    "ImportError",
    "IndexError",
    "self",
    "cls",
];

/// Further names that members of enumerations and sets have themselves.
const OF_INT: &[&str] = &[
    "name",
    "value",
    "mro",
    "names",
    "values",
    "real",
    "imag",
    "numerator",
    "denominator",
    "conjugate",
    "bit_length",
    "bit_count",
    "to_bytes",
    "from_bytes",
    "as_integer_ratio",
    "is_integer",
    "schema_name",
    "choices",
];

/// The scope of an enumeration's or a set's members.
pub fn of_int() -> Scope {
    Scope::with(OF_INT.iter().copied())
}

/// A name that does not begin with `_`, as such names are private.
pub fn public(name: &str) -> String {
    let name = identifier(name);
    match name.starts_with('_') {
        true => format!("x{name}"),
        false => name,
    }
}

/// A message or the entries of a group.
#[derive(Clone)]
pub struct Node<'b> {
    /// The class of its values; views and groups append a word.
    pub class: String,
    pub body: &'b Body,
    pub message: Option<&'b Message>,
    pub group: Option<&'b Group>,
    /// The bodies of its groups.
    pub children: Vec<usize>,
    /// The names of fields, groups and data.
    pub given: Vec<String>,
}

impl Node<'_> {
    pub fn is_flat(&self) -> bool {
        self.group.is_some_and(is_flat)
    }
}

/// All names declared in the module.
pub struct Names<'b> {
    pub nodes: Vec<Node<'b>>,
    pub types: HashMap<EncodingId, String>,
    pub notes: Vec<String>,
    scope: Scope,
}

impl<'b> Names<'b> {
    /// Names everything in a schema. Messages go first, so that their names are kept.
    pub fn new(blocks: &'b MessageSchema) -> Names<'b> {
        let mut names =
            Names { nodes: Vec::new(), types: HashMap::new(), notes: Vec::new(), scope: Scope::default() };
        let mut roots = Vec::new();
        for message in &blocks.messages {
            let class = names.claim(&message.name, "the message");
            roots.push((message, class));
        }
        for (index, encoding) in blocks.encodings.iter().enumerate() {
            if is_declared(&encoding.kind) {
                let name = names.claim(&encoding.name, "the type");
                names.types.insert(EncodingId(index as u32), name);
            }
        }
        for (message, class) in roots {
            let at = names.node(&class, &message.body, None);
            names.nodes[at].message = Some(message);
        }
        names
    }

    fn claim(&mut self, wanted: &str, what: &str) -> String {
        self.scope.claim(&public(wanted), RESERVED, what, &mut self.notes)
    }

    fn node(&mut self, class: &str, body: &'b Body, group: Option<&'b Group>) -> usize {
        // Annotations in the class name it.
        let mut scope = Scope::with([class]);
        let mut given = Vec::new();
        let fields = body.fields.iter().map(|field| &field.name);
        let parts =
            body.groups.iter().map(|group| &group.name).chain(body.data.iter().map(|data| &data.name));
        for wanted in fields.chain(parts) {
            given.push(scope.claim(
                &public(wanted),
                RESERVED,
                &format!("the member of {class}"),
                &mut self.notes,
            ));
        }
        let mut children = Vec::new();
        for group in &body.groups {
            let inner = format!("{class}_{}", identifier(&group.name));
            let inner = self.scope.claim(&inner, RESERVED, "the group", &mut Vec::new());
            children.push(self.node(&inner, &group.body, Some(group)));
        }
        self.nodes.push(Node { class: class.into(), body, message: None, group, children, given });
        self.nodes.len() - 1
    }

    /// The class of an encoding.
    pub fn ty(&self, id: EncodingId) -> &str {
        self.types.get(&id).map_or("", String::as_str)
    }
}
