//! Names of a type as they appear in JSON text.

use wireglot_plan::{Shape, ShapeId, ShapeKind};

use super::text::Text;

/// The names of the parts of one type. Made when a value of the type is first written, since a
/// specification has more types than most messages use.
#[derive(Debug, Default)]
pub(super) enum Words {
    /// Not yet made.
    #[default]
    Unmade,
    /// No part of it has a name.
    None,
    /// Slots or alternatives: comma, name and colon, and in indented text a space after it.
    Members(Box<[Box<str>]>),
    /// Items of an ENUMERATED, in quotation marks, by number.
    Items(Box<[(i64, Box<str>)]>),
}

impl Words {
    /// Makes the names of a type.
    pub fn of(shape: &Shape, ty: ShapeId, spaced: bool) -> Words {
        let gap = if spaced { " " } else { "" };
        let Some(ty) = shape.types.get(ty.index()) else { return Words::None };
        let quoted = |(position, identifier): (usize, &String)| {
            let mut text = Text::default();
            text.quoted(ty.jer.name(position, identifier));
            text.as_str().to_string()
        };
        let member = |part| format!(",{}:{gap}", quoted(part)).into_boxed_str();
        match &ty.kind {
            ShapeKind::Record { slots, .. } => {
                Words::Members(slots.iter().map(|slot| &slot.name).enumerate().map(member).collect())
            }
            ShapeKind::Choice { alternatives, .. } => {
                Words::Members(alternatives.iter().map(|other| &other.name).enumerate().map(member).collect())
            }
            ShapeKind::Enumerated { items, .. } => {
                let item = |(position, (name, number)): (usize, &(String, i64))| {
                    (*number, quoted((position, name)).into_boxed_str())
                };
                let mut items: Box<[_]> = items.iter().enumerate().map(item).collect();
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
        // Items are mostly numbered in sequence from 0.
        let there = |&index: &usize| items.get(index).is_some_and(|(own, _)| *own == number);
        let search = || items.binary_search_by_key(&number, |(number, _)| *number).ok();
        let found = Some(number as usize).filter(there).or_else(search)?;
        items.get(found).map(|(_, name)| &**name)
    }
}
