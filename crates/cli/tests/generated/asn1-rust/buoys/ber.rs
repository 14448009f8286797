// Written by wireglot 0.1.0. Do not edit.

//! Codecs of BER.

use wireglot_rt::codec::tlv::{self, Reader, Writer};
use wireglot_rt::codec::Repertoire;
use wireglot_rt::codec::Tag;
use wireglot_rt::codec as rt;

use super::*;

/// Decodes a `Buoys.Report` that takes up all of `octets`.
///
/// # Errors
/// What is wrong with the input, and where.
pub fn decode_report(octets: &[u8]) -> rt::Result<Report<'_>> {
    decode_report_within(octets, &rt::Limits::default())
}

/// The same with other limits.
///
/// # Errors
/// What is wrong with the input, and where.
pub fn decode_report_within<'a>(octets: &'a [u8], limits: &rt::Limits) -> rt::Result<Report<'a>> {
    tlv::decode(octets, rt::Rules::Ber, limits, |r| r.constructed(Tag::universal(16), read_report))
}

/// Encodes a `Buoys.Report` in BER.
///
/// # Errors
/// The value is not valid for the type.
pub fn encode_report(v: &Report<'_>) -> rt::Result<rt::Vec<u8>> {
    tlv::encode(rt::Rules::Ber, |w| w.constructed(Tag::universal(16), |w| write_report(w, v)))
}

/// Decodes a `Buoys.Field` that takes up all of `octets`.
///
/// # Errors
/// What is wrong with the input, and where.
pub fn decode_field(octets: &[u8]) -> rt::Result<Field<'_>> {
    decode_field_within(octets, &rt::Limits::default())
}

/// The same with other limits.
///
/// # Errors
/// What is wrong with the input, and where.
pub fn decode_field_within<'a>(octets: &'a [u8], limits: &rt::Limits) -> rt::Result<Field<'a>> {
    tlv::decode(octets, rt::Rules::Ber, limits, |r| r.constructed(Tag::universal(16), read_field))
}

/// Encodes a `Buoys.Field` in BER.
///
/// # Errors
/// The value is not valid for the type.
pub fn encode_field(v: &Field<'_>) -> rt::Result<rt::Vec<u8>> {
    tlv::encode(rt::Rules::Ber, |w| w.constructed(Tag::universal(16), |w| write_field(w, v)))
}

fn read_report<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Report<'a>> {
    r.deeper()?;
    const KNOWN: [Tag; 10] = [
        Tag::new(2, 0), Tag::new(2, 1), Tag::new(2, 2), Tag::new(2, 3), Tag::new(2, 4),
        Tag::new(2, 5), Tag::new(2, 6), Tag::new(2, 7), Tag::new(2, 8), Tag::new(2, 9)
    ];
    let buoy = r.integer(Tag::new(2, 0))?;
    let name = if r.next_is(&[Tag::new(2, 1)])? {
        Some(r.text(Tag::new(2, 1), Repertoire::Utf8)?)
    } else {
        None
    };
    let sea = if r.next_is(&[Tag::new(2, 2)])? {
        Some(r.enumerated(Tag::new(2, 2))?)
    } else {
        None
    };
    let fix = r.constructed(Tag::new(2, 3), read_fix)?;
    let heights = r.constructed(Tag::new(2, 4), |r| r.list(|r| r.integer(Tag::universal(2))))?;
    let drift = r.constructed(Tag::new(2, 5), |r| r.list(|r| r.constructed(Tag::universal(16), read_fix)))?;
    let payload = r.octet_string(Tag::new(2, 6))?;
    r.skip_unknown(&KNOWN[7..], &KNOWN[..7])?;
    let lamp = if r.next_is(&[Tag::new(2, 7)])? {
        Some(r.boolean(Tag::new(2, 7))?)
    } else {
        None
    };
    r.skip_unknown(&KNOWN[8..], &KNOWN[..8])?;
    let charge = if r.next_is(&[Tag::new(2, 8)])? {
        Some(r.integer(Tag::new(2, 8))?)
    } else {
        None
    };
    r.skip_unknown(&KNOWN[9..], &KNOWN[..9])?;
    let note = if r.next_is(&[Tag::new(2, 9)])? {
        Some(r.constructed(Tag::new(2, 9), read_note)?)
    } else {
        None
    };
    r.skip_unknown(&KNOWN[10..], &KNOWN[..10])?;
    r.shallower();
    Ok(Report { buoy, name, sea, fix, heights, drift, payload, lamp, charge, note })
}

