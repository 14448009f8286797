//! Reads octets to text or to cells.

use wireglot_rt::tlv::{self, Repertoire};
use wireglot_rt::Limits;

use super::path::{Member, Node, Omit, Op, Path, Record};
use crate::fast_path::out::Out;

/// Reads the value at the start of `octets` and returns how many it took. `None` means that the general path
/// must read it, regardless of what was output.
pub(crate) fn read<O: Out>(
    path: &Path,
    octets: &[u8],
    limits: &Limits,
    lossless: bool,
    (out, place): (&mut O, O::Place),
) -> Option<usize> {
    let mut run = Run { path, octets, at: 0, end: octets.len(), limits, depth: limits.depth, lossless, out };
    run.node(&path.root, place)?;
    Some(run.at)
}

/// Maximum length of a number in octets, since longer numbers take more than linear time.
const LONGEST: usize = 64;

struct Run<'r, 'b, O> {
    path: &'r Path,
    octets: &'b [u8],
    at: usize,
    /// The end of the innermost frame.
    end: usize,
    limits: &'r Limits,
    /// The number of levels left.
    depth: u32,
    /// Whether unknown parts must not be written as if they were known.
    lossless: bool,
    out: &'r mut O,
}

impl<'r, 'b, O: Out> Run<'r, 'b, O> {
    /// Skips identifier and length octets; returns where the contents end.
    #[inline(always)]
    fn header(&mut self, identifier: u8) -> Option<usize> {
        let frame = self.octets.get(self.at..self.end)?;
        let &[own, first, ..] = frame else { return None };
        let (length, contents) = if first < 0x80 { (usize::from(first), 2) } else { long_length(frame)? };
        if own != identifier || length > frame.len() - contents {
            return None;
        }
        self.at += contents;
        Some(self.at + length)
    }

