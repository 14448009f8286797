//! The values around the one that is being read from a text: the keys of an open type stand among them, and the path of
//! a fault leads through them.

use wireglot_model::Value;
use wireglot_plan::{Alternative, KeyPath, ShapeId, Slot, SlotPresence};

use crate::json::keys;

/// Values with parts that are being read, the innermost last. `P` is where a value stands in the text.
#[derive(Debug)]
pub(crate) struct Frames<'s, P> {
    frames: Vec<Frame<'s, P>>,
    /// Where the slots of all open records stand; those of the innermost last.
    slots: Vec<Option<P>>,
    /// Open and contained types around the value, which are no frames.
    wrapped: usize,
}

#[derive(Debug)]
struct Frame<'s, P> {
    /// The slot, element or alternative that is being read.
    part: Option<u32>,
    parts: Parts<'s, P>,
}

#[derive(Debug)]
enum Parts<'s, P> {
    /// Where its slots stand is in `slots[start..]`.
    Record {
        slots: &'s [Slot],
        start: usize,
    },
    List,
    /// Where the alternative's value stands.
    Choice {
        alternatives: &'s [Alternative],
        at: P,
    },
}

/// The first step to a key.
enum First<'s, P> {
    /// It has a default, and is not there.
    Default(&'s Value),
    At(P, ShapeId),
}

impl<P> Default for Frames<'_, P> {
    fn default() -> Self {
        Frames { frames: Vec::new(), slots: Vec::new(), wrapped: 0 }
    }
}

impl<'s, P: Copy> Frames<'s, P> {
    /// How deep the value stands.
    pub fn depth(&self) -> usize {
        self.frames.len() + self.wrapped
    }

    /// A record begins, none of whose slots was found yet.
    pub fn enter_record(&mut self, slots: &'s [Slot]) {
        let start = self.slots.len();
        self.slots.resize(start + slots.len(), None);
        self.enter(Parts::Record { slots, start });
    }

    pub fn enter_list(&mut self) {
        self.enter(Parts::List);
    }

    /// A choice begins, whose value stands there.
    pub fn enter_choice(&mut self, alternatives: &'s [Alternative], index: usize, at: P) {
        self.enter(Parts::Choice { alternatives, at });
        self.at_part(index as u32);
    }

    fn enter(&mut self, parts: Parts<'s, P>) {
        self.frames.push(Frame { part: None, parts });
    }

    /// The innermost one ends.
    pub fn leave(&mut self) {
        if let Some(Frame { parts: Parts::Record { start, .. }, .. }) = self.frames.pop() {
            self.slots.truncate(start);
        }
    }

    /// An open or contained type begins.
    pub fn wrap(&mut self) {
        self.wrapped += 1;
    }

    /// It ends.
    pub fn unwrap_one(&mut self) {
        self.wrapped -= 1;
    }

    /// Which part of the innermost one is read from now on.
    pub fn at_part(&mut self, part: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.part = Some(part);
        }
    }

    /// Where a slot of the innermost record stands, once it was found.
    pub fn slot(&self, index: usize) -> Option<P> {
        let Parts::Record { start, .. } = self.frames.last()?.parts else { return None };
        *self.slots.get(start + index)?
    }

    /// A slot of the innermost record was found.
    pub fn found(&mut self, index: usize, at: P) {
        let Some(Frame { parts: Parts::Record { start, .. }, .. }) = self.frames.last() else { return };
        if let Some(slot) = self.slots.get_mut(start + index) {
            *slot = Some(at);
        }
    }

    /// The text of the keys of a table's row, which stand around the value. `below` adds that of a key: it goes on from a
    /// place and its type by the steps that are left. `None` if one is not there.
    pub fn keys(
        &self,
        paths: &[KeyPath],
        below: impl Fn(&mut String, (P, ShapeId), &[u32]) -> Option<()>,
    ) -> Option<String> {
        let mut text = String::new();
        for path in paths {
            let (first, rest) = path.down.split_first()?;
            match self.first(path.up as usize, *first)? {
                First::Default(value) if rest.is_empty() => keys::value_key(&mut text, value)?,
                First::Default(_) => return None,
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
                match (*self.slots.get(start + part as usize)?, &slot.presence) {
                    (Some(at), _) => Some(First::At(at, slot.shape)),
                    (None, SlotPresence::Default(_, value)) => Some(First::Default(value)),
                    (None, _) => None,
                }
            }
            Parts::Choice { alternatives, at } if frame.part == Some(part) => {
                Some(First::At(*at, alternatives.get(part as usize)?.shape))
            }
            _ => None,
        }
    }

    /// The path of the value, from that of the whole on.
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
