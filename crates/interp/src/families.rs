//! Dispatches to the readers and writers of each family of rules; nothing else does. To add a family, add a
//! folder in `run` and a line in each function here. All other code asks for properties of its rules.

use wireglot_plan::{Family, Rules};
use wireglot_rt::tlv::{Length, Reader};
use wireglot_rt::{Fault, Limits};

use crate::fast_path::bounds::Bounds;
use crate::fast_path::out::Out;
use crate::fast_path::{bits, tlv};
use crate::linked::program::{By, Step};
use crate::linked::Linked;
use crate::run::bits_read::BitsReader;
use crate::run::bits_write::BitsWriter;
use crate::run::context::Context;
use crate::run::octets_read::OctetsReader;
use crate::run::octets_write::OctetsWriter;
use crate::run::tlv_read::TlvReader;
use crate::run::tlv_write::TlvWriter;
use crate::run::write::{Runs, Writes, Writing};
use crate::run::Done;
use crate::{DecodeOptions, Sink, Tape, ValueRef};

/// Decodes the complete encoding at the start of `octets`, which has `bits` bits. Returns the number of
/// octets it took.
pub(crate) fn read<'c, S: Sink>(
    context: &mut Context<'c, S>,
    step: &'c Step,
    rules: Rules,
    octets: &[u8],
    bits: u64,
) -> Result<usize, Fault> {
    match rules.family() {
        Family::Tlv => {
            let mut reader = TlvReader::new(context, octets, rules);
            reader.whole(step)?;
            Ok(reader.position())
        }
        Family::Bits => BitsReader::new(context, octets, bits, rules).whole(step),
        Family::Octets => OctetsReader::new(context, octets, rules).whole(step),
    }
}

/// Appends a complete encoding.
pub(crate) fn write<'c>(
    writing: &mut Writing<'c>,
    step: &'c Step,
    rules: Rules,
    value: ValueRef<'_>,
    out: &mut Vec<u8>,
) -> Done {
    match rules.family() {
        Family::Tlv => {
            let mut writer = TlvWriter::new(writing, rules);
            writer.value(step, value)?;
            out.extend_from_slice(writer.octets());
        }
        Family::Bits => {
            let mut writer = BitsWriter::new(writing, rules);
            writer.whole(step, value)?;
            out.extend_from_slice(writer.octets());
        }
        Family::Octets => {
            let mut writer = OctetsWriter::new(writing, rules);
            writer.whole(step, value)?;
            out.extend_from_slice(writer.octets());
        }
    }
    Ok(())
}

/// What one family's reader or writer may call in another family.
pub(crate) static RUNS: Runs = Runs { write, read_back };

/// Decodes octets that must be one complete encoding.
fn read_back(
    linked: &Linked,
    step: &Step,
    rules: Rules,
    octets: &[u8],
    options: &DecodeOptions,
) -> Option<Tape> {
    let mut tape = Tape::new();
    let mut context = Context::new(linked, options, &mut tape, read, &RUNS);
    let taken = read(&mut context, step, rules, octets, octets.len() as u64 * 8);
    taken.is_ok_and(|taken| taken == octets.len()).then_some(tape)
}

/// The fast path of one root.
#[derive(Debug)]
pub(crate) enum FastPath {
    Tlv(Box<tlv::Path>),
    Bits(Box<bits::Path>),
}

/// The fast path of a root, if its rules have one.
pub(crate) fn fast_path(linked: &Linked, root: &Step) -> Option<FastPath> {
    match linked.rules().family() {
        Family::Tlv => tlv::make(linked, root, &RUNS).map(|path| FastPath::Tlv(Box::new(path))),
        Family::Bits => bits::make(linked, root).map(|path| FastPath::Bits(Box::new(path))),
        Family::Octets => None,
    }
}

impl FastPath {
    /// Reads the value at the start of `octets` and returns how many it took. `None` means that the general
    /// path must read it, regardless of what was output.
    #[inline]
    pub fn read<O: Out>(
        &self,
        octets: &[u8],
        limits: &Limits,
        lossless: bool,
        out: (&mut O, O::Place),
    ) -> Option<usize> {
        match self {
            FastPath::Tlv(path) => tlv::read(path, octets, limits, lossless, out),
            FastPath::Bits(path) => bits::read(path, octets, limits, lossless, out),
        }
    }

    /// Appends the encoding of the value at the start of `text` and returns the length of that value in the
    /// text. `None` means that the general path must write it, regardless of what was output.
    pub fn write(&self, text: &str, bounds: &Bounds, out: &mut Vec<u8>) -> Option<usize> {
        match self {
            FastPath::Tlv(path) => tlv::write(path, text, bounds, out),
            FastPath::Bits(path) => bits::write(path, text, bounds, out),
        }
    }
}

/// The length of the encoding at the start of `bytes`, according to its length octets; `None` if the rules
/// do not start with a length.
pub(crate) fn extent(rules: Rules, bytes: &[u8], limits: &Limits) -> Option<Result<usize, Fault>> {
    match rules.family() {
        Family::Tlv => {
            let mut reader = Reader::new(bytes, false);
            Some(reader.header().and_then(|header| match header.length {
                Length::Definite(length) => Ok(header.contents + length),
                Length::Indefinite => reader.skip(&header, limits.depth).map(|()| reader.position),
            }))
        }
        Family::Bits | Family::Octets => None,
    }
}

/// Whether `bytes` start with a tag that the root accepts; always false if the rules have no tags.
pub(crate) fn lists_tag(linked: &Linked, root: usize, bytes: &[u8]) -> bool {
    match linked.rules().family() {
        Family::Tlv => {}
        Family::Bits | Family::Octets => return false,
    }
    let program = linked.program();
    let (Some(tag), Some(mut step)) = (Reader::new(bytes, false).tag(), program.roots.get(root)) else {
        return false;
    };
    for _ in 0..=program.routines.len() {
        step = match step {
            Step::Tlv(frame) => return frame.tag == tag,
            Step::Choice(choice) => {
                return matches!(&choice.by, By::Tag { any: None, .. }) && choice.knows(tag)
            }
            Step::Bind(_, step) => step,
            Step::Call(routine) => match program.routines.get(*routine as usize) {
                Some(routine) => &routine.body,
                None => return false,
            },
            _ => return false,
        };
    }
    false
}
