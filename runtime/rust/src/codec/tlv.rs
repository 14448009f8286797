//! BER and DER (X.690) for generated code.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{checked, lend, text, valid, valid_iri, Depth, Enumerated, Inside, Number, Result, Rules, Whole};
use super::{BitString, Integer, Oid, Opaque, Real, Unknown};
use crate::tlv::{self, Form, Header, Length, Repertoire, Segments, Tag, WriteForm};
use crate::{iri, times, ErrorCode, Fault, Limits};

/// Reads encodings.
pub struct Reader<'b, 'a> {
    reader: tlv::Reader<'b>,
    whole: Whole<'a>,
    rules: Rules,
    form: Form,
    limits: Limits,
    depth: Depth,
    /// Start of an encoding whose tag replaces an inner one, and the inner tag: see [`Reader::before_dummy`].
    instead: Option<(usize, Tag)>,
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
    fn new(octets: &'b [u8], whole: Whole<'a>, rules: Rules, limits: &Limits, depth: Depth) -> Self {
        let form = if rules.is_canonical() { Form::Canonical } else { Form::Basic };
        let reader = tlv::Reader::new(octets, rules.is_canonical());
        Reader { reader, whole, rules, form, limits: *limits, depth, instead: None }
    }

    fn all<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let value = read(self)?;
        match self.reader.bytes.len() - self.reader.position {
            0 => Ok(value),
            left => Err(self.fault_of(ErrorCode::Trailing, left as u64)),
        }
    }

    /// The limits and depth for decoding a contained value.
    ///
    /// # Errors
    /// `limit_depth`.
    pub fn inside(&self) -> Result<Inside> {
        Inside::new(&self.limits, self.depth, self.reader.position as u64 * 8)
    }

    fn fault_of(&self, code: ErrorCode, value: u64) -> Fault {
        Fault::of(code, value).at_octet(self.reader.position)
    }

    /// An error at the next octet.
    #[cold]
    pub fn fault(&self, code: ErrorCode) -> Fault {
        self.fault_of(code, 0)
    }

    /// The error for a tag that no alternative starts with.
    #[cold]
    pub fn no_alternative(&self) -> Fault {
        self.fault_of(ErrorCode::NoAlternative, self.reader.tag().map_or(0, Tag::bits))
    }

    /// The error for an element that is not allowed here.
    #[cold]
    pub fn unexpected(&self) -> Fault {
        self.fault_of(ErrorCode::Unexpected, self.reader.tag().map_or(0, Tag::bits))
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

    #[inline]
    fn header(&mut self, tag: Tag) -> Result<Header> {
        if !self.reader.more()? {
            return Err(self.fault(ErrorCode::Missing));
        }
        let header = self.reader.header()?;
        if header.tag != tag && self.instead != Some((header.start, tag)) {
            let fault = Fault::between(ErrorCode::WrongTag, header.tag.bits(), tag.bits());
            return Err(fault.at_octet(header.start));
        }
        Ok(header)
    }

    /// Peeks at the tag of the next encoding in the frame, if there is one.
    ///
    /// # Errors
    /// Those of malformed identifier and length octets.
    #[inline]
    pub fn next_tag(&mut self) -> Result<Option<(u8, u32)>> {
        Ok(self.ahead()?.map(|header| (header.tag.class(), header.tag.number())))
    }

    #[inline]
    fn ahead(&self) -> Result<Option<Header>> {
        match self.reader.more()? {
            true => Ok(Some(self.reader.clone().header()?)),
            false => Ok(None),
        }
    }

    /// Peeks at the tag of a CHOICE.
    ///
    /// # Errors
    /// `missing` at the end of the frame.
    #[inline]
    pub fn tag(&mut self) -> Result<(u8, u32)> {
        match self.next_tag()? {
            Some(tag) => Ok(tag),
            None => Err(self.fault(ErrorCode::Missing)),
        }
    }

    /// Whether the next encoding has one of these tags.
    ///
    /// # Errors
    /// Those of malformed identifier and length octets.
    #[inline]
    pub fn next_is(&mut self, tags: &[Tag]) -> Result<bool> {
        Ok(self.ahead()?.is_some_and(|header| tags.contains(&header.tag)))
    }

    /// Reads a value in place.
    ///
    /// # Errors
    /// Those of reading it.
    #[inline]
    pub fn part<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        read(self)
    }

    /// Whether the frame has more encodings.
    ///
    /// # Errors
    /// Those of malformed end-of-contents octets.
    #[inline]
    pub fn more(&mut self) -> Result<bool> {
        self.reader.more()
    }

    /// Reads a component of a SET, which may occur only once.
    ///
    /// # Errors
    /// `duplicate`, and those of reading it.
    pub fn once<T>(&mut self, slot: &mut Option<T>, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<()> {
        if slot.is_some() {
            return Err(self.fault(ErrorCode::Duplicate));
        }
        *slot = Some(read(self)?);
        Ok(())
    }

    /// Checks in DER that the components of a SET are in the order of their tags (X.690 10.3).
    ///
    /// # Errors
    /// `set_order`.
    pub fn ascending(&mut self, last: &mut Option<(u8, u32)>, tag: (u8, u32)) -> Result<()> {
        if self.form == Form::Canonical && last.is_some_and(|last| last > tag) {
            return Err(self.fault(ErrorCode::SetOrder));
        }
        *last = Some(tag);
        Ok(())
    }

    /// Skips additions that the schema does not know, up to an expected tag. `known` are the tags of
    /// components that must come earlier.
    ///
    /// # Errors
    /// `unexpected` if one of these comes late.
    pub fn skip_unknown(&mut self, expected: &[Tag], known: &[Tag]) -> Result<()> {
        while let Some(header) = self.ahead()? {
            if expected.contains(&header.tag) {
                break;
            }
            if known.contains(&header.tag) {
                return Err(self.unexpected());
            }
            self.skip()?;
        }
        Ok(())
    }

    /// Skips one encoding.
    ///
    /// # Errors
    /// Those of its framing.
    pub fn skip(&mut self) -> Result<()> {
        self.span().map(|_| ())
    }

    fn span(&mut self) -> Result<(usize, &'b [u8])> {
        if !self.reader.more()? {
            return Err(self.fault(ErrorCode::Missing));
        }
        let header = self.reader.header()?;
        match self.form {
            Form::Canonical => self.reader.skip_canonical(&header, self.depth.left(), false)?,
            Form::Basic => self.reader.skip(&header, self.depth.left())?,
        }
        Ok((header.start, self.reader.slice(header.start, self.reader.position)))
    }

    fn length_form(&self, header: &Header) -> Result<()> {
        match (self.form, header.length) {
            (Form::Canonical, Length::Indefinite) => {
                Err(Fault::new(ErrorCode::Indefinite).at_octet(header.start))
            }
            _ => Ok(()),
        }
    }

    /// Reads the contents of a constructed encoding.
    ///
    /// # Errors
    /// Those of its framing and contents.
    #[inline]
    pub fn constructed<T>(&mut self, tag: Tag, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let header = self.header(tag)?;
        if !header.constructed() {
            return Err(Fault::new(ErrorCode::Primitive).at_octet(header.start));
        }
        self.length_form(&header)?;
        let outer = self.reader.enter(&header);
        let value = read(self)?;
        self.reader.leave(outer)?;
        Ok(value)
    }

    /// Like [`Reader::constructed`], for a tag on a dummy reference, which some encoders write in place of
    /// the inner tag.
    ///
    /// # Errors
    /// Those of its framing and contents.
    pub fn before_dummy<T>(
        &mut self,
        tag: Tag,
        inner: Tag,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let start = self.reader.clone();
        let header = self.header(tag)?;
        let replaced = self.form == Form::Basic && !self.encloses(&header, inner);
        self.reader = start;
        if !replaced {
            return self.constructed(tag, read);
        }
        let outer = self.instead.replace((header.start, inner));
        let value = read(self)?;
        self.instead = outer;
        Ok(value)
    }

    fn encloses(&self, header: &Header, tag: Tag) -> bool {
        if !header.constructed() {
            return false;
        }
        let mut inside = self.reader.clone();
        inside.enter(header);
        match (inside.header(), header.length) {
            (Ok(inner), Length::Definite(length)) => {
                let end = match inner.length {
                    Length::Definite(inner) => Some(inside.position + inner),
                    Length::Indefinite => None,
                };
                inner.tag == tag && end.is_none_or(|end| end == header.contents + length)
            }
            (Ok(inner), Length::Indefinite) => inner.tag == tag,
            (Err(_), _) => inside.tag() == Some(tag),
        }
    }

    /// Reads the elements of a list, up to the end of its frame.
    ///
    /// # Errors
    /// `limit_elements`, `limit_depth`, and those of reading an element.
    pub fn list<T>(&mut self, read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.elements(false, read)
    }

    /// Reads the elements of a SET OF, which DER sorts by their encodings.
    ///
    /// # Errors
    /// `set_of_order`, and those of [`Reader::list`].
    pub fn sorted_list<T>(&mut self, read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.elements(self.form == Form::Canonical, read)
    }

    fn elements<T>(&mut self, sorted: bool, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.deeper()?;
        let mut list = Vec::new();
        let mut last: &[u8] = &[];
        while self.reader.more()? {
            let start = self.reader.position;
            if list.len() as u64 >= self.limits.elements {
                return Err(self.fault_of(ErrorCode::LimitElements, self.limits.elements));
            }
            list.push(read(self)?);
            if sorted {
                let octets = self.reader.slice(start, self.reader.position);
                if last > octets {
                    return Err(Fault::new(ErrorCode::SetOfOrder).at_octet(start));
                }
                last = octets;
            }
        }
        self.shallower();
        Ok(list)
    }

    /// Reads a primitive encoding; returns where its contents octets start, and these.
    #[inline]
    fn primitive(&mut self, tag: Tag) -> Result<(usize, &'b [u8])> {
        let header = self.header(tag)?;
        if header.constructed() {
            return Err(Fault::new(ErrorCode::Constructed).at_octet(header.start));
        }
        self.contents(&header)
    }

    #[inline]
    fn contents(&mut self, header: &Header) -> Result<(usize, &'b [u8])> {
        let Length::Definite(length) = header.length else {
            return Err(Fault::new(ErrorCode::Indefinite).at_octet(header.start));
        };
        self.reader.position = header.contents + length;
        Ok((header.contents, self.reader.slice(header.contents, header.contents + length)))
    }

    /// Reads the contents octets of a string, reassembling segments; `own` is the universal tag of its type.
    fn string(&mut self, tag: Tag, own: u32) -> Result<(usize, Cow<'a, [u8]>)> {
        let header = self.header(tag)?;
        if !header.constructed() {
            let (start, octets) = self.contents(&header)?;
            if octets.len() > self.limits.string_octets {
                let fault = Fault::of(ErrorCode::LimitStringOctets, self.limits.string_octets as u64);
                return Err(fault.at_octet(start));
            }
            return Ok((start, lend(self.whole, start, octets)));
        }
        if self.form == Form::Canonical {
            return Err(Fault::new(ErrorCode::Constructed).at_octet(header.start));
        }
        let own = Tag::universal(own);
        let limit = self.limits.string_octets;
        let asked = Segments { own, limit, depth: self.depth.left(), cer: false };
        let mut joined = Vec::new();
        if own == Tag::universal(3) {
            joined.push(0);
            let bits = tlv::join_bits(&mut self.reader, &header, &asked, self.form, &mut joined)?;
            if let Some(first) = joined.first_mut() {
                *first = tlv::bit_string_octet(bits);
            }
        } else {
            tlv::join_octets(&mut self.reader, &header, &asked, &mut joined)?;
        }
        Ok((header.contents, Cow::Owned(joined)))
    }

    /// Reads a BOOLEAN (X.690 8.2).
    ///
    /// # Errors
    /// Those of its framing and contents; likewise for the types below.
    #[inline]
    pub fn boolean(&mut self, tag: Tag) -> Result<bool> {
        let (start, octets) = self.primitive(tag)?;
        tlv::boolean(octets, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// Reads an INTEGER (X.690 8.3).
    #[inline]
    pub fn integer<N: Number<'a>>(&mut self, tag: Tag) -> Result<N> {
        let (start, octets) = self.primitive(tag)?;
        let integer = tlv::integer(octets, self.limits.integer_octets).map_err(|f| f.at_octet(start))?;
        let integer = match integer {
            tlv::Integer::Small(small) => Integer::Small(small),
            tlv::Integer::Big(big) => Integer::Big(lend(self.whole, start + octets.len() - big.len(), big)),
        };
        N::from_integer(integer).map_err(|fault| fault.at_octet(start))
    }

    /// Reads an ENUMERATED (X.690 8.4).
    pub fn enumerated<E: Enumerated>(&mut self, tag: Tag) -> Result<E> {
        let (start, octets) = self.primitive(tag)?;
        let number = tlv::enumerated(octets).map_err(|fault| fault.at_octet(start))?;
        E::from_number(number).ok_or(Fault::of(ErrorCode::UnknownItem, number as u64).at_octet(start))
    }

    /// Reads a NULL (X.690 8.8).
    pub fn null(&mut self, tag: Tag) -> Result<()> {
        let (start, octets) = self.primitive(tag)?;
        tlv::null(octets).map_err(|fault| fault.at_octet(start))
    }

    /// Reads an OBJECT IDENTIFIER (X.690 8.19).
    pub fn oid(&mut self, tag: Tag) -> Result<Oid<'a>> {
        let (start, octets) = self.primitive(tag)?;
        tlv::oid(octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(lend(self.whole, start, octets)))
    }

    /// Reads a RELATIVE-OID (X.690 8.20).
    pub fn relative_oid(&mut self, tag: Tag) -> Result<Oid<'a>> {
        let (start, octets) = self.primitive(tag)?;
        tlv::relative_oid(octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(lend(self.whole, start, octets)))
    }

    /// Reads a REAL (X.690 8.5).
    pub fn real(&mut self, tag: Tag) -> Result<Real> {
        let (start, octets) = self.primitive(tag)?;
        let mut scratch = Vec::new();
        let real = tlv::real(octets, self.form, self.limits.integer_octets, &mut scratch);
        real.map(Real::from).map_err(|fault| fault.at_octet(start))
    }

    /// Reads an OCTET STRING (X.690 8.7).
    pub fn octet_string(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        self.string(tag, 4).map(|(_, octets)| octets)
    }

    /// Reads a BIT STRING (X.690 8.6).
    pub fn bit_string(&mut self, tag: Tag) -> Result<BitString<'a>> {
        let (start, octets) = self.string(tag, 3)?;
        let bits = tlv::bit_string(&octets, self.form).map_err(|fault| fault.at_octet(start))?.bits;
        Ok(BitString::new(behind_first(octets), bits))
    }

    /// Reads a character string (X.690 8.21 to 8.23).
    pub fn text(&mut self, tag: Tag, of: Repertoire) -> Result<Cow<'a, str>> {
        let (start, octets) = self.string(tag, universal(of))?;
        text(octets, of, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a UTCTime (X.690 8.25, 11.8).
    pub fn utc_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        let form = self.form;
        self.visible(tag, 23).and_then(|text| checked(text, |text| tlv::utc_time(text, form)))
    }

    /// Reads a GeneralizedTime (X.690 8.25, 11.7).
    pub fn generalized_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        let form = self.form;
        self.visible(tag, 24).and_then(|text| checked(text, |text| tlv::generalized_time(text, form)))
    }

    /// Reads a TIME (X.690 8.26.1).
    pub fn time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        let form = self.form;
        self.visible(tag, 4).and_then(|text| match form {
            Form::Canonical => checked(text, canonical_time),
            Form::Basic => Ok(text),
        })
    }

    fn visible(&mut self, tag: Tag, own: u32) -> Result<Cow<'a, str>> {
        let (start, octets) = self.string(tag, own)?;
        text(octets, Repertoire::Visible, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// Reads a DATE (X.690 8.26.2).
    pub fn date(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::date, times::is_date)
    }

    /// Reads a TIME-OF-DAY.
    pub fn time_of_day(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::time_of_day, times::is_time_of_day)
    }

    /// Reads a DATE-TIME.
    pub fn date_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::date_time, times::is_date_time)
    }

    /// Reads a DURATION.
    pub fn duration(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::duration, times::is_duration)
    }

    fn useful(
        &mut self,
        tag: Tag,
        read: for<'s> fn(&[u8], &'s mut alloc::string::String) -> Result<&'s str>,
        is_time: fn(&str) -> bool,
    ) -> Result<Cow<'a, str>> {
        let (start, octets) = self.primitive(tag)?;
        let mut scratch = alloc::string::String::new();
        let text = read(octets, &mut scratch).map_err(|fault| fault.at_octet(start))?;
        if self.form == Form::Canonical {
            valid(is_time, text).map_err(|fault| fault.at_octet(start))?;
        }
        Ok(Cow::Owned(text.into()))
    }

    /// Reads a complete encoding of unknown type.
    pub fn any(&mut self) -> Result<Opaque<'a>> {
        let (start, octets) = self.span()?;
        Ok(Opaque::new(self.rules, lend(self.whole, start, octets)))
    }

    /// Reads a complete encoding as an alternative from a later version of the schema.
    pub fn unknown_alternative(&mut self) -> Result<Unknown<'a>> {
        let Opaque { rules, octets, .. } = self.any()?;
        Ok(Unknown { index: None, rules, octets })
    }

    /// Decodes a value that was kept as octets until its type was known.
    pub fn again<T>(
        &mut self,
        opaque: &Opaque<'a>,
        read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
    ) -> Result<T> {
        let whole = super::lasting(&opaque.octets);
        Reader::new(&opaque.octets, whole, self.rules, &self.limits, self.depth).all(read)
    }

    /// Reads the octets of an OCTET STRING that contains an encoding.
    pub fn holding_octets(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        self.octet_string(tag)
    }

    /// Reads the octets of a BIT STRING that contains an encoding.
    ///
    /// # Errors
    /// `not_contained` if its length is not a multiple of eight bits.
    pub fn holding_bits(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        let string = self.bit_string(tag)?;
        match string.bits.is_multiple_of(8) {
            true => Ok(string.octets),
            false => Err(self.fault(ErrorCode::NotContained)),
        }
    }
}

