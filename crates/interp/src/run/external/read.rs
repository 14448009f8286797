//! Reading EXTERNAL.

use wireglot_plan::Lengths;
use wireglot_rt::bits::{Reader as BitsIn, Size};
use wireglot_rt::octets::Reader as OctetsIn;
use wireglot_rt::tlv::{self, Header, Length, Reader, Tag};
use wireglot_rt::{ErrorCode, Fault, Limits, Noted};

use super::super::Done;
use super::{is_whole, usual, BITS, OCTETS, SINGLE};
use crate::linked::program::External;
use crate::{Met, Sink, Unknown};

/// The parts as they are in the input.
#[derive(Default)]
struct Parts<'b> {
    /// Where each is, for a sink that annotates: with tags the octet, otherwise its index.
    places: Places,
    direct: Option<std::borrow::Cow<'b, [u8]>>,
    indirect: Option<std::borrow::Cow<'b, [u8]>>,
    descriptor: Option<std::borrow::Cow<'b, [u8]>>,
    encoding: u32,
    data: std::borrow::Cow<'b, [u8]>,
}

/// The positions of the parts.
#[derive(Clone, Copy)]
struct Places {
    direct: u64,
    indirect: u64,
    descriptor: u64,
    data: u64,
}

impl Default for Places {
    fn default() -> Places {
        Places { direct: 0, indirect: 1, descriptor: 2, data: 3 }
    }
}

impl Parts<'_> {
    /// The name of the alternative that holds the data.
    fn word(&self) -> &'static str {
        match self.encoding {
            SINGLE => "single-ASN1-type",
            OCTETS => "octet-aligned",
            _ => "arbitrary",
        }
    }

    /// Without tags, writers use *octet-aligned*. But for data that looks like one complete encoding, a BER
    /// writer would use *single-ASN1-type*.
    fn is_usual_without_tags(&self) -> bool {
        self.encoding == OCTETS && !is_whole(&self.data)
    }
}

/// The BER forms that are accepted.
#[derive(Clone, Copy)]
pub(crate) struct Forms {
    pub form: tlv::Form,
    /// The length form of constructed encodings in canonical form.
    pub lengths: Lengths,
    /// The longest string in canonical form that is not segmented.
    pub segment: Option<usize>,
}

impl Forms {
    fn canonical(self) -> bool {
        self.form == tlv::Form::Canonical
    }
}

/// Reads the elements inside the outermost tag.
pub(crate) fn read_tlv(
    external: &External,
    reader: &mut Reader<'_>,
    forms: Forms,
    limits: &Limits,
    sink: &mut impl Sink,
) -> Done {
    let mut parts = Parts { encoding: u32::MAX, ..Parts::default() };
    // The components come in this order, each at most once (X.690 8.9.2).
    let mut next = 0;
    while parts.encoding == u32::MAX {
        if !reader.more()? {
            return Err(Fault::new(ErrorCode::Missing).at_octet(reader.position));
        }
        let header = reader.header()?;
        let place = match (header.tag.class(), header.tag.number()) {
            (0, 6) => 0,
            (0, 2) => 1,
            (0, 7) => 2,
            (2, SINGLE | OCTETS | BITS) => 3,
            _ => usize::MAX,
        };
        let came = [parts.direct.is_some(), parts.indirect.is_some(), parts.descriptor.is_some(), false];
        if came.get(place).is_none_or(|came| *came) || place < next {
            let code =
                if came.get(place) == Some(&true) { ErrorCode::Duplicate } else { ErrorCode::Unexpected };
            return Err(Fault::of(code, header.tag.bits()).at_octet(header.start));
        }
        next = place;
        let at = |fault: Fault| fault.at_octet(header.contents);
        match (header.tag.class(), header.tag.number()) {
            (0, 6) => {
                let direct = primitive(reader, &header)?;
                tlv::oid(direct, limits.integer_octets).map_err(at)?;
                parts.direct = Some(direct.into());
                parts.places.direct = header.start as u64;
            }
            (0, 2) => {
                let indirect = primitive(reader, &header)?;
                tlv::integer(indirect, limits.integer_octets).map_err(at)?;
                parts.indirect = Some(indirect.into());
                parts.places.indirect = header.start as u64;
            }
            (0, 7) => {
                parts.descriptor = Some(string(reader, &header, forms, limits, false)?.into());
                parts.places.descriptor = header.start as u64;
            }
            (2, SINGLE) => {
                if !header.constructed() {
                    return Err(Fault::new(ErrorCode::Primitive).at_octet(header.start));
                }
                length_form(&header, forms)?;
                let outer = reader.enter(&header);
                let inner = reader.header()?;
                match forms.canonical() {
                    true => {
                        reader.skip_canonical(&inner, limits.depth, forms.lengths == Lengths::Indefinite)?
                    }
                    false => reader.skip(&inner, limits.depth)?,
                }
                parts.data = reader.slice(inner.start, reader.position).into();
                reader.leave(outer)?;
                parts.encoding = SINGLE;
                parts.places.data = header.start as u64;
            }
            (_, kind) => {
                parts.data = string(reader, &header, forms, limits, kind == BITS)?.into();
                parts.encoding = kind;
                parts.places.data = header.start as u64;
            }
        }
    }
    let at = reader.position;
    let usual = usual(is_whole(&parts.data));
    emit(external, &parts, parts.encoding == usual, limits, sink).map_err(|f| f.at_octet(at))
}

