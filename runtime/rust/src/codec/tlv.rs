//! BER and DER (X.690) for generated code.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{checked, lend, text, Depth, Enumerated, Inside, Number, Result, Rules, Whole};
use super::{BitString, Integer, Oid, Opaque, Real, Unknown};
use crate::tlv::{self, Form, Header, Length, Repertoire, Segments, Tag, WriteForm};
use crate::{ErrorCode, Fault, Limits};

/// Reads encodings.
pub struct Reader<'b, 'a> {
    reader: tlv::Reader<'b>,
    whole: Whole<'a>,
    rules: Rules,
    form: Form,
    limits: Limits,
    depth: Depth,
    /// Where an outer tag stands in place of an inner one.
    instead: Option<(usize, Tag)>,
}

/// Decodes one value, which takes all octets.
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

/// Decodes what a string holds.
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
    Reader::new(octets, whole, rules, &inside.limits, inside.depth).all(read)
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

    /// What a reader of what is contained goes on with.
    ///
    /// # Errors
    /// `limit_depth`.
    pub fn inside(&self) -> Result<Inside> {
        Inside::new(&self.limits, self.depth).map_err(|fault| fault.at_octet(self.reader.position))
    }

    fn fault_of(&self, code: ErrorCode, value: u64) -> Fault {
        Fault::of(code, value).at_octet(self.reader.position)
    }

    /// An error at the next octet.
    #[cold]
    pub fn fault(&self, code: ErrorCode) -> Fault {
        self.fault_of(code, 0)
    }

    /// The error that no alternative begins with the next tag.
    #[cold]
    pub fn no_alternative(&self) -> Fault {
        self.fault_of(ErrorCode::NoAlternative, self.reader.tag().map_or(0, Tag::bits))
    }

    /// The error that an element has no place here.
    #[cold]
    pub fn unexpected(&self) -> Fault {
        self.fault_of(ErrorCode::Unexpected, self.reader.tag().map_or(0, Tag::bits))
    }

    /// Into a value with parts.
    ///
    /// # Errors
    /// `limit_depth`.
    #[inline]
    pub fn deeper(&mut self) -> Result<()> {
        self.depth.deeper().map_err(|fault| fault.at_octet(self.reader.position))
    }

    /// Out of it.
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

    /// The tag of the next encoding in the frame, if there is one.
    ///
    /// # Errors
    /// Those of damaged identifier and length octets.
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

    /// The tag of the encoding that a choice consists in.
    ///
    /// # Errors
    /// `missing` where there is none.
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
    /// Those of damaged identifier and length octets.
    #[inline]
    pub fn next_is(&mut self, tags: &[Tag]) -> Result<bool> {
        Ok(self.ahead()?.is_some_and(|header| tags.contains(&header.tag)))
    }

    /// A value in place.
    ///
    /// # Errors
    /// Those of reading it.
    #[inline]
    pub fn part<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        read(self)
    }

    /// Whether the frame has more.
    ///
    /// # Errors
    /// Those of damaged end-of-contents octets.
    #[inline]
    pub fn more(&mut self) -> Result<bool> {
        self.reader.more()
    }

    /// A component of a SET, which comes but once.
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

    /// In DER, the components of a SET come by their tags (X.690 10.3).
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

    /// Passes over additions that the schema does not know, up to what is expected; `known` begin components that
    /// came before.
    ///
    /// # Errors
    /// `unexpected` where a component comes late.
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

    /// Passes over one encoding.
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

    /// The end of a record.
    ///
    /// # Errors
    /// `unexpected` where something is left in its frame.
    #[inline]
    pub fn end(&mut self) -> Result<()> {
        match self.ahead()? {
            Some(_) => Err(self.unexpected()),
            None => Ok(()),
        }
    }

    fn length_form(&self, header: &Header) -> Result<()> {
        match (self.form, header.length) {
            (Form::Canonical, Length::Indefinite) => {
                Err(Fault::new(ErrorCode::Indefinite).at_octet(header.start))
            }
            _ => Ok(()),
        }
    }

    /// What stands in a constructed encoding.
    ///
    /// # Errors
    /// Those of its framing and of what is read in it.
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

    /// The same of a tag before a dummy reference, which some encoders write in place of the tag inside.
    ///
    /// # Errors
    /// Those of its framing and of what is read in it.
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

    /// The elements of a list, to the end of its frame.
    ///
    /// # Errors
    /// `limit_elements`, `limit_depth`, and those of reading an element.
    pub fn list<T>(&mut self, read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.elements(false, read)
    }

    /// The same of a SET OF, whose encodings DER sorts.
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

    /// Contents octets of a primitive encoding, and where they begin.
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

    /// Contents octets of a string, segments put together; `own` is the universal tag of its type.
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

    /// BOOLEAN (X.690 8.2).
    ///
    /// # Errors
    /// Those of its framing and contents, as of all that follow.
    #[inline]
    pub fn boolean(&mut self, tag: Tag) -> Result<bool> {
        let (start, octets) = self.primitive(tag)?;
        tlv::boolean(octets, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// INTEGER (X.690 8.3).
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

    /// ENUMERATED (X.690 8.4).
    pub fn enumerated<E: Enumerated>(&mut self, tag: Tag) -> Result<E> {
        let (start, octets) = self.primitive(tag)?;
        let number = tlv::enumerated(octets).map_err(|fault| fault.at_octet(start))?;
        E::from_number(number).ok_or(Fault::of(ErrorCode::UnknownItem, number as u64).at_octet(start))
    }

    /// NULL (X.690 8.8).
    pub fn null(&mut self, tag: Tag) -> Result<()> {
        let (start, octets) = self.primitive(tag)?;
        tlv::null(octets).map_err(|fault| fault.at_octet(start))
    }

    /// OBJECT IDENTIFIER (X.690 8.19).
    pub fn oid(&mut self, tag: Tag) -> Result<Oid<'a>> {
        let (start, octets) = self.primitive(tag)?;
        tlv::oid(octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(lend(self.whole, start, octets)))
    }

    /// RELATIVE-OID (X.690 8.20).
    pub fn relative_oid(&mut self, tag: Tag) -> Result<Oid<'a>> {
        let (start, octets) = self.primitive(tag)?;
        tlv::relative_oid(octets, self.limits.integer_octets).map_err(|fault| fault.at_octet(start))?;
        Ok(Oid(lend(self.whole, start, octets)))
    }

    /// REAL (X.690 8.5).
    pub fn real(&mut self, tag: Tag) -> Result<Real> {
        let (start, octets) = self.primitive(tag)?;
        let mut scratch = Vec::new();
        let real = tlv::real(octets, self.form, self.limits.integer_octets, &mut scratch);
        real.map(Real::from).map_err(|fault| fault.at_octet(start))
    }

    /// OCTET STRING (X.690 8.7).
    pub fn octet_string(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        self.string(tag, 4).map(|(_, octets)| octets)
    }

    /// BIT STRING (X.690 8.6).
    pub fn bit_string(&mut self, tag: Tag) -> Result<BitString<'a>> {
        let (start, octets) = self.string(tag, 3)?;
        let bits = tlv::bit_string(&octets, self.form).map_err(|fault| fault.at_octet(start))?.bits;
        Ok(BitString::new(behind_first(octets), bits))
    }

    /// A character string (X.690 8.21 to 8.23).
    pub fn text(&mut self, tag: Tag, of: Repertoire) -> Result<Cow<'a, str>> {
        let (start, octets) = self.string(tag, universal(of))?;
        text(octets, of, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// UTCTime (X.690 8.25, 11.8).
    pub fn utc_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        let form = self.form;
        self.visible(tag, 23).and_then(|text| checked(text, |text| tlv::utc_time(text, form)))
    }

    /// GeneralizedTime (X.690 8.25, 11.7).
    pub fn generalized_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        let form = self.form;
        self.visible(tag, 24).and_then(|text| checked(text, |text| tlv::generalized_time(text, form)))
    }

    /// TIME (X.690 8.26.1).
    pub fn time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.visible(tag, 4)
    }

    fn visible(&mut self, tag: Tag, own: u32) -> Result<Cow<'a, str>> {
        let (start, octets) = self.string(tag, own)?;
        text(octets, Repertoire::Visible, self.form).map_err(|fault| fault.at_octet(start))
    }

    /// DATE (X.690 8.26.2).
    pub fn date(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::date)
    }

    /// TIME-OF-DAY.
    pub fn time_of_day(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::time_of_day)
    }

    /// DATE-TIME.
    pub fn date_time(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::date_time)
    }

    /// DURATION.
    pub fn duration(&mut self, tag: Tag) -> Result<Cow<'a, str>> {
        self.useful(tag, tlv::duration)
    }

    fn useful(
        &mut self,
        tag: Tag,
        read: for<'s> fn(&[u8], &'s mut alloc::string::String) -> Result<&'s str>,
    ) -> Result<Cow<'a, str>> {
        let (start, octets) = self.primitive(tag)?;
        let mut scratch = alloc::string::String::new();
        let text = read(octets, &mut scratch).map_err(|fault| fault.at_octet(start))?;
        Ok(Cow::Owned(text.into()))
    }

    /// A whole encoding of which nothing is known.
    pub fn any(&mut self) -> Result<Opaque<'a>> {
        let (start, octets) = self.span()?;
        Ok(Opaque::new(self.rules, lend(self.whole, start, octets)))
    }

    /// The same as an alternative of a later version.
    pub fn unknown_alternative(&mut self) -> Result<Unknown<'a>> {
        let Opaque { rules, octets, .. } = self.any()?;
        Ok(Unknown { index: None, rules, octets })
    }

    /// Reads again what was passed over before its type was known.
    pub fn again<T>(
        &mut self,
        opaque: &Opaque<'a>,
        read: impl FnOnce(&mut Reader<'_, 'a>) -> Result<T>,
    ) -> Result<T> {
        let whole = super::lasting(&opaque.octets);
        Reader::new(&opaque.octets, whole, self.rules, &self.limits, self.depth).all(read)
    }

    /// The octets of a string that holds an encoding.
    pub fn holding_octets(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        self.octet_string(tag)
    }

    /// The same of a BIT STRING.
    ///
    /// # Errors
    /// `not_contained` where bits are left over.
    pub fn holding_bits(&mut self, tag: Tag) -> Result<Cow<'a, [u8]>> {
        let string = self.bit_string(tag)?;
        match string.bits.is_multiple_of(8) {
            true => Ok(string.octets),
            false => Err(self.fault(ErrorCode::NotContained)),
        }
    }
}

