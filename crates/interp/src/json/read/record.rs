//! Records, with their members in any order.

use std::collections::HashSet;

use wireglot_plan::{RecordKind, Shape, ShapeId, ShapeKind, Slot, SlotPresence};
use wireglot_text::names::{advice_or_first, close_names};

use super::{Parts, Place, Read, Run, Wrong, WHOLE};
use crate::json::document::Kind;
use crate::json::{escape, Spelling};
use crate::{Sink, Unknown};

/// The number of slots after the last one in which the next member's name is usually found.
const NEAR: usize = 8;

/// The meaning of a member's name.
enum Member {
    Slot(usize),
    /// `$unknown`.
    Unknown,
    /// `$raw`.
    Raw,
    /// Unknown, and may be skipped.
    Other,
}

/// The escapes found so far.
#[derive(Default)]
struct Came {
    unknown: bool,
    raw: bool,
}

impl<'s> Run<'_, 's, '_> {
    #[expect(clippy::indexing_slicing, reason = "members are looked up among the slots")]
    pub(super) fn record(&mut self, ty: ShapeId, slots: &'s [Slot], extensible: bool) -> Read {
        let start = self.want(Kind::Object, "an object")?;
        let first = self.memory.slots.len();
        self.begin(start, Parts::Record { ty, slots, first, all: false })?;
        self.memory.slots.resize(first + slots.len(), Place::Absent);
        self.tape.begin_record(ty);
        let mut came = Came::default();
        let mut expected = 0;
        let mut more = self.cursor.enter(b'}')?;
        while more {
            match self.member(ty, slots, expected, extensible, &mut came)? {
                Member::Slot(index) => {
                    self.at_part(index as u32);
                    self.tape.slot(index as u32);
                    self.value(slots[index].shape)?;
                    expected = index + 1;
                }
                Member::Unknown => self.unknown_parts()?,
                Member::Raw => self.raw_parts(ty, slots)?,
                Member::Other => self.skip()?,
            }
            more = self.cursor.more(b'}')?;
        }
        self.at_part(WHOLE);
        let places = self.memory.slots.get(first..).unwrap_or_default();
        let lost = slots.iter().zip(places).find(|(slot, place)| {
            **place == Place::Absent
                && slot.addition.is_none()
                && matches!(slot.presence, SlotPresence::Required)
        });
        if let Some((slot, _)) = lost {
            let message = format!("component `{}` is missing and is not OPTIONAL", slot.name);
            return Err(Wrong::new("json_missing", start, message));
        }
        self.tape.end_record(ty);
        self.memory.slots.truncate(first);
        self.memory.frames.pop();
        Ok(())
    }

    /// Reads the name of the next member, up to its value. It is usually the name of the next slot,
    /// or of one soon after it.
    #[inline]
    fn member(
        &mut self,
        ty: ShapeId,
        slots: &'s [Slot],
        expected: usize,
        extensible: bool,
        came: &mut Came,
    ) -> Read<Member> {
        self.cursor.white();
        let start = self.cursor.at;
        // Names that are not identifiers may have escapes.
        let most = if self.reader.shape.get(ty).jer.names.is_empty() { NEAR } else { 0 };
        let near = slots.get(expected..).unwrap_or_default().iter().take(most);
        for (index, slot) in near.enumerate() {
            if self.cursor.is_name(&slot.name)? {
                self.found(slots, expected + index, start)?;
                return Ok(Member::Slot(expected + index));
            }
        }
        self.any_member(ty, slots, extensible, came)
    }

