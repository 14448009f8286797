//! The contents of each bit in a message of one version.

use std::collections::{HashMap, HashSet};

use wireglot_text::Span;

use super::Side;
use crate::layout::LENGTH_PREFIX;
use crate::{Layout, LayoutId, LayoutKind};

/// Everything that a version writes, in the order of the bits.
pub(super) struct Stream {
    slots: Vec<Slot>,
    names: Vec<(String, Span)>,
    /// Names of values, and names of what has a leading size or count.
    known: [HashSet<String>; 2],
}

/// A field's value, or a leading size or count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    pub at: u64,
    pub bits: u64,
    pub holds: Holds,
    /// The index of its name and source location.
    name: usize,
    /// The index in each enclosing list.
    pub indices: Vec<u64>,
}

/// The contents of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// A value of this type.
    Value(LayoutId),
    /// A record's size in bits.
    Size(u64),
    /// A list's number of elements.
    Count(u64),
}

impl Stream {
    pub(super) fn new(layout: &Layout, root: LayoutId) -> Stream {
        let ty = layout.get(root);
        let stream = Stream { slots: Vec::new(), names: Vec::new(), known: Default::default() };
        let mut writer =
            Writer { layout, stream, at: 0, place: Path::new(&ty.path, ty.span), interned: HashMap::new() };
        writer.value(root);
        writer.stream
    }

    /// The slot that contains a bit.
    pub(super) fn at(&self, bit: u64) -> Option<&Slot> {
        let behind = self.slots.partition_point(|slot| slot.at <= bit);
        self.slots.get(behind.checked_sub(1)?).filter(|slot| bit < slot.at + slot.bits)
    }

    /// Whether any of these bits is used.
    pub(super) fn holds(&self, from: u64, to: u64) -> bool {
        let next = self.slots.partition_point(|slot| slot.at + slot.bits <= from);
        self.slots.get(next).is_some_and(|slot| slot.at < to)
    }

    pub(super) fn path(&self, slot: &Slot) -> &str {
        &self.names[slot.name].0
    }

    /// Whether a value of that name is written anywhere or, with `lead`, a leading size or count.
    pub(super) fn has(&self, path: &str, lead: bool) -> bool {
        self.known[usize::from(lead)].contains(path)
    }

    pub(super) fn side(&self, slot: &Slot) -> Side {
        let (path, span) = self.names[slot.name].clone();
        Side { path, span, bit: slot.at, bits: slot.bits }
    }
}

/// The current position in a walk through a type.
pub(super) struct Path {
    pub text: String,
    /// The source location of each field on the way.
    spans: Vec<Span>,
    pub indices: Vec<u64>,
}

impl Path {
    pub(super) fn new(root: &[String], span: Span) -> Path {
        Path { text: root.join("."), spans: vec![span], indices: Vec::new() }
    }

    pub(super) fn span(&self) -> Span {
        self.spans.last().copied().unwrap_or_default()
    }

    /// Enters a field; returns the argument for leaving it.
    pub(super) fn field(&mut self, name: &str, span: Span) -> usize {
        let outer = self.text.len();
        self.text.push('.');
        self.text.push_str(name);
        self.spans.push(span);
        outer
    }

    pub(super) fn leave_field(&mut self, outer: usize) {
        self.text.truncate(outer);
        self.spans.pop();
    }

    pub(super) fn element(&mut self, index: u64) -> usize {
        let outer = self.text.len();
        self.text.push_str("[]");
        self.indices.push(index);
        outer
    }

    pub(super) fn leave_element(&mut self, outer: usize) {
        self.text.truncate(outer);
        self.indices.pop();
    }
}

struct Writer<'l> {
    layout: &'l Layout,
    stream: Stream,
    at: u64,
    place: Path,
    interned: HashMap<String, usize>,
}

impl Writer<'_> {
    fn value(&mut self, id: LayoutId) {
        let layout = self.layout;
        let ty = layout.resolved(id);
        if ty.bits == 0 {
            return;
        }
        match &ty.kind {
            LayoutKind::Record { fields, extensible } => {
                if *extensible {
                    self.slot(LENGTH_PREFIX, Holds::Size(ty.bits));
                }
                for field in fields {
                    let outer = self.place.field(&field.name, field.span);
                    self.value(field.ty);
                    self.place.leave_field(outer);
                }
            }
            LayoutKind::Array { element, count, extensible } => {
                if *extensible {
                    self.slot(LENGTH_PREFIX, Holds::Count(*count));
                }
                if layout.get(*element).bits == 0 {
                    return;
                }
                for index in 0..*count {
                    let outer = self.place.element(index);
                    self.value(*element);
                    self.place.leave_element(outer);
                }
            }
            _ => self.slot(ty.bits, Holds::Value(layout.base(id))),
        }
    }

    fn slot(&mut self, bits: u64, holds: Holds) {
        let path = &self.place.text;
        let name = match self.interned.get(path) {
            Some(name) => *name,
            None => {
                self.stream.names.push((path.clone(), self.place.span()));
                self.interned.insert(path.clone(), self.stream.names.len() - 1);
                self.stream.names.len() - 1
            }
        };
        let known = &mut self.stream.known[usize::from(!matches!(holds, Holds::Value(_)))];
        if !known.contains(path) {
            known.insert(path.clone());
        }
        let indices = self.place.indices.clone();
        self.stream.slots.push(Slot { at: self.at, bits, holds, name, indices });
        self.at += bits;
    }
}
