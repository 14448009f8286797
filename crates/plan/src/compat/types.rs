//! Simulates a reader of one layout on the output of a sender of another.
//!
//! In any version of such a schema, every bit has a fixed place, and every leading size and count a fixed
//! value. So the simulation uses places instead of values, step by step like a reader, and its results hold
//! for every message.

use std::collections::HashSet;

use super::stream::{Holds, Path, Slot, Stream};
use super::{Finding, Side, Trouble};
use crate::layout::LENGTH_PREFIX;
use crate::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType, LayoutValue};

/// Finds what a reader of a message misinterprets. With `pad`, missing octets at the end count as zero.
pub fn typed(sender: (&Layout, LayoutId), reader: (&Layout, LayoutId), pad: bool) -> Vec<Finding> {
    let ((theirs, sent_type), (layout, read_type)) = (sender, reader);
    let stream = Stream::new(theirs, sent_type);
    let own = Stream::new(layout, read_type);
    let sent = theirs.get(sent_type).octets() * 8;
    let root = layout.get(read_type);
    let mut reading = Reading {
        theirs,
        layout,
        stream,
        own,
        sent,
        at: 0,
        limit: if pad { sent.max(root.octets() * 8) } else { sent },
        framed: false,
        place: Path::new(&root.path, root.span),
        lost: false,
        muted: false,
        compared: HashSet::new(),
        findings: Vec::new(),
    };
    // Whatever went wrong is among the findings.
    let _ = reading.value(read_type);
    reading.findings
}

struct Reading<'l> {
    theirs: &'l Layout,
    layout: &'l Layout,
    stream: Stream,
    own: Stream,
    /// The number of bits sent, including the padding of the last octet.
    sent: u64,
    at: u64,
    /// The end of the innermost extensible record.
    limit: u64,
    /// Whether that differs from the end of the message.
    framed: bool,
    place: Path,
    /// Whether fields have been read from wrong bits since the last finding.
    lost: bool,
    /// Whether the values are discarded.
    muted: bool,
    /// Pairs of enumerations that have been compared.
    compared: HashSet<(LayoutId, LayoutId)>,
    findings: Vec<Finding>,
}

/// Reading cannot continue before the end of the innermost extensible record.
struct Lost;

type Read<T> = Result<T, Lost>;

impl<'l> Reading<'l> {
    fn find(&mut self, trouble: Trouble, at: u64, bits: u64, sender: Option<Side>) {
        let reader = Side { path: self.place.text.clone(), span: self.place.span(), bit: at, bits };
        self.findings.push(Finding { trouble, reader, sender });
    }

    fn value(&mut self, id: LayoutId) -> Read<()> {
        let layout = self.layout;
        let ty = layout.resolved(id);
        match &ty.kind {
            _ if ty.bits == 0 => Ok(()),
            LayoutKind::Array { element, count, extensible } => self.array(*element, *count, *extensible),
            LayoutKind::Record { fields, extensible: false } => self.fields(fields, false),
            LayoutKind::Record { fields, extensible: true } => self.extensible(fields, ty.bits),
            _ => self.leaf(layout.base(id), ty),
        }
    }

    /// Takes the next bits, unless the message or a frame ends in them.
    fn bits(&mut self, width: u64) -> Read<u64> {
        let at = self.at;
        if self.limit.saturating_sub(at) < width {
            let trouble = if self.framed { Trouble::Cut } else { Trouble::Short };
            let met = self.stream.at(at).map(|slot| self.stream.side(slot));
            self.find(trouble, at, width, met);
            return Err(Lost);
        }
        self.at += width;
        Ok(at)
    }

