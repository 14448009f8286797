//! Reading octets.

use crate::tlv::Tag;
use crate::{ErrorCode, Fault, Noted, Notes};

/// A cursor over octets. Records in its notes, by bits, everything that is not part of a value.
#[derive(Debug, Clone)]
pub struct Reader<'b, N = ()> {
    /// All octets; positions count from the first.
    pub bytes: &'b [u8],
    /// The next octet.
    pub position: usize,
    /// The end of the innermost field.
    pub end: usize,
    /// Whether only the canonical encoding is accepted.
    pub strict: bool,
    /// The notes recorded so far.
    pub notes: N,
}

impl<'b> Reader<'b> {
    /// A cursor at the first octet.
    pub fn new(bytes: &'b [u8], strict: bool) -> Reader<'b> {
        Reader::noting(bytes, strict)
    }
}

impl<'b, N: Notes> Reader<'b, N> {
    /// Like [`Reader::new`], but records notes.
    pub fn noting(bytes: &'b [u8], strict: bool) -> Reader<'b, N> {
        Reader { bytes, position: 0, end: bytes.len(), strict, notes: N::default() }
    }

    /// Records a note for the octets from `from` up to the cursor.
    #[inline(always)]
    pub fn note(&mut self, what: Noted, from: usize) {
        self.notes.note(what, from as u64 * 8, self.position as u64 * 8);
    }

    /// A fault at the cursor.
    pub fn fault(&self, code: ErrorCode, value: u64) -> Fault {
        Fault::of(code, value).at_octet(self.position)
    }

    /// The number of octets left in the field.
    pub fn left(&self) -> usize {
        self.end.saturating_sub(self.position)
    }

    /// Takes `count` octets.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'b [u8], Fault> {
        if count > self.left() {
            return Err(self.fault(ErrorCode::Truncated, 0));
        }
        let start = self.position;
        self.position += count;
        Ok(self.bytes.get(start..start + count).unwrap_or_default())
    }

    /// Takes one octet.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn octet(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?.first().copied().unwrap_or(0))
    }

    /// Reads an unsigned number of `width` octets, up to eight.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn unsigned(&mut self, width: usize) -> Result<u64, Fault> {
        Ok(self.take(width)?.iter().fold(0, |number, octet| number << 8 | u64::from(*octet)))
    }

    /// Reads a length determinant (X.696 8.6).
    ///
    /// # Errors
    /// `truncated`, `overrun`; `bad_length` if it does not fit into memory, or in strict mode if it
    /// is not in its shortest form.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "position found the octet")]
    pub fn length(&mut self) -> Result<usize, Fault> {
        let start = self.position;
        let first = self.octet()?;
        if first < 0x80 {
            self.note(Noted::Length { count: u64::from(first), more: false }, start);
            return self.room(usize::from(first), start);
        }
        let octets = self.take(usize::from(first & 0x7f))?;
        let digits = octets.iter().position(|&o| o != 0).map_or(&[][..], |at| &octets[at..]);
        let shortest = digits.len() == octets.len() && (digits.len() > 1 || digits >= &[0x80]);
        if octets.is_empty() || digits.len() > 8 || self.strict && !shortest {
            return Err(Fault::new(ErrorCode::BadLength).at_octet(start));
        }
        let length = digits.iter().fold(0, |length: u64, octet| length << 8 | u64::from(*octet));
        self.note(Noted::Length { count: length, more: false }, start);
        self.room(usize::try_from(length).unwrap_or(usize::MAX), start)
    }

    fn room(&self, length: usize, start: usize) -> Result<usize, Fault> {
        match length > self.left() {
            true => Err(Fault::of(ErrorCode::Overrun, length as u64).at_octet(start)),
            false => Ok(length),
        }
    }

    /// Reads a length and that many octets.
    ///
    /// # Errors
    /// Those of [`Reader::length`]; `over` if there are more than `limit`.
    #[inline]
    pub fn counted(&mut self, limit: usize, over: ErrorCode) -> Result<&'b [u8], Fault> {
        let length = self.length()?;
        match length > limit {
            true => Err(self.fault(over, limit as u64)),
            false => {
                let start = self.position;
                let octets = self.take(length)?;
                self.note(Noted::Contents, start);
                Ok(octets)
            }
        }
    }

    /// Reads the number of elements of a list (X.696 17.2); `u64::MAX` if it exceeds 64 bits.
    ///
    /// # Errors
    /// Those of [`Reader::length`]; `bad_length` if it is empty.
    #[expect(clippy::indexing_slicing, reason = "position found the octet")]
    pub fn quantity(&mut self) -> Result<u64, Fault> {
        let start = self.position;
        let octets = self.counted(usize::MAX, ErrorCode::BadLength)?;
        let digits = octets.iter().position(|&o| o != 0).map_or(&[][..], |at| &octets[at..]);
        let shortest = digits.len() == octets.len() || octets.len() == 1;
        if octets.is_empty() || self.strict && !shortest {
            return Err(Fault::new(ErrorCode::BadLength).at_octet(start));
        }
        if digits.len() > 8 {
            return Ok(u64::MAX);
        }
        Ok(digits.iter().fold(0, |number, octet| number << 8 | u64::from(*octet)))
    }

    /// Reads a tag: the class in two bits, then the number (X.696 8.7).
    ///
    /// # Errors
    /// `truncated`; `bad_tag` if it exceeds 32 bits, has leading zeros, or would fit into the short
    /// form.
    pub fn tag(&mut self) -> Result<Tag, Fault> {
        let start = self.position;
        let bad = Fault::new(ErrorCode::BadTag).at_octet(start);
        let first = self.octet()?;
        let (class, short) = (first >> 6, u32::from(first & 0x3f));
        if short < 0x3f {
            let tag = Tag::new(class, short);
            self.note(Noted::Tag(tag), start);
            return Ok(tag);
        }
        let mut number = 0u32;
        loop {
            let octet = self.octet()?;
            if number == 0 && octet == 0x80 || number >> 25 != 0 {
                return Err(bad);
            }
            number = number << 7 | u32::from(octet & 0x7f);
            if octet & 0x80 == 0 {
                break;
            }
        }
        match number < 0x3f {
            true => Err(bad),
            false => {
                let tag = Tag::new(class, number);
                self.note(Noted::Tag(tag), start);
                Ok(tag)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_or_counted() {
        let mut bytes = [0u8; 0x108];
        bytes[..4].copy_from_slice(&[0x82, 0x01, 0x04, 0xaa]);
        let mut reader = Reader::new(&bytes, true);
        assert_eq!(reader.length(), Ok(0x104));
        assert_eq!(Reader::new(&[0x81, 0x01, 0], false).length(), Ok(1));
        assert!(Reader::new(&[0x81, 0x01, 0], true).length().is_err());
        assert!(Reader::new(&[0x80, 0], false).length().is_err());
        assert!(Reader::new(&[2, 0], false).length().is_err());
    }

    #[test]
    fn tags_from_63_take_more_octets() {
        assert_eq!(Reader::new(&[0xbf, 0x81, 0x7f], false).tag(), Ok(Tag::new(2, 255)));
        assert_eq!(Reader::new(&[0xbe], false).tag(), Ok(Tag::new(2, 62)));
        assert!(Reader::new(&[0xbf, 0x80, 0x7f], false).tag().is_err());
        assert!(Reader::new(&[0xbf, 0x05], false).tag().is_err());
        assert!(Reader::new(&[0xff; 9], false).tag().is_err());
    }
}
