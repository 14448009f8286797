//! Enumerations, sets, and value classes: composites, entries and messages.

use wireglot_model::sbe::{CompositeMember, EncodingId, EncodingKind, EnumValue, Primitive, SetChoice};

use super::super::facts::{composites, is_constant, member_presence};
use super::super::names::Scope;
use super::block::Layout;
use super::names::{of_int, public, Node, RESERVED};
use super::File;
use crate::lang::python::text::docstring;
use crate::lang::text::quoted;

impl File<'_> {
    /// All declared types; members come before the composites that use them.
    pub(super) fn types(&mut self) {
        let used = composites(self.blocks);
        for (index, encoding) in self.blocks.encodings.iter().enumerate() {
            let id = EncodingId(index as u32);
            match &encoding.kind {
                EncodingKind::Enum { values, .. } => self.enumeration(id, values),
                EncodingKind::Set { choices, .. } => self.set(id, choices),
                EncodingKind::Composite(members) if used.contains(&id) => self.composite(id, members),
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, id: EncodingId, values: &[EnumValue]) {
        let name = self.names.ty(id).to_string();
        self.w.open(format!("class {name}(IntEnum):"));
        docstring(
            &mut self.w,
            &format!("The enumeration {}.", self.blocks.get(id).name),
            &self.blocks.get(id).notes.doc,
        );
        self.w.line("");
        let mut scope = of_int();
        for value in values {
            let what = format!("the value of {name}");
            let given = scope.claim(&public(&value.name), RESERVED, &what, &mut self.names.notes);
            self.w.line(format!("{given} = {}", value.value));
        }
        self.w.line("");
        self.w.open("def schema_name(self) -> str:");
        self.w.line("\"\"\"Its name in the schema.\"\"\"");
        self.w.line(format!("return _S_{name}[int(self)]"));
        self.w.back();
        self.w.back();
        self.w.line("");
        // If a value has several names, the first one is shown.
        let mut named: Vec<(i128, &str)> = Vec::new();
        for value in values {
            if !named.iter().any(|(known, _)| *known == value.value) {
                named.push((value.value, &value.name));
            }
        }
        let listed: Vec<String> =
            named.iter().map(|(value, name)| format!("{value}: {}", quoted(name))).collect();
        self.w.line("");
        self.w.line(format!("_S_{name}: Dict[int, str] = {{{}}}", listed.join(", ")));
        self.w.line(format!("_T_{name} = {name}"));
        self.w.line(format!("_M_{name}: Dict[int, {name}] = {{each.value: each for each in {name}}}"));
        self.w.line(format!("_E_{name} = _M_{name}.get"));
        self.w.line("\n");
    }

    fn set(&mut self, id: EncodingId, choices: &[SetChoice]) {
        let name = self.names.ty(id).to_string();
        self.w.open(format!("class {name}(IntFlag):"));
        docstring(
            &mut self.w,
            &format!("The set {}.", self.blocks.get(id).name),
            &self.blocks.get(id).notes.doc,
        );
        self.w.line("");
        let mut scope = of_int();
        for choice in choices {
            let what = format!("the choice of {name}");
            let given = scope.claim(&public(&choice.name), RESERVED, &what, &mut self.names.notes);
            self.w.line(format!("{given} = {}", 1u64.checked_shl(choice.bit).unwrap_or(0)));
        }
        self.w.line("");
        self.w.open("def choices(self) -> List[str]:");
        self.w.line("\"\"\"The schema's names for the choices in the set.\"\"\"");
        self.w.line(format!("return [name for name, bit in _S_{name} if int(self) & bit]"));
        self.w.back();
        self.w.back();
        self.w.line("\n");
        let listed: Vec<String> = choices
            .iter()
            .map(|choice| {
                format!("({}, {})", quoted(&choice.name), 1u64.checked_shl(choice.bit).unwrap_or(0))
            })
            .collect();
        self.w.line(format!("_S_{name}: List[Tuple[str, int]] = [{}]", listed.join(", ")));
        self.w.line(format!("_T_{name} = {name}"));
        self.w.line("\n");
    }

    fn composite(&mut self, id: EncodingId, members: &[CompositeMember]) {
        let name = self.names.ty(id).to_string();
        let encoding = self.blocks.get(id);
        self.w.line("@dataclass");
        self.w.open(format!("class {name}(_Value):"));
        docstring(&mut self.w, &format!("The composite {}.", encoding.name), &encoding.notes.doc);
        self.w.line("");
        let mut scope = Scope::default();
        let mut listed = Vec::new();
        let mut absent = Vec::new();
        for member in members {
            let what = format!("the member of {name}");
            let given = scope.claim(&public(&member.name), RESERVED, &what, &mut self.names.notes);
            self.members.insert((id, member.name.clone()), given.clone());
            let presence = member_presence(self.blocks, member.encoding);
            let made = self.member(member.encoding, presence, &member.notes);
            self.declared(&given, &made.ty, &made.default, is_constant(presence));
            listed.push((member.name.clone(), given.clone()));
            if !is_constant(presence) {
                absent.push(format!("{given}={}", self.absent(member.encoding, presence, &member.notes)));
            }
        }
        self.listed(&listed);
        self.w.back();
        self.w.line("\n");
        self.w.line(format!("_T_{name} = {name}"));
        self.w.line(format!("_N_{name} = {name}({})", absent.join(", ")));
        self.w.line("\n");
    }

    fn declared(&mut self, given: &str, ty: &str, default: &str, is_constant: bool) {
        match is_constant {
            true => self.w.line(format!("{given}: ClassVar[{ty}] = {default}")),
            false => self.w.line(format!("{given}: {ty} = {default}")),
        }
    }

    fn listed(&mut self, members: &[(String, String)]) {
        let listed: Vec<String> =
            members.iter().map(|(name, given)| format!("({}, \"{given}\"),", quoted(name))).collect();
        self.w.line(format!("_members: ClassVar[Tuple[Tuple[str, str], ...]] = ({})", listed.join(" ")));
    }

    /// The name of a composite's member.
    pub(super) fn member_name(&self, id: EncodingId, name: &str) -> String {
        self.members.get(&(id, name.to_string())).cloned().unwrap_or_default()
    }

    /// The value class of a body, and the code that reads and writes its block.
    pub(super) fn value(&mut self, node: &Node) {
        let Node { class, body, .. } = node;
        let (what, doc) = match (node.message, node.group) {
            (Some(message), _) => (format!("The message {}.", message.name), &message.notes.doc),
            (None, Some(group)) => (format!("An entry of {}.", group.name), &group.notes.doc),
            (None, None) => return,
        };
        self.w.line("@dataclass");
        self.w.open(format!("class {class}(_Value):"));
        docstring(&mut self.w, &what, doc);
        self.w.line("");
        let mut listed = Vec::new();
        for (field, given) in body.fields.iter().zip(&node.given) {
            let made = self.member(field.encoding, &field.presence, &field.notes);
            self.declared(given, &made.ty, &made.default, is_constant(&field.presence));
            listed.push((field.name.clone(), given.clone()));
        }
        let mut given = node.given.iter().skip(body.fields.len());
        for (group, child) in body.groups.iter().zip(&node.children) {
            let Some(given) = given.next() else { break };
            let entry = self.names.nodes[*child].class.clone();
            match group.notes.since {
                0 => self.w.line(format!("{given}: List[{entry}] = field(default_factory=list)")),
                _ => self.w.line(format!("{given}: Optional[List[{entry}]] = None")),
            }
            listed.push((group.name.clone(), given.clone()));
        }
        for data in &body.data {
            let Some(given) = given.next() else { break };
            let (ty, empty) = match data.element.primitive {
                Primitive::Char => ("str", "\"\""),
                _ => ("bytes", "b\"\""),
            };
            match data.notes.since {
                0 => self.w.line(format!("{given}: {ty} = {empty}")),
                _ => self.w.line(format!("{given}: Optional[{ty}] = None")),
            }
            listed.push((data.name.clone(), given.clone()));
        }
        self.listed(&listed);
        if let Some(message) = node.message {
            self.w.line(format!("_schema_name: ClassVar[str] = {}", quoted(&message.name)));
            self.w.line(format!("_template: ClassVar[int] = {}", message.id));
            self.w.block(
                &[("class", class)],
                "

                def encode(self) -> bytes:
                    \"\"\"The message with its header, encoded. Raises SbeError if a value does not fit its field.\"\"\"
                    return _encoded(self, self._template, _B_$class$)

                @classmethod
                def decode(cls, octets: Octets) -> $class$:
                    \"\"\"The message at the start of `octets`. Raises SbeError if it is invalid or another one.\"\"\"
                    found: $class$ = _decoded(octets, cls._template, _B_$class$)[0]
                    return found
                ",
            );
        }
        self.w.back();
        self.w.line("\n");
        self.block(node);
    }

    /// The code that reads and writes a block.
    fn block(&mut self, node: &Node) {
        let Node { class, body, .. } = node;
        let mut layout = Layout::default();
        let wire: Vec<_> =
            body.fields.iter().zip(&node.given).filter(|(field, _)| !is_constant(&field.presence)).collect();
        for (field, _) in &wire {
            self.leaves(field.encoding, &field.presence, field.offset, &mut layout);
        }
        let format = layout.format(self.blocks.big_endian, body.block_length);
        let (mut leaf, mut read, mut written) = (0, Vec::new(), Vec::new());
        for (field, given) in &wire {
            read.push(self.read(field.encoding, &field.presence, &field.notes, &layout, &mut leaf));
            let value = format!("m.{given}");
            self.write(field.encoding, &field.presence, &field.notes, &value, &mut written);
        }
        let size = body.block_length;
        self.w.line(format!("_K_{class} = struct.Struct(\"{format}\")"));
        self.w.line(format!("_Z_{class} = bytes({size})"));
        self.w.line("\n");
        self.w.open(format!(
            "def _read_{class}(octets: Octets, at: int, length: int, version: int) -> {class}:"
        ));
        if !read.is_empty() {
            self.w.open(format!("if length >= {size}:"));
            self.w.line(format!("v = _K_{class}.unpack_from(octets, at)"));
            self.w.between("else:");
            self.w.line(format!("v = _K_{class}.unpack(_padded(octets, at, length, _Z_{class}))"));
            self.w.back();
        }
        self.call(&format!("return {class}"), &read);
        self.w.back();
        self.w.line("\n");
        self.w.open(format!("def _write_{class}(m: {class}) -> bytes:"));
        self.call(&format!("return _K_{class}.pack"), &layout.packed(written));
        self.w.back();
        self.w.line("\n");
    }

    /// A call with one argument per line, if it has any.
    fn call(&mut self, head: &str, arguments: &[String]) {
        if arguments.is_empty() {
            return self.w.line(format!("{head}()"));
        }
        self.w.open(format!("{head}("));
        arguments.iter().for_each(|argument| self.w.line(format!("{argument},")));
        self.w.close(")");
    }
}
