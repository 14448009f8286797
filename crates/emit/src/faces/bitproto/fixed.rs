//! Codecs at fixed places, printed for any language: rows of parts as words,
//! runs of octets, loops over elements of whole octets; what stands at odd places
//! in a loop is got and put one by one.

use super::steps::{Leaf, Loop, Step, LEAD};
use super::words::{loads, Fill, Filling, Part};
use crate::Writer;

/// How a language writes down what codecs are made of. `w` is the word that is
/// loaded and filled; pointers are names of octets.
pub trait Tongue<'l> {
    /// Loads so many octets, at most 8, into `w`.
    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String;
    /// The word from a bit of `w` on, with the octet behind it.
    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String;
    /// Takes a leaf from a bit of a word on; bits behind it may be set.
    fn take(&self, leaf: &Leaf, word: &str, bit: u64) -> String;
    /// Leaves the function where the lead at a bit of a word is not that.
    fn check(&self, word: &str, bit: u64, value: u64) -> String;
    /// A leaf as the lowest bits of a word that has no others.
    fn word_of(&self, leaf: &Leaf) -> String;
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
    /// Opens a loop.
    fn open_loop(&self, inner: &Loop, w: &mut Writer);
    /// A name for the octets of each element, declared in the loop.
    fn element(&self, inner: &Loop, pointer: &str, writes: bool, w: &mut Writer) -> String;
    /// The loop variable of a depth.
    fn counter(&self, depth: usize) -> String;
    /// The integer of so many bits at a bit.
    fn get(&self, pointer: &str, bit: &str, width: u64) -> String;
    /// Takes a leaf from a word that holds it alone.
    fn take_alone(&self, leaf: &Leaf, word: &str) -> String;
    /// Writes the lowest bits of a word at a bit; `leaf` is masked by that.
    fn put(&self, pointer: &str, bit: &str, part: &Part) -> String;
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
    Loop(&'s Loop<'l>),
}

/// Prints what does a job on a message of so many octets, by words.
pub fn words<'l>(tongue: &mut dyn Tongue<'l>, steps: &[Step<'l>], octets: u64, job: Job) -> Writer {
    let mut printer = Words { tongue, w: Writer::new() };
    let room = Room { pointer: "s".into(), limit: octets, depth: 0 };
    if job == Job::Write {
        let mut filling = Filling::at(0, octets);
        printer.write(steps, &room, &mut filling);
        let mut fills = Vec::new();
        filling.finish(&mut fills);
        printer.fills(&fills, &room);
    } else {
        printer.read(steps, &room, job);
    }
    printer.w
}

/// Prints the same, one part after the other.
pub fn one_by_one<'l>(tongue: &dyn Tongue<'l>, steps: &[Step<'l>], job: Job) -> Writer {
    let mut w = Writer::new();
    Singly { tongue, pointer: "s", job }.all(steps, &At { bits: 0, counted: String::new() }, &mut w);
    w
}

struct Words<'t, 'l> {
    tongue: &'t mut dyn Tongue<'l>,
    w: Writer,
}

