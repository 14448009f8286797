//! Lines of digits that begin with offsets.

use crate::forms::part::{FormError, Spot};
use crate::forms::text_lines::Lines;

/// The radix of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Radix {
    Hex,
    Octal,
    Decimal,
}

impl Radix {
    /// Those in which tools write an offset like that of a row: `od` seven digits in octal or decimal, `snmpget -d` four
    /// and a colon in decimal.
    fn of(row: &Row) -> &'static [Radix] {
        match (row.digits, row.colon) {
            (7, false) => &[Radix::Octal, Radix::Decimal, Radix::Hex],
            (4, true) => &[Radix::Hex, Radix::Decimal],
            _ => &[Radix::Hex],
        }
    }

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

/// The dumps in a text, each with the place where it begins: one begins wherever the first offset occurs again.
/// Lines of prose around them, such as those of `tcpdump` and `snmpget -d`, are not part of them.
pub fn sections(text: &[u8]) -> Vec<(Spot, &[u8])> {
    let rows = || filled(text).filter_map(|line| Some((line, row(line.2, Radix::Hex)?)));
    let is_beginning = |row: &Row| (row.is_apart || row.offset == 0) && count(row, None) > 0;
    let Some((_, first)) = rows().find(|(_, row)| is_beginning(row)) else { return Vec::new() };
    let is_first =
        |row: &Row| (first.offset, first.digits) == (row.offset, row.digits) && !row.rest.is_empty();
    let begins = rows().filter(|(_, row)| is_first(row)).map(|(line, _)| line);
    let starts: Vec<Spot> = begins.map(|(line, offset, _)| Spot { offset, line, column: 1 }).collect();
    let ends = starts.iter().skip(1).map(|spot| spot.offset).chain(std::iter::once(text.len()));
    let section = |(start, end): (&Spot, usize)| {
        let section = text.get(start.offset..end).unwrap_or_default();
        (*start, section.get(..without_prose(section, first.digits)).unwrap_or_default())
    };
    starts.iter().zip(ends).map(section).collect()
}

/// Whether a line begins with something that is neither `*` nor an offset of at least this many digits.
fn is_prose(line: &[u8], digits: usize) -> bool {
    let line = line.trim_ascii_start();
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let word = word.strip_prefix(b"0x").unwrap_or(word);
    let word = word.strip_suffix(b":").unwrap_or(word);
    line != b"*" && (word.len() < digits || !word.iter().all(u8::is_ascii_hexdigit))
}

/// The size of a text without the lines of prose at its end.
fn without_prose(text: &[u8], digits: usize) -> usize {
    let last = filled(text).filter(|(_, _, line)| !is_prose(line, digits)).last();
    last.map_or(text.len(), |(_, at, line)| at + line.len())
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
    /// Whether a colon follows it.
    colon: bool,
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
    Some(Row { offset, rest: rest.get(gap..)?, column: from + digits + gap, is_apart, digits, colon })
}

/// The lines that are not empty, without trailing white space.
fn filled(text: &[u8]) -> impl Iterator<Item = (usize, usize, &[u8])> {
    let all = Lines::of(text).enumerate();
    all.map(|(index, (at, line))| (index + 1, at, line.trim_ascii_end()))
        .filter(|(_, _, line)| !line.is_empty())
}

/// The number of lines examined to decide what a text is.
const LOOKED_AT: usize = 8;

/// Whether the first line begins with an offset.
pub(super) fn begins(text: &[u8]) -> bool {
    filled(text).next().is_some_and(|(_, _, line)| row(line, Radix::Hex).is_some())
}

/// The radix of the offsets of a dump: that in which they agree with the numbers of bytes. `None` if the text is no
/// dump; an error if several radices agree, which give other numbers of repeated lines.
pub(super) fn radix(text: &[u8]) -> Option<Result<Radix, FormError>> {
    let first = filled(text).find_map(|(_, _, line)| row(line, Radix::Hex))?;
    let all: Vec<Radix> = Radix::of(&first).iter().copied().filter(|radix| follows(text, *radix)).collect();
    let [likely, _, ..] = all[..] else { return all.first().copied().map(Ok) };
    let mut read = all.into_iter().filter_map(|radix| Some((radix, lines(text, radix).ok()?)));
    let Some((found, octets)) = read.next() else { return Some(Ok(likely)) };
    // No tool prints seven hexadecimal digits before bytes.
    let is_other = |(radix, other): (Radix, Vec<u8>)| radix == Radix::Decimal && other != octets;
    Some(match found == Radix::Octal && read.any(is_other) {
        true => Err(FormError::new(Spot::START, AMBIGUOUS)),
        false => Ok(found),
    })
}

/// The error for offsets that agree with the bytes in two radices.
const AMBIGUOUS: &str = "the offsets may be octal or decimal: od -A x prints them in hexadecimal";