    /// Reads a complete encoding.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn node(&mut self, node: &Node, place: O::Place) -> Option<()> {
        match node.op {
            Op::Choice(choice) => return self.choice(choice, place),
            Op::Opaque => return self.opaque(place),
            _ => {}
        }
        let end = self.header(node.identifier)?;
        match node.op {
            Op::Record(record) => {
                self.within(end, |run| run.record(&run.path.records[record as usize], place))
            }
            Op::List(list) => self.within(end, |run| run.list(list, place)),
            Op::Frame(inner) => {
                let outer = std::mem::replace(&mut self.end, end);
                self.node(&self.path.nodes[inner as usize], place)?;
                self.end = outer;
                (self.at == end).then_some(())
            }
            Op::Contained(inner) => self.within(end, |run| {
                run.node(&run.path.nodes[inner as usize], place)?;
                (run.at == run.end).then_some(())
            }),
            leaf => {
                let start = std::mem::replace(&mut self.at, end);
                self.leaf(leaf, start, end, place)
            }
        }
    }

    /// Reads a value with parts whose contents end at `end`.
    #[inline(always)]
    fn within(&mut self, end: usize, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        let outer = std::mem::replace(&mut self.end, end);
        read(self)?;
        self.end = outer;
        self.depth += 1;
        Some(())
    }

    fn record(&mut self, record: &'r Record, place: O::Place) -> Option<()> {
        if !record.known {
            return None;
        }
        let begun = self.out.begin_record(place)?;
        let members = self.path.members.get(..record.members.end)?;
        let mut next = record.members.start;
        while self.at < self.end {
            let begin = self.at;
            let identifier = *self.octets.get(begin)?;
            let member = loop {
                let member = members.get(next)?;
                next += 1;
                if member.begins.with(self.path, identifier) {
                    break member;
                }
                if member.required {
                    return None;
                }
            };
            let within = self.out.member(place, member.slot, &self.path.words, member.word);
            if self.out.wants(within) || !self.passes(&member.node) {
                self.node(&member.node, within)?;
            }
            if self.path.canonical {
                self.may_come(member, begin)?;
            }
        }
        if next < record.needed {
            return None;
        }
        self.out.end_record(begun);
        Some(())
    }

    /// Skips the encoding of an unwanted leaf, if it is obviously valid.
    #[inline(always)]
    fn passes(&mut self, node: &Node) -> bool {
        let frame = self.octets.get(self.at..self.end).unwrap_or_default();
        let &[own, length @ ..0x80, ref rest @ ..] = frame else { return false };
        let Some(contents) = rest.get(..usize::from(length)).filter(|_| own == node.identifier) else {
            return false;
        };
        let right = match node.op {
            Op::Integer(..) => match *contents {
                [_] => true,
                [first, second, ..] => contents.len() <= 8 && first != (second as i8 >> 7) as u8,
                [] => false,
            },
            Op::OctetString(_) => self.short(contents).is_some(),
            Op::Boolean => contents.len() == 1 && !self.path.canonical,
            Op::Text(text) if !self.path.canonical => {
                let text = self.path.texts.get(text as usize);
                let is_ascii = text.is_some_and(|text| text.repertoire != Repertoire::Utf8);
                is_ascii && contents.is_ascii() && self.short(contents).is_some()
            }
            _ => false,
        };
        if right {
            self.at += 2 + contents.len();
        }
        right
    }

    /// X.690 11.5: a default value must not be encoded.
    #[inline]
    fn may_come(&self, member: &Member, start: usize) -> Option<()> {
        match &member.omit {
            Omit::Never => Some(()),
            Omit::Is(_, octets) => (self.octets.get(start..self.at)? != &octets[..]).then_some(()),
            Omit::Perhaps => None,
        }
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn list(&mut self, list: u32, place: O::Place) -> Option<()> {
        let list = &self.path.lists[list as usize];
        let begun = self.out.begin_list(place)?;
        let mut left = self.limits.elements;
        let mut last: &[u8] = &[];
        while self.at < self.end {
            left = left.checked_sub(1)?;
            let begin = self.at;
            let within = self.out.element(place);
            self.node(&list.element, within)?;
            if list.sorted && self.path.canonical {
                let octets = self.octets.get(begin..self.at)?;
                // The first element has no predecessor.
                if !last.is_empty() && last > octets {
                    return None;
                }
                last = octets;
            }
        }
        self.out.end_list(begun);
        Some(())
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "numbers in a path are positions that make gave out, and arms has a place for each octet"
    )]
    fn choice(&mut self, choice: u32, place: O::Place) -> Option<()> {
        let choice = &self.path.choices[choice as usize];
        let identifier = *self.octets.get(self.at..self.end)?.first()?;
        let arm = usize::from(choice.arms[usize::from(identifier)]);
        let alternative = choice.alternatives.get(arm.checked_sub(1)?)?;
        self.depth = self.depth.checked_sub(1)?;
        let (words, word) = (&self.path.words, alternative.word);
        let within = self.out.begin_choice(place, alternative.number, words, word)?;
        self.node(&alternative.node, within)?;
        self.depth += 1;
        self.out.end_choice();
        Some(())
    }

    /// Reads the octets of any encoding.
    fn opaque(&mut self, place: O::Place) -> Option<()> {
        if self.lossless {
            return None;
        }
        let mut reader = tlv::Reader::new(self.octets, self.path.canonical);
        (reader.position, reader.end) = (self.at, self.end);
        let header = reader.header().ok()?;
        match self.path.canonical {
            true => reader.skip_canonical(&header, self.depth, false).ok()?,
            false => reader.skip(&header, self.depth).ok()?,
        }
        let octets = self.octets.get(self.at..reader.position)?;
        self.at = reader.position;
        self.out.octets(place, octets)
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn leaf(&mut self, op: Op, start: usize, end: usize, place: O::Place) -> Option<()> {
        let octets = self.octets.get(start..)?;
        let contents = octets.get(..end - start)?;
        match op {
            Op::Integer(..) => match number(contents, octets) {
                Some(number) => self.out.integer(place, number),
                None => self.long_integer(contents, place),
            },
            Op::OctetString(_) => {
                self.short(contents)?;
                self.out.octets(place, contents)
            }
            Op::Enumerated(items) => {
                let items = &self.path.items[items as usize];
                self.out.enumerated(place, items, &self.path.words, number(contents, octets)?)
            }
            Op::Boolean => {
                let &[octet] = contents else { return None };
                if self.path.canonical && !matches!(octet, 0 | 0xff) {
                    return None;
                }
                self.out.boolean(place, octet != 0)
            }
            Op::Null if contents.is_empty() => self.out.null(place),
            Op::Oid { relative } => {
                tlv::oid(contents, self.limits.integer_octets).ok()?;
                self.out.oid(place, contents, relative)
            }
            Op::Text(text) => self.text(text, contents, place),
            Op::BitString(bits) => self.bits(bits, contents, place),
            Op::UtcTime | Op::GeneralizedTime => self.time(op, contents, place),
            _ => None,
        }
    }

    #[inline]
    fn short(&self, contents: &[u8]) -> Option<()> {
        (contents.len() <= self.limits.string_octets).then_some(())
    }

    #[cold]
    fn long_integer(&mut self, contents: &[u8], place: O::Place) -> Option<()> {
        let &[first, second, ..] = contents else { return None };
        let most = self.limits.integer_octets.min(LONGEST);
        if first == (second as i8 >> 7) as u8 || contents.len() > most {
            return None;
        }
        self.out.big_integer(place, contents)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn text(&mut self, text: u32, contents: &[u8], place: O::Place) -> Option<()> {
        self.short(contents)?;
        let repertoire = self.path.texts[text as usize].repertoire;
        if repertoire == Repertoire::Utf8 {
            return self.out.utf8(place, contents);
        }
        if self.path.canonical && !contents.iter().all(|octet| repertoire.contains(char::from(*octet))) {
            return None;
        }
        self.out.ascii(place, contents)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn bits(&mut self, bits: u32, contents: &[u8], place: O::Place) -> Option<()> {
        self.short(contents)?;
        let value = tlv::bit_string(contents, tlv::Form::Canonical).ok()?;
        let fixed = self.path.bits[bits as usize].fixed.is_some();
        self.out.bit_string(place, value.octets, value.bits as usize, fixed)
    }

    fn time(&mut self, op: Op, contents: &[u8], place: O::Place) -> Option<()> {
        self.short(contents)?;
        let text = str::from_utf8(contents).ok()?;
        let form = if self.path.canonical { tlv::Form::Canonical } else { tlv::Form::Basic };
        match op {
            Op::UtcTime => tlv::utc_time(text, form).ok()?,
            _ => tlv::generalized_time(text, form).ok()?,
        }
        self.out.ascii(place, contents)
    }
}

/// Reads a length of two to four octets in its shortest form; also returns the size of the header.
#[expect(clippy::indexing_slicing, reason = "each pattern has a second octet, and two bits count to three")]
fn long_length(frame: &[u8]) -> Option<(usize, usize)> {
    let octets = match *frame {
        [_, 0x81, low, ..] => [0, 0, low],
        [_, 0x82, high, low, ..] => [0, high, low],
        [_, 0x83, high, middle, low, ..] => [high, middle, low],
        _ => return None,
    };
    let [high, middle, low] = octets.map(usize::from);
    let count = usize::from(frame[1] & 3);
    let length = high << 16 | middle << 8 | low;
    let shortest = length >= [0x80, 0x80, 0x100, 0x1_0000][count];
    shortest.then_some((length, 2 + count))
}

/// The number in up to eight contents octets in their shortest form (X.690 8.3); `octets` starts with them.
#[inline(always)]
fn number(contents: &[u8], octets: &[u8]) -> Option<i64> {
    if let (length @ 2..=8, Some(chunk)) = (contents.len(), octets.first_chunk()) {
        let all = i64::from_be_bytes(*chunk);
        // In the shortest form, the first nine bits are not all the same.
        return (!matches!(all >> 55, 0 | -1)).then_some(all >> (64 - 8 * length));
    }
    match *contents {
        [one] => Some(i64::from(one as i8)),
        [first, second, ..] if contents.len() <= 8 && first != (second as i8 >> 7) as u8 => {
            let sign = i64::from(first as i8 >> 7);
            Some(contents.iter().fold(sign, |number, octet| number << 8 | i64::from(*octet)))
        }
        _ => None,
    }
}
