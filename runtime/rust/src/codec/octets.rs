//! OER (X.696) for generated code.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{checked, lend, text, valid, valid_iri, Depth, Enumerated, Inside, Number, Result, Rules, Whole};
use super::{BitString, Integer, Oid, Opaque, Real, Unknown};
use crate::octets;
use crate::tlv::{self, Form, Repertoire, Tag};
use crate::{iri, times, Duration, ErrorCode, Fault, Limits};

/// Reads whole octets.
pub struct Reader<'b, 'a> {
    reader: octets::Reader<'b>,
    whole: Whole<'a>,
    rules: Rules,
    limits: Limits,
    depth: Depth,
    /// Number of list elements of no octets so far.
    empty: u64,
}

/// A preamble or bitmap: which components or additions are present.
#[derive(Clone, Debug, Default)]
pub struct Presence<'b> {
    octets: &'b [u8],
    count: u64,
}

impl Presence<'_> {
    /// Whether a bit is set; bits past the end count as not set.
    #[inline]
    pub fn has(&self, bit: u64) -> bool {
        let octet = usize::try_from(bit / 8).ok().and_then(|at| self.octets.get(at));
        bit < self.count && octet.is_some_and(|octet| octet >> (7 - bit % 8) & 1 != 0)
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
    let whole = super::lasting(octets);
    Reader::new(octets, whole, rules, &inside.limits, inside.depth)
        .all(read)
        .map_err(|fault| inside.at(fault, octets))
}

impl<'b, 'a> Reader<'b, 'a> {
    fn new(bytes: &'b [u8], whole: Whole<'a>, rules: Rules, limits: &Limits, depth: Depth) -> Self {
        let reader = octets::Reader::new(bytes, false);
        Reader { reader, whole, rules, limits: *limits, depth, empty: 0 }
    }