/// The octets behind the first.
fn behind_first(octets: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match octets {
        Cow::Borrowed(octets) => Cow::Borrowed(octets.get(1..).unwrap_or_default()),
        Cow::Owned(mut octets) => {
            octets.drain(..1.min(octets.len()));
            Cow::Owned(octets)
        }
    }
}

/// The universal tag that segments may bear.
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

/// Writes encodings, from the end to the start: what comes last is written first.
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

impl Writer {
    fn form(&self) -> Form {
        if self.rules.is_canonical() {
            Form::Canonical
        } else {
            Form::Basic
        }
    }

    /// A constructed encoding.
    ///
    /// # Errors
    /// Those of writing what is in it.
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

    /// The elements of a list.
    ///
    /// # Errors
    /// Those of writing one.
    pub fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T) -> Result<()>) -> Result<()> {
        list.iter().rev().try_for_each(|element| write(self, element))
    }

    /// The elements of a SET OF, which DER sorts by their encodings (X.690 11.6).
    ///
    /// # Errors
    /// Those of writing one.
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

    /// How much is written: before the components of a SET.
    pub fn begin_set(&self) -> usize {
        self.out.len()
    }

    /// Sorts the components of a SET that were written since, by their tags (X.690 10.3).
    ///
    /// # Errors
    /// None of what writers write.
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

    /// BOOLEAN.
    pub fn boolean(&mut self, tag: Tag, value: &bool) -> Result<()> {
        self.primitive(tag, &[if *value { 0xff } else { 0 }])
    }

    /// INTEGER.
    #[inline]
    pub fn integer<'a, N: Number<'a>>(&mut self, tag: Tag, value: &N) -> Result<()> {
        let before = self.out.len();
        match value.to_integer() {
            Integer::Small(small) => self.out.integer(small),
            big => self.out.put(&big.to_octets()),
        }
        self.close(tag, self.out.len() - before)
    }

    /// ENUMERATED.
    ///
    /// # Errors
    /// `unknown_rules` where the item came in PER and only its index is known; `unknown_item`.
    pub fn enumerated<E: Enumerated>(&mut self, tag: Tag, value: &E) -> Result<()> {
        let number = value.number().ok_or(Fault::new(ErrorCode::UnknownRules))?;
        if E::from_number(number).is_none() {
            return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
        }
        self.integer(tag, &number)
    }

    /// NULL.
    pub fn null(&mut self, tag: Tag, _: &()) -> Result<()> {
        self.primitive(tag, &[])
    }

    /// OBJECT IDENTIFIER.
    pub fn oid(&mut self, tag: Tag, value: &Oid<'_>) -> Result<()> {
        self.primitive(tag, value.octets())
    }

    /// RELATIVE-OID.
    pub fn relative_oid(&mut self, tag: Tag, value: &Oid<'_>) -> Result<()> {
        self.primitive(tag, value.octets())
    }

    /// REAL.
    pub fn real(&mut self, tag: Tag, value: &Real) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_real(&value.view(), &mut contents);
        self.primitive(tag, &contents)
    }

    /// OCTET STRING.
    pub fn octet_string(&mut self, tag: Tag, value: &[u8]) -> Result<()> {
        self.primitive(tag, value)
    }

    /// BIT STRING.
    pub fn bit_string(&mut self, tag: Tag, value: &BitString<'_>) -> Result<()> {
        self.bits(tag, &value.octets, value.bits)
    }

    /// BIT STRING with named bits: canonical rules drop trailing zeros (X.690 11.2.2).
    pub fn named_bits(&mut self, tag: Tag, value: &BitString<'_>) -> Result<()> {
        let bits = match self.rules.is_canonical() {
            true => tlv::trimmed(&value.octets, value.bits, 0),
            false => value.bits,
        };
        self.bits(tag, &value.octets, bits)
    }

    fn bits(&mut self, tag: Tag, octets: &[u8], bits: u64) -> Result<()> {
        let octets = octets.get(..bits.div_ceil(8) as usize).unwrap_or(octets);
        self.out.put(octets);
        self.out.octet(tlv::bit_string_octet(bits));
        self.close(tag, octets.len() + 1)
    }

    /// A character string.
    ///
    /// # Errors
    /// `character`: one that is not of the type.
    pub fn text(&mut self, tag: Tag, value: &str, of: Repertoire) -> Result<()> {
        let mut contents = Vec::new();
        tlv::write_characters(value, of, self.form(), &mut contents)?;
        self.primitive(tag, &contents)
    }

    /// UTCTime.
    ///
    /// # Errors
    /// `time_form`; `time_canonical`.
    pub fn utc_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        tlv::utc_time(value, self.form())?;
        self.primitive(tag, value.as_bytes())
    }

    /// GeneralizedTime.
    ///
    /// # Errors
    /// `time_form`; `time_canonical`.
    pub fn generalized_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        tlv::generalized_time(value, self.form())?;
        self.primitive(tag, value.as_bytes())
    }

    /// TIME.
    ///
    /// # Errors
    /// `character`.
    pub fn time(&mut self, tag: Tag, value: &str) -> Result<()> {
        self.text(tag, value, Repertoire::Visible)
    }

    /// DATE.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date(&mut self, tag: Tag, value: &str) -> Result<()> {
        self.useful(tag, value, tlv::write_date)
    }

    /// TIME-OF-DAY.
    ///
    /// # Errors
    /// `time_form`.
    pub fn time_of_day(&mut self, tag: Tag, value: &str) -> Result<()> {
        self.useful(tag, value, tlv::write_time_of_day)
    }

    /// DATE-TIME.
    ///
    /// # Errors
    /// `time_form`.
    pub fn date_time(&mut self, tag: Tag, value: &str) -> Result<()> {
        self.useful(tag, value, tlv::write_date_time)
    }

    /// DURATION.
    ///
    /// # Errors
    /// `time_form`.
    pub fn duration(&mut self, tag: Tag, value: &str) -> Result<()> {
        self.useful(tag, value, tlv::write_duration)
    }

    fn useful(&mut self, tag: Tag, value: &str, write: fn(&str, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        let mut contents = Vec::new();
        write(value, &mut contents)?;
        self.primitive(tag, &contents)
    }

    /// A whole encoding of which nothing is known.
    ///
    /// # Errors
    /// `unknown_rules` where it came in other rules; those of its framing.
    pub fn any(&mut self, value: &Opaque<'_>) -> Result<()> {
        self.raw(value.rules, &value.octets)
    }

    /// An alternative of a later version.
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

    /// An OCTET STRING that holds an encoding.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn holding_octets(&mut self, tag: Tag, octets: Result<Vec<u8>>) -> Result<()> {
        self.primitive(tag, &octets?)
    }

    /// A BIT STRING that does.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn holding_bits(&mut self, tag: Tag, octets: Result<Vec<u8>>) -> Result<()> {
        let octets = octets?;
        self.bits(tag, &octets, octets.len() as u64 * 8)
    }
}
