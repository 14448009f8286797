//! The chart of a type, and the parts of a record.

use wireglot_plan::layout::{LayoutValue, Presence, Scalar, LENGTH_PREFIX};
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind};

use super::{Chart, Name, Names, Offset, Part, Role};

/// The chart of a type, with names as seen from the given module.
pub fn typed(layout: &Layout, module: usize, ty: LayoutId) -> Chart {
    let whole = layout.get(ty);
    let mut charter = Charter::new(layout, module);
    charter.inside(ty, &[], 0);
    charter.chart(whole.path.join("."), whole.doc.clone(), whole.bits)
}

/// Lists the parts of a layout in wire order.
pub(super) struct Charter<'l> {
    layout: &'l Layout,
    module: usize,
    parts: Vec<Part>,
    path: String,
    /// Whether a part that may grow has been listed.
    moved: bool,
}

impl<'l> Charter<'l> {
    pub fn new(layout: &'l Layout, module: usize) -> Charter<'l> {
        Charter { layout, module, parts: Vec::new(), path: String::new(), moved: false }
    }

    pub fn chart(self, title: String, doc: Option<String>, bits: u64) -> Chart {
        let by_octets = self.layout.conventions.by_octets;
        let order = match (by_octets, self.layout.messages.big_endian) {
            (false, _) => "Bit 0 is the least significant bit of the first octet.",
            (true, true) => "Numbers are big-endian.",
            (true, false) => "Numbers are little-endian.",
        };
        Chart { title, doc, bits, order, by_octets, parts: self.parts }
    }

    /// The name of a type as in its schema; a type written `in_place` has no name of its own.
    fn name(&self, id: LayoutId, in_place: bool) -> String {
        let ty = self.layout.get(id);
        let mark = |extensible: bool| if extensible { "'" } else { "" };
        let named = match ty.module == self.module {
            true => ty.path.join("."),
            false => format!("{}.{}", self.layout.modules[ty.module].name, ty.path.join(".")),
        };
        let word = match &ty.kind {
            LayoutKind::Alias(inner) => return format!("{named} = {}", self.name(*inner, false)),
            LayoutKind::Record { extensible, .. } => return format!("{named}{}", mark(*extensible)),
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Byte => "byte".into(),
            LayoutKind::Text => format!("char[{}]", ty.octets()),
            LayoutKind::Array { element, count, extensible } => {
                let element = self.name(*element, false);
                // Inside another type, only the name is shown.
                let short = element.split([':', ' ']).next().unwrap_or_default();
                format!("{short}[{count}]{}", mark(*extensible))
            }
            _ => self.layout.word(ty),
        };
        match ty.path.is_empty() || in_place || named.is_empty() || named == word {
            true => word,
            false => format!("{named}: {word}"),
        }
    }

    fn part(&mut self, (ty, role): (String, Role), bits: u64, steps: &[u64], first: u64, note: Note) {
        let place = Offset { first, steps: steps.to_vec(), moves: self.moved };
        let Note { since, doc, names } = note;
        self.parts.push(Part { path: self.path.clone(), place, bits, ty, role, since, doc, names });
    }

    /// The parts of a type that begins at `at`.
    fn inside(&mut self, id: LayoutId, steps: &[u64], at: u64) {
        let layout = self.layout;
        let outer = self.path.len();
        match &layout.resolved(id).kind {
            LayoutKind::Record { fields, extensible } => {
                if *extensible {
                    self.length_prefix("size in bits", steps, at);
                }
                fields.iter().for_each(|field| self.field(field, steps, at));
                self.moved |= *extensible;
            }
            LayoutKind::Array { element, count, extensible } => {
                let at = if *extensible { at + LENGTH_PREFIX } else { at };
                let each = layout.get(*element);
                self.moved |= !each.fixed && *count > 1;
                if matches!(layout.resolved(*element).kind, LayoutKind::Record { .. }) && each.bits > 0 {
                    self.path.push_str(&format!("[{}]", index(steps.len())));
                    let mut steps = steps.to_vec();
                    steps.push(each.bits);
                    self.inside(*element, &steps, at);
                    self.path.truncate(outer);
                }
                self.moved |= *extensible;
            }
            _ => {}
        }
    }

    fn length_prefix(&mut self, what: &str, steps: &[u64], at: u64) {
        let outer = self.path.len();
        self.path.push_str(if outer > 0 { "'" } else { "message'" });
        let note = Note { doc: Some(what.to_string()), ..Note::default() };
        self.part(("uint16".into(), Role::Lead), LENGTH_PREFIX, steps, at, note);
        self.path.truncate(outer);
    }

    /// A field of a type that begins at `at`, and its parts.
    pub fn field(&mut self, field: &LayoutField, steps: &[u64], at: u64) {
        let outer = self.path.len();
        self.path.push_str(if outer > 0 { "." } else { "" });
        self.path.push_str(&field.name);
        self.placed(field, steps, at + field.offset);
        self.path.truncate(outer);
    }

    fn placed(&mut self, field: &LayoutField, steps: &[u64], at: u64) {
        let (layout, id) = (self.layout, field.ty);
        let ty = layout.get(id);
        let name = self.name(id, field.in_place);
        let since = (field.since > 0).then_some(field.since);
        let note = Note { since, doc: field.doc.clone(), names: None };
        let named = |note| Note { names: self.names(id), ..note };
        match (&field.presence, &layout.resolved(id).kind) {
            (Presence::Constant(of, constant), _) => {
                let name = format!("{name} = {}", constant.words(layout.get(*of)));
                self.part((name, Role::Group), 0, steps, at, note);
            }
            (_, LayoutKind::Record { fields, .. }) => {
                self.part((optional(name, field), Role::Group), ty.bits, steps, at, note);
                if ty.bits > 0 || fields.iter().any(LayoutField::is_constant) {
                    self.inside(id, steps, at);
                }
            }
            (_, LayoutKind::Array { extensible, .. }) => {
                let note = named(note);
                let prefix = if *extensible { LENGTH_PREFIX } else { 0 };
                if *extensible {
                    self.length_prefix("number of elements", steps, at);
                }
                let bits = ty.bits - prefix;
                self.part((optional(name, field), Role::Box), bits, steps, at + prefix, note);
                self.inside(id, steps, at);
            }
            _ => {
                let note = named(note);
                self.part((optional(name, field), Role::Box), ty.bits, steps, at, note);
            }
        }
    }

    /// The names of a type's values or bits; of an array, those of its elements.
    fn names(&self, id: LayoutId) -> Option<Names> {
        let id = self.layout.base(id);
        let ty = self.layout.get(id);
        let (of_bits, values) = match &ty.kind {
            LayoutKind::Array { element, .. } => return self.names(*element),
            LayoutKind::Enumerated(values) => (false, values),
            LayoutKind::Set(values) => (true, values),
            _ => return None,
        };
        let name = |value: &LayoutValue| Name {
            value: match (of_bits, ty.scalar) {
                (false, Scalar::Char) => format!("'{}'", char::from(value.value as u8).escape_default()),
                (false, Scalar::Signed) => (value.value as i64).to_string(),
                _ => value.value.to_string(),
            },
            name: value.name.clone(),
            doc: one_line(value.doc.as_deref()),
        };
        Some(Names { ty: self.name(id, false), of_bits, all: values.iter().map(name).collect() })
    }
}

/// What else is known of a part.
#[derive(Default)]
struct Note {
    since: Option<u64>,
    doc: Option<String>,
    names: Option<Names>,
}

/// A comment on one line.
pub(super) fn one_line(doc: Option<&str>) -> String {
    doc.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn optional(name: String, field: &LayoutField) -> String {
    match field.presence {
        Presence::Null => format!("{name}, optional"),
        _ => name,
    }
}

/// The index letter for a list at this depth.
pub(super) fn index(depth: usize) -> char {
    const LETTERS: &[u8; 6] = b"ijklmn";
    LETTERS.get(depth).map_or('n', |letter| char::from(*letter))
}
