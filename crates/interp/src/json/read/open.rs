//! Open types: what a value is follows from its keys, wherever they stand.

use wireglot_plan::{KeyPath, OpenShape, Shape, ShapeId, ShapeKind, SlotPresence, TableId};

use super::{Parts, Read, Run, Wrong, ABSENT};
use crate::json::{escape, keys};
use crate::Sink;

impl<'s> Run<'_, 's, '_> {
    pub(super) fn open(&mut self, node: u32, ty: ShapeId, open: &'s OpenShape) -> Read {
        let opaque = match self.document.only_member(node, escape::OPAQUE) {
            None if self.reader.opens_as_hex => Some(node),
            found => found,
        };
        if let Some(octets) = opaque {
            return self.opaque(octets, ty);
        }
        let actual = match open {
            OpenShape::Opaque => None,
            OpenShape::Fixed(actual) => Some(*actual),
            OpenShape::Keyed { table, keys } => self.row(*table, keys),
        };
        let Some(actual) = actual else {
            return self.opaque(node, ty).map_err(|wrong| match open {
                OpenShape::Keyed { table, .. } if self.reader.shape.table(*table).rows.is_empty() => wrong,
                OpenShape::Keyed { table, keys } => self.no_row(*table, keys, wrong),
                _ => wrong,
            });
        };
        self.tape.begin_open(ty, actual);
        self.wrapped(node, actual)?;
        self.tape.end_open(ty);
        Ok(())
    }

    fn opaque(&mut self, node: u32, ty: ShapeId) -> Read {
        self.hex(node).map_err(|wrong| Wrong {
            message: format!("{}: nothing says what this open type holds", wrong.message),
            ..wrong
        })?;
        self.tape.opaque(ty, &self.octets);
        Ok(())
    }

    /// The type that a table's row gives, by the keys around the value.
    fn row(&mut self, table: TableId, paths: &'s [KeyPath]) -> Option<ShapeId> {
        let mut text = std::mem::take(&mut self.key);
        text.clear();
        let complete = paths.iter().try_for_each(|path| {
            self.key(&mut text, path)?;
            keys::end_key(&mut text);
            Some(())
        });
        let row = complete.and_then(|()| self.reader.rows.find(self.reader.shape, table, &text));
        self.key = text;
        self.reader.shape.table(table).rows.get(row?)?.shape
    }

    /// Says which keys no row has.
    fn no_row(&self, table: TableId, paths: &'s [KeyPath], wrong: Wrong) -> Wrong {
        let mut keys = Vec::new();
        for path in paths {
            let mut text = String::new();
            if self.key(&mut text, path).is_none() {
                return wrong;
            }
            let short = text.char_indices().nth(40).map_or(text.as_str(), |(end, _)| &text[..end]);
            keys.push(format!("`{short}`"));
        }
        let name = &self.reader.shape.table(table).name;
        let message = format!("no row of {name} has the key {}: its octets are expected", keys.join(", "));
        Wrong { message, ..wrong }
    }

    /// Adds the text of one key.
    fn key(&self, text: &mut String, path: &KeyPath) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        let frame = &self.frames[self.frames.len().checked_sub(path.up as usize)?];
        let (first, rest) = path.down.split_first()?;
        let (mut node, mut ty) = match &frame.parts {
            Parts::Record { slots, start } => {
                let slot = slots.get(*first as usize)?;
                match (self.slots[start + *first as usize], &slot.presence) {
                    (ABSENT, SlotPresence::Default(_, value)) if rest.is_empty() => {
                        return keys::value_key(text, value);
                    }
                    (ABSENT, _) => return None,
                    (node, _) => (node, slot.shape),
                }
            }
            Parts::Choice { alternatives, node } if frame.part == *first => {
                (*node, alternatives.get(*first as usize)?.shape)
            }
            _ => return None,
        };
        for step in rest {
            let (name, inner) = match &shape.get(ty).kind {
                ShapeKind::Record { slots, .. } => slots.get(*step as usize).map(|s| (&s.name, s.shape))?,
                ShapeKind::Choice { alternatives, .. } => {
                    alternatives.get(*step as usize).map(|a| (&a.name, a.shape))?
                }
                _ => return None,
            };
            node = self.document.member(node, name)?;
            ty = inner;
        }
        keys::node_key(text, self.document, node, shape, ty)
    }
}
