//! What a language says of codecs that go by words: how a load, a store, a shift or a loop is written.

use super::steps::{Call, Leaf, Loop, Step, LEAD};
use super::words::{Joined, Word};
use crate::Writer;

/// How a language writes down what codecs are made of. `w` is the word that is
/// loaded and filled; pointers are names of octets.
pub trait WordDialect<'l> {
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

/// Whether there is a lead in steps, or in what they call.
pub(super) fn has_lead(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Lead { .. } => true,
        Step::Leaf(_) => false,
        Step::Loop(inner) => has_lead(&inner.body),
        Step::Call(call) => !call.ty.fixed,
    })
}
