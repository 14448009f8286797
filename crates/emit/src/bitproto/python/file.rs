//! One Python file: types and their codecs. A message is one wide integer; fields are accessed by shifts and
//! masks.

use std::cell::RefCell;
use std::collections::BTreeSet;

use wireglot_model::Value;
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutItem, LayoutKind, LayoutType, LayoutValue};

use super::super::fixed::bare;
use super::super::names::{beside, Names};
use super::super::out_of_line::OutOfLine;
use super::super::steps::LEAD;
use super::names::{inside_class, members, name_map, RESERVED};
use super::runs::Runs;
use crate::lang::text::quoted;
use crate::Writer;

/// A file being generated.
pub struct File<'l> {
    /// The layout.
    pub layout: &'l Layout,
    /// Its names.
    pub names: &'l Names,
    /// The module of the file.
    pub module: usize,
    /// The body.
    pub w: Writer,
    /// The modules that it refers to.
    pub imports: RefCell<BTreeSet<usize>>,
    /// Which messages are encoded and decoded by their own methods inside others.
    pub apart: OutOfLine,
    /// The functions that pack and unpack runs.
    pub runs: Runs,
}

impl<'l> File<'l> {
    /// A name from a module, as referred to in this file.
    pub(super) fn named(&self, module: usize, name: &str) -> String {
        if module == self.module {
            return name.to_string();
        }
        self.imports.borrow_mut().insert(module);
        format!("{}.{name}", self.import_name(module))
    }

    /// The name of a module in this file.
    pub fn import_name(&self, module: usize) -> String {
        let own = self.layout.modules[self.module].imports.iter().find(|(_, to)| *to == module);
        let name = own.map_or(&self.layout.modules[module].name, |(name, _)| name);
        // Functions have variables with one letter and perhaps a number.
        let made = match name.trim_end_matches(|c: char| c.is_ascii_digit()).len() <= 1 || name == "self" {
            true => format!("{name}_bp"),
            false => beside(name, RESERVED),
        };
        // Python renames `__name` in a class (private name mangling).
        match made.starts_with("__") && !made.ends_with("__") {
            true => format!("bp{made}"),
            false => made,
        }
    }

    pub(super) fn type_of(&self, id: LayoutId) -> String {
        self.named(self.layout.get(id).module, self.names.ty(id))
    }

    /// A type hint.
    pub(super) fn hint(&self, id: LayoutId) -> String {
        match &self.layout.get(id).kind {
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Float => "float".into(),
            LayoutKind::Enumerated(_) => format!("Union[int, {}]", self.type_of(id)),
            LayoutKind::Array { element, .. } if self.is_byte(*element) => "bytearray".into(),
            LayoutKind::Array { element, .. } => format!("List[{}]", self.hint(*element)),
            LayoutKind::Alias(_) | LayoutKind::Record { .. } => self.type_of(id),
            _ => "int".into(),
        }
    }

    pub(super) fn is_byte(&self, id: LayoutId) -> bool {
        matches!(self.layout.get(id).kind, LayoutKind::Byte)
    }

    /// A new value of a type.
    pub(super) fn fresh(&self, id: LayoutId) -> String {
        match &self.layout.get(id).kind {
            LayoutKind::Boolean => "False".into(),
            LayoutKind::Float => "0.0".into(),
            LayoutKind::Enumerated(values) if values.is_empty() => "0".into(),
            LayoutKind::Enumerated(_) => format!("{}.{}", self.type_of(id), self.names.value(id, 0)),
            LayoutKind::Array { element, count, .. } if self.is_byte(*element) => {
                format!("bytearray({count})")
            }
            LayoutKind::Array { element, count, .. } => {
                let each = self.fresh(*element);
                match each.ends_with([')', ']']) {
                    true => format!("[{each} for _ in range({count})]"),
                    false => format!("([{each}] * {count})"),
                }
            }
            LayoutKind::Alias(_) => {
                let factory = format!("bp_default_factory_{}", self.names.ty(id));
                format!("{}()", self.named(self.layout.get(id).module, &factory))
            }
            LayoutKind::Record { .. } => format!("{}()", self.type_of(id)),
            _ => "0".into(),
        }
    }

    fn has_field(&self, id: LayoutId, fields: &[LayoutField], name: &str) -> bool {
        (0..fields.len()).any(|position| self.names.field(id, position) == name)
    }

    /// Generates all declarations.
    pub fn all(&mut self) {
        let this = &self.layout.modules[self.module];
        for (position, item) in this.items.iter().enumerate() {
            match item {
                LayoutItem::Constant { value, doc, .. } => {
                    self.comment(doc);
                    self.constant(self.names.constant(self.module, position), value);
                }
                LayoutItem::Type(id) => self.declare(*id),
            }
        }
    }

    fn comment(&mut self, doc: &Option<String>) {
        for line in doc.iter().flat_map(|doc| doc.lines()) {
            self.w.line(format!("# {line}").trim_end());
        }
    }

