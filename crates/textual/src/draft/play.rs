//! Plays a draft as a stream of events.

use wireglot_interp::Sink;
use wireglot_plan::{Shape, ShapeId, ShapeKind, Size, SlotPresence};

use super::{Draft, Kind};

/// A missing part.
#[derive(Debug)]
pub(crate) struct Lack {
    /// Where its record starts in the text.
    pub at: usize,
    /// Its path, starting with the type's name.
    pub path: String,
}

impl Draft {
    /// Plays the draft into a sink.
    pub(crate) fn play(&self, shape: &Shape, sink: &mut impl Sink) -> Result<(), Lack> {
        self.play_part(0, shape, sink)
    }

    /// Plays a part of the draft. Parts nest no deeper than the rules that were read.
    pub(crate) fn play_part(&self, id: u32, shape: &Shape, sink: &mut impl Sink) -> Result<(), Lack> {
        let Some(item) = self.get(id) else { return Ok(()) };
        let ty = item.shape;
        let kind = match (item.kind, &shape.get(ty).kind) {
            (Kind::Open, ShapeKind::List { .. }) => Kind::List(0),
            (Kind::Open, ShapeKind::Record { .. }) => Kind::Record,
            (kind, _) => kind,
        };
        match kind {
            Kind::Boolean(value) => sink.boolean(ty, value),
            Kind::Integer(value) => sink.integer(ty, value),
            Kind::Enumerated(number) => sink.enumerated(ty, number),
            Kind::Null => sink.null(ty),
            Kind::Octets(start, end) => sink.octet_string(ty, self.slice(start, end)),
            Kind::Text(start, end) => {
                sink.string(ty, str::from_utf8(self.slice(start, end)).unwrap_or_default());
            }
            Kind::Bits(set) => {
                let bits = u64::from(64 - set.leading_zeros());
                let octets = set.reverse_bits().to_be_bytes();
                sink.bit_string(ty, octets.get(..bits.div_ceil(8) as usize).unwrap_or_default(), bits);
            }
            Kind::Choice => {
                let Some((part, chosen)) = self.parts(id).next() else {
                    return Err(self.lack(id, shape, None));
                };
                sink.begin_choice(ty, chosen.key);
                self.play_part(part, shape, sink)?;
                sink.end_choice(ty);
            }
            Kind::List(_) => {
                sink.begin_list(ty);
                for (part, _) in self.parts(id) {
                    self.play_part(part, shape, sink)?;
                }
                sink.end_list(ty);
            }
            Kind::Record => self.record(id, ty, shape, sink)?,
            Kind::Open => return Err(self.lack(id, shape, None)),
        }
        Ok(())
    }

    pub(super) fn slice(&self, start: u32, end: u32) -> &[u8] {
        self.octets.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The error for a missing part or slot.
    fn lack(&self, id: u32, shape: &Shape, slot: Option<&str>) -> Lack {
        let path = self.path(shape, id);
        let path = slot.map_or_else(|| path.clone(), |slot| format!("{path}.{slot}"));
        Lack { at: self.get(id).map_or(0, |item| item.at as usize), path }
    }

    fn record(&self, id: u32, ty: ShapeId, shape: &Shape, sink: &mut impl Sink) -> Result<(), Lack> {
        let ShapeKind::Record { slots, .. } = &shape.get(ty).kind else {
            return Err(self.lack(id, shape, None));
        };
        let mut parts: Vec<(u32, u32)> = self.parts(id).map(|(part, item)| (item.key, part)).collect();
        parts.sort_unstable();
        let mut parts = parts.into_iter().peekable();
        sink.begin_record(ty);
        for (index, slot) in slots.iter().enumerate() {
            if let Some((_, part)) = parts.next_if(|(key, _)| *key as usize == index) {
                sink.slot(index as u32);
                self.play_part(part, shape, sink)?;
            } else if matches!(slot.presence, SlotPresence::Required) && slot.addition.is_none() {
                let ShapeKind::List { size: Size { lo: 0, .. }, .. } = shape.get(slot.shape).kind else {
                    return Err(self.lack(id, shape, Some(&slot.name)));
                };
                sink.slot(index as u32);
                sink.begin_list(slot.shape);
                sink.end_list(slot.shape);
            }
        }
        sink.end_record(ty);
        Ok(())
    }
}