    fn leaf(&mut self, id: LayoutId, ty: &LayoutType) -> Read<()> {
        let at = self.bits(ty.bits)?;
        let Some(slot) = self.stream.at(at).cloned() else {
            // Only the zeros that pad the last octet or were not sent, unless a field begins in these bits.
            if self.stream.holds(at, at + ty.bits) {
                self.astray(at, ty.bits, None);
            }
            return Ok(());
        };
        let met = self.stream.side(&slot);
        match slot.holds {
            Holds::Value(theirs) if self.is_whole(&slot, theirs, at, ty.bits) => {
                self.pair(&slot, theirs, id, met)
            }
            Holds::Value(_) => self.astray(at, ty.bits, Some(met)),
            Holds::Size(_) | Holds::Count(_) => {
                if !self.lost && !self.muted {
                    self.find(Trouble::LeadMet, at, ty.bits, Some(met));
                }
                self.lost = true;
            }
        }
        Ok(())
    }

    /// Whether these bits hold exactly one number, possibly with unused zeros after it.
    fn is_whole(&self, slot: &Slot, theirs: LayoutId, at: u64, bits: u64) -> bool {
        let widened = || {
            let free = slot.bits < bits && !self.stream.holds(slot.at + slot.bits, at + bits);
            free && !matches!(self.theirs.get(theirs).kind, LayoutKind::Signed | LayoutKind::Float)
        };
        slot.at == at && (slot.bits == bits || widened())
    }

    /// A field is read from wrong bits; reported only once for consecutive fields.
    fn astray(&mut self, at: u64, bits: u64, met: Option<Side>) {
        if !self.lost && !self.muted {
            self.find(Trouble::Elsewhere, at, bits, met);
        }
        self.lost = true;
    }

    /// A field is read from the bits of exactly one field.
    fn pair(&mut self, slot: &Slot, theirs: LayoutId, ours: LayoutId, met: Side) {
        let (at, bits) = (slot.at, self.layout.get(ours).bits);
        if self.has_moved(slot, &met, bits) {
            return;
        }
        self.lost = false;
        if self.muted {
            return;
        }
        let (sent, read) = (&self.theirs.get(theirs).kind, &self.layout.get(ours).kind);
        match (sent, read) {
            (LayoutKind::Signed, LayoutKind::Signed) | (LayoutKind::Float, LayoutKind::Float) => {}
            (LayoutKind::Float, _) | (_, LayoutKind::Float) if slot.bits == bits => {
                self.find(Trouble::Float, at, bits, Some(met))
            }
            (LayoutKind::Signed, _) | (_, LayoutKind::Signed) if slot.bits == bits => {
                self.find(Trouble::Sign, at, bits, Some(met))
            }
            (LayoutKind::Enumerated(sent), LayoutKind::Enumerated(read))
                if self.compared.insert((theirs, ours)) =>
            {
                self.names(sent, read, at, bits, &met);
            }
            _ => {}
        }
    }

    /// Whether these bits are a different part that both versions have. Reports this, and also a new name.
    fn has_moved(&mut self, slot: &Slot, met: &Side, bits: u64) -> bool {
        let lead = !matches!(slot.holds, Holds::Value(_));
        let (sent, read) = (self.stream.path(slot), self.place.text.as_str());
        let same = sent == read;
        if same && slot.indices == self.place.indices {
            return false;
        }
        let moved = same || self.own.has(sent, lead) || self.stream.has(read, lead);
        if !self.lost && !self.muted && (moved || !lead) {
            let trouble = match (moved, lead) {
                (true, true) => Trouble::LeadWanted,
                (true, false) => Trouble::Moved,
                (false, _) => Trouble::Renamed,
            };
            self.find(trouble, slot.at, bits, Some(met.clone()));
        }
        moved
    }

