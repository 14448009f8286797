//! Codecs at fixed places, printed for any language: rows of parts as words,
//! runs of octets, loops over elements of whole octets; what stands at odd places
//! in a loop is got and put one by one.

use std::fmt::Write;

use super::singly::{At, Singly};
use super::steps::{Call, Leaf, Loop, Step, LEAD};
use super::words::{loads, Fill, Filling, Joined, Part, Word};
use crate::Writer;

/// How a language writes down what codecs are made of. `w` is the word that is
/// loaded and filled; pointers are names of octets.
pub trait Tongue<'l> {
    /// The word: leaves that are larger are got and put alone.
    fn word(&self) -> Word {
        Word::WIDE
    }
    /// Loads so many octets, at most those of a word, into `w`.
    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String;
    /// The word from a bit of `w` on, with the octet behind it.
    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String;
    /// Takes a leaf from a bit of a word on; bits behind it may be set.
    fn take(&self, leaf: &Leaf, word: &str, bit: u64, out: &mut String);
    /// Leaves the function where the lead at a bit of a word is not that.
    /// `first` says that it is the first thing in the message.
    fn check(&self, word: &str, bit: u64, value: u64, first: bool) -> String;
    /// A leaf as the lowest bits of a word that has no others; `bare` if it stands alone.
    fn word_of(&self, leaf: &Leaf, bare: bool, out: &mut String);
    /// A number as a word.
    fn number(&self, value: u64) -> String;
    /// Stores the lowest octets of `w`.
    fn store(&self, pointer: &str, octet: u64, octets: u64) -> String;
    /// Makes an octet the word.
    fn reload(&self, pointer: &str, octet: u64) -> String;
    /// The octets of the run that steps begin with and how many steps it takes, if it is one.
    fn run(&self, steps: &[Step<'l>], depth: usize) -> Option<(u64, usize)>;
    /// Reads a run.
    fn read_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer);
    /// Writes a run; the word holds the bits before it, and then those that are left over.
    fn write_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer);
    /// Leaves that steps begin with and that are moved as one, and how many steps they take.
    fn join<'s>(&self, _: &'s [Step<'l>], _: usize) -> Option<(Joined<'s, 'l>, usize)> {
        None
    }
    /// Makes joined leaves the value of `x`, without bits behind them.
    fn load_joined(&mut self, _: &Joined<'_, 'l>, _: &mut Writer) {}
    /// Takes joined leaves from a bit of a word on.
    fn take_joined(&mut self, _: &Joined<'_, 'l>, _: &str, _: u64, _: &mut Writer) {}
    /// A line that moves what steps begin with to or from a bit, if it is the same in
    /// memory on every target but for the order of octets; and how many steps it takes.
    fn move_alone(&mut self, _: &[Step<'l>], _: Job, _: &str, _: &str) -> Option<(String, usize)> {
        None
    }
    /// Prints what moves leaves of at most 32 bits together to or from a bit, if it can.
    fn group_alone(&self, _: &[&Leaf], _: Job, _: &str, _: &str, _: &mut Writer) -> bool {
        false
    }
    /// Opens a loop.
    fn open_loop(&self, inner: &Loop, w: &mut Writer);
    /// A name for the octets of each element, declared in the loop.
    fn element(&self, inner: &Loop, pointer: &str, writes: bool, w: &mut Writer) -> String;
    /// The loop variable of a depth.
    fn counter(&self, depth: usize) -> String;
    /// The integer of so many bits at a bit.
    fn get(&self, pointer: &str, bit: &str, width: u64) -> String;
    /// Takes a leaf from a word that holds it alone.
    fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String);
    /// Writes a value at a bit; it is masked by that.
    fn put(&self, pointer: &str, bit: &str, value: &Single, out: &mut String);
    /// Does a job on a record that stands apart, by its own codec.
    fn call(&self, call: &Call, job: Job, start: &Start, w: &mut Writer);
    /// Ends a statement.
    fn end(&self) -> &'static str {
        ";"
    }
}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Decoding, where all leads are known to be our own.
    Read,
    /// Whether all leads are our own.
    Check,
    /// Encoding.
    Write,
}

