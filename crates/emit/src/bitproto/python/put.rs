//! Encoding with few integer operations: fields are combined into words, on which Python computes as fast as
//! on any number; runs of whole bytes are packed with `struct`. All of these are combined into the one wide
//! integer that is the message.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind};

use super::super::out_of_line::UNROLLED;
use super::super::steps::LEAD;
use super::file::File;
use super::runs::{code, run, LONGEST, WORD};
use super::Locals;
use crate::Writer;

/// The minimum number of consecutive values to pack with `struct`.
const PACKED: usize = 5;

/// A value to write, with its bit and its width.
struct Term {
    text: String,
    bit: u64,
    width: u64,
    /// Its `struct` code and its plain value, if it has whole bytes.
    plain: Option<(char, String)>,
}

impl Term {
    fn lead(bit: u64, value: u64) -> Term {
        Term { text: value.to_string(), bit, width: LEAD, plain: Some(('H', value.to_string())) }
    }
}

/// The inputs for encoding a message.
struct Gathered {
    terms: Vec<Term>,
    /// Lines that assign parts to variables.
    lines: Writer,
    locals: Locals,
}

/// Terms that share a word.
struct Word {
    bit: u64,
    texts: Vec<String>,
}

impl File<'_> {
    /// Generates the method that returns a message as an integer.
    pub fn put(&mut self, id: LayoutId) {
        let mut all = Gathered { terms: Vec::new(), lines: Writer::new(), locals: Locals::default() };
        self.terms(id, "self", 0, true, &mut all);
        let Gathered { terms, lines, .. } = all;
        self.w.open("def _put(self) -> int:");
        self.w.append(lines);
        let terms = self.packed(terms);
        let words = words(terms);
        if words.is_empty() {
            self.w.line("return 0");
        } else {
            self.w.open("return (");
            words.iter().enumerate().for_each(|(index, word)| self.print(index, word));
            self.w.close(")");
        }
        self.w.close("");
    }

    /// Packs runs; each becomes one term.
    fn packed(&mut self, terms: Vec<Term>) -> Vec<Term> {
        let places: Vec<_> = terms
            .iter()
            .map(|term| (term.bit, term.width, term.plain.as_ref().map(|(code, _)| *code)))
            .collect();
        let (mut out, mut at, mut packs) = (Vec::with_capacity(terms.len()), 0, 0);
        let mut terms = terms.into_iter();
        while at < places.len() {
            let run = run(&places[at..(at + LONGEST).min(places.len())]);
            let count = run.begins.len();
            if count < PACKED {
                out.extend(terms.next());
                at += 1;
                continue;
            }
            at += count;
            packs += 1;
            let of = terms.by_ref().take(count).filter_map(|term| term.plain).map(|(_, value)| value);
            let (pack, values) = (self.runs.name("pack", &run.codes), of.collect::<Vec<_>>().join(", "));
            self.w.open("try:");
            self.w.line(format!("s{packs} = {pack}({values})"));
            self.w.between("except _error:");
            self.w.line(format!("s{packs} = _masked(\"{}\", {values})", run.codes));
            self.w.close("");
            let text = format!("_from_bytes(s{packs}, \"little\")");
            out.push(Term { text, bit: run.first, width: run.end - run.first, plain: None });
        }
        out
    }

    fn print(&mut self, index: usize, word: &Word) {
        let or = if index == 0 { "" } else { "| " };
        match (&word.texts[..], word.bit) {
            ([text], 0) => self.w.line(format!("{or}{text}")),
            ([text], bit) => self.w.line(format!("{or}{text} << {bit}")),
            (texts, bit) => {
                self.w.open(format!("{or}("));
                for (index, text) in texts.iter().enumerate() {
                    self.w.line(if index == 0 { text.clone() } else { format!("| {text}") });
                }
                self.w.close(if bit == 0 { ")".to_string() } else { format!(") << {bit}") });
            }
        }
    }

    /// Collects the terms of a value; those of an out-of-line message are not expanded.
    fn terms(&self, id: LayoutId, part: &str, bit: u64, outermost: bool, all: &mut Gathered) {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        if ty.bits == 0 {
            return;
        }
        match &ty.kind {
            LayoutKind::Record { fields, extensible } if outermost || !self.apart.has(base) => {
                if *extensible {
                    all.terms.push(Term::lead(bit, ty.bits));
                }
                for (position, field) in fields.iter().enumerate() {
                    let inner = self.held(base, position, field, part);
                    let inner = match self.parts(field.ty) {
                        0 | 1 => inner,
                        _ => {
                            let local = all.locals.next();
                            all.lines.line(format!("{local} = {inner}"));
                            local
                        }
                    };
                    self.terms(field.ty, &inner, bit + field.offset, false, all);
                }
            }
            LayoutKind::Array { element, count, extensible } if self.parts(id) > 0 => {
                let first = if *extensible { bit + LEAD } else { bit };
                if *extensible {
                    all.terms.push(Term::lead(bit, *count));
                }
                let each = self.layout.get(*element).bits;
                for index in 0..*count {
                    let mut inner = format!("{part}[{index}]");
                    if self.parts(*element) > 1 {
                        let local = all.locals.next();
                        all.lines.line(format!("{local} = {inner}"));
                        inner = local;
                    }
                    self.terms(*element, &inner, first + index * each, false, all);
                }
            }
            _ => {
                let plain = code(ty, true).map(|code| (code, part.to_string()));
                all.terms.push(Term { text: self.word(id, part), bit, width: ty.bits, plain });
            }
        }
    }

    /// The number of parts of a value written inline; 0 if it is written by a call.
    pub fn parts(&self, id: LayoutId) -> usize {
        let base = self.layout.base(id);
        match &self.layout.get(base).kind {
            LayoutKind::Record { .. } if self.apart.has(base) => 0,
            LayoutKind::Record { fields, .. } => {
                let parts = fields.iter().map(|field| self.parts(field.ty).max(1));
                parts.sum::<usize>().max(1)
            }
            LayoutKind::Array { element, .. } if self.is_byte(*element) => 0,
            LayoutKind::Array { element, count, .. } => match self.parts(*element) {
                0 => 0,
                each if each.saturating_mul(*count as usize) <= UNROLLED => each * *count as usize,
                _ => 0,
            },
            _ => 1,
        }
    }

    /// The expression for a field. A field that holds an enumeration is accessed as its number.
    pub fn held(&self, id: LayoutId, position: usize, field: &LayoutField, part: &str) -> String {
        let name = self.names.field(id, position);
        match &self.layout.resolved(field.ty).kind {
            LayoutKind::Enumerated(_) => format!("{part}._bp_{name}"),
            _ => format!("{part}.{name}"),
        }
    }
}

/// Combines terms into words.
fn words(terms: Vec<Term>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for term in terms {
        let end = term.bit + term.width;
        match words.last_mut().filter(|word| end - word.bit <= WORD) {
            Some(word) => word.texts.push(format!("{} << {}", term.text, term.bit - word.bit)),
            None => words.push(Word { bit: term.bit, texts: vec![term.text] }),
        }
    }
    words
}
