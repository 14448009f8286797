//! Octets to events: types.

use wireglot_plan::layout::{Presence, LENGTH_PREFIX};
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType, ShapeId};

use super::bits::load;
use super::leaf::Leaf;
use super::trace::{Met, Trace};
use super::{LayoutCode, LayoutError};
use crate::{Discard, Sink};

/// Options for reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether missing octets at the end count as zero.
    pub pad: bool,
}

/// Reads a value of a type; returns how many octets it took. Skips what a newer sender appended; what an
/// older one did not send is zero. Does not look at octets after the value.
///
/// # Errors
/// The octets end too early, or a leading size is impossible. The sink has received everything
/// before the error.
pub fn decode<S: Sink>(
    layout: &Layout,
    ty: LayoutId,
    octets: &[u8],
    reading: Reading,
    sink: &mut S,
) -> Result<usize, LayoutError> {
    traced(layout, ty, octets, reading, sink, &mut ())
}

/// Reads a value, and reports all bits to a trace.
pub(crate) fn traced<S: Sink, T: Trace>(
    layout: &Layout,
    ty: LayoutId,
    octets: &[u8],
    reading: Reading,
    sink: &mut S,
    trace: &mut T,
) -> Result<usize, LayoutError> {
    let mut reader = Reader::new(layout, octets, sink, trace);
    reader.root = &layout.get(ty).path;
    if reading.pad {
        reader.limit = reader.sent.max(layout.get(ty).octets() * 8);
    }
    reader.value(ty).map_err(|fault| {
        let path = spelled(reader.root.join("."), &reader.path);
        LayoutError { code: fault.code, bit: reader.at, path, detail: fault.detail }
    })?;
    // Padding is not an octet of the value.
    Ok((reader.at.min(reader.sent).div_ceil(8)) as usize)
}

/// A step into a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'l> {
    Field(&'l str),
    Element(u64),
}

