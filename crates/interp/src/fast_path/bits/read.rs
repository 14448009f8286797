//! Reads bits to text or to cells.

use wireglot_rt::{tlv, Limits};

use super::fields::{BitsIn, Length};
use super::path::{Addition, Member, Node, Op, Path, Record, Strings};
use crate::fast_path::out::Out;
use crate::run::of_no_bits;

/// Reads the value at the start of `octets` and returns how many it took. `None` means that the general
/// path must read it, regardless of what was output.
pub(crate) fn read<O: Out>(
    path: &Path,
    octets: &[u8],
    limits: &Limits,
    lossless: bool,
    (out, place): (&mut O, O::Place),
) -> Option<usize> {
    let bits = BitsIn::new(octets, path.aligned);
    let (depth, empty) = (limits.depth, limits.empty_elements);
    let mut run = Run { path, bits, limits, depth, empty, lossless, key: None, scratch: Vec::new(), out };
    run.node(&path.root, place)?;
    // X.691 11.1: a complete encoding is whole octets, at least one.
    if run.bits.at == 0 {
        run.bits.take(8)?;
    }
    Some(run.bits.at.div_ceil(8))
}

struct Run<'r, 'b, O> {
    path: &'r Path,
    bits: BitsIn<'b>,
    limits: &'r Limits,
    /// The number of levels left, and of elements and components that may still take no bits.
    depth: u32,
    empty: u64,
    /// Whether unknown parts must not be dropped.
    lossless: bool,
    /// The key in the innermost record that has one, once it has been read.
    key: Option<i64>,
    scratch: Vec<u8>,
    out: &'r mut O,
}

