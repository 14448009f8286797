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
    let nullable = parent == 0 || matches!(name, "path" | "number");
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

/// Paths may take this many times the octets of their record, and so many octets more. Each part has its path, which
/// can be thousands of times as long as the part; what comes after has none.
const PATHS: (usize, usize) = (16, 64 << 10);

/// Adds the unknown parts of a value to its row. The value was decoded from `size` octets.
pub fn write(
    of: &dyn Message,
    (value, size): (ValueRef, usize),
    (columns, list): (&Columns, Place),
    row: &mut Vec<u8>,
) {
    let [element] = columns.get(list).children[..] else { return };
    let [path, number, octets] = columns.get(element).children[..] else { return };
    let places = Places { list, element, path, number, octets };
    let left = size.saturating_mul(PATHS.0).saturating_add(PATHS.1);
    Walk { of, path: String::new(), left, any: false, places, row }.value(value);
}

/// The places of the column and its parts.
struct Places {
    list: Place,
    element: Place,
    path: Place,
    number: Place,
    octets: Place,
}

/// Writes unknown parts; the decoder limits how deep values are.
struct Walk<'v> {
    of: &'v dyn Message,
    path: String,
    /// How many octets of paths may still be written.
    left: usize,
    /// Whether a part has been written.
    any: bool,
    places: Places,
    row: &'v mut Vec<u8>,
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

    fn found(&mut self, count: Option<u64>, data: &[u8]) {
        let Places { list, element, path, number: number_place, octets: octets_place } = self.places;
        if !std::mem::replace(&mut self.any, true) {
            self.row.extend_from_slice(&list.to_le_bytes());
        }
        self.row.extend_from_slice(&element.to_le_bytes());
        match self.left.checked_sub(self.path.len()) {
            Some(left) => {
                self.left = left;
                octets(self.row, path, Some(self.path.as_bytes()));
            }
            // Then only the empty path of the record itself still fits.
            None => self.left = 0,
        }
        number(self.row, number_place, count);
        octets(self.row, octets_place, Some(data));
    }
}
