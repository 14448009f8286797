//! Codecs for 64-bit little-endian targets: words that hold several parts, and
//! runs of octets that are the same in memory as on the wire, but shifted.

use wireglot_plan::LayoutId;

use super::super::steps::{Loop, Segment, Step};
use super::super::words::{loads, Fill, Filling, Part};
use super::memory::Memory;
use super::places::{counter, Places};
use super::portable;
use crate::Writer;

/// Octets from which on a run is moved by itself.
const RUN: u64 = 8;
/// Words of a run that are written out instead of looped over.
const WRITTEN_OUT: u64 = 6;

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Decoding, where all leads are known to be our own.
    Read,
    /// Whether all leads are our own.
    Check,
}

/// Prints codecs of one message.
pub struct Wide<'l> {
    /// How parts are written down.
    pub places: Places<'l>,
    /// Where they stand.
    pub memory: &'l Memory<'l>,
    /// The message.
    pub message: LayoutId,
    /// What was printed so far.
    pub w: Writer,
    /// Offsets that the compiler has to agree with.
    pub checks: Vec<String>,
}

/// What steps stand in.
#[derive(Debug, Clone)]
struct Room {
    /// The pointer that bits count from.
    pointer: String,
    /// Octets behind it that belong to the message.
    limit: u64,
    /// How many loops are around.
    depth: usize,
}

/// Octets that are the same in memory and on the wire.
#[derive(Debug, Clone)]
struct Run<'l> {
    place: Vec<Segment<'l>>,
    bit: u64,
    memory: u64,
    octets: u64,
}

/// Steps of one container: rows of parts, runs and loops by turns.
enum Piece<'s, 'l> {
    Row(Vec<Part<'s, 'l>>),
    Run(Run<'l>),
    Loop(&'s Loop<'l>),
}

impl<'l> Wide<'l> {
    /// Prints what reads or checks a message of so many octets.
    pub fn read(&mut self, steps: &[Step<'l>], octets: u64, job: Job) {
        let room = Room { pointer: "s".into(), limit: octets, depth: 0 };
        self.read_in(steps, &room, job);
    }

    /// Prints what writes a message of so many octets.
    pub fn write(&mut self, steps: &[Step<'l>], octets: u64) {
        let room = Room { pointer: "s".into(), limit: octets, depth: 0 };
        let mut filling = Filling::at(0, octets);
        self.write_in(steps, &room, &mut filling);
        let mut fills = Vec::new();
        filling.finish(&mut fills);
        self.fills(&fills, &room);
    }

    fn pieces<'s>(&self, steps: &'s [Step<'l>], depth: usize, job: Option<Job>) -> Vec<Piece<'s, 'l>> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            if let Some((run, taken)) = self.run(&steps[at..], depth).filter(|_| job != Some(Job::Check)) {
                pieces.push(Piece::Run(run));
                at += taken;
                continue;
            }
            let part = match (&steps[at], job) {
                (Step::Loop(inner), Some(Job::Check)) if !has_lead(&inner.body) => None,
                (Step::Loop(inner), _) => {
                    pieces.push(Piece::Loop(inner));
                    None
                }
                (Step::Lead { .. }, Some(Job::Read)) | (Step::Leaf(_), Some(Job::Check)) => None,
                (Step::Lead { bit, value }, _) => Some(Part::Lead(*bit, *value)),
                (Step::Leaf(leaf), _) => Some(Part::Leaf(leaf)),
            };
            match (part, pieces.last_mut()) {
                (Some(part), Some(Piece::Row(row))) => row.push(part),
                (Some(part), _) => pieces.push(Piece::Row(vec![part])),
                (None, _) => {}
            }
            at += 1;
        }
        pieces
    }

