//! PER (X.691), aligned and unaligned, for generated code.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::{lend, text, valid, valid_iri, Depth, Enumerated, Inside, Number, Result, Rules, Whole};
use super::{BitString, Integer, Oid, Opaque, Real, Unknown};
use crate::bits;
use crate::tlv::{self, Form, Repertoire};
use crate::{iri, times, ErrorCode, Fault, Limits};

pub use crate::bits::Size;

/// Reads bit fields.
pub struct Reader<'b, 'a> {
    reader: bits::Reader<'b>,
    whole: Whole<'a>,
    rules: Rules,
    limits: Limits,
    depth: Depth,
    /// Number of list elements of no bits so far.
    empty: u64,
}

/// A preamble or bitmap: which components or additions are present.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    bits: Vec<u64>,
    count: u64,
}

impl Presence {
    /// Whether a bit is set; bits past the end count as not set.
    #[inline]
    pub fn has(&self, bit: u64) -> bool {
        let word = usize::try_from(bit / 64).ok().and_then(|at| self.bits.get(at)).copied().unwrap_or(0);
        bit < self.count && word >> (63 - bit % 64) & 1 != 0
    }
}

/// Decodes one value, which must take all octets.
///
/// # Errors
/// Those of reading it; `trailing`.
pub fn decode<'a, T>(
    octets: &'a [u8],
    rules: Rules,
    limits: &Limits,
    read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
) -> Result<T> {
    if octets.len() > limits.total {
        return Err(Fault::of(ErrorCode::LimitTotal, limits.total as u64));
    }
    let depth = Depth { now: 0, most: limits.depth };
    Reader::new(octets, Some(octets), rules, limits, depth).all(read)
}

/// Decodes the value contained in a string.
///
/// # Errors
/// Those of reading it; `trailing`.
#[expect(clippy::ptr_arg, reason = "a Cow tells whether its octets outlive the reader")]
pub fn contained<'a, T>(
    octets: &Cow<'a, [u8]>,
    rules: Rules,
    inside: Inside,
    read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
) -> Result<T> {
    contained_in(octets, octets.len() as u64 * 8, rules, inside, read)
}

/// The same for a BIT STRING, which need not consist of whole octets.
///
/// # Errors
/// Those of reading it; `trailing`.
pub fn contained_bits<'a, T>(
    string: &BitString<'a>,
    rules: Rules,
    inside: Inside,
    read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
) -> Result<T> {
    contained_in(&string.octets, string.bits, rules, inside, read)
}

#[expect(clippy::ptr_arg, reason = "a Cow tells whether its octets outlive the reader")]
fn contained_in<'a, T>(
    octets: &Cow<'a, [u8]>,
    bits: u64,
    rules: Rules,
    inside: Inside,
    read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader::new(octets, super::lasting(octets), rules, &inside.limits, inside.depth);
    reader.reader.end = bits;
    reader.all(read).map_err(|fault| inside.at(fault, octets))
}

impl<'b, 'a> Reader<'b, 'a> {
    fn new(octets: &'b [u8], whole: Whole<'a>, rules: Rules, limits: &Limits, depth: Depth) -> Self {
        let reader = bits::Reader::new(octets, octets.len() as u64 * 8, rules == Rules::Aper, false);
        Reader { reader, whole, rules, limits: *limits, depth, empty: 0 }
    }