/// X.690 9.1, 10.1.
fn length_form(header: &Header, forms: Forms) -> Done {
    let code = match (forms.canonical(), header.length) {
        (true, Length::Definite(_)) if forms.lengths == Lengths::Indefinite => ErrorCode::Definite,
        (true, Length::Indefinite) if forms.lengths != Lengths::Indefinite => ErrorCode::Indefinite,
        _ => return Ok(()),
    };
    Err(Fault::new(code).at_octet(header.start))
}

fn primitive<'b>(reader: &mut Reader<'b>, header: &Header) -> Result<&'b [u8], Fault> {
    if header.constructed() {
        return Err(Fault::new(ErrorCode::Constructed).at_octet(header.start));
    }
    let Length::Definite(length) = header.length else {
        return Err(Fault::new(ErrorCode::Indefinite).at_octet(header.start));
    };
    reader.position = header.contents + length;
    Ok(reader.slice(header.contents, reader.position))
}

/// Reads the octets of a string in primitive or constructed form.
fn string(
    reader: &mut Reader<'_>,
    header: &Header,
    forms: Forms,
    limits: &Limits,
    bits: bool,
) -> Result<Vec<u8>, Fault> {
    let own = Tag::universal(if bits { 3 } else { 4 });
    let segment = forms.segment.filter(|_| forms.canonical());
    let cer = segment.is_some();
    let asked = tlv::Segments { own, limit: limits.string_octets, depth: limits.depth, cer };
    if header.constructed() {
        // X.690 10.2.
        if forms.canonical() && segment.is_none() {
            return Err(Fault::new(ErrorCode::Constructed).at_octet(header.start));
        }
        length_form(header, forms)?;
    } else if let (Some(most), Length::Definite(length)) = (segment, header.length) {
        // X.690 9.2.
        if length > most {
            return Err(Fault::new(ErrorCode::Primitive).at_octet(header.start));
        }
    }
    let mut octets = Vec::new();
    let count = match (header.constructed(), bits) {
        (true, false) => {
            tlv::join_octets(reader, header, &asked, &mut octets)?;
            0
        }
        (true, true) => tlv::join_bits(reader, header, &asked, forms.form, &mut octets)?,
        (false, false) => {
            octets.extend_from_slice(primitive(reader, header)?);
            0
        }
        (false, true) => {
            let at = |fault: Fault| fault.at_octet(header.contents);
            let value = tlv::bit_string(primitive(reader, header)?, forms.form).map_err(at)?;
            octets.extend_from_slice(value.octets);
            value.bits
        }
    };
    let length = octets.len() + usize::from(bits);
    if header.constructed() && segment.is_some_and(|most| length <= most) {
        return Err(Fault::new(ErrorCode::SegmentSize).at_octet(header.start));
    }
    match count % 8 {
        0 => Ok(octets),
        over => Err(Fault::of(ErrorCode::BitsUnused, 8 - over).at_octet(header.start)),
    }
}

/// Reads the encoding in PER.
pub(crate) fn read_bits<S: Sink>(
    external: &External,
    reader: &mut BitsIn<'_, S::Notes>,
    limits: &Limits,
    sink: &mut S,
) -> Done {
    let (integers, strings) = (limits.integer_octets, limits.string_octets);
    let start = reader.position;
    let present = reader.take(3)?;
    reader.note(Noted::Presence, start);
    let mut parts = Parts::default();
    if present & 4 != 0 {
        parts.direct = Some(reader.counted(integers, ErrorCode::LimitIntegerOctets)?);
    }
    if present & 2 != 0 {
        parts.indirect = Some(reader.counted(integers, ErrorCode::LimitIntegerOctets)?);
    }
    if present & 1 != 0 {
        parts.descriptor = Some(reader.counted(strings, ErrorCode::LimitStringOctets)?);
    }
    let start = reader.position;
    parts.encoding = reader.constrained(2)? as u32;
    reader.note(Noted::Index, start);
    let start = reader.position;
    let bits = if parts.encoding == BITS { 1 } else { 8 };
    let (data, count) = reader.units(Size::ANY, bits, true, strings, ErrorCode::LimitStringOctets)?;
    if parts.encoding == BITS && count % 8 != 0 {
        return Err(Fault::of(ErrorCode::BitsUnused, 8 - count % 8).shifted(start));
    }
    // X.691 11.2.1: an open type field has at least one octet.
    if parts.encoding == SINGLE && data.is_empty() {
        return Err(Fault::of(ErrorCode::LengthRange, 0).shifted(start));
    }
    parts.data = data;
    let usual = parts.is_usual_without_tags();
    emit(external, &parts, usual, limits, sink).map_err(|f| f.shifted(start))?;
    if S::TRACES {
        sink.met(Met::External(present, parts.word()), reader.position, &mut reader.notes);
    }
    Ok(())
}

