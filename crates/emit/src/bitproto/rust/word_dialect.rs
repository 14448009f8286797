//! How Rust expresses codecs.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

use wireglot_plan::{Layout, LayoutId, LayoutKind};

use super::super::fixed::bare;
use super::super::names::Names;
use super::super::out_of_line::OutOfLine;
use super::super::steps::{storage, Call, Leaf, Loop, Segment, Step};
use super::super::word_dialect::{Job, Single, Start, WordDialect};
use crate::Writer;

/// The minimum size in bytes of a run moved separately.
const RUN: u64 = 8;
/// The maximum size in bytes of a run moved without a loop.
const LONG: u64 = 64;

/// Generates the code for one file.
pub struct Rust<'l> {
    /// The layout.
    pub layout: &'l Layout,
    /// Its names.
    pub names: &'l Names,
    /// The module of the file.
    pub module: usize,
    /// The modules that the file refers to.
    pub imports: RefCell<BTreeSet<usize>>,
    /// Which records have their own codecs.
    pub apart: OutOfLine,
}

impl<'l> Rust<'l> {
    /// The name of a module in this file.
    pub fn import_name(&self, module: usize) -> String {
        format!("{}_bp", self.layout.modules[module].stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
    }

    /// The name of a type.
    pub fn type_name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        match &ty.kind {
            LayoutKind::Array { element, count, .. } => format!("[{}; {count}]", self.type_name(*element)),
            LayoutKind::Boolean => "bool".into(),
            LayoutKind::Byte => "u8".into(),
            LayoutKind::Float => format!("f{}", ty.bits),
            LayoutKind::Signed => format!("i{}", storage(ty.bits)),
            LayoutKind::Unsigned => format!("u{}", storage(ty.bits)),
            _ if ty.module == self.module => self.names.ty(id).to_string(),
            _ => {
                self.imports.borrow_mut().insert(ty.module);
                format!("{}::{}", self.import_name(ty.module), self.names.ty(id))
            }
        }
    }

    /// The expression for a part of the message `self`.
    pub fn part(&self, place: &[Segment]) -> String {
        let mut text = "self".to_string();
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

    /// An array of bytes moved unchanged: its first bit, its size in bytes, and its expression.
    fn octets(&self, step: &Step<'l>) -> Option<(u64, u64, String)> {
        let Step::Loop(inner) = step else { return None };
        let leaf = inner.bare_element()?;
        let plain = matches!(leaf.ty.kind, LayoutKind::Byte | LayoutKind::Unsigned);
        let run = plain && leaf.width() == 8 && inner.count >= RUN && inner.stride == 8;
        run.then(|| (inner.bit, inner.count, self.part(&inner.place)))
    }

    /// A leaf's value, from a bit of a word on; higher bits may be set unless the word is `clean`.
    pub fn value(&self, leaf: &Leaf, word: &str, bit: u64, clean: bool) -> String {
        let (width, stored) = (leaf.width(), leaf.storage());
        let down = if bit == 0 { word.to_string() } else { format!("{word} >> {bit}") };
        let masked = match clean || width == stored || bit + width == 64 {
            true => down.clone(),
            false => format!("{down} & {:#x}", u64::MAX >> (64 - width)),
        };
        let whole = |text: String| if text.contains(' ') { format!("({text})") } else { text };
        match &leaf.ty.kind {
            LayoutKind::Float if width == 64 => format!("f64::from_bits({})", bare(masked)),
            LayoutKind::Float => format!("f32::from_bits({} as u32)", whole(masked)),
            LayoutKind::Boolean if clean => format!("{word} != 0"),
            LayoutKind::Boolean => format!("{down} & 1 != 0"),
            LayoutKind::Signed if width < stored => {
                let up = 64 - width - bit;
                let high = if up == 0 { word.to_string() } else { format!("({word} << {up})") };
                format!("({high} as i64 >> {}) as i{stored}", 64 - width)
            }
            LayoutKind::Signed => format!("{} as i{stored}", whole(masked)),
            LayoutKind::Enumerated(_) => {
                format!("{}({} as u{stored})", self.type_name(leaf.written), whole(masked))
            }
            _ if stored == 64 => masked,
            _ => format!("{} as u{stored}", whole(masked)),
        }
    }

    /// A leaf as the lowest bits of a word whose other bits are zero.
    fn word(&self, leaf: &Leaf) -> String {
        let part = self.part(&leaf.place);
        let (width, full) = (leaf.width(), leaf.storage() == leaf.width());
        let (part, bits) = match &leaf.ty.kind {
            LayoutKind::Boolean => return format!("u64::from({part})"),
            LayoutKind::Enumerated(_) => (format!("{part}.0"), leaf.storage()),
            LayoutKind::Float => (format!("{part}.to_bits()"), leaf.storage()),
            _ => (part, leaf.storage()),
        };
        let word = match (leaf.is_signed(), full) {
            (true, true) if width < 64 => format!("u64::from({part} as u{width})"),
            (true, _) => format!("{part} as u64"),
            (false, _) if bits == 64 => part,
            (false, _) => format!("u64::from({part})"),
        };
        match full {
            true if word.contains(' ') && !word.ends_with(')') => format!("({word})"),
            true => word,
            false => format!("({word} & {:#x})", u64::MAX >> (64 - width)),
        }
    }
}

impl<'l> WordDialect<'l> for Rust<'l> {
    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String {
        if octets == 8 {
            return format!("w = word({pointer}, {octet});");
        }
        let octet_at = |i: u64| match i {
            0 => format!("u64::from({pointer}[{octet}])"),
            i => format!("u64::from({pointer}[{}]) << {}", octet + i, i * 8),
        };
        let all: Vec<String> = (0..octets).map(octet_at).collect();
        format!("w = {};", all.join(" | "))
    }

    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String {
        format!("(w >> {bit} | u64::from({pointer}[{octet}]) << {})", 64 - bit)
    }

