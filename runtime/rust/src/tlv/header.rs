//! Identifier and length octets (X.690 8.1).

use alloc::vec::Vec;
use core::fmt;

use crate::{ErrorCode, Fault};

/// A tag: class (0 universal, 1 application, 2 context, 3 private) and number.
/// The order is the canonical one of X.680 8.6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(u64);

impl Tag {
    /// The tag with this class and number.
    #[inline]
    pub const fn new(class: u8, number: u32) -> Tag {
        Tag((class as u64 & 3) << 32 | number as u64)
    }

    /// A universal tag.
    #[inline]
    pub const fn universal(number: u32) -> Tag {
        Tag::new(0, number)
    }

    /// The class, 0 to 3.
    #[inline]
    pub const fn class(self) -> u8 {
        (self.0 >> 32) as u8
    }

    /// The number.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Class and number in one integer.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Tag::bits`].
    pub const fn from_bits(bits: u64) -> Tag {
        Tag(bits & 0x3_ffff_ffff)
    }
}

impl fmt::Display for Tag {
    #[expect(clippy::indexing_slicing, reason = "two bits count to three")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = ["UNIVERSAL ", "APPLICATION ", "", "PRIVATE "][usize::from(self.class() & 3)];
        write!(f, "[{class}{}]", self.number())
    }
}

/// A length: definite, or up to end-of-contents octets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// X.690 8.1.3.3.
    Definite(usize),
    /// X.690 8.1.3.6.
    Indefinite,
}

/// Identifier and length octets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The tag.
    pub tag: Tag,
    /// Constructed (1) or primitive (0). A whole word, because headers are copied a lot, and a
    /// processor stalls if it loads in one piece what was stored in two.
    form: u64,
    /// The length of the contents.
    pub length: Length,
    /// Where the identifier octets begin.
    pub start: usize,
    /// Where the contents begin.
    pub contents: usize,
}

impl Header {
    /// Whether the encoding is constructed (X.690 8.1.2.5).
    #[inline]
    pub const fn constructed(&self) -> bool {
        self.form != 0
    }
}

/// Reads encodings from octets; keeps a position and the end of the current frame.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    /// All octets.
    pub bytes: &'b [u8],
    /// The next octet.
    pub position: usize,
    /// Where the innermost definite frame ends; at most `bytes.len()`.
    pub end: usize,
    /// Whether the innermost frame ends with end-of-contents octets instead.
    pub indefinite: bool,
    /// Whether lengths and tags must be in their shortest form.
    pub strict: bool,
}

/// What [`Reader::enter`] returns and [`Reader::leave`] restores.
#[derive(Clone, Copy, Debug)]
pub struct Outer {
    end: usize,
    indefinite: bool,
}

impl<'b> Reader<'b> {
    /// Reads from the start of `bytes`.
    #[inline]
    pub fn new(bytes: &'b [u8], strict: bool) -> Reader<'b> {
        Reader { bytes, position: 0, end: bytes.len(), indefinite: false, strict }
    }

    /// The octets of a range, clipped to the input.
    #[inline]
    pub fn slice(&self, start: usize, end: usize) -> &'b [u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }

    fn fault(&self, code: ErrorCode, value: u64, at: usize) -> Fault {
        Fault::of(code, value).at_octet(at)
    }

    /// Whether another encoding follows in the current frame.
    ///
    /// # Errors
    /// `truncated` if end-of-contents octets are missing.
    #[inline(always)]
    pub fn more(&self) -> Result<bool, Fault> {
        match self.indefinite {
            false => Ok(self.position < self.end),
            true => self.more_before_end_of_contents(),
        }
    }

    #[inline(never)]
    fn more_before_end_of_contents(&self) -> Result<bool, Fault> {
        match self.bytes.get(self.position) {
            Some(0) if self.position < self.end => {
                match self.bytes.get(self.position + 1).filter(|_| self.position + 1 < self.end) {
                    Some(0) => Ok(false),
                    Some(_) => Err(self.fault(ErrorCode::EndOfContents, 0, self.position)),
                    None => Err(self.fault(ErrorCode::Truncated, 0, self.end)),
                }
            }
            Some(_) if self.position < self.end => Ok(true),
            _ => Err(self.fault(ErrorCode::Truncated, 0, self.end)),
        }
    }

    /// Reads identifier and length octets and checks that the contents fit into the frame.
    ///
    /// # Errors
    /// `truncated`, `bad_tag`, `bad_length`, `length_form`, `overrun`, `end_of_contents`.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "end is at most the number of octets")]
    pub fn header(&mut self) -> Result<Header, Fault> {
        let start = self.position;
        let end = self.end.min(self.bytes.len());
        let frame = &self.bytes[..end];
        let &[first, length, ..] = frame.get(start..).unwrap_or_default() else {
            return Err(self.fault(ErrorCode::Truncated, 0, end));
        };
        if first & 0x1f == 0x1f || length & 0x80 != 0 {
            return self.long_header(start, end);
        }
        let contents = start + 2;
        let length = usize::from(length);
        if length > end - contents {
            return Err(self.fault(ErrorCode::Overrun, length as u64, start + 1));
        }
        if first & 0xdf == 0 {
            return Err(self.fault(ErrorCode::EndOfContents, 0, start));
        }
        self.position = contents;
        Ok(Header {
            tag: Tag::new(first >> 6, u32::from(first & 0x1f)),
            form: u64::from(first >> 5 & 1),
            length: Length::Definite(length),
            start,
            contents,
        })
    }

    /// Takes the next encoding and returns its contents, if it starts with this identifier octet
    /// (not 0) and its length takes one octet. Otherwise, or if it is malformed, reads nothing;
    /// [`Reader::header`] then returns the error.
    #[inline(always)]
    pub fn expect(&mut self, identifier: u8) -> Option<&'b [u8]> {
        let (&[first, length], rest) = self.bytes.get(self.position..self.end)?.split_first_chunk()?;
        if first != identifier || length >= 0x80 {
            return None;
        }
        let contents = rest.get(..usize::from(length))?;
        self.position += 2 + contents.len();
        Some(contents)
    }

