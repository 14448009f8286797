//! How Go expresses codecs. The last byte is accessed first, so that the compiler can eliminate bounds
//! checks.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::super::fixed::bare;
use super::super::names::{beside, Names};
use super::super::out_of_line::OutOfLine;
use super::super::steps::{storage, Call, Leaf, Loop, Segment, Step};
use super::super::word_dialect::{Job, Single, Start, WordDialect};
use super::super::words::Joined;
use super::names::RESERVED;
use crate::Writer;

/// The minimum size in bytes of a run moved separately.
const RUN: u64 = 8;

/// Generates the code for one file.
pub struct Go<'l> {
    /// The layout.
    pub layout: &'l Layout,
    /// Its names.
    pub names: &'l Names,
    /// The module of the file.
    pub module: usize,
    /// Appended to the names of the file's own helpers.
    pub stem: String,
    /// The modules that the file refers to.
    pub imports: RefCell<BTreeSet<usize>>,
    /// Which records have their own codecs.
    pub apart: OutOfLine,
}

impl<'l> Go<'l> {
    /// The name of a module in this file.
    pub fn import_name(&self, module: usize) -> String {
        let own = self.layout.modules[self.module].imports.iter().find(|(_, to)| *to == module);
        let name = own.map_or(&self.layout.modules[module].name, |(name, _)| name);
        // Functions have variables with one letter and perhaps a number.
        let is_variable = name.trim_end_matches(|c: char| c.is_ascii_digit()).len() <= 1 || name == "part";
        match is_variable {
            true => format!("{name}_bp"),
            false => beside(name, RESERVED),
        }
    }

    /// The name of this file's function for a record, which may be from another file.
    pub fn codec_name(&self, what: &str, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        let module = if ty.module == self.module { String::new() } else { format!("{}_", ty.module) };
        format!("bp{what}{}_{module}{}", self.stem, self.names.ty(id))
    }

    /// The name of a type.
    pub fn type_name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        match &ty.kind {
            LayoutKind::Array { element, count, .. } => format!("[{count}]{}", self.type_name(*element)),
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Byte => "byte".into(),
            LayoutKind::Float => format!("float{}", ty.bits),
            LayoutKind::Signed => format!("int{}", storage(ty.bits)),
            LayoutKind::Unsigned => format!("uint{}", storage(ty.bits)),
            _ if ty.module == self.module => self.names.ty(id).to_string(),
            _ => {
                self.imports.borrow_mut().insert(ty.module);
                format!("{}.{}", self.import_name(ty.module), self.names.ty(id))
            }
        }
    }

    /// The expression for a part of the message `m`.
    pub fn part(&self, place: &[Segment]) -> String {
        let mut text = "m".to_string();
        for segment in place {
            match segment {
                Segment::Field(record, position, _) => {
                    text.push_str(&format!(".{}", self.names.field(*record, *position)));
                }
                Segment::Counted(depth) => text.push_str(&format!("[{}]", self.counter(*depth))),
                Segment::Numbered(number) => text.push_str(&format!("[{number}]")),
            }
        }
        text
    }

    /// The bytes of a run: an array of bytes without a type name.
    fn octets(&self, step: &Step<'l>) -> Option<(u64, u64, String)> {
        let Step::Loop(inner) = step else { return None };
        let leaf = inner.bare_element()?;
        let plain = matches!(self.layout.get(leaf.written).kind, LayoutKind::Byte | LayoutKind::Unsigned);
        let run = plain && leaf.width() == 8 && inner.count >= RUN && inner.stride == 8;
        run.then(|| (inner.bit, inner.count, self.part(&inner.place)))
    }

    /// A leaf's value from the lowest bits of a word; higher bits may be set.
    pub fn value(&self, leaf: &Leaf, word: &str, bit: u64, clean: bool) -> String {
        let (width, ty) = (leaf.width(), self.type_name(leaf.written));
        let down = if bit == 0 { word.to_string() } else { format!("{word} >> {bit}") };
        match () {
            () if leaf.is_float() => {
                let made = match width {
                    32 => format!("math.Float32frombits(uint32({down}))"),
                    _ => format!("math.Float64frombits({down})"),
                };
                match ty.starts_with("float") {
                    true => made,
                    false => format!("{ty}({made})"),
                }
            }
            () if leaf.is_boolean() => {
                let down = if bit == 0 { word.to_string() } else { format!("{word}>>{bit}") };
                let test = if clean { format!("{word} != 0") } else { format!("{down}&1 != 0") };
                if ty == "bool" {
                    test
                } else {
                    format!("{ty}({test})")
                }
            }
            () if leaf.is_signed() && width < leaf.storage() => {
                let up = 64 - width - bit;
                // gofmt omits spaces inside parentheses before a shift.
                let inner = if word.starts_with('(') { tight(word) } else { word.to_string() };
                let high = if up == 0 { word.to_string() } else { format!("{inner}<<{up}") };
                format!("{ty}(int64({high}) >> {})", 64 - width)
            }
            () if clean || width == leaf.storage() || bit + width == 64 => format!("{ty}({down})"),
            () => format!("{ty}({down} & {:#x})", u64::MAX >> (64 - width)),
        }
    }
}

