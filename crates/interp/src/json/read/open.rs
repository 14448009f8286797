//! Open types: the keys, anywhere in the text, decide the type of the value.

use wireglot_plan::{KeyPath, OpenShape, Rules, Shape, ShapeId, ShapeKind, TableId};

use super::{Parts, Place, Read, Run, Wrong};
use crate::json::cursor::Cursor;
use crate::json::document::Kind;
use crate::json::walk::walk;
use crate::json::{escape, keys};
use crate::{Origin, Sink};

impl<'s> Run<'_, 's, '_> {
    pub(super) fn open(&mut self, ty: ShapeId, open: &'s OpenShape) -> Read {
        let escaped = self.escaped(escape::OPAQUE)?;
        // The escape of an open type in this one.
        let around = escaped && self.at_escape()?;
        if escaped && !around {
            let rules = self.octets_in_rules()?;
            self.end_object()?;
            let kept = match open {
                OpenShape::Opaque => false,
                OpenShape::Fixed(_) => true,
                OpenShape::Keyed { table, keys } => self.row(ty, *table, keys)?.is_some(),
            };
            if let Some(rules) = rules {
                self.tape.origin(Origin { rules, kept });
            }
            self.tape.opaque(ty, &self.memory.octets);
            return Ok(());
        }
        let actual = match open {
            _ if self.reader.opens_as_hex => return self.opaque(ty),
            OpenShape::Opaque => None,
            OpenShape::Fixed(actual) => Some(*actual),
            OpenShape::Keyed { table, keys } => self.row(ty, *table, keys)?,
        };
        let Some(actual) = actual else {
            return match (self.opaque(ty), open) {
                (Err(wrong), OpenShape::Keyed { table, keys })
                    if !self.reader.shape.table(*table).rows.is_empty() =>
                {
                    Err(self.no_row(*table, keys, wrong)?)
                }
                (read, _) => read,
            };
        };
        self.tape.begin_open(ty, actual);
        let frames = self.memory.frames.len();
        let read = self.wrapped(actual);
        read.map_err(|wrong| self.chosen(open, actual, frames, wrong))?;
        if around {
            self.end_object()?;
        }
        self.tape.end_open(ty);
        Ok(())
    }

    /// Adds which key made this the type of the value, where its own components do not fit.
    #[cold]
    fn chosen(&self, open: &OpenShape, actual: ShapeId, around: usize, wrong: Box<Wrong>) -> Box<Wrong> {
        let OpenShape::Keyed { keys, .. } = open else { return wrong };
        let is_own = self.memory.frames.len() == around + 1;
        if !is_own || !matches!(wrong.code, "json_member" | "json_missing") {
            return wrong;
        }
        let key = keys.first().and_then(|path| {
            let Parts::Record { slots, .. } =
                &self.memory.frames.get(around.checked_sub(path.up as usize)?)?.parts
            else {
                return None;
            };
            slots.get(*path.down.first()? as usize)
        });
        let Some(key) = key else { return wrong };
        let name = &self.reader.shape.get(actual).name;
        let message = format!("{}; `{}` selects the type {name}", wrong.message, key.name);
        Box::new(Wrong { message, ..*wrong })
    }

    /// Reads the value of an escape: octets, or an object with octets and their rules.
    pub(super) fn octets_in_rules(&mut self) -> Read<Option<Rules>> {
        if self.cursor.kind()? != Kind::Object {
            self.hex()?;
            return Ok(None);
        }
        let start = self.cursor.at;
        let (mut rules, mut octets) = (None, false);
        self.fixed_members(&[escape::RULES, "octets"], |run, name| {
            match name {
                escape::RULES => rules = Some(run.rules()?),
                _ => {
                    run.hex()?;
                    octets = true;
                }
            }
            Ok(())
        })?;
        match octets {
            true => Ok(rules),
            false => Err(Wrong::value(start, "`octets`, and the `rules` that they came in, are expected")),
        }
    }

