//! A column with the parts of records that the schema doesn't know: extension additions, and alternatives of an
//! extensible CHOICE.

use wireglot_driver::messages::Message;
use wireglot_driver::{ShapeKind, Unknown, ValueRef, View};

use crate::columns::{Column, Columns, Place};
use crate::items::{number, octets};
use crate::kind::{Content, Kind};
use crate::source::Source;

/// Adds the column: a list of structs with the path of the value that has the part, its number there, and its octets.
pub fn add(columns: &mut Columns, name: &str) -> Place {
    let list = push(columns, name, Kind::List, 0);
    let element = push(columns, "element", Kind::Struct, list);
    push(columns, "path", Kind::Text, element);
    push(columns, "number", Kind::Integer { octets: 8, signed: true }, element);
    push(columns, "octets", Kind::Binary, element);
    list
}

fn push(columns: &mut Columns, name: &str, kind: Kind, parent: Place) -> Place {
    let place = columns.all.len() as Place;
    let nullable = parent == 0 || name == "number";
    columns.all.push(Column::new(name, kind, Content::Value, Some(parent), nullable));
    if parent != 0 {
        columns.all[usize::from(parent)].children.push(place);
    }
    place
}

/// The place of the column, if there is one.
pub fn place(columns: &Columns) -> Option<Place> {
    columns.provenance.iter().find(|(source, _)| *source == Source::Unknown).map(|(_, place)| *place)
}

/// Adds the unknown parts of a value to its row.
pub fn write(of: &dyn Message, value: ValueRef, (columns, list): (&Columns, Place), row: &mut Vec<u8>) {
    let mut walk = Walk { of, path: String::new(), found: Vec::new() };
    walk.value(value);
    let [element] = columns.get(list).children[..] else { return };
    let [path, count, data] = columns.get(element).children[..] else { return };
    if !walk.found.is_empty() {
        row.extend_from_slice(&list.to_le_bytes());
    }
    for part in walk.found {
        row.extend_from_slice(&element.to_le_bytes());
        octets(row, path, Some(part.path.as_bytes()));
        number(row, count, part.number);
        octets(row, data, Some(part.octets));
    }
}

/// An unknown part.
struct Part<'v> {
    path: String,
    number: Option<u64>,
    octets: &'v [u8],
}

/// Collects unknown parts; the decoder limits how deep values are.
struct Walk<'v> {
    of: &'v dyn Message,
    path: String,
    found: Vec<Part<'v>>,
}

impl<'v> Walk<'v> {
    fn value(&mut self, value: ValueRef<'v>) {
        let of = self.of;
        let kind = &of.shape().get(value.shape()).kind;
        match value.view() {
            View::Record(record) => {
                let slots = match kind {
                    ShapeKind::Record { slots, .. } => &slots[..],
                    _ => &[],
                };
                for (index, inner) in record.slots() {
                    self.named(slots.get(index as usize).map(|slot| slot.name.as_str()), inner);
                }
                for (place, octets) in record.unknowns() {
                    if let Unknown::Insertion(number) | Unknown::Addition(number) = place {
                        self.found(Some(number.into()), octets);
                    }
                }
            }
            View::Choice(alternative, inner) => {
                let alternatives = match kind {
                    ShapeKind::Choice { alternatives, .. } => &alternatives[..],
                    _ => &[],
                };
                self.named(alternatives.get(alternative as usize).map(|one| one.name.as_str()), inner);
            }
            View::List(list) => {
                for (index, element) in list.iter().enumerate() {
                    self.inside(&format!("[{index}]"), element);
                }
            }
            View::UnknownChoice(index, octets) => self.found(index, octets),
            View::Open(_, inner) | View::Contained(_, inner) => self.value(inner),
            _ => {}
        }
    }

    fn named(&mut self, name: Option<&str>, value: ValueRef<'v>) {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.inside(&format!("{dot}{}", name.unwrap_or("?")), value);
    }

    fn inside(&mut self, step: &str, value: ValueRef<'v>) {
        let before = self.path.len();
        self.path.push_str(step);
        self.value(value);
        self.path.truncate(before);
    }

    fn found(&mut self, number: Option<u64>, octets: &'v [u8]) {
        self.found.push(Part { path: self.path.clone(), number, octets });
    }
}
