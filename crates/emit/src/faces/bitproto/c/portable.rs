//! Codecs for any target: a call for each leaf, a loop for each array.

use super::super::steps::{Leaf, Loop, Step, LEAD};
use super::places::{counter, Places};
use crate::Writer;

/// Prints calls of `BpGet` and `BpPut`.
pub struct Portable<'p, 'l> {
    /// How parts are written down.
    pub places: Places<'l>,
    /// The octets.
    pub pointer: &'p str,
}

/// Where a container begins: so many bits, and what loop variables add to them.
#[derive(Debug, Clone)]
pub struct At {
    bits: u64,
    counted: String,
}

impl At {
    /// The start of the octets.
    pub fn start() -> At {
        At { bits: 0, counted: String::new() }
    }

    fn element(&self, inner: &Loop) -> At {
        let counted = format!("{} + {} * {}", self.counted, counter(inner.depth), inner.stride);
        At { bits: self.bits + inner.bit, counted }
    }

    fn bit(&self, bit: u64) -> String {
        format!("{}{}", self.bits + bit, self.counted)
    }
}

impl Portable<'_, '_> {
    /// Reads leaves; leads are passed over.
    pub fn read(&self, steps: &[Step], at: &At, w: &mut Writer) {
        for step in steps {
            match step {
                Step::Lead { .. } => {}
                Step::Leaf(leaf) => w.line(self.take(leaf, &self.get(&at.bit(leaf.bit), leaf.width()))),
                Step::Loop(inner) => self.read_loop(inner, at, w),
            }
        }
    }

    /// Reads the elements of an array.
    pub fn read_loop(&self, inner: &Loop, at: &At, w: &mut Writer) {
        self.each(inner, w, |w| self.read(&inner.body, &at.element(inner), w));
    }

    /// Returns 0 where a lead is not our own.
    pub fn check(&self, steps: &[Step], at: &At, w: &mut Writer) {
        for step in steps {
            match step {
                Step::Lead { bit, value } => {
                    w.line(format!("if ({} != {value}u) return 0;", self.get(&at.bit(*bit), LEAD)));
                }
                Step::Leaf(_) => {}
                Step::Loop(inner) => self.check_loop(inner, at, w),
            }
        }
    }

    /// Checks the leads in the elements of an array.
    pub fn check_loop(&self, inner: &Loop, at: &At, w: &mut Writer) {
        let mut body = Writer::new();
        self.check(&inner.body, &at.element(inner), &mut body);
        if !body.text().is_empty() {
            self.each(inner, w, |w| w.append(body));
        }
    }

    /// Writes leaves and leads.
    pub fn write(&self, steps: &[Step], at: &At, w: &mut Writer) {
        for step in steps {
            let (bit, width, value) = match step {
                Step::Lead { bit, value } => (*bit, LEAD, format!("{value}u")),
                Step::Leaf(leaf) => {
                    (leaf.bit, leaf.width(), format!("(uint64_t){}", self.places.part(&leaf.place)))
                }
                Step::Loop(inner) => {
                    self.write_loop(inner, at, w);
                    continue;
                }
            };
            w.line(format!("BpPut({}, {}, {width}, {value});", self.pointer, at.bit(bit)));
        }
    }

    /// Writes the elements of an array.
    pub fn write_loop(&self, inner: &Loop, at: &At, w: &mut Writer) {
        self.each(inner, w, |w| self.write(&inner.body, &at.element(inner), w));
    }

    fn each(&self, inner: &Loop, w: &mut Writer, body: impl FnOnce(&mut Writer)) {
        let i = counter(inner.depth);
        w.open(format!("for (size_t {i} = 0; {i} < {}; {i}++) {{", inner.count));
        body(w);
        w.close("}");
    }

    fn get(&self, bit: &str, width: u64) -> String {
        format!("BpGet({}, {bit}, {width})", self.pointer)
    }

    /// The assignment of a leaf from a word that holds it alone.
    fn take(&self, leaf: &Leaf, word: &str) -> String {
        let part = self.places.part(&leaf.place);
        let ty = self.places.type_name(leaf.written);
        match () {
            () if leaf.is_boolean() => format!("{part} = {word} != 0;"),
            () if leaf.is_signed() && leaf.width() < leaf.storage() => {
                let sign = format!("0x{:x}u", 1u64 << (leaf.width() - 1));
                format!("{part} = ({ty})(({word} ^ {sign}) - {sign});")
            }
            () => format!("{part} = ({ty}){word};"),
        }
    }
}