    /// The tag in the next identifier octets of the frame; does not look at the length.
    #[cold]
    pub fn tag(&self) -> Option<Tag> {
        let first = *self.bytes.get(..self.end)?.get(self.position)?;
        let mut at = self.position + 1;
        let number = match first & 0x1f {
            0x1f => self.long_number(&mut at, self.end).ok()?,
            short => u32::from(short),
        };
        Some(Tag::new(first >> 6, number))
    }

    #[cold]
    #[inline(never)]
    #[expect(
        clippy::indexing_slicing,
        reason = "the octet is before the end, which is at most the number of octets"
    )]
    fn long_header(&mut self, start: usize, end: usize) -> Result<Header, Fault> {
        let first = self.bytes[start];
        let mut at = start + 1;
        let mut number = u32::from(first & 0x1f);
        if number == 0x1f {
            number = self.long_number(&mut at, end)?;
        }
        let constructed = first & 0x20 != 0;
        let length_at = at;
        let length = self.long_length(&mut at, end)?;
        let tag = Tag::new(first >> 6, number);
        match length {
            Length::Definite(length) if length > end - at => {
                return Err(self.fault(ErrorCode::Overrun, length as u64, length_at));
            }
            // X.690 8.1.3.2: a primitive encoding has a definite length.
            Length::Indefinite if !constructed => {
                return Err(self.fault(ErrorCode::BadLength, 0, length_at));
            }
            _ => {}
        }
        if tag == Tag::universal(0) {
            return Err(self.fault(ErrorCode::EndOfContents, 0, start));
        }
        self.position = at;
        Ok(Header { tag, form: u64::from(constructed), length, start, contents: at })
    }

    /// X.690 8.1.2.4: seven bits per octet; the first is not 0x80. Numbers beyond 32 bits are
    /// rejected at the sixth octet.
    #[expect(
        clippy::indexing_slicing,
        reason = "the octet is before the end, which is at most the number of octets"
    )]
    fn long_number(&self, at: &mut usize, end: usize) -> Result<u32, Fault> {
        let mut number = 0u32;
        for count in 0.. {
            if *at >= end {
                return Err(self.fault(ErrorCode::Truncated, 0, end));
            }
            let octet = self.bytes[*at];
            if (count == 0 && octet == 0x80) || number > u32::MAX >> 7 {
                return Err(self.fault(ErrorCode::BadTag, 0, *at));
            }
            *at += 1;
            number = number << 7 | u32::from(octet & 0x7f);
            if octet & 0x80 == 0 {
                break;
            }
        }
        // X.690 8.1.2.2: numbers below 31 take one octet.
        if number < 0x1f && self.strict {
            return Err(self.fault(ErrorCode::BadTag, 0, *at - 1));
        }
        Ok(number)
    }

    /// X.690 8.1.3; in strict mode, the shortest form (10.1).
    #[expect(
        clippy::indexing_slicing,
        reason = "the octet is before the end, which is at most the number of octets"
    )]
    fn long_length(&self, at: &mut usize, end: usize) -> Result<Length, Fault> {
        let start = *at;
        if start >= end {
            return Err(self.fault(ErrorCode::Truncated, 0, end));
        }
        let first = self.bytes[start];
        *at += 1;
        match first {
            0..=0x7f => return Ok(Length::Definite(usize::from(first))),
            0x80 => return Ok(Length::Indefinite),
            // X.690 8.1.3.5 c.
            0xff => return Err(self.fault(ErrorCode::BadLength, 0, start)),
            _ => {}
        }
        let count = usize::from(first & 0x7f);
        if count > end - *at {
            return Err(self.fault(ErrorCode::Truncated, 0, end));
        }
        let mut length = 0u64;
        for &octet in &self.bytes[*at..*at + count] {
            if length > u64::MAX >> 8 {
                return Err(self.fault(ErrorCode::Overrun, u64::MAX, start));
            }
            length = length << 8 | u64::from(octet);
        }
        if self.strict && (length < 0x80 || self.bytes[*at] == 0) {
            return Err(self.fault(ErrorCode::LengthForm, 0, start));
        }
        *at += count;
        match usize::try_from(length) {
            Ok(length) => Ok(Length::Definite(length)),
            Err(_) => Err(self.fault(ErrorCode::Overrun, length, start)),
        }
    }

    /// Makes the contents of `header`, which was just read, the current frame.
    #[inline]
    pub fn enter(&mut self, header: &Header) -> Outer {
        let outer = Outer { end: self.end, indefinite: self.indefinite };
        self.position = header.contents;
        match header.length {
            Length::Definite(length) => {
                self.end = header.contents + length;
                self.indefinite = false;
            }
            Length::Indefinite => self.indefinite = true,
        }
        outer
    }

    /// Ends the current frame, which must have been read to its end.
    ///
    /// # Errors
    /// `trailing` if anything is left in it; `truncated`, `end_of_contents`.
    #[inline]
    pub fn leave(&mut self, outer: Outer) -> Result<(), Fault> {
        if self.more()? {
            let left = self.end - self.position;
            return Err(self.fault(ErrorCode::Trailing, left as u64, self.position));
        }
        if self.indefinite {
            self.position += 2;
        }
        self.end = outer.end;
        self.indefinite = outer.indefinite;
        Ok(())
    }

    /// Skips the contents of `header`, which was just read. Handles nested indefinite lengths
    /// without recursion, up to `depth` levels.
    ///
    /// # Errors
    /// Those of [`Reader::header`]; `limit_depth`.
    #[expect(clippy::indexing_slicing, reason = "readers end at most where their octets do")]
    pub fn skip(&mut self, header: &Header, depth: u32) -> Result<(), Fault> {
        if let Length::Definite(length) = header.length {
            self.position = header.contents + length;
            return Ok(());
        }
        self.position = header.contents;
        let mut open = 1u32;
        while open > 0 {
            let rest = self.bytes[..self.end].get(self.position..).unwrap_or_default();
            if let [0, 0, ..] = rest {
                self.position += 2;
                open -= 1;
                continue;
            }
            let inner = self.header()?;
            match inner.length {
                Length::Definite(length) => self.position = inner.contents + length,
                Length::Indefinite if open >= depth => {
                    return Err(self.fault(ErrorCode::LimitDepth, u64::from(depth), inner.start));
                }
                Length::Indefinite => open += 1,
            }
        }
        Ok(())
    }

    /// Skips the contents of `header`, which was just read, and checks all framing in it:
    /// constructed encodings must have the length form that canonical rules require, indefinite in
    /// CER (X.690 9.1) and definite in DER (10.1).
    ///
    /// # Errors
    /// Those of [`Reader::header`] and [`Reader::leave`]; `indefinite` or `definite`; `limit_depth`
    /// if it nests deeper than `depth`.
    pub fn skip_canonical(&mut self, header: &Header, depth: u32, indefinite: bool) -> Result<(), Fault> {
        let mut header = *header;
        let mut open: Vec<Outer> = Vec::new();
        loop {
            match (header.constructed(), header.length) {
                (false, Length::Definite(length)) => self.position = header.contents + length,
                (false, Length::Indefinite) => {
                    return Err(self.fault(ErrorCode::BadLength, 0, header.start));
                }
                (true, length) if (length == Length::Indefinite) != indefinite => {
                    let code = if indefinite { ErrorCode::Definite } else { ErrorCode::Indefinite };
                    return Err(self.fault(code, 0, header.start));
                }
                (true, _) if open.len() >= depth as usize => {
                    return Err(self.fault(ErrorCode::LimitDepth, u64::from(depth), header.start));
                }
                (true, _) => open.push(self.enter(&header)),
            }
            while let Some(outer) = open.last().copied() {
                if self.more()? {
                    break;
                }
                self.leave(outer)?;
                open.pop();
            }
            if open.is_empty() {
                return Ok(());
            }
            header = self.header()?;
        }
    }
}
