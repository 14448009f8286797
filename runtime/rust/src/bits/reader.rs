//! Reading bit fields.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::{ErrorCode, Fault, Noted, Notes};

use super::{octets_of, width, Size, FRAGMENT};

/// Reads bits from octets, most significant first. Records everything that is not part of a value in
/// its notes.
#[derive(Clone, Debug)]
pub struct Reader<'b, N = ()> {
    bytes: &'b [u8],
    /// The next bit.
    pub position: u64,
    /// The end of the current frame in bits; at most eight times the number of octets.
    pub end: u64,
    /// Whether this is the aligned variant.
    pub aligned: bool,
    /// Whether canonical encodings are required.
    pub strict: bool,
    /// The notes recorded so far.
    pub notes: N,
}

/// A length determinant: how many items follow it, and whether another length follows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The number of items.
    pub count: u64,
    /// Whether another length follows the items.
    pub more: bool,
}

impl<'b> Reader<'b> {
    /// Reads the first `bits` bits of `bytes`.
    pub fn new(bytes: &'b [u8], bits: u64, aligned: bool, strict: bool) -> Reader<'b> {
        Reader::noting(bytes, bits, aligned, strict)
    }
}

impl<'b, N: Notes> Reader<'b, N> {
    /// Like [`Reader::new`], but records notes.
    pub fn noting(bytes: &'b [u8], bits: u64, aligned: bool, strict: bool) -> Reader<'b, N> {
        let end = bits.min(bytes.len() as u64 * 8);
        Reader { bytes, position: 0, end, aligned, strict, notes: N::default() }
    }

    /// Records a note for the bits from `from` up to the cursor.
    #[inline(always)]
    pub fn note(&mut self, what: Noted, from: u64) {
        self.notes.note(what, from, self.position);
    }

    /// A fault at the cursor.
    pub fn fault(&self, code: ErrorCode, value: u64) -> Fault {
        Fault::of(code, value).shifted(self.position)
    }

    /// The number of bits left in the frame.
    pub fn left(&self) -> u64 {
        self.end.saturating_sub(self.position)
    }

    /// Reads up to 64 bits as a number.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn take(&mut self, count: u32) -> Result<u64, Fault> {
        if u64::from(count) > self.left() {
            return Err(Fault::new(ErrorCode::Truncated).shifted(self.end));
        }
        if count == 0 {
            return Ok(0);
        }
        let (octet, shift) = ((self.position / 8) as usize, (self.position % 8) as u32);
        self.position += u64::from(count);
        let rest = self.bytes.get(octet..).unwrap_or_default();
        if let (Some(word), true) = (rest.first_chunk::<8>(), count + shift <= 64) {
            return Ok(u64::from_be_bytes(*word) << shift >> (64 - count));
        }
        let mut value = 0u128;
        for &octet in rest.iter().take((count + shift).div_ceil(8) as usize) {
            value = value << 8 | u128::from(octet);
        }
        let spare = (count + shift).div_ceil(8) * 8 - count - shift;
        let value = (value >> spare) as u64;
        Ok(if count == 64 { value } else { value & ((1 << count) - 1) })
    }

    /// Reads one bit.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn bit(&mut self) -> Result<bool, Fault> {
        Ok(self.take(1)? != 0)
    }

    /// In the aligned variant, skips padding up to the next octet (X.691 11.2.4).
    ///
    /// # Errors
    /// `truncated`; `trailing_bits` in strict mode if the padding is not zero.
    #[inline]
    pub fn align(&mut self) -> Result<(), Fault> {
        let over = (self.position % 8) as u32;
        if self.aligned && over != 0 {
            let start = self.position;
            let padding = self.take(8 - over)?;
            self.note(Noted::Padding, start);
            if padding != 0 && self.strict {
                return Err(self.fault(ErrorCode::TrailingBits, 0));
            }
        }
        Ok(())
    }

