//! The reader: JSON text to a tape, driven by the shape.

mod open;
mod scalar;

use std::collections::HashSet;

use wireglot_plan::{
    Alternative, Contents, RecordKind, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence,
};
use wireglot_rt::Limits;
use wireglot_text::names::advice;

use crate::json::document::{Document, Kind, Memory};
use crate::json::error::JsonError;
use crate::json::names::Names;
use crate::json::{escape, keys, leaf, Spelling};
use crate::{Sink, Tape, Unknown};

/// Reads values of one shape. Reusable: it remembers the names of the shape's
/// members and the rows of its tables.
#[derive(Debug)]
pub struct JsonReader<'s> {
    shape: &'s Shape,
    /// What a text may ask of us. `depth`, `elements`, `integer_octets`, `string_octets` and `total` count.
    pub limits: Limits,
    /// In `jer`, members and alternatives that the schema does not know are
    /// taken where it is extensible; in `json` they are an error everywhere.
    pub spelling: Spelling,
    /// Open types and ANY stand as the hexadecimal digits of their encoding.
    pub opens_as_hex: bool,
    /// The rules of contained values that have none of their own.
    pub rules: Rules,
    names: Names<'s>,
    rows: keys::Rows,
    memory: Scratch<'s>,
}

/// Memory that one reading leaves for the next.
#[derive(Debug, Default)]
struct Scratch<'s> {
    document: Memory,
    frames: Vec<Frame<'s>>,
    slots: Vec<u32>,
    octets: Vec<u8>,
    key: String,
}

impl<'s> JsonReader<'s> {
    /// A reader of values of `shape`, for an encoding by `rules`.
    pub fn new(shape: &'s Shape, spelling: Spelling, rules: Rules) -> JsonReader<'s> {
        JsonReader {
            shape,
            limits: Limits::default(),
            spelling,
            opens_as_hex: false,
            rules,
            names: Names::default(),
            rows: keys::Rows::default(),
            memory: Scratch::default(),
        }
    }

    /// Reads the first value of a text onto the tape and says how many octets
    /// of the text it took. After an error the tape holds half a value: clear it.
    pub fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, JsonError> {
        let name = || self.shape.get(ty).name.clone();
        let fail = |code, offset, message| Err(JsonError { code, offset, path: name(), message });
        if text.len() > self.limits.total {
            return fail("json_limit", 0, format!("the text takes more than {} octets", self.limits.total));
        }
        let mut memory = std::mem::take(&mut self.memory);
        let (document, end) = match Document::parse_into(text, memory.document) {
            Ok(parsed) => parsed,
            Err(error) => return fail("json_syntax", error.offset, error.message.to_string()),
        };
        let mut run = Run {
            reader: self,
            document: &document,
            tape,
            frames: memory.frames,
            slots: memory.slots,
            octets: memory.octets,
            key: memory.key,
            wrapped: 0,
        };
        run.frames.clear();
        run.slots.clear();
        let read = run.value(0, ty).map_err(|wrong| run.explain(ty, wrong));
        let Run { frames, slots, octets, key, .. } = run;
        memory = Scratch { document: document.into_memory(), frames, slots, octets, key };
        self.memory = memory;
        read.map(|()| end)
    }
}

/// A fault at a node.
pub(super) struct Wrong {
    pub code: &'static str,
    pub node: u32,
    pub message: String,
}

impl Wrong {
    pub(super) fn value(node: u32, message: impl Into<String>) -> Wrong {
        Wrong { code: "json_value", node, message: message.into() }
    }

    fn member(node: u32, message: String) -> Wrong {
        Wrong { code: "json_member", node, message }
    }

    fn limit(node: u32, message: String) -> Wrong {
        Wrong { code: "json_limit", node, message }
    }
}

type Read = Result<(), Wrong>;

/// A value that is being read and can have parts.
#[derive(Debug)]
struct Frame<'s> {
    node: u32,
    /// The slot, element or alternative that is being read.
    part: u32,
    parts: Parts<'s>,
}

