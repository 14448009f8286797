//! How a language expresses codecs that work in words: loads, stores, shifts and loops.

use super::steps::{Call, Leaf, Loop, Step, LEAD};
use super::words::{Joined, Word};
use crate::Writer;

/// Syntax of a language for codecs. `w` is the variable for the word being loaded or filled; pointers are
/// names of byte arrays.
pub trait WordDialect<'l> {
    /// The word; larger leaves are read and written separately.
    fn word(&self) -> Word {
        Word::WIDE
    }
    /// Loads `octets` bytes, at most a word, into `w`.
    fn load(&self, pointer: &str, octet: u64, octets: u64) -> String;
    /// The word that begins at a bit of `w` and extends into the byte after it.
    fn over(&self, pointer: &str, bit: u64, octet: u64) -> String;
    /// Reads a leaf from a bit of a word on; higher bits may be set.
    fn take(&self, leaf: &Leaf, word: &str, bit: u64, out: &mut String);
    /// Returns from the function if the length prefix at a bit of a word differs from `value`. `first` means
    /// that the prefix is at the start of the message.
    fn check(&self, word: &str, bit: u64, value: u64, first: bool) -> String;
    /// A leaf as the lowest bits of a word whose other bits are zero; `bare` if used without operators.
    fn word_of(&self, leaf: &Leaf, bare: bool, out: &mut String);
    /// A number as a word.
    fn number(&self, value: u64) -> String;
    /// Stores the lowest bytes of `w`.
    fn store(&self, pointer: &str, octet: u64, octets: u64) -> String;
    /// Sets the word to a byte.
    fn reload(&self, pointer: &str, octet: u64) -> String;
    /// The size in bytes of the run at the start of `steps`, and its number of steps, if there is one.
    fn run(&self, steps: &[Step<'l>], depth: usize) -> Option<(u64, usize)>;
    /// Reads a run.
    fn read_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer);
    /// Writes a run. The word holds the bits before it, and afterwards the remaining bits.
    fn write_run(&mut self, step: &Step<'l>, octets: u64, pointer: &str, w: &mut Writer);
    /// The leaves at the start of `steps` that are moved as one, and their number of steps.
    fn join<'s>(&self, _: &'s [Step<'l>], _: usize) -> Option<(Joined<'s, 'l>, usize)> {
        None
    }
    /// Sets `x` to the value of joined leaves, with all other bits zero.
    fn load_joined(&mut self, _: &Joined<'_, 'l>, _: &mut Writer) {}
    /// Reads joined leaves from a bit of a word on.
    fn take_joined(&mut self, _: &Joined<'_, 'l>, _: &str, _: u64, _: &mut Writer) {}
    /// A line that moves the first steps to or from a bit, and their number, if they are the same in memory
    /// on every target apart from byte order.
    fn move_alone(&mut self, _: &[Step<'l>], _: Job, _: &str, _: &str) -> Option<(String, usize)> {
        None
    }
    /// Generates code that moves leaves of at most 32 bits together to or from a bit, if possible.
    fn group_alone(&self, _: &[&Leaf], _: Job, _: &str, _: &str, _: &mut Writer) -> bool {
        false
    }
    /// Opens a loop.
    fn open_loop(&self, inner: &Loop, w: &mut Writer);
    /// A name for the bytes of each element, declared in the loop.
    fn element(&self, inner: &Loop, pointer: &str, writes: bool, w: &mut Writer) -> String;
    /// The loop variable at a depth.
    fn counter(&self, depth: usize) -> String;
    /// The integer of `width` bits at a bit.
    fn get(&self, pointer: &str, bit: &str, width: u64) -> String;
    /// Reads a leaf from a word that holds only the leaf.
    fn take_alone(&self, leaf: &Leaf, word: &str, out: &mut String);
    /// Writes a value at a bit, and masks it.
    fn put(&self, pointer: &str, bit: &str, value: &Single, out: &mut String);
    /// Does a job on an out-of-line record with its own codec.
    fn call(&self, call: &Call, job: Job, start: &Start, w: &mut Writer);
    /// The end of a statement.
    fn end(&self) -> &'static str {
        ";"
    }
}

/// The kind of code to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Decoding, if all length prefixes are known to match this version.
    Read,
    /// Checking that all length prefixes match this version.
    Check,
    /// Encoding.
    Write,
}

/// A value to write at a bit.
#[derive(Debug, Clone, Copy)]
pub enum Single<'s, 'l> {
    /// A leaf.
    Leaf(&'s Leaf<'l>),
    /// A length prefix with that value.
    Lead(u64),
}

impl Single<'_, '_> {
    /// Its width in bits.
    pub fn width(&self) -> u64 {
        match self {
            Single::Leaf(leaf) => leaf.width(),
            Single::Lead(_) => LEAD,
        }
    }
}

/// The start of a record.
#[derive(Debug)]
pub enum Start {
    /// A byte: the name of the byte array, and the index.
    Octet(String, String),
    /// A bit: the name of the byte array, and the index as an expression.
    Bit(String, String),
}

/// Whether these steps, or those of records they call, include a length prefix.
pub(super) fn has_lead(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Lead { .. } => true,
        Step::Leaf(_) => false,
        Step::Loop(inner) => has_lead(&inner.body),
        Step::Call(call) => !call.ty.fixed,
    })
}