/// All octets but the first.
fn behind_first(octets: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match octets {
        Cow::Borrowed(octets) => Cow::Borrowed(octets.get(1..).unwrap_or_default()),
        Cow::Owned(mut octets) => {
            octets.drain(..1.min(octets.len()));
            Cow::Owned(octets)
        }
    }
}

/// The universal tag of the string type, which its segments may have.
fn universal(of: Repertoire) -> u32 {
    match of {
        Repertoire::Utf8 => 12,
        Repertoire::Numeric => 18,
        Repertoire::Printable => 19,
        Repertoire::Ia5 => 22,
        Repertoire::Visible => 26,
        Repertoire::Universal => 28,
        Repertoire::Bmp => 30,
        Repertoire::Octets => 4,
    }
}

/// Writes encodings from end to start: the last part is written first.
pub struct Writer {
    out: tlv::Writer,
    rules: Rules,
}

/// Encodes one value.
///
/// # Errors
/// Those of writing it.
pub fn encode(rules: Rules, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<Vec<u8>> {
    let mut writer = Writer { out: tlv::Writer::new(), rules };
    write(&mut writer)?;
    Ok(writer.out.octets().to_vec())
}

/// Checks a TIME in its canonical form (X.690 11.9).
fn canonical_time(text: &str) -> Result<()> {
    valid(times::is_time, text)?;
    match times::canonical_time(text) == text {
        true => Ok(()),
        false => Err(Fault::new(ErrorCode::TimeCanonical)),
    }
}

impl Writer {
    fn form(&self) -> Form {
        if self.rules.is_canonical() {
            Form::Canonical
        } else {
            Form::Basic
        }
    }

    /// Writes a constructed encoding.
    ///
    /// # Errors
    /// Those of writing its contents.
    #[inline]
    pub fn constructed(&mut self, tag: Tag, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let open = self.out.open(WriteForm::SHORTEST);
        write(self)?;
        self.out.close(tag, open, WriteForm::SHORTEST);
        Ok(())
    }

    fn primitive(&mut self, tag: Tag, octets: &[u8]) -> Result<()> {
        self.out.put(octets);
        self.close(tag, octets.len())
    }

    fn close(&mut self, tag: Tag, length: usize) -> Result<()> {
        self.out.length(length, 0);
        self.out.tag(tag, false);
        Ok(())
    }

    /// Writes the elements of a list.
    ///
    /// # Errors
    /// Those of writing an element.
    pub fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T) -> Result<()>) -> Result<()> {
        list.iter().rev().try_for_each(|element| write(self, element))
    }

    /// Writes the elements of a SET OF, which DER sorts by their encodings (X.690 11.6).
    ///
    /// # Errors
    /// Those of writing an element.
    pub fn sorted_list<T>(
        &mut self,
        list: &[T],
        mut write: impl FnMut(&mut Self, &T) -> Result<()>,
    ) -> Result<()> {
        if !self.rules.is_canonical() {
            return self.list(list, write);
        }
        let start = self.out.len();
        let mut parts = Vec::with_capacity(list.len());
        for element in list {
            write(self, element)?;
            parts.push(self.cut(start));
        }
        parts.sort();
        parts.iter().rev().for_each(|part| self.out.put(part));
        Ok(())
    }

    fn cut(&mut self, start: usize) -> Vec<u8> {
        let part = self.out.front(self.out.len() - start).to_vec();
        self.out.truncate(start);
        part
    }

    /// Returns the current length; call it before the components of a SET are written.
    pub fn begin_set(&self) -> usize {
        self.out.len()
    }

    /// Sorts the components of a SET written since `start` by their tags (X.690 10.3).
    ///
    /// # Errors
    /// None for what this writer wrote.
    pub fn end_set(&mut self, start: usize) -> Result<()> {
        let whole = self.cut(start);
        let mut reader = tlv::Reader::new(&whole, false);
        let mut parts = Vec::new();
        while reader.more()? {
            let header = reader.header()?;
            reader.skip(&header, u32::MAX)?;
            parts.push((header.tag, reader.slice(header.start, reader.position)));
        }
        parts.sort_by_key(|(tag, _)| *tag);
        parts.iter().rev().for_each(|(_, part)| self.out.put(part));
        Ok(())
    }

    /// Writes a BOOLEAN.
    pub fn boolean(&mut self, tag: Tag, value: &bool) -> Result<()> {
        self.primitive(tag, &[if *value { 0xff } else { 0 }])
    }

    /// Writes an INTEGER.
    #[inline]
    pub fn integer<'a, N: Number<'a>>(&mut self, tag: Tag, value: &N) -> Result<()> {
        let before = self.out.len();
        match value.to_integer() {
            Integer::Small(small) => self.out.integer(small),
            big => self.out.put(&big.to_octets()),
        }
        self.close(tag, self.out.len() - before)
    }

    /// Writes an ENUMERATED.
    ///
    /// # Errors
    /// `unknown_rules` if the item was read from PER and only its index is known; `unknown_item`.
    pub fn enumerated<E: Enumerated>(&mut self, tag: Tag, value: &E) -> Result<()> {
        let number = value.number().ok_or(Fault::new(ErrorCode::UnknownRules))?;
        if E::from_number(number).is_none() {
            return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
        }
        self.integer(tag, &number)
    }

    /// Writes a NULL.
    pub fn null(&mut self, tag: Tag, _: &()) -> Result<()> {
        self.primitive(tag, &[])
    }

    /// Writes an OBJECT IDENTIFIER.
    pub fn oid(&mut self, tag: Tag, value: &Oid<'_>) -> Result<()> {
        self.primitive(tag, value.octets())
    }

    /// Writes a RELATIVE-OID.
    pub fn relative_oid(&mut self, tag: Tag, value: &Oid<'_>) -> Result<()> {
        self.primitive(tag, value.octets())
    }

    /// Writes a REAL.
    pub fn real(&mut self, tag: Tag, value: &Real) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_real(&value.view(), &mut contents);
        self.primitive(tag, &contents)
    }

    /// Writes an OCTET STRING.
    pub fn octet_string(&mut self, tag: Tag, value: &[u8]) -> Result<()> {
        self.primitive(tag, value)
    }

    /// Writes a BIT STRING; named bits keep their trailing zeros.
    pub fn bit_string(&mut self, tag: Tag, value: &BitString<'_>) -> Result<()> {
        self.bits(tag, &value.octets, value.bits)
    }

    fn bits(&mut self, tag: Tag, octets: &[u8], bits: u64) -> Result<()> {
        let octets = octets.get(..bits.div_ceil(8) as usize).unwrap_or(octets);
        self.out.put(octets);
        self.out.octet(tlv::bit_string_octet(bits));
        self.close(tag, octets.len() + 1)
    }

    /// Writes a character string.
    ///
    /// # Errors
    /// `character` if the type does not have one of them.
    pub fn text(&mut self, tag: Tag, value: &str, of: Repertoire) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_characters(value, of, self.form(), &mut contents)?;
        self.primitive(tag, &contents)
    }

    /// Writes an OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn oid_iri(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid_iri(iri::is_oid_iri, value)?;
        self.text(tag, value, Repertoire::Utf8)
    }

    /// Writes a RELATIVE-OID-IRI.
    ///
    /// # Errors
    /// `oid_form`.
    pub fn relative_oid_iri(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid_iri(iri::is_relative_oid_iri, value)?;
        self.text(tag, value, Repertoire::Utf8)
    }

    /// Writes uTCTime.
    ///
    /// # Errors
    /// `time_form`; `time_canonical`.
    pub fn utc_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        tlv::utc_time(value, self.form())?;
        self.primitive(tag, value.as_bytes())
    }

    /// Writes generalizedTime.
    ///
    /// # Errors
    /// `time_form`; `time_canonical`.
    pub fn generalized_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        tlv::generalized_time(value, self.form())?;
        self.primitive(tag, value.as_bytes())
    }

    /// Writes a TIME.
    ///
    /// # Errors
    /// `time_form`; `time_canonical`.
    pub fn time(&mut self, tag: Tag, value: &str) -> Result<()> {
        match self.form() {
            Form::Canonical => canonical_time(value)?,
            Form::Basic => valid(times::is_time, value)?,
        }
        self.text(tag, value, Repertoire::Visible)
    }

    /// Writes a DATE.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid(times::is_date, value)?;
        self.useful(tag, value, tlv::write_date)
    }

    /// Writes a TIME-OF-DAY.
    ///
    /// # Errors
    /// `time_form`.
    pub fn time_of_day(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid(times::is_time_of_day, value)?;
        self.useful(tag, value, tlv::write_time_of_day)
    }

    /// Writes a DATE-TIME.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid(times::is_date_time, value)?;
        self.useful(tag, value, tlv::write_date_time)
    }

    /// Writes a DURATION.
    ///
    /// # Errors
    /// `time_form`.
    pub fn duration(&mut self, tag: Tag, value: &str) -> Result<()> {
        valid(times::is_duration, value)?;
        self.useful(tag, value, tlv::write_duration)
    }

    fn useful(&mut self, tag: Tag, value: &str, write: fn(&str, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        let mut contents = Vec::new();
        write(value, &mut contents)?;
        self.primitive(tag, &contents)
    }

    /// Writes a complete encoding of unknown type.
    ///
    /// # Errors
    /// `unknown_rules` if it was read under other rules; those of its framing.
    pub fn any(&mut self, value: &Opaque<'_>) -> Result<()> {
        self.raw(value.rules, &value.octets)
    }

    /// Writes an alternative from a later version of the schema.
    ///
    /// # Errors
    /// Those of [`Writer::any`].
    pub fn unknown_alternative(&mut self, value: &Unknown<'_>) -> Result<()> {
        if value.index.is_some() {
            return Err(Fault::new(ErrorCode::UnknownRules));
        }
        self.raw(value.rules, &value.octets)
    }

    fn raw(&mut self, rules: Rules, octets: &[u8]) -> Result<()> {
        let tags = |rules| matches!(rules, Rules::Ber | Rules::Der);
        if !(rules.stands_in(self.rules) || tags(rules) && tags(self.rules)) {
            return Err(Fault::new(ErrorCode::UnknownRules));
        }
        let canonical = self.rules.is_canonical();
        let mut reader = tlv::Reader::new(octets, canonical);
        let header = reader.header()?;
        let depth = Limits::default().depth;
        match canonical {
            true => reader.skip_canonical(&header, depth, false)?,
            false => reader.skip(&header, depth)?,
        }
        match octets.len() - reader.position {
            0 => {
                self.out.put(octets);
                Ok(())
            }
            left => Err(Fault::of(ErrorCode::Trailing, left as u64)),
        }
    }

    /// Writes an OCTET STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn holding_octets(&mut self, tag: Tag, octets: Result<Vec<u8>>) -> Result<()> {
        self.primitive(tag, &octets?)
    }

    /// Writes a BIT STRING that contains an encoding.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn holding_bits(&mut self, tag: Tag, octets: Result<Vec<u8>>) -> Result<()> {
        let octets = octets?;
        self.bits(tag, &octets, octets.len() as u64 * 8)
    }
}
