//! Bytes as tools print them for human readers: with offsets before and characters after them (`xxd`,
//! `hexdump -C`, `od`, `tcpdump`, Wireshark), or as C arrays and strings.
//!
//! An offset gives the number of bytes before its line. It is checked, and never taken for data.

use super::part::{FormError, Part, Spot};
use super::text_lines::Lines;

/// The kind of dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Lines that begin with an offset.
    Offsets(Radix),
    /// Comma-separated numbers, possibly in braces.
    Numbers,
    /// Characters such as `\x30`.
    Escapes,
}

/// The radix of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Radix {
    Hex,
    Octal,
}

impl Radix {
    fn number(self, digits: &[u8]) -> Option<usize> {
        let digits = std::str::from_utf8(digits).ok()?;
        usize::from_str_radix(digits, if self == Radix::Hex { 16 } else { 8 }).ok()
    }
}

/// Whether a text is a dump.
pub fn is_dump(text: &[u8]) -> bool {
    kind(text).is_some()
}

/// The bytes of a dump.
///
/// # Errors
/// It is not a dump, or contradicts itself.
pub fn octets(text: &[u8]) -> Result<Vec<u8>, FormError> {
    match kind(text) {
        Some(Kind::Offsets(radix)) => lines(text, radix),
        Some(Kind::Numbers) => numbers(text),
        Some(Kind::Escapes) => escapes(text),
        None if text.trim_ascii().is_empty() => Ok(Vec::new()),
        // Contradictory offsets are reported with their line.
        None if filled(text).next().is_some_and(|(_, _, line)| row(line, Radix::Hex).is_some()) => {
            lines(text, Radix::Hex)
        }
        None => Err(FormError::new(Spot::START, "no offset, array or escaped string begins here")),
    }
}

fn kind(text: &[u8]) -> Option<Kind> {
    let trimmed = text.trim_ascii();
    let quoted = trimmed.iter().position(|octet| !b"b\"'".contains(octet)).unwrap_or(0);
    if trimmed.get(quoted..).is_some_and(|rest| rest.starts_with(b"\\x")) {
        return Some(Kind::Escapes);
    }
    if is_numbers(trimmed) {
        return Some(Kind::Numbers);
    }
    let first = sections(text).first().map_or(text, |(_, section)| *section);
    [Radix::Hex, Radix::Octal].into_iter().find(|radix| follows(first, *radix)).map(Kind::Offsets)
}

/// The dumps in a text, each with the place where it begins: one begins wherever the first offset occurs again.
pub fn sections(text: &[u8]) -> Vec<(Spot, &[u8])> {
    let first = filled(text).next().and_then(|(_, _, line)| row(line, Radix::Hex));
    let is_first = |row: &Row| {
        first.as_ref().is_some_and(|first| (first.offset, first.digits) == (row.offset, row.digits))
    };
    let begins = filled(text).filter(|(_, _, line)| {
        row(line, Radix::Hex).is_some_and(|row| is_first(&row) && !row.rest.is_empty())
    });
    let mut starts: Vec<Spot> = begins.map(|(line, offset, _)| Spot { offset, line, column: 1 }).collect();
    match starts.first_mut() {
        // What comes before the first line, such as empty lines, belongs to it.
        Some(start) => *start = Spot::START,
        None => return Vec::new(),
    }
    let ends = starts.iter().skip(1).map(|spot| spot.offset).chain(std::iter::once(text.len()));
    starts
        .iter()
        .zip(ends)
        .map(|(spot, end)| (*spot, text.get(spot.offset..end).unwrap_or_default()))
        .collect()
}

/// The bytes of several dumps.
pub fn parts(sections: &[(Spot, &[u8])]) -> Vec<Part> {
    let part = |(start, text): &(Spot, &[u8])| {
        let placed = |mut error: FormError| {
            error.spot.offset += start.offset;
            error.spot.line += start.line - 1;
            error
        };
        let octets = octets(text).map_err(placed);
        Part { line: start.line, text: text.len(), label: String::new(), octets }
    };
    sections.iter().map(part).collect()
}