    /// A complete encoding is whole octets, at least one; some peers send none for an empty encoding (X.691
    /// 11.1).
    fn all<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let value = read(self)?;
        if self.reader.position == 0 && self.reader.left() > 0 {
            self.reader.take(8)?;
        }
        let over = (self.reader.position.wrapping_neg() % 8).min(self.reader.left());
        self.reader.take(over as u32)?;
        match self.reader.left().div_ceil(8) {
            0 => Ok(value),
            left => Err(self.reader.fault(ErrorCode::Trailing, left)),
        }
    }

    /// The limits and depth for decoding a contained value.
    ///
    /// # Errors
    /// `limit_depth`.
    pub fn inside(&self) -> Result<Inside> {
        Inside::new(&self.limits, self.depth, self.reader.position)
    }

    /// An error at the next bit.
    #[cold]
    pub fn fault(&self, code: ErrorCode) -> Fault {
        self.reader.fault(code, 0)
    }

    /// The error for an unknown alternative index.
    #[cold]
    pub fn no_alternative(&self) -> Fault {
        self.fault(ErrorCode::UnknownIndex)
    }

    /// Enters a constructed value.
    ///
    /// # Errors
    /// `limit_depth`.
    #[inline]
    pub fn deeper(&mut self) -> Result<()> {
        self.depth.deeper().map_err(|fault| fault.shifted(self.reader.position))
    }

    /// Leaves a constructed value.
    #[inline]
    pub fn shallower(&mut self) {
        self.depth.now -= 1;
    }

    /// Reads one bit.
    ///
    /// # Errors
    /// `truncated`.
    #[inline]
    pub fn bit(&mut self) -> Result<bool> {
        self.reader.bit()
    }

    /// Reads the preamble of a SEQUENCE or SET.
    ///
    /// # Errors
    /// `truncated`.
    pub fn presence(&mut self, count: u32) -> Result<Presence> {
        let mut bits = Vec::with_capacity(count.div_ceil(64) as usize);
        let mut left = count;
        while left > 0 {
            let now = left.min(64);
            bits.push(self.reader.take(now)? << (64 - now));
            left -= now;
        }
        Ok(Presence { bits, count: u64::from(count) })
    }

    /// Reads the bitmap of extension additions (X.691 19.7).
    ///
    /// # Errors
    /// Those of its length; `truncated`.
    pub fn additions(&mut self) -> Result<Presence> {
        let count = self.reader.small_length()?;
        if count > self.reader.left() {
            return Err(self.fault(ErrorCode::Truncated));
        }
        let mut presence = self.presence(u32::try_from(count).unwrap_or(u32::MAX))?;
        presence.count = count;
        Ok(presence)
    }

    /// Skips additions that the schema does not know.
    ///
    /// # Errors
    /// Those of their fields.
    pub fn skip_unknown(&mut self, additions: &Presence, known: u64) -> Result<()> {
        for _ in (known..additions.count).filter(|bit| additions.has(*bit)) {
            self.reader.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        }
        Ok(())
    }

    /// Reads the index of an alternative (X.691 23). Returns whether it is an extension addition, and the
    /// index. `span` is the greatest index in the root; the least is 0.
    ///
    /// # Errors
    /// `truncated`, `integer_range`.
    #[inline]
    pub fn index(&mut self, span: u64, extensible: bool) -> Result<(bool, u64)> {
        match extensible && self.reader.bit()? {
            true => Ok((true, self.reader.small_number()?)),
            false => Ok((false, self.reader.constrained(span)?)),
        }
    }

    /// Reads an alternative from a later version of the schema.
    ///
    /// # Errors
    /// Those of its open type field.
    pub fn unknown_alternative(&mut self, index: u64) -> Result<Unknown<'a>> {
        let octets = self.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        Ok(Unknown { index: Some(index), rules: self.rules, octets })
    }

    /// Reads an open type field (X.691 11.2).
    ///
    /// # Errors
    /// Those of its length and contents; `trailing`.
    pub fn field<T>(&mut self, read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>) -> Result<T> {
        let piece = self.reader.length(Size::ANY)?;
        if piece.more {
            return self.fragmented(piece.count, read);
        }
        let bits = piece.count * 8;
        if bits > self.reader.left() {
            return Err(self.reader.fault(ErrorCode::Overrun, piece.count));
        }
        let outer = self.reader.end;
        let start = self.reader.position;
        self.reader.end = start + bits;
        let value = read(self)?;
        self.end_field(start)?;
        self.reader.end = outer;
        Ok(value)
    }

    fn end_field(&mut self, start: u64) -> Result<()> {
        if self.reader.position == start && self.reader.left() > 0 {
            self.reader.take(8)?;
        }
        match self.reader.left() {
            left @ 0..=7 => self.reader.take(left as u32).map(|_| ()),
            left => Err(self.reader.fault(ErrorCode::Trailing, left / 8)),
        }
    }

    #[cold]
    fn fragmented<T>(
        &mut self,
        first: u64,
        read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
    ) -> Result<T> {
        let mut whole = Vec::new();
        let (mut count, mut more) = (first, true);
        loop {
            self.reader.copy(count * 8, &mut whole)?;
            if !more {
                break;
            }
            let piece = self.reader.length(Size::ANY)?;
            (count, more) = (piece.count, piece.more);
        }
        let mut inner = Reader::new(&whole, None, self.rules, &self.limits, self.depth);
        inner.empty = self.empty;
        let value = read(&mut inner)?;
        inner.end_field(0)?;
        self.empty = inner.empty;
        Ok(value)
    }

    /// Reads the whole field as octets, because its type is unknown.
    ///
    /// # Errors
    /// Only those of the framing.
    pub fn any(&mut self) -> Result<Opaque<'a>> {
        let octets = self.octets(self.reader.left())?;
        Ok(Opaque::new(self.rules, octets))
    }

    /// Decodes a value that was kept as octets until its type was known.
    ///
    /// # Errors
    /// Those of reading it.
    pub fn again<T>(
        &mut self,
        opaque: &Opaque<'a>,
        read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
    ) -> Result<T> {
        let whole = super::lasting(&opaque.octets);
        let mut inner = Reader::new(&opaque.octets, whole, self.rules, &self.limits, self.depth);
        inner.empty = self.empty;
        let value = read(&mut inner)?;
        inner.end_field(0)?;
        self.empty = inner.empty;
        Ok(value)
    }

    /// Reads a value in place, without a field of its own.
    ///
    /// # Errors
    /// Those of reading it.
    #[inline]
    pub fn part<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        read(self)
    }

    /// Reads the elements of a list (X.691 20).
    ///
    /// # Errors
    /// `limit_elements`, `limit_empty_elements`, `limit_depth`, `length_range`, and those of reading an
    /// element.
    pub fn list<T>(&mut self, size: Size, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.deeper()?;
        let most = self.limits.elements;
        let mut list = Vec::new();
        let mut total = 0;
        let mut piece = self.reader.length(size)?;
        loop {
            total += piece.count;
            if total > most {
                return Err(self.reader.fault(ErrorCode::LimitElements, most));
            }
            for _ in 0..piece.count {
                let before = self.reader.position;
                list.push(read(self)?);
                if self.reader.position == before {
                    self.without_bits(1)?;
                }
            }
            if !piece.more {
                break;
            }
            piece = self.reader.length(Size::ANY)?;
        }
        self.reader.least(total, size)?;
        self.shallower();
        Ok(list)
    }

    fn without_bits(&mut self, count: u64) -> Result<()> {
        let most = self.limits.empty_elements;
        self.empty = self.empty.saturating_add(count);
        match self.empty > most {
            true => Err(self.reader.fault(ErrorCode::LimitEmptyElements, most)),
            false => Ok(()),
        }
    }

    fn lent(&self, octets: Cow<'b, [u8]>) -> Cow<'a, [u8]> {
        match octets {
            Cow::Borrowed(octets) => {
                let end = (self.reader.position / 8) as usize;
                lend(self.whole, end - octets.len(), octets)
            }
            Cow::Owned(octets) => Cow::Owned(octets),
        }
    }

    fn octets(&mut self, bits: u64) -> Result<Cow<'a, [u8]>> {
        let octets = self.reader.octets(bits)?;
        Ok(self.lent(octets))
    }

    fn counted(&mut self, limit: usize, over: ErrorCode) -> Result<Cow<'a, [u8]>> {
        let octets = self.reader.counted(limit, over)?;
        Ok(self.lent(octets))
    }

    fn units(&mut self, size: Size, bits: u32, align: bool) -> Result<(Cow<'a, [u8]>, u64)> {
        let most = self.limits.string_octets;
        let (octets, count) = self.reader.units(size, bits, align, most, ErrorCode::LimitStringOctets)?;
        Ok((self.lent(octets), count))
    }

    /// Reads a BOOLEAN.
    ///
    /// # Errors
    /// Those of its contents; likewise for the types below.
    #[inline]
    pub fn boolean(&mut self) -> Result<bool> {
        self.reader.bit()
    }

    /// Reads a NULL.
    #[inline]
    pub fn null(&mut self) -> Result<()> {
        Ok(())
    }

    /// Reads a constrained INTEGER (X.691 13.2.2) with lower bound `lo`.
    #[inline]
    pub fn constrained<N: Number<'a>>(&mut self, lo: i64, span: u64) -> Result<N> {
        let start = self.reader.position;
        let number = i128::from(lo) + i128::from(self.reader.constrained(span)?);
        let integer = match i64::try_from(number) {
            Ok(small) => Integer::Small(small),
            Err(_) => Integer::from(number as u64),
        };
        N::from_integer(integer).map_err(|fault| fault.shifted(start))
    }

    /// Reads a constrained INTEGER whose bounds, in two's complement octets, exceed 64 bits.
    pub fn wide<N: Number<'a>>(&mut self, lo: &[u8], span: &[u8]) -> Result<N> {
        let start = self.reader.position;
        let (lo, span) = (number(lo), number(span));
        let offset = match span.to_u64() {
            Some(span) => Integer::from(self.reader.constrained(span)?),
            None => self.wide_offset(&span)?,
        };
        if offset > span {
            return Err(Fault::of(ErrorCode::IntegerRange, 0).shifted(start));
        }
        N::from_integer(lo.plus(&offset)).map_err(|fault| fault.shifted(start))
    }

    fn wide_offset(&mut self, span: &Integer<'_>) -> Result<Integer<'static>> {
        let mut bits = width(&span.magnitude());
        if self.reader.aligned {
            let octets = self.reader.constrained(bits.div_ceil(8) - 1)? + 1;
            self.reader.align()?;
            bits = octets * 8;
        }
        let mut octets = Vec::new();
        octets.push(self.reader.take((bits % 8) as u32)? as u8);
        self.reader.copy(bits - bits % 8, &mut octets)?;
        Ok(Integer::from_magnitude(&octets))
    }

    /// Reads a semi-constrained INTEGER (X.691 13.2.3); `lo` is the lower bound in two's complement octets.
    pub fn from_least<N: Number<'a>>(&mut self, lo: &[u8]) -> Result<N> {
        let start = self.reader.position;
        let octets = self.integer_octets()?;
        let integer = number(lo).plus(&Integer::from_magnitude(&octets));
        N::from_integer(integer).map_err(|fault| fault.shifted(start))
    }

    /// Reads an unconstrained INTEGER (X.691 13.2.4).
    pub fn unconstrained<N: Number<'a>>(&mut self) -> Result<N> {
        let start = self.reader.position;
        let octets = self.integer_octets()?;
        N::from_integer(Integer::from_octets(octets)).map_err(|fault| fault.shifted(start))
    }

    fn integer_octets(&mut self) -> Result<Cow<'a, [u8]>> {
        let start = self.reader.position;
        let octets = self.counted(self.limits.integer_octets, ErrorCode::LimitIntegerOctets)?;
        match octets.is_empty() {
            true => Err(Fault::new(ErrorCode::IntegerEmpty).shifted(start)),
            false => Ok(octets),
        }
    }

    /// Reads an ENUMERATED (X.691 14). `root` and `additions` list the numbers by index; `additions` is
    /// `None` if the type is not extensible.
    pub fn enumerated<E: Enumerated>(&mut self, root: &[i64], additions: Option<&[i64]>) -> Result<E> {
        let start = self.reader.position;
        let unknown = |index| Fault::of(ErrorCode::UnknownIndex, index).shifted(start);
        let item = |list: &[i64], index: u64| list.get(usize::try_from(index).ok()?).copied();
        if let (Some(additions), true) = (additions, additions.is_some() && self.reader.bit()?) {
            let index = self.reader.small_number()?;
            let known = item(additions, index).and_then(E::from_number);
            return known.or_else(|| E::from_index(index)).ok_or_else(|| unknown(index));
        }
        let index = self.reader.constrained(root.len().saturating_sub(1) as u64)?;
        item(root, index).and_then(E::from_number).ok_or_else(|| unknown(index))
    }

    /// Reads an OBJECT IDENTIFIER (X.691 24).
    pub fn oid(&mut self) -> Result<Oid<'a>> {
        let (start, limit) = (self.reader.position, self.limits.integer_octets);
        let octets = self.counted(limit, ErrorCode::LimitIntegerOctets)?;
        tlv::oid(&octets, limit).map_err(|fault| fault.shifted(start))?;
        Ok(Oid(octets))
    }

    /// Reads a RELATIVE-OID (X.691 25).
    pub fn relative_oid(&mut self) -> Result<Oid<'a>> {
        let (start, limit) = (self.reader.position, self.limits.integer_octets);
        let octets = self.counted(limit, ErrorCode::LimitIntegerOctets)?;
        tlv::relative_oid(&octets, limit).map_err(|fault| fault.shifted(start))?;
        Ok(Oid(octets))
    }

    /// Reads a REAL (X.691 15).
    pub fn real(&mut self) -> Result<Real> {
        let (start, limit) = (self.reader.position, self.limits.integer_octets);
        let octets = self.reader.counted(limit, ErrorCode::LimitIntegerOctets)?;
        let mut scratch = Vec::new();
        let real = tlv::real(&octets, Form::Basic, limit, &mut scratch);
        real.map(Real::from).map_err(|fault| fault.shifted(start))
    }

    /// Reads an OCTET STRING (X.691 17).
    pub fn octet_string(&mut self, size: Size) -> Result<Cow<'a, [u8]>> {
        self.units(size, 8, size.aligns_octets()).map(|(octets, _)| octets)
    }

    /// Reads a BIT STRING (X.691 16).
    pub fn bit_string(&mut self, size: Size) -> Result<BitString<'a>> {
        let (octets, bits) = self.units(size, 1, size.aligns_bits())?;
        Ok(BitString::new(octets, bits))
    }

    /// Reads a known-multiplier character string (X.691 30). Characters are encoded as their index in the
    /// alphabet or, without an alphabet, as their own value up to `top`.
    pub fn characters(&mut self, alphabet: &[char], bits: u32, top: u32, size: Size) -> Result<Cow<'a, str>> {
        let start = self.reader.position;
        let (octets, count) = self.units(size, bits, size.aligns_characters(bits))?;
        if bits == 0 {
            self.without_bits(count)?;
        }
        if bits == 8 && alphabet.is_empty() && octets.is_ascii() && top >= 0x7f {
            return text(octets, Repertoire::Ia5, Form::Basic);
        }
        let mut reader = bits::Reader::new(&octets, octets.len() as u64 * 8, false, false);
        let mut characters = String::new();
        for _ in 0..count {
            let code = reader.take(bits)? as u32;
            let character = match alphabet.is_empty() {
                false => alphabet.get(code as usize).copied(),
                true if code > top => None,
                true => char::from_u32(code),
            };
            characters.push(character.ok_or(Fault::new(ErrorCode::Character).shifted(start))?);
        }
        Ok(Cow::Owned(characters))
    }

    /// Reads a string that is encoded as a length and octets, such as UTF8String (X.691 30.6).
    pub fn text(&mut self, of: Repertoire) -> Result<Cow<'a, str>> {
        let start = self.reader.position;
        let octets = self.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        text(octets, of, Form::Basic).map_err(|fault| fault.shifted(start))
    }

    /// Reads a DATE (X.691 32.2).
    pub fn date(&mut self) -> Result<Cow<'a, str>> {
        let mut text = String::new();
        bits::read_date(&mut self.reader, &mut text)?;
        Ok(Cow::Owned(text))
    }

    /// Reads a TIME-OF-DAY (X.691 32.3).
    pub fn time_of_day(&mut self) -> Result<Cow<'a, str>> {
        let mut text = String::new();
        bits::read_time_of_day(&mut self.reader, &mut text)?;
        Ok(Cow::Owned(text))
    }

    /// Reads a DATE-TIME (X.691 32.4).
    pub fn date_time(&mut self) -> Result<Cow<'a, str>> {
        let mut text = String::new();
        bits::read_date_time(&mut self.reader, &mut text)?;
        Ok(Cow::Owned(text))
    }

    /// Reads a DURATION (X.691 32.5).
    pub fn duration(&mut self) -> Result<Cow<'a, str>> {
        let mut text = String::new();
        bits::read_duration(&mut self.reader, &mut text)?;
        Ok(Cow::Owned(text))
    }

    /// Reads the octets of an OCTET STRING that contains an encoding.
    pub fn holding_octets(&mut self, size: Size) -> Result<Cow<'a, [u8]>> {
        self.octet_string(size)
    }

    /// Reads the octets of a BIT STRING that contains an encoding.
    pub fn holding_bits(&mut self, size: Size) -> Result<Cow<'a, [u8]>> {
        let string = self.bit_string(size)?;
        match string.bits.is_multiple_of(8) {
            true => Ok(string.octets),
            false => Err(self.reader.fault(ErrorCode::NotContained, 0)),
        }
    }
}

