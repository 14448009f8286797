//! Encoding and decoding as few operations on integers: fields are gathered into words,
//! which Python calculates with as fast as with any number, and words into the one wide
//! integer that a message is.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind, LayoutType};

use super::super::steps::{LEAD, UNROLLED};
use super::file::File;
use crate::Writer;

/// Bits of a word: two of the digits that integers are made of.
const WORD: u64 = 60;

/// Values in a row, each of whole octets, that are taken by the module `struct`.
const RUN: usize = 4;
/// Elements of a new array that are written out.
const WRITTEN_OUT: u64 = 4;
/// As many as that at once.
const LONGEST: usize = 64;

/// A value of so many bits at a bit, to be written.
struct Term {
    text: String,
    bit: u64,
    width: u64,
}

/// What is set when a message is read.
enum Take {
    /// A line that needs no bits.
    Line(String),
    /// An assignment of a value of a type at a bit.
    Value { target: String, id: LayoutId, bit: u64, width: u64, code: Option<char> },
    /// A message that reads itself, from a bit on.
    Call { part: String, bit: u64 },
}

/// Names for parts that are named more than once.
#[derive(Default)]
struct Locals(usize);

impl Locals {
    fn next(&mut self) -> String {
        self.0 += 1;
        format!("_{}", self.0)
    }
}

/// What a message is written from.
struct Gathered {
    terms: Vec<Term>,
    /// What gives parts their names.
    lines: Writer,
    locals: Locals,
}