/// The parts of a line.
struct Row<'t> {
    offset: usize,
    /// What follows the offset.
    rest: &'t [u8],
    /// The position of `rest` in the line.
    column: usize,
    /// Whether a colon or more than one space separates them.
    is_apart: bool,
    /// The number of digits of the offset.
    digits: usize,
}

/// Reads a line that begins with an offset.
fn row(line: &[u8], radix: Radix) -> Option<Row<'_>> {
    let start = line.iter().position(|octet| !octet.is_ascii_whitespace())?;
    let marked = line.get(start..)?.starts_with(b"0x");
    let from = if marked { start + 2 } else { start };
    let digits = line.get(from..)?.iter().take_while(|octet| octet.is_ascii_hexdigit()).count();
    let offset = radix.number(line.get(from..from + digits)?)?;
    let rest = line.get(from + digits..)?;
    let gap = rest.iter().take_while(|octet| octet.is_ascii_whitespace() || **octet == b':').count();
    let colon = rest.first() == Some(&b':');
    if !(3..=16).contains(&digits) || (gap == 0 && !rest.is_empty()) {
        return None;
    }
    let is_apart = colon || gap > 1;
    Some(Row { offset, rest: rest.get(gap..)?, column: from + digits + gap, is_apart, digits })
}

/// The lines that are not empty, without trailing white space.
fn filled(text: &[u8]) -> impl Iterator<Item = (usize, usize, &[u8])> {
    let all = Lines::of(text).enumerate();
    all.map(|(index, (at, line))| (index + 1, at, line.trim_ascii_end()))
        .filter(|(_, _, line)| !line.is_empty())
}

/// The number of lines examined to decide what a text is.
const LOOKED_AT: usize = 8;

/// Whether the first lines begin with consistent offsets. A single line must begin with zero as tools write
/// it.
fn follows(text: &[u8], radix: Radix) -> bool {
    let mut rows = Vec::new();
    for (_, _, line) in filled(text).filter(|(_, _, line)| *line != b"*").take(LOOKED_AT) {
        match row(line, radix) {
            Some(row) => rows.push(row),
            None => return false,
        }
    }
    let Some(first) = rows.first() else { return false };
    let single = rows.len() == 1 || rows.get(1).is_some_and(|second| second.rest.is_empty());
    let zero = first.offset == 0 && (first.is_apart && first.digits >= 4 || first.digits >= 6);
    if first.rest.is_empty() {
        return false;
    }
    if single {
        return zero && count(first, None) > 0;
    }
    // Every line but the last holds as many bytes as the offsets imply. A `*` stands for repeated lines.
    let has_repeats = text.split(|octet| *octet == b'\n').any(|line| line.trim_ascii() == b"*");
    (first.offset == 0 || first.is_apart)
        && rows.windows(2).all(|pair| {
            let [this, next] = pair else { return false };
            let more = next.offset.checked_sub(this.offset).filter(|more| *more > 0);
            more.is_some_and(|more| has_repeats || more <= WIDEST && count(this, Some(more)) == more)
        })
}

/// The maximum number of bytes per line.
const WIDEST: usize = 256;

/// The number of bytes in a line, up to a limit.
fn count(row: &Row, most: Option<usize>) -> usize {
    digits(row.rest, most).0.len()
}