    /// Reads the name of a set of rules.
    pub(super) fn rules(&mut self) -> Read<Rules> {
        let start = self.want(Kind::String, "a set of rules")?;
        let word = self.cursor.string()?.text();
        let found = Rules::from_word(&word);
        found.ok_or_else(|| {
            let all = Rules::ALL.map(Rules::word).join(", ");
            Wrong::value(start, format!("there are no rules `{word}`, but {all}"))
        })
    }

    /// Records the rules of the octets of a string with CONTAINING, which come next.
    pub(super) fn came_in(&mut self, rules: Option<Rules>) {
        if let Some(rules) = rules {
            self.tape.origin(Origin { rules, kept: true });
        }
    }

    fn opaque(&mut self, ty: ShapeId) -> Read {
        self.hex().map_err(|wrong| match wrong.code {
            "json_value" => {
                let message = format!("{}: nothing says what this open type holds", wrong.message);
                Wrong::value(wrong.offset, message)
            }
            _ => wrong,
        })?;
        self.tape.opaque(ty, &self.memory.octets);
        Ok(())
    }

    /// The type in the table row selected by the keys around the value.
    fn row(&mut self, open: ShapeId, table: TableId, paths: &'s [KeyPath]) -> Read<Option<ShapeId>> {
        let owner = self.owner(paths);
        if let Some(found) = owner.and_then(|owner| self.memory.known.get(owner, open)) {
            return Ok(found);
        }
        let mut text = std::mem::take(&mut self.memory.key);
        text.clear();
        let mut complete = true;
        for path in paths {
            complete = complete && self.key(&mut text, path)?.is_some();
            keys::end_key(&mut text);
        }
        let found = complete.then(|| self.reader.rows.find(self.reader.shape, table, &text)).flatten();
        let found = found.and_then(|row| self.reader.shape.table(table).rows.get(row)?.shape);
        if let Some(owner) = owner {
            self.memory.known.add(owner, open, paths, &text, found);
        }
        self.memory.key = text;
        Ok(found)
    }

    /// The innermost value that contains a key. No two values in one place start where it does.
    fn owner(&self, paths: &[KeyPath]) -> Option<keys::Owner> {
        let up = paths.iter().map(|path| path.up as usize).min()?;
        let depth = self.memory.frames.len().checked_sub(up)?;
        Some((depth, self.memory.frames.get(depth)?.start))
    }

    /// Changes the error to name the keys that no row has, or the key that is missing.
    fn no_row(&mut self, table: TableId, paths: &'s [KeyPath], wrong: Box<Wrong>) -> Read<Box<Wrong>> {
        let mut keys = Vec::new();
        for path in paths {
            let mut text = String::new();
            if self.key(&mut text, path)?.is_none() {
                return Ok(self.no_key(path, wrong));
            }
            let short = text.char_indices().nth(40).map_or(text.as_str(), |(end, _)| &text[..end]);
            keys.push(format!("`{short}`"));
        }
        let name = &self.reader.shape.table(table).name;
        let message = format!(
            "no object of {name} has the key {}: correct it, or write the encoding of the value in hexadecimal digits",
            keys.join(", ")
        );
        Ok(Wrong::new(wrong.code, wrong.offset, message))
    }

    /// Changes the error to name the component that would decide the type, if it is missing or
    /// invalid.
    fn no_key(&self, path: &KeyPath, wrong: Box<Wrong>) -> Box<Wrong> {
        let frame = self.memory.frames.len().checked_sub(path.up as usize);
        let of = frame.and_then(|frame| Some((frame, &self.memory.frames.get(frame)?.parts)));
        let (Some((frame, Parts::Record { slots, .. })), Some(slot)) = (of, path.down.first()) else {
            return wrong;
        };
        let Some(name) = slots.get(*slot as usize).map(|slot| &slot.name) else { return wrong };
        let how = match self.place(frame, *slot) {
            Some(Place::Absent) => "is missing",
            _ => "is not a value of its type",
        };
        let message = format!("nothing says what this open type holds: `{name}` {how}");
        Box::new(Wrong { message, ..*wrong })
    }