/// Whether the first lines with offsets have consistent ones. A single line must begin with zero as tools write it.
fn follows(text: &[u8], radix: Radix) -> bool {
    let all = filled(text).filter_map(|(_, _, line)| row(line, radix));
    let mut rows: Vec<Row> = Vec::new();
    for row in all {
        if rows.first().is_none_or(|first| row.digits >= first.digits) {
            rows.push(row);
        }
        if rows.len() == LOOKED_AT {
            break;
        }
    }
    let Some(first) = rows.first().filter(|first| !first.rest.is_empty()) else { return false };
    // A `*` stands for repeated lines.
    let has_repeats = text.split(|octet| *octet == b'\n').any(|line| line.trim_ascii() == b"*");
    let fits = |this: &Row, next: &Row| {
        let more = next.offset.checked_sub(this.offset).filter(|more| *more > 0);
        let fits =
            |more| whole(this, more).is_some() || is_of_words(this, more) || bits(this, Some(more)).is_some();
        more.is_some_and(|more| has_repeats || more <= WIDEST && fits(more))
    };
    let end = rows.get(1).filter(|second| second.rest.is_empty());
    if rows.len() == 1 || end.is_some() {
        let zero = first.offset == 0 && (first.is_apart && first.digits >= 4 || first.digits >= 6);
        return zero && end.is_none_or(|end| fits(first, end)) && count(first, None) > 0;
    }
    // Every line but the last holds as many bytes as the offsets imply; one line of several may be damaged.
    let misfits = rows.windows(2).filter(|pair| !matches!(pair, [this, next] if fits(this, next))).count();
    let is_sure = first.offset == 0 && first.is_apart && rows.len() > 3;
    (first.offset == 0 || first.is_apart) && misfits <= usize::from(is_sure)
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

/// The bytes at the start of a text (whole groups of digits, up to a limit), and where they end.
fn digits(text: &[u8], most: Option<usize>) -> (Vec<u8>, usize) {
    let (octets, ends) = groups(text, most.unwrap_or(usize::MAX));
    let end = ends.last().map_or(0, |(_, end)| *end);
    (octets, end)
}

/// The same, with the number of bytes up to the end of each group, and where it ends.
fn groups(text: &[u8], most: usize) -> (Vec<u8>, Vec<(usize, usize)>) {
    let (mut octets, mut ends, mut at) = (Vec::new(), Vec::new(), 0);
    while octets.len() < most {
        let rest = text.get(at..).unwrap_or_default();
        let gap = rest.iter().take_while(|octet| **octet == b' ' || **octet == b'-').count();
        let group = rest.get(gap..).unwrap_or_default();
        let group = group.strip_prefix(b"0x").unwrap_or(group);
        let length = group.iter().take_while(|octet| octet.is_ascii_hexdigit()).count();
        let ends_here = group.get(length).is_none_or(|octet| octet.is_ascii_whitespace() || *octet == b'-');
        if length == 0 || length % 2 != 0 || length / 2 > most - octets.len() || !ends_here {
            break;
        }
        for pair in group.get(..length).unwrap_or_default().chunks(2) {
            let value =
                pair.iter().fold(0, |sum, digit| sum << 4 | char::from(*digit).to_digit(16).unwrap_or(0));
            octets.push(value as u8);
        }
        at += rest.len() - group.len() + length;
        ends.push((octets.len(), at));
    }
    (octets, ends)
}

/// The bytes of a line of `xxd -b`, if it is one: groups of eight binary digits, of which there are as many as the next
/// offset says, or as characters after them.
fn bits(row: &Row, octets: Option<usize>) -> Option<Vec<u8>> {
    let end = row.rest.windows(2).position(|pair| pair == b"  ").unwrap_or(row.rest.len());
    let (groups, behind) = row.rest.split_at(end);
    let octet = |group: &[u8]| {
        let digits = std::str::from_utf8(group).ok().filter(|digits| digits.len() == 8)?;
        u8::from_str_radix(digits, 2).ok()
    };
    let found: Vec<u8> = groups.split(|octet| *octet == b' ').map(octet).collect::<Option<_>>()?;
    let shown = behind.len() - behind.iter().take_while(|octet| **octet == b' ').count();
    (octets.unwrap_or(shown) == found.len()).then_some(found)
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
    let (octets, ends) = groups(text, usize::MAX);
    // The number of characters from each position on; tools print one for each byte.
    let (mut left, mut counted) = (characters_in(text), 0);
    for (count, end) in ends {
        let behind = text.get(end..).unwrap_or_default();
        let gap = behind.iter().take_while(|octet| **octet == b' ').count();
        left -= characters_in(text.get(counted..end + gap).unwrap_or_default());
        counted = end + gap;
        if gap > 1 && count == left && count > 1 {
            return octets.into_iter().take(count).collect();
        }
    }
    octets
}

/// The number of UTF-8 characters in a text.
fn characters_in(text: &[u8]) -> usize {
    text.iter().filter(|octet| **octet & 0xc0 != 0x80).count()
}

/// The maximum number of bytes in a dump, since `*` can stand for many lines.
const MOST: usize = 1 << 28;

/// The bytes of lines with offsets.
pub(super) fn lines(text: &[u8], radix: Radix) -> Result<Vec<u8>, FormError> {
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
            _ if bits(this, most).is_some() => bits(this, most).unwrap_or_default(),
            Some(most) => {
                let (found, end) = whole(this, most).ok_or_else(|| {
                    let here = match count(this, None) {
                        1 => "1 byte".to_string(),
                        here => format!("{here} bytes"),
                    };
                    FormError::new(spot(line), format!("this line has {here}, the offsets say {most}"))
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
pub(super) const WORDS: &str =
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