/// Formats a path, starting with a root that may have no name.
pub(super) fn spelled(root: String, steps: &[Step]) -> String {
    let mut path = root;
    for step in steps {
        match step {
            Step::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Element(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

/// Whether the number at a bit means null in a field that may be absent. Text is null if it is empty.
#[inline]
pub(super) fn is_null(ty: &LayoutType, octets: &[u8], bit: u64, big_endian: bool) -> bool {
    match (&ty.kind, ty.null) {
        (LayoutKind::Record { .. } | LayoutKind::Array { .. }, _) | (_, None) => false,
        (LayoutKind::Text, _) => ty.bits > 0 && load(octets, bit, 8, false) == 0,
        (_, Some(null)) => ty.scalar.number(load(octets, bit, ty.bits, big_endian), ty.bits) == null,
    }
}

/// An error.
pub(super) struct Fault {
    pub code: LayoutCode,
    /// Where it was found, if not at the reader's position.
    pub bit: Option<u64>,
    pub detail: String,
}

impl From<LayoutCode> for Fault {
    fn from(code: LayoutCode) -> Fault {
        Fault { code, bit: None, detail: String::new() }
    }
}

pub(super) type Read<T> = Result<T, Fault>;

pub(super) struct Reader<'l, 'r, S, T> {
    pub layout: &'l Layout,
    pub octets: &'l [u8],
    /// The number of bits sent.
    pub sent: u64,
    /// The next bit.
    pub at: u64,
    /// The end of the innermost extensible record or of the block.
    pub limit: u64,
    /// Whether a size or count was found that this version does not write.
    foreign: bool,
    /// The sender's version.
    pub version: u64,
    /// The number of entries so far whose blocks take no octets.
    pub empty: u64,
    /// The name of the type; for a message, the first step of the path.
    root: &'l [String],
    pub path: Vec<Step<'l>>,
    pub sink: &'r mut S,
    pub trace: &'r mut T,
    big_endian: bool,
}

impl<'l, 'r, S: Sink, T: Trace> Reader<'l, 'r, S, T> {
    pub fn new(
        layout: &'l Layout,
        octets: &'l [u8],
        sink: &'r mut S,
        trace: &'r mut T,
    ) -> Reader<'l, 'r, S, T> {
        let sent = octets.len() as u64 * 8;
        let big_endian = layout.messages.big_endian;
        Reader {
            layout,
            octets,
            sent,
            at: 0,
            limit: sent,
            foreign: false,
            version: 0,
            empty: 0,
            root: &[],
            path: Vec::new(),
            sink,
            trace,
            big_endian,
        }
    }

    fn value(&mut self, id: LayoutId) -> Read<()> {
        let layout = self.layout;
        let ty = layout.get(id);
        match &ty.kind {
            LayoutKind::Alias(inner) => self.value(*inner),
            LayoutKind::Array { element, count, extensible } => self.array(id, *element, *count, *extensible),
            LayoutKind::Record { fields, extensible } => {
                self.sink.begin_record(ShapeId(id.0));
                match extensible {
                    false => self.fields(fields, self.at, false)?,
                    true => self.extensible(id, fields, ty.bits)?,
                }
                self.sink.end_record(ShapeId(id.0));
                Ok(())
            }
            _ => self.leaf(id, ty),
        }
    }

    #[inline]
    fn leaf(&mut self, id: LayoutId, ty: &LayoutType) -> Read<()> {
        let begin = self.at;
        let leaf = match ty.kind {
            LayoutKind::Text => {
                let octets = self.octets.get((begin / 8) as usize..).unwrap_or_default();
                let octets = octets.get(..ty.octets() as usize).unwrap_or(octets);
                self.at += ty.bits;
                Leaf::Text(octets.split(|octet| *octet == 0).next().unwrap_or_default())
            }
            _ => Leaf::Raw(self.bits(ty.bits)?),
        };
        leaf.show(self.layout, id, self.sink);
        match ty.bits {
            0 => self.tell(begin, Met::Constant(id, leaf)),
            _ => self.met(begin, Met::Value(id, leaf)),
        }
        Ok(())
    }

    /// Reports the bits from `begin` on, which were just read.
    #[inline]
    pub fn met(&mut self, begin: u64, what: Met) {
        if T::ON && begin < self.at {
            self.tell(begin, what);
        }
    }

    /// Reports something that may take no bits.
    pub fn tell(&mut self, begin: u64, what: Met) {
        if T::ON {
            self.trace.met(begin..self.at, spelled(self.root.join("."), &self.path), what);
        }
    }

    /// The error for the end of the bits. It is the sender's if it wrote other leading sizes.
    fn overrun(&self) -> Fault {
        Fault::from(match self.foreign {
            true => LayoutCode::BadAhead,
            false => LayoutCode::Short,
        })
    }

    /// Reads an integer of at most 64 bits.
    #[inline]
    fn bits(&mut self, width: u64) -> Read<u64> {
        if self.limit.saturating_sub(self.at) < width {
            return Err(self.overrun());
        }
        let value = load(self.octets, self.at, width, self.big_endian);
        self.at += width;
        Ok(value)
    }

    /// Reads a leading size or count; `None` if it was not sent, in which case it counts as zero.
    fn length_prefix(&mut self, own: u64) -> Read<Option<u64>> {
        let missing = self.at + LENGTH_PREFIX > self.sent;
        let length = self.bits(LENGTH_PREFIX)?;
        if missing && length == 0 {
            return Ok(None);
        }
        self.foreign |= length != own;
        Ok(Some(length))
    }

    fn extensible(&mut self, id: LayoutId, fields: &'l [LayoutField], own: u64) -> Read<()> {
        let (begin, around) = (self.at, self.limit);
        let Some(size) = self.length_prefix(own)? else {
            self.at = around.min(begin + own);
            self.zeros(fields);
            return Ok(());
        };
        self.met(begin, Met::Size(id, size));
        if size < LENGTH_PREFIX {
            return Err(LayoutCode::BadAhead.into());
        }
        if size > around - begin {
            let (fault, stop) = (self.overrun(), (self.at, self.path.len()));
            if T::ON {
                // Only for the trace.
                let _ = self.fields(fields, begin, true);
                self.at = stop.0;
                self.path.truncate(stop.1);
            }
            return Err(fault);
        }
        self.limit = begin + size;
        self.fields(fields, begin, true)?;
        let known = self.at;
        (self.at, self.limit) = (begin + size, around);
        self.met(known, Met::Newer);
        Ok(())
    }

    /// Reads the fields of a record that begins at `begin`; those of an extensible record may end
    /// early.
    pub fn fields(&mut self, fields: &'l [LayoutField], begin: u64, may_end: bool) -> Read<()> {
        // Extensible parts may be longer or shorter than this version writes them.
        let mut place = begin;
        let mut written = 0;
        for (slot, field) in (0..).zip(fields) {
            if field.since > self.version && !field.is_constant() {
                continue;
            }
            self.path.push(Step::Field(&field.name));
            self.at = place.wrapping_add(field.offset).wrapping_sub(written);
            self.field(slot, field, may_end)?;
            self.path.pop();
            if !field.is_constant() {
                place = self.at;
                written = field.offset + self.layout.get(field.ty).bits;
            }
        }
        Ok(())
    }

    #[inline]
    fn field(&mut self, slot: u32, field: &'l LayoutField, may_end: bool) -> Read<()> {
        match &field.presence {
            Presence::Null if self.is_null(field.ty) => return Ok(()),
            Presence::Constant(ty, constant) => {
                let leaf = Leaf::constant(constant);
                self.sink.slot(slot);
                leaf.show(self.layout, *ty, self.sink);
                self.tell(self.at, Met::Constant(*ty, leaf));
                return Ok(());
            }
            _ => self.sink.slot(slot),
        }
        match may_end && self.at == self.limit {
            true => {
                self.zero(field.ty);
                Ok(())
            }
            false => self.value(field.ty),
        }
    }

    /// Whether the next number means null; if so, reads it.
    fn is_null(&mut self, id: LayoutId) -> bool {
        let ty = self.layout.get(id);
        let null = is_null(ty, self.octets, self.at, self.big_endian);
        if null {
            let begin = self.at;
            self.at += ty.bits;
            self.met(begin, Met::Null(id));
        }
        null
    }

    fn array(&mut self, id: LayoutId, element: LayoutId, count: u64, extensible: bool) -> Read<()> {
        let begin = self.at;
        let sent = match extensible {
            true => self.length_prefix(count)?.unwrap_or(0),
            false => count,
        };
        self.met(begin, Met::Count(count, sent));
        self.sink.begin_list(ShapeId(id.0));
        for index in 0..count.min(sent) {
            self.path.push(Step::Element(index));
            self.value(element)?;
            self.path.pop();
        }
        (sent..count).for_each(|_| self.zero(element));
        self.skip(element, sent.saturating_sub(count))?;
        self.sink.end_list(ShapeId(id.0));
        Ok(())
    }

    /// Skips elements that this version does not have.
    fn skip(&mut self, element: LayoutId, count: u64) -> Read<()> {
        let ty = self.layout.get(element);
        let begin = self.at;
        if !ty.fixed {
            self.at = self.behind(element, count)?;
        } else if count * ty.bits > self.limit - self.at {
            return Err(LayoutCode::BadAhead.into());
        } else {
            self.at += count * ty.bits;
        }
        self.met(begin, Met::Newer);
        Ok(())
    }

    /// Where elements end, if they are read only for their lengths.
    fn behind(&mut self, element: LayoutId, count: u64) -> Read<u64> {
        let (mut sink, mut trace) = (Discard, ());
        let mut skipper = Reader::new(self.layout, self.octets, &mut sink, &mut trace);
        (skipper.at, skipper.limit, skipper.foreign) = (self.at, self.limit, self.foreign);
        let done = (0..count).try_for_each(|_| skipper.value(element));
        (self.at, self.foreign) = (skipper.at, skipper.foreign);
        self.path.append(&mut skipper.path);
        done.map(|()| self.at)
    }

    /// Passes on the value of something that was not sent.
    fn zero(&mut self, id: LayoutId) {
        let layout = self.layout;
        let id = layout.base(id);
        match &layout.get(id).kind {
            LayoutKind::Array { element, count, .. } => {
                self.sink.begin_list(ShapeId(id.0));
                (0..*count).for_each(|_| self.zero(*element));
                self.sink.end_list(ShapeId(id.0));
            }
            LayoutKind::Record { fields, .. } => {
                self.sink.begin_record(ShapeId(id.0));
                self.zeros(fields);
                self.sink.end_record(ShapeId(id.0));
            }
            _ => Leaf::Raw(0).show(layout, id, self.sink),
        }
    }

    fn zeros(&mut self, fields: &'l [LayoutField]) {
        for (slot, field) in (0..).zip(fields) {
            self.sink.slot(slot);
            self.zero(field.ty);
        }
    }
}
