//! The chart of a bitproto message.

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::{Chart, Offset, Part, Role};

/// Bits of a lead.
const LEAD: u64 = 16;

/// The chart of a type of a packed layout, as the given module sees it.
pub fn packed(layout: &Layout, module: usize, ty: LayoutId) -> Chart {
    let whole = layout.get(ty);
    let mut charter = Charter { layout, module, parts: Vec::new(), path: String::new(), moved: false };
    charter.inside(ty, &Vec::new(), 0);
    Chart {
        title: whole.path.join("."),
        doc: whole.doc.clone(),
        bits: whole.bits,
        order: "Bit 0 is the least significant bit of the first octet.",
        by_octets: false,
        parts: charter.parts,
    }
}

struct Charter<'l> {
    layout: &'l Layout,
    module: usize,
    parts: Vec<Part>,
    path: String,
    /// Something that may grow was passed.
    moved: bool,
}

impl Charter<'_> {
    /// A type as its schema writes it.
    fn name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        let mark = |extensible: bool| if extensible { "'" } else { "" };
        let named = match ty.module == self.module {
            true => ty.path.join("."),
            false => format!("{}.{}", self.layout.modules[ty.module].name, ty.path.join(".")),
        };
        match &ty.kind {
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Byte => "byte".into(),
            LayoutKind::Enumerated(_) => format!("{named}: uint{}", ty.bits),
            LayoutKind::Alias(inner) => format!("{named} = {}", self.name(*inner)),
            LayoutKind::Array { element, count, extensible } => {
                let element = self.name(*element);
                // What stands for a name has no place inside of another type.
                let short = element.split([':', ' ']).next().unwrap_or_default();
                format!("{short}[{count}]{}", mark(*extensible))
            }
            LayoutKind::Record { extensible, .. } => format!("{named}{}", mark(*extensible)),
            _ => self.layout.word(ty),
        }
    }

    fn part(&mut self, ty: String, bits: u64, role: Role, steps: &[u64], first: u64, doc: Option<String>) {
        let place = Offset { first, steps: steps.to_vec(), moves: self.moved };
        self.parts.push(Part { path: self.path.clone(), place, bits, ty, role, since: None, doc });
    }

    /// What stands inside a type that begins at `at`.
    fn inside(&mut self, id: LayoutId, steps: &Vec<u64>, at: u64) {
        let layout = self.layout;
        let outer = self.path.len();
        match &layout.resolved(id).kind {
            LayoutKind::Record { fields, extensible } => {
                if *extensible {
                    self.lead("size in bits", steps, at);
                }
                for field in fields {
                    self.path.push_str(if outer > 0 { "." } else { "" });
                    self.path.push_str(&field.name);
                    self.member(field.ty, steps, at + field.offset, field.doc.clone());
                    self.path.truncate(outer);
                }
                self.moved |= *extensible;
            }
            LayoutKind::Array { element, count, extensible } => {
                let at = if *extensible { at + LEAD } else { at };
                let each = layout.get(*element);
                self.moved |= !each.fixed && *count > 1;
                if matches!(layout.resolved(*element).kind, LayoutKind::Record { .. }) && each.bits > 0 {
                    self.path.push_str(&format!("[{}]", index(steps.len())));
                    let mut steps = steps.clone();
                    steps.push(each.bits);
                    self.inside(*element, &steps, at);
                    self.path.truncate(outer);
                }
                self.moved |= *extensible;
            }
            _ => {}
        }
    }

    fn lead(&mut self, what: &str, steps: &[u64], at: u64) {
        let outer = self.path.len();
        self.path.push_str(if outer > 0 { "'" } else { "message'" });
        self.part("uint16".into(), LEAD, Role::Lead, steps, at, Some(what.to_string()));
        self.path.truncate(outer);
    }

    /// A field: what it is, and what is in it.
    fn member(&mut self, id: LayoutId, steps: &Vec<u64>, at: u64, doc: Option<String>) {
        let ty = self.layout.get(id);
        let name = self.name(id);
        match &self.layout.resolved(id).kind {
            LayoutKind::Record { .. } => {
                self.part(name, ty.bits, Role::Group, steps, at, doc);
                if ty.bits > 0 {
                    self.inside(id, steps, at);
                }
            }
            LayoutKind::Array { extensible, .. } => {
                let lead = if *extensible { LEAD } else { 0 };
                if *extensible {
                    self.lead("number of elements", steps, at);
                }
                self.part(name, ty.bits - lead, Role::Box, steps, at + lead, doc);
                self.inside(id, steps, at);
            }
            _ => self.part(name, ty.bits, Role::Box, steps, at, doc),
        }
    }
}

/// The letter that counts the elements at a depth of lists.
pub(super) fn index(depth: usize) -> char {
    const LETTERS: &[u8; 6] = b"ijklmn";
    LETTERS.get(depth).map_or('n', |letter| char::from(*letter))
}