    /// An empty encoding may come as one zero octet, because some peers send at least one.
    fn all<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let value = read(self)?;
        if self.reader.position == 0 && self.reader.bytes.first() == Some(&0) {
            self.reader.take(1)?;
        }
        match self.reader.left() {
            0 => Ok(value),
            left => Err(self.reader.fault(ErrorCode::Trailing, left as u64)),
        }
    }

    /// The limits and depth for decoding a contained value.
    ///
    /// # Errors
    /// `limit_depth`.
    pub fn inside(&self) -> Result<Inside> {
        Inside::new(&self.limits, self.depth, self.reader.position as u64 * 8)
    }

    /// An error at the next octet.
    #[cold]
    pub fn fault(&self, code: ErrorCode) -> Fault {
        self.reader.fault(code, 0)
    }

    /// The error for a tag that no alternative has.
    #[cold]
    pub fn no_alternative(&self) -> Fault {
        self.fault(ErrorCode::NoAlternative)
    }

    /// Enters a constructed value.
    ///
    /// # Errors
    /// `limit_depth`.
    #[inline]
    pub fn deeper(&mut self) -> Result<()> {
        self.depth.deeper().map_err(|fault| fault.at_octet(self.reader.position))
    }

    /// Leaves a constructed value.
    #[inline]
    pub fn shallower(&mut self) {
        self.depth.now -= 1;
    }

    /// Reads the preamble of a SEQUENCE or SET, in whole octets (X.696 16.2).
    ///
    /// # Errors
    /// `truncated`.
    pub fn presence(&mut self, count: u32) -> Result<Presence<'b>> {
        let octets = self.reader.take(count.div_ceil(8) as usize)?;
        Ok(Presence { octets, count: u64::from(count) })
    }

    /// Reads the bitmap of extension additions (X.696 16.4).
    ///
    /// # Errors
    /// Those of its length and contents.
    pub fn additions(&mut self) -> Result<Presence<'b>> {
        let start = self.reader.position;
        let contents = self.reader.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        let bitmap = tlv::bit_string(contents, Form::Basic).map_err(|fault| fault.at_octet(start))?;
        Ok(Presence { octets: bitmap.octets, count: bitmap.bits })
    }

    /// Skips additions that the schema does not know.
    ///
    /// # Errors
    /// Those of their fields.
    pub fn skip_unknown(&mut self, additions: &Presence<'_>, known: u64) -> Result<()> {
        for _ in (known..additions.count).filter(|bit| additions.has(*bit)) {
            self.reader.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        }
        Ok(())
    }

    /// Peeks at the tag of an alternative; [`Reader::tagged`] consumes it.
    ///
    /// # Errors
    /// `truncated`, `bad_tag`.
    pub fn tag(&mut self) -> Result<(u8, u32)> {
        let tag = self.reader.clone().tag()?;
        Ok((tag.class(), tag.number()))
    }

    /// Reads a tag and what follows it (X.696 20.1).
    ///
    /// # Errors
    /// `wrong_tag`, and those of `read`.
    pub fn tagged<T>(&mut self, tag: Tag, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let start = self.reader.position;
        let found = self.reader.tag()?;
        if found != tag {
            let fault = Fault::between(ErrorCode::WrongTag, found.bits(), tag.bits());
            return Err(fault.at_octet(start));
        }
        read(self)
    }

    /// Reads an alternative from a later version of the schema.
    ///
    /// # Errors
    /// Those of its open type field.
    pub fn unknown_alternative(&mut self) -> Result<Unknown<'a>> {
        let start = self.reader.position;
        self.reader.tag()?;
        self.reader.counted(self.limits.string_octets, ErrorCode::LimitStringOctets)?;
        let octets = self.reader.bytes.get(start..self.reader.position).unwrap_or_default();
        Ok(Unknown { index: None, rules: self.rules, octets: lend(self.whole, start, octets) })
    }

    /// Reads an open type field (X.696 30).
    ///
    /// # Errors
    /// Those of its length and contents; `trailing`.
    pub fn field<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let length = self.reader.length()?;
        let outer = self.reader.end;
        self.reader.end = self.reader.position + length;
        let value = read(self)?;
        if self.reader.left() > 0 {
            return Err(self.reader.fault(ErrorCode::Trailing, self.reader.left() as u64));
        }
        self.reader.end = outer;
        Ok(value)
    }

    /// Reads the whole field as octets, because its type is unknown.
    ///
    /// # Errors
    /// Only those of the framing.
    pub fn any(&mut self) -> Result<Opaque<'a>> {
        let octets = self.take(self.reader.left())?;
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
        if inner.reader.left() > 0 {
            return Err(inner.reader.fault(ErrorCode::Trailing, inner.reader.left() as u64));
        }
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

    /// Reads the elements of a list (X.696 17).
    ///
    /// # Errors
    /// `limit_elements`, `limit_empty_elements`, `limit_depth`, and those of reading an element.
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.deeper()?;
        let start = self.reader.position;
        let count = self.reader.quantity()?;
        if count > self.limits.elements {
            return Err(Fault::of(ErrorCode::LimitElements, self.limits.elements).at_octet(start));
        }
        let mut list = Vec::new();
        for _ in 0..count {
            let before = self.reader.position;
            list.push(read(self)?);
            if self.reader.position == before {
                self.empty = self.empty.saturating_add(1);
                if self.empty > self.limits.empty_elements {
                    return Err(self.reader.fault(ErrorCode::LimitEmptyElements, self.limits.empty_elements));
                }
            }
        }
        self.shallower();
        Ok(list)
    }

    fn take(&mut self, count: usize) -> Result<Cow<'a, [u8]>> {
        let start = self.reader.position;
        let octets = self.reader.take(count)?;
        Ok(lend(self.whole, start, octets))
    }

    /// Reads `size` octets, or a length and that many octets.
    fn string(&mut self, size: Option<u64>) -> Result<(usize, Cow<'a, [u8]>)> {
        let octets = match size {
            Some(size) => self.reader.take(usize::try_from(size).unwrap_or(usize::MAX))?,
            None => self.reader.counted(usize::MAX, ErrorCode::BadLength)?,
        };
        let start = self.reader.position - octets.len();
        if octets.len() > self.limits.string_octets {
            let fault = Fault::of(ErrorCode::LimitStringOctets, self.limits.string_octets as u64);
            return Err(fault.at_octet(start));
        }
        Ok((start, lend(self.whole, start, octets)))
    }

    /// Reads a BOOLEAN.
    ///
    /// # Errors
    /// Those of its contents; likewise for the types below.
    pub fn boolean(&mut self) -> Result<bool> {
        let start = self.reader.position;
        let octets = self.reader.take(1)?;
        tlv::boolean(octets, Form::Basic).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a NULL.
    pub fn null(&mut self) -> Result<()> {
        Ok(())
    }

    /// Reads an INTEGER of `width` octets (X.696 10).
    pub fn whole<N: Number<'a>>(&mut self, width: usize, signed: bool) -> Result<N> {
        let start = self.reader.position;
        let number = self.reader.unsigned(width)?;
        let integer = match signed {
            true => Integer::Small(extend(number, width)),
            false => Integer::from(number),
        };
        N::from_integer(integer).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a length and an INTEGER in two's complement.
    pub fn signed<N: Number<'a>>(&mut self) -> Result<N> {
        let octets = self.reader.counted(usize::MAX, ErrorCode::BadLength)?;
        let start = self.reader.position - octets.len();
        let integer = tlv::integer(octets, self.limits.integer_octets).map_err(|f| f.at_octet(start))?;
        let integer = match integer {
            tlv::Integer::Small(small) => Integer::Small(small),
            tlv::Integer::Big(big) => Integer::Big(lend(self.whole, self.reader.position - big.len(), big)),
        };
        N::from_integer(integer).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a length and a non-negative INTEGER (X.696 10.4).
    pub fn unsigned<N: Number<'a>>(&mut self) -> Result<N> {
        let start = self.reader.position;
        N::from_integer(self.magnitude()?).map_err(|fault| fault.at_octet(start))
    }

    fn magnitude(&mut self) -> Result<Integer<'static>> {
        let start = self.reader.position;
        let octets = self.reader.counted(self.limits.integer_octets, ErrorCode::LimitIntegerOctets)?;
        match octets.is_empty() {
            true => Err(Fault::new(ErrorCode::IntegerEmpty).at_octet(start)),
            false => Ok(Integer::from_magnitude(octets)),
        }
    }

    /// Reads an ENUMERATED: one octet for numbers from 0 to 127, a length and the number otherwise
    /// (X.696 11).
    pub fn enumerated<E: Enumerated>(&mut self) -> Result<E> {
        let start = self.reader.position;
        let first = self.reader.octet()?;
        let number = match usize::from(first & 0x7f) {
            small if first < 0x80 => small as i64,
            width @ 1..=8 => extend(self.reader.unsigned(width)?, width),
            _ => return Err(Fault::new(ErrorCode::EnumeratedRange).at_octet(start)),
        };
        E::from_number(number).ok_or(Fault::of(ErrorCode::UnknownItem, number as u64).at_octet(start))
    }

    /// Reads an OBJECT IDENTIFIER.
    pub fn oid(&mut self) -> Result<Oid<'a>> {
        let (start, octets) = self.string(None)?;
        tlv::oid(&octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(octets))
    }

    /// Reads a RELATIVE-OID.
    pub fn relative_oid(&mut self) -> Result<Oid<'a>> {
        let (start, octets) = self.string(None)?;
        tlv::relative_oid(&octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(octets))
    }

    /// Reads a REAL (X.696 12.4).
    pub fn real(&mut self) -> Result<Real> {
        let (start, octets) = self.string(None)?;
        let mut scratch = Vec::new();
        let real = tlv::real(&octets, Form::Basic, self.limits.integer_octets, &mut scratch);
        real.map(Real::from).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a REAL as binary32 or binary64 (X.696 12.2, 12.3).
    pub fn float(&mut self, width: usize) -> Result<Real> {
        let mut scratch = Vec::new();
        octets::read_float(self.reader.take(width)?, &mut scratch).map(Real::from)
    }

    /// Reads an OCTET STRING, with a length unless its size is fixed.
    pub fn octet_string(&mut self, size: Option<u64>) -> Result<Cow<'a, [u8]>> {
        self.string(size).map(|(_, octets)| octets)
    }

    /// Reads a BIT STRING, with a length unless its size is fixed.
    pub fn bit_string(&mut self, size: Option<u64>) -> Result<BitString<'a>> {
        if let Some(bits) = size {
            let octets = self.take(usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX))?;
            return Ok(BitString::new(octets, bits));
        }
        let (start, octets) = self.string(None)?;
        let bits = tlv::bit_string(&octets, Form::Basic).map_err(|fault| fault.at_octet(start))?.bits;
        let contents = match octets {
            Cow::Borrowed(octets) => Cow::Borrowed(octets.get(1..).unwrap_or_default()),
            Cow::Owned(octets) => Cow::Owned(octets.get(1..).unwrap_or_default().to_vec()),
        };
        Ok(BitString::new(contents, bits))
    }

    /// Reads a character string; `size` is the number of octets if it is fixed (X.696 27).
    pub fn text(&mut self, of: Repertoire, size: Option<u64>) -> Result<Cow<'a, str>> {
        let (start, octets) = self.string(size)?;
        text(octets, of, Form::Basic).map_err(|fault| fault.at_octet(start))
    }

    /// Reads uTCTime.
    pub fn utc_time(&mut self) -> Result<Cow<'a, str>> {
        let characters = self.text(Repertoire::Visible, None)?;
        checked(characters, |text| tlv::utc_time(text, Form::Basic))
    }

    /// Reads generalizedTime.
    pub fn generalized_time(&mut self) -> Result<Cow<'a, str>> {
        let characters = self.text(Repertoire::Visible, None)?;
        checked(characters, |text| tlv::generalized_time(text, Form::Basic))
    }

    /// Reads a DATE (X.696 29.3).
    pub fn date(&mut self) -> Result<Cow<'a, str>> {
        self.day().map(Cow::Owned)
    }

    /// Reads a TIME-OF-DAY (X.696 29.4).
    pub fn time_of_day(&mut self) -> Result<Cow<'a, str>> {
        self.hour().map(Cow::Owned)
    }

    /// Reads a DATE-TIME (X.696 29.5).
    pub fn date_time(&mut self) -> Result<Cow<'a, str>> {
        let day = self.day()?;
        Ok(Cow::Owned(format!("{day}T{}", self.hour()?)))
    }

    fn day(&mut self) -> Result<String> {
        let year = self.reader.counted(8, ErrorCode::TimeForm)?;
        let tlv::Integer::Small(year) = tlv::integer(year, 8)? else {
            return Err(self.fault(ErrorCode::TimeForm));
        };
        let (month, day) = (self.reader.octet()?, self.reader.octet()?);
        Ok(format!("{year:04}-{month:02}-{day:02}"))
    }

    fn hour(&mut self) -> Result<String> {
        let (hour, minute, second) = (self.reader.octet()?, self.reader.octet()?, self.reader.octet()?);
        Ok(format!("{hour:02}:{minute:02}:{second:02}"))
    }

    /// Reads a DURATION (X.696 29).
    pub fn duration(&mut self) -> Result<Cow<'a, str>> {
        let present = self.reader.octet()?;
        let mut duration = Duration::default();
        for (index, part) in duration.parts.iter_mut().enumerate() {
            if present >> (7 - index) & 1 != 0 {
                *part = Some(self.part_of_duration()?);
            }
        }
        if present & 1 != 0 {
            duration.fraction = Some((self.part_of_duration()?, self.part_of_duration()?));
        }
        let mut text = String::new();
        duration.print(&mut text)?;
        Ok(Cow::Owned(text))
    }

    fn part_of_duration(&mut self) -> Result<u64> {
        let start = self.reader.position;
        self.magnitude()?.to_u64().ok_or_else(|| Fault::new(ErrorCode::TimeForm).at_octet(start))
    }

    /// Reads the octets of an OCTET STRING that contains an encoding.
    pub fn holding_octets(&mut self, size: Option<u64>) -> Result<Cow<'a, [u8]>> {
        self.octet_string(size)
    }

    /// Reads the octets of a BIT STRING that contains an encoding.
    ///
    /// # Errors
    /// `not_contained` if its length is not a multiple of eight bits.
    pub fn holding_bits(&mut self, size: Option<u64>) -> Result<Cow<'a, [u8]>> {
        let string = self.bit_string(size)?;
        match string.bits.is_multiple_of(8) {
            true => Ok(string.octets),
            false => Err(self.fault(ErrorCode::NotContained)),
        }
    }
}