impl<'l> Words<'_, 'l> {
    fn pieces<'s>(&self, steps: &'s [Step<'l>], depth: usize, job: Job) -> Vec<Piece<'s, 'l>> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let run = (job != Job::Check).then(|| self.tongue.run(&steps[at..], depth)).flatten();
            if let Some((octets, taken)) = run {
                pieces.push(Piece::Run(&steps[at], octets));
                at += taken;
                continue;
            }
            let part = match (&steps[at], job) {
                (Step::Loop(inner), Job::Check) if !has_lead(&inner.body) => None,
                (Step::Loop(inner), _) => {
                    pieces.push(Piece::Loop(inner));
                    None
                }
                (Step::Lead { .. }, Job::Read) | (Step::Leaf(_), Job::Check) => None,
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

    fn read(&mut self, steps: &[Step<'l>], room: &Room, job: Job) {
        for piece in self.pieces(steps, room.depth, job) {
            match piece {
                Piece::Row(parts) => self.read_row(&parts, room),
                Piece::Run(step, octets) => {
                    self.tongue.read_run(step, octets, &room.pointer, &mut self.w);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    let within = self.enter(inner, room, false);
                    self.read(&shifted(&inner.body, inner.bit % 8), &within, job);
                    self.w.close("}");
                }
                Piece::Loop(inner) => self.singly(inner, room, job),
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
        let singly = Singly { tongue: self.tongue, pointer: &room.pointer, job };
        singly.elements(inner, &At { bits: 0, counted: String::new() }, &mut self.w);
    }

    fn read_row(&mut self, parts: &[Part], room: &Room) {
        for load in loads(parts, room.limit) {
            self.w.line(self.tongue.load(&room.pointer, load.octet, load.octets));
            for (part, bit) in load.takes {
                let (word, bit) = match bit + part.width() > 64 {
                    true => (self.tongue.over(&room.pointer, bit, load.octet + 8), 0),
                    false => ("w".to_string(), bit),
                };
                let line = match part {
                    Part::Leaf(leaf) => self.tongue.take(leaf, &word, bit),
                    Part::Lead(_, value) => self.tongue.check(&word, bit, value),
                };
                self.w.line(line);
            }
        }
    }

    fn write(&mut self, steps: &[Step<'l>], room: &Room, filling: &mut Filling) {
        for piece in self.pieces(steps, room.depth, Job::Write) {
            let mut fills = Vec::new();
            match piece {
                Piece::Row(parts) => {
                    parts.iter().for_each(|part| filling.put(*part, &mut fills));
                    self.fills(&fills, room);
                }
                Piece::Run(step, octets) => {
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    self.tongue.write_run(step, octets, &room.pointer, &mut self.w);
                    filling.skip(octets);
                }
                Piece::Loop(inner) if inner.stride % 8 == 0 => {
                    filling.settle(&mut fills);
                    self.fills(&fills, room);
                    let phase = inner.bit % 8;
                    let within = self.enter(inner, room, true);
                    let mut part = Filling::at(phase, within.limit);
                    self.write(&shifted(&inner.body, phase), &within, &mut part);
                    let mut fills = Vec::new();
                    part.settle(&mut fills);
                    self.fills(&fills, &within);
                    self.w.close("}");
                    filling.octet += inner.stride / 8 * inner.count;
                }
                Piece::Loop(inner) => {
                    filling.finish(&mut fills);
                    self.fills(&fills, room);
                    self.singly(inner, room, Job::Write);
                    *filling = Filling::at(inner.bit + inner.stride * inner.count, room.limit);
                    if filling.bits > 0 {
                        self.w.line(self.tongue.reload(&room.pointer, filling.octet));
                    }
                }
            }
        }
    }

    fn fills(&mut self, fills: &[Fill], room: &Room) {
        let end = self.tongue.end();
        for fill in fills {
            let line = match fill {
                Fill::Start(part) => format!("w = {}{end}", self.value(part, "", 0)),
                Fill::Put(part, bit) => format!("w |= {}{end}", self.value(part, "<<", *bit)),
                Fill::Store(octet, octets) => self.tongue.store(&room.pointer, *octet, *octets),
                Fill::Rest(part, from) => format!("w = {}{end}", self.value(part, ">>", *from)),
                Fill::Drop(octets) => format!("w >>= {}{end}", octets * 8),
            };
            self.w.line(line);
        }
    }

    /// A part as a word, shifted.
    fn value(&self, part: &Part, shift: &str, by: u64) -> String {
        match (part, shift) {
            (Part::Leaf(leaf), "") => bare(self.tongue.word_of(leaf)),
            (Part::Leaf(leaf), _) => format!("{} {shift} {by}", self.tongue.word_of(leaf)),
            (Part::Lead(_, value), "<<") => self.tongue.number(value << by),
            (Part::Lead(_, value), _) => self.tongue.number(value >> by),
        }
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

/// Where a container begins: so many bits, and what loop variables add to them.
#[derive(Debug, Clone)]
struct At {
    bits: u64,
    counted: String,
}

impl At {
    fn bit(&self, bit: u64) -> String {
        format!("{}{}", self.bits + bit, self.counted)
    }
}

/// Prints one part after the other.
struct Singly<'t, 'l> {
    tongue: &'t dyn Tongue<'l>,
    pointer: &'t str,
    job: Job,
}

impl<'l> Singly<'_, 'l> {
    fn all(&self, steps: &[Step<'l>], at: &At, w: &mut Writer) {
        for step in steps {
            let (bit, part) = match step {
                Step::Loop(inner) => {
                    self.elements(inner, at, w);
                    continue;
                }
                Step::Lead { bit, value } => (*bit, Part::Lead(*bit, *value)),
                Step::Leaf(leaf) => (leaf.bit, Part::Leaf(leaf)),
            };
            let bit = at.bit(bit);
            match (self.job, part) {
                (Job::Write, part) => w.line(self.tongue.put(self.pointer, &bit, &part)),
                (Job::Read, Part::Leaf(leaf)) => {
                    let word = self.tongue.get(self.pointer, &bit, leaf.width());
                    w.line(self.tongue.take_alone(leaf, &word));
                }
                (Job::Check, Part::Lead(_, value)) => {
                    w.line(self.tongue.check(&self.tongue.get(self.pointer, &bit, LEAD), 0, value));
                }
                _ => {}
            }
        }
    }

    fn elements(&self, inner: &Loop<'l>, at: &At, w: &mut Writer) {
        if self.job == Job::Check && !has_lead(&inner.body) {
            return;
        }
        let counted = format!("{} + {} * {}", at.counted, self.tongue.counter(inner.depth), inner.stride);
        self.tongue.open_loop(inner, w);
        self.all(&inner.body, &At { bits: at.bits + inner.bit, counted }, w);
        w.close("}");
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
