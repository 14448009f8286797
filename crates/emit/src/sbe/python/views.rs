//! Views of messages and entries in place, and columns of groups.

use wireglot_model::sbe::{EncodingId, EncodingKind, Field, Notes, Prefix, Presence, Primitive, Role};

use super::super::facts::{is_constant, member_presence};
use super::block::{stored, Layout};
use super::names::Node;
use super::File;
use crate::lang::python::text::{array_kind, docstring};

/// A column of a group.
struct Found {
    name: String,
    offset: u64,
    primitive: Primitive,
    since: u64,
}

impl File<'_> {
    /// The view of a body and of its group.
    pub(super) fn view(&mut self, node: &Node) {
        let Node { class, body, .. } = node;
        let what = match (node.message, node.group) {
            (Some(message), _) => format!("The message {}, read in place.", message.name),
            (None, Some(group)) => format!("An entry of {}, read in place.", group.name),
            (None, None) => return,
        };
        self.w.open(format!("class {class}View(_View):"));
        docstring(&mut self.w, &what, "");
        self.w.line("");
        self.w.line("__slots__ = ()");
        self.w.line(format!("_body = _B_{class}"));
        self.w.line("");
        if let Some(message) = node.message {
            self.w.block(
                &[
                    ("class", class),
                    ("id", &message.id.to_string()),
                    ("parts", &node_parts(node).to_string()),
                ],
                "
                def __init__(self, octets: Octets) -> None:
                    \"\"\"Checks the header. Raises SbeError if it is invalid or of another message.\"\"\"
                    self._state, self._d = _begin(octets, $id$, _B_$class$)
                    self._at, self._starts = _HEADER_SIZE, None

                @property
                def acting_version(self) -> int:
                    \"\"\"The sender's schema version.\"\"\"
                    return self._state.version

                def encoded_length(self) -> int:
                    \"\"\"The length of the message in bytes; reads all of it.\"\"\"
                    return self._start($parts$)
                ",
            );
            self.w.line("");
        }
        self.w.open(format!("def to_object(self) -> {class}:"));
        self.w.line("\"\"\"Decodes all of it into a value.\"\"\"");
        self.w.line(format!("found: {class} = super().to_object()"));
        self.w.line("return found");
        self.w.back();
        for (field, given) in body.fields.iter().zip(&node.given) {
            self.field(field, given);
        }
        let mut given = node.given.iter().skip(body.fields.len());
        for (index, (group, child)) in body.groups.iter().zip(&node.children).enumerate() {
            let Some(given) = given.next() else { break };
            let entry = self.names.nodes[*child].class.clone();
            self.property(given, &format!("{entry}Group"), group.notes.since, &group.notes.doc);
            let part = format!("_B_{class}.parts[{index}]");
            let start = match index {
                0 if !self.is_counted(node) => "self._at + self._d[0]".into(),
                _ => format!("self._start({index})"),
            };
            self.w.line(format!("return {entry}Group(self._state, {part}, {start}, {entry}View)"));
            self.w.back();
        }
        for (index, data) in body.data.iter().enumerate() {
            let Some(given) = given.next() else { break };
            let part = body.groups.len() + index;
            let text = data.element.primitive == Primitive::Char;
            self.property(given, if text { "str" } else { "memoryview" }, data.notes.since, &data.notes.doc);
            match text {
                true => self.w.line(format!("return bytes(self._data({part})).decode(\"latin-1\")")),
                false => self.w.line(format!("return self._data({part})")),
            }
            self.w.back();
        }
        self.w.back();
        self.w.line("\n");
        if node.group.is_some() {
            self.group(node);
        }
    }

    fn property(&mut self, given: &str, ty: &str, since: u64, doc: &str) {
        self.w.line("");
        self.w.line("@property");
        let ty = if since > 0 { format!("Optional[{ty}]") } else { ty.to_string() };
        self.w.open(format!("def {given}(self) -> {ty}:"));
        if !doc.trim().is_empty() {
            docstring(&mut self.w, doc.lines().next().unwrap_or(""), "");
        }
        if since > 0 {
            self.w.open(format!("if self._state.version < {since}:"));
            self.w.line("return None");
            self.w.back();
        }
    }

    fn field(&mut self, field: &Field, given: &str) {
        let member = self.member(field.encoding, &field.presence, &field.notes);
        let (ty, optional) = match member.ty.strip_prefix("Optional[").and_then(|ty| ty.strip_suffix(']')) {
            Some(ty) => (ty.to_string(), true),
            None => (member.ty.clone(), false),
        };
        let since = field.notes.since;
        if is_constant(&field.presence) {
            self.property(given, &ty, 0, &field.notes.doc);
            self.w.line(format!("return {}", member.default));
            return self.w.back();
        }
        let shown = if optional && since == 0 { member.ty.clone() } else { ty };
        self.property(given, &shown, since, &field.notes.doc);
        let mut layout = Layout::default();
        self.leaves(field.encoding, &field.presence, 0, &mut layout);
        let size = self.blocks.get(field.encoding).size;
        let format = layout.format(self.blocks.big_endian, size);
        let notes = Notes { since: 0, ..field.notes.clone() };
        let read = self.read(field.encoding, &field.presence, &notes, &layout, &mut 0);
        let number = self.unpacker(&format);
        let at = if field.offset > 0 { format!("self._at + {}", field.offset) } else { "self._at".into() };
        match self.is_late(field.encoding) {
            true => {
                self.w.line("version = self._state.version");
                let within = format!("_within(self._state.octets, {at}, self._at + self._d[0], {size})");
                self.w.line(format!("v = _f{number}({within}, 0)"));
            }
            false if read.contains("v[") => self.w.line(format!("v = _f{number}(self._state.octets, {at})")),
            false => {}
        }
        self.w.line(format!("value: {} = {read}", member.ty));
        self.w.line("return value");
        self.w.back();
    }

    /// Whether parts of a value were added after it.
    fn is_late(&self, id: EncodingId) -> bool {
        match &self.blocks.get(id).kind {
            EncodingKind::Composite(members) => {
                members.iter().any(|member| member.notes.since > 0 || self.is_late(member.encoding))
            }
            _ => false,
        }
    }

    /// Whether the prefix of a body counts the parts after its block.
    fn is_counted(&self, node: &Node) -> bool {
        let prefix = node.group.map(|group| &group.dimension).or(self.blocks.header.as_ref());
        let says = |prefix: &Prefix, role| prefix.part(role).is_some() || prefix.constant(role).is_some();
        prefix.is_some_and(|prefix| says(prefix, Role::NumGroups) || says(prefix, Role::NumVarDataFields))
    }

    /// The index of the function that unpacks a format.
    fn unpacker(&mut self, format: &str) -> usize {
        if let Some(at) = self.unpackers.iter().position(|known| known == format) {
            return at;
        }
        self.unpackers.push(format.to_string());
        self.unpackers.len() - 1
    }

    fn group(&mut self, node: &Node) {
        let class = &node.class;
        let columns = if node.is_flat() { self.columns(node) } else { Vec::new() };
        self.w.open(format!("class {class}Group(Group[\"{class}View\"]):"));
        docstring(
            &mut self.w,
            &format!("The entries of {}.", node.group.map_or("", |group| &group.name)),
            "",
        );
        self.w.line("");
        self.w.line("__slots__ = ()");
        let order = if self.blocks.big_endian { ">" } else { "<" };
        if !columns.is_empty() {
            self.w.open("_columns = {");
            for Found { name, offset, primitive, since } in &columns {
                let (letter, kind, size) = (stored(*primitive), array_kind(*primitive), primitive.size());
                let form = format!("(\"{order}{letter}\", \"{order}{kind}{size}\", {size})");
                self.w.line(format!("\"{name}\": ({offset}, {form}, {since}),"));
            }
            self.w.close("}");
            let of = |float: bool| -> Vec<String> {
                let fit = columns.iter().filter(|column| column.primitive.is_float() == float);
                fit.map(|column| format!("\"{}\"", column.name)).collect()
            };
            let kinds = [("int", of(false)), ("float", of(true))];
            let kinds: Vec<_> = kinds.iter().filter(|(_, names)| !names.is_empty()).collect();
            let doc = "\"\"\"One field of every entry, in place.\"\"\"";
            if let [(ty, names)] = kinds.as_slice() {
                self.w.line("");
                self.w
                    .open(format!("def column(self, name: Literal[{}]) -> Column[{ty}]:", names.join(", ")));
                self.w.line(doc);
            } else {
                for (ty, names) in &kinds {
                    self.w.line("");
                    self.w.line("@overload");
                    self.w.line(format!(
                        "def column(self, name: Literal[{}]) -> Column[{ty}]: ...",
                        names.join(", ")
                    ));
                }
                self.w.line("");
                self.w.open("def column(self, name: str) -> Column[Any]:");
                self.w.line(doc);
            }
            self.w.line("return self._column(name)");
            self.w.back();
        }
        self.w.back();
        self.w.line("\n");
    }

    /// Numbers that occur once in a block; those in composites are named by path.
    fn columns(&self, node: &Node) -> Vec<Found> {
        let mut found = Vec::new();
        for (field, given) in node.body.fields.iter().zip(&node.given) {
            if !is_constant(&field.presence) {
                self.column(given, field.encoding, field.offset, field.notes.since, &mut found);
            }
        }
        found
    }

    fn column(&self, name: &str, id: EncodingId, offset: u64, since: u64, found: &mut Vec<Found>) {
        let primitive = match &self.blocks.get(id).kind {
            EncodingKind::Simple(simple) if simple.length == 1 && simple.primitive != Primitive::Char => {
                simple.primitive
            }
            EncodingKind::Enum { primitive, .. } | EncodingKind::Set { primitive, .. } => *primitive,
            EncodingKind::Composite(members) => {
                for member in members {
                    let own = member_presence(self.blocks, member.encoding);
                    if !matches!(own, Presence::Constant(_)) {
                        let name = format!("{name}.{}", self.member_name(id, &member.name));
                        let since = since.max(member.notes.since);
                        self.column(&name, member.encoding, offset + member.offset, since, found);
                    }
                }
                return;
            }
            EncodingKind::Simple(_) => return,
        };
        found.push(Found { name: name.to_string(), offset, primitive, since });
    }
}

fn node_parts(node: &Node) -> usize {
    node.body.groups.len() + node.body.data.len()
}