/// The bytes at the start of a text (groups of digits, up to a limit), and where they end.
fn digits(text: &[u8], most: Option<usize>) -> (Vec<u8>, usize) {
    let (mut octets, mut at) = (Vec::new(), 0);
    let most = most.unwrap_or(usize::MAX);
    while octets.len() < most {
        let gap = text
            .get(at..)
            .unwrap_or_default()
            .iter()
            .take_while(|octet| **octet == b' ' || **octet == b'-')
            .count();
        let group = text.get(at + gap..).unwrap_or_default();
        let group = group.strip_prefix(b"0x").unwrap_or(group);
        let length = group.iter().take_while(|octet| octet.is_ascii_hexdigit()).count();
        let ends = group.get(length).is_none_or(|octet| octet.is_ascii_whitespace() || *octet == b'-');
        if length == 0 || length % 2 != 0 || !ends {
            break;
        }
        let before = group.as_ptr() as usize - text.as_ptr() as usize;
        for pair in group.get(..length).unwrap_or_default().chunks(2).take(most - octets.len()) {
            let value =
                pair.iter().fold(0, |sum, digit| sum << 4 | char::from(*digit).to_digit(16).unwrap_or(0));
            octets.push(value as u8);
        }
        at = before + length;
    }
    (octets, at)
}

/// The bytes of the last line, where the characters after them may look like digits. These are as many as the
/// bytes, or begin in the same column as on the lines before.
fn last(row: &Row, characters: Option<usize>) -> Vec<u8> {
    if let Some(column) = characters.and_then(|column| column.checked_sub(row.column)) {
        let text = row.rest.get(..column.min(row.rest.len())).unwrap_or_default();
        return digits(text, None).0;
    }
    let bars = row.rest.iter().position(|octet| matches!(octet, b'|' | b'>'));
    let text = row.rest.get(..bars.unwrap_or(row.rest.len())).unwrap_or_default();
    let gaps = (1..text.len()).filter(|at| text.get(at - 1..at + 1) == Some(b"  "));
    for gap in gaps {
        let (before, behind) = text.split_at(gap);
        let octets = digits(before, None).0;
        let shown = String::from_utf8_lossy(behind.trim_ascii_start()).chars().count();
        if octets.len() == shown && octets.len() > 1 {
            return octets;
        }
    }
    digits(text, None).0
}

/// The maximum number of bytes in a dump, since `*` can stand for many lines.
const MOST: usize = 1 << 28;

fn lines(text: &[u8], radix: Radix) -> Result<Vec<u8>, FormError> {
    let all: Vec<(usize, usize, &[u8])> = filled(text).collect();
    let spot = |(line, offset, _): &(usize, usize, &[u8])| Spot { offset: *offset, line: *line, column: 1 };
    let rows = all.iter().map(|line| match (line.2, row(line.2, radix)) {
        (b"*", _) => Ok(None),
        (_, Some(row)) => Ok(Some(row)),
        _ => Err(FormError::new(spot(line), "a line without an offset between lines that have one")),
    });
    let rows = rows.collect::<Result<Vec<Option<Row>>, FormError>>()?;
    let base = rows.first().and_then(Option::as_ref).map_or(0, |row| row.offset);
    let (mut octets, mut characters, mut repeats) = (Vec::new(), None, None);
    for (index, (this, line)) in rows.iter().zip(&all).enumerate() {
        let Some(this) = this else {
            repeats = Some(octets.len());
            continue;
        };
        let wanted = this.offset.checked_sub(base).filter(|wanted| *wanted < MOST);
        let wrong = || FormError::new(spot(line), "the offset is not the number of octets before it");
        let wanted = wanted.ok_or_else(wrong)?;
        if repeats.take().is_some() {
            let width = rows
                .get(index.wrapping_sub(2))
                .and_then(Option::as_ref)
                .map_or(0, |row| count(row, Some(16)));
            let again = octets.get(octets.len().saturating_sub(width)..).unwrap_or_default().to_vec();
            while !again.is_empty() && octets.len() < wanted {
                octets.extend(&again);
            }
        }
        if octets.len() != wanted {
            return Err(wrong());
        }
        let next = rows.get(index + 1..).unwrap_or_default().iter().find_map(Option::as_ref);
        let most = match (next, rows.get(index + 1)) {
            (Some(next), Some(Some(_))) => next.offset.checked_sub(this.offset),
            _ => None,
        };
        if has_words(this, most) {
            let told = "words of two octets, in the order of a machine that nobody knows: hexdump -C and od -t x1 write octets";
            return Err(FormError::new(spot(line), told));
        }
        let found = match most {
            Some(most) => {
                let (found, end) = digits(this.rest, Some(most));
                let more = this.rest.get(end..).unwrap_or_default();
                let gap = more.iter().take_while(|octet| **octet == b' ').count();
                let is_behind = gap != 1 || more.get(1).is_some_and(|octet| b"|>".contains(octet));
                if !is_behind || found.len() < most {
                    return Err(FormError::new(
                        spot(line),
                        "the next offset is not how many octets this line has",
                    ));
                }
                if gap > 0 && gap < more.len() && characters.is_none() {
                    characters = Some(this.column + end + gap);
                }
                found
            }
            None => last(this, characters),
        };
        octets.extend(found);
    }
    Ok(octets)
}

