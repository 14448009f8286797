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
    Decimal,
}

impl Radix {
    const ALL: [Radix; 3] = [Radix::Hex, Radix::Octal, Radix::Decimal];

    fn number(self, digits: &[u8]) -> Option<usize> {
        let digits = std::str::from_utf8(digits).ok()?;
        let radix = match self {
            Radix::Hex => 16,
            Radix::Octal => 8,
            Radix::Decimal => 10,
        };
        usize::from_str_radix(digits, radix).ok()
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
        Some(Kind::Offsets(radix)) => {
            let (start, section) = sections(text).into_iter().next().unwrap_or((Spot::START, text));
            lines(section, radix).map_err(|error| placed(error, start))
        }
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
    Radix::ALL.into_iter().find(|radix| follows(first, *radix)).map(Kind::Offsets)
}

/// The dumps in a text, each with the place where it begins: one begins wherever the first offset occurs again.
/// Lines of prose around them, such as those of `tcpdump` and `snmpget -d`, are not part of them.
pub fn sections(text: &[u8]) -> Vec<(Spot, &[u8])> {
    let first = filled(text).find(|(_, _, line)| !is_prose(line));
    let first = first.and_then(|(_, _, line)| row(line, Radix::Hex));
    let is_first = |row: &Row| {
        first.as_ref().is_some_and(|first| (first.offset, first.digits) == (row.offset, row.digits))
    };
    let begins = filled(text).filter(|(_, _, line)| {
        row(line, Radix::Hex).is_some_and(|row| is_first(&row) && !row.rest.is_empty())
    });
    let starts: Vec<Spot> = begins.map(|(line, offset, _)| Spot { offset, line, column: 1 }).collect();
    let ends = starts.iter().skip(1).map(|spot| spot.offset).chain(std::iter::once(text.len()));
    let section = |(start, end): (&Spot, usize)| {
        let section = text.get(start.offset..end).unwrap_or_default();
        (*start, section.get(..without_prose(section)).unwrap_or_default())
    };
    starts.iter().zip(ends).map(section).collect()
}

/// Whether a line begins with something that is neither digits nor `*`.
fn is_prose(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let word = word.strip_prefix(b"0x").unwrap_or(word);
    let word = word.strip_suffix(b":").unwrap_or(word);
    line != b"*" && !word.iter().all(u8::is_ascii_hexdigit)
}

/// The size of a text without the lines of prose at its end.
fn without_prose(text: &[u8]) -> usize {
    let last = filled(text).filter(|(_, _, line)| !is_prose(line)).last();
    last.map_or(text.len(), |(_, at, line)| at + line.len())
}

/// The bytes of several dumps.
pub fn parts(sections: &[(Spot, &[u8])]) -> Vec<Part> {
    let part = |(start, text): &(Spot, &[u8])| {
        let octets = octets(text).map_err(|error| placed(error, *start));
        Part { line: start.line, text: text.len(), label: String::new(), octets }
    };
    sections.iter().map(part).collect()
}

/// An error in a section that starts at a position.
fn placed(error: FormError, start: Spot) -> FormError {
    let Spot { offset, line, column } = error.spot;
    let spot = Spot { offset: offset + start.offset, line: line + start.line - 1, column };
    FormError { spot, ..error }
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
    let end = rows.get(1).filter(|second| second.rest.is_empty());
    let single = rows.len() == 1 || end.is_some();
    let zero = first.offset == 0 && (first.is_apart && first.digits >= 4 || first.digits >= 6);
    if first.rest.is_empty() {
        return false;
    }
    if single {
        let fits = end.is_none_or(|end| {
            end.offset <= WIDEST && (whole(first, end.offset).is_some() || is_of_words(first, end.offset))
        });
        return zero && fits && count(first, None) > 0;
    }
    // Every line but the last holds as many bytes as the offsets imply. A `*` stands for repeated lines.
    let has_repeats = text.split(|octet| *octet == b'\n').any(|line| line.trim_ascii() == b"*");
    (first.offset == 0 || first.is_apart)
        && rows.windows(2).all(|pair| {
            let [this, next] = pair else { return false };
            let more = next.offset.checked_sub(this.offset).filter(|more| *more > 0);
            let fits = |more| whole(this, more).is_some() || is_of_words(this, more);
            more.is_some_and(|more| has_repeats || more <= WIDEST && fits(more))
        })
}

/// The maximum number of bytes per line.
const WIDEST: usize = 256;

/// The bytes of a line that has this many, and where they end; `None` if it has more or fewer.
fn whole(row: &Row, octets: usize) -> Option<(Vec<u8>, usize)> {
    let (found, end) = digits(row.rest, Some(octets));
    let more = row.rest.get(end..).unwrap_or_default();
    let gap = more.iter().take_while(|octet| **octet == b' ').count();
    let is_behind = gap != 1 || more.get(1).is_some_and(|octet| b"|>".contains(octet));
    (is_behind && found.len() == octets).then_some((found, end))
}

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
            return Err(FormError::new(spot(line), WORDS));
        }
        let found = match most {
            Some(most) => {
                let (found, end) = whole(this, most).ok_or_else(|| {
                    FormError::new(spot(line), "the next offset is not how many octets this line has")
                })?;
                let more = this.rest.get(end..).unwrap_or_default();
                let gap = more.iter().take_while(|octet| **octet == b' ').count();
                if gap > 0 && gap < more.len() && characters.is_none() {
                    characters = Some(this.column + end + gap);
                }
                found
            }
            None => last(this, characters),
        };
        if is_swapped(this, &found) {
            return Err(FormError::new(spot(line), WORDS));
        }
        octets.extend(found);
    }
    Ok(octets)
}