    /// Appends the text of one key.
    fn key(&mut self, text: &mut String, path: &KeyPath) -> Read<Option<()>> {
        let Some(frame) = self.memory.frames.len().checked_sub(path.up as usize) else { return Ok(None) };
        let Some((slot, rest)) = path.down.split_first() else { return Ok(None) };
        if self.place(frame, *slot) == Some(Place::Absent) {
            self.look_ahead(frame)?;
        }
        Ok(self.key_at(text, frame, *slot, rest))
    }

    /// Where a slot of an open record starts.
    fn place(&self, frame: usize, slot: u32) -> Option<Place> {
        match self.memory.frames.get(frame)?.parts {
            Parts::Record { first, .. } => self.memory.slots.get(first + slot as usize).copied(),
            _ => None,
        }
    }

    /// Finds the slots of an open record that have not been read, once per record.
    fn look_ahead(&mut self, frame: usize) -> Read {
        let Some(frame) = self.memory.frames.get_mut(frame) else { return Ok(()) };
        let Parts::Record { ty, slots, first, all } = &mut frame.parts else { return Ok(()) };
        if std::mem::replace(all, true) {
            return Ok(());
        }
        let (ty, slots, first, start) = (*ty, *slots, *first, frame.start);
        let here = std::mem::replace(&mut self.cursor.at, start);
        let mut more = self.cursor.enter(b'}')?;
        while more {
            let name = self.cursor.name()?.text();
            self.cursor.white();
            if let Some(index) = self.slot_of(ty, slots, &name) {
                if let Some(place @ Place::Absent) = self.memory.slots.get_mut(first + index as usize) {
                    *place = Place::Ahead(self.cursor.at);
                }
            }
            self.skip()?;
            more = self.cursor.more(b'}')?;
        }
        self.cursor.at = here;
        Ok(())
    }

    fn key_at(&mut self, text: &mut String, frame: usize, slot: u32, rest: &[u32]) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        let frame = self.memory.frames.get(frame)?;
        let (at, mut ty) = match &frame.parts {
            Parts::Record { slots, first, .. } => {
                let of = slots.get(slot as usize)?;
                match self.memory.slots.get(first + slot as usize)? {
                    Place::Absent => return keys::value_key(text, shape.absent_value(of, rest)?),
                    Place::Ahead(at) | Place::Read(at) => (*at, of.shape),
                }
            }
            Parts::Choice { alternatives, at } if frame.part == slot => {
                (*at, alternatives.get(slot as usize)?.shape)
            }
            _ => return None,
        };
        let mut cursor = self.cursor.moved(at);
        for (index, step) in rest.iter().enumerate() {
            let (name, inner) = match &shape.get(ty).kind {
                ShapeKind::Record { slots, .. } => {
                    slots.get(*step as usize).map(|slot| (&slot.name, slot.shape))?
                }
                ShapeKind::Choice { alternatives, .. } => {
                    alternatives.get(*step as usize).map(|a| (&a.name, a.shape))?
                }
                _ => return None,
            };
            let name = shape.get(ty).jer.name(*step as usize, name);
            if find(&mut cursor, name, &mut self.memory.brackets).is_none() {
                return keys::absent_key(text, shape, &shape.get(ty).kind, rest.get(index..)?);
            }
            ty = inner;
        }
        keys::text_key(text, &mut cursor, shape, ty)
    }
}

/// Moves the cursor to the value of a member of the object it is at.
fn find(cursor: &mut Cursor<'_>, name: &str, brackets: &mut Vec<u8>) -> Option<()> {
    if cursor.white()? != b'{' {
        return None;
    }
    let mut more = cursor.enter(b'}').ok()?;
    while more {
        if cursor.name().ok()?.text() == name {
            return Some(());
        }
        walk(cursor, brackets, &mut ()).ok()?;
        more = cursor.more(b'}').ok()?;
    }
    None
}
