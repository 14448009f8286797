//! How C expresses codecs. Words of eight bytes are for 64-bit little-endian targets. There, runs of bytes
//! that are the same in memory as on the wire, apart from a shift, are also moved by words.

use std::fmt::Write;

use wireglot_plan::{LayoutId, LayoutKind};

use super::super::steps::{Call, Leaf, Loop, Segment, Step};
use super::super::word_dialect::{Job, Single, Start, WordDialect};
use super::super::words::{Joined, Word};
use super::memory::Memory;
use super::places::{counter, Places};
use crate::Writer;

/// The minimum size in bytes of a run moved separately.
const RUN: u64 = 8;
/// The maximum number of words of a run that are moved without a loop.
const WRITTEN_OUT: u64 = 6;

/// Generates the codecs of one message.
pub struct C<'l> {
    /// Gives the C expressions of parts.
    pub places: Places<'l>,
    /// The offsets of parts in memory.
    pub memory: &'l Memory<'l>,
    /// The message.
    pub message: LayoutId,
    /// Checks of offsets, made by the compiler.
    pub checks: Vec<String>,
    /// Checks that members are adjacent, made on every target.
    pub rows: Vec<String>,
    /// The words that move parts.
    pub word: Word,
}

/// Bytes that are the same in memory and on the wire.
#[derive(Debug, Clone)]
struct Run<'l> {
    place: Vec<Segment<'l>>,
    bit: u64,
    memory: u64,
    octets: u64,
}

/// A run of integers of one size.
struct Even<'l> {
    run: Run<'l>,
    size: u64,
}