impl File<'_> {
    /// The method that makes the integer of a message.
    pub fn put(&mut self, id: LayoutId) {
        let mut all = Gathered { terms: Vec::new(), lines: Writer::new(), locals: Locals::default() };
        self.terms(id, "self", 0, true, &mut all);
        let Gathered { terms, lines, .. } = all;
        self.w.open("def _put(self) -> int:");
        self.w.append(lines);
        let mut words: Vec<(u64, u64, Vec<String>)> = Vec::new();
        for term in terms {
            let end = term.bit + term.width;
            match words.last_mut().filter(|(first, ..)| end - first <= WORD) {
                Some((first, to, texts)) => {
                    texts.push(format!("{} << {}", term.text, term.bit - *first));
                    *to = end;
                }
                None => words.push((term.bit, end, vec![term.text])),
            }
        }
        match words.len() {
            0 => self.w.line("return 0"),
            _ => {
                self.w.open("return (");
                for (index, (bit, _, texts)) in words.iter().enumerate() {
                    let or = if index == 0 { "" } else { "| " };
                    match (&texts[..], bit) {
                        ([text], 0) => self.w.line(format!("{or}{text}")),
                        ([text], bit) => self.w.line(format!("{or}{text} << {bit}")),
                        (texts, bit) => {
                            self.w.open(format!("{or}("));
                            for (index, text) in texts.iter().enumerate() {
                                self.w.line(if index == 0 { text.clone() } else { format!("| {text}") });
                            }
                            self.w.close(if *bit == 0 { ")".to_string() } else { format!(") << {bit}") });
                        }
                    }
                }
                self.w.close(")");
            }
        }
        self.w.close("");
    }

    /// Gathers the parts of a value, which is not looked into if it stands apart.
    fn terms(&self, id: LayoutId, part: &str, bit: u64, outermost: bool, all: &mut Gathered) {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        if ty.bits == 0 {
            return;
        }
        match &ty.kind {
            LayoutKind::Record { fields, extensible } if outermost || !self.apart.has(base) => {
                if *extensible {
                    all.terms.push(Term { text: ty.bits.to_string(), bit, width: LEAD });
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
                    all.terms.push(Term { text: count.to_string(), bit, width: LEAD });
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
            _ => all.terms.push(Term { text: self.word(id, part), bit, width: ty.bits }),
        }
    }

    /// How many parts a value is written out as; 0 where a call does it.
    fn parts(&self, id: LayoutId) -> usize {
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

    /// A field of a message. That of an enumeration holds its number.
    pub fn held(&self, id: LayoutId, position: usize, field: &LayoutField, part: &str) -> String {
        let name = self.names.field(id, position);
        match &self.layout.resolved(field.ty).kind {
            LayoutKind::Enumerated(_) => format!("{part}._bp_{name}"),
            _ => format!("{part}.{name}"),
        }
    }

    /// The method that sets a message from the lowest bits of an integer.
    pub fn get(&mut self, id: LayoutId) {
        let mut takes = Vec::new();
        self.takes(id, "self", 0, &mut takes, &mut Locals::default(), false);
        self.w.open("def _get(self, v: int) -> None:");
        if takes.is_empty() {
            self.w.line("pass");
        }
        let words = gathered(&takes);
        let mut opened = 0;
        for take in &takes {
            match take {
                Take::Line(line) => self.w.line(line),
                Take::Call { part, bit } => self.w.line(format!("{part}._get({})", down("v", *bit))),
                Take::Value { target, id, bit, .. } => {
                    let number = words.partition_point(|word| word.first <= *bit) - 1;
                    let word = &words[number];
                    if number >= opened {
                        self.open_word(number, word);
                    }
                    opened = number + 1;
                    let from = match word.values {
                        1 => down("v", *bit),
                        _ => down(&format!("w{number}"), bit - word.first),
                    };
                    let of = match word.at(*bit) {
                        Some(index) => format!("w{number}[{index}]"),
                        None => self.number(*id, &from, target),
                    };
                    self.w.line(format!("{target} = {of}"));
                }
            }
        }
        self.w.close("");
    }

    /// Takes a word out of the integer, or the values of a run.
    fn open_word(&mut self, number: usize, word: &Word) {
        let (from, bits) = (down("v", word.first), word.end - word.first);
        if !word.codes.is_empty() {
            let mask = "f".repeat(bits as usize / 4);
            let octets = format!("({from} & 0x{mask}).to_bytes({}, \"little\")", bits / 8);
            self.w.line(format!("w{number} = _unpack(\"<{}\", {octets})", word.codes));
        } else if word.values > 1 {
            self.w.line(format!("w{number} = {from} & {:#x}", u64::MAX >> (64 - bits)));
        }
    }

    /// A value that is set. The field of an enumeration is set to its number.
    fn number(&self, id: LayoutId, from: &str, target: &str) -> String {
        let ty = self.layout.resolved(id);
        match &ty.kind {
            LayoutKind::Enumerated(_) if target.contains("._bp_") => {
                format!("{from} & {:#x}", u64::MAX >> (64 - ty.bits))
            }
            _ => self.value(id, from),
        }
    }

    fn takes(
        &self,
        id: LayoutId,
        part: &str,
        bit: u64,
        takes: &mut Vec<Take>,
        locals: &mut Locals,
        fresh: bool,
    ) {
        let base = self.layout.base(id);
        let LayoutKind::Record { fields, .. } = &self.layout.get(base).kind else { return };
        for (position, field) in fields.iter().enumerate() {
            let held = self.held(base, position, field, part);
            self.field(field, &held, bit + field.offset, takes, locals, fresh);
        }
    }

    fn field(
        &self,
        field: &LayoutField,
        held: &str,
        bit: u64,
        takes: &mut Vec<Take>,
        locals: &mut Locals,
        fresh: bool,
    ) {
        let inner = self.layout.base(field.ty);
        let ty = self.layout.get(inner);
        match &ty.kind {
            LayoutKind::Record { .. } => {
                let apart = self.apart.has(inner) || ty.bits == 0;
                let (class, local) = (self.type_of(inner), locals.next());
                match (fresh, apart) {
                    (true, true) => {
                        takes.push(Take::Line(format!("{local} = {held} = {class}()")));
                        takes.push(Take::Call { part: local, bit });
                    }
                    (false, true) => takes.push(Take::Call { part: held.to_string(), bit }),
                    (fresh, false) => {
                        let made = if fresh { format!(" = {class}.__new__({class})") } else { String::new() };
                        let line = match fresh {
                            true => format!("{local} = {held}{made}"),
                            false => format!("{local} = {held}"),
                        };
                        takes.push(Take::Line(line));
                        self.takes(inner, &local, bit, takes, locals, fresh);
                    }
                }
            }
            LayoutKind::Array { element, count, extensible } if self.parts(field.ty) > 0 => {
                let first = if *extensible { bit + LEAD } else { bit };
                let mut elements = Vec::new();
                for index in 0..*count {
                    elements.push(self.element(*element, first, index, takes, locals));
                }
                takes.push(Take::Line(format!("{held} = [{}]", elements.join(", "))));
            }
            _ => takes.push(take(held.to_string(), field.ty, ty, bit)),
        }
    }

    /// Makes an element of an array; gives its name.
    fn element(
        &self,
        id: LayoutId,
        first: u64,
        index: u64,
        takes: &mut Vec<Take>,
        locals: &mut Locals,
    ) -> String {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        let (local, bit) = (locals.next(), first + index * ty.bits);
        match &ty.kind {
            LayoutKind::Record { .. } => {
                let class = self.type_of(base);
                takes.push(Take::Line(format!("{local} = {class}.__new__({class})")));
                self.takes(base, &local, bit, takes, locals, true);
            }
            LayoutKind::Array { element, count, extensible } => {
                let inner = if *extensible { bit + LEAD } else { bit };
                let parts: Vec<String> =
                    (0..*count).map(|index| self.element(*element, inner, index, takes, locals)).collect();
                takes.push(Take::Line(format!("{local} = [{}]", parts.join(", "))));
            }
            _ => takes.push(take(local.clone(), id, ty, bit)),
        }
        local
    }

    /// A new value of a type, written out where it has few parts.
    fn made(&self, id: LayoutId) -> String {
        match &self.layout.resolved(id).kind {
            LayoutKind::Array { element, count, .. } if !self.is_byte(*element) && *count <= WRITTEN_OUT => {
                let each = self.made(*element);
                let all: Vec<&str> = (0..*count).map(|_| each.as_str()).collect();
                format!("[{}]", all.join(", "))
            }
            _ => self.fresh(self.layout.base(id)),
        }
    }

    /// The method that makes a message. What has parts is made anew where it is not given.
    pub fn init(&mut self, id: LayoutId, fields: &[LayoutField]) {
        let mut head = String::from("def __init__(self");
        let mut body = Vec::new();
        for (position, field) in fields.iter().enumerate() {
            let name = self.names.field(id, position);
            let (hint, fresh) = (self.hint(field.ty), self.made(field.ty));
            let held = self.held(id, position, field, "self");
            match fresh.ends_with([')', ']']) {
                true => {
                    head.push_str(&format!(", {name}: Optional[{hint}] = None"));
                    body.push(format!("{held} = {fresh} if {name} is None else {name}"));
                }
                false => {
                    head.push_str(&format!(", {name}: {hint} = {fresh}"));
                    body.push(format!("{held} = {name}"));
                }
            }
        }
        // A field of that name would stand in front of what makes a new value.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let hides =
            |name: &str| fields.iter().any(|f| self.made(f.ty).split(|c| !is_word(c)).any(|w| w == name));
        if (0..fields.len()).any(|position| hides(self.names.field(id, position))) {
            return;
        }
        self.w.open(format!("{head}) -> None:"));
        body.iter().for_each(|line| self.w.line(line));
        if body.is_empty() {
            self.w.line("pass");
        }
        self.w.close("");
    }
}

/// Values that one word holds, or a run of them that are whole octets.
#[derive(Default)]
struct Word {
    first: u64,
    end: u64,
    values: usize,
    /// Of a run: what the module `struct` calls each, and where each begins.
    codes: String,
    begins: Vec<u64>,
}

impl Word {
    /// Which value of a run begins at a bit.
    fn at(&self, bit: u64) -> Option<usize> {
        self.begins.binary_search(&bit).ok()
    }
}

/// The words of values, in their order; one that is too wide stands alone.
fn gathered(takes: &[Take]) -> Vec<Word> {
    let values: Vec<(u64, u64, Option<char>)> = takes
        .iter()
        .filter_map(|take| match take {
            Take::Value { bit, width, code, .. } => Some((*bit, *width, *code)),
            _ => None,
        })
        .collect();
    let mut words: Vec<Word> = Vec::new();
    let mut rest = &values[..];
    while let Some((&(bit, width, _), behind)) = rest.split_first() {
        let run = run(rest);
        if run.begins.len() >= RUN {
            rest = &rest[run.begins.len()..];
            words.push(run);
            continue;
        }
        let end = bit + width;
        match words.last_mut().filter(|word| word.codes.is_empty() && end - word.first <= WORD) {
            Some(word) => {
                word.end = end;
                word.values += 1;
            }
            None => words.push(Word { first: bit, end, values: 1, ..Word::default() }),
        }
        rest = behind;
    }
    words
}

/// The run that values begin with.
fn run(values: &[(u64, u64, Option<char>)]) -> Word {
    let mut word = Word::default();
    for &(bit, width, code) in values.iter().take(LONGEST) {
        let Some(code) = code.filter(|_| word.begins.is_empty() || bit == word.end) else { break };
        if word.begins.is_empty() {
            word.first = bit;
        }
        word.end = bit + width;
        word.values += 1;
        word.codes.push(code);
        word.begins.push(bit);
    }
    word
}

/// A value that is set.
fn take(target: String, id: LayoutId, ty: &LayoutType, bit: u64) -> Take {
    let plain = match &ty.kind {
        LayoutKind::Unsigned | LayoutKind::Byte | LayoutKind::Signed => true,
        LayoutKind::Enumerated(_) => target.contains("._bp_"),
        _ => false,
    };
    let code = match ty.bits {
        8 => Some('B'),
        16 => Some('H'),
        32 => Some('I'),
        64 => Some('Q'),
        _ => None,
    };
    let signed = matches!(ty.kind, LayoutKind::Signed);
    let code = code.filter(|_| plain).map(|code| if signed { code.to_ascii_lowercase() } else { code });
    Take::Value { target, id, bit, width: wide(ty), code }
}

/// The width of what is no number of a word: more than that.
fn wide(ty: &LayoutType) -> u64 {
    match &ty.kind {
        LayoutKind::Array { .. } => u64::MAX / 2,
        _ => ty.bits,
    }
}

/// An integer from a bit on.
fn down(word: &str, bit: u64) -> String {
    match bit {
        0 => word.to_string(),
        _ => format!("{word} >> {bit}"),
    }
}
