//! Codecs at fixed offsets for any language: rows of parts as words, runs of bytes, and loops over elements
//! of whole bytes. Loops with unaligned elements are read and written part by part.

use std::fmt::Write;

use super::bitwise::{At, Bitwise};
use super::steps::{Call, Leaf, Loop, Step, LEAD};
use super::word_dialect::{has_lead, Job, WordDialect};
use super::words::{loads, Fill, Filling, Part};
use crate::Writer;

/// The container of steps.
#[derive(Debug, Clone)]
struct Room {
    /// The name of the byte pointer from which bits count.
    pointer: String,
    /// The number of bytes from there to the end of the message.
    limit: u64,
    /// The number of enclosing loops.
    depth: usize,
}

/// A piece of a container: a row of parts, a run, a loop, or another step.
enum Piece<'s, 'l> {
    Row(Vec<Part<'s, 'l>>),
    Run(&'s Step<'l>, u64),
    /// A line that moves everything up to a bit.
    Line(String, u64),
    /// A leaf larger than a word.
    Large(&'s Step<'l>, &'s Leaf<'l>),
    Loop(&'s Loop<'l>),
    Call(&'s Call<'l>),
}

/// Generates the code for a job on a message of `octets` bytes, by words; `depth` is the indentation of the
/// function body.
pub fn words<'l>(
    dialect: &mut dyn WordDialect<'l>,
    steps: &[Step<'l>],
    octets: u64,
    job: Job,
    depth: usize,
) -> Writer {
    let mut printer = Words { dialect, w: Writer::nested(depth) };
    let room = Room { pointer: "s".into(), limit: octets, depth: 0 };
    if job == Job::Write {
        let mut filling = Filling::at(0, octets, printer.dialect.word());
        printer.write(steps, &room, &mut filling);
        let mut fills: Vec<Fill> = Vec::new();
        filling.finish(&mut fills);
        printer.fills(&fills, &room);
    } else {
        printer.read(steps, &room, job);
    }
    printer.w
}

struct Words<'t, 'l> {
    dialect: &'t mut dyn WordDialect<'l>,
    w: Writer,
}

