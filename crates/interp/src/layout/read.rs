//! Octets to values.

use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutKind, LayoutType};

use super::{Packed, PackedCode, PackedError, LEAD};

/// How octets are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Octets that are missing at the end count as zero.
    pub pad: bool,
}

/// Reads a value. What a newer sender appended is skipped, what an older one
/// did not send is zero; octets behind the value are not looked at.
///
/// # Errors
/// The octets end too early, or a lead cannot be.
pub fn decode(layout: &Layout, ty: LayoutId, octets: &[u8], reading: Reading) -> Result<Packed, PackedError> {
    traced(layout, ty, octets, reading, &mut ())
}

/// Takes what a reader met, piece by piece, in the order of the bits.
pub(crate) trait Trace {
    /// Whether anything is taken: what it costs to tell is spared otherwise.
    const ON: bool = true;

    /// Bits from `lo` up to `hi`, of the value at that path.
    fn met(&mut self, lo: u64, hi: u64, path: String, what: Met);
}

/// What bits of a layout are.
pub(crate) enum Met<'v> {
    /// The lead of a record of this type, with its size in bits.
    Size(LayoutId, u64),
    /// The lead of an array of so many elements, of which so many were sent.
    Count(u64, u64),
    /// A value without parts.
    Value(LayoutId, &'v Packed),
    /// What a newer sender appended.
    Newer,
}

impl Trace for () {
    const ON: bool = false;

    fn met(&mut self, _: u64, _: u64, _: String, _: Met) {}
}

/// Reads a value and tells of all bits that it meets.
pub(crate) fn traced<T: Trace>(
    layout: &Layout,
    ty: LayoutId,
    octets: &[u8],
    reading: Reading,
    trace: &mut T,
) -> Result<Packed, PackedError> {
    let sent = octets.len() as u64 * 8;
    let all = if reading.pad { sent.max(layout.get(ty).octets() * 8) } else { sent };
    let mut reader = Reader {
        layout,
        root: layout.get(ty),
        octets,
        sent,
        at: 0,
        limit: all,
        foreign: false,
        path: Vec::new(),
        trace,
        quiet: false,
    };
    reader.value(ty).map_err(|code| PackedError {
        code,
        bit: reader.at,
        path: path(reader.root, &reader.path),
    })
}

/// A step into a value.
enum Step<'l> {
    Field(&'l str),
    Element(u64),
}

