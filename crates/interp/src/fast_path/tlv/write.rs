//! Writes text to octets, from start to end; a length is filled in once it is known.

use wireglot_bigint::BigInt;
use wireglot_model::times::is_time;
use wireglot_model::TimeKind;
use wireglot_rt::tlv::{self, Repertoire};

use super::path::{Node, Omit, Op, Path, Record};
use crate::fast_path::asks::{spelled, Range, Sizes};
use crate::fast_path::bounds::Bounds;
use crate::fast_path::text::{arcs, TextIn};

/// Appends the encoding of the value at the start of `text` and returns the length of that value in
/// the text. `None` means that the general path must write it, regardless of what was output.
pub(crate) fn write(path: &Path, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
    let mut run = Run { path, text: TextIn::new(text), bounds, depth: bounds.depth, out };
    run.node(&path.root)?;
    Some(run.text.at)
}

struct Run<'r, 't> {
    path: &'r Path,
    text: TextIn<'t>,
    bounds: &'r Bounds,
    /// The number of levels left.
    depth: u32,
    out: &'r mut Vec<u8>,
}

impl<'r> Run<'r, '_> {
    /// Writes a complete encoding.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn node(&mut self, node: &Node) -> Option<()> {
        if node.asks {
            return None;
        }
        match node.op {
            Op::Choice(choice) => self.choice(choice),
            Op::Record(record) => {
                self.framed(node.identifier, |run| run.record(&run.path.records[record as usize]))
            }
            Op::List(list) => self.framed(node.identifier, |run| run.list(list)),
            Op::Contained(inner) => {
                self.framed(node.identifier, |run| run.node(&run.path.nodes[inner as usize]))
            }
            Op::Frame(inner) => {
                let start = self.open(node.identifier);
                self.node(&self.path.nodes[inner as usize])?;
                self.close(start)
            }
            Op::Integer(range) => match self.text.integer() {
                Some(number) => {
                    range.has(number)?;
                    self.integer(node.identifier, number);
                    Some(())
                }
                None => self.long_integer(node.identifier, range),
            },
            Op::Opaque => self.opaque(),
            Op::Enumerated(_) | Op::Boolean => {
                let number = self.simple(node.op)?;
                let number = if let (Op::Boolean, 1) = (node.op, number) { -1 } else { number };
                self.integer(node.identifier, number);
                Some(())
            }
            Op::Null => {
                self.text.null()?;
                self.out.extend_from_slice(&[node.identifier, 0]);
                Some(())
            }
            leaf => {
                let start = self.open(node.identifier);
                self.leaf(leaf, start)?;
                self.close(start)
            }
        }
    }

    /// Writes an identifier octet and room for a one-octet length.
    #[inline(always)]
    fn open(&mut self, identifier: u8) -> usize {
        self.out.extend_from_slice(&[identifier, 0]);
        self.out.len()
    }

    /// Fills in the length of what was written from `start` on.
    #[inline(always)]
    fn close(&mut self, start: usize) -> Option<()> {
        let length = self.out.len() - start;
        match length {
            0..0x80 => *self.out.get_mut(start - 1)? = length as u8,
            _ => self.long_length(start, length)?,
        }
        Some(())
    }

    fn long_length(&mut self, start: usize, length: usize) -> Option<()> {
        let octets = (length as u64).to_be_bytes();
        let digits = octets.get((length as u64).leading_zeros() as usize / 8..)?;
        let end = self.out.len();
        self.out.resize(end + digits.len(), 0);
        self.out.copy_within(start..end, start + digits.len());
        self.out.get_mut(start..start + digits.len())?.copy_from_slice(digits);
        *self.out.get_mut(start - 1)? = 0x80 | digits.len() as u8;
        Some(())
    }

    /// Writes a value with parts.
    #[inline(always)]
    fn framed(&mut self, identifier: u8, write: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        let start = self.open(identifier);
        write(self)?;
        self.depth += 1;
        self.close(start)
    }

    #[inline(always)]
    fn integer(&mut self, identifier: u8, number: i64) {
        // X.690 8.3.2: leave out octets that only repeat the sign.
        let spare = ((number ^ number >> 63).leading_zeros() - 1) / 8;
        let digits = (number << (spare * 8)).to_be_bytes();
        let end = self.out.len() + 10 - spare as usize;
        let [a, b, c, d, e, f, g, h] = digits;
        self.out.extend_from_slice(&[identifier, 8 - spare as u8, a, b, c, d, e, f, g, h]);
        self.out.truncate(end);
    }

    /// Writes an integer of more than 18 digits.
    fn long_integer(&mut self, identifier: u8, range: Range) -> Option<()> {
        let digits = self.text.digits()?;
        if let Ok(number) = digits.parse::<i64>() {
            range.has(number)?;
            self.integer(identifier, number);
            return Some(());
        }
        let octets = match digits.parse::<u64>() {
            Ok(number) => {
                range.has_wide()?;
                BigInt::from(number)
            }
            Err(_) => {
                range.has_all()?;
                BigInt::from_decimal(digits)?
            }
        };
        let octets = octets.to_twos_complement();
        if octets.len() > self.bounds.integer_octets {
            return None;
        }
        let start = self.open(identifier);
        self.out.extend_from_slice(&octets);
        self.close(start)
    }

    /// The value of a numeric leaf (TRUE is 1), also inside explicit tags.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn simple(&mut self, op: Op) -> Option<i64> {
        match op {
            Op::Frame(inner) => self.simple(self.path.nodes[inner as usize].op),
            Op::Boolean => self.text.boolean().map(i64::from),
            Op::Integer(..) => self.text.integer(),
            Op::Enumerated(items) => {
                let name = self.text.string()?;
                self.path.items[items as usize].number(&self.path.words, name)
            }
            _ => None,
        }
    }

    fn record(&mut self, record: &'r Record) -> Option<()> {
        if !record.known {
            return None;
        }
        let members = self.path.members.get(..record.members.end)?;
        let mut next = record.members.start;
        self.text.sign(b'{')?;
        let mut more = !self.text.is(b'}')?;
        while more {
            self.text.next()?;
            let (head, rest) = (self.text.head(), self.text.rest());
            let member = loop {
                let member = members.get(next)?;
                next += 1;
                if let Some(taken) = member.key.begins(&self.path.words, head, rest) {
                    self.text.at += taken;
                    break member;
                }
                if member.required {
                    return None;
                }
            };
            if !self.is_omitted(&member.omit, member.node.op)? {
                self.node(&member.node)?;
            }
            more = self.text.more(b'}')?;
        }
        (next >= record.needed).then_some(())
    }

    /// Whether the value equals the member's default; if so, skips it.
    #[inline]
    fn is_omitted(&mut self, omit: &Omit, op: Op) -> Option<bool> {
        let default = match omit {
            Omit::Never => return Some(false),
            Omit::Is(default, _) => *default,
            Omit::Perhaps => return None,
        };
        let start = self.text.at;
        let is = self.simple(op)? == default;
        if !is {
            self.text.at = start;
        }
        Some(is)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn list(&mut self, list: u32) -> Option<()> {
        let list = &self.path.lists[list as usize];
        if list.asks {
            return None;
        }
        let mut count = 0;
        let mut last = self.out.len()..self.out.len();
        self.text.sign(b'[')?;
        let mut more = !self.text.is(b']')?;
        while more {
            let start = self.out.len();
            self.node(&list.element)?;
            if list.sorted {
                let this = start..self.out.len();
                if self.out.get(last)? > self.out.get(this.clone())? {
                    return None;
                }
                last = this;
            }
            count += 1;
            more = self.text.more(b']')?;
        }
        if count as u64 > self.bounds.elements {
            return None;
        }
        list.sizes.has(count)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn choice(&mut self, choice: u32) -> Option<()> {
        let choice = &self.path.choices[choice as usize];
        self.text.sign(b'{')?;
        self.text.next()?;
        let (head, rest) = (self.text.head(), self.text.rest());
        let found = choice.alternatives.iter().find_map(|alternative| {
            alternative.key.begins(&self.path.words, head, rest).map(|taken| (alternative, taken))
        });
        let (alternative, taken) = found?;
        self.text.at += taken;
        self.depth = self.depth.checked_sub(1)?;
        self.node(&alternative.node)?;
        self.depth += 1;
        self.text.sign(b'}')
    }

    /// Writes the octets of any encoding.
    fn opaque(&mut self) -> Option<()> {
        let start = self.out.len();
        self.text.hex(self.out)?;
        let octets = self.out.get(start..)?;
        self.short(octets.len())?;
        let mut reader = tlv::Reader::new(octets, self.path.canonical);
        let header = reader.header().ok()?;
        match self.path.canonical {
            true => reader.skip_canonical(&header, self.bounds.depth, false).ok()?,
            false => reader.skip(&header, self.bounds.depth).ok()?,
        }
        (reader.position == octets.len()).then_some(())
    }

    /// Writes contents octets; they start at `start`.
    fn leaf(&mut self, op: Op, start: usize) -> Option<()> {
        match op {
            Op::OctetString(sizes) => {
                self.text.hex(self.out)?;
                let length = self.out.len() - start;
                self.short(length)?;
                sizes.has(length)
            }
            Op::Oid { relative } => {
                let text = self.text.string()?;
                if text.len() > self.bounds.integer_octets {
                    return None;
                }
                arcs(text, relative, self.out)
            }
            Op::Text(text) => self.text(text),
            Op::BitString(bits) => self.bits(bits, start),
            Op::UtcTime | Op::GeneralizedTime => self.time(op),
            _ => None,
        }
    }

    #[inline]
    fn short(&self, length: usize) -> Option<()> {
        (length <= self.bounds.string_octets).then_some(())
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn text(&mut self, text: u32) -> Option<()> {
        let text = &self.path.texts[text as usize];
        let value = self.text.string()?;
        self.short(value.len())?;
        let repertoire = text.repertoire;
        let free = text.alphabet == u128::MAX && text.sizes == Sizes::ALL;
        if !(repertoire == Repertoire::Utf8 && free) {
            spelled(value, text.alphabet)?;
            text.sizes.has(value.len())?;
        }
        if self.path.canonical && !value.iter().all(|octet| repertoire.contains(char::from(*octet))) {
            return None;
        }
        self.out.extend_from_slice(value);
        Some(())
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn bits(&mut self, bits: u32, start: usize) -> Option<()> {
        let bits = &self.path.bits[bits as usize];
        self.out.push(0);
        let count = self.text.bits(bits.fixed, self.out, start + 1)?;
        self.short(self.out.len() - start - 1)?;
        *self.out.get_mut(start)? = tlv::bit_string_octet(count as u64);
        bits.sizes.has(count)
    }

    fn time(&mut self, op: Op) -> Option<()> {
        let octets = self.text.string()?;
        self.short(octets.len())?;
        let text = str::from_utf8(octets).ok()?;
        let form = if self.path.canonical { tlv::Form::Canonical } else { tlv::Form::Basic };
        let kind = match op {
            Op::UtcTime => {
                tlv::utc_time(text, form).ok()?;
                TimeKind::Utc
            }
            _ => {
                tlv::generalized_time(text, form).ok()?;
                TimeKind::Generalized
            }
        };
        if !is_time(kind, text) {
            return None;
        }
        self.out.extend_from_slice(octets);
        Some(())
    }
}