/// Whether a line holds words, as `hexdump` and `od` write them by default: an offset of seven digits, and
/// groups of four.
fn has_words(row: &Row, most: Option<usize>) -> bool {
    let mut groups = row.rest.split(|octet| *octet == b' ').filter(|group| !group.is_empty());
    row.digits == 7 && most != Some(0) && groups.next().is_some_and(|group| group.len() == 4)
}

/// Whether a text consists of comma-separated numbers, or of several numbers with `0x`, apart from the C code
/// around them.
fn is_numbers(text: &[u8]) -> bool {
    let inner = braces(text);
    let mut numbers = 0;
    for item in items(inner.unwrap_or(text)) {
        if item_octet(item).is_none() {
            return false;
        }
        numbers += 1;
    }
    let several =
        |text: &[u8]| text.contains(&b',') || text.windows(2).filter(|pair| pair == b"0x").count() > 1;
    numbers > 0 && (inner.is_some() || several(text))
}

/// The text between the first opening brace and the first closing brace after it.
fn braces(text: &[u8]) -> Option<&[u8]> {
    // Only braces count: a bracket after a name holds the size of an array.
    let open = text.iter().position(|octet| *octet == b'{')?;
    let close = text.iter().skip(open).position(|octet| *octet == b'}')? + open;
    text.get(open + 1..close)
}

/// The numbers, without comments.
fn items(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || loop {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let ending = match rest {
            [b'/', b'*', ..] => {
                rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 2)
            }
            [b'/', b'/', ..] => rest.iter().position(|octet| *octet == b'\n').unwrap_or(rest.len()),
            [octet, ..] if octet.is_ascii_whitespace() || *octet == b',' => 1,
            _ => {
                let length =
                    rest.iter().position(|octet| octet.is_ascii_whitespace() || b",/".contains(octet));
                let length = length.unwrap_or(rest.len()).max(1);
                at += length;
                return rest.get(..length);
            }
        };
        at += ending;
    })
}

fn item_octet(item: &[u8]) -> Option<u8> {
    let item = std::str::from_utf8(item).ok()?.trim_end_matches(['u', 'U']);
    match item.strip_prefix("0x").or(item.strip_prefix("0X")) {
        Some(digits) if digits.len() <= 2 && !digits.starts_with('+') => u8::from_str_radix(digits, 16).ok(),
        None if item.starts_with(|first: char| first.is_ascii_digit()) => item.parse().ok(),
        _ => None,
    }
}

fn numbers(text: &[u8]) -> Result<Vec<u8>, FormError> {
    let (mut octets, mut rest) = (Vec::new(), text);
    // Several arrays are read in order.
    loop {
        let inner = braces(rest);
        for item in items(inner.unwrap_or(rest)) {
            let before = item.as_ptr() as usize - text.as_ptr() as usize;
            let spot = Spot::START.behind(text.get(..before).unwrap_or_default());
            octets.push(item_octet(item).ok_or(FormError::new(spot, "not a number from 0 to 255"))?);
        }
        match inner {
            None => return Ok(octets),
            Some(inner) => {
                let end = inner.as_ptr() as usize - text.as_ptr() as usize + inner.len() + 1;
                rest = text.get(end..).unwrap_or_default();
                if braces(rest).is_none() {
                    return Ok(octets);
                }
            }
        }
    }
}

