//! Octets to text.

use wireglot_bigint::BigInt;
use wireglot_rt::tlv::{self, Repertoire};
use wireglot_rt::Limits;

use super::path::{Member, Node, Omit, Op, Path, Record};
use crate::json::text::Text;

/// Reads the value that octets begin with, and says how many they were. `None` leaves it to the general
/// path, whatever was written.
pub(super) fn read(
    path: &Path,
    octets: &[u8],
    limits: &Limits,
    lossless: bool,
    out: &mut Text,
) -> Option<usize> {
    let mut run = Run { path, octets, at: 0, end: octets.len(), limits, depth: limits.depth, lossless, out };
    run.node(&path.root)?;
    Some(run.at)
}

/// The most octets of a number: what is longer takes more than time in proportion.
const LONGEST: usize = 64;

struct Run<'r, 'b> {
    path: &'r Path,
    octets: &'b [u8],
    at: usize,
    /// Where the innermost frame ends.
    end: usize,
    limits: &'r Limits,
    /// How many levels are left.
    depth: u32,
    /// What nothing is known of is not written as if it were known.
    lossless: bool,
    out: &'r mut Text,
}

impl<'r, 'b> Run<'r, 'b> {
    /// Passes over identifier and length octets; gives where the contents end.
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

    /// A whole encoding.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn node(&mut self, node: &Node) -> Option<()> {
        match node.op {
            Op::Choice(choice) => return self.choice(choice),
            Op::Opaque => return self.opaque(),
            _ => {}
        }
        let end = self.header(node.identifier)?;
        match node.op {
            Op::Record(record) => self.within(end, |run| run.record(&run.path.records[record as usize])),
            Op::List(list) => self.within(end, |run| run.list(list)),
            Op::Frame(inner) => {
                let outer = std::mem::replace(&mut self.end, end);
                self.node(&self.path.nodes[inner as usize])?;
                self.end = outer;
                (self.at == end).then_some(())
            }
            Op::Contained(inner) => self.within(end, |run| {
                run.node(&run.path.nodes[inner as usize])?;
                (run.at == run.end).then_some(())
            }),
            leaf => {
                let contents = self.octets.get(self.at..end)?;
                self.at = end;
                self.leaf(leaf, contents)
            }
        }
    }

    /// A value with parts, whose contents end there.
    #[inline(always)]
    fn within(&mut self, end: usize, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        let outer = std::mem::replace(&mut self.end, end);
        read(self)?;
        self.end = outer;
        self.depth += 1;
        Some(())
    }

    fn record(&mut self, record: &'r Record) -> Option<()> {
        if !record.known {
            return None;
        }
        let start = self.out.len();
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
            self.path.words.write(member.word, self.out);
            self.node(&member.node)?;
            if self.path.canonical {
                self.may_come(member, begin)?;
            }
        }
        if next < record.needed {
            return None;
        }
        self.out.close(start, b'{', b'}');
        Some(())
    }

    /// X.690 11.5.
    #[inline]
    fn may_come(&self, member: &Member, start: usize) -> Option<()> {
        match &member.omit {
            Omit::Never => Some(()),
            Omit::Is(_, octets) => (self.octets.get(start..self.at)? != &octets[..]).then_some(()),
            Omit::Perhaps => None,
        }
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn list(&mut self, list: u32) -> Option<()> {
        let list = &self.path.lists[list as usize];
        let start = self.out.len();
        let mut left = self.limits.elements;
        let mut last: &[u8] = &[];
        while self.at < self.end {
            left = left.checked_sub(1)?;
            let begin = self.at;
            self.out.sign(b',');
            self.node(&list.element)?;
            if list.sorted && self.path.canonical {
                let octets = self.octets.get(begin..self.at)?;
                // The first has none before it.
                if !last.is_empty() && last > octets {
                    return None;
                }
                last = octets;
            }
        }
        self.out.close(start, b'[', b']');
        Some(())
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "numbers in a path are positions that make gave out, and arms has a place for each octet"
    )]
    fn choice(&mut self, choice: u32) -> Option<()> {
        let choice = &self.path.choices[choice as usize];
        let identifier = *self.octets.get(self.at..self.end)?.first()?;
        let arm = usize::from(choice.arms[usize::from(identifier)]);
        let alternative = choice.alternatives.get(arm.checked_sub(1)?)?;
        self.depth = self.depth.checked_sub(1)?;
        self.path.words.write(alternative.word, self.out);
        self.node(&alternative.node)?;
        self.depth += 1;
        self.out.sign(b'}');
        Some(())
    }

    /// The octets of any encoding.
    fn opaque(&mut self) -> Option<()> {
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
        self.out.hex(self.octets.get(self.at..reader.position)?);
        self.at = reader.position;
        Some(())
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn leaf(&mut self, op: Op, contents: &[u8]) -> Option<()> {
        match op {
            Op::Integer(..) => self.integer(contents),
            Op::OctetString(_) => {
                self.short(contents)?;
                self.out.hex(contents);
                Some(())
            }
            Op::Enumerated(items) => {
                let number = number(contents)?;
                let word = self.path.items[items as usize].word(number)?;
                self.path.words.write(word, self.out);
                Some(())
            }
            Op::Boolean => {
                let &[octet] = contents else { return None };
                if self.path.canonical && !matches!(octet, 0 | 0xff) {
                    return None;
                }
                self.out.push(if octet != 0 { "true" } else { "false" });
                Some(())
            }
            Op::Null => {
                self.out.push("null");
                contents.is_empty().then_some(())
            }
            Op::Oid { relative } => {
                tlv::oid(contents, self.limits.integer_octets).ok()?;
                self.out.sign(b'"');
                self.out.oid(contents, relative);
                self.out.sign(b'"');
                Some(())
            }
            Op::Text(text) => self.text(text, contents),
            Op::BitString(bits) => self.bits(bits, contents),
            Op::UtcTime | Op::GeneralizedTime => self.time(op, contents),
            _ => None,
        }
    }

    #[inline]
    fn short(&self, contents: &[u8]) -> Option<()> {
        (contents.len() <= self.limits.string_octets).then_some(())
    }

    #[inline]
    fn integer(&mut self, contents: &[u8]) -> Option<()> {
        if let Some(number) = number(contents) {
            self.out.integer(number);
            return Some(());
        }
        // Without a sign, 64 bits take nine octets.
        if let (Some(digits), 0x80.., true) =
            (wide(contents), contents.get(1)?, self.limits.integer_octets > 8)
        {
            self.out.natural(digits);
            return Some(());
        }
        let &[first, second, ..] = contents else { return None };
        let most = self.limits.integer_octets.min(LONGEST);
        if first == (second as i8 >> 7) as u8 || contents.len() > most {
            return None;
        }
        self.out.show(BigInt::from_twos_complement(contents));
        Some(())
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn text(&mut self, text: u32, contents: &[u8]) -> Option<()> {
        self.short(contents)?;
        let repertoire = self.path.texts[text as usize].repertoire;
        if repertoire == Repertoire::Utf8 {
            self.out.quoted(str::from_utf8(contents).ok()?);
            return Some(());
        }
        if self.path.canonical && !contents.iter().all(|octet| repertoire.contains(char::from(*octet))) {
            return None;
        }
        self.out.ascii(contents)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn bits(&mut self, bits: u32, contents: &[u8]) -> Option<()> {
        self.short(contents)?;
        let value = tlv::bit_string(contents, tlv::Form::Canonical).ok()?;
        match self.path.bits[bits as usize].fixed {
            Some(_) => self.out.hex(value.octets),
            None => self.out.bits(value.octets, value.bits as usize),
        }
        Some(())
    }

    fn time(&mut self, op: Op, contents: &[u8]) -> Option<()> {
        self.short(contents)?;
        let text = str::from_utf8(contents).ok()?;
        let form = if self.path.canonical { tlv::Form::Canonical } else { tlv::Form::Basic };
        match op {
            Op::UtcTime => tlv::utc_time(text, form).ok()?,
            _ => tlv::generalized_time(text, form).ok()?,
        }
        self.out.ascii(contents)
    }
}

/// The number in eight octets behind a zero.
fn wide(contents: &[u8]) -> Option<u64> {
    let (&[0], digits) = contents.split_first_chunk()? else { return None };
    Some(u64::from_be_bytes(digits.try_into().ok()?))
}

/// A length of two to four octets in its shortest form, and where the contents begin behind it.
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

/// The number of at most eight contents octets in their shortest form (X.690 8.3).
#[inline]
fn number(contents: &[u8]) -> Option<i64> {
    match *contents {
        [one] => Some(i64::from(one as i8)),
        [first, second, ..] if contents.len() <= 8 && first != (second as i8 >> 7) as u8 => {
            let sign = i64::from(first as i8 >> 7);
            Some(contents.iter().fold(sign, |number, octet| number << 8 | i64::from(*octet)))
        }
        _ => None,
    }
}