impl<'l> WordDialect<'l> for C<'l> {
    fn word(&self) -> Word {
        self.word
    }

    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String {
        if !self.word.whole {
            return format!("w = BpLoad({}, {octets});", behind(pointer, octet));
        }
        if octets == 8 {
            return format!("memcpy(&w, {}, 8);", behind(pointer, octet));
        }
        let octet_at = |i: u64| match i {
            0 => format!("(uint64_t){pointer}[{octet}]"),
            i => format!("(uint64_t){pointer}[{}] << {}", octet + i, i * 8),
        };
        let all: Vec<String> = (0..octets).map(octet_at).collect();
        format!("w = {};", all.join(" | "))
    }

    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String {
        let bits = self.word.bits();
        format!("(w >> {bit} | (uint{bits}_t){pointer}[{octet}] << {})", bits - bit)
    }

    fn take(&self, leaf: &Leaf, word: &str, bit: u64, out: &mut String) {
        self.places.take(leaf, word, bit, self.word.bits(), out);
    }

    fn check(&self, word: &str, bit: u64, value: u64, first: bool) -> String {
        let ty = self.places.layout.get(self.message);
        let lead =
            if bit == 0 { format!("({word} & 0xffffu)") } else { format!("({word} >> {bit} & 0xffffu)") };
        match ty.kind {
            // A newer sender appends its additions after everything in this version.
            LayoutKind::Record { extensible: true, .. } if first => {
                format!("if ({lead} < {value}u || {lead} > most) return 0;")
            }
            _ => format!("if ({lead} != {value}u) return 0;"),
        }
    }

    fn word_of(&self, leaf: &Leaf, bare: bool, out: &mut String) {
        self.places.word_of(leaf, bare, self.word.bits(), out);
    }

    fn number(&self, value: u64) -> String {
        format!("{}u", value & u64::MAX >> (64 - self.word.bits()))
    }

    fn store(&self, pointer: &str, octet: u64, octets: u64) -> String {
        if !self.word.whole {
            return format!("BpStore({}, {octets});", behind(pointer, octet));
        }
        format!("memcpy({}, &w, {octets});", behind(pointer, octet))
    }

    fn reload(&self, pointer: &str, octet: u64) -> String {
        format!("w = {pointer}[{octet}];")
    }

    fn run(&self, steps: &[Step<'l>], depth: usize) -> Option<(u64, usize)> {
        if !self.word.whole {
            return None;
        }
        let first = self.solid(steps.first()?, depth)?;
        if self.better_later(&first, steps.get(1), depth) {
            return None;
        }
        // The whole run, and the part of it that is whole words.
        let (mut octets, mut words) = (first.octets, (0, 0));
        for (index, step) in steps.iter().enumerate() {
            if index > 0 {
                match self.solid(step, depth) {
                    Some(next) if next.memory == first.memory + octets => octets += next.octets,
                    _ => break,
                }
            }
            if octets % 8 == 0 || matches!(step, Step::Loop(_)) {
                words = (octets, index + 1);
            }
        }
        (words.0 >= RUN).then_some(words)
    }

    fn read_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some(run) = self.begin(step, octets) else { return };
        let (s, phase, octet) = (pointer, run.bit % 8, run.bit / 8);
        let memory = self.places.address(self.message, &run.place);
        if phase == 0 {
            w.line(format!("memcpy({memory}, {}, {});", behind(s, octet), run.octets));
            return;
        }
        let word = |w: &mut Writer, at: &str, from: &str, over: &str| {
            w.line(format!("memcpy(&w, {from}, 8);"));
            w.line(format!("w = w >> {phase} | (uint64_t){s}[{over}] << {};", 64 - phase));
            w.line(format!("memcpy({memory}{at}, &w, 8);"));
        };
        let words = run.octets / 8;
        if words > WRITTEN_OUT {
            w.open(format!("for (size_t o = 0; o < {}; o += 8) {{", words * 8));
            word(w, " + o", &format!("{} + o", behind(s, octet)), &format!("{} + o", octet + 8));
            w.close("}");
        }
        let written = if words > WRITTEN_OUT { 0 } else { words };
        let rest = (run.octets % 8 > 0).then_some(run.octets - 8);
        for at in (0..written).map(|n| n * 8).chain(rest) {
            word(w, &behind("", at), &behind(s, octet + at), &(octet + at + 8).to_string());
        }
    }

    fn write_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some(run) = self.begin(step, octets) else { return };
        let (s, phase, octet) = (pointer, run.bit % 8, run.bit / 8);
        let memory = self.places.address(self.message, &run.place);
        if phase == 0 {
            w.line(format!("memcpy({}, {memory}, {});", behind(s, octet), run.octets));
            return;
        }
        let word = |w: &mut Writer, from: &str, to: &str| {
            w.line(format!("memcpy(&x, {memory}{from}, 8);"));
            w.line(format!("w |= x << {phase};"));
            w.line(format!("memcpy({to}, &w, 8);"));
            w.line(format!("w = x >> {};", 64 - phase));
        };
        let words = run.octets / 8;
        if words > WRITTEN_OUT {
            w.open(format!("for (size_t o = 0; o < {}; o += 8) {{", words * 8));
            word(w, " + o", &format!("{} + o", behind(s, octet)));
            w.close("}");
        } else {
            for at in (0..words).map(|n| n * 8) {
                word(w, &behind("", at), &behind(s, octet + at));
            }
        }
        let rest = run.octets % 8;
        if matches!(rest, 1 | 2 | 4) {
            // Loads only these bytes: an earlier wide store may not cover the bytes around them.
            w.line("x = 0;");
            w.line(format!("memcpy(&x, {memory} + {}, {rest});", run.octets - rest));
            w.line(format!("w |= x << {phase};"));
        } else if rest > 0 {
            w.line(format!("memcpy(&x, {memory} + {}, 8);", run.octets - 8));
            w.line(format!("w |= x >> {} << {phase};", 64 - rest * 8));
        }
    }

    fn join<'s>(&self, steps: &'s [Step<'l>], depth: usize) -> Option<(Joined<'s, 'l>, usize)> {
        let Step::Leaf(first) = steps.first().filter(|_| self.word.whole)? else { return None };
        let start = self.memory.offset(&first.place, depth);
        let (mut octets, mut found) = (0, None);
        for (index, step) in steps.iter().enumerate() {
            let Step::Leaf(leaf) = step else { break };
            if self.memory.offset(&leaf.place, depth) != start + octets {
                break;
            }
            octets += leaf.storage() / 8;
            let full = leaf.storage() == leaf.width();
            // Wide loads that span two of the stores that filled the memory are slow.
            let natural = octets == 2 || matches!(octets, 4 | 8) && start.is_multiple_of(octets);
            if index > 0 && natural && (full || !leaf.is_signed()) {
                let bits = leaf.bit + leaf.width() - first.bit;
                found = Some((Joined { first, bits, octets, steps: &steps[..=index] }, index + 1));
            }
            if !full || octets >= 8 {
                break;
            }
        }
        found
    }

    fn load_joined(&mut self, joined: &Joined<'_, 'l>, w: &mut Writer) {
        let memory = self.joined(joined);
        w.line("x = 0;");
        w.line(format!("memcpy(&x, {memory}, {});", joined.octets));
        if joined.bits < joined.octets * 8 {
            w.line(format!("x &= {:#x}u;", u64::MAX >> (64 - joined.bits)));
        }
    }

    fn take_joined(&mut self, joined: &Joined<'_, 'l>, word: &str, bit: u64, w: &mut Writer) {
        let memory = self.joined(joined);
        let down = if bit == 0 { word.to_string() } else { format!("{word} >> {bit}") };
        match joined.bits < joined.octets * 8 {
            true => w.line(format!("x = {down} & {:#x}u;", u64::MAX >> (64 - joined.bits))),
            false => w.line(format!("x = {down};")),
        }
        w.line(format!("memcpy({memory}, &x, {});", joined.octets));
    }

    fn open_loop(&self, inner: &Loop, w: &mut Writer) {
        let i = counter(inner.depth);
        w.open(format!("for (size_t {i} = 0; {i} < {}; {i}++) {{", inner.count));
    }

    fn element(&self, inner: &Loop, pointer: &str, writes: bool, w: &mut Writer) -> String {
        let (i, name) = (counter(inner.depth), format!("p{}", inner.depth));
        let kind = if writes { "unsigned char" } else { "const unsigned char" };
        let start = behind(pointer, inner.bit / 8);
        w.line(format!("{kind} *{name} = {start} + {i} * {};", inner.stride / 8));
        name
    }

    fn counter(&self, depth: usize) -> String {
        counter(depth)
    }

    fn get(&self, pointer: &str, bit: &str, width: u64) -> String {
        let long = if width > 32 { "Long" } else { "" };
        format!("BpGet{long}({pointer}, BpAt({bit}, {width}))")
    }

    fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String) {
        self.places.take_alone(leaf, word, out);
    }

    fn put(&self, pointer: &str, bit: &str, value: &Single, out: &mut String) {
        let (long, bits) = if value.width() > 32 { ("Long", 64) } else { ("", 32) };
        let _ = write!(out, "BpPut{long}({pointer}, BpAt({bit}, {}), ", value.width());
        match value {
            Single::Leaf(leaf) => match leaf.is_float() {
                true => self.places.add_bits(leaf, out),
                false => {
                    let _ = write!(out, "(uint{bits}_t)");
                    self.places.add_part(&leaf.place, out);
                }
            },
            Single::Lead(value) => {
                let _ = write!(out, "{value}u");
            }
        }
        out.push_str(");");
    }

    fn move_alone(
        &mut self,
        steps: &[Step<'l>],
        job: Job,
        pointer: &str,
        bit: &str,
    ) -> Option<(String, usize)> {
        let depth = steps.first().map_or(0, depth_of);
        let first = self.even(steps.first()?, depth)?;
        let (mut octets, mut taken) = (first.run.octets, 1);
        for step in &steps[1..] {
            match self.even(step, depth) {
                Some(next) if next.size == first.size && next.run.memory == first.run.memory + octets => {
                    octets += next.run.octets;
                }
                _ => break,
            }
            taken += 1;
        }
        if octets < RUN && !matches!(steps[0], Step::Loop(_)) || octets < 2 {
            return None;
        }
        if taken > 1 {
            let last = self.even(&steps[taken - 1], depth)?.run;
            let whole = self.places.type_name(self.message);
            let [begin, end] = [&first.run.place, &last.place].map(|place| self.places.chain(place));
            if first.run.place.iter().any(|s| matches!(s, Segment::Counted(_))) {
                return None;
            }
            let apart = octets - last.octets;
            self.rows.push(format!("offsetof({whole}, {end}) - offsetof({whole}, {begin}) == {apart}"));
        }
        let memory = self.places.address(self.message, &first.run.place);
        let at = format!("BpAt({bit}, {})", first.size);
        let line = match job {
            Job::Write => format!("BpPaste({pointer}, {at}, {memory}, {});", octets * 8),
            _ => format!("BpCut({memory}, {pointer}, {at}, {});", octets * 8),
        };
        Some((line, taken))
    }

    fn group_alone(&self, leaves: &[&Leaf], job: Job, pointer: &str, bit: &str, w: &mut Writer) -> bool {
        let (Some(first), Some(last)) = (leaves.first(), leaves.last()) else { return false };
        let bits = last.bit + last.width() - first.bit;
        if job == Job::Write {
            let out = w.begin();
            let _ = write!(out, "BpPut({pointer}, BpAt({bit}, {bits}), ");
            for leaf in leaves {
                let at = leaf.bit - first.bit;
                let masked = !leaf.is_boolean() && leaf.bit != last.bit;
                out.push_str(if at > 0 { " | " } else { "" });
                out.push_str(if masked { "((uint32_t)" } else { "(uint32_t)" });
                self.places.add_part(&leaf.place, out);
                if masked {
                    let _ = write!(out, " & {:#x}u)", u64::MAX >> (64 - leaf.width()));
                }
                if at > 0 {
                    let _ = write!(out, " << {at}");
                }
            }
            out.push_str(");");
            w.end();
            return true;
        }
        w.open("{");
        w.line(format!("uint32_t g = BpGet({pointer}, BpAt({bit}, {bits}));"));
        for leaf in leaves {
            let at = leaf.bit - first.bit;
            let down = if at == 0 { "g".to_string() } else { format!("g >> {at}") };
            let word = format!("({down} & {:#x}u)", u64::MAX >> (64 - leaf.width()));
            self.places.take_alone(leaf, &word, w.begin());
            w.end();
        }
        w.close("}");
        true
    }

    fn call(&self, call: &Call, job: Job, start: &Start, w: &mut Writer) {
        let (name, octets) = (self.places.names.ty(call.record), call.ty.octets());
        let from = match start {
            Start::Octet(pointer, octet) if octet == "0" => pointer.clone(),
            Start::Octet(pointer, octet) => format!("{pointer} + {octet}"),
            Start::Bit(..) => "part".to_string(),
        };
        let packed = job != Job::Check && self.places.is_packed(&call.place);
        let part = self.places.part(&call.place);
        let record = if packed { "&aligned".to_string() } else { format!("&{part}") };
        let apart = packed || from == "part";
        if apart {
            w.open("{");
        }
        if packed {
            w.line(format!("struct {name} aligned = {part};"));
        }
        if let Start::Bit(pointer, bit) = start {
            w.line(format!("unsigned char part[{octets}];"));
            if job != Job::Write {
                w.line(format!("BpCut(part, {pointer}, BpAt({bit}, 1), {});", call.ty.bits));
            }
        }
        w.line(match job {
            Job::Read => format!("BpSame{name}({record}, {from});"),
            Job::Check => format!("if (!BpIsSame{name}({from}, {})) return 0;", call.ty.bits),
            Job::Write => format!("BpEncode{name}({record}, {from});"),
        });
        match (job, start) {
            (Job::Read, _) if packed => w.line(format!("{part} = aligned;")),
            (Job::Write, Start::Bit(pointer, bit)) => {
                w.line(format!("BpPaste({pointer}, BpAt({bit}, 1), part, {});", call.ty.bits));
            }
            _ => {}
        }
        if apart {
            w.close("}");
        }
    }
}