    fn constant(&mut self, name: &str, value: &Value) {
        let line = match value {
            Value::Boolean(value) => format!("{name}: bool = {}", if *value { "True" } else { "False" }),
            Value::String(text) => format!("{name}: str = {}", quoted(text)),
            Value::Integer(number) => format!("{name}: int = {number}"),
            _ => return,
        };
        self.w.line(line);
        self.w.line("");
    }

    fn declare(&mut self, id: LayoutId) {
        let ty = self.layout.get(id);
        let name = self.names.ty(id);
        match &ty.kind {
            LayoutKind::Alias(inner) => {
                self.comment(&ty.doc);
                let hint = self.hint(*inner);
                self.w.line(format!("{name} = {hint}  # {}bit\n\n", ty.bits));
                self.w.open(format!("def bp_default_factory_{name}() -> {name}:"));
                self.w.line(format!("return {}", bare(self.fresh(*inner))));
                self.w.close("\n");
            }
            LayoutKind::Enumerated(values) => self.enumeration(id, name, ty, values),
            LayoutKind::Record { fields, extensible } => self.record(id, name, ty, fields, *extensible),
            _ => {}
        }
    }

    fn enumeration(&mut self, id: LayoutId, name: &str, ty: &LayoutType, values: &[LayoutValue]) {
        self.w.line("");
        self.comment(&ty.doc);
        self.w.line("@unique");
        self.w.open(format!("class {name}(IntEnum):  # {}bit", ty.bits));
        for (index, value) in values.iter().enumerate() {
            self.comment(&value.doc);
            self.w.line(format!("{} = {}", self.names.value(id, index), value.value));
        }
        if values.is_empty() {
            self.w.line("pass");
        }
        self.w.close("\n");
        self.w.line("# Aliases for backwards compatibility");
        for index in 0..values.len() {
            let value = self.names.value(id, index);
            self.w.line(format!("{value}: {name} = {name}.{value}"));
        }
        self.w.line("");
        self.w.open(format!("{}: Dict[{name}, str] = {{", name_map(name)));
        for index in 0..values.len() {
            let value = self.names.value(id, index);
            self.w.line(format!("{name}.{value}: \"{value}\","));
        }
        self.w.close("}\n\n");
        self.w.open(format!("def {}(number: int) -> Union[int, {name}]:", members(name)));
        self.w.line("\"\"\"The member with a number; the number itself if there is none.\"\"\"");
        self.w.line(format!("return {name}._value2member_map_.get(number, number)  # type: ignore"));
        self.w.close("\n");
    }

