//! Open types: the row of a table that the components around a value choose.

use wireglot_plan::{KeyPath, Shape, ShapeId, ShapeKind, SlotPresence, TableId};

use super::super::lex::Kind;
use super::{Parts, Run, ABSENT};
use crate::json::keys;

impl<'s> Run<'_, 's, '_> {
    /// The type that a table's row gives, by the keys around the value.
    pub(super) fn row(&mut self, table: TableId, paths: &'s [KeyPath]) -> Option<ShapeId> {
        let mut text = String::new();
        for path in paths {
            self.key(&mut text, path)?;
            keys::end_key(&mut text);
        }
        let row = self.reader.rows.find(self.reader.shape, table, &text)?;
        self.reader.shape.table(table).rows.get(row)?.shape
    }

    /// Adds the text of one key.
    fn key(&self, text: &mut String, path: &KeyPath) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        let frame = self.frames.get(self.frames.len().checked_sub(path.up as usize)?)?;
        let (first, rest) = path.down.split_first()?;
        let (mut token, mut ty) = match &frame.parts {
            Parts::Record { slots, start } => {
                let slot = slots.get(*first as usize)?;
                match (*self.slots.get(start + *first as usize)?, &slot.presence) {
                    (ABSENT, SlotPresence::Default(_, value)) if rest.is_empty() => {
                        return keys::value_key(text, value);
                    }
                    (ABSENT, _) => return None,
                    (token, _) => (token, slot.shape),
                }
            }
            Parts::Choice { alternatives, token } if frame.part == Some(*first) => {
                (*token, alternatives.get(*first as usize)?.shape)
            }
            _ => return None,
        };
        for step in rest {
            (token, ty) = self.down(token, &shape.get(ty).kind, *step as usize)?;
        }
        self.token_key(text, token, ty)
    }

    /// The token and type of a slot's or alternative's value.
    fn down(&self, token: usize, kind: &ShapeKind, step: usize) -> Option<(usize, ShapeId)> {
        let here = self.token(token);
        match kind {
            ShapeKind::Record { slots, .. } if here.kind == Kind::Open => {
                let slot = slots.get(step)?;
                let close = here.mate as usize;
                let mut at = token + 1;
                while at < close {
                    if self.token(at).text == slot.name {
                        return Some((at + 1, slot.shape));
                    }
                    at = self.behind(at, close) + 1;
                }
                None
            }
            ShapeKind::Choice { alternatives, .. } => {
                let alternative = alternatives.get(step)?;
                (here.text == alternative.name).then_some((token + 2, alternative.shape))
            }
            _ => None,
        }
    }

    /// A value that begins with a token, as the text of a key. `None` if it is none.
    fn token_key(&self, text: &mut String, token: usize, ty: ShapeId) -> Option<()> {
        let kind = &self.reader.shape.get(ty).kind;
        if let ShapeKind::Choice { alternatives, .. } = kind {
            let name = self.token(token).text;
            let alternative = alternatives.iter().find(|a| a.name == name)?;
            text.push_str(name);
            text.push(':');
            return self.token_key(text, token + 2, alternative.shape);
        }
        text.push_str(&self.scalar_key(token, kind)?);
        Some(())
    }
}