fn number(octets: &[u8]) -> Integer<'_> {
    Integer::from_octets(Cow::Borrowed(octets))
}

/// The width of a magnitude in bits.
fn width(octets: &[u8]) -> u64 {
    let zeros = octets.first().map_or(0, |first| u64::from(first.leading_zeros()));
    octets.len() as u64 * 8 - zeros
}

/// Writes bit fields.
pub struct Writer {
    out: bits::Writer,
    rules: Rules,
    /// Where the last field without octets that was kept stands.
    kept_empty: Option<u64>,
}

/// Encodes one value in whole octets, at least one.
///
/// # Errors
/// Those of writing it.
pub fn encode(rules: Rules, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<Vec<u8>> {
    let mut writer = Writer { out: bits::Writer::new(rules == Rules::Aper), rules, kept_empty: None };
    write(&mut writer)?;
    if writer.out.bits() == 0 {
        writer.out.put(0, 8);
    }
    Ok(writer.out.octets().to_vec())
}

impl Writer {
    /// Writes one bit.
    ///
    /// # Errors
    /// None.
    #[inline]
    pub fn bit(&mut self, bit: bool) -> Result<()> {
        self.out.bit(bit);
        Ok(())
    }

    /// Writes the preamble of a SEQUENCE or SET.
    ///
    /// # Errors
    /// None.
    #[inline]
    pub fn presence(&mut self, bits: &[bool]) -> Result<()> {
        bits.iter().for_each(|bit| self.out.bit(*bit));
        Ok(())
    }

    /// Writes the bitmap of extension additions.
    ///
    /// # Errors
    /// None.
    pub fn additions(&mut self, bits: &[bool]) -> Result<()> {
        self.out.small_length(bits.len() as u64);
        self.presence(bits)
    }

    /// Writes the index of an alternative in the root.
    ///
    /// # Errors
    /// None.
    #[inline]
    pub fn root(&mut self, index: u64, span: u64, extensible: bool) -> Result<()> {
        if extensible {
            self.out.bit(false);
        }
        self.out.constrained(index, span);
        Ok(())
    }

    /// Writes the index of an extension addition.
    ///
    /// # Errors
    /// None.
    pub fn addition(&mut self, index: u64) -> Result<()> {
        self.out.bit(true);
        self.out.small_number(index);
        Ok(())
    }

    /// Writes an alternative from a later version of the schema.
    ///
    /// # Errors
    /// `unknown_rules` if it was read under other rules; `unknown_place` if the schema knows its index.
    pub fn unknown_alternative(&mut self, value: &Unknown<'_>, known: u64) -> Result<()> {
        match value.index {
            Some(index) if value.rules == self.rules && index >= known => {
                self.addition(index)?;
                self.out.counted(&value.octets);
                Ok(())
            }
            Some(_) if value.rules == self.rules => Err(Fault::new(ErrorCode::UnknownPlace)),
            _ => Err(Fault::new(ErrorCode::UnknownRules)),
        }
    }

    /// Writes an open type field.
    ///
    /// # Errors
    /// Those of writing its contents.
    pub fn field(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let open = self.out.open();
        let start = self.out.bits();
        write(self)?;
        match self.kept_empty.take() == Some(start) && self.out.bits() == start {
            true => self.out.close_as_is(open),
            false => self.out.close(open),
        }
        Ok(())
    }

    /// Writes a field that was kept as octets.
    ///
    /// # Errors
    /// `unknown_rules` if it was read under other rules.
    pub fn any(&mut self, value: &Opaque<'_>) -> Result<()> {
        if !value.rules.stands_in(self.rules) {
            return Err(Fault::new(ErrorCode::UnknownRules));
        }
        if value.octets.is_empty() {
            self.kept_empty = Some(self.out.bits());
        }
        self.out.put_bits(&value.octets, value.octets.len() as u64 * 8);
        Ok(())
    }

    /// Writes the elements of a list.
    ///
    /// # Errors
    /// `size_range`, and those of writing an element.
    pub fn list<T>(
        &mut self,
        list: &[T],
        size: Size,
        mut write: impl FnMut(&mut Self, &T) -> Result<()>,
    ) -> Result<()> {
        size.check(list.len() as u64)?;
        let mut rest = list;
        loop {
            let covered = self.out.length(rest.len() as u64, size);
            let (now, later) = rest.split_at((covered as usize).min(rest.len()));
            now.iter().try_for_each(|element| write(self, element))?;
            rest = later;
            if covered < bits::FRAGMENT || size.hi.is_some() {
                return Ok(());
            }
        }
    }

    /// Writes a BOOLEAN.
    ///
    /// # Errors
    /// None.
    pub fn boolean(&mut self, value: &bool) -> Result<()> {
        self.bit(*value)
    }

    /// Writes a NULL.
    ///
    /// # Errors
    /// None.
    pub fn null(&mut self, _: &()) -> Result<()> {
        Ok(())
    }

    /// Writes a constrained INTEGER.
    ///
    /// # Errors
    /// `integer_range`; likewise for the other forms.
    #[inline]
    pub fn constrained<'a, N: Number<'a>>(&mut self, value: &N, lo: i64, span: u64) -> Result<()> {
        let offset = match value.to_integer() {
            Integer::Small(small) => u64::try_from(i128::from(small) - i128::from(lo)).ok(),
            big => big.minus(&Integer::Small(lo)).to_u64(),
        };
        match offset.filter(|offset| *offset <= span) {
            Some(offset) => self.out.constrained(offset, span),
            None => return Err(Fault::of(ErrorCode::IntegerRange, 0)),
        }
        Ok(())
    }

    /// Writes a constrained INTEGER whose bounds exceed 64 bits.
    pub fn wide<'a, N: Number<'a>>(&mut self, value: &N, lo: &[u8], span: &[u8]) -> Result<()> {
        let (lo, span) = (number(lo), number(span));
        let offset = value.to_integer().minus(&lo);
        if offset.is_negative() || offset > span {
            return Err(Fault::of(ErrorCode::IntegerRange, 0));
        }
        if let (Some(offset), Some(span)) = (offset.to_u64(), span.to_u64()) {
            self.out.constrained(offset, span);
            return Ok(());
        }
        let octets = offset.magnitude();
        let bits = width(&span.magnitude());
        if self.out.aligned() {
            self.out.constrained(octets.len() as u64 - 1, bits.div_ceil(8) - 1);
            self.out.align();
            self.out.put_bits(&octets, octets.len() as u64 * 8);
            return Ok(());
        }
        let mut padded = alloc::vec![0; (bits.div_ceil(8) as usize).saturating_sub(octets.len())];
        padded.extend_from_slice(&octets);
        let head = (bits % 8) as u32;
        let rest = match (head, padded.split_first()) {
            (1.., Some((first, rest))) => {
                self.out.put(u64::from(*first), head);
                rest
            }
            _ => padded.as_slice(),
        };
        self.out.put_bits(rest, rest.len() as u64 * 8);
        Ok(())
    }

    /// Writes a semi-constrained INTEGER.
    pub fn from_least<'a, N: Number<'a>>(&mut self, value: &N, lo: &[u8]) -> Result<()> {
        let offset = value.to_integer().minus(&number(lo));
        if offset.is_negative() {
            return Err(Fault::of(ErrorCode::IntegerRange, 0));
        }
        self.out.counted(&offset.magnitude());
        Ok(())
    }

    /// Writes an unconstrained INTEGER.
    pub fn unconstrained<'a, N: Number<'a>>(&mut self, value: &N) -> Result<()> {
        self.out.counted(&value.to_integer().to_octets());
        Ok(())
    }

    /// Writes an ENUMERATED.
    ///
    /// # Errors
    /// `unknown_item`.
    pub fn enumerated<E: Enumerated>(
        &mut self,
        value: &E,
        root: &[i64],
        additions: Option<&[i64]>,
    ) -> Result<()> {
        if let (Some(index), true) = (value.index(), additions.is_some()) {
            return self.addition(index);
        }
        let number = value.number().ok_or(Fault::new(ErrorCode::UnknownItem))?;
        if let Ok(index) = root.binary_search(&number) {
            return self.root(index as u64, root.len().saturating_sub(1) as u64, additions.is_some());
        }
        match additions.and_then(|list| list.iter().position(|item| *item == number)) {
            Some(index) => self.addition(index as u64),
            None => Err(Fault::of(ErrorCode::UnknownItem, number as u64)),
        }
    }

    /// Writes an OBJECT IDENTIFIER.
    ///
    /// # Errors
    /// None.
    pub fn oid(&mut self, value: &Oid<'_>) -> Result<()> {
        self.out.counted(value.octets());
        Ok(())
    }

    /// Writes a RELATIVE-OID.
    ///
    /// # Errors
    /// None.
    pub fn relative_oid(&mut self, value: &Oid<'_>) -> Result<()> {
        self.oid(value)
    }

    /// Writes a REAL.
    ///
    /// # Errors
    /// None.
    pub fn real(&mut self, value: &Real) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_real(&value.view(), &mut contents);
        self.out.counted(&contents);
        Ok(())
    }

    /// Writes an OCTET STRING.
    ///
    /// # Errors
    /// `size_range`.
    pub fn octet_string(&mut self, value: &[u8], size: Size) -> Result<()> {
        size.check(value.len() as u64)?;
        self.out.units(value, value.len() as u64, size, 8, size.aligns_octets());
        Ok(())
    }

    /// Writes a BIT STRING.
    ///
    /// # Errors
    /// `size_range`.
    pub fn bit_string(&mut self, value: &BitString<'_>, size: Size) -> Result<()> {
        self.bits(&value.octets, value.bits, size)
    }

    /// Writes a BIT STRING with named bits. Adds or drops trailing zeros to fit the size constraint (X.691
    /// 16.2, 16.3).
    ///
    /// # Errors
    /// `size_range`.
    pub fn named_bits(&mut self, value: &BitString<'_>, size: Size) -> Result<()> {
        self.bits(&value.octets, named(value, size), size)
    }

    fn bits(&mut self, octets: &[u8], count: u64, size: Size) -> Result<()> {
        size.check(count)?;
        let mut octets = Cow::Borrowed(octets);
        if count > octets.len() as u64 * 8 {
            octets.to_mut().resize(count.div_ceil(8) as usize, 0);
        }
        self.out.units(&octets, count, size, 1, size.aligns_bits());
        Ok(())
    }

    /// Writes a UTCTime.
    ///
    /// # Errors
    /// `time_form`.
    pub fn utc_time(
        &mut self,
        value: &str,
        alphabet: &[char],
        bits: u32,
        top: u32,
        size: Size,
    ) -> Result<()> {
        tlv::utc_time(value, Form::Basic)?;
        self.characters(value, alphabet, bits, top, size)
    }

    /// Writes a GeneralizedTime.
    ///
    /// # Errors
    /// `time_form`.
    pub fn generalized_time(
        &mut self,
        value: &str,
        alphabet: &[char],
        bits: u32,
        top: u32,
        size: Size,
    ) -> Result<()> {
        tlv::generalized_time(value, Form::Basic)?;
        self.characters(value, alphabet, bits, top, size)
    }

    /// Writes a known-multiplier character string.
    ///
    /// # Errors
    /// `size_range`, `character`.
    pub fn characters(
        &mut self,
        value: &str,
        alphabet: &[char],
        bits: u32,
        top: u32,
        size: Size,
    ) -> Result<()> {
        self.out.characters(value, alphabet, bits, top, size)
    }

    /// Writes a string that is encoded as a length and octets.
    ///
    /// # Errors
    /// `character`.
    pub fn text(&mut self, value: &str, of: Repertoire) -> Result<()> {
        let mut octets = Vec::new();
        tlv::write_characters(value, of, Form::Basic, &mut octets)?;
        self.out.counted(&octets);
        Ok(())
    }

    /// Writes an OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn oid_iri(&mut self, value: &str) -> Result<()> {
        valid_iri(iri::is_oid_iri, value)?;
        self.text(value, Repertoire::Utf8)
    }

    /// Writes a RELATIVE-OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn relative_oid_iri(&mut self, value: &str) -> Result<()> {
        valid_iri(iri::is_relative_oid_iri, value)?;
        self.text(value, Repertoire::Utf8)
    }

    /// Writes a DATE.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date(&mut self, value: &str) -> Result<()> {
        valid(times::is_date, value)?;
        bits::write_date(&mut self.out, value)
    }

    /// Writes a TIME-OF-DAY.
    ///
    /// # Errors
    /// `time_form`.
    pub fn time_of_day(&mut self, value: &str) -> Result<()> {
        valid(times::is_time_of_day, value)?;
        bits::write_time_of_day(&mut self.out, value)
    }

    /// Writes a DATE-TIME.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date_time(&mut self, value: &str) -> Result<()> {
        valid(times::is_date_time, value)?;
        bits::write_date_time(&mut self.out, value)
    }

    /// Writes a DURATION.
    ///
    /// # Errors
    /// `time_form`.
    pub fn duration(&mut self, value: &str) -> Result<()> {
        valid(times::is_duration, value)?;
        bits::write_duration(&mut self.out, value)
    }

    /// Writes an OCTET STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it; `size_range`.
    pub fn holding_octets(&mut self, octets: Result<Vec<u8>>, size: Size) -> Result<()> {
        self.octet_string(&octets?, size)
    }

    /// Writes a BIT STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it; `size_range`.
    pub fn holding_bits(&mut self, octets: Result<Vec<u8>>, size: Size) -> Result<()> {
        let octets = octets?;
        self.bits(&octets, octets.len() as u64 * 8, size)
    }
}

/// The number of bits to write for a list of named bits.
pub fn named(value: &BitString<'_>, size: Size) -> u64 {
    let least = tlv::trimmed(&value.octets, value.bits, 0).max(size.lo);
    match size.hi.is_some_and(|hi| value.bits > hi) {
        true => least,
        false => value.bits.max(size.lo),
    }
}
