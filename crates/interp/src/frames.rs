//! The values that enclose the one being read from a text. The keys of open types are found in them, and the
//! path of an error is made from them.

use wireglot_plan::{Alternative, KeyPath, Shape, ShapeId, Slot};

use crate::json::keys;

/// Enclosing values that are being read, innermost last. `P` is a position in the text.
#[derive(Debug)]
pub(crate) struct Frames<'s, P> {
    frames: Vec<Frame<'s, P>>,
    /// Where the slots of all open records start in the text; those of the innermost record are last.
    slots: Vec<Option<P>>,
    /// The number of enclosing open and contained types, which have no frames.
    wrapped: usize,
    /// The number of frames so far.
    entered: usize,
    known: keys::Known,
}

#[derive(Debug)]
struct Frame<'s, P> {
    /// The number of frames before it.
    number: usize,
    /// The slot, element or alternative being read.
    part: Option<u32>,
    parts: Parts<'s, P>,
}

#[derive(Debug)]
enum Parts<'s, P> {
    /// `slots[start..]` holds where its slots start.
    Record {
        slots: &'s [Slot],
        start: usize,
    },
    List,
    /// Where the alternative's value starts.
    Choice {
        alternatives: &'s [Alternative],
        at: P,
    },
}

/// The first step on the way to a key.
enum First<'s, P> {
    /// The slot is absent.
    Absent(&'s Slot),
    At(P, ShapeId),
}

impl<P> Default for Frames<'_, P> {
    fn default() -> Self {
        let (frames, slots, wrapped, entered, known) = Default::default();
        Frames { frames, slots, wrapped, entered, known }
    }
}

impl<'s, P: Copy> Frames<'s, P> {
    /// The nesting depth of the current value.
    pub fn depth(&self) -> usize {
        self.frames.len() + self.wrapped
    }

    /// A record begins; none of its slots has been found.
    pub fn enter_record(&mut self, slots: &'s [Slot]) {
        let start = self.slots.len();
        self.slots.resize(start + slots.len(), None);
        self.enter(Parts::Record { slots, start });
    }

    pub fn enter_list(&mut self) {
        self.enter(Parts::List);
    }

    /// A choice begins; its value is at `at`.
    pub fn enter_choice(&mut self, alternatives: &'s [Alternative], index: usize, at: P) {
        self.enter(Parts::Choice { alternatives, at });
        self.at_part(index as u32);
    }

    fn enter(&mut self, parts: Parts<'s, P>) {
        self.frames.push(Frame { number: self.entered, part: None, parts });
        self.entered += 1;
    }

    /// The innermost record, list or choice ends.
    pub fn leave(&mut self) {
        if let Some(Frame { parts: Parts::Record { start, .. }, .. }) = self.frames.pop() {
            self.slots.truncate(start);
        }
    }

    /// An open or contained type begins.
    pub fn wrap(&mut self) {
        self.wrapped += 1;
    }

    /// An open or contained type ends.
    pub fn unwrap_one(&mut self) {
        self.wrapped -= 1;
    }

    /// Sets which part of the innermost frame is being read.
    pub fn at_part(&mut self, part: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.part = Some(part);
        }
    }

    /// Where a slot of the innermost record starts, if it has been found.
    pub fn slot(&self, index: usize) -> Option<P> {
        let Parts::Record { start, .. } = self.frames.last()?.parts else { return None };
        *self.slots.get(start + index)?
    }

    /// Records where a slot of the innermost record starts.
    pub fn found(&mut self, index: usize, at: P) {
        let Some(Frame { parts: Parts::Record { start, .. }, .. }) = self.frames.last() else { return };
        if let Some(slot) = self.slots.get_mut(start + index) {
            *slot = Some(at);
        }
    }

    /// The innermost value that contains a key.
    fn owner(&self, paths: &[KeyPath]) -> Option<keys::Owner> {
        let up = paths.iter().map(|path| path.up as usize).min()?;
        let depth = self.frames.len().checked_sub(up)?;
        Some((depth, self.frames.get(depth)?.number))
    }

    /// What was found for an open type in the same values.
    pub fn known(&self, open: ShapeId, paths: &[KeyPath]) -> Option<Option<ShapeId>> {
        self.known.get(self.owner(paths)?, open)
    }

    /// Records what was found for an open type by the text of its keys.
    pub fn found_type(&mut self, open: ShapeId, paths: &[KeyPath], text: &str, found: Option<ShapeId>) {
        if let Some(owner) = self.owner(paths) {
            self.known.add(owner, open, paths, text, found);
        }
    }

    /// The text of a table row's keys, found in the enclosing values. `below` appends one key: it follows the
    /// remaining steps from a position and its type. `None` if a key is missing.
    pub fn keys(
        &self,
        shape: &Shape,
        paths: &[KeyPath],
        below: impl Fn(&mut String, (P, ShapeId), &[u32]) -> Option<()>,
    ) -> Option<String> {
        let mut text = String::new();
        for path in paths {
            let (first, rest) = path.down.split_first()?;
            match self.first(path.up as usize, *first)? {
                First::Absent(slot) => keys::value_key(&mut text, shape.absent_value(slot, rest)?)?,
                First::At(at, ty) => below(&mut text, (at, ty), rest)?,
            }
            keys::end_key(&mut text);
        }
        Some(text)
    }

    fn first(&self, up: usize, part: u32) -> Option<First<'s, P>> {
        let frame = self.frames.get(self.frames.len().checked_sub(up)?)?;
        match &frame.parts {
            Parts::Record { slots, start } => {
                let slot: &'s Slot = slots.get(part as usize)?;
                Some(match *self.slots.get(start + part as usize)? {
                    Some(at) => First::At(at, slot.shape),
                    None => First::Absent(slot),
                })
            }
            Parts::Choice { alternatives, at } if frame.part == Some(part) => {
                Some(First::At(*at, alternatives.get(part as usize)?.shape))
            }
            _ => None,
        }
    }

    /// Appends the path of the current value to `path`, the name of the whole.
    pub fn path(&self, mut path: String) -> String {
        for frame in &self.frames {
            let Some(part) = frame.part else { continue };
            let name = match &frame.parts {
                Parts::List => {
                    path.push_str(&format!("[{part}]"));
                    continue;
                }
                Parts::Record { slots, .. } => slots.get(part as usize).map(|slot| &slot.name),
                Parts::Choice { alternatives, .. } => alternatives.get(part as usize).map(|a| &a.name),
            };
            path.push('.');
            path.push_str(name.map_or("?", |name| name));
        }
        path
    }
}
