//! The XER reader: XML to a tape, driven by the shape.

use wireglot_plan::{
    Alternative, KeyPath, OpenShape, RecordKind, Rules, Shape, ShapeId, ShapeKind, Slot, SlotPresence,
    TableId,
};
use wireglot_rt::Limits;

use super::lex::{elements, Node};
use super::names::{is_bare_in_list, is_name_of, root_name, type_name};
use super::XerError;
use crate::frames::Frames;
use crate::json::keys;
use crate::names::Names;
use crate::{Sink, Tape};

/// Reads values of one shape. It can be reused, and caches the names in the shape and the rows of its tables.
#[derive(Debug)]
pub struct XerReader<'s> {
    shape: &'s Shape,
    /// Limits on the text. `depth`, `elements`, `integer_octets`, `string_octets` and `total` apply.
    pub limits: Limits,
    /// The encoding rules of contained values that have none of their own.
    pub rules: Rules,
    /// Whether items and alternatives of a later version are read as ones that are not known; their names are lost.
    pub drops_later: bool,
    pub(super) names: Names<'s>,
    rows: keys::Rows,
}

impl<'s> XerReader<'s> {
    /// A reader of values of `shape` that will be encoded under `rules`.
    pub fn new(shape: &'s Shape, rules: Rules) -> XerReader<'s> {
        let (limits, names, rows) = Default::default();
        XerReader { shape, limits, rules, drops_later: false, names, rows }
    }

    /// Reads the first value of a text onto the tape; returns its length in octets. After an error, the
    /// tape holds an incomplete value: clear it.
    ///
    /// # Errors
    /// The text is not a value of the type, or exceeds a limit.
    pub fn read(&mut self, text: &str, ty: ShapeId, tape: &mut Tape) -> Result<usize, XerError> {
        let name = root_name(self.shape, ty).to_string();
        if text.len() > self.limits.total {
            let message = format!("the text takes more than {} octets", self.limits.total);
            return Err(XerError { code: "xer_limit", offset: 0, path: name, message });
        }
        let (nodes, end) = elements(text).map_err(|error| XerError { path: name.clone(), ..error })?;
        let mut run = Run { reader: self, text, nodes: &nodes, tape, frames: Frames::default() };
        let read = run.typed(0, ty);
        read.map(|()| end).map_err(|wrong| run.explain(name, wrong))
    }
}

/// An error at a place in the text.
pub(super) struct Wrong {
    code: &'static str,
    offset: u32,
    message: String,
}

impl Wrong {
    pub(super) fn value(offset: u32, message: impl Into<String>) -> Wrong {
        Wrong { code: "xer_value", offset, message: message.into() }
    }

    pub(super) fn limit(offset: u32, message: impl Into<String>) -> Wrong {
        Wrong { code: "xer_limit", offset, message: message.into() }
    }
}

pub(super) type Read<T = ()> = Result<T, Wrong>;

/// The contents of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Its elements, from `first` to before `end`.
    pub(super) first: u32,
    pub(super) end: u32,
    /// All of it, from `lo` to `hi`.
    pub(super) lo: u32,
    pub(super) hi: u32,
    has_text: bool,
}

pub(super) struct Run<'r, 's, 't> {
    pub(super) reader: &'r mut XerReader<'s>,
    pub(super) text: &'t str,
    nodes: &'r [Node],
    pub(super) tape: &'r mut Tape,
    frames: Frames<'s, u32>,
}

