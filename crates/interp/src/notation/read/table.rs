//! Open types: finds the table row selected by the components around a value.

use wireglot_plan::{KeyPath, Shape, ShapeId, ShapeKind, TableId};

use super::super::lex::Kind;
use super::Run;
use crate::json::keys;

impl<'s> Run<'_, 's, '_> {
    /// The type in the table row selected by the keys around the value.
    pub(super) fn row(&mut self, open: ShapeId, table: TableId, paths: &'s [KeyPath]) -> Option<ShapeId> {
        if let Some(found) = self.frames.known(open, paths) {
            return found;
        }
        let keys = self.frames.keys(self.reader.shape, paths, |text, at, rest| self.key(text, at, rest))?;
        let row = self.reader.rows.find(self.reader.shape, table, &keys);
        let found = row.and_then(|row| self.reader.shape.table(table).rows.get(row)?.shape);
        self.frames.found_type(open, paths, &keys, found);
        found
    }

    /// Appends the text of the key at the end of the steps.
    fn key(&self, text: &mut String, (mut token, mut ty): (usize, ShapeId), steps: &[u32]) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        for (index, step) in steps.iter().enumerate() {
            let kind = &shape.get(ty).kind;
            match self.down(token, kind, *step as usize) {
                Some(inner) => (token, ty) = inner,
                None => return keys::absent_key(text, shape, kind, steps.get(index..)?),
            }
        }
        self.token_key(text, token, ty)
    }

    /// The first token and type of a slot's or alternative's value.
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

    /// Appends the value that starts at a token as the text of a key. `None` if it cannot be a key.
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