fn extend(number: u64, width: usize) -> i64 {
    let unused = 64 - 8 * width.clamp(1, 8) as u32;
    (number as i64) << unused >> unused
}

/// Writes whole octets.
pub struct Writer {
    out: octets::Writer,
    rules: Rules,
}

/// Encodes one value, at least one octet.
///
/// # Errors
/// Those of writing it.
pub fn encode(rules: Rules, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<Vec<u8>> {
    let mut writer = Writer { out: octets::Writer::new(), rules };
    write(&mut writer)?;
    if writer.out.is_empty() {
        writer.out.put(&[0]);
    }
    Ok(writer.out.octets().to_vec())
}

impl Writer {
    /// Writes the preamble of a SEQUENCE or SET, in whole octets.
    ///
    /// # Errors
    /// None.
    pub fn presence(&mut self, bits: &[bool]) -> Result<()> {
        self.out.bits(bits.iter().copied());
        Ok(())
    }

    /// Writes the bitmap of extension additions.
    ///
    /// # Errors
    /// None.
    pub fn additions(&mut self, bits: &[bool]) -> Result<()> {
        self.out.length(1 + bits.len().div_ceil(8));
        self.out.put(&[(bits.len().wrapping_neg() % 8) as u8]);
        self.presence(bits)
    }

    /// Writes a tag and what follows it.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn tagged(&mut self, tag: Tag, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.out.tag(tag);
        write(self)
    }

    /// Writes an alternative from a later version of the schema.
    ///
    /// # Errors
    /// `unknown_rules` if it was read under other rules.
    pub fn unknown_alternative(&mut self, value: &Unknown<'_>) -> Result<()> {
        if value.rules != self.rules || value.index.is_some() {
            return Err(Fault::new(ErrorCode::UnknownRules));
        }
        let mut reader = octets::Reader::new(&value.octets, false);
        reader.tag()?;
        reader.counted(usize::MAX, ErrorCode::LimitStringOctets)?;
        match reader.left() {
            0 => self.out.put(&value.octets),
            left => return Err(Fault::of(ErrorCode::Trailing, left as u64)),
        }
        Ok(())
    }

    /// Writes an open type field.
    ///
    /// # Errors
    /// Those of writing its contents.
    pub fn field(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let start = self.out.len();
        write(self)?;
        self.out.close(start);
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
        self.out.put(&value.octets);
        Ok(())
    }

    /// Writes the elements of a list.
    ///
    /// # Errors
    /// Those of writing an element.
    pub fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T) -> Result<()>) -> Result<()> {
        self.out.quantity(list.len() as u64);
        list.iter().try_for_each(|element| write(self, element))
    }

    fn string(&mut self, octets: &[u8], size: Option<u64>) -> Result<()> {
        match size {
            Some(size) if octets.len() as u64 != size => {
                Err(Fault::of(ErrorCode::SizeRange, octets.len() as u64))
            }
            Some(_) => {
                self.out.put(octets);
                Ok(())
            }
            None => {
                self.out.counted(octets);
                Ok(())
            }
        }
    }

    /// Writes a BOOLEAN.
    ///
    /// # Errors
    /// None.
    pub fn boolean(&mut self, value: &bool) -> Result<()> {
        self.out.put(&[if *value { 0xff } else { 0 }]);
        Ok(())
    }

    /// Writes a NULL.
    ///
    /// # Errors
    /// None.
    pub fn null(&mut self, _: &()) -> Result<()> {
        Ok(())
    }

    /// Writes an INTEGER of `width` octets.
    ///
    /// # Errors
    /// `integer_range`; likewise for the other forms.
    pub fn whole<'a, N: Number<'a>>(&mut self, value: &N, width: usize, signed: bool) -> Result<()> {
        let integer = value.to_integer();
        let bits = 8 * width.clamp(1, 8) as u32;
        let number = match signed {
            true => integer.to_i64().filter(|n| n << (64 - bits) >> (64 - bits) == *n).map(|n| n as u64),
            false => integer.to_u64().filter(|n| n << (64 - bits) >> (64 - bits) == *n),
        };
        self.out.number(number.ok_or(Fault::new(ErrorCode::IntegerRange))?, width);
        Ok(())
    }

    /// Writes a length and an INTEGER in two's complement.
    pub fn signed<'a, N: Number<'a>>(&mut self, value: &N) -> Result<()> {
        self.out.counted(&value.to_integer().to_octets());
        Ok(())
    }

    /// Writes a length and a non-negative INTEGER.
    pub fn unsigned<'a, N: Number<'a>>(&mut self, value: &N) -> Result<()> {
        let integer = value.to_integer();
        if integer.is_negative() {
            return Err(Fault::new(ErrorCode::IntegerRange));
        }
        self.out.counted(&integer.magnitude());
        Ok(())
    }

    /// Writes an ENUMERATED.
    ///
    /// # Errors
    /// `unknown_rules` if the item was read from PER and only its index is known; `unknown_item`.
    pub fn enumerated<E: Enumerated>(&mut self, value: &E) -> Result<()> {
        let number = value.number().ok_or(Fault::new(ErrorCode::UnknownRules))?;
        if E::from_number(number).is_none() {
            return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
        }
        if let 0..=0x7f = number {
            self.out.put(&[number as u8]);
            return Ok(());
        }
        let octets = Integer::Small(number).to_octets();
        self.out.put(&[0x80 | octets.len() as u8]);
        self.out.put(&octets);
        Ok(())
    }

    /// Writes an OBJECT IDENTIFIER.
    ///
    /// # Errors
    /// None.
    pub fn oid(&mut self, value: &Oid<'_>) -> Result<()> {
        self.string(value.octets(), None)
    }

    /// Writes a RELATIVE-OID.
    ///
    /// # Errors
    /// None.
    pub fn relative_oid(&mut self, value: &Oid<'_>) -> Result<()> {
        self.string(value.octets(), None)
    }

    /// Writes a REAL.
    ///
    /// # Errors
    /// None.
    pub fn real(&mut self, value: &Real) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_real(&value.view(), &mut contents);
        self.string(&contents, None)
    }

    /// Writes a REAL as binary32 or binary64.
    ///
    /// # Errors
    /// `wrong_value` if that format cannot hold the value.
    pub fn float(&mut self, value: &Real, width: usize) -> Result<()> {
        let mut contents = Vec::new();
        octets::write_float(&value.view(), width, &mut contents)?;
        self.out.put(&contents);
        Ok(())
    }

    /// Writes an OCTET STRING.
    ///
    /// # Errors
    /// `size_range`.
    pub fn octet_string(&mut self, value: &[u8], size: Option<u64>) -> Result<()> {
        self.string(value, size)
    }

    /// Writes a BIT STRING.
    ///
    /// # Errors
    /// `size_range`.
    pub fn bit_string(&mut self, value: &BitString<'_>, size: Option<u64>) -> Result<()> {
        let Some(count) = size else { return self.bits(&value.octets, value.bits) };
        if value.bits > count && tlv::trimmed(&value.octets, value.bits, 0) > count {
            return Err(Fault::of(ErrorCode::SizeRange, value.bits));
        }
        let mut padded = value.octets.to_vec();
        padded.resize(count.div_ceil(8) as usize, 0);
        self.out.put(&padded);
        Ok(())
    }

    fn bits(&mut self, octets: &[u8], bits: u64) -> Result<()> {
        let octets = octets.get(..bits.div_ceil(8) as usize).unwrap_or(octets);
        self.out.length(octets.len() + 1);
        self.out.put(&[tlv::bit_string_octet(bits)]);
        self.out.put(octets);
        Ok(())
    }

    /// Writes a character string.
    ///
    /// # Errors
    /// `character`, `size_range`.
    pub fn text(&mut self, value: &str, of: Repertoire, size: Option<u64>) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_characters(value, of, Form::Basic, &mut contents)?;
        self.string(&contents, size)
    }

    /// Writes an OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn oid_iri(&mut self, value: &str) -> Result<()> {
        valid_iri(iri::is_oid_iri, value)?;
        self.text(value, Repertoire::Utf8, None)
    }

    /// Writes a RELATIVE-OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn relative_oid_iri(&mut self, value: &str) -> Result<()> {
        valid_iri(iri::is_relative_oid_iri, value)?;
        self.text(value, Repertoire::Utf8, None)
    }

    /// Writes uTCTime.
    ///
    /// # Errors
    /// `time_form`.
    pub fn utc_time(&mut self, value: &str) -> Result<()> {
        tlv::utc_time(value, Form::Basic)?;
        self.string(value.as_bytes(), None)
    }

    /// Writes generalizedTime.
    ///
    /// # Errors
    /// `time_form`.
    pub fn generalized_time(&mut self, value: &str) -> Result<()> {
        tlv::generalized_time(value, Form::Basic)?;
        self.string(value.as_bytes(), None)
    }

    /// Writes a DATE.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date(&mut self, value: &str) -> Result<()> {
        valid(times::is_date, value)?;
        self.day(value).ok_or(Fault::new(ErrorCode::TimeForm))
    }

    /// Writes a TIME-OF-DAY.
    ///
    /// # Errors
    /// `time_form`.
    pub fn time_of_day(&mut self, value: &str) -> Result<()> {
        valid(times::is_time_of_day, value)?;
        self.hour(value).ok_or(Fault::new(ErrorCode::TimeForm))
    }

    /// Writes a DATE-TIME.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date_time(&mut self, value: &str) -> Result<()> {
        valid(times::is_date_time, value)?;
        let parts = value.split_once('T');
        let done = parts.and_then(|(day, hour)| self.day(day).and_then(|()| self.hour(hour)));
        done.ok_or(Fault::new(ErrorCode::TimeForm))
    }

    fn day(&mut self, text: &str) -> Option<()> {
        let (rest, day) = text.rsplit_once('-')?;
        let (year, month) = rest.rsplit_once('-')?;
        let (month, day) = (month.parse().ok()?, day.parse().ok()?);
        self.out.counted(&Integer::Small(year.parse().ok()?).to_octets());
        self.out.put(&[month, day]);
        Some(())
    }

    fn hour(&mut self, text: &str) -> Option<()> {
        let mut parts = text.split(':').map(|part| part.parse::<u8>().ok());
        let parts = (parts.next()??, parts.next()??, parts.next()??, parts.next());
        let (hour, minute, second, None) = parts else { return None };
        self.out.put(&[hour, minute, second]);
        Some(())
    }

    /// Writes a DURATION.
    ///
    /// # Errors
    /// `time_form`.
    pub fn duration(&mut self, value: &str) -> Result<()> {
        valid(times::is_duration, value)?;
        let duration = Duration::parse(value)?;
        let mut present = 0;
        for (index, part) in duration.parts.iter().enumerate() {
            present |= u8::from(part.is_some()) << (7 - index);
        }
        self.out.put(&[present | u8::from(duration.fraction.is_some())]);
        let fraction = duration.fraction.iter().flat_map(|(digits, value)| [*digits, *value]);
        for part in duration.parts.iter().flatten().copied().chain(fraction) {
            self.out.counted(&Integer::from(part).magnitude());
        }
        Ok(())
    }

    /// Writes an OCTET STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it; `size_range`.
    pub fn holding_octets(&mut self, octets: Result<Vec<u8>>, size: Option<u64>) -> Result<()> {
        self.string(&octets?, size)
    }

    /// Writes a BIT STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it; `size_range`.
    pub fn holding_bits(&mut self, octets: Result<Vec<u8>>, size: Option<u64>) -> Result<()> {
        let octets = octets?;
        match size {
            Some(bits) if bits != octets.len() as u64 * 8 => {
                Err(Fault::of(ErrorCode::SizeRange, octets.len() as u64 * 8))
            }
            Some(_) => {
                self.out.put(&octets);
                Ok(())
            }
            None => self.bits(&octets, octets.len() as u64 * 8),
        }
    }
}