fn write_report(w: &mut Writer, v: &Report<'_>) -> rt::Result<()> {
    if (v.lamp.is_some() || v.charge.is_some()) && (v.lamp.is_none()) {
        return Err(rt::Fault::new(rt::ErrorCode::Missing));
    }
    if let Some(v) = &v.note {
        w.constructed(Tag::new(2, 9), |w| write_note(w, v))?;
    }
    if let Some(v) = &v.charge {
        w.integer(Tag::new(2, 8), v)?;
    }
    if let Some(v) = &v.lamp {
        w.boolean(Tag::new(2, 7), v)?;
    }
    w.octet_string(Tag::new(2, 6), &v.payload)?;
    w.constructed(Tag::new(2, 5), |w| w.list(&v.drift, |w, v| w.constructed(Tag::universal(16), |w| write_fix(w, v))))?;
    w.constructed(Tag::new(2, 4), |w| w.list(&v.heights, |w, v| w.integer(Tag::universal(2), v)))?;
    w.constructed(Tag::new(2, 3), |w| write_fix(w, &v.fix))?;
    if let Some(v) = v.sea.as_ref().filter(|&x| !(*x == Sea::Calm)) {
        w.enumerated(Tag::new(2, 2), v)?;
    }
    if let Some(v) = &v.name {
        w.text(Tag::new(2, 1), v, Repertoire::Utf8)?;
    }
    w.integer(Tag::new(2, 0), &v.buoy)?;
    Ok(())
}

fn read_field<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Field<'a>> {
    r.deeper()?;
    let kind: rt::Integer<'_> = r.integer(Tag::new(2, 0))?;
    let value = r.constructed(Tag::new(2, 1), |r| read_rows_kinds_id_type(r, row_of_kinds_id_type(Some(&kind).and_then(|x| x.to_i64()))))?;
    r.shallower();
    Ok(Field { kind, value })
}

fn write_field(w: &mut Writer, v: &Field<'_>) -> rt::Result<()> {
    w.constructed(Tag::new(2, 1), |w| write_rows_kinds_id_type(w, &v.value))?;
    w.integer(Tag::new(2, 0), &v.kind)?;
    Ok(())
}

fn read_fix<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Fix> {
    r.deeper()?;
    let latitude = r.integer(Tag::new(2, 0))?;
    let longitude = r.integer(Tag::new(2, 1))?;
    r.shallower();
    Ok(Fix { latitude, longitude })
}

fn write_fix(w: &mut Writer, v: &Fix) -> rt::Result<()> {
    w.integer(Tag::new(2, 1), &v.longitude)?;
    w.integer(Tag::new(2, 0), &v.latitude)?;
    Ok(())
}

fn read_note<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Note<'a>> {
    r.deeper()?;
    let value = match r.tag()? {
        (2, 0) => Note::Text(r.text(Tag::new(2, 0), Repertoire::Ia5)?),
        (2, 1) => Note::Number(r.integer(Tag::new(2, 1))?),
        (2, 2) => Note::Flags(r.bit_string(Tag::new(2, 2))?),
        (2, 3) => Note::Notes(r.constructed(Tag::new(2, 3), |r| r.list(read_note))?),
        _ => Note::Unknown(r.unknown_alternative()?),
    };
    r.shallower();
    Ok(value)
}

fn write_note(w: &mut Writer, v: &Note<'_>) -> rt::Result<()> {
    match v {
        Note::Text(v) => w.text(Tag::new(2, 0), v, Repertoire::Ia5),
        Note::Number(v) => w.integer(Tag::new(2, 1), v),
        Note::Flags(v) => w.bit_string(Tag::new(2, 2), v),
        Note::Notes(v) => w.constructed(Tag::new(2, 3), |w| w.list(v, |w, v| write_note(w, v))),
        Note::Unknown(v) => w.unknown_alternative(v),
    }
}

fn row_of_kinds_id_type(k0: Option<i64>) -> Option<usize> {
    if k0 == Some(1) {
        return Some(0);
    }
    if k0 == Some(2) {
        return Some(1);
    }
    None
}

fn read_rows_kinds_id_type<'a>(r: &mut Reader<'_, 'a>, row: Option<usize>) -> rt::Result<KindsIdType<'a>> {
    if row.is_none() {
        return r.any().map(KindsIdType::Opaque);
    }
    r.deeper()?;
    let value = match row {
        Some(0) => KindsIdType::X(r.constructed(Tag::universal(16), read_fix)?),
        Some(1) => KindsIdType::XItem(r.enumerated(Tag::universal(10))?),
        _ => KindsIdType::Opaque(r.any()?),
    };
    r.shallower();
    Ok(value)
}

fn write_rows_kinds_id_type(w: &mut Writer, v: &KindsIdType<'_>) -> rt::Result<()> {
    match v {
        KindsIdType::X(v) => w.constructed(Tag::universal(16), |w| write_fix(w, v)),
        KindsIdType::XItem(v) => w.enumerated(Tag::universal(10), v),
        KindsIdType::Opaque(v) => w.any(v),
    }
}
