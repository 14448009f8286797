//! Writes text to bits, from start to end; presence bits and counts are filled in once they are
//! known.

use super::fields::{BitsOut, Length};
use super::path::NONE;
use super::path::{Addition, Member, Node, Omit, Op, Order, Path, Record};
use crate::fast_path::asks::spelled;
use crate::fast_path::bounds::Bounds;
use crate::fast_path::items::Items;
use crate::fast_path::text::{arcs, TextIn};

/// Appends the encoding of the value at the start of `text` and returns the length of that value in
/// the text. `None` means that the general path must write it, regardless of what was output.
pub(crate) fn write(path: &Path, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
    let start = out.len() * 8;
    let bits = BitsOut::new(out, path.aligned);
    let depth = bounds.depth;
    let mut run = Run { path, text: TextIn::new(text), bounds, depth, key: None, bits, scratch: Vec::new() };
    run.node(&path.root)?;
    // X.691 11.1: at least one octet.
    if run.bits.at == start {
        run.bits.put(0, 8);
    }
    run.bits.finish();
    Some(run.text.at)
}

struct Run<'r, 't, 'o> {
    path: &'r Path,
    text: TextIn<'t>,
    bounds: &'r Bounds,
    /// The number of levels left.
    depth: u32,
    /// The key in the innermost record that has one, once it has been written.
    key: Option<i64>,
    bits: BitsOut<'o>,
    scratch: Vec<u8>,
}

/// The root or an addition of a record, while it is being written.
struct Part {
    /// 0 for the root.
    number: u32,
    /// Its presence bits: their position, their number, and which are set.
    at: usize,
    count: u32,
    flags: u64,
    /// Where the contents of its field start.
    field: Option<usize>,
}

impl<'r> Run<'r, '_, '_> {
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn node(&mut self, node: &Node) -> Option<()> {
        if node.asks {
            return None;
        }
        match node.op {
            Op::Record(record) => self.record(&self.path.records[record as usize]),
            Op::List(list) => self.list(list),
            Op::Choice(choice) => self.choice(choice),
            Op::Enumerated(items) => {
                self.enumerated(&self.path.items[items as usize], &self.path.orders[items as usize])
            }
            Op::Whole(number) => self.whole(number).map(drop),
            Op::Key(number) => {
                self.key = Some(self.whole(number)?);
                Some(())
            }
            Op::Select(table) => {
                self.depth = self.depth.checked_sub(1)?;
                self.node(&self.path.row(table, self.key)?.node)?;
                self.depth += 1;
                Some(())
            }
            Op::Boolean => {
                let value = self.text.boolean()?;
                self.bits.put(u64::from(value), 1);
                Some(())
            }
            Op::Null => self.text.null(),
            Op::OctetString(string) => {
                self.scratch.clear();
                self.text.hex(&mut self.scratch)?;
                let count = self.scratch.len();
                self.string(string, count, count * 8)
            }
            Op::Field(inner) => {
                self.depth = self.depth.checked_sub(1)?;
                let start = self.bits.open();
                self.node(&self.path.nodes[inner as usize])?;
                self.bits.close(start)?;
                self.depth += 1;
                Some(())
            }
            Op::Alt(alt) => {
                let alt = &self.path.alts[alt as usize];
                let start = self.text.at;
                let outside = alt.range.has(self.text.integer()?).is_none();
                self.text.at = start;
                self.bits.put(u64::from(outside), 1);
                self.node(if outside { &alt.outside } else { &alt.inside })
            }
            leaf => self.leaf(leaf),
        }
    }

    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn whole(&mut self, number: u32) -> Option<i64> {
        let of = &self.path.numbers[number as usize];
        let number = self.text.integer()?;
        of.range.has(number)?;
        // Wrapping gives the right difference, since `lo <= number`.
        let offset = number.wrapping_sub(of.lo.filter(|lo| *lo <= number)?) as u64;
        if offset > of.whole.span {
            return None;
        }
        self.bits.constrained(offset, of.whole);
        Some(number)
    }

    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn leaf(&mut self, op: Op) -> Option<()> {
        match op {
            Op::BitString(string) => {
                self.scratch.clear();
                let fixed = self.path.strings[string as usize].fixed;
                let count = self.text.bits(fixed, &mut self.scratch, 0)?;
                self.string(string, count, count)
            }
            Op::Characters(string) => self.characters(string),
            Op::Text(string) => {
                let text = self.text.string()?;
                let of = &self.path.strings[string as usize];
                if !(of.utf8 && of.is_free()) {
                    spelled(text, of.alphabet)?;
                    of.sizes.has(text.len())?;
                }
                self.short(text.len())?;
                self.counted(text)
            }
            Op::Oid { relative } => {
                let text = self.text.string()?;
                if text.len() > self.bounds.integer_octets {
                    return None;
                }
                let mut contents = std::mem::take(&mut self.scratch);
                contents.clear();
                arcs(text, relative, &mut contents)?;
                self.counted(&contents)?;
                self.scratch = contents;
                Some(())
            }
            Op::Counted(whole) => {
                let whole = &self.path.numbers[whole as usize];
                let number = self.text.integer()?;
                whole.range.has(number)?;
                let (number, significant) = match whole.lo {
                    Some(lo) => {
                        let offset = number.checked_sub(lo).filter(|offset| *offset >= 0)?;
                        (offset, 64 - offset.leading_zeros())
                    }
                    None => (number, 65 - (number ^ number >> 63).leading_zeros()),
                };
                let octets = significant.div_ceil(8).max(1) as usize;
                self.counted(number.to_be_bytes().get(8 - octets..)?)
            }
            _ => None,
        }
    }

