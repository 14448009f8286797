//! Puts the spans of records at their positions in an input.

use std::ops::Range;

use wireglot_interp::inspect::{Annotated, Annotation, Part};

use crate::forms::Form;
use crate::inputs::{Damage, Judged, Place, Whole};
use crate::messages::{Message, Reading};
use crate::records::Record;

/// Annotated bytes of an input: a record with what precedes it, a line or block, or bytes outside any record.
pub struct Piece<'w> {
    /// Its place.
    pub place: &'w Place,
    /// The bytes that span positions refer to: those of the input, or of the line or block.
    pub octets: &'w [u8],
    /// The range of those bytes that it covers.
    pub stretch: Range<usize>,
    /// The annotations.
    pub made: Annotated,
    /// The error in it.
    pub damage: Option<Damage>,
    /// Whether it is one of several records.
    pub one_of_several: bool,
}

/// Selects an input or one of its records.
pub struct Asked<'a> {
    /// The name of the input.
    pub name: &'a str,
    /// The form of the bytes.
    pub form: Form,
    /// Selects only this record, from 1.
    pub record: Option<u64>,
}

/// Whether the requested record does not exist. An input damaged as a whole might contain it.
pub fn no_record(of: &Whole, wanted: Option<u64>) -> bool {
    let has = |wanted: u64| of.records.iter().any(|judged| judged.record.number == wanted);
    wanted.is_some_and(|wanted| !has(wanted)) && of.damage.is_none()
}

/// Passes an input to `take` piece by piece, so that each byte is in one piece; if a record is requested,
/// passes only its own bytes.
///
/// # Errors
/// The first error of `take`.
pub fn pieces<E>(
    message: &dyn Message,
    reading: &Reading,
    of: &Whole,
    asked: &Asked,
    mut take: impl FnMut(Piece<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let (records, wanted) = (&of.records, asked.record);
    let one_of_several = wanted.is_none() && records.len() > 1;
    let mut end = 0;
    for (index, judged) in records.iter().enumerate() {
        let record = &judged.record;
        if wanted.is_some_and(|wanted| wanted != record.number) {
            continue;
        }
        let from = if wanted.is_some() { record.offset } else { end };
        end = record.offset + record.octets;
        let last = wanted.is_none() && index + 1 == records.len();
        let until = if last { of.octets.len() as u64 } else { end };
        let stretch = from as usize..until as usize;
        take(Piece { one_of_several, ..piece(message, reading, &of.octets, stretch, judged) })?;
    }
    let place = Place::of(asked.name);
    let whole = |spans, damage| Piece {
        place: &place,
        octets: &of.octets,
        stretch: 0..of.octets.len(),
        made: Annotated { spans, error: None },
        damage,
        one_of_several: false,
    };
    let unread = records.is_empty() && !asked.form.is_lines() && asked.form != Form::Pem;
    let spans: Vec<Annotation> =
        gap(0..of.octets.len(), "no record").into_iter().filter(|_| unread).collect();
    match (&of.damage, spans.is_empty() && !unread) {
        (None, true) => Ok(()),
        (damage, _) => take(whole(spans, damage.clone())),
    }
}

/// A range of an input that holds a record, or a line or block.
fn piece<'w>(
    message: &dyn Message,
    reading: &Reading,
    input: &'w [u8],
    stretch: Range<usize>,
    judged: &'w Judged,
) -> Piece<'w> {
    let made = message.inspect(judged.octets(input), reading);
    let (octets, stretch, mut made) = match &judged.own {
        Some(own) => (&own[..], 0..own.len(), made),
        None => (input, stretch.clone(), within(made, stretch, &judged.record)),
    };
    let unseen = made.error.take().map(Damage::of_stop);
    let damage = judged.damage.clone().or(unseen);
    // A position in a text is not a position in the bytes decoded from it.
    made.error = damage.as_ref().filter(|damage| !damage.is_of_text()).map(Damage::stop);
    Piece { place: &judged.place, octets, stretch, made, damage, one_of_several: false }
}

/// Shifts the spans of a record to their positions in the input, and annotates the bytes around it in the
/// range.
fn within(mut made: Annotated, stretch: Range<usize>, record: &Record) -> Annotated {
    let (begin, end) = (record.offset as usize, (record.offset + record.octets) as usize);
    let body = begin + record.length_prefix as usize;
    let bits = body as u64 * 8;
    made.spans.iter_mut().for_each(|span| span.bit += bits);
    made.error.iter_mut().for_each(|stop| stop.bit += bits);
    let length = format!("how long record {} is", record.number);
    let around = [gap(stretch.start..begin, "no record"), gap(begin..body.min(end), &length)];
    made.spans.splice(0..0, around.into_iter().flatten());
    made.spans.extend(gap(end..stretch.end, "no record"));
    made
}

/// Annotates bytes outside of any PDU, if there are any.
pub(super) fn gap(octets: Range<usize>, why: &str) -> Option<Annotation> {
    let bits = octets.end.checked_sub(octets.start).filter(|octets| *octets > 0)? as u64 * 8;
    Some(Annotation {
        bit: octets.start as u64 * 8,
        bits,
        depth: 0,
        part: Part::Padding,
        path: String::new(),
        ty: String::new(),
        value: None,
        known: true,
        why: why.to_string(),
    })
}
