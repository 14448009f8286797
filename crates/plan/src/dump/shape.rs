//! The shape as text.

use wireglot_bigint::BigInt;

use super::value::{show, show_real};
use super::{range, Lines};
use crate::{
    Check, ComponentCheck, Contents, KeyPath, OpenShape, Range, RecordKind, Shape, ShapeId, ShapeKind, Size,
    SlotPresence, Table, TableId,
};

/// The shape as text: one paragraph per type, then the tables.
pub fn dump_shape(shape: &Shape) -> String {
    let mut dump = Dump { shape, lines: Lines::default() };
    for index in 0..shape.types.len() {
        dump.ty(ShapeId(index as u32));
        dump.lines.line("");
    }
    for (index, table) in shape.tables.iter().enumerate() {
        dump.table(index, table);
        dump.lines.line("");
    }
    for root in &shape.roots {
        let name = dump.name(root.shape);
        dump.lines.line(format!("root {}.{} = {name}", root.module, root.reference));
    }
    dump.lines.out
}

struct Dump<'s> {
    shape: &'s Shape,
    lines: Lines,
}

impl Dump<'_> {
    fn name(&self, id: ShapeId) -> String {
        self.shape.types.get(id.index()).map_or("?".into(), |ty| ty.name.clone())
    }

    fn ty(&mut self, id: ShapeId) {
        let ty = self.shape.get(id);
        let head = self.head(&ty.kind);
        self.lines.line(format!("{}.{} = {head}", ty.module, ty.name));
        self.lines.depth += 1;
        match &ty.kind {
            ShapeKind::Record { slots, .. } => {
                for (index, slot) in slots.iter().enumerate() {
                    let mut text = format!("{index} {}: {}", slot.name, self.name(slot.shape));
                    if let Some(addition) = slot.addition {
                        text += &format!(", addition {addition}");
                    }
                    match &slot.presence {
                        SlotPresence::Required => {}
                        SlotPresence::Optional(bit) => text += &format!(", optional {bit}"),
                        SlotPresence::Default(bit, value) => {
                            text += &format!(", optional {bit} default {}", show(value));
                        }
                    }
                    self.lines.line(text);
                }
            }
            ShapeKind::Choice { alternatives, .. } => {
                for (index, alternative) in alternatives.iter().enumerate() {
                    let mut text = format!("{index} {}: {}", alternative.name, self.name(alternative.shape));
                    if let Some(addition) = alternative.addition {
                        text += &format!(", addition {addition}");
                    }
                    self.lines.line(text);
                }
            }
            _ => {}
        }
        for check in &ty.checks {
            let text = self.check(check);
            self.lines.line(format!("check {text}"));
        }
        self.lines.depth -= 1;
    }

    fn head(&self, kind: &ShapeKind) -> String {
        match kind {
            ShapeKind::Boolean => "BOOLEAN".into(),
            ShapeKind::Integer { range: Range { lo, hi }, named } => {
                format!("INTEGER {}{}", range(lo.as_ref(), hi.as_ref()), names(named))
            }
            ShapeKind::Enumerated { items, extensible } => {
                format!("ENUMERATED{}{}", names(items), extension(*extensible))
            }
            ShapeKind::BitString { named, size: of, fixed, contains } => {
                let fixed = if *fixed { ", fixed" } else { "" };
                format!("BIT STRING {}{fixed}{}{}", size(*of), names(named), self.contents(contains))
            }
            ShapeKind::OctetString { size: of, contains } => {
                format!("OCTET STRING {}{}", size(*of), self.contents(contains))
            }
            ShapeKind::Null => "NULL".into(),
            ShapeKind::Oid => "OBJECT IDENTIFIER".into(),
            ShapeKind::RelativeOid => "RELATIVE-OID".into(),
            ShapeKind::OidIri => "OID-IRI".into(),
            ShapeKind::RelativeOidIri => "RELATIVE-OID-IRI".into(),
            ShapeKind::Real => "REAL".into(),
            ShapeKind::Float { single: true } => "FLOAT 32".into(),
            ShapeKind::Float { single: false } => "FLOAT 64".into(),
            ShapeKind::String { kind, size: of } => format!("{kind:?}String {}", size(*of)),
            ShapeKind::Time(kind) => format!("time {kind:?}"),
            ShapeKind::Record { kind, extensible, .. } => {
                let kind = match kind {
                    RecordKind::Sequence => "SEQUENCE",
                    RecordKind::Set => "SET",
                    RecordKind::External => "EXTERNAL",
                    RecordKind::EmbeddedPdv => "EMBEDDED PDV",
                    RecordKind::CharacterString => "CHARACTER STRING",
                };
                format!("{kind}{}", extension(*extensible))
            }
            ShapeKind::List { element, size: of, set, .. } => {
                let kind = if *set { "SET" } else { "SEQUENCE" };
                format!("{} OF {}", [kind, &size(*of)].join(" ").trim_end(), self.name(*element))
            }
            ShapeKind::Choice { extensible, .. } => format!("CHOICE{}", extension(*extensible)),
            ShapeKind::Open(OpenShape::Opaque) => "open".into(),
            ShapeKind::Open(OpenShape::Fixed(held)) => format!("open, always {}", self.name(*held)),
            ShapeKind::Open(OpenShape::Keyed { table, keys }) => {
                let keys: Vec<String> = keys.iter().map(path).collect();
                format!("open, {} by {}", self.table_name(*table), keys.join(", "))
            }
        }
    }

    fn contents(&self, contents: &Option<Contents>) -> String {
        match contents {
            None => String::new(),
            Some(Contents { shape, rules: None }) => format!(", containing {}", self.name(*shape)),
            Some(Contents { shape, rules: Some(rules) }) => {
                format!(", containing {} in {rules}", self.name(*shape))
            }
        }
    }

    fn table_name(&self, id: TableId) -> String {
        self.shape.tables.get(id.index()).map_or("?".into(), |t| format!("table {} {}", id.0, t.name))
    }

    fn table(&mut self, index: usize, table: &Table) {
        let keys: Vec<String> = table.keys.iter().map(|k| self.name(*k)).collect();
        let marker = extension(table.extensible);
        self.lines.line(format!("table {index} {} by {}{marker}", table.name, keys.join(", ")));
        for row in &table.rows {
            let keys: Vec<String> = row.keys.iter().map(show).collect();
            let held = row.shape.map_or("nothing".into(), |id| self.name(id));
            self.lines.nested(|l| l.line(format!("{} {}: {held}", row.name, keys.join(", "))));
        }
    }

    fn check(&self, check: &Check) -> String {
        let list = |list: &[Check], word: &str| {
            let list: Vec<String> = list.iter().map(|c| self.check(c)).collect();
            format!("({})", list.join(word))
        };
        match check {
            Check::All(checks) if checks.is_empty() => "anything".into(),
            Check::Any(checks) if checks.is_empty() => "nothing".into(),
            Check::All(checks) => list(checks, " and "),
            Check::Any(checks) => list(checks, " or "),
            Check::Not(inner) => format!("not {}", self.check(inner)),
            Check::Equal(value) => format!("equal {}", show(value)),
            Check::Integer(ranges) => format!("in {}", integers(ranges)),
            Check::RealForm(form) => format!(
                "mantissa in {}, base in {}, exponent in {}",
                integers(&form.mantissa),
                integers(&form.base),
                integers(&form.exponent)
            ),
            Check::Real(lo, hi) => {
                let end = |end: &Option<(wireglot_model::Real, bool)>, none: &str| match end {
                    None => none.to_string(),
                    Some((at, open)) => format!("{}{}", show_real(at), if *open { " excluded" } else { "" }),
                };
                format!("real {}..{}", end(lo, "MIN"), end(hi, "MAX"))
            }
            Check::Size(sizes) => {
                let sizes: Vec<String> = sizes.iter().map(|&(lo, hi)| range(Some(lo), hi)).collect();
                format!("size {}", sizes.join(" | "))
            }
            Check::Alphabet(ranges) => {
                let ranges: Vec<String> = ranges.iter().map(|&(lo, hi)| code_points(lo, hi)).collect();
                format!("from {}", ranges.join(" "))
            }
            Check::Element(inner) => format!("each {}", self.check(inner)),
            Check::Contents(inner) => format!("contents {}", self.check(inner)),
            Check::Components(list) => {
                let list: Vec<String> = list.iter().map(|c| self.component(c)).collect();
                format!("with {}", list.join(", "))
            }
            Check::Column { table, column, keys } => {
                let keys: Vec<String> =
                    keys.iter().map(|(column, key)| format!(" where {column} is {}", path(key))).collect();
                format!("column {column} of {}{}", self.table_name(*table), keys.concat())
            }
        }
    }

    fn component(&self, component: &ComponentCheck) -> String {
        let presence = match component.presence {
            wireglot_model::PresenceConstraint::Present => " present",
            wireglot_model::PresenceConstraint::Absent => " absent",
            wireglot_model::PresenceConstraint::Optional => "",
        };
        let check = component.check.as_ref().map(|c| format!(" {}", self.check(c)));
        format!("{}{presence}{}", component.slot, check.unwrap_or_default())
    }
}

