//! Puts the tokens of texts at their positions in an input.

use std::ops::Range;

use wireglot_interp::inspect::{Annotated, Part, Stop};

use crate::forms::MARK;
use crate::inputs::{Damage, Place};
use crate::messages::{Bad, Reader, Reading};
use crate::texts::{Cursor, Given, Inspected, TextError};

use super::pieces::{gap, Asked, Piece};

/// Passes a text to `take` message by message, so that each byte is in one piece; if a message is requested,
/// passes only its own bytes. Returns the number of messages.
///
/// # Errors
/// The first error of `take`.
pub fn pieces<E>(
    reader: &mut Reader,
    reading: &Reading,
    input: &[u8],
    asked: &Asked,
    mut take: impl FnMut(Piece<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut at, mut from, mut number) = (0, 0, 0);
    if input.starts_with(MARK) {
        at = MARK.len();
    }
    at += white(input, at);
    let mut cursor = Cursor::START.behind(input.get(..at).unwrap_or_default());
    while at < input.len() {
        let given = Given::Octets(input).behind(at);
        let Some(mut found) = reader.inspect(given, reading.most_spans(input.len() - at)) else { break };
        number += 1;
        let end = at + taken(reader, given, &found).max(1);
        let end = (end + white(input, end)).min(input.len());
        let one_of_several = asked.record.is_none() && (number > 1 || end < input.len());
        if asked.record.is_none_or(|wanted| wanted == number) {
            let stretch = if asked.record.is_some() { at..end } else { from..end };
            let unseen = found.made.error.take().map(|stop| Stop { bit: stop.bit + at as u64 * 8, ..stop });
            let damage = found.error.map(|error| damage(input, at, cursor, error));
            let damage = damage.or(unseen.map(Damage::of_stop));
            let made = placed(found.made, at, &stretch, damage.as_ref());
            let record = one_of_several.then_some(number);
            let place = &Place { record, ..Place::of(asked.name) };
            take(Piece { place, octets: input, stretch, made, damage, one_of_several })?;
        }
        cursor = cursor.behind(input.get(at..end).unwrap_or_default());
        (at, from) = (end, end);
    }
    Ok(number)
}

fn white(input: &[u8], at: usize) -> usize {
    let rest = input.get(at..).unwrap_or_default();
    rest.len() - rest.trim_ascii_start().len()
}

/// The size of a message in bytes; an invalid message extends to where reading resumes.
fn taken(reader: &Reader, given: Given, found: &Inspected) -> usize {
    let behind = |error: &TextError| reader.resume(given, error).unwrap_or(usize::MAX);
    let taken = found.error.as_ref().map_or(found.taken, |error| behind(error).max(found.taken));
    taken.min(given.octets().len())
}

/// Describes the error in the message that begins at a position.
fn damage(input: &[u8], at: usize, cursor: Cursor, error: TextError) -> Damage {
    let offset = at.saturating_add(error.offset).min(input.len());
    let Cursor { line, column } = cursor.behind(input.get(at..offset).unwrap_or_default());
    let TextError { code, path, message, .. } = error;
    let (at, column) = (Some(offset as u64 * 8), Some(column));
    Damage { line: Some(line), ..Damage::of_input(Bad { code, path, message, at, column, ..Bad::default() }) }
}

/// Shifts the spans of a message to their positions in the input, and annotates the bytes around it in the
/// range.
fn placed(mut made: Annotated, at: usize, stretch: &Range<usize>, damage: Option<&Damage>) -> Annotated {
    made.spans.iter_mut().for_each(|span| span.bit += at as u64 * 8);
    made.spans.splice(0..0, gap(stretch.start..at, "white space"));
    let end = made.spans.last().map_or(at, |span| ((span.bit + span.bits) / 8) as usize);
    let why = if damage.is_some() { "not read" } else { "white space" };
    if let Some(mut rest) = gap(end..stretch.end, why) {
        rest.part = if damage.is_some() { Part::Rest } else { rest.part };
        made.spans.push(rest);
    }
    made.error = damage.map(Damage::stop);
    made
}