/// `\x30\x26`, with or without quotes, on one or more lines.
fn escapes(text: &[u8]) -> Result<Vec<u8>, FormError> {
    let (mut octets, mut at) = (Vec::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let digit = |at: usize| rest.get(at).and_then(|octet| char::from(*octet).to_digit(16));
        match (rest, digit(2), digit(3)) {
            ([b'\\', b'x', ..], Some(high), Some(low)) => {
                octets.push((high << 4 | low) as u8);
                at += 4;
            }
            ([b'"' | b'\'' | b'b' | b';', ..], ..) | ([b'\\', b'\n' | b'\r', ..], ..) => at += 1,
            ([octet, ..], ..) if octet.is_ascii_whitespace() => at += 1,
            _ => {
                let spot = Spot::START.behind(text.get(..at).unwrap_or_default());
                return Err(FormError::new(spot, "not an escape such as \\x30"));
            }
        }
    }
    Ok(octets)
}

/// Writes bytes as `hexdump -C` does.
pub fn write(out: &mut Vec<u8>, octets: &[u8]) {
    for (row, line) in octets.chunks(16).enumerate() {
        let digits: String = line
            .iter()
            .enumerate()
            .map(|(at, octet)| format!("{}{octet:02x} ", if at % 8 == 0 { " " } else { "" }))
            .collect();
        let shown = |octet: &u8| if (0x20..0x7f).contains(octet) { char::from(*octet) } else { '.' };
        let characters: String = line.iter().map(shown).collect();
        out.extend_from_slice(format!("{:08x} {digits:50} |{characters}|\n", row * 16).as_bytes());
    }
    if !octets.is_empty() {
        out.extend_from_slice(format!("{:08x}\n", octets.len()).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_are_told_from_digits() {
        for text in [
            &b"3003 0201 05"[..],
            b"30 03 02 01 05",
            b"0000 0001",
            b"0x3003020105",
            b"30030201\n05000000",
            b"0102 0304\n0506 0708\n",
            b"MAMCAQU=",
            b"hello, world",
            b"",
        ] {
            assert!(!is_dump(text), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn an_offset_that_does_not_follow_is_an_error() {
        let text = b"0000  30 03 02 01\n0004  05 30 03 02\n0007  01 05\n";
        assert_eq!(octets(text).unwrap_err().spot.line, 2);
        let text = b"00000000  30 03 02 01  |0...|\n00000004  05 30 03 02  |.0..|\n0000000a  01 05  |..|\n";
        assert_eq!(octets(text).unwrap_err().spot.line, 2);
        let words = b"0000000 0330 0102 0005\n0000005\n";
        assert!(octets(words).unwrap_err().message.contains("words"));
    }

    #[test]
    fn lines_that_are_repeated_are_there() {
        let text = b"00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000030  01  |.|\n00000031\n";
        let mut wanted = vec![0; 48];
        wanted.push(1);
        assert_eq!(octets(text), Ok(wanted));
        let huge = b"00000000  00 00  |..|\n*\nffffffff0000  01  |.|\n";
        assert!(octets(huge).is_err());
    }

    #[test]
    fn what_is_written_is_read() {
        for length in 0..70u8 {
            let made: Vec<u8> = (0..length).map(|octet| octet.wrapping_mul(37)).collect();
            let mut text = Vec::new();
            write(&mut text, &made);
            if length > 0 {
                assert_eq!(octets(&text), Ok(made), "{}", String::from_utf8_lossy(&text));
            }
        }
    }
}