    fn record(
        &mut self,
        id: LayoutId,
        name: &str,
        ty: &LayoutType,
        fields: &[LayoutField],
        extensible: bool,
    ) {
        self.w.line("\n@dataclass");
        self.w.open(format!("class {name}(_Message):"));
        if let Some(doc) = &ty.doc {
            let doc = doc.replace('\\', "\\\\").replace('"', "\\\"");
            self.w.line(format!("\"\"\"{}\"\"\"\n", doc.replace('\n', "\n    ")));
        }
        self.w.line(format!("# Number of bytes to serialize class {name}"));
        self.w.line(format!("BYTES_LENGTH: ClassVar[int] = {}\n", ty.octets()));
        let others = fields.iter().enumerate().filter_map(|(position, field)| {
            let name = self.names.field(id, position);
            (name != field.name).then(|| format!("\"{name}\": \"{}\"", field.name))
        });
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            self.w.line(format!("_names: ClassVar[Dict[str, str]] = {{{}}}\n", others.join(", ")));
        }
        for (position, field) in fields.iter().enumerate() {
            self.comment(&field.doc);
            let fresh = self.fresh(field.ty);
            let default = match &self.layout.resolved(field.ty).kind {
                LayoutKind::Enumerated(_) => {
                    let base = self.layout.base(field.ty);
                    let of = self.named(self.layout.get(base).module, &members(self.names.ty(base)));
                    let inside = |text: &str| inside_class(text, |name| self.has_field(id, fields, name));
                    format!("_Enum({}, {})", inside(&of), inside(&fresh))
                }
                _ => match fresh.ends_with([')', ']']) {
                    true => format!("_field(default_factory=lambda: {fresh})"),
                    false => fresh,
                },
            };
            let (member, hint) = (self.names.field(id, position), self.hint(field.ty));
            let bits = self.layout.get(field.ty).bits;
            self.w.line(format!("{member}: {hint} = {default}  # {bits}bit"));
        }
        if !fields.is_empty() {
            self.w.line("");
        }
        self.init(id, fields);
        let octets = ty.octets().to_string();
        self.w.block(&[("octets", &octets)], ENCODE);
        self.w.line("");
        if ty.fixed {
            self.w.block(&[("octets", &octets)], FIXED);
        } else {
            let checks = self.checks(id).join("\n    and ");
            let bits = (ty.octets() * 8).to_string();
            let names = [("octets", octets.as_str()), ("bits", bits.as_str())];
            self.w.block(&names, EXTENSIBLE);
            self.w.line("");
            self.w.line("@staticmethod");
            self.w.open("def _is_own(v: int) -> bool:");
            self.w.open("return (");
            self.w.line(checks);
            self.w.close(")");
            self.w.close("");
            self.reader(id, fields, extensible, ty.bits);
        }
        self.w.line("");
        self.put(id);
        self.get(id);
        self.w.close("\n");
        self.table(id, name, ty, fields, extensible);
    }

    /// A value as an integer of its width.
    pub(super) fn word(&self, id: LayoutId, part: &str) -> String {
        let ty = self.layout.resolved(id);
        match &ty.kind {
            LayoutKind::Boolean => format!("(1 if {part} else 0)"),
            LayoutKind::Float => format!("_bits{}({part})", ty.bits),
            LayoutKind::Record { .. } => format!("{part}._put()"),
            LayoutKind::Array { element, count, extensible } => {
                let each = self.layout.resolved(*element);
                let all = match &each.kind {
                    LayoutKind::Byte if self.is_byte(*element) => {
                        format!("_from_bytes({part}[:{count}], \"little\")")
                    }
                    _ => format!(
                        "_join([{} for x in {part}[:{count}]], {count}, {})",
                        self.word(*element, "x"),
                        each.bits
                    ),
                };
                match extensible {
                    true => format!("({count} | {all} << {LEAD})"),
                    false => all,
                }
            }
            _ => format!("({part} & {:#x})", u64::MAX >> (64 - ty.bits)),
        }
    }

    /// A value from the lowest bits of an integer; higher bits may be set.
    pub(super) fn value(&self, id: LayoutId, down: &str) -> String {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        let mask = |bits: u64| format!("{:#x}", u64::MAX >> (64 - bits.max(1)));
        match &ty.kind {
            LayoutKind::Boolean => format!("{down} & 1 == 1"),
            LayoutKind::Float => format!("_float{}({down})", ty.bits),
            LayoutKind::Signed => {
                let sign = format!("{:#x}", 1u64 << (ty.bits - 1));
                format!("(({down} & {}) ^ {sign}) - {sign}", mask(ty.bits))
            }
            LayoutKind::Enumerated(_) => {
                let of = self.named(ty.module, &members(self.names.ty(base)));
                format!("{of}({down} & {})", mask(ty.bits))
            }
            LayoutKind::Record { .. } => format!("{}._made({down})", self.type_of(base)),
            LayoutKind::Array { element, count, extensible } => {
                let down = match (extensible, down) {
                    (false, down) => down.to_string(),
                    (true, "v") | (true, "x") => format!("{down} >> {LEAD}"),
                    (true, down) => format!("({down}) >> {LEAD}"),
                };
                let each = self.layout.get(*element).bits;
                match self.is_byte(*element) {
                    true => {
                        // Python's compiler folds only small constants.
                        let mask = match *count {
                            0..=256 => format!("0x0{}", "f".repeat(*count as usize * 2)),
                            _ => format!("(1 << {}) - 1", count * 8),
                        };
                        format!("bytearray(({down} & {mask}).to_bytes({count}, \"little\"))")
                    }
                    false => {
                        format!("[{} for x in _split({down}, {count}, {each})]", self.value(*element, "x"))
                    }
                }
            }
            _ => format!("{down} & {}", mask(ty.bits)),
        }
    }
}

const ENCODE: &str = r#"
    def encode(self) -> bytearray:
        """
        Encode this object to bytearray.
        """
        return bytearray(self._put().to_bytes($octets$, "little"))
"#;

const FIXED: &str = r#"
    def decode(self, s: bytearray) -> None:
        """
        Decode given bytearray s to this object.
        :param s: A bytearray with length at least `BYTES_LENGTH`; otherwise raises ValueError.
        """
        if len(s) != $octets$:
            if len(s) < $octets$:
                raise ValueError("short: there are fewer bytes than the message takes")
            s = s[:$octets$]
        self._get(_from_bytes(s, "little"))

    def decode_padded(self, s: bytearray) -> None:
        """The same, but missing bytes count as zero."""
        self._get(_from_bytes(s[:$octets$], "little"))
"#;

const EXTENSIBLE: &str = r#"
    def decode(self, s: bytearray) -> None:
        """
        Decode given bytearray s, which any version may have written, to this object.
        Raises ValueError if s is too short or a length prefix is invalid.
        """
        v = _from_bytes(s[:$octets$], "little")
        if len(s) >= $octets$ and self._is_own(v):
            self._get(v)
        else:
            self._get(0)
            self._read(_Reader(s, len(s) * 8))

    def decode_padded(self, s: bytearray) -> None:
        """The same, but missing bytes count as zero."""
        self._get(0)
        self._read(_Reader(s, max(len(s) * 8, $bits$)))
"#;
