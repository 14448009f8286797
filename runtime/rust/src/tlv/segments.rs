//! Strings in constructed form (X.690 8.6.4, 8.7.3): splitting into segments and reassembly.

use alloc::vec::Vec;

use crate::{ErrorCode, Fault};

use super::header::Outer;
use super::writer::Form as WriteForm;
use super::{bit_string, Form, Header, Reader, Tag, Writer};

/// The contents octets of a segment in CER (X.690 9.2).
pub const CER_SEGMENT: usize = 1000;

/// Requirements on segments.
#[derive(Clone, Copy, Debug)]
pub struct Segments {
    /// The universal tag of the string type, which segments may have instead of that of OCTET
    /// STRING (some senders do this).
    pub own: Tag,
    /// Maximum number of octets in the string.
    pub limit: usize,
    /// Maximum nesting depth.
    pub depth: u32,
    /// Whether all segments but the last must have 1000 octets, as in CER (X.690 9.2).
    pub cer: bool,
}

impl Writer {
    /// Wraps the last `length` contents octets written as a string with this tag; `bits` if it is a
    /// BIT STRING. Longer than `most` octets, it is split into segments of that size (X.690 8.6.4,
    /// 8.7.3; in CER 9.2).
    #[inline]
    pub fn string(&mut self, tag: Tag, length: usize, bits: bool, most: Option<usize>, form: WriteForm) {
        match most.filter(|most| length > *most) {
            Some(most) => self.segments(tag, length, bits, most, form),
            None => {
                self.length(length, form.length_octets);
                self.tag(tag, false);
            }
        }
    }

    #[cold]
    fn segments(&mut self, tag: Tag, length: usize, bits: bool, most: usize, form: WriteForm) {
        let whole = self.front(length).to_vec();
        let (unused, octets) = match bits {
            true => whole.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest)),
            false => (0, &whole[..]),
        };
        self.truncate(self.len() - length);
        let open = self.open(form);
        let mut last = true;
        for part in octets.chunks((most - usize::from(bits).min(most)).max(1)).rev() {
            self.put(part);
            if bits {
                self.octet(if last { unused } else { 0 });
            }
            self.length(part.len() + usize::from(bits), form.length_octets);
            self.tag(Tag::universal(if bits { 3 } else { 4 }), false);
            last = false;
        }
        self.close(tag, open, form);
    }
}

/// Appends the octets of a constructed string whose header was just read, and moves the reader past
/// it.
///
/// # Errors
/// `segment_tag`, `segment_size`, `limit_string_octets`, `limit_depth`, and those of the reader.
pub fn join_octets(
    reader: &mut Reader<'_>,
    header: &Header,
    asked: &Segments,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let start = out.len();
    let mut last = None;
    walk(reader, header, asked, Tag::universal(4), |contents, at| {
        short_segment(asked, &mut last, contents.len(), at)?;
        append(asked, start, out, contents, at)
    })
}

/// Appends the octets of a constructed BIT STRING in the same way; returns the number of bits.
///
/// # Errors
/// Those of [`join_octets`] and [`bit_string`]; `bits_unused` in a segment that is not the last.
#[expect(clippy::indexing_slicing, reason = "out only grew since its length was taken")]
pub fn join_bits(
    reader: &mut Reader<'_>,
    header: &Header,
    asked: &Segments,
    form: Form,
    out: &mut Vec<u8>,
) -> Result<u64, Fault> {
    let start = out.len();
    let mut last = None;
    let mut unused = 0;
    walk(reader, header, asked, Tag::universal(3), |contents, at| {
        short_segment(asked, &mut last, contents.len(), at)?;
        // X.690 8.6.4: only the last segment may have unused bits.
        if unused != 0 {
            return Err(Fault::of(ErrorCode::BitsUnused, unused).at_octet(at));
        }
        let value = bit_string(contents, form).map_err(|f| f.at_octet(at))?;
        unused = value.octets.len() as u64 * 8 - value.bits;
        append(asked, start, out, value.octets, at)
    })?;
    if let Some(last) = out[start..].last_mut() {
        *last &= 0xffu8 << unused;
    }
    Ok((out.len() - start) as u64 * 8 - unused)
}

fn append(asked: &Segments, start: usize, out: &mut Vec<u8>, octets: &[u8], at: usize) -> Result<(), Fault> {
    if out.len() - start + octets.len() > asked.limit {
        return Err(Fault::of(ErrorCode::LimitStringOctets, asked.limit as u64).at_octet(at));
    }
    out.extend_from_slice(octets);
    Ok(())
}

/// In CER, every segment but the last has 1000 octets (X.690 9.2).
fn short_segment(asked: &Segments, last: &mut Option<usize>, length: usize, at: usize) -> Result<(), Fault> {
    let short = last.is_some_and(|n| n != CER_SEGMENT) || length > CER_SEGMENT || length == 0;
    if asked.cer && short {
        return Err(Fault::new(ErrorCode::SegmentSize).at_octet(at));
    }
    *last = Some(length);
    Ok(())
}

/// Visits the contents of each primitive segment, without recursion.
fn walk(
    reader: &mut Reader<'_>,
    header: &Header,
    asked: &Segments,
    segment: Tag,
    mut visit: impl FnMut(&[u8], usize) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut outers: Vec<Outer> = Vec::new();
    outers.push(reader.enter(header));
    while let Some(&outer) = outers.last() {
        if !reader.more()? {
            reader.leave(outer)?;
            outers.pop();
            continue;
        }
        let inner = reader.header()?;
        if inner.tag != segment && inner.tag != asked.own {
            let fault = Fault::between(ErrorCode::SegmentTag, inner.tag.bits(), asked.own.bits());
            return Err(fault.at_octet(inner.start));
        }
        if inner.constructed() {
            if outers.len() as u64 >= u64::from(asked.depth) {
                let fault = Fault::of(ErrorCode::LimitDepth, u64::from(asked.depth));
                return Err(fault.at_octet(inner.start));
            }
            outers.push(reader.enter(&inner));
            continue;
        }
        let super::Length::Definite(length) = inner.length else {
            return Err(Fault::new(ErrorCode::BadLength).at_octet(inner.start));
        };
        let end = inner.contents + length;
        visit(reader.slice(inner.contents, end), inner.contents)?;
        reader.position = end;
    }
    Ok(())
}