/// What is written at a bit.
#[derive(Debug, Clone, Copy)]
pub enum Single<'s, 'l> {
    /// A leaf.
    Leaf(&'s Leaf<'l>),
    /// A lead of that value.
    Lead(u64),
}

impl Single<'_, '_> {
    /// Its bits.
    pub fn width(&self) -> u64 {
        match self {
            Single::Leaf(leaf) => leaf.width(),
            Single::Lead(_) => LEAD,
        }
    }
}

/// Where a record begins.
#[derive(Debug)]
pub enum Start {
    /// At an octet: the name of octets, and which of them.
    Octet(String, String),
    /// At a bit, by an expression.
    Bit(String, String),
}

/// What steps stand in.
#[derive(Debug, Clone)]
struct Room {
    /// The name of the octets that bits count from.
    pointer: String,
    /// How many of them belong to the message.
    limit: u64,
    /// How many loops are around.
    depth: usize,
}

/// Steps of one container: rows of parts, runs and loops by turns.
enum Piece<'s, 'l> {
    Row(Vec<Part<'s, 'l>>),
    Run(&'s Step<'l>, u64),
    /// A line that moves what stands before a bit.
    Line(String, u64),
    /// A leaf that is larger than a word.
    Large(&'s Step<'l>, &'s Leaf<'l>),
    Loop(&'s Loop<'l>),
    Call(&'s Call<'l>),
}