impl<'r, O: Out> Run<'r, '_, O> {
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn node(&mut self, node: &Node, place: O::Place) -> Option<()> {
        match node.op {
            Op::Record(record) => self.record(&self.path.records[record as usize], place),
            Op::List(list) => self.list(list, place),
            Op::Choice(choice) => self.choice(choice, place),
            Op::Enumerated(items) => self.enumerated(items, place),
            Op::Whole(number) => self.whole(number, place).map(drop),
            Op::Key(number) => {
                self.key = Some(self.whole(number, place)?);
                Some(())
            }
            Op::Select(table) => {
                self.depth = self.depth.checked_sub(1)?;
                let row = self.path.row(table, self.key)?;
                self.node(&row.node, self.out.held(place, row.actual))?;
                self.depth += 1;
                Some(())
            }
            Op::Boolean => {
                let value = self.bits.bit()?;
                self.out.boolean(place, value)
            }
            Op::Null => self.out.null(place),
            Op::OctetString(string) => {
                let (_, count) = self.count(string, 8)?;
                let octets = self.bits.octets(count * 8, &mut self.scratch)?;
                self.out.octets(place, octets)
            }
            Op::Field(inner) => {
                self.depth = self.depth.checked_sub(1)?;
                self.field(|run| run.node(&run.path.nodes[inner as usize], place))?;
                self.depth += 1;
                Some(())
            }
            Op::Alt(alt) => {
                let alt = &self.path.alts[alt as usize];
                let outside = self.bits.bit()?;
                self.node(if outside { &alt.outside } else { &alt.inside }, place)
            }
            leaf => self.leaf(leaf, place),
        }
    }

    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn whole(&mut self, number: u32, place: O::Place) -> Option<i64> {
        let of = &self.path.numbers[number as usize];
        let number = of.lo?.checked_add_unsigned(self.bits.constrained(of.whole)?)?;
        self.out.integer(place, number)?;
        Some(number)
    }

    #[inline(never)]
    fn leaf(&mut self, op: Op, place: O::Place) -> Option<()> {
        match op {
            Op::BitString(string) => self.bit_string(string, place),
            Op::Characters(string) => self.characters(string, place),
            Op::Text(string) => {
                let (string, count) = self.count(string, 8)?;
                let octets = self.bits.octets(count * 8, &mut self.scratch)?;
                match string.utf8 {
                    true => self.out.utf8(place, octets),
                    false => self.out.ascii(place, octets),
                }
            }
            Op::Oid { relative } => {
                let count = self.bits.length(Length::ANY)?;
                self.bits.align()?;
                let octets = self.bits.octets(count * 8, &mut self.scratch)?;
                tlv::oid(octets, self.limits.integer_octets).ok()?;
                self.out.oid(place, octets, relative)
            }
            Op::Counted(whole) => self.counted(whole, place),
            _ => None,
        }
    }

    /// Reads a number in octets (X.691 13.2.4 and 13.2.6).
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn counted(&mut self, whole: u32, place: O::Place) -> Option<()> {
        let whole = &self.path.numbers[whole as usize];
        let count = self.bits.length(Length::ANY)?;
        if !(1..=self.limits.integer_octets.min(7)).contains(&count) {
            return None;
        }
        self.bits.align()?;
        let bits = self.bits.take(count as u32 * 8)?;
        let number = match whole.lo {
            Some(lo) => lo.checked_add_unsigned(bits)?,
            None => (bits << (64 - count * 8)) as i64 >> (64 - count * 8),
        };
        self.out.integer(place, number)
    }

    /// Reads the number of units in a string, each of `bits` bits, and moves to the first of them.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn count(&mut self, string: u32, bits: usize) -> Option<(&'r Strings, usize)> {
        let string = &self.path.strings[string as usize];
        let count = self.bits.length(string.length)?;
        if string.align {
            self.bits.align()?;
        }
        (count * bits <= self.limits.string_octets.saturating_mul(8)).then_some((string, count))
    }

    fn bit_string(&mut self, string: u32, place: O::Place) -> Option<()> {
        let (string, count) = self.count(string, 1)?;
        let octets = self.bits.octets(count, &mut self.scratch)?;
        self.out.bit_string(place, octets, count, string.fixed.is_some())
    }

    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn characters(&mut self, string: u32, place: O::Place) -> Option<()> {
        let width = self.path.strings[string as usize].width;
        let (string, count) = self.count(string, width as usize)?;
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        for _ in 0..count {
            text.push(*string.characters.get(self.bits.take(width)? as usize)?);
        }
        self.out.ascii(place, &text)?;
        self.scratch = text;
        Some(())
    }

    /// X.691 14.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn enumerated(&mut self, items: u32, place: O::Place) -> Option<()> {
        let order = &self.path.orders[items as usize];
        let number = match &order.additions {
            Some(additions) if self.bits.bit()? => *additions.get(self.small_number()?)?,
            _ => {
                let index = self.bits.constrained(order.whole)?;
                *order.root.get(index as usize)?
            }
        };
        self.out.enumerated(place, &self.path.items[items as usize], &self.path.words, number)
    }

    /// X.691 11.6, below 64.
    fn small_number(&mut self) -> Option<usize> {
        match self.bits.bit()? {
            false => Some(self.bits.take(6)? as usize),
            true => None,
        }
    }

    /// X.691 11.2: a length in octets, then the contents in place.
    #[inline]
    fn field(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let octets = self.bits.length(Length::ANY)?;
        if octets * 8 > self.bits.left() {
            return None;
        }
        let (start, end) = (self.bits.at, self.bits.at + octets * 8);
        let outer = std::mem::replace(&mut self.bits.end, end);
        read(self)?;
        // X.691 11.2.5: one octet if the contents have no bits; some peers write none.
        if self.bits.at == start && octets > 0 {
            self.bits.at += 8;
        }
        if self.bits.left() >= 8 {
            return None;
        }
        (self.bits.at, self.bits.end) = (end, outer);
        Some(())
    }

    /// X.691 19.
    fn record(&mut self, record: &'r Record, place: O::Place) -> Option<()> {
        if !record.known {
            return None;
        }
        self.depth = self.depth.checked_sub(1)?;
        let outside = self.key;
        if record.keyed {
            self.key = None;
        }
        let begun = self.out.begin_record(place)?;
        let start = self.bits.at;
        let flags = self.bits.take(record.flags)?;
        let members = self.path.members.get(record.members.start..record.root)?;
        self.members(members, (flags, record.flags), place)?;
        self.count_empty(members, start)?;
        if record.extension.is_some_and(|flag| has(flags, record.flags, flag)) {
            self.additions(self.path.additions.get(record.additions.clone())?, place)?;
        }
        self.out.end_record(begun);
        self.depth += 1;
        self.key = outside;
        Some(())
    }

    #[inline]
    fn members(&mut self, members: &'r [Member], (flags, count): (u64, u32), place: O::Place) -> Option<()> {
        for member in members {
            if member.flag.is_none_or(|flag| has(flags, count, flag)) {
                let within = self.out.member(place, member.slot, &self.path.words, member.word);
                self.node(&member.node, within)?;
            }
        }
        Some(())
    }

    /// Counts the components of a record that count as values of no bits; its bits begin at `start`.
    #[inline]
    fn count_empty(&mut self, members: &[Member], start: usize) -> Option<()> {
        let bits = self.bits.at - start;
        self.empty = self.empty.checked_sub(of_no_bits(members.len(), bits as u64))?;
        Some(())
    }

    /// X.691 19.7 to 19.9: a bitmap, then each addition in a field of its own.
    fn additions(&mut self, additions: &'r [Addition], place: O::Place) -> Option<()> {
        let count = self.small_number()? as u32 + 1;
        let bitmap = self.bits.take_wide(count)?;
        let known = additions.len() as u32;
        if count > known && (self.lossless || bitmap << (64 - count) << known != 0) {
            return None;
        }
        for (addition, bit) in additions.iter().zip(0..count) {
            if !has(bitmap, count, bit) {
                continue;
            }
            let members = self.path.members.get(addition.members.clone())?;
            self.field(|run| {
                let count = addition.flags.unwrap_or(0);
                let start = run.bits.at;
                let flags = run.bits.take(count)?;
                run.members(members, (flags, count), place)?;
                run.count_empty(members, start)
            })?;
        }
        Some(())
    }

    /// X.691 20, 22.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn list(&mut self, list: u32, place: O::Place) -> Option<()> {
        let list = &self.path.lists[list as usize];
        self.depth = self.depth.checked_sub(1)?;
        let count = self.bits.length(list.length)?;
        if count as u64 > self.limits.elements {
            return None;
        }
        let begun = self.out.begin_list(place)?;
        for _ in 0..count {
            let before = (self.bits.at, self.empty);
            let within = self.out.element(place);
            self.node(&list.element, within)?;
            if (self.bits.at, self.empty) == before {
                self.empty = self.empty.checked_sub(1)?;
            }
        }
        self.out.end_list(begun);
        self.depth += 1;
        Some(())
    }

    /// X.691 23.
    #[expect(clippy::indexing_slicing, reason = "numbers in a path are positions that make gave out")]
    fn choice(&mut self, choice: u32, place: O::Place) -> Option<()> {
        let choice = &self.path.choices[choice as usize];
        let index = match choice.extensible && self.bits.bit()? {
            true => choice.roots as usize + self.small_number()?,
            false => choice.whole.map_or(Some(0), |whole| self.bits.constrained(whole))? as usize,
        };
        let alternative = choice.alternatives.get(index)?;
        self.depth = self.depth.checked_sub(1)?;
        let (words, word) = (&self.path.words, alternative.word);
        let within = self.out.begin_choice(place, alternative.number, words, word)?;
        self.node(&alternative.node, within)?;
        self.out.end_choice();
        self.depth += 1;
        Some(())
    }
}

/// Whether bit `index` of `count` bits is set, the first being the most significant.
#[inline(always)]
fn has(bits: u64, count: u32, index: u32) -> bool {
    bits >> (count - 1 - index) & 1 != 0
}
