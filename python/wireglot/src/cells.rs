//! Decodes bytes to Python objects on the decoder's fast path, which most messages take. It inserts no defaults, so that
//! is done here.

use wireglot_driver::{Cells, ShapeId, ShapeKind, Sink};

use crate::names::{inside, Members};
use crate::objects::{Frame, Objects};

impl<'n> Objects<'_, 'n> {
    /// Whether the defaults of a record's absent members can be inserted while it is read.
    fn knows_defaults(&self, record: ShapeId) -> bool {
        !self.defaults || self.names.members(record).are_plain
    }

    /// Inserts the defaults of the members of the open record before `slot` that are still due.
    #[inline]
    fn put_due(&mut self, slot: usize) {
        while let Some(Frame::Record { members, due, slot: current, .. }) = self.open.last_mut() {
            let members: &'n Members = members;
            let Some((at, default)) = members.defaults.get(*due).filter(|(at, _)| *at <= slot) else {
                return;
            };
            *due += 1;
            if let (true, Some(value)) = (*at < slot, default.root()) {
                *current = *at;
                value.play(self);
            }
        }
    }

    fn going(&self) -> Option<()> {
        (!self.stopped).then_some(())
    }
}

/// Places are the types of values. For a string that contains an encoding, that is the type of its contents, since only
/// these are read on the fast path.
impl Cells for Objects<'_, '_> {
    type Place = ShapeId;

    #[inline(always)]
    fn wants(&self, _: ShapeId) -> bool {
        true
    }

    #[inline]
    fn slot(&mut self, record: ShapeId, slot: u32) -> ShapeId {
        if self.defaults {
            self.put_due(slot as usize);
        }
        let Some(Frame::Record { members, slot: current, .. }) = self.open.last_mut() else { return record };
        *current = slot as usize;
        members.parts.get(slot as usize).copied().unwrap_or(record)
    }

    #[inline]
    fn element(&self, list: ShapeId) -> ShapeId {
        match &self.shape.get(list).kind {
            ShapeKind::List { element, .. } => inside(self.shape, *element),
            _ => list,
        }
    }

    fn held(&self, _: ShapeId, actual: ShapeId) -> ShapeId {
        inside(self.shape, actual)
    }

    #[inline]
    fn begin_record(&mut self, place: ShapeId) -> Option<()> {
        if !self.knows_defaults(place) {
            return None;
        }
        Sink::begin_record(self, place);
        self.going()
    }

    #[inline]
    fn end_record(&mut self) {
        if self.defaults {
            self.put_due(usize::MAX);
        }
        let Some(Frame::Record { members, .. }) = self.open.last() else { return };
        let record = members.record;
        Sink::end_record(self, record);
    }

    #[inline]
    fn begin_list(&mut self, place: ShapeId) -> Option<()> {
        Sink::begin_list(self, place);
        self.going()
    }

    #[inline]
    fn end_list(&mut self) {
        Sink::end_list(self, ShapeId(0));
    }

    #[inline]
    fn begin_choice(&mut self, place: ShapeId, alternative: u32) -> Option<ShapeId> {
        let ShapeKind::Choice { alternatives, .. } = &self.shape.get(place).kind else { return None };
        let held = inside(self.shape, alternatives.get(alternative as usize)?.shape);
        Sink::begin_choice(self, place, alternative);
        self.going().map(|()| held)
    }

    #[inline]
    fn end_choice(&mut self) {
        Sink::end_choice(self, ShapeId(0));
    }

    #[inline]
    fn boolean(&mut self, place: ShapeId, value: bool) -> Option<()> {
        Sink::boolean(self, place, value);
        self.going()
    }

    #[inline]
    fn integer(&mut self, place: ShapeId, value: i64) -> Option<()> {
        Sink::integer(self, place, value);
        self.going()
    }

    fn big_integer(&mut self, place: ShapeId, octets: &[u8]) -> Option<()> {
        Sink::big_integer(self, place, octets);
        self.going()
    }

    #[inline]
    fn enumerated(&mut self, place: ShapeId, number: i64) -> Option<()> {
        Sink::enumerated(self, place, number);
        self.going()
    }

    fn bit_string(&mut self, place: ShapeId, octets: &[u8], bits: u64) -> Option<()> {
        Sink::bit_string(self, place, octets, bits);
        self.going()
    }

    fn octets(&mut self, place: ShapeId, octets: &[u8]) -> Option<()> {
        Sink::octet_string(self, place, octets);
        self.going()
    }

    fn null(&mut self, place: ShapeId) -> Option<()> {
        Sink::null(self, place);
        self.going()
    }

    fn oid(&mut self, place: ShapeId, contents: &[u8], _: bool) -> Option<()> {
        Sink::oid(self, place, contents);
        self.going()
    }

    fn characters(&mut self, place: ShapeId, utf8: &[u8]) -> Option<()> {
        Sink::string(self, place, str::from_utf8(utf8).ok()?);
        self.going()
    }
}