/// The error for words.
const WORDS: &str =
    "words of several octets, in an unknown byte order: xxd, hexdump -C and od -t x1 print octets";

/// Whether the characters at the end of a line are those of its bytes only if the order in each group is reversed, as
/// `xxd -e` writes them.
fn is_swapped(row: &Row, octets: &[u8]) -> bool {
    let group = row.rest.iter().take_while(|octet| octet.is_ascii_hexdigit()).count() / 2;
    let characters = row.rest.len().checked_sub(octets.len()).and_then(|at| row.rest.get(at..));
    let (Some(characters), 2..) = (characters, group) else { return false };
    let agree =
        |octets: &[u8]| octets.iter().zip(characters).all(|(octet, shown)| *shown == b'.' || octet == shown);
    let swapped: Vec<u8> = octets.chunks(group).flat_map(|group| group.iter().rev()).copied().collect();
    !agree(octets) && agree(&swapped)
}

/// Whether a line holds words, as `hexdump` and `od` write them by default: an offset of six or seven digits, and
/// groups of more digits than an octet has.
fn has_words(row: &Row, most: Option<usize>) -> bool {
    let mut groups = row.rest.split(|octet| *octet == b' ').filter(|group| !group.is_empty());
    matches!(row.digits, 6 | 7) && most != Some(0) && groups.next().is_some_and(|group| group.len() > 2)
}

/// Whether a line holds as many words of one size as make this many bytes.
fn is_of_words(row: &Row, octets: usize) -> bool {
    let groups = row.rest.split(|octet| *octet == b' ').filter(|group| !group.is_empty()).count();
    has_words(row, Some(octets)) && [2, 4, 8].iter().any(|size| octets.div_ceil(*size) == groups)
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

    /// Dumps of one message, as tools write them.
    #[test]
    fn dumps_of_all_tools_are_read() {
        let message = b"\x30\x29\x02\x01\x00\x04\x06public\xa0\x1c\x02\x04\x7a\xd0\xb7\xe8";
        let rows = [
            // od -A d -t x1
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n0000016 04 7a d0 b7 e8\n0000021\n",
            // od -t x1
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n0000020 04 7a d0 b7 e8\n0000025\n",
            // od -A x -t x1
            "000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02\n000010 04 7a d0 b7 e8\n000015\n",
            // od -t x1z
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02  >0).....public...<\n\
             0000020 04 7a d0 b7 e8                                   >.z...<\n0000025\n",
            // od -A d -t x1z
            "0000000 30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02  >0).....public...<\n\
             0000016 04 7a d0 b7 e8                                   >.z...<\n0000021\n",
            // snmpget -d
            "\nSending 21 bytes to UDP: [127.0.0.1]:161->[0.0.0.0]:0\n\
             0000: 30 29 02 01  00 04 06 70  75 62 6C 69  63 A0 1C 02    0).....public...\n\
             0016: 04 7A D0 B7  E8                                       .z...\n\n",
            // tcpdump -X and -x
            "12:34:56.789012 IP 10.0.0.1.40000 > 10.0.0.2.161:  GetRequest(28)\n\
             \t0x0000:  3029 0201 0004 0670 7562 6c69 63a0 1c02  0).....public...\n\
             \t0x0010:  047a d0b7 e8                             .z...\n",
            "\t0x0000:  3029 0201 0004 0670 7562 6c69 63a0 1c02\n\t0x0010:  047a d0b7 e8\n",
            // Wireshark's hex dump, escaped string and C array
            "0000   30 29 02 01 00 04 06 70 75 62 6c 69 63 a0 1c 02   0).....public...\n\
             0010   04 7a d0 b7 e8                                    .z...\n",
            "\"\\x30\\x29\\x02\\x01\\x00\\x04\\x06\\x70\\x75\\x62\\x6c\\x69\\x63\\xa0\\x1c\\x02\" \\\n\
             \"\\x04\\x7a\\xd0\\xb7\\xe8\"\n",
            "static const unsigned char pkt1[21] = {\n\
             0x30, 0x29, 0x02, 0x01, 0x00, 0x04, 0x06, 0x70, /* 0).....p */\n\
             0x75, 0x62, 0x6c, 0x69, 0x63, 0xa0, 0x1c, 0x02, /* ublic... */\n\
             0x04, 0x7a, 0xd0, 0xb7, 0xe8 /* .z... */\n};\n",
        ];
        for text in rows {
            assert!(is_dump(text.as_bytes()), "{text}");
            assert_eq!(octets(text.as_bytes()), Ok(message.to_vec()), "{text}");
        }
    }

    #[test]
    fn words_are_refused() {
        let rows = [
            // hexdump
            "0000000 2930 0102 0400 7006 6275 696c a063 021c\n0000010 7a04 b7d0 00e8\n0000015\n",
            // od
            "0000000 024460 000402 002000 070006 061165 064554 120143 001034\n0000020 075004 133720 000350\n0000025\n",
            // od -A x -t x4
            "000000 01022930 70060400 696c6275 021ca063\n000010 b7d07a04 000000e8\n000015\n",
            // xxd -e
            "00000000: 01022930 70060400 696c6275 021ca063  0).....public...\n\
             00000010: b7d07a04       e8                    .z...\n",
        ];
        for text in rows {
            assert!(is_dump(text.as_bytes()), "{text}");
            assert_eq!(octets(text.as_bytes()).map_err(|error| error.message), Err(WORDS), "{text}");
        }
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