    /// Takes `bits` bits as octets, the last one padded with zeros. Copies them only if they start
    /// or end within an octet.
    ///
    /// # Errors
    /// `truncated`.
    pub fn octets(&mut self, bits: u64) -> Result<Cow<'b, [u8]>, Fault> {
        if bits > self.left() {
            return Err(Fault::new(ErrorCode::Truncated).shifted(self.end));
        }
        if self.position.is_multiple_of(8) && bits.is_multiple_of(8) {
            let start = (self.position / 8) as usize;
            self.position += bits;
            let slice = self.bytes.get(start..start + (bits / 8) as usize).unwrap_or_default();
            return Ok(Cow::Borrowed(slice));
        }
        let mut copy = Vec::with_capacity(bits.div_ceil(8) as usize);
        self.copy(bits, &mut copy)?;
        Ok(Cow::Owned(copy))
    }

    /// Appends `bits` bits as octets, the last padded with zeros.
    ///
    /// # Errors
    /// `truncated`.
    pub fn copy(&mut self, bits: u64, out: &mut Vec<u8>) -> Result<(), Fault> {
        if bits > self.left() {
            return Err(Fault::new(ErrorCode::Truncated).shifted(self.end));
        }
        let (start, shift) = ((self.position / 8) as usize, self.position % 8);
        let count = bits.div_ceil(8) as usize;
        let from = self.bytes.get(start..).unwrap_or_default();
        let first = out.len();
        if shift == 0 {
            out.extend(from.iter().take(count));
        } else {
            let next = from.iter().skip(1).chain(core::iter::once(&0));
            out.extend(from.iter().zip(next).take(count).map(|(a, b)| a << shift | b >> (8 - shift)));
        }
        if let (true, Some(last)) = (!bits.is_multiple_of(8) && out.len() > first, out.last_mut()) {
            *last &= 0xffu8 << (8 - bits % 8);
        }
        self.position += bits;
        Ok(())
    }

    /// Reads a constrained whole number and returns its offset from the minimum (X.691 11.5).
    ///
    /// # Errors
    /// `truncated`; `integer_range` if it exceeds `span`.
    #[inline]
    pub fn constrained(&mut self, span: u64) -> Result<u64, Fault> {
        let start = self.position;
        let value = match self.aligned {
            false => self.take(width(span))?,
            true => self.aligned_constrained(span)?,
        };
        match value <= span {
            true => Ok(value),
            false => Err(Fault::of(ErrorCode::IntegerRange, value).shifted(start)),
        }
    }

    /// X.691 11.5.7: the form depends on the size of the range.
    fn aligned_constrained(&mut self, span: u64) -> Result<u64, Fault> {
        match span {
            0..=254 => self.take(width(span)),
            255 => {
                self.align()?;
                self.take(8)
            }
            256..=65535 => {
                self.align()?;
                self.take(16)
            }
            _ => {
                let start = self.position;
                let octets = self.take(width(u64::from(octets_of(span)) - 1))? as u32 + 1;
                self.note(Noted::Width(u64::from(octets)), start);
                if octets > octets_of(span) {
                    return Err(self.fault(ErrorCode::LengthRange, u64::from(octets)));
                }
                self.align()?;
                self.take(octets * 8)
            }
        }
    }

    /// Reads a length determinant (X.691 11.9). If it is fragmented, `more` is set and the next
    /// length follows the items.
    ///
    /// # Errors
    /// `truncated`, `bad_length`, `length_range`.
    #[inline]
    pub fn length(&mut self, size: Size) -> Result<Piece, Fault> {
        match size.hi {
            Some(hi) => {
                let start = self.position;
                let span = hi.saturating_sub(size.lo);
                let count = self.constrained(span).map_err(|fault| match fault.code {
                    ErrorCode::IntegerRange => {
                        Fault::of(ErrorCode::LengthRange, fault.value + size.lo).shifted(start)
                    }
                    _ => fault,
                })?;
                let count = count + size.lo;
                self.note(Noted::Length { count, more: false }, start);
                Ok(Piece { count, more: false })
            }
            None => self.unconstrained_length(),
        }
    }

    /// Checks a total count against the lower bound, which a length without an upper bound does not
    /// enforce (X.691 11.9.4.2).
    ///
    /// # Errors
    /// `length_range`.
    pub fn least(&self, count: u64, size: Size) -> Result<(), Fault> {
        match count < size.lo {
            true => Err(self.fault(ErrorCode::LengthRange, count)),
            false => Ok(()),
        }
    }

    fn unconstrained_length(&mut self) -> Result<Piece, Fault> {
        self.align()?;
        let start = self.position;
        let first = self.take(8)?;
        let (count, more) = match first {
            0..=0x7f => (first, false),
            0x80..=0xbf => ((first & 0x3f) << 8 | self.take(8)?, false),
            0xc1..=0xc4 => ((first & 0x3f) * FRAGMENT, true),
            _ => return Err(Fault::of(ErrorCode::BadLength, 0).shifted(start)),
        };
        self.note(Noted::Length { count, more }, start);
        Ok(Piece { count, more })
    }

    /// Reads a normally small number (X.691 11.6).
    ///
    /// # Errors
    /// `truncated`, `bad_length`, `length_range`.
    pub fn small_number(&mut self) -> Result<u64, Fault> {
        let start = self.position;
        if !self.bit()? {
            return self.take(6);
        }
        self.note(Noted::Large, start);
        let piece = self.unconstrained_length()?;
        match piece.count {
            1..=8 if !piece.more => self.take(piece.count as u32 * 8),
            count => Err(self.fault(ErrorCode::LengthRange, count)),
        }
    }

    /// Reads a normally small length (X.691 11.9.3.4), at least one.
    ///
    /// # Errors
    /// `truncated`, `bad_length`, `length_range`.
    pub fn small_length(&mut self) -> Result<u64, Fault> {
        let start = self.position;
        if !self.bit()? {
            let count = self.take(6)? + 1;
            self.note(Noted::Length { count, more: false }, start);
            return Ok(count);
        }
        self.note(Noted::Large, start);
        let piece = self.unconstrained_length()?;
        match piece.more || piece.count == 0 {
            true => Err(self.fault(ErrorCode::LengthRange, piece.count)),
            false => Ok(piece.count),
        }
    }

    /// Reads an unconstrained length and that many octets, reassembling fragments; at most `limit`
    /// octets.
    ///
    /// # Errors
    /// `truncated`, `bad_length`; `over` if there are more than `limit`.
    pub fn counted(&mut self, limit: usize, over: ErrorCode) -> Result<Cow<'b, [u8]>, Fault> {
        self.units(Size::ANY, 8, true, limit, over).map(|(octets, _)| octets)
    }

    /// Reads a string of units of `bits` bits each: a length, then the units. In the aligned variant
    /// with `align`, the units start at an octet boundary, even if there are none. Returns the
    /// octets (the last one padded with zeros) and the number of units.
    ///
    /// # Errors
    /// `truncated`, `bad_length`, `length_range`; `over` if there are more than `limit` octets.
    pub fn units(
        &mut self,
        size: Size,
        bits: u32,
        align: bool,
        limit: usize,
        over: ErrorCode,
    ) -> Result<(Cow<'b, [u8]>, u64), Fault> {
        let piece = self.length(size)?;
        let allowed = |count: u64, reader: &Self| match count * u64::from(bits) > limit as u64 * 8 {
            true => Err(reader.fault(over, limit as u64)),
            false => Ok(()),
        };
        allowed(piece.count, self)?;
        if align {
            self.align()?;
        }
        if !piece.more {
            self.least(piece.count, size)?;
            let start = self.position;
            let octets = self.octets(piece.count * u64::from(bits))?;
            self.note(Noted::Contents, start);
            return Ok((octets, piece.count));
        }
        let (mut whole, mut count, mut piece) = (Vec::new(), 0, piece);
        loop {
            // Fragments of 16K units are whole octets; only the last fragment may not be.
            let start = self.position;
            self.copy(piece.count * u64::from(bits), &mut whole)?;
            self.note(Noted::Contents, start);
            count += piece.count;
            if !piece.more {
                self.least(count, size)?;
                return Ok((Cow::Owned(whole), count));
            }
            piece = self.unconstrained_length()?;
            allowed(count + piece.count, self)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(bytes: &[u8], aligned: bool) -> Reader<'_> {
        Reader::new(bytes, bytes.len() as u64 * 8, aligned, true)
    }

    #[test]
    fn fields_at_every_offset() {
        let bytes: Vec<u8> = (1..=24u8).map(|n| n.wrapping_mul(0x5d)).collect();
        let bit = |at: u64| u64::from(bytes[(at / 8) as usize] >> (7 - at % 8) & 1);
        for offset in 0..17 {
            for count in 0..=64u32 {
                let mut r = reader(&bytes, false);
                r.position = offset;
                let wanted = (offset..offset + u64::from(count)).fold(0, |n, at| n << 1 | bit(at));
                assert_eq!(r.take(count), Ok(wanted), "{count} at {offset}");
                r.position = offset;
                let octets = r.octets(u64::from(count)).unwrap().into_owned();
                let mut again = reader(&octets, false);
                assert_eq!(again.take(count), Ok(wanted));
            }
        }
    }

    #[test]
    fn constrained_numbers() {
        // X.691 11.5.7: span, octets aligned, value aligned, value unaligned.
        assert_eq!(reader(&[0xa0], false).constrained(7), Ok(5));
        assert_eq!(reader(&[0x05], true).constrained(255), Ok(5));
        assert_eq!(reader(&[0x01, 0x00], true).constrained(256), Ok(256));
        assert_eq!(reader(&[0x80, 0x01, 0x00, 0x01], true).constrained(0xff_ffff), Ok(0x1_0001));
        let fault = reader(&[0xe0], false).constrained(6).unwrap_err();
        assert_eq!(fault.code, ErrorCode::IntegerRange);
    }

    #[test]
    fn lengths() {
        // X.691 11.9.3.
        let piece = |count, more| Ok(Piece { count, more });
        assert_eq!(reader(&[0x7f], true).length(Size::ANY), piece(127, false));
        assert_eq!(reader(&[0x80, 0x80], true).length(Size::ANY), piece(128, false));
        assert_eq!(reader(&[0xc4], true).length(Size::ANY), piece(65536, true));
        for bad in [0xc0, 0xc5, 0xff] {
            assert!(reader(&[bad], true).length(Size::ANY).is_err());
        }
        assert_eq!(reader(&[0x40], false).length(Size { lo: 3, hi: Some(6) }), piece(4, false));
        assert_eq!(reader(&[], false).length(Size { lo: 5, hi: Some(5) }), piece(5, false));
        assert_eq!(reader(&[0x00], false).small_length(), Ok(1));
        assert_eq!(reader(&[0x80, 0x41], true).small_length(), Ok(65));
        assert_eq!(reader(&[0x80, 0x01, 0x40], true).small_number(), Ok(64));
    }
}
