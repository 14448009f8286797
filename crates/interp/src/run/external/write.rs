//! Writing EXTERNAL.

use wireglot_plan::Rules;
use wireglot_rt::bits::{Size, Writer as BitsOut};
use wireglot_rt::octets::Writer as OctetsOut;
use wireglot_rt::tlv::{self, Tag, Writer};
use wireglot_rt::{ErrorCode, Fault};

use super::super::Done;
use super::{is_canonical, is_whole, usual, BITS, OCTETS, SINGLE};
use crate::linked::program::{External, Part};
use crate::{RecordRef, Unknown, ValueRef, View};

/// The parts of a value.
struct Fields<'t> {
    direct: Option<&'t [u8]>,
    indirect: Option<ValueRef<'t>>,
    descriptor: Option<&'t str>,
    data: &'t [u8],
    encoding: Option<u32>,
}

fn fields<'t>(external: &External, value: ValueRef<'t>) -> Option<Fields<'t>> {
    let record: RecordRef<'t> = value.record()?;
    let oid = |value: ValueRef<'t>| match value.view() {
        View::Oid(contents) => Some(contents),
        _ => None,
    };
    let View::Choice(alternative, inner) = record.slot(external.identification.index)?.view() else {
        return None;
    };
    let is = |part: &Part| part.index == alternative;
    let (direct, indirect) = match () {
        () if is(&external.syntax) => (Some(oid(inner)?), None),
        () if is(&external.context_id) => (None, Some(inner)),
        () if is(&external.negotiation) => {
            let syntax = inner.slot(external.negotiation_syntax.index)?;
            (Some(oid(syntax)?), Some(inner.slot(external.negotiation_id.index)?))
        }
        () => return None,
    };
    let descriptor = match record.slot(external.descriptor.index).map(ValueRef::view) {
        None => None,
        Some(View::String(text)) => Some(text),
        Some(_) => return None,
    };
    let View::OctetString(data) = record.slot(external.data.index)?.view() else { return None };
    let encoding = record.unknowns().find_map(|(place, _)| match place {
        Unknown::Insertion(encoding) => Some(encoding),
        _ => None,
    });
    Some(Fields { direct, indirect, descriptor, data, encoding })
}

fn integer_octets(value: ValueRef<'_>) -> Result<Vec<u8>, Fault> {
    match value.view() {
        View::Integer(value) => {
            let mut out = Writer::new();
            out.integer(value);
            Ok(out.octets().to_vec())
        }
        View::BigInteger(octets) => Ok(octets.to_vec()),
        _ => Err(Fault::new(ErrorCode::WrongValue)),
    }
}

fn descriptor_octets(text: &str) -> Result<Vec<u8>, Fault> {
    let mut octets = Vec::new();
    tlv::write_characters(text, tlv::Repertoire::Octets, tlv::Form::Basic, &mut octets)?;
    Ok(octets)
}

/// Writes the elements inside the outermost tag, from last to first. Strings longer than `segment`
/// octets are split into segments.
pub(crate) fn write_tlv(
    external: &External,
    value: ValueRef<'_>,
    rules: Rules,
    (form, segment): (tlv::WriteForm, Option<usize>),
    out: &mut Writer,
) -> Done {
    let fields = fields(external, value).ok_or(Fault::new(ErrorCode::WrongValue))?;
    // Data that is not canonical itself is written as octets, which are not restricted.
    let single = is_whole(fields.data) && (!rules.canonical() || is_canonical(fields.data, rules));
    let encoding = fields.encoding.unwrap_or(usual(single));
    if encoding == SINGLE && rules.canonical() && !single {
        return Err(Fault::new(ErrorCode::NotCanonical));
    }
    if encoding == SINGLE {
        let open = out.open(form);
        out.put(fields.data);
        out.close(Tag::new(2, SINGLE), open, form);
    } else {
        out.put(fields.data);
        if encoding == BITS {
            out.octet(0);
        }
        let length = fields.data.len() + usize::from(encoding == BITS);
        out.string(Tag::new(2, encoding), length, encoding == BITS, segment, form);
    }
    let descriptor = fields.descriptor.map(descriptor_octets).transpose()?;
    let indirect = fields.indirect.map(integer_octets).transpose()?;
    let direct = fields.direct.map(<[u8]>::to_vec);
    for (tag, octets) in [(7, descriptor), (2, indirect), (6, direct)] {
        if let Some(octets) = octets {
            out.put(&octets);
            // The descriptor is a string, so it may be segmented.
            let most = segment.filter(|_| tag == 7);
            out.string(Tag::universal(tag), octets.len(), false, most, form);
        }
    }
    Ok(())
}

/// Writes the encoding in PER.
pub(crate) fn write_bits(external: &External, value: ValueRef<'_>, out: &mut BitsOut) -> Done {
    let fields = fields(external, value).ok_or(Fault::new(ErrorCode::WrongValue))?;
    for present in [fields.direct.is_some(), fields.indirect.is_some(), fields.descriptor.is_some()] {
        out.bit(present);
    }
    fields.direct.iter().for_each(|direct| out.counted(direct));
    if let Some(indirect) = fields.indirect {
        out.counted(&integer_octets(indirect)?);
    }
    if let Some(descriptor) = fields.descriptor {
        out.counted(&descriptor_octets(descriptor)?);
    }
    let encoding = fields.encoding.unwrap_or(OCTETS);
    out.constrained(u64::from(encoding.min(BITS)), 2);
    match encoding {
        BITS => out.units(fields.data, fields.data.len() as u64 * 8, Size::ANY, 1, true),
        // X.691 11.2: an open type field has at least one octet.
        SINGLE if fields.data.is_empty() => out.counted(&[0]),
        _ => out.counted(fields.data),
    }
    Ok(())
}

/// Writes the encoding in OER.
pub(crate) fn write_octets(external: &External, value: ValueRef<'_>, out: &mut OctetsOut) -> Done {
    let fields = fields(external, value).ok_or(Fault::new(ErrorCode::WrongValue))?;
    let present = [fields.direct.is_some(), fields.indirect.is_some(), fields.descriptor.is_some()];
    out.bits(present.into_iter());
    fields.direct.iter().for_each(|direct| out.counted(direct));
    if let Some(indirect) = fields.indirect {
        out.counted(&integer_octets(indirect)?);
    }
    if let Some(descriptor) = fields.descriptor {
        out.counted(&descriptor_octets(descriptor)?);
    }
    let encoding = fields.encoding.unwrap_or(OCTETS).min(BITS);
    out.tag(Tag::new(2, encoding));
    match encoding {
        BITS => {
            out.length(fields.data.len() + 1);
            out.put(&[0]);
            out.put(fields.data);
        }
        _ => out.counted(fields.data),
    }
    Ok(())
}