impl<'l> WordDialect<'l> for Go<'l> {
    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String {
        if octets == 8 {
            return format!("w = binary.LittleEndian.Uint64({pointer}[{octet}:{}])", octet + 8);
        }
        let octet_at = |i: u64| match i {
            0 => format!("uint64({pointer}[{octet}])"),
            i => format!("uint64({pointer}[{}])<<{}", octet + i, i * 8),
        };
        let all: Vec<String> = (0..octets).map(octet_at).collect();
        format!("w = {}", all.join(" | "))
    }

    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String {
        format!("(w>>{bit} | uint64({pointer}[{octet}])<<{})", 64 - bit)
    }

    fn take(&self, leaf: &Leaf, word: &str, bit: u64, out: &mut String) {
        let _ = write!(out, "{} = {}", self.part(&leaf.place), self.value(leaf, word, bit, false));
    }

    fn check(&self, word: &str, bit: u64, value: u64, _: bool) -> String {
        format!("if {word}>>{bit}&0xffff != {value} {{ return false }}")
    }

    fn word_of(&self, leaf: &Leaf, _: bool, out: &mut String) {
        let part = self.part(&leaf.place);
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        let _ = match () {
            () if leaf.is_float() && width == 32 => {
                write!(out, "uint64(math.Float32bits(float32({part})))")
            }
            () if leaf.is_float() => write!(out, "math.Float64bits(float64({part}))"),
            () if leaf.is_boolean() && self.type_name(leaf.written) == "bool" => {
                write!(out, "bpBit{}({part})", self.stem)
            }
            () if leaf.is_boolean() => write!(out, "bpBit{}(bool({part}))", self.stem),
            () if full && leaf.is_signed() && width < 64 => write!(out, "uint64(uint{width}({part}))"),
            () if full => write!(out, "uint64({part})"),
            () => write!(out, "uint64({part}) & {:#x}", u64::MAX >> (64 - width)),
        };
    }

    fn number(&self, value: u64) -> String {
        format!("uint64({value})")
    }

    fn store(&self, pointer: &str, octet: u64, octets: u64) -> String {
        if octets == 8 {
            return format!("binary.LittleEndian.PutUint64({pointer}[{octet}:{}], w)", octet + 8);
        }
        let line = |i: u64| match i {
            0 => format!("{pointer}[{octet}] = byte(w)"),
            i => format!("{pointer}[{}] = byte(w >> {})", octet + i, i * 8),
        };
        (0..octets).map(line).collect::<Vec<_>>().join("; ")
    }

    fn reload(&self, pointer: &str, octet: u64) -> String {
        format!("w = uint64({pointer}[{octet}])")
    }

    fn run(&self, steps: &[Step<'l>], _: usize) -> Option<(u64, usize)> {
        self.octets(steps.first()?).map(|(_, octets, _)| (octets, 1))
    }

    fn read_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some((bit, _, part)) = self.octets(step) else { return };
        let (phase, octet, words) = (bit % 8, bit / 8, octets / 8 * 8);
        if phase == 0 {
            w.line(format!("copy({part}[:], {pointer}[{octet}:{}])", octet + octets));
            return;
        }
        let word = |w: &mut Writer, at: &str, from: &str, over: &str| {
            w.line(format!("w = binary.LittleEndian.Uint64({pointer}[{from}:{over}])>>{phase} | uint64({pointer}[{over}])<<{}", 64 - phase));
            w.line(format!("binary.LittleEndian.PutUint64({part}[{at}:], w)"));
        };
        if words > 64 {
            w.open(format!("for o := 0; o < {words}; o += 8 {{"));
            word(w, "o", &format!("o+{octet}"), &format!("o+{}", octet + 8));
            w.close("}");
        }
        let written = if words > 64 { 0 } else { words / 8 };
        let rest = (!octets.is_multiple_of(8)).then_some(octets - 8);
        for at in (0..written).map(|n| n * 8).chain(rest) {
            word(w, &at.to_string(), &(octet + at).to_string(), &(octet + at + 8).to_string());
        }
    }

    fn write_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some((bit, _, part)) = self.octets(step) else { return };
        let (phase, octet, words) = (bit % 8, bit / 8, octets / 8 * 8);
        if phase == 0 {
            w.line(format!("copy({pointer}[{octet}:{}], {part}[:])", octet + octets));
            return;
        }
        let word = |w: &mut Writer, from: &str, to: &str| {
            w.line(format!("x = binary.LittleEndian.Uint64({part}[{from}:])"));
            w.line(format!("binary.LittleEndian.PutUint64({pointer}[{to}:], w|x<<{phase})"));
            w.line(format!("w = x >> {}", 64 - phase));
        };
        if words > 64 {
            w.open(format!("for o := 0; o < {words}; o += 8 {{"));
            word(w, "o", &format!("o+{octet}"));
            w.close("}");
        } else {
            for at in (0..words).step_by(8) {
                word(w, &at.to_string(), &(octet + at).to_string());
            }
        }
        let rest = octets % 8;
        if rest > 0 {
            w.line(format!("x = binary.LittleEndian.Uint64({part}[{}:])", octets - 8));
            w.line(format!("w |= x >> {} << {phase}", 64 - rest * 8));
        }
    }

    /// Consecutive numbers of one size, which Go moves to and from a word at once.
    fn join<'s>(&self, steps: &'s [Step<'l>], _: usize) -> Option<(Joined<'s, 'l>, usize)> {
        let first = number(steps.first()?)?;
        let like = |step: &&Step| number(step).is_some_and(|leaf| leaf.width() == first.width());
        let alike = steps.iter().take((64 / first.width()) as usize).take_while(like).count();
        let count = if alike > 1 { 1 << alike.ilog2() } else { 1 };
        let bits = first.width() * count as u64;
        let joined = Joined { first, bits, octets: bits / 8, steps: &steps[..count] };
        (count > 1).then_some((joined, count))
    }

    fn load_joined(&mut self, joined: &Joined<'_, 'l>, w: &mut Writer) {
        let leaves = joined.steps.iter().filter_map(number);
        let words = leaves.map(|leaf| {
            let mut word = String::new();
            self.word_of(leaf, true, &mut word);
            match leaf.bit - joined.first.bit {
                0 => word,
                up => format!("{word}<<{up}"),
            }
        });
        w.line(format!("x = {}", words.collect::<Vec<_>>().join(" | ")));
    }

    fn take_joined(&mut self, joined: &Joined<'_, 'l>, word: &str, bit: u64, w: &mut Writer) {
        w.line(match bit {
            0 => format!("x = {}", bare(word.to_string())),
            _ => format!("x = {word} >> {bit}"),
        });
        for leaf in joined.steps.iter().filter_map(number) {
            let value = self.value(leaf, "x", leaf.bit - joined.first.bit, false);
            w.line(format!("{} = {value}", self.part(&leaf.place)));
        }
    }

    fn open_loop(&self, inner: &Loop, w: &mut Writer) {
        let i = self.counter(inner.depth);
        w.open(format!("for {i} := 0; {i} < {}; {i}++ {{", inner.count));
    }

    fn element(&self, inner: &Loop, pointer: &str, _: bool, w: &mut Writer) -> String {
        let name = format!("p{}", inner.depth);
        let i = self.counter(inner.depth);
        w.line(format!("{name} := {pointer}[{}+{i}*{}:]", inner.bit / 8, inner.stride / 8));
        name
    }

    fn counter(&self, depth: usize) -> String {
        super::super::c::counter(depth)
    }

    fn get(&self, pointer: &str, bit: &str, width: u64) -> String {
        format!("bpGet{}({pointer}, {}, {width})", self.stem, tight(bit))
    }

    fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String) {
        let _ = write!(out, "{} = {}", self.part(&leaf.place), self.value(leaf, word, 0, true));
    }

    fn put(&self, pointer: &str, bit: &str, value: &Single, out: &mut String) {
        let _ = write!(out, "bpPut{}({pointer}, {}, {}, ", self.stem, tight(bit), value.width());
        match value {
            Single::Leaf(leaf) => {
                let mut word = String::new();
                self.word_of(leaf, true, &mut word);
                out.push_str(&tight(&word));
            }
            Single::Lead(value) => out.push_str(&value.to_string()),
        }
        out.push(')');
    }

    fn call(&self, call: &Call, job: Job, start: &Start, w: &mut Writer) {
        let from = match start {
            Start::Octet(pointer, octet) => format!("{pointer}[{}:]", tight(octet)),
            Start::Bit(pointer, bit) => {
                w.open("{");
                w.line(format!("var part [{}]byte", call.ty.octets()));
                if job != Job::Write {
                    let (stem, bit) = (&self.stem, tight(bit));
                    w.line(format!("bpCut{stem}(part[:], {pointer}, {bit}, {})", call.ty.bits));
                }
                "part[:]".to_string()
            }
        };
        let part = self.part(&call.place);
        w.line(match (job, call.ty.module == self.module) {
            (Job::Read, true) => format!("{part}.get({from})"),
            (Job::Write, true) => format!("{part}.put({from})"),
            (Job::Read, false) => format!("{}(&{part}, {from})", self.codec_name("Get", call.record)),
            (Job::Write, false) => format!("{}(&{part}, {from})", self.codec_name("Put", call.record)),
            (Job::Check, _) => {
                format!("if !{}({from}) {{ return false }}", self.codec_name("IsSame", call.record))
            }
        });
        if let Start::Bit(pointer, bit) = start {
            if job == Job::Write {
                let (stem, bit) = (&self.stem, tight(bit));
                w.line(format!("bpPaste{stem}({pointer}, {bit}, part[:], {})", call.ty.bits));
            }
            w.close("}");
        }
    }

    fn end(&self) -> &'static str {
        ""
    }
}

/// A number that fills a variable of at most 32 bits.
fn number<'s, 'l>(step: &'s Step<'l>) -> Option<&'s Leaf<'l>> {
    let Step::Leaf(leaf) = step else { return None };
    let fills = leaf.storage() == leaf.width() && leaf.width() <= 32 && !leaf.is_boolean();
    fills.then_some(leaf)
}

/// An expression, formatted as gofmt does in arguments.
fn tight(calculation: &str) -> String {
    calculation.replace(' ', "")
}