/// `^1/0/2`: one enclosing value up, then slots 0 and 2.
fn path(key: &KeyPath) -> String {
    let down: String = key.down.iter().map(|slot| format!("/{slot}")).collect();
    format!("^{}{down}", key.up)
}

fn names<N: std::fmt::Display>(list: &[(String, N)]) -> String {
    let list: Vec<String> = list.iter().map(|(name, number)| format!("{name}({number})")).collect();
    match list.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", list.join(", ")),
    }
}

fn size(size: Size) -> String {
    match size {
        Size { lo: 0, hi: None } => String::new(),
        Size { lo, hi } => format!("SIZE({})", range(Some(lo), hi)),
    }
}

fn extension(extensible: bool) -> &'static str {
    if extensible {
        ", extensible"
    } else {
        ""
    }
}

fn integers(ranges: &[(Option<BigInt>, Option<BigInt>)]) -> String {
    let ranges: Vec<String> = ranges.iter().map(|(lo, hi)| range(lo.as_ref(), hi.as_ref())).collect();
    ranges.join(" | ")
}

fn code_points(lo: u32, hi: u32) -> String {
    let show = |c: u32| match char::from_u32(c) {
        Some(c) if c.is_ascii_graphic() => c.to_string(),
        _ => format!("U+{c:04X}"),
    };
    match lo == hi {
        true => show(lo),
        false => format!("{}..{}", show(lo), show(hi)),
    }
}