/// Reads the encoding in OER: presence bits, then the parts with their lengths.
pub(crate) fn read_octets<S: Sink>(
    external: &External,
    reader: &mut OctetsIn<'_, S::Notes>,
    limits: &Limits,
    sink: &mut S,
) -> Done {
    let (integers, strings) = (limits.integer_octets, limits.string_octets);
    let present = reader.octet()?;
    reader.note(Noted::Presence, reader.position - 1);
    let mut parts = Parts::default();
    if present & 0x80 != 0 {
        parts.direct = Some(reader.counted(integers, ErrorCode::LimitIntegerOctets)?.into());
    }
    if present & 0x40 != 0 {
        parts.indirect = Some(reader.counted(integers, ErrorCode::LimitIntegerOctets)?.into());
    }
    if present & 0x20 != 0 {
        parts.descriptor = Some(reader.counted(strings, ErrorCode::LimitStringOctets)?.into());
    }
    let start = reader.position;
    let tag = reader.tag()?;
    parts.encoding = match (tag.class(), tag.number()) {
        (2, kind @ (SINGLE | OCTETS | BITS)) => kind,
        _ => return Err(Fault::of(ErrorCode::NoAlternative, tag.bits()).at_octet(start)),
    };
    let at = |f: Fault| f.at_octet(start);
    let data = reader.counted(strings, ErrorCode::LimitStringOctets)?;
    parts.data = match parts.encoding {
        BITS => {
            let value = tlv::bit_string(data, tlv::Form::Basic).map_err(at)?;
            if value.bits % 8 != 0 {
                return Err(at(Fault::of(ErrorCode::BitsUnused, 8 - value.bits % 8)));
            }
            value.octets.into()
        }
        _ => data.into(),
    };
    let usual = parts.is_usual_without_tags();
    emit(external, &parts, usual, limits, sink).map_err(at)?;
    if S::TRACES {
        let present = u64::from(present >> 5);
        sink.met(Met::External(present, parts.word()), reader.position as u64 * 8, &mut reader.notes);
    }
    Ok(())
}

/// Passes a value to a sink. `usual` means that writers of all rules choose the encoding it had by default.
fn emit<S: Sink>(external: &External, parts: &Parts<'_>, usual: bool, limits: &Limits, sink: &mut S) -> Done {
    let place = |sink: &mut S, place: u64| {
        if S::TRACES {
            sink.place(place);
        }
    };
    let integer = |sink: &mut dyn FnMut(tlv::Integer<'_>), octets: &[u8]| {
        tlv::integer(octets, limits.integer_octets).map(sink)
    };
    if let Some(direct) = &parts.direct {
        tlv::oid(direct, limits.integer_octets)?;
    }
    sink.begin_record(external.shape);
    sink.slot(external.identification.index);
    let choice = external.identification.shape;
    match (&parts.direct, &parts.indirect) {
        (Some(direct), None) => {
            sink.begin_choice(choice, external.syntax.index);
            place(sink, parts.places.direct);
            sink.oid(external.syntax.shape, direct);
        }
        (None, Some(indirect)) => {
            sink.begin_choice(choice, external.context_id.index);
            let shape = external.context_id.shape;
            place(sink, parts.places.indirect);
            integer(&mut |value| put_integer(sink, shape, value), indirect)?;
        }
        (Some(direct), Some(indirect)) => {
            sink.begin_choice(choice, external.negotiation.index);
            sink.begin_record(external.negotiation.shape);
            sink.slot(external.negotiation_id.index);
            let shape = external.negotiation_id.shape;
            place(sink, parts.places.indirect);
            integer(&mut |value| put_integer(sink, shape, value), indirect)?;
            sink.slot(external.negotiation_syntax.index);
            place(sink, parts.places.direct);
            sink.oid(external.negotiation_syntax.shape, direct);
            sink.end_record(external.negotiation.shape);
        }
        // X.680 37.6: at least one of the two must be present.
        (None, None) => return Err(Fault::new(ErrorCode::Missing)),
    }
    sink.end_choice(choice);
    if let Some(descriptor) = &parts.descriptor {
        let mut text = String::new();
        let repertoire = tlv::Repertoire::Octets;
        let text = tlv::characters(descriptor, repertoire, tlv::Form::Basic, &mut text)?;
        sink.slot(external.descriptor.index);
        place(sink, parts.places.descriptor);
        sink.string(external.descriptor.shape, text);
    }
    sink.slot(external.data.index);
    place(sink, parts.places.data);
    sink.octet_string(external.data.shape, &parts.data);
    if !usual {
        sink.unknown(Unknown::Insertion(parts.encoding), &[]);
    }
    sink.end_record(external.shape);
    Ok(())
}

fn put_integer(sink: &mut impl Sink, shape: wireglot_plan::ShapeId, value: tlv::Integer<'_>) {
    match value {
        tlv::Integer::Small(value) => sink.integer(shape, value),
        tlv::Integer::Big(octets) => sink.big_integer(shape, octets),
    }
}