    fn any_member(
        &mut self,
        ty: ShapeId,
        slots: &'s [Slot],
        extensible: bool,
        came: &mut Came,
    ) -> Read<Member> {
        let start = self.cursor.at;
        let name = self.cursor.name()?.text();
        if let Some(index) = self.slot_of(ty, slots, &name) {
            self.found(slots, index as usize, start)?;
            return Ok(Member::Slot(index as usize));
        }
        let keeps = extensible || self.is_external(ty);
        if name == escape::UNKNOWN && keeps && !std::mem::replace(&mut came.unknown, true) {
            self.at_part(WHOLE);
            return Ok(Member::Unknown);
        }
        if name == escape::RAW && !std::mem::replace(&mut came.raw, true) {
            self.at_part(WHOLE);
            return Ok(Member::Raw);
        }
        if extensible && self.reader.spelling == Spelling::Jer {
            return Ok(Member::Other);
        }
        let jer = &self.reader.shape.get(ty).jer;
        let escapes = [escape::OCTETS, escape::BITS, escape::OPAQUE, escape::UNKNOWN, escape::RAW];
        let near = name.strip_prefix('$').and_then(|word| {
            close_names(word, escapes.iter().filter_map(|escape| escape.strip_prefix('$'))).first().copied()
        });
        if let Some(near) = near.filter(|near| name.get(1..) != Some(near)) {
            let message = format!("there is nothing named `{name}` here; did you mean ${near}?");
            return self.wrong_member(start, message);
        }
        let known = slots.iter().enumerate().map(|(index, slot)| jer.name(index, &slot.name));
        if let Some((outer, inner)) =
            name.split_once('.').filter(|(outer, _)| known.clone().any(|n| n == *outer))
        {
            let message = format!("there is no component `{name}`: write \"{outer}\": {{\"{inner}\": ...}}");
            return self.wrong_member(start, message);
        }
        let meant = match self.named_type(ty, &name) {
            "" => advice_or_first(&name, known),
            own => own.to_string(),
        };
        self.wrong_member(start, format!("there is no component `{name}`{meant}"))
    }

    /// Records where the value of a slot starts; its name is at `start`.
    #[inline]
    fn found(&mut self, slots: &'s [Slot], index: usize, start: usize) -> Read {
        self.cursor.white();
        let first = self.memory.slots.len() - slots.len();
        let Some(place) = self.memory.slots.get_mut(first + index) else { return Ok(()) };
        match std::mem::replace(place, Place::Read(self.cursor.at)) {
            Place::Read(_) => {
                let name = slots.get(index).map_or("", |slot| &slot.name);
                self.wrong_member(start, format!("component `{name}` occurs twice: remove one"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn slot_of(&mut self, ty: ShapeId, slots: &'s [Slot], name: &str) -> Option<u32> {
        let shape: &'s Shape = self.reader.shape;
        let jer = &shape.get(ty).jer;
        let all = || slots.iter().enumerate().map(|(index, slot)| jer.name(index, &slot.name));
        self.reader.names.of(ty, all).get(name)
    }

    /// An EXTERNAL keeps the alternative of its `encoding` (X.690 8.18.1) as an unknown part if it
    /// is not the usual one.
    fn is_external(&self, ty: ShapeId) -> bool {
        matches!(self.reader.shape.get(ty).kind, ShapeKind::Record { kind: RecordKind::External, .. })
    }

    /// Reads the octets of components as received, by name.
    fn raw_parts(&mut self, ty: ShapeId, slots: &'s [Slot]) -> Read {
        self.want(Kind::Object, "an object of components and their octets")?;
        let mut seen = HashSet::new();
        self.members(|run, name, start| {
            let Some(slot) = run.slot_of(ty, slots, name).filter(|slot| seen.insert(*slot)) else {
                return run.wrong_member(start, format!("there is no component `{name}`, or it came before"));
            };
            run.hex()?;
            run.tape.unknown(Unknown::Raw(slot), &run.memory.octets);
            Ok(())
        })
    }

    /// Reads a list of `{place: n, "octets": hex}`.
    fn unknown_parts(&mut self) -> Read {
        self.want(Kind::Array, "a list of unknown parts")?;
        let mut more = self.cursor.enter(b']')?;
        while more {
            self.unknown_part()?;
            more = self.cursor.more(b']')?;
        }
        Ok(())
    }

    fn unknown_part(&mut self) -> Read {
        type Make = fn(u32) -> Unknown;
        const PLACES: [(&str, Make); 3] =
            [("insertion", Unknown::Insertion), ("addition", Unknown::Addition), ("bitmap", Unknown::Bitmap)];
        const EXPECTED: &str = "an unknown part takes `insertion`, `addition` or `bitmap`, and `octets`";
        let kind = self.cursor.kind()?;
        let start = self.cursor.at;
        if kind != Kind::Object {
            return Err(Wrong::value(start, EXPECTED));
        }
        let (mut octets, mut place) = (false, None);
        self.fixed_members(&["insertion", "addition", "bitmap", "octets"], |run, name| {
            match PLACES.iter().find(|(word, _)| *word == name) {
                Some((_, make)) => place = u32::try_from(run.number()?).ok().map(make),
                None => {
                    octets = true;
                    run.hex()?;
                }
            }
            Ok(())
        })?;
        match place.filter(|_| octets) {
            Some(place) => self.tape.unknown(place, &self.memory.octets),
            None => return Err(Wrong::value(start, EXPECTED)),
        }
        Ok(())
    }
}