    /// The run that steps begin with, if it is long enough, and how many of them it takes.
    fn run(&self, steps: &[Step<'l>], depth: usize) -> Option<(Run<'l>, usize)> {
        let mut run = self.solid(steps.first()?, depth)?;
        // The whole run, and what of it is whole words.
        let (mut octets, mut words) = (run.octets, (0, 0));
        for (index, step) in steps.iter().enumerate() {
            if index > 0 {
                match self.solid(step, depth) {
                    Some(next) if next.memory == run.memory + octets => octets += next.octets,
                    _ => break,
                }
            }
            if octets % 8 == 0 || matches!(step, Step::Loop(_)) {
                words = (octets, index + 1);
            }
        }
        run.octets = words.0;
        (run.octets >= RUN).then_some((run, words.1))
    }

    /// A step as a run, if its octets are the same in memory as on the wire.
    fn solid(&self, step: &Step<'l>, depth: usize) -> Option<Run<'l>> {
        match step {
            Step::Lead { .. } => None,
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

    fn read_in(&mut self, steps: &[Step<'l>], room: &Room, job: Job) {
        for piece in self.pieces(steps, room.depth, Some(job)) {
            match piece {
                Piece::Row(parts) => self.read_row(&parts, room),
                Piece::Run(run) => self.read_run(&run, room),
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    let phase = inner.bit % 8;
                    let within = self.enter(inner, room, "const unsigned char");
                    self.read_in(&shifted(&inner.body, phase), &within, job);
                    self.w.close("}");
                }
                Piece::Loop(inner) => {
                    let portable = portable::Portable { places: self.places, pointer: &room.pointer };
                    match job {
                        Job::Read => portable.read_loop(inner, &portable::At::start(), &mut self.w),
                        Job::Check => portable.check_loop(inner, &portable::At::start(), &mut self.w),
                    }
                }
            }
        }
    }

    /// Opens a loop with a pointer to each element, whose elements take whole octets.
    fn enter(&mut self, inner: &Loop, room: &Room, pointed: &str) -> Room {
        let (octet, stride) = (inner.bit / 8, inner.stride / 8);
        let i = counter(inner.depth);
        let pointer = format!("p{}", inner.depth);
        self.w.open(format!("for (size_t {i} = 0; {i} < {}; {i}++) {{", inner.count));
        self.w.line(format!("{pointed} *{pointer} = {} + {i} * {stride};", behind(&room.pointer, octet)));
        let behind = room.limit - octet - stride * inner.count;
        Room { pointer, limit: stride + behind, depth: inner.depth + 1 }
    }

    fn read_row(&mut self, parts: &[Part], room: &Room) {
        for load in loads(parts, room.limit) {
            self.load("w", &room.pointer, load.octet, load.octets);
            for (part, bit) in load.takes {
                let (word, bit) = match bit + part.width() > 64 {
                    true => {
                        let (s, over) = (&room.pointer, load.octet + 8);
                        (format!("(w >> {bit} | (uint64_t){s}[{over}] << {})", 64 - bit), 0)
                    }
                    false => ("w".to_string(), bit),
                };
                let line = match part {
                    Part::Leaf(leaf) => self.places.take(leaf, &word, bit),
                    Part::Lead(_, value) => format!("if (({word} >> {bit} & 0xffffu) != {value}u) return 0;"),
                };
                self.w.line(line);
            }
        }
    }

    fn load(&mut self, word: &str, pointer: &str, octet: u64, octets: u64) {
        if octets == 8 {
            self.w.line(format!("memcpy(&{word}, {}, 8);", behind(pointer, octet)));
            return;
        }
        let octet_at = |i: u64| match i {
            0 => format!("(uint64_t){pointer}[{octet}]"),
            i => format!("(uint64_t){pointer}[{}] << {}", octet + i, i * 8),
        };
        let all: Vec<String> = (0..octets).map(octet_at).collect();
        self.w.line(format!("{word} = {};", all.join(" | ")));
    }

    fn read_run(&mut self, run: &Run, room: &Room) {
        self.check(run);
        let (s, phase, octet) = (&room.pointer, run.bit % 8, run.bit / 8);
        let memory = self.places.address(self.message, &run.place);
        if phase == 0 {
            self.w.line(format!("memcpy({memory}, {}, {});", behind(s, octet), run.octets));
            return;
        }
        let word = |w: &mut Writer, at: &str, from: &str, over: &str| {
            w.line(format!("memcpy(&w, {from}, 8);"));
            w.line(format!("w = w >> {phase} | (uint64_t){s}[{over}] << {};", 64 - phase));
            w.line(format!("memcpy({memory}{at}, &w, 8);"));
        };
        let words = run.octets / 8;
        if words > WRITTEN_OUT {
            self.w.open(format!("for (size_t o = 0; o < {}; o += 8) {{", words * 8));
            let from = format!("{} + o", behind(s, octet));
            word(&mut self.w, " + o", &from, &format!("{} + o", octet + 8));
            self.w.close("}");
        }
        let written = if words > WRITTEN_OUT { 0 } else { words };
        let rest = (run.octets % 8 > 0).then_some(run.octets - 8);
        for at in (0..written).map(|n| n * 8).chain(rest) {
            let over = (octet + at + 8).to_string();
            word(&mut self.w, &behind("", at), &behind(s, octet + at), &over);
        }
    }

    /// The compiler is to see that memory is what this was printed for.
    fn check(&mut self, run: &Run) {
        let top = run.place.iter().all(|s| !matches!(s, Segment::Counted(_)));
        if top {
            let whole = self.places.type_name(self.message);
            let chain = self.places.chain(&run.place);
            self.checks.push(format!("offsetof({whole}, {chain}) == {}", run.memory));
            self.checks.push(format!("sizeof({whole}) >= {}", run.memory + run.octets));
        }
    }

    fn write_in(&mut self, steps: &[Step<'l>], room: &Room, filling: &mut Filling) {
        for piece in self.pieces(steps, room.depth, None) {
            let mut fills = Vec::new();
            match piece {
                Piece::Row(parts) => {
                    parts.iter().for_each(|part| filling.put(*part, &mut fills));
                    self.fills(&fills, room);
                }
                Piece::Run(run) => {
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    self.write_run(&run, room, filling);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    let phase = inner.bit % 8;
                    let within = self.enter(inner, room, "unsigned char");
                    let mut part = Filling::at(phase, within.limit);
                    self.write_in(&shifted(&inner.body, phase), &within, &mut part);
                    let mut fills = Vec::new();
                    part.settle(&mut fills);
                    self.fills(&fills, &within);
                    self.w.close("}");
                    filling.octet += inner.stride / 8 * inner.count;
                }
                Piece::Loop(inner) => {
                    filling.finish(&mut fills);
                    self.fills(&fills, room);
                    let portable = portable::Portable { places: self.places, pointer: &room.pointer };
                    portable.write_loop(inner, &portable::At::start(), &mut self.w);
                    let end = inner.bit + inner.stride * inner.count;
                    *filling = Filling::at(end, room.limit);
                    if filling.bits > 0 {
                        self.w.line(format!("w = {}[{}];", room.pointer, filling.octet));
                    }
                }
            }
        }
    }

    fn fills(&mut self, fills: &[Fill], room: &Room) {
        for fill in fills {
            let line = match fill {
                Fill::Start(part) => format!("w = {};", self.value(part)),
                Fill::Put(part, bit) => format!("w |= {} << {bit};", self.value(part)),
                Fill::Store(octet, octets) => {
                    format!("memcpy({}, &w, {octets});", behind(&room.pointer, *octet))
                }
                Fill::Rest(part, from) => format!("w = {} >> {from};", self.value(part)),
                Fill::Drop(octets) => format!("w >>= {};", octets * 8),
            };
            self.w.line(line);
        }
    }

    fn value(&self, part: &Part) -> String {
        match part {
            Part::Leaf(leaf) => self.places.word_of(leaf),
            Part::Lead(_, value) => format!("(uint64_t){value}"),
        }
    }

    fn write_run(&mut self, run: &Run, room: &Room, filling: &mut Filling) {
        self.check(run);
        let (s, phase, octet) = (&room.pointer, run.bit % 8, run.bit / 8);
        let memory = self.places.address(self.message, &run.place);
        if phase == 0 {
            self.w.line(format!("memcpy({}, {memory}, {});", behind(s, octet), run.octets));
            filling.octet += run.octets;
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
            self.w.open(format!("for (size_t o = 0; o < {}; o += 8) {{", words * 8));
            word(&mut self.w, " + o", &format!("{} + o", behind(s, octet)));
            self.w.close("}");
        } else {
            for at in (0..words).map(|n| n * 8) {
                word(&mut self.w, &behind("", at), &behind(s, octet + at));
            }
        }
        filling.octet += words * 8;
        let rest = run.octets % 8;
        if rest > 0 {
            self.w.line(format!("memcpy(&x, {memory} + {}, 8);", run.octets - 8));
            self.w.line(format!("w |= x >> {} << {phase};", 64 - rest * 8));
            filling.bits += rest * 8;
        }
    }
}

/// A pointer and octets behind it.
fn behind(pointer: &str, octets: u64) -> String {
    match octets {
        0 => pointer.to_string(),
        _ => format!("{pointer} + {octets}"),
    }
}

fn has_lead(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Lead { .. } => true,
        Step::Leaf(_) => false,
        Step::Loop(inner) => has_lead(&inner.body),
    })
}

/// Steps whose bits count from that many bits before.
fn shifted<'l>(steps: &[Step<'l>], by: u64) -> Vec<Step<'l>> {
    let mut steps = steps.to_vec();
    for step in &mut steps {
        match step {
            Step::Lead { bit, .. } => *bit += by,
            Step::Leaf(leaf) => leaf.bit += by,
            Step::Loop(inner) => inner.bit += by,
        }
    }
    steps
}