    fn take(&self, leaf: &Leaf, word: &str, bit: u64, out: &mut String) {
        let _ = write!(out, "{} = {};", self.part(&leaf.place), bare(self.value(leaf, word, bit, false)));
    }

    fn check(&self, word: &str, bit: u64, value: u64, _: bool) -> String {
        format!("if {word} >> {bit} & 0xffff != {value} {{ return false; }}")
    }

    fn word_of(&self, leaf: &Leaf, alone: bool, out: &mut String) {
        let word = self.word(leaf);
        out.push_str(&if alone { bare(word) } else { word });
    }

    fn number(&self, value: u64) -> String {
        value.to_string()
    }

    fn store(&self, pointer: &str, octet: u64, octets: u64) -> String {
        let part = if octets == 8 { String::new() } else { format!("[..{octets}]") };
        format!("{pointer}[{octet}..{}].copy_from_slice(&w.to_le_bytes(){part});", octet + octets)
    }

    fn reload(&self, pointer: &str, octet: u64) -> String {
        format!("w = u64::from({pointer}[{octet}]);")
    }

    fn run(&self, steps: &[Step<'l>], _: usize) -> Option<(u64, usize)> {
        self.octets(steps.first()?).map(|(_, octets, _)| (octets, 1))
    }

    fn read_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some((bit, _, part)) = self.octets(step) else { return };
        let (phase, octet, words) = (bit % 8, bit / 8, octets / 8 * 8);
        if phase == 0 {
            w.line(format!("{part}.copy_from_slice(&{pointer}[{octet}..{}]);", octet + octets));
            return;
        }
        let word = |w: &mut Writer, at: &str, to: &str, from: &str, over: &str| {
            let high = 64 - phase;
            w.line(format!(
                "w = word({pointer}, {from}) >> {phase} | u64::from({pointer}[{over}]) << {high};"
            ));
            w.line(format!("{part}[{at}..{to}].copy_from_slice(&w.to_le_bytes());"));
        };
        if words > LONG {
            w.open(format!("for o in (0..{words}).step_by(8) {{"));
            word(w, "o", "o + 8", &format!("o + {octet}"), &format!("o + {}", octet + 8));
            w.close("}");
        }
        let written = if words > LONG { 0 } else { words / 8 };
        let rest = (!octets.is_multiple_of(8)).then_some(octets - 8);
        for at in (0..written).map(|n| n * 8).chain(rest) {
            let from = octet + at;
            word(w, &at.to_string(), &(at + 8).to_string(), &from.to_string(), &(from + 8).to_string());
        }
    }

