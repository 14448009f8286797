//! Reads and writes parts one by one at any bit: loops with unaligned elements, and parts larger than a word.

use super::steps::{Call, Leaf, Loop, Step, LEAD};
use super::word_dialect::{has_lead, Job, Single, Start, WordDialect};
use crate::Writer;

/// The start of a container in bits: a constant and a sum of loop variables.
#[derive(Debug, Clone)]
pub(super) struct At {
    bits: u64,
    counted: String,
    /// The sum of loop variables in bytes; `None` if it is not a whole number of bytes.
    octets: Option<String>,
}

impl At {
    pub(super) const START: At = At { bits: 0, counted: String::new(), octets: Some(String::new()) };

    fn bit(&self, bit: u64) -> String {
        format!("{}{}", self.bits + bit, self.counted)
    }

    fn start(&self, pointer: &str, bit: u64) -> Start {
        match &self.octets {
            Some(octets) if (self.bits + bit).is_multiple_of(8) => {
                Start::Octet(pointer.to_string(), format!("{}{octets}", (self.bits + bit) / 8))
            }
            _ => Start::Bit(pointer.to_string(), self.bit(bit)),
        }
    }
}

/// Generates code that handles one part after another.
pub(super) struct Bitwise<'t, 'l> {
    pub(super) dialect: &'t mut dyn WordDialect<'l>,
    pub(super) pointer: &'t str,
    pub(super) job: Job,
}

impl<'l> Bitwise<'_, 'l> {
    pub(super) fn all(&mut self, steps: &[Step<'l>], at: &At, w: &mut Writer) {
        let mut rest = steps;
        while let Some((step, behind)) = rest.split_first() {
            rest = behind;
            let (bit, value) = match step {
                Step::Loop(inner) => (inner.bit, None),
                Step::Call(call) => {
                    self.call(call, at, w);
                    continue;
                }
                Step::Lead { bit, value } => (*bit, Some(Single::Lead(*value))),
                Step::Leaf(leaf) => (leaf.bit, Some(Single::Leaf(leaf))),
            };
            let bit = at.bit(bit);
            if self.job != Job::Check {
                let all = &steps[steps.len() - behind.len() - 1..];
                if let Some((line, taken)) = self.dialect.move_alone(all, self.job, self.pointer, &bit) {
                    w.line(line);
                    rest = &all[taken..];
                    continue;
                }
                let group = group(all);
                if group.len() > 1 && self.dialect.group_alone(&group, self.job, self.pointer, &bit, w) {
                    rest = &all[group.len()..];
                    continue;
                }
            }
            match (self.job, value) {
                (_, None) => {
                    if let Step::Loop(inner) = step {
                        self.elements(inner, at, w);
                    }
                }
                (Job::Write, Some(value)) => {
                    self.dialect.put(self.pointer, &bit, &value, w.begin());
                    w.end();
                }
                (Job::Read, Some(Single::Leaf(leaf))) => {
                    let word = self.dialect.get(self.pointer, &bit, leaf.width());
                    self.dialect.take_alone(leaf, &word, w.begin());
                    w.end();
                }
                (Job::Check, Some(Single::Lead(value))) => {
                    let word = self.dialect.get(self.pointer, &bit, LEAD);
                    w.line(self.dialect.check(&word, 0, value, bit == "0"));
                }
                _ => {}
            }
        }
    }

    pub(super) fn elements(&mut self, inner: &Loop<'l>, at: &At, w: &mut Writer) {
        if self.job == Job::Check && !has_lead(&inner.body) {
            return;
        }
        let counter = self.dialect.counter(inner.depth);
        let counted = format!("{} + {counter} * {}", at.counted, inner.stride);
        let whole = at.octets.as_ref().filter(|_| inner.stride.is_multiple_of(8));
        let octets = whole.map(|octets| format!("{octets} + {counter} * {}", inner.stride / 8));
        self.dialect.open_loop(inner, w);
        self.all(&inner.body, &At { bits: at.bits + inner.bit, counted, octets }, w);
        w.close("}");
    }

    pub(super) fn call(&self, call: &Call<'l>, at: &At, w: &mut Writer) {
        if self.job != Job::Check || !call.ty.fixed {
            self.dialect.call(call, self.job, &at.start(self.pointer, call.bit), w);
        }
    }
}

/// The consecutive leaves at the start of `steps`, up to 32 bits in total.
fn group<'s, 'l>(steps: &'s [Step<'l>]) -> Vec<&'s Leaf<'l>> {
    let mut group: Vec<&Leaf> = Vec::new();
    for step in steps {
        let Step::Leaf(leaf) = step else { break };
        let first = group.first().map_or(leaf.bit, |first| first.bit);
        if leaf.bit + leaf.width() - first > 32 {
            break;
        }
        group.push(leaf);
    }
    group
}
