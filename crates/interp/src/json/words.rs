//! Names of a type as they stand in JSON text.

use wireglot_plan::{Shape, ShapeId, ShapeKind};

/// The names of the parts of one type. Made when a value of it is first written:
/// a specification has more types than most messages.
#[derive(Debug, Default)]
pub(super) enum Words {
    /// Not made yet.
    #[default]
    Unmade,
    /// No part of it has a name.
    None,
    /// Of slots or alternatives: comma, name, colon; with a space behind it in indented text.
    Members(Box<[Box<str>]>),
    /// Of the items of an ENUMERATED, by number: in quotation marks.
    Items(Box<[(i64, Box<str>)]>),
}

impl Words {
    /// The words of a type.
    pub fn of(shape: &Shape, ty: ShapeId, spaced: bool) -> Words {
        let gap = if spaced { " " } else { "" };
        // Names are identifiers, so nothing in them needs an escape.
        let member = |name: &String| format!(",\"{name}\":{gap}").into_boxed_str();
        match shape.types.get(ty.index()).map(|ty| &ty.kind) {
            Some(ShapeKind::Record { slots, .. }) => {
                Words::Members(slots.iter().map(|slot| member(&slot.name)).collect())
            }
            Some(ShapeKind::Choice { alternatives, .. }) => {
                Words::Members(alternatives.iter().map(|alternative| member(&alternative.name)).collect())
            }
            Some(ShapeKind::Enumerated { items, .. }) => {
                let quoted = |(name, number): &(String, i64)| (*number, format!("\"{name}\"").into());
                let mut items: Box<[_]> = items.iter().map(quoted).collect();
                items.sort_by_key(|(number, _)| *number);
                Words::Items(items)
            }
            _ => Words::None,
        }
    }

    /// The name of a slot or alternative.
    #[inline]
    pub fn member(&self, index: u32) -> &str {
        match self {
            Words::Members(names) => names.get(index as usize).map_or("", |name| name),
            _ => "",
        }
    }

    /// The name of an item.
    pub fn item(&self, number: i64) -> Option<&str> {
        let Words::Items(items) = self else { return None };
        // Mostly the items are numbered as they stand.
        let there = |&index: &usize| items.get(index).is_some_and(|(own, _)| *own == number);
        let search = || items.binary_search_by_key(&number, |(number, _)| *number).ok();
        let found = Some(number as usize).filter(there).or_else(search)?;
        items.get(found).map(|(_, name)| &**name)
    }
}