/// Prints what does a job on a message of so many octets, by words; `depth` is that of a function's body.
pub fn words<'l>(
    tongue: &mut dyn Tongue<'l>,
    steps: &[Step<'l>],
    octets: u64,
    job: Job,
    depth: usize,
) -> Writer {
    let mut printer = Words { tongue, w: Writer::nested(depth) };
    let room = Room { pointer: "s".into(), limit: octets, depth: 0 };
    if job == Job::Write {
        let mut filling = Filling::at(0, octets, printer.tongue.word());
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
    tongue: &'t mut dyn Tongue<'l>,
    w: Writer,
}

impl<'l> Words<'_, 'l> {
    fn pieces<'s>(&mut self, steps: &'s [Step<'l>], room: &Room, job: Job) -> Vec<Piece<'s, 'l>> {
        let (depth, word) = (room.depth, self.tongue.word());
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let run = (job != Job::Check).then(|| self.tongue.run(&steps[at..], depth)).flatten();
            if let Some((octets, taken)) = run {
                pieces.push(Piece::Run(&steps[at], octets));
                at += taken;
                continue;
            }
            let joined = (job != Job::Check).then(|| self.tongue.join(&steps[at..], depth)).flatten();
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
                let moved = self.tongue.move_alone(&steps[at..], job, &room.pointer, &bit);
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
                    self.tongue.read_run(step, octets, &room.pointer, &mut self.w);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    let within = self.enter(inner, room, false);
                    self.read(&shifted(&inner.body, inner.bit % 8), &within, job);
                    self.w.close("}");
                }
                Piece::Loop(inner) => self.singly(inner, room, job),
                Piece::Call(call) => self.call(call, room, job),
            }
        }
    }

    /// Opens a loop over elements of whole octets.
    fn enter(&mut self, inner: &Loop, room: &Room, writes: bool) -> Room {
        self.tongue.open_loop(inner, &mut self.w);
        let pointer = self.tongue.element(inner, &room.pointer, writes, &mut self.w);
        let stride = inner.stride / 8;
        let behind = room.limit - inner.bit / 8 - stride * inner.count;
        Room { pointer, limit: stride + behind, depth: inner.depth + 1 }
    }

    fn singly(&mut self, inner: &Loop<'l>, room: &Room, job: Job) {
        let mut singly = Singly { tongue: self.tongue, pointer: &room.pointer, job };
        singly.elements(inner, &At::START, &mut self.w);
    }

    fn alone(&mut self, step: &Step<'l>, room: &Room, job: Job) {
        let mut singly = Singly { tongue: self.tongue, pointer: &room.pointer, job };
        singly.all(std::slice::from_ref(step), &At::START, &mut self.w);
    }

    fn call(&mut self, call: &Call<'l>, room: &Room, job: Job) {
        let singly = Singly { tongue: self.tongue, pointer: &room.pointer, job };
        singly.call(call, &At::START, &mut self.w);
    }

    fn read_row(&mut self, parts: &[Part<'_, 'l>], room: &Room) {
        let word = self.tongue.word();
        for load in loads(parts, room.limit, word) {
            self.w.line(self.tongue.load(&room.pointer, load.octet, load.octets));
            for (part, bit) in load.takes {
                let over = bit + part.width() > word.bits();
                let two = over.then(|| self.tongue.over(&room.pointer, bit, load.octet + word.octets));
                let (word, bit) = (two.as_deref().unwrap_or("w"), if over { 0 } else { bit });
                match part {
                    Part::Leaf(leaf) => {
                        self.tongue.take(leaf, word, bit, self.w.begin());
                        self.w.end();
                    }
                    Part::Lead(at, value) => {
                        let first = at == 0 && room.depth == 0;
                        self.w.line(self.tongue.check(word, bit, value, first));
                    }
                    Part::Joined(joined) => self.tongue.take_joined(&joined, word, bit, &mut self.w),
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
                    self.tongue.write_run(step, octets, &room.pointer, &mut self.w);
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
                // The others write by themselves what comes next.
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
                            self.singly(inner, room, Job::Write);
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
            self.w.line(self.tongue.reload(&room.pointer, filling.octet));
            filling.loaded = true;
        }
    }

    fn fills(&mut self, fills: &[Fill<'_, 'l>], room: &Room) {
        for fill in fills {
            if let Fill::Start(Part::Joined(joined)) | Fill::Put(Part::Joined(joined), _) = fill {
                self.tongue.load_joined(joined, &mut self.w);
            }
            match fill {
                Fill::Start(part) => self.fill("w = ", part, "", 0),
                Fill::Put(part, bit) => self.fill("w |= ", part, "<<", *bit),
                Fill::Rest(part, from) => self.fill("w = ", part, ">>", *from),
                Fill::Store(octet, octets) => {
                    self.w.line(self.tongue.store(&room.pointer, *octet, *octets));
                }
                Fill::Drop(octets) => self.w.line(format!("w >>= {}{}", octets * 8, self.tongue.end())),
            }
        }
    }

    /// A line that moves a part, shifted, into the word.
    fn fill(&mut self, start: &str, part: &Part, shift: &str, by: u64) {
        let out = self.w.begin();
        out.push_str(start);
        match (part, shift) {
            (Part::Leaf(leaf), "") => self.tongue.word_of(leaf, true, out),
            (Part::Leaf(leaf), _) => {
                self.tongue.word_of(leaf, false, out);
                // Writing to a string does not fail.
                let _ = write!(out, " {shift} {by}");
            }
            (Part::Joined(_), "") => out.push('x'),
            (Part::Joined(_), _) => {
                let _ = write!(out, "x {shift} {by}");
            }
            (Part::Lead(_, value), "<<") => out.push_str(&self.tongue.number(value << by)),
            (Part::Lead(_, value), _) => out.push_str(&self.tongue.number(value >> by)),
        }
        out.push_str(self.tongue.end());
        self.w.end();
    }
}

/// An expression without the parentheses that stand around all of it.
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

/// Whether a line of a text begins with a word.
pub fn begins(text: &str, words: &[&str]) -> bool {
    text.lines().any(|line| words.iter().any(|word| line.trim_start().starts_with(word)))
}

/// Where a step begins.
fn start(step: &Step) -> u64 {
    match step {
        Step::Lead { bit, .. } => *bit,
        Step::Leaf(leaf) => leaf.bit,
        Step::Loop(inner) => inner.bit,
        Step::Call(call) => call.bit,
    }
}

/// The bit behind a step.
fn end(step: &Step) -> u64 {
    start(step)
        + match step {
            Step::Lead { .. } => LEAD,
            Step::Leaf(leaf) => leaf.width(),
            Step::Loop(inner) => inner.stride * inner.count,
            Step::Call(call) => call.ty.bits,
        }
}

/// Whether there is a lead in steps, or in what they call.
pub(super) fn has_lead(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Lead { .. } => true,
        Step::Leaf(_) => false,
        Step::Loop(inner) => has_lead(&inner.body),
        Step::Call(call) => !call.ty.fixed,
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
            Step::Call(call) => call.bit += by,
        }
    }
    steps
}