    /// Writes an unconstrained length and the octets.
    fn counted(&mut self, octets: &[u8]) -> Option<()> {
        self.bits.length(octets.len(), Length::ANY)?;
        self.bits.put_octets(octets, octets.len() * 8)
    }

    #[inline]
    fn short(&self, octets: usize) -> Option<()> {
        (octets <= self.bounds.string_octets).then_some(())
    }

    /// Writes the string in the scratch buffer, of `units` units and `bits` bits.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn string(&mut self, string: u32, units: usize, bits: usize) -> Option<()> {
        self.short(self.scratch.len())?;
        let string = &self.path.strings[string as usize];
        string.sizes.has(units)?;
        self.bits.length(units, string.length)?;
        if string.align {
            self.bits.align();
        }
        self.bits.put_octets(&self.scratch, bits)
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn characters(&mut self, string: u32) -> Option<()> {
        let string = &self.path.strings[string as usize];
        let text = self.text.string()?;
        self.short(text.len())?;
        spelled(text, string.alphabet)?;
        string.sizes.has(text.len())?;
        self.bits.length(text.len(), string.length)?;
        if string.align {
            self.bits.align();
        }
        for character in text {
            let code = *string.codes.get(usize::from(*character))?;
            if code == NONE {
                return None;
            }
            self.bits.put(u64::from(code), string.width);
        }
        Some(())
    }

    /// X.691 14.
    #[inline]
    fn enumerated(&mut self, items: &Items, order: &Order) -> Option<()> {
        let at = items.position(&self.path.words, self.text.string()?)?;
        let code = order.codes.get(at)?;
        self.bits.put(code.bits, code.width);
        Some(())
    }

