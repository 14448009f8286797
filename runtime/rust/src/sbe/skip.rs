//! Skipping parts that are not read.

use super::facts::{Body, Prefix, Schema, EMPTY_ENTRIES};
use super::octets::Code;
use super::view::{more, open, Known, Wrong, ENDS};

/// Maximum nesting depth of a newer sender's unknown groups.
const DEPTH: usize = 64;

type Passed<'a> = Result<&'a [u8], Wrong<'a>>;

/// Skips a data field.
fn pass_data<'a>(lead: &Prefix, at: &'a [u8]) -> Passed<'a> {
    let found = at
        .split_at_checked(lead.size)
        .and_then(|(prefix, octets)| octets.get(usize::try_from(lead.length.read(prefix, lead.big)).ok()?..));
    found.ok_or((Code::TooShort, &[]))
}

/// Skips data fields of newer versions; their prefix is the schema's default.
fn skip_data<'a>(schema: &Schema, mut at: &'a [u8], count: u64) -> Passed<'a> {
    for _ in 0..count {
        let Some(lead) = schema.data else { return Err((Code::CannotSkip, at)) };
        at = pass_data(lead, at)?;
    }
    Ok(at)
}

/// Skips groups of newer versions.
fn skip_groups<'a>(schema: &Schema, mut at: &'a [u8], count: u64, deep: usize) -> Passed<'a> {
    for _ in 0..count {
        let Some(lead) = schema.dimension else { return Err((Code::CannotSkip, at)) };
        let Some((prefix, mut rest)) = at.split_at_checked(lead.size) else {
            return Err((Code::TooShort, &[]));
        };
        let length = lead.block_length.read(prefix, lead.big);
        let entries = lead.count.read(prefix, lead.big);
        let (groups, data) = (lead.groups.read(prefix, lead.big), lead.data.read(prefix, lead.big));
        let due = length.checked_mul(entries).and_then(|due| usize::try_from(due).ok());
        let Some(behind) = due.and_then(|due| rest.get(due..)) else { return Err((Code::TooShort, at)) };
        if length == 0 && entries > EMPTY_ENTRIES {
            return Err((Code::EmptyEntries, at));
        }
        if groups == 0 && data == 0 {
            at = behind;
            continue;
        }
        if deep >= DEPTH {
            return Err((Code::CannotSkip, at));
        }
        for _ in 0..entries {
            rest = rest.get(length as usize..).ok_or((Code::TooShort, &[] as &[u8]))?;
            rest = skip_groups(schema, rest, groups, deep + 1)?;
            rest = skip_data(schema, rest, data)?;
        }
        at = rest;
    }
    Ok(at)
}

/// Skips what a newer sender added after the known groups or the known data.
#[cold]
pub fn pass_newer<'a>(
    body: &'static Body,
    index: usize,
    mut at: &'a [u8],
    prefix: &[u8],
    version: u32,
) -> Passed<'a> {
    if !body.counts() || u64::from(version) <= body.schema.version {
        return Ok(at);
    }
    let (groups, data) = more(body, prefix, version).map_err(|code| (code, at))?;
    if index == body.parts.iter().take_while(|part| part.entry.is_some()).count() {
        at = skip_groups(body.schema, at, groups, 0)?;
    }
    if index == body.parts.len() {
        at = skip_data(body.schema, at, data)?;
    }
    Ok(at)
}

/// Skips a whole group.
fn pass_group<'a>(entry: &'static Body, at: &'a [u8], version: u32) -> Passed<'a> {
    let opened = open(entry, at, version)?;
    if entry.parts.is_empty() && !entry.counts() {
        return opened.entries.get(opened.length * opened.count..).ok_or((Code::TooShort, &[]));
    }
    let mut rest = opened.entries;
    for _ in 0..opened.count {
        let behind = rest.get(opened.length..).ok_or((Code::TooShort, &[] as &[u8]))?;
        rest = pass_newer(entry, 0, behind, opened.prefix, version)?;
        for index in 0..entry.parts.len() {
            rest = pass_part(entry, index, rest, opened.prefix, version)?;
        }
    }
    Ok(rest)
}

/// Skips one part.
fn pass_part<'a>(body: &'static Body, index: usize, at: &'a [u8], prefix: &[u8], version: u32) -> Passed<'a> {
    let rest = match body.part(index) {
        Some(part) if version >= part.since => match part.entry {
            Some(entry) => pass_group(entry, at, version)?,
            None => pass_data(part.prefix, at)?,
        },
        _ => at,
    };
    pass_newer(body, index + 1, rest, prefix, version)
}

/// Skips parts up to the start of part `wanted`, recording where those before it end.
#[cold]
#[inline(never)]
pub fn walk<'a>(
    body: &'static Body,
    wanted: usize,
    behind: &'a [u8],
    prefix: &[u8],
    version: u32,
    mut known: Known<'a>,
) -> (Known<'a>, Passed<'a>) {
    if known.count > wanted && wanted != 0 {
        // The wanted end is beyond the recorded ones.
        known.count = ENDS;
        let kept = known.left.last().and_then(|left| behind.get(behind.len().checked_sub(*left)?..));
        known.next = kept.unwrap_or_default();
    }
    let mut at = known.next;
    if known.count == 0 || wanted == 0 {
        at = match pass_newer(body, 0, behind, prefix, version) {
            Ok(at) => at,
            Err(wrong) => return (known, Err(wrong)),
        };
    }
    let first = if wanted == 0 { 0 } else { known.count };
    for index in first..wanted {
        at = match pass_part(body, index, at, prefix, version) {
            Ok(at) => at,
            Err(wrong) => return (known, Err(wrong)),
        };
        known.next = at;
        if let Some(place) = known.left.get_mut(index) {
            *place = at.len();
        }
        known.count = index + 1;
    }
    (known, Ok(at))
}
