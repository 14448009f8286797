//! Messages of a layout, bit by bit.

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::{Annotated, Annotation, Part};
use crate::layout::{to_json, traced, Met, Reading, Trace};

/// What stands in the octets of a message.
pub fn packed(layout: &Layout, ty: LayoutId, octets: &[u8]) -> Annotated {
    let mut notes = Notes { layout, made: Annotated::default() };
    let read = traced(layout, ty, octets, Reading::default(), &mut notes);
    let mut made = notes.made;
    let all = octets.len() as u64 * 8;
    match read {
        Ok(_) => {
            made.fill(made.end().next_multiple_of(8), Part::Padding, "fills the last octet");
            made.fill(all, Part::Unknown, "behind the message");
        }
        Err(error) => {
            made.fill(all, Part::Rest, "not decoded");
            made.error = Some(error.into());
        }
    }
    made
}

struct Notes<'l> {
    layout: &'l Layout,
    made: Annotated,
}

impl Trace for Notes<'_> {
    fn met(&mut self, lo: u64, hi: u64, path: String, what: Met) {
        let name = |id: LayoutId| type_name(self.layout, id);
        let (part, ty, value, why) = match what {
            Met::Size(id, size) => {
                let why = format!("the size in bits, these {} included", hi - lo);
                (Part::Header, name(id), Some(size.to_string()), why)
            }
            Met::Count(known, sent) => {
                let why = match sent.cmp(&known) {
                    std::cmp::Ordering::Greater => format!("elements that were sent; {known} are known"),
                    std::cmp::Ordering::Less => format!("elements that were sent; {known} are expected"),
                    std::cmp::Ordering::Equal => "elements that were sent".to_string(),
                };
                (Part::Header, "uint16".into(), Some(sent.to_string()), why)
            }
            Met::Value(id, value) => {
                let why = match (&self.layout.resolved(id).kind, value) {
                    (LayoutKind::Enumerated(values), crate::layout::Packed::Integer(number)) => {
                        let known = values.iter().find(|value| i128::from(value.value) == *number);
                        known.map_or("no name has this number".into(), |value| value.name.clone())
                    }
                    _ => String::new(),
                };
                (Part::Value, name(id), Some(to_json(self.layout, id, value)), why)
            }
            Met::Newer => (Part::Unknown, String::new(), None, "appended by a newer sender".into()),
        };
        let depth = path.matches(['.', '[']).count() as u32;
        self.made.add(Annotation { bit: lo, bits: hi - lo, depth, part, path, ty, value, known: true, why });
    }
}

/// A type as the schema has it.
fn type_name(layout: &Layout, id: LayoutId) -> String {
    let ty = layout.resolved(id);
    match &ty.kind {
        LayoutKind::Boolean => "bool".into(),
        LayoutKind::Byte => "byte".into(),
        LayoutKind::Float => format!("float{}", ty.bits),
        LayoutKind::Unsigned => format!("uint{}", ty.bits),
        LayoutKind::Signed => format!("int{}", ty.bits),
        _ => ty.path.join("."),
    }
}