    /// Writes a list of ENUMERATED items; their lookup table is fetched only once.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn all_enumerated(&mut self, items: u32) -> Option<usize> {
        let (items, order) = (&self.path.items[items as usize], &self.path.orders[items as usize]);
        self.all(|run| run.enumerated(items, order))
    }

    /// Writes elements up to the closing bracket; returns their number.
    #[inline(always)]
    fn all(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<usize> {
        let mut count = 0;
        self.text.sign(b'[')?;
        let mut more = !self.text.is(b']')?;
        while more {
            element(self)?;
            count += 1;
            more = self.text.more(b']')?;
        }
        Some(count)
    }

    /// X.691 19.
    fn record(&mut self, record: &'r Record) -> Option<()> {
        if !record.known {
            return None;
        }
        self.depth = self.depth.checked_sub(1)?;
        let outside = self.key;
        if record.keyed {
            self.key = None;
        }
        let members = self.path.members.get(..record.members.end)?;
        let additions = self.path.additions.get(record.additions.clone())?;
        let known = additions.len() as u32;
        let at = self.bits.leave_bits(record.flags);
        let mut part = Part { number: 0, at, count: record.flags, flags: 0, field: None };
        let (mut bitmap_at, mut bitmap) = (0, 0);
        let mut next = record.members.start;
        self.text.sign(b'{')?;
        let mut more = !self.text.is(b'}')?;
        while more {
            let member = self.member(members, &mut next, part.number)?;
            if self.is_omitted(member)? {
                more = self.text.more(b'}')?;
                continue;
            }
            if member.part != part.number {
                if part.number == 0 {
                    part.flags |= bit(part.count, record.extension?);
                    self.end_part(&part)?;
                    self.bits.small_number(u64::from(known.checked_sub(1)?))?;
                    bitmap_at = self.bits.leave_bits(known);
                } else {
                    self.end_part(&part)?;
                }
                let addition = additions.get(member.part as usize - 1)?;
                // Members of this group that were skipped must be optional, because another member of
                // it is present.
                let passed = members.get(addition.members.start..next - 1)?;
                if passed.iter().any(|member| member.required) {
                    return None;
                }
                bitmap |= bit(known, member.part - 1);
                part = self.begin_part(member.part, addition);
            }
            if let Some(flag) = member.flag {
                part.flags |= bit(part.count, flag);
            }
            self.node(&member.node)?;
            more = self.text.more(b'}')?;
        }
        let left = members.get(next..)?;
        if left.iter().any(|member| member.required && member.part == part.number) {
            return None;
        }
        self.end_part(&part)?;
        self.bits.set(bitmap_at, bitmap, if bitmap == 0 { 0 } else { known });
        self.depth += 1;
        self.key = outside;
        Some(())
    }

    /// Finds the member whose name comes next, starting at `next`, and skips the name.
    #[inline]
    fn member(&mut self, members: &'r [Member], next: &mut usize, part: u32) -> Option<&'r Member> {
        self.text.next()?;
        let (head, rest) = (self.text.head(), self.text.rest());
        loop {
            let member = members.get(*next)?;
            *next += 1;
            if let Some(taken) = member.key.begins(&self.path.words, head, rest) {
                self.text.at += taken;
                return Some(member);
            }
            if member.required && member.part == part {
                return None;
            }
        }
    }

    fn begin_part(&mut self, number: u32, addition: &Addition) -> Part {
        let field = Some(self.bits.open());
        let count = addition.flags.unwrap_or(0);
        Part { number, at: self.bits.leave_bits(count), count, flags: 0, field }
    }

    fn end_part(&mut self, part: &Part) -> Option<()> {
        self.bits.set(part.at, part.flags, part.count);
        match part.field {
            Some(start) => self.bits.close(start),
            None => Some(()),
        }
    }

    /// Whether the value equals the member's default; if so, skips it.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn is_omitted(&mut self, member: &Member) -> Option<bool> {
        let default = match member.omit {
            Omit::Never => return Some(false),
            Omit::Is(default) => default,
            Omit::Perhaps => return None,
        };
        let start = self.text.at;
        let value = match member.node.op {
            Op::Boolean => i64::from(self.text.boolean()?),
            Op::Whole(_) | Op::Counted(_) | Op::Alt(_) => self.text.integer()?,
            Op::Enumerated(items) => {
                self.path.items[items as usize].number(&self.path.words, self.text.string()?)?
            }
            _ => return None,
        };
        if value != default {
            self.text.at = start;
        }
        Some(value == default)
    }

    /// X.691 20, 22.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn list(&mut self, list: u32) -> Option<()> {
        let list = &self.path.lists[list as usize];
        if list.asks {
            return None;
        }
        self.depth = self.depth.checked_sub(1)?;
        let (at, width) = match list.length.above {
            Some(above) => self.bits.leave(above),
            None => (self.bits.open(), 8),
        };
        let count = match list.element {
            Node { asks: false, op: Op::Enumerated(items) } => self.all_enumerated(items)?,
            ref element => self.all(|run| run.node(element))?,
        };
        list.sizes.has(count)?;
        let above = (count as u64).checked_sub(list.length.lo)?;
        if count as u64 > self.bounds.elements {
            return None;
        }
        match list.length.above {
            Some(most) if above <= most.span => self.bits.set(at, above, width),
            Some(_) => return None,
            None => self.bits.counted(at, count)?,
        }
        self.depth += 1;
        Some(())
    }

    /// X.691 23.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn choice(&mut self, choice: u32) -> Option<()> {
        let choice = &self.path.choices[choice as usize];
        self.text.sign(b'{')?;
        self.text.next()?;
        let (head, rest) = (self.text.head(), self.text.rest());
        let (alternative, taken) = choice.alternatives.iter().find_map(|alternative| {
            alternative.key.begins(&self.path.words, head, rest).map(|taken| (alternative, taken))
        })?;
        self.text.at += taken;
        let code = alternative.code?;
        self.bits.put(code.bits, code.width);
        self.depth = self.depth.checked_sub(1)?;
        self.node(&alternative.node)?;
        self.depth += 1;
        self.text.sign(b'}')
    }
}

/// Bit `index` of `count` bits, the first being the most significant.
#[inline(always)]
fn bit(count: u32, index: u32) -> u64 {
    1 << (count - 1 - index)
}
