// Written by wireglot 0.1.0. Do not edit.

//! Codecs of UPER.

use wireglot_rt::codec::bits::{self, Reader, Writer};
use wireglot_rt::codec::bits::Size;
use wireglot_rt::codec::Repertoire;
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
    bits::decode(octets, rt::Rules::Uper, limits, read_report)
}

/// Encodes a `Buoys.Report` in UPER.
///
/// # Errors
/// The value is not valid for the type.
pub fn encode_report(v: &Report<'_>) -> rt::Result<rt::Vec<u8>> {
    bits::encode(rt::Rules::Uper, |w| write_report(w, v))
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
    bits::decode(octets, rt::Rules::Uper, limits, read_field)
}

/// Encodes a `Buoys.Field` in UPER.
///
/// # Errors
/// The value is not valid for the type.
pub fn encode_field(v: &Field<'_>) -> rt::Result<rt::Vec<u8>> {
    bits::encode(rt::Rules::Uper, |w| write_field(w, v))
}

fn read_report<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Report<'a>> {
    r.deeper()?;
    let presence = r.presence(3)?;
    let buoy = r.constrained(0, 127)?;
    let name = if presence.has(1) { Some(r.text(Repertoire::Utf8)?) } else { None };
    let sea = if presence.has(2) {
        Some(r.enumerated(&[0, 1, 2], Some(&[]))?)
    } else {
        None
    };
    let fix = read_fix(r)?;
    let heights = r.list(Size { lo: 0, hi: Some(4) }, |r| r.constrained(0, 4095))?;
    let drift = r.list(Size::ANY, read_fix)?;
    let payload = r.octet_string(Size::ANY)?;
    let additions = if presence.has(0) { r.additions()? } else { Default::default() };
    let (lamp, charge) = if additions.has(0) {
        r.field(|r| {
                let presence = r.presence(1)?;
                let lamp = Some(r.boolean()?);
                let charge = if presence.has(0) { Some(r.constrained(0, 100)?) } else { None };
                Ok((lamp, charge))
        })?
    } else {
        (None, None)
    };
    let note = if additions.has(1) { Some(r.field(read_note)?) } else { None };
    r.skip_unknown(&additions, 2)?;
    r.shallower();
    Ok(Report { buoy, name, sea, fix, heights, drift, payload, lamp, charge, note })
}

fn write_report(w: &mut Writer, v: &Report<'_>) -> rt::Result<()> {
    let additions = (v.lamp.is_some() || v.charge.is_some()) || v.note.is_some();
    w.presence(&[additions, v.name.is_some(), v.sea.as_ref().is_some_and(|x| !(*x == Sea::Calm))])?;
    w.constrained(&v.buoy, 0, 127)?;
    if let Some(v) = &v.name {
        w.text(v, Repertoire::Utf8)?;
    }
    if let Some(v) = v.sea.as_ref().filter(|&x| !(*x == Sea::Calm)) {
        w.enumerated(v, &[0, 1, 2], Some(&[]))?;
    }
    write_fix(w, &v.fix)?;
    w.list(&v.heights, Size { lo: 0, hi: Some(4) }, |w, v| w.constrained(v, 0, 4095))?;
    w.list(&v.drift, Size::ANY, |w, v| write_fix(w, v))?;
    w.octet_string(&v.payload, Size::ANY)?;
    if additions {
        w.additions(&[(v.lamp.is_some() || v.charge.is_some()), v.note.is_some()])?;
        if v.lamp.is_some() || v.charge.is_some() {
            w.field(|w| {
                    w.presence(&[v.charge.is_some()])?;
                    match &v.lamp {
                        Some(v) => w.boolean(v)?,
                        None => return Err(rt::Fault::new(rt::ErrorCode::Missing)),
                    }
                    if let Some(v) = &v.charge {
                        w.constrained(v, 0, 100)?;
                    }
                    Ok(())
            })?;
        }
        if let Some(v) = &v.note {
            w.field(|w| write_note(w, v))?;
        }
    }
    Ok(())
}

fn read_field<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Field<'a>> {
    r.deeper()?;
    let kind: rt::Integer<'_> = r.unconstrained()?;
    let value = r.field(|r| read_rows_kinds_id_type(r, row_of_kinds_id_type(Some(&kind).and_then(|x| x.to_i64()))))?;
    r.shallower();
    Ok(Field { kind, value })
}

fn write_field(w: &mut Writer, v: &Field<'_>) -> rt::Result<()> {
    w.unconstrained(&v.kind)?;
    w.field(|w| write_rows_kinds_id_type(w, &v.value))?;
    Ok(())
}

fn read_fix<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Fix> {
    r.deeper()?;
    let latitude = r.constrained(-9000000, 18000000)?;
    let longitude = r.constrained(-18000000, 36000000)?;
    r.shallower();
    Ok(Fix { latitude, longitude })
}

fn write_fix(w: &mut Writer, v: &Fix) -> rt::Result<()> {
    w.constrained(&v.latitude, -9000000, 18000000)?;
    w.constrained(&v.longitude, -18000000, 36000000)?;
    Ok(())
}

fn read_note<'a>(r: &mut Reader<'_, 'a>) -> rt::Result<Note<'a>> {
    r.deeper()?;
    let value = match r.index(3, true)? {
        (false, 0) => Note::Text(r.characters(&[], 7, 127, Size::ANY)?),
        (false, 1) => Note::Number(r.unconstrained()?),
        (false, 2) => Note::Flags(r.bit_string(Size { lo: 8, hi: Some(8) })?),
        (false, 3) => Note::Notes(r.list(Size::ANY, read_note)?),
        (true, index) => Note::Unknown(r.unknown_alternative(index)?),
        _ => return Err(r.no_alternative()),
    };
    r.shallower();
    Ok(value)
}

fn write_note(w: &mut Writer, v: &Note<'_>) -> rt::Result<()> {
    match v {
        Note::Text(v) => {
            w.root(0, 3, true)?;
            w.characters(v, &[], 7, 127, Size::ANY)
        }
        Note::Number(v) => {
            w.root(1, 3, true)?;
            w.unconstrained(v)
        }
        Note::Flags(v) => {
            w.root(2, 3, true)?;
            w.named_bits(v, Size { lo: 8, hi: Some(8) })
        }
        Note::Notes(v) => {
            w.root(3, 3, true)?;
            w.list(v, Size::ANY, |w, v| write_note(w, v))
        }
        Note::Unknown(v) => w.unknown_alternative(v, 0),
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
        Some(0) => KindsIdType::X(read_fix(r)?),
        Some(1) => KindsIdType::XItem(r.enumerated(&[0, 1, 2], Some(&[]))?),
        _ => KindsIdType::Opaque(r.any()?),
    };
    r.shallower();
    Ok(value)
}

fn write_rows_kinds_id_type(w: &mut Writer, v: &KindsIdType<'_>) -> rt::Result<()> {
    match v {
        KindsIdType::X(v) => write_fix(w, v),
        KindsIdType::XItem(v) => w.enumerated(v, &[0, 1, 2], Some(&[])),
        KindsIdType::Opaque(v) => w.any(v),
    }
}
