//! Reading contents octets.

use crate::run::Done;
use wireglot_model::TimeKind;
use wireglot_plan::ShapeId;
use wireglot_rt::tlv::{self, Form};
use wireglot_rt::{ErrorCode, Fault};

use super::super::context::Context;
use super::TlvReader;
use crate::linked::program::TlvLeaf;
use crate::Sink;
use wireglot_model::times::{canonical_time, is_time};

impl<S: Sink> TlvReader<'_, '_, '_, S> {
    #[inline]
    pub fn leaf(&mut self, leaf: &TlvLeaf, shape: ShapeId, octets: &[u8]) -> Done {
        let form = self.form;
        let cx = &mut *self.cx;
        let limits = &cx.options.limits;
        match leaf {
            TlvLeaf::Boolean => cx.sink.boolean(shape, tlv::boolean(octets, form)?),
            TlvLeaf::Integer => match tlv::integer(octets, limits.integer_octets)? {
                tlv::Integer::Small(value) => cx.sink.integer(shape, value),
                tlv::Integer::Big(digits) => cx.sink.big_integer(shape, digits),
            },
            TlvLeaf::Enumerated(numbers) => {
                let number = tlv::enumerated(octets)?;
                if numbers.as_ref().is_some_and(|n| n.binary_search(&number).is_err()) {
                    return Err(Fault::of(ErrorCode::UnknownItem, number as u64));
                }
                cx.sink.enumerated(shape, number);
            }
            TlvLeaf::Null => {
                tlv::null(octets)?;
                cx.sink.null(shape);
            }
            TlvLeaf::Oid => {
                tlv::oid(octets, limits.integer_octets)?;
                cx.sink.oid(shape, octets);
            }
            TlvLeaf::RelativeOid => {
                tlv::relative_oid(octets, limits.integer_octets)?;
                cx.sink.oid(shape, octets);
            }
            TlvLeaf::Real => {
                let mut scratch = Vec::new();
                let value = tlv::real(octets, form, limits.integer_octets, &mut scratch)?;
                cx.sink.real(shape, &value);
            }
            _ if octets.len() > limits.string_octets => {
                return Err(Fault::of(ErrorCode::LimitStringOctets, limits.string_octets as u64));
            }
            TlvLeaf::OctetString => cx.sink.octet_string(shape, octets),
            TlvLeaf::Text(repertoire) => {
                cx.sink.string(shape, tlv::characters(octets, *repertoire, form, &mut cx.text)?);
            }
            _ => return self.string(leaf, shape, octets),
        }
        Ok(())
    }

    fn string(&mut self, leaf: &TlvLeaf, shape: ShapeId, octets: &[u8]) -> Done {
        let form = self.form;
        let cx = &mut *self.cx;
        let mut text = std::mem::take(&mut cx.text);
        let visible = tlv::Repertoire::Visible;
        match leaf {
            TlvLeaf::BitString { named, min } => bits(cx, shape, octets, form, *named, *min)?,
            TlvLeaf::UtcTime => {
                let time = tlv::characters(octets, visible, form, &mut text)?;
                tlv::utc_time(time, form)?;
                cx.sink.string(shape, time);
            }
            TlvLeaf::GeneralizedTime => {
                let time = tlv::characters(octets, visible, form, &mut text)?;
                tlv::generalized_time(time, form)?;
                cx.sink.string(shape, time);
            }
            TlvLeaf::Time => {
                let time = tlv::characters(octets, visible, form, &mut text)?;
                let time = existing(TimeKind::Time, time, form)?;
                if form == Form::Canonical && canonical_time(time) != time {
                    return Err(Fault::new(ErrorCode::TimeCanonical));
                }
                cx.sink.string(shape, time);
            }
            TlvLeaf::Date => {
                let time = tlv::date(octets, &mut text)?;
                cx.sink.string(shape, existing(TimeKind::Date, time, form)?);
            }
            TlvLeaf::TimeOfDay => {
                let time = tlv::time_of_day(octets, &mut text)?;
                cx.sink.string(shape, existing(TimeKind::TimeOfDay, time, form)?);
            }
            TlvLeaf::DateTime => {
                let time = tlv::date_time(octets, &mut text)?;
                cx.sink.string(shape, existing(TimeKind::DateTime, time, form)?);
            }
            TlvLeaf::Duration => {
                let time = tlv::duration(octets, &mut text)?;
                cx.sink.string(shape, existing(TimeKind::Duration, time, form)?);
            }
            _ => {}
        }
        cx.text = text;
        Ok(())
    }
}

/// Returns a time unchanged; in canonical form, it must be valid.
fn existing(kind: TimeKind, text: &str, form: Form) -> Result<&str, Fault> {
    match form == Form::Canonical && !is_time(kind, text) {
        true => Err(Fault::new(ErrorCode::TimeForm)),
        false => Ok(text),
    }
}

fn bits<S: Sink>(
    cx: &mut Context<'_, S>,
    shape: ShapeId,
    contents: &[u8],
    form: Form,
    named: bool,
    min: u64,
) -> Done {
    let value = tlv::bit_string(contents, form)?;
    // X.690 11.2.2. Few encoders comply, so this is checked only on request.
    let asked = named && cx.options.strict == Some(true);
    if asked && tlv::trimmed(value.octets, value.bits, min) != value.bits {
        return Err(Fault::new(ErrorCode::BitsTrailing));
    }
    if value.clean {
        cx.sink.bit_string(shape, value.octets, value.bits);
        return Ok(());
    }
    let mut copy = value.octets.to_vec();
    if let Some(last) = copy.last_mut() {
        *last &= 0xffu8 << tlv::bit_string_octet(value.bits);
    }
    cx.sink.bit_string(shape, &copy, value.bits);
    Ok(())
}