fn path(ty: &LayoutType, steps: &[Step]) -> String {
    let mut path = ty.path.join(".");
    for step in steps {
        match step {
            Step::Field(name) => path.push_str(&format!(".{name}")),
            Step::Element(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

struct Reader<'l, 't, T> {
    layout: &'l Layout,
    root: &'l LayoutType,
    octets: &'l [u8],
    /// Bits that were sent.
    sent: u64,
    at: u64,
    /// Where the innermost extensible record ends.
    limit: u64,
    /// A lead was met that this version does not write.
    foreign: bool,
    path: Vec<Step<'l>>,
    trace: &'t mut T,
    /// What is read is thrown away, and told of as a whole.
    quiet: bool,
}

type Read<T> = Result<T, PackedCode>;

impl<'l, T: Trace> Reader<'l, '_, T> {
    fn value(&mut self, id: LayoutId) -> Read<Packed> {
        let ty = self.layout.get(id);
        let begin = self.at;
        let value = match &ty.kind {
            LayoutKind::Boolean => Packed::Boolean(self.bits(ty.bits)? != 0),
            LayoutKind::Unsigned | LayoutKind::Byte | LayoutKind::Float | LayoutKind::Enumerated(_) => {
                Packed::Integer(self.bits(ty.bits)?.into())
            }
            LayoutKind::Signed => Packed::Integer(signed(self.bits(ty.bits)?, ty.bits)),
            LayoutKind::Alias(inner) => return self.value(*inner),
            LayoutKind::Array { element, count, extensible } => {
                return self.array(*element, *count, *extensible);
            }
            LayoutKind::Record { fields, extensible: false } => {
                return self.fields(fields, false).map(Packed::Record);
            }
            LayoutKind::Record { fields, extensible: true } => {
                return self.extensible(id, fields, ty.bits);
            }
        };
        self.met(begin, Met::Value(id, &value));
        Ok(value)
    }

    /// Tells of the bits from `begin` on that were just read.
    fn met(&mut self, begin: u64, what: Met) {
        if T::ON && !self.quiet && begin < self.at {
            self.trace.met(begin, self.at, path(self.root, &self.path), what);
        }
    }

    /// Says that there are no more bits: the sender's fault if it wrote other leads.
    fn overrun(&self) -> PackedCode {
        match self.foreign {
            true => PackedCode::BadAhead,
            false => PackedCode::Short,
        }
    }

    /// An integer of at most 64 bits.
    fn bits(&mut self, width: u64) -> Read<u64> {
        if self.limit.saturating_sub(self.at) < width {
            return Err(self.overrun());
        }
        let mut value = 0u64;
        let mut have = 0;
        while have < width {
            let bit = self.at + have;
            let take = (8 - bit % 8).min(width - have);
            let octet = self.octets.get((bit / 8) as usize).copied().unwrap_or(0);
            value |= (u64::from(octet) >> (bit % 8) & ((1 << take) - 1)) << have;
            have += take;
        }
        self.at += width;
        Ok(value)
    }

    /// A lead; nothing if it was not sent and counts as zero.
    fn lead(&mut self, own: u64) -> Read<Option<u64>> {
        let missing = self.at + LEAD > self.sent;
        let lead = self.bits(LEAD)?;
        if missing && lead == 0 {
            return Ok(None);
        }
        self.foreign |= lead != own;
        Ok(Some(lead))
    }

    fn extensible(&mut self, id: LayoutId, fields: &'l [LayoutField], own: u64) -> Read<Packed> {
        let (begin, around) = (self.at, self.limit);
        let Some(size) = self.lead(own)? else {
            self.at = around.min(begin + own);
            return Ok(zero(self.layout, id));
        };
        self.met(begin, Met::Size(id, size));
        if size < LEAD {
            return Err(PackedCode::BadAhead);
        }
        if size > around - begin {
            let (fault, stop) = (self.overrun(), (self.at, self.path.len()));
            if T::ON {
                // Only to tell of what there is.
                let _ = self.fields(fields, true);
                self.at = stop.0;
                self.path.truncate(stop.1);
            }
            return Err(fault);
        }
        self.limit = begin + size;
        let record = self.fields(fields, true)?;
        let known = self.at;
        (self.at, self.limit) = (begin + size, around);
        self.met(known, Met::Newer);
        Ok(Packed::Record(record))
    }

    /// Fields; those of an extensible record may end early.
    fn fields(&mut self, fields: &'l [LayoutField], may_end: bool) -> Read<Vec<Packed>> {
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            self.path.push(Step::Field(&field.name));
            values.push(match may_end && self.at == self.limit {
                true => zero(self.layout, field.ty),
                false => self.value(field.ty)?,
            });
            self.path.pop();
        }
        Ok(values)
    }

    fn array(&mut self, element: LayoutId, count: u64, extensible: bool) -> Read<Packed> {
        let begin = self.at;
        let sent = match extensible {
            true => self.lead(count)?.unwrap_or(0),
            false => count,
        };
        self.met(begin, Met::Count(count, sent));
        let mut values = Vec::new();
        for index in 0..count.min(sent) {
            self.path.push(Step::Element(index));
            values.push(self.value(element)?);
            self.path.pop();
        }
        values.resize(count as usize, zero(self.layout, element));
        self.skip(element, sent.saturating_sub(count))?;
        Ok(Packed::List(values))
    }

    /// Elements that this version does not have.
    fn skip(&mut self, element: LayoutId, count: u64) -> Read<()> {
        let ty = self.layout.get(element);
        let begin = self.at;
        if !ty.fixed {
            let quiet = std::mem::replace(&mut self.quiet, true);
            (0..count).try_for_each(|_| self.value(element).map(drop))?;
            self.quiet = quiet;
            self.met(begin, Met::Newer);
            return Ok(());
        }
        if count * ty.bits > self.limit - self.at {
            return Err(PackedCode::BadAhead);
        }
        self.at += count * ty.bits;
        self.met(begin, Met::Newer);
        Ok(())
    }
}

fn signed(value: u64, bits: u64) -> i128 {
    let unused = 64 - bits;
    (((value << unused) as i64) >> unused).into()
}

/// The value of what was not sent.
fn zero(layout: &Layout, id: LayoutId) -> Packed {
    match &layout.get(id).kind {
        LayoutKind::Boolean => Packed::Boolean(false),
        LayoutKind::Alias(inner) => zero(layout, *inner),
        LayoutKind::Array { element, count, .. } => {
            Packed::List(vec![zero(layout, *element); *count as usize])
        }
        LayoutKind::Record { fields, .. } => {
            Packed::Record(fields.iter().map(|field| zero(layout, field.ty)).collect())
        }
        _ => Packed::Integer(0),
    }
}