    /// Compares the named numbers of both versions.
    fn names(&mut self, sent: &[LayoutValue], read: &[LayoutValue], at: u64, bits: u64, met: &Side) {
        let mut unnamed = Vec::new();
        for value in sent {
            match read.iter().find(|own| own.value == value.value) {
                Some(own) if own.name == value.name => {}
                // If one of the names exists for another number, the meaning has changed; otherwise it is
                // only a new name.
                Some(own)
                    if read
                        .iter()
                        .chain(sent)
                        .filter(|v| v.name == own.name || v.name == value.name)
                        .count()
                        > 2 =>
                {
                    let (sent, read) = (value.name.clone(), own.name.clone());
                    let trouble = Trouble::Meaning { value: value.value.into(), sent, read };
                    self.find(trouble, at, bits, Some(met.clone()));
                }
                Some(_) => {}
                None => match read.iter().find(|own| own.name == value.name) {
                    Some(own) => {
                        let (name, sent, read) = (value.name.clone(), value.value.into(), own.value.into());
                        self.find(Trouble::Renumbered { name, sent, read }, at, bits, Some(met.clone()));
                    }
                    None => unnamed.push(value.name.clone()),
                },
            }
        }
        if !unnamed.is_empty() {
            self.find(Trouble::Unnamed(unnamed), at, bits, Some(met.clone()));
        }
    }

    /// Reads a leading size or count; `None` if it was not sent, in which case it counts as zero.
    fn lead(&mut self, wanted: Holds) -> Read<Option<u64>> {
        let at = self.bits(LENGTH_PREFIX)?;
        let kind = std::mem::discriminant(&wanted);
        let slot = self.stream.at(at).cloned();
        match slot.as_ref().map(|slot| slot.holds) {
            Some(holds @ (Holds::Size(value) | Holds::Count(value)))
                if slot.as_ref().is_some_and(|slot| slot.at == at)
                    && std::mem::discriminant(&holds) == kind =>
            {
                if let Some(slot) = &slot {
                    let met = self.stream.side(slot);
                    self.lost |= self.has_moved(slot, &met, LENGTH_PREFIX);
                }
                Ok(Some(value))
            }
            None if at + LENGTH_PREFIX > self.sent && !self.stream.holds(at, at + LENGTH_PREFIX) => Ok(None),
            _ => {
                let met = slot.map(|slot| self.stream.side(&slot));
                if !self.lost {
                    self.find(Trouble::LeadWanted, at, LENGTH_PREFIX, met);
                }
                Err(Lost)
            }
        }
    }

    fn extensible(&mut self, fields: &'l [LayoutField], own: u64) -> Read<()> {
        let (begin, around) = (self.at, (self.limit, self.framed));
        let Some(size) = self.lead(Holds::Size(own))? else {
            self.at = around.0.min(begin + own);
            return Ok(());
        };
        let end = begin + size;
        if end > around.0 {
            self.find(Trouble::Cut, begin, size, None);
            return Err(Lost);
        }
        (self.limit, self.framed) = (end, true);
        // After its end, the reader is back in sync.
        let _ = self.fields(fields, true);
        self.lost = false;
        (self.at, self.limit, self.framed) = (end, around.0, around.1);
        Ok(())
    }

    /// Reads fields; those of an extensible record may end early.
    fn fields(&mut self, fields: &'l [LayoutField], may_end: bool) -> Read<()> {
        for field in fields {
            if may_end && self.at == self.limit {
                return Ok(());
            }
            let outer = self.place.field(&field.name, field.span);
            let read = self.value(field.ty);
            self.place.leave_field(outer);
            read?;
        }
        Ok(())
    }

    fn array(&mut self, element: LayoutId, count: u64, extensible: bool) -> Read<()> {
        let sent = match extensible {
            true => self.lead(Holds::Count(count))?.unwrap_or(0),
            false => count,
        };
        let ty = self.layout.get(element);
        if ty.bits == 0 {
            return Ok(());
        }
        for index in 0..count.min(sent) {
            self.element(element, index)?;
        }
        let more = sent.saturating_sub(count);
        if ty.fixed {
            self.bits(more * ty.bits)?;
            return Ok(());
        }
        let muted = std::mem::replace(&mut self.muted, true);
        let skipped = (count..count + more).try_for_each(|index| self.element(element, index));
        self.muted = muted;
        skipped
    }

    fn element(&mut self, element: LayoutId, index: u64) -> Read<()> {
        let outer = self.place.element(index);
        let read = self.value(element);
        self.place.leave_element(outer);
        read
    }
}