impl<'l> C<'l> {
    /// Whether a run is faster without its first four bytes: a word at a multiple of eight never spans two of
    /// the wide stores that often fill memory.
    fn better_later(&self, first: &Run, next: Option<&Step<'l>>, depth: usize) -> bool {
        let next = next.and_then(|step| self.solid(step, depth));
        let follows = next.is_some_and(|next| next.memory == first.memory + 4);
        follows && first.octets == 4 && first.memory % 8 == 4
    }

    /// The address of joined leaves, with a compile-time check.
    fn joined(&mut self, joined: &Joined<'_, 'l>) -> String {
        let leaf = joined.first;
        let depth = leaf.place.iter().filter(|s| matches!(s, Segment::Counted(_))).count();
        let memory = self.memory.offset(&leaf.place, depth);
        self.check_place(&Run { place: leaf.place.clone(), bit: leaf.bit, memory, octets: joined.octets });
        self.places.address(self.message, &leaf.place)
    }

    /// The run of `octets` bytes that begins with a step, with a compile-time check.
    fn begin(&mut self, step: &Step<'l>, octets: u64) -> Option<Run<'l>> {
        let mut run = self.solid(step, depth_of(step))?;
        run.octets = octets;
        self.check_place(&run);
        Some(run)
    }

    /// A step as a run of integers of one size without gaps.
    fn even(&self, step: &Step<'l>, depth: usize) -> Option<Even<'l>> {
        let leaf = match step {
            Step::Leaf(leaf) => leaf,
            Step::Loop(inner) => match &inner.body[..] {
                [Step::Leaf(leaf)] if leaf.width() == inner.stride => leaf,
                _ => return None,
            },
            _ => return None,
        };
        Some(Even { run: self.solid(step, depth)?, size: leaf.width() / 8 })
    }

    /// A step as a run, if its bytes are the same in memory as on the wire.
    fn solid(&self, step: &Step<'l>, depth: usize) -> Option<Run<'l>> {
        match step {
            Step::Lead { .. } | Step::Call(_) => None,
            Step::Leaf(leaf) => (leaf.storage() == leaf.width()).then(|| Run {
                place: leaf.place.clone(),
                bit: leaf.bit,
                memory: self.memory.offset(&leaf.place, depth),
                octets: leaf.width() / 8,
            }),
            Step::Loop(inner) => {
                let mut octets = 0;
                for step in &inner.body {
                    let part = self.solid(step, inner.depth + 1)?;
                    if part.memory != octets {
                        return None;
                    }
                    octets += part.octets;
                }
                let whole = octets * 8 == inner.stride && octets == self.memory.extent(inner.element).size;
                whole.then(|| Run {
                    place: inner.place.clone(),
                    bit: inner.bit,
                    memory: self.memory.offset(&inner.place, depth),
                    octets: octets * inner.count,
                })
            }
        }
    }

    /// Adds a compile-time check of the memory layout that a run relies on.
    fn check_place(&mut self, run: &Run) {
        let top = run.place.iter().all(|s| !matches!(s, Segment::Counted(_)));
        if top {
            let whole = self.places.type_name(self.message);
            let chain = self.places.chain(&run.place);
            self.checks.push(format!("offsetof({whole}, {chain}) == {}", run.memory));
            self.checks.push(format!("sizeof({whole}) >= {}", run.memory + run.octets));
        }
    }
}

/// The number of loops around a step.
fn depth_of(step: &Step) -> usize {
    match step {
        Step::Loop(inner) => inner.depth,
        Step::Leaf(leaf) => leaf.place.iter().filter(|s| matches!(s, Segment::Counted(_))).count(),
        Step::Lead { .. } | Step::Call(_) => 0,
    }
}

/// A pointer plus an offset in bytes.
fn behind(pointer: &str, octets: u64) -> String {
    match octets {
        0 => pointer.to_string(),
        _ => format!("{pointer} + {octets}"),
    }
}