#[derive(Debug)]
enum Parts<'s> {
    /// Its slots' nodes are `slots[start..]`.
    Record {
        slots: &'s [Slot],
        start: usize,
    },
    List,
    /// The alternative's node.
    Choice {
        alternatives: &'s [Alternative],
        node: u32,
    },
}

/// The nodes of what stands in a record beside its components.
#[derive(Default)]
struct Extra {
    unknown: Option<u32>,
    raw: Option<u32>,
}

/// No part is being read: the value itself is.
const WHOLE: u32 = u32::MAX;

/// No node: the slot is absent.
const ABSENT: u32 = u32::MAX;

struct Run<'r, 's, 't> {
    reader: &'r mut JsonReader<'s>,
    document: &'r Document<'t>,
    tape: &'r mut Tape,
    frames: Vec<Frame<'s>>,
    slots: Vec<u32>,
    /// The octets of the leaf that is being read.
    octets: Vec<u8>,
    /// The keys of the open type that is being read, as text.
    key: String,
    /// Open and contained types around the value, which are no frames.
    wrapped: u32,
}

impl<'s> Run<'_, 's, '_> {
    fn value(&mut self, node: u32, ty: ShapeId) -> Read {
        let shape: &'s Shape = self.reader.shape;
        match &shape.get(ty).kind {
            ShapeKind::Record { slots, extensible, .. } => self.record(node, ty, slots, *extensible),
            ShapeKind::List { element, .. } => self.list(node, ty, *element),
            ShapeKind::Choice { alternatives, extensible } => {
                self.choice(node, ty, alternatives, *extensible)
            }
            ShapeKind::Open(open) => self.open(node, ty, open),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. }
                if !self.is_raw(node, contents) =>
            {
                self.tape.begin_contained(ty, contents.rules.unwrap_or(self.reader.rules));
                self.wrapped(node, contents.shape)?;
                self.tape.end_contained(ty);
                Ok(())
            }
            kind => self.leaf(node, ty, kind),
        }
    }

    /// Opens a frame for the parts of a value.
    fn enter(&mut self, node: u32, parts: Parts<'s>) -> Read {
        self.deeper(node)?;
        self.frames.push(Frame { node, part: WHOLE, parts });
        Ok(())
    }

    /// The value of an open or contained type: the same text, read as another type.
    fn wrapped(&mut self, node: u32, ty: ShapeId) -> Read {
        self.deeper(node)?;
        self.wrapped += 1;
        self.value(node, ty)?;
        self.wrapped -= 1;
        Ok(())
    }

    fn deeper(&self, node: u32) -> Read {
        let depth = self.reader.limits.depth;
        match self.frames.len() + self.wrapped as usize >= depth as usize {
            true => Err(Wrong::limit(node, format!("values nest deeper than {depth}"))),
            false => Ok(()),
        }
    }

    fn at_part(&mut self, part: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.part = part;
        }
    }

    fn record(&mut self, node: u32, ty: ShapeId, slots: &'s [Slot], extensible: bool) -> Read {
        self.want(node, Kind::Object, "an object")?;
        let start = self.slots.len();
        self.enter(node, Parts::Record { slots, start })?;
        self.slots.resize(start + slots.len(), ABSENT);
        let Extra { unknown, raw } = self.members(node, ty, slots, extensible)?;
        self.tape.begin_record(ty);
        for (index, slot) in slots.iter().enumerate() {
            match self.slots[start + index] {
                ABSENT if matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() => {
                    let message = format!("component `{}` is missing", slot.name);
                    return Err(Wrong { code: "json_missing", node, message });
                }
                ABSENT => {}
                value => {
                    self.at_part(index as u32);
                    self.tape.slot(index as u32);
                    self.value(value, slot.shape)?;
                }
            }
        }
        self.at_part(WHOLE);
        if let Some(unknown) = unknown {
            self.unknown_parts(unknown)?;
        }
        if let Some(raw) = raw {
            self.raw_parts(raw, ty, slots)?;
        }
        self.tape.end_record(ty);
        self.slots.truncate(start);
        self.frames.pop();
        Ok(())
    }

    /// Finds the slot of each member; gives what stands beside them.
    fn members(
        &mut self,
        node: u32,
        ty: ShapeId,
        slots: &'s [Slot],
        extensible: bool,
    ) -> Result<Extra, Wrong> {
        let start = self.slots.len() - slots.len();
        let skips = extensible && self.reader.spelling == Spelling::Jer;
        let keeps = extensible || self.is_external(ty);
        let mut extra = Extra::default();
        let mut expected = 0;
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            let index = match slots.get(expected) {
                Some(slot) if slot.name == name => expected,
                _ => match self.slot_of(ty, slots, &name) {
                    Some(index) => index as usize,
                    None if name == escape::UNKNOWN && keeps && extra.unknown.is_none() => {
                        extra.unknown = Some(value);
                        continue;
                    }
                    None if name == escape::RAW && extra.raw.is_none() => {
                        extra.raw = Some(value);
                        continue;
                    }
                    None if skips => continue,
                    None => {
                        let meant = advice(&name, slots.iter().map(|slot| slot.name.as_str()));
                        return Err(Wrong::member(key, format!("there is no component `{name}`{meant}")));
                    }
                },
            };
            if std::mem::replace(&mut self.slots[start + index], value) != ABSENT {
                return Err(Wrong::member(key, format!("component `{name}` comes twice")));
            }
            expected = index + 1;
        }
        Ok(extra)
    }

    /// An EXTERNAL keeps which alternative its `encoding` had (X.690 8.18.1) as an unknown part
    /// where it is not the usual one.
    fn is_external(&self, ty: ShapeId) -> bool {
        matches!(self.reader.shape.get(ty).kind, ShapeKind::Record { kind: RecordKind::External, .. })
    }

    /// The octets of components as they came, by their names.
    fn raw_parts(&mut self, node: u32, ty: ShapeId, slots: &'s [Slot]) -> Read {
        self.want(node, Kind::Object, "an object of components and their octets")?;
        let mut seen = HashSet::new();
        for (key, value) in self.document.members(node) {
            let name = self.document.string(key).unwrap_or_default();
            let Some(slot) = self.slot_of(ty, slots, &name).filter(|slot| seen.insert(*slot)) else {
                return Err(Wrong::member(key, format!("there is no component `{name}`, or it came before")));
            };
            self.hex(value)?;
            self.tape.unknown(Unknown::Raw(slot), &self.octets);
        }
        Ok(())
    }

    fn slot_of(&mut self, ty: ShapeId, slots: &'s [Slot], name: &str) -> Option<u32> {
        let names = self.reader.names.of(ty, || slots.iter().map(|slot| slot.name.as_str()));
        names.get(name).copied()
    }

    fn unknown_parts(&mut self, node: u32) -> Read {
        self.want(node, Kind::Array, "a list of unknown parts")?;
        type Place = fn(u32) -> Unknown;
        const PLACES: [(&str, Place); 3] =
            [("insertion", Unknown::Insertion), ("addition", Unknown::Addition), ("bitmap", Unknown::Bitmap)];
        for part in self.document.elements(node) {
            let place = PLACES.iter().find_map(|(word, place)| {
                let index = self.document.member(part, word)?;
                Some(place(u32::try_from(leaf::number(self.document, index).ok()?).ok()?))
            });
            let (Some(place), Some(octets)) = (place, self.document.member(part, "octets")) else {
                return Err(Wrong::value(
                    part,
                    "an unknown part takes `insertion`, `addition` or `bitmap`, and `octets`",
                ));
            };
            self.hex(octets)?;
            self.tape.unknown(place, &self.octets);
        }
        Ok(())
    }

    fn list(&mut self, node: u32, ty: ShapeId, element: ShapeId) -> Read {
        self.want(node, Kind::Array, "an array")?;
        self.enter(node, Parts::List)?;
        self.tape.begin_list(ty);
        for (index, part) in self.document.elements(node).enumerate() {
            if index as u64 >= self.reader.limits.elements {
                return Err(Wrong::limit(part, format!("a list has more than {index} elements")));
            }
            self.at_part(index as u32);
            self.value(part, element)?;
        }
        self.tape.end_list(ty);
        self.frames.pop();
        Ok(())
    }

    fn choice(&mut self, node: u32, ty: ShapeId, alternatives: &'s [Alternative], extensible: bool) -> Read {
        self.want(node, Kind::Object, "an object with one member")?;
        let Some((key, value)) = self.document.sole_member(node) else {
            return Err(Wrong::value(node, "a choice is an object with one member"));
        };
        let name = self.document.string(key).unwrap_or_default();
        let names = self.reader.names.of(ty, || alternatives.iter().map(|a| a.name.as_str()));
        let Some(&index) = names.get(&*name) else {
            if name == escape::UNKNOWN {
                return self.unknown_choice(value, ty);
            }
            if extensible && self.reader.spelling == Spelling::Jer {
                self.tape.unknown_choice(ty, None, self.document.raw(node).as_bytes());
                return Ok(());
            }
            let meant = advice(&name, alternatives.iter().map(|a| a.name.as_str()));
            return Err(Wrong::member(key, format!("there is no alternative `{name}`{meant}")));
        };
        self.enter(node, Parts::Choice { alternatives, node: value })?;
        self.at_part(index);
        self.tape.begin_choice(ty, index);
        self.value(value, alternatives[index as usize].shape)?;
        self.tape.end_choice(ty);
        self.frames.pop();
        Ok(())
    }

    fn unknown_choice(&mut self, node: u32, ty: ShapeId) -> Read {
        let Some(octets) = self.document.member(node, "octets") else {
            return Err(Wrong::value(node, "an unknown alternative takes `octets`"));
        };
        self.hex(octets)?;
        let index = self.document.member(node, "index").map(|n| leaf::number(self.document, n));
        self.tape.unknown_choice(ty, index.transpose()?, &self.octets);
        Ok(())
    }

    /// Whether a string with CONTAINING is given by its octets or bits.
    fn is_raw(&self, node: u32, contents: &Contents) -> bool {
        let escaped =
            [escape::OCTETS, escape::BITS].iter().any(|e| self.document.only_member(node, e).is_some());
        let text = matches!(self.document.kind(node), Kind::String | Kind::EscapedString);
        escaped || text && !leaf::may_be_text(self.reader.shape, contents.shape)
    }

    fn want(&self, node: u32, kind: Kind, words: &str) -> Read {
        match self.document.kind(node) == kind {
            true => Ok(()),
            false => Err(Wrong::value(node, format!("{words} is expected"))),
        }
    }

    /// Takes the octets of hexadecimal digits.
    fn hex(&mut self, node: u32) -> Read {
        leaf::hex(self.document, node, &mut self.octets)?;
        self.room(node, self.octets.len())
    }

    fn room(&self, node: u32, octets: usize) -> Read {
        let most = self.reader.limits.string_octets;
        match octets > most {
            true => Err(Wrong::limit(node, format!("a string takes more than {most} octets"))),
            false => Ok(()),
        }
    }

    /// The fault with its place in words.
    fn explain(&self, ty: ShapeId, wrong: Wrong) -> JsonError {
        let mut path = self.reader.shape.get(ty).name.clone();
        for frame in &self.frames {
            // A fault at a value with parts is not one of the part that it would have come to.
            if frame.node == wrong.node || frame.part == WHOLE {
                break;
            }
            match &frame.parts {
                Parts::List => path.push_str(&format!("[{}]", frame.part)),
                Parts::Record { slots, .. } => {
                    slots.get(frame.part as usize).iter().for_each(|slot| {
                        path.push('.');
                        path.push_str(&slot.name);
                    });
                }
                Parts::Choice { alternatives, .. } => {
                    alternatives.get(frame.part as usize).iter().for_each(|alternative| {
                        path.push('.');
                        path.push_str(&alternative.name);
                    });
                }
            }
        }
        JsonError { code: wrong.code, offset: self.document.offset(wrong.node), path, message: wrong.message }
    }
}