impl<'l> Words<'_, 'l> {
    fn pieces<'s>(&mut self, steps: &'s [Step<'l>], room: &Room, job: Job) -> Vec<Piece<'s, 'l>> {
        let (depth, word) = (room.depth, self.dialect.word());
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let run = (job != Job::Check).then(|| self.dialect.run(&steps[at..], depth)).flatten();
            if let Some((octets, taken)) = run {
                pieces.push(Piece::Run(&steps[at], octets));
                at += taken;
                continue;
            }
            let joined = (job != Job::Check).then(|| self.dialect.join(&steps[at..], depth)).flatten();
            if let Some((joined, taken)) = joined {
                match pieces.last_mut() {
                    Some(Piece::Row(row)) => row.push(Part::Joined(joined)),
                    _ => pieces.push(Piece::Row(vec![Part::Joined(joined)])),
                }
                at += taken;
                continue;
            }
            if job != Job::Check && !word.whole {
                let bit = start(&steps[at]).to_string();
                let moved = self.dialect.move_alone(&steps[at..], job, &room.pointer, &bit);
                if let Some((line, taken)) = moved {
                    at += taken;
                    pieces.push(Piece::Line(line, end(&steps[at - 1])));
                    continue;
                }
            }
            let part = match (&steps[at], job) {
                (Step::Loop(inner), Job::Check) if !has_lead(&inner.body) => None,
                (Step::Loop(inner), _) => {
                    pieces.push(Piece::Loop(inner));
                    None
                }
                (Step::Call(call), _) if job == Job::Check && call.ty.fixed => None,
                (Step::Call(call), _) => {
                    pieces.push(Piece::Call(call));
                    None
                }
                (Step::Lead { .. }, Job::Read) | (Step::Leaf(_), Job::Check) => None,
                (Step::Lead { bit, value }, _) => Some(Part::Lead(*bit, *value)),
                (Step::Leaf(leaf), _) if leaf.width() > word.bits() => {
                    pieces.push(Piece::Large(&steps[at], leaf));
                    None
                }
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

    fn read(&mut self, steps: &[Step<'l>], room: &Room, job: Job) {
        for piece in self.pieces(steps, room, job) {
            match piece {
                Piece::Row(parts) => self.read_row(&parts, room),
                Piece::Line(line, _) => self.w.line(line),
                Piece::Large(step, _) => self.alone(step, room, job),
                Piece::Run(step, octets) => {
                    self.dialect.read_run(step, octets, &room.pointer, &mut self.w);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    let within = self.enter(inner, room, false);
                    self.read(&shifted(&inner.body, inner.bit % 8), &within, job);
                    self.w.close("}");
                }
                Piece::Loop(inner) => self.bitwise(inner, room, job),
                Piece::Call(call) => self.call(call, room, job),
            }
        }
    }

    /// Opens a loop over elements of whole bytes.
    fn enter(&mut self, inner: &Loop, room: &Room, writes: bool) -> Room {
        self.dialect.open_loop(inner, &mut self.w);
        let pointer = self.dialect.element(inner, &room.pointer, writes, &mut self.w);
        let stride = inner.stride / 8;
        let behind = room.limit - inner.bit / 8 - stride * inner.count;
        Room { pointer, limit: stride + behind, depth: inner.depth + 1 }
    }

    fn bitwise(&mut self, inner: &Loop<'l>, room: &Room, job: Job) {
        let mut bitwise = Bitwise { dialect: self.dialect, pointer: &room.pointer, job };
        bitwise.elements(inner, &At::START, &mut self.w);
    }

    fn alone(&mut self, step: &Step<'l>, room: &Room, job: Job) {
        let mut bitwise = Bitwise { dialect: self.dialect, pointer: &room.pointer, job };
        bitwise.all(std::slice::from_ref(step), &At::START, &mut self.w);
    }

    fn call(&mut self, call: &Call<'l>, room: &Room, job: Job) {
        let bitwise = Bitwise { dialect: self.dialect, pointer: &room.pointer, job };
        bitwise.call(call, &At::START, &mut self.w);
    }

    fn read_row(&mut self, parts: &[Part<'_, 'l>], room: &Room) {
        let word = self.dialect.word();
        for load in loads(parts, room.limit, word) {
            self.w.line(self.dialect.load(&room.pointer, load.octet, load.octets));
            for (part, bit) in load.takes {
                let over = bit + part.width() > word.bits();
                let two = over.then(|| self.dialect.over(&room.pointer, bit, load.octet + word.octets));
                let (word, bit) = (two.as_deref().unwrap_or("w"), if over { 0 } else { bit });
                match part {
                    Part::Leaf(leaf) => {
                        self.dialect.take(leaf, word, bit, self.w.begin());
                        self.w.end();
                    }
                    Part::Lead(at, value) => {
                        let first = at == 0 && room.depth == 0;
                        self.w.line(self.dialect.check(word, bit, value, first));
                    }
                    Part::Joined(joined) => self.dialect.take_joined(&joined, word, bit, &mut self.w),
                }
            }
        }
    }

    fn write(&mut self, steps: &[Step<'l>], room: &Room, filling: &mut Filling) {
        for piece in self.pieces(steps, room, Job::Write) {
            let mut fills = Vec::new();
            match piece {
                Piece::Row(parts) => {
                    self.reload(filling, room);
                    parts.iter().for_each(|part| filling.put(*part, &mut fills));
                    self.fills(&fills, room);
                }
                Piece::Run(step, octets) => {
                    self.reload(filling, room);
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    self.dialect.write_run(step, octets, &room.pointer, &mut self.w);
                    filling.skip(octets);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    self.reload(filling, room);
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    let phase = inner.bit % 8;
                    let within = self.enter(inner, room, true);
                    let mut part = Filling::at(phase, within.limit, filling.word);
                    self.write(&shifted(&inner.body, phase), &within, &mut part);
                    self.reload(&mut part, &within);
                    let mut fills = Vec::new();
                    part.settle(&mut fills);
                    self.fills(&fills, &within);
                    self.w.close("}");
                    filling.octet += inner.stride / 8 * inner.count;
                }
                // These pieces write the following bits themselves.
                other => {
                    filling.finish(&mut fills);
                    self.fills(&fills, room);
                    let behind = match other {
                        Piece::Line(line, behind) => {
                            self.w.line(line);
                            behind
                        }
                        Piece::Large(step, leaf) => {
                            self.alone(step, room, Job::Write);
                            leaf.bit + leaf.width()
                        }
                        Piece::Loop(inner) => {
                            self.bitwise(inner, room, Job::Write);
                            inner.bit + inner.stride * inner.count
                        }
                        Piece::Call(call) => {
                            self.call(call, room, Job::Write);
                            call.bit + call.ty.bits
                        }
                        Piece::Row(_) | Piece::Run(..) => continue,
                    };
                    filling.resume(behind);
                }
            }
        }
    }

    fn reload(&mut self, filling: &mut Filling, room: &Room) {
        if !filling.loaded {
            self.w.line(self.dialect.reload(&room.pointer, filling.octet));
            filling.loaded = true;
        }
    }

    fn fills(&mut self, fills: &[Fill<'_, 'l>], room: &Room) {
        for fill in fills {
            if let Fill::Start(Part::Joined(joined)) | Fill::Put(Part::Joined(joined), _) = fill {
                self.dialect.load_joined(joined, &mut self.w);
            }
            match fill {
                Fill::Start(part) => self.fill("w = ", part, "", 0),
                Fill::Put(part, bit) => self.fill("w |= ", part, "<<", *bit),
                Fill::Rest(part, from) => self.fill("w = ", part, ">>", *from),
                Fill::Store(octet, octets) => {
                    self.w.line(self.dialect.store(&room.pointer, *octet, *octets));
                }
                Fill::Drop(octets) => self.w.line(format!("w >>= {}{}", octets * 8, self.dialect.end())),
            }
        }
    }

    /// Writes a line that puts a part, shifted, into the word.
    fn fill(&mut self, start: &str, part: &Part, shift: &str, by: u64) {
        let out = self.w.begin();
        out.push_str(start);
        match (part, shift) {
            (Part::Leaf(leaf), "") => self.dialect.word_of(leaf, true, out),
            (Part::Leaf(leaf), _) => {
                self.dialect.word_of(leaf, false, out);
                // Writing to a string can't fail.
                let _ = write!(out, " {shift} {by}");
            }
            (Part::Joined(_), "") => out.push('x'),
            (Part::Joined(_), _) => {
                let _ = write!(out, "x {shift} {by}");
            }
            (Part::Lead(_, value), "<<") => out.push_str(&self.dialect.number(value << by)),
            (Part::Lead(_, value), _) => out.push_str(&self.dialect.number(value >> by)),
        }
        out.push_str(self.dialect.end());
        self.w.end();
    }
}

/// Removes parentheses that enclose the whole expression.
pub fn bare(expression: String) -> String {
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let mut depth = 0i32;
    let closes = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    };
    match inner {
        Some(inner) if !inner.contains(closes) => inner.to_string(),
        _ => expression,
    }
}

/// Whether a line of a text begins with one of the words.
pub fn begins(text: &str, words: &[&str]) -> bool {
    text.lines().any(|line| words.iter().any(|word| line.trim_start().starts_with(word)))
}

/// The first bit of a step.
fn start(step: &Step) -> u64 {
    match step {
        Step::Lead { bit, .. } => *bit,
        Step::Leaf(leaf) => leaf.bit,
        Step::Loop(inner) => inner.bit,
        Step::Call(call) => call.bit,
    }
}

/// The bit after a step.
fn end(step: &Step) -> u64 {
    start(step)
        + match step {
            Step::Lead { .. } => LEAD,
            Step::Leaf(leaf) => leaf.width(),
            Step::Loop(inner) => inner.stride * inner.count,
            Step::Call(call) => call.ty.bits,
        }
}

/// Steps with their bits moved up by `by`.
fn shifted<'l>(steps: &[Step<'l>], by: u64) -> Vec<Step<'l>> {
    let mut steps = steps.to_vec();
    for step in &mut steps {
        match step {
            Step::Lead { bit, .. } => *bit += by,
            Step::Leaf(leaf) => leaf.bit += by,
            Step::Loop(inner) => inner.bit += by,
            Step::Call(call) => call.bit += by,
        }
    }
    steps
}