impl<'s, 't> Run<'_, 's, 't> {
    pub(super) fn name(&self, node: u32) -> &'t str {
        self.nodes.get(node as usize).map_or("", |node| node.name(self.text))
    }

    fn offset(&self, node: u32) -> u32 {
        self.nodes.get(node as usize).map_or(0, |node| node.offset)
    }

    pub(super) fn next(&self, node: u32) -> u32 {
        self.nodes.get(node as usize).map_or(u32::MAX, |node| node.next)
    }

    /// The contents of an element.
    fn inside(&self, node: u32) -> Place {
        let empty = Node::NONE;
        let Node { lo, hi, next, has_text, .. } = *self.nodes.get(node as usize).unwrap_or(&empty);
        Place { first: node.saturating_add(1), end: next, lo, hi, has_text }
    }

    /// An element, as the contents of something.
    fn itself(&self, node: u32) -> Place {
        let at = self.offset(node);
        Place { first: node, end: self.next(node), lo: at, hi: at, has_text: false }
    }

    /// The only element of a place, if there is no text next to it.
    pub(super) fn sole(&self, place: Place) -> Option<u32> {
        (!place.has_text && place.first < place.end && self.next(place.first) == place.end)
            .then_some(place.first)
    }

    /// The name of the only element, if that is empty.
    pub(super) fn sole_word(&self, place: Place) -> Option<&'t str> {
        let node = self.sole(place)?;
        self.is_empty(self.inside(node)).then(|| self.name(node))
    }

    pub(super) fn is_empty(&self, place: Place) -> bool {
        place.first >= place.end && !place.has_text
    }

    /// Checks that a place contains only elements.
    pub(super) fn no_text(&self, place: Place) -> Read {
        match place.has_text {
            true => Err(Wrong::value(place.lo, "elements are expected here, not text")),
            false => Ok(()),
        }
    }

    /// Reads an element named after its type.
    fn typed(&mut self, node: u32, ty: ShapeId) -> Read {
        let found = self.name(node);
        if !is_name_of(self.reader.shape, found, ty) {
            let message = format!("`{}` is expected, not `{found}`", type_name(self.reader.shape, ty));
            return Err(Wrong { code: "xer_member", offset: self.offset(node), message });
        }
        self.value(ty, self.inside(node))
    }

    fn value(&mut self, ty: ShapeId, place: Place) -> Read {
        let shape: &'s Shape = self.reader.shape;
        match &shape.get(ty).kind {
            ShapeKind::Record { slots, extensible, kind } => {
                self.record(ty, place, slots, *extensible, *kind)
            }
            ShapeKind::List { element, name, .. } => self.list(ty, place, *element, name.as_deref()),
            ShapeKind::Choice { alternatives, extensible } => {
                self.choice(ty, place, alternatives, *extensible)
            }
            ShapeKind::Open(open) => self.open(ty, place, open),
            ShapeKind::BitString { contains: Some(contents), .. }
            | ShapeKind::OctetString { contains: Some(contents), .. }
                if place.first < place.end =>
            {
                self.tape.begin_contained(ty, contents.rules.unwrap_or(self.reader.rules));
                self.wrapped(place, contents.shape)?;
                self.tape.end_contained(ty);
                Ok(())
            }
            kind => self.leaf(ty, place, kind),
        }
    }

    /// Reads the value of an open or contained type, in an element named after the type.
    fn wrapped(&mut self, place: Place, ty: ShapeId) -> Read {
        self.deeper(place)?;
        let node = self.sole(place).ok_or_else(|| Wrong::value(place.lo, "one element is expected"))?;
        self.frames.wrap();
        self.typed(node, ty)?;
        self.frames.unwrap_one();
        Ok(())
    }

    fn deeper(&self, place: Place) -> Read {
        let depth = self.reader.limits.depth;
        match self.frames.depth() >= depth as usize {
            true => Err(Wrong::limit(place.lo, format!("values nest deeper than {depth}"))),
            false => Ok(()),
        }
    }

    fn record(
        &mut self,
        ty: ShapeId,
        place: Place,
        slots: &'s [Slot],
        extensible: bool,
        kind: RecordKind,
    ) -> Read {
        self.no_text(place)?;
        self.deeper(place)?;
        self.frames.enter_record(slots);
        self.members(ty, place, slots, extensible, kind == RecordKind::Set)?;
        self.tape.begin_record(ty);
        for (index, slot) in slots.iter().enumerate() {
            match self.frames.slot(index) {
                None if matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() => {
                    let message = format!("component `{}` is missing", slot.name);
                    return Err(Wrong { code: "xer_missing", offset: place.lo, message });
                }
                None => {}
                Some(node) => {
                    self.frames.at_part(index as u32);
                    self.tape.slot(index as u32);
                    self.value(slot.shape, self.inside(node))?;
                }
            }
        }
        self.tape.end_record(ty);
        self.frames.leave();
        Ok(())
    }

    /// Finds the elements of the slots. Unknown ones are skipped if the type is extensible.
    fn members(
        &mut self,
        ty: ShapeId,
        place: Place,
        slots: &'s [Slot],
        extensible: bool,
        any_order: bool,
    ) -> Read {
        let (mut node, mut expected) = (place.first, 0);
        while node < place.end {
            let name = self.name(node);
            let all = || slots.iter().map(|slot| slot.name.as_str());
            let index = self.reader.names.of(ty, all).get(name).map(|index| index as usize);
            let wrong = |message| Err(Wrong { code: "xer_member", offset: self.offset(node), message });
            match index {
                Some(index) => {
                    if self.frames.slot(index).is_some() {
                        return wrong(format!("component `{name}` appears twice"));
                    }
                    if index < expected && !any_order {
                        return wrong(format!("component `{name}` comes too late"));
                    }
                    self.frames.found(index, node);
                    expected = index + 1;
                }
                None if extensible => {}
                None => return wrong(format!("there is no component `{name}`")),
            }
            node = self.next(node);
        }
        Ok(())
    }

    fn list(&mut self, ty: ShapeId, place: Place, element: ShapeId, name: Option<&str>) -> Read {
        self.no_text(place)?;
        self.deeper(place)?;
        self.frames.enter_list();
        self.tape.begin_list(ty);
        let shape: &'s Shape = self.reader.shape;
        let is_bare = is_bare_in_list(&shape.get(element).kind);
        let (mut index, mut node) = (0u32, place.first);
        while node < place.end {
            if u64::from(index) >= self.reader.limits.elements {
                return Err(Wrong::limit(
                    self.offset(node),
                    format!("a list has more than {index} elements"),
                ));
            }
            self.frames.at_part(index);
            // Some tools write named elements as if they were not named.
            match name == Some(self.name(node)) {
                true => self.value(element, self.inside(node))?,
                false if is_bare => self.value(element, self.itself(node))?,
                false => self.typed(node, element)?,
            }
            node = self.next(node);
            index = index.saturating_add(1);
        }
        self.tape.end_list(ty);
        self.frames.leave();
        Ok(())
    }

    fn choice(
        &mut self,
        ty: ShapeId,
        place: Place,
        alternatives: &'s [Alternative],
        extensible: bool,
    ) -> Read {
        let node = self
            .sole(place)
            .ok_or_else(|| Wrong::value(place.lo, "the element of one alternative is expected"))?;
        let name = self.name(node);
        let all = || alternatives.iter().map(|alternative| alternative.name.as_str());
        let found = self.reader.names.of(ty, all).get(name).map(|index| index as usize);
        let Some((index, alternative)) = found.and_then(|index| Some((index, alternatives.get(index)?)))
        else {
            if extensible && self.reader.drops_later {
                self.tape.unknown_choice(ty, None, &[]);
                return Ok(());
            }
            let message = format!("there is no alternative `{name}`");
            return Err(Wrong { code: "xer_member", offset: self.offset(node), message });
        };
        self.deeper(place)?;
        self.frames.enter_choice(alternatives, index, node);
        self.tape.begin_choice(ty, index as u32);
        self.value(alternative.shape, self.inside(node))?;
        self.tape.end_choice(ty);
        self.frames.leave();
        Ok(())
    }

    /// Reads an element named after the type that the keys select, or hexadecimal digits.
    fn open(&mut self, ty: ShapeId, place: Place, open: &'s OpenShape) -> Read {
        if place.first >= place.end {
            let octets = self.hex(place)?;
            self.tape.opaque(ty, &octets);
            return Ok(());
        }
        let actual = match open {
            OpenShape::Opaque => None,
            OpenShape::Fixed(actual) => Some(*actual),
            OpenShape::Keyed { table, keys } => self.row(ty, *table, keys),
        };
        let Some(actual) = actual else {
            return Err(Wrong::value(
                place.lo,
                "nothing says what this open type holds: hexadecimal digits show it",
            ));
        };
        self.tape.begin_open(ty, actual);
        self.wrapped(place, actual)?;
        self.tape.end_open(ty);
        Ok(())
    }

    /// The type in the table row selected by the keys around the value.
    fn row(&mut self, open: ShapeId, table: TableId, paths: &'s [KeyPath]) -> Option<ShapeId> {
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
    fn key(&self, text: &mut String, (mut node, mut ty): (u32, ShapeId), steps: &[u32]) -> Option<()> {
        let shape: &'s Shape = self.reader.shape;
        for (index, step) in steps.iter().enumerate() {
            let kind = &shape.get(ty).kind;
            let (name, inner) = match kind {
                ShapeKind::Record { slots, .. } => slots.get(*step as usize).map(|s| (&s.name, s.shape)),
                ShapeKind::Choice { alternatives, .. } => {
                    alternatives.get(*step as usize).map(|a| (&a.name, a.shape))
                }
                _ => None,
            }?;
            match self.child(node, name) {
                Some(child) => (node, ty) = (child, inner),
                None => return keys::absent_key(text, shape, kind, steps.get(index..)?),
            }
        }
        self.value_key(text, self.inside(node), ty)
    }

    fn child(&self, node: u32, name: &str) -> Option<u32> {
        let Place { mut first, end, .. } = self.inside(node);
        while first < end {
            if self.name(first) == name {
                return Some(first);
            }
            first = self.next(first);
        }
        None
    }

    /// Appends a value as the text of a key. `None` if it cannot be a key.
    fn value_key(&self, text: &mut String, place: Place, ty: ShapeId) -> Option<()> {
        let mut place = place;
        let mut kind = &self.reader.shape.get(ty).kind;
        while let ShapeKind::Choice { alternatives, .. } = kind {
            let node = self.sole(place)?;
            let alternative = alternatives.iter().find(|alternative| alternative.name == self.name(node))?;
            text.push_str(&alternative.name);
            text.push(':');
            place = self.inside(node);
            kind = &self.reader.shape.get(alternative.shape).kind;
        }
        text.push_str(&self.scalar_key(place, kind)?);
        Some(())
    }

    /// Adds the path to an error.
    fn explain(&self, path: String, wrong: Wrong) -> XerError {
        let path = self.frames.path(path);
        XerError { code: wrong.code, offset: wrong.offset as usize, path, message: wrong.message }
    }
}