    fn write_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer) {
        let Some((bit, _, part)) = self.octets(step) else { return };
        let (phase, octet, words) = (bit % 8, bit / 8, octets / 8 * 8);
        if phase == 0 {
            w.line(format!("{pointer}[{octet}..{}].copy_from_slice(&{part});", octet + octets));
            return;
        }
        let word = |w: &mut Writer, from: &str, at: &str, to: &str| {
            w.line(format!("x = word(&{part}, {from});"));
            w.line(format!("{pointer}[{at}..{to}].copy_from_slice(&(w | x << {phase}).to_le_bytes());"));
            w.line(format!("w = x >> {};", 64 - phase));
        };
        if words > LONG {
            w.open(format!("for o in (0..{words}).step_by(8) {{"));
            word(w, "o", &format!("o + {octet}"), &format!("o + {}", octet + 8));
            w.close("}");
        } else {
            for at in (0..words).step_by(8) {
                let to = octet + at;
                word(w, &at.to_string(), &to.to_string(), &(to + 8).to_string());
            }
        }
        let rest = octets % 8;
        if rest > 0 {
            w.line(format!("x = word(&{part}, {});", octets - 8));
            w.line(format!("w |= x >> {} << {phase};", 64 - rest * 8));
        }
    }

    fn open_loop(&self, inner: &Loop, w: &mut Writer) {
        w.open(format!("for {} in 0..{} {{", self.counter(inner.depth), inner.count));
    }

    fn element(&self, inner: &Loop, pointer: &str, writes: bool, w: &mut Writer) -> String {
        let (name, i) = (format!("p{}", inner.depth), self.counter(inner.depth));
        let borrow = if writes { "&mut " } else { "&" };
        let start = format!("{} + {i} * {}", inner.bit / 8, inner.stride / 8);
        w.line(format!("let {name} = {borrow}{pointer}[{start}..];"));
        name
    }

    fn counter(&self, depth: usize) -> String {
        super::super::c::counter(depth)
    }

    fn get(&self, pointer: &str, bit: &str, width: u64) -> String {
        format!("get({pointer}, {bit}, {width})")
    }

    fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String) {
        let (part, sign) = (self.part(&leaf.place), 64 - leaf.width());
        let _ = match leaf.is_signed() && leaf.width() < leaf.storage() {
            true => write!(out, "{part} = (({word} << {sign}) as i64 >> {sign}) as i{};", leaf.storage()),
            false => write!(out, "{part} = {};", self.value(leaf, word, 0, true)),
        };
    }

    fn put(&self, pointer: &str, bit: &str, value: &Single, out: &mut String) {
        let word = match value {
            Single::Leaf(leaf) => bare(self.word(leaf)),
            Single::Lead(value) => value.to_string(),
        };
        let _ = write!(out, "put({pointer}, {bit}, {}, {word});", value.width());
    }

    fn call(&self, call: &Call, job: Job, start: &Start, w: &mut Writer) {
        let borrow = if job == Job::Write { "&mut " } else { "&" };
        let from = match start {
            Start::Octet(pointer, octet) => format!("{borrow}{pointer}[{octet}..]"),
            Start::Bit(pointer, bit) => {
                w.open("{");
                w.line(format!("let mut part = [0; {}];", call.ty.octets()));
                if job != Job::Write {
                    w.line(format!("cut(&mut part, {pointer}, {bit}, {});", call.ty.bits));
                }
                format!("{borrow}part")
            }
        };
        let part = self.part(&call.place);
        w.line(match job {
            Job::Read => format!("{part}.get({from});"),
            Job::Write => format!("{part}.put({from});"),
            Job::Check => format!("if !{}::is_own({from}) {{ return false; }}", self.type_name(call.record)),
        });
        if let Start::Bit(pointer, bit) = start {
            if job == Job::Write {
                w.line(format!("paste({pointer}, {bit}, &part, {});", call.ty.bits));
            }
            w.close("}");
        }
    }
}
