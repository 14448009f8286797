//! Decoding with few integer operations: words are extracted from the one wide integer that is the message,
//! and values from the words. Runs of whole bytes are unpacked with `struct`.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind, LayoutType};

use super::super::steps::LEAD;
use super::file::File;
use super::runs::{code, run, Word, WORD};
use super::Locals;

/// The minimum number of consecutive values to unpack with `struct`.
const UNPACKED: usize = 4;

/// A step of decoding a message.
enum Take {
    /// A line that creates a part or assigns it to a variable.
    Part(String),
    /// A line that builds a list from existing values.
    List(String),
    /// Assigns a value of a type, read at a bit.
    Value { target: String, id: LayoutId, bit: u64, width: u64, code: Option<char> },
    /// A message that decodes itself, from a bit on.
    Call { part: String, bit: u64 },
}

impl Take {
    fn bit(&self) -> Option<u64> {
        match self {
            Take::Value { bit, .. } => Some(*bit),
            _ => None,
        }
    }
}

impl File<'_> {
    /// Generates the method that sets a message from the lowest bits of an integer.
    pub fn get(&mut self, id: LayoutId) {
        let mut takes = Vec::new();
        self.takes(id, "self", 0, &mut takes, &mut Locals::default(), false);
        self.w.open("def _get(self, v: int) -> None:");
        if takes.is_empty() {
            self.w.line("pass");
        }
        let words = gathered(&takes);
        let (mut opened, mut at) = (0, 0);
        while let Some(take) = takes.get(at) {
            let number = take.bit().map(|bit| words.partition_point(|word| word.first <= bit) - 1);
            match number {
                Some(number) if !words[number].codes.is_empty() => {
                    at += self.unpack(&words[number], &takes[at..]);
                    opened = number + 1;
                    continue;
                }
                Some(number) => {
                    if number >= opened {
                        self.open_word(number, &words[number]);
                    }
                    opened = number + 1;
                    self.take(take, number, &words[number]);
                }
                None => self.take(take, 0, &Word::default()),
            }
            at += 1;
        }
        self.w.close("");
    }

    fn take(&mut self, take: &Take, number: usize, word: &Word) {
        match take {
            Take::Part(line) | Take::List(line) => self.w.line(line),
            Take::Call { part, bit } => self.w.line(format!("{part}._get({})", down("v", *bit))),
            Take::Value { target, id, bit, .. } => {
                let from = match word.values {
                    1 => down("v", *bit),
                    _ => down(&format!("w{number}"), bit - word.first),
                };
                self.w.line(format!("{target} = {}", self.number(*id, &from, target)));
            }
        }
    }

    /// Extracts a word from the integer.
    fn open_word(&mut self, number: usize, word: &Word) {
        if word.values > 1 {
            let mask = u64::MAX >> (64 - (word.end - word.first));
            self.w.line(format!("w{number} = {} & {mask:#x}", down("v", word.first)));
        }
    }

    /// Unpacks the values of a run at once. Returns the number of steps handled.
    fn unpack(&mut self, word: &Word, takes: &[Take]) -> usize {
        let mut left = word.values;
        let last = takes.iter().position(|take| {
            left -= usize::from(take.bit().is_some());
            left == 0
        });
        let count = last.map_or(takes.len(), |last| last + 1);
        let (parts, others): (Vec<&Take>, Vec<&Take>) =
            takes[..count].iter().partition(|take| matches!(take, Take::Part(_)));
        parts.into_iter().for_each(|part| self.take(part, 0, word));
        self.w.open("(");
        for take in &others {
            if let Take::Value { target, .. } = take {
                self.w.line(format!("{target},"));
            }
        }
        let octets = (word.end - word.first) / 8;
        let mask = "f".repeat(octets as usize * 2);
        let unpack = self.runs.name("unpack", &word.codes);
        let of = format!("({} & 0x{mask}).to_bytes({octets}, \"little\")", down("v", word.first));
        self.w.close(format!(") = {unpack}({of})"));
        others.into_iter().filter(|take| take.bit().is_none()).for_each(|take| self.take(take, 0, word));
        count
    }

    /// A value to assign. A field that holds an enumeration is set to its number.
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
                        takes.push(Take::Part(format!("{local} = {held} = {class}()")));
                        takes.push(Take::Call { part: local, bit });
                    }
                    (false, true) => takes.push(Take::Call { part: held.to_string(), bit }),
                    (fresh, false) => {
                        let made = if fresh { format!(" = _new({class})") } else { String::new() };
                        let line = match fresh {
                            true => format!("{local} = {held}{made}"),
                            false => format!("{local} = {held}"),
                        };
                        takes.push(Take::Part(line));
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
                takes.push(Take::List(format!("{held} = [{}]", elements.join(", "))));
            }
            _ => takes.push(take(held.to_string(), field.ty, ty, bit)),
        }
    }

    /// Creates an element of an array. Returns its variable.
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
                takes.push(Take::Part(format!("{local} = _new({class})")));
                self.takes(base, &local, bit, takes, locals, true);
            }
            LayoutKind::Array { element, count, extensible } => {
                let inner = if *extensible { bit + LEAD } else { bit };
                let parts: Vec<String> =
                    (0..*count).map(|index| self.element(*element, inner, index, takes, locals)).collect();
                takes.push(Take::List(format!("{local} = [{}]", parts.join(", "))));
            }
            _ => takes.push(take(local.clone(), id, ty, bit)),
        }
        local
    }
}

/// The words that hold the values, in order; a value that is too wide gets its own.
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
        if run.begins.len() >= UNPACKED {
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

/// The step that assigns a value.
fn take(target: String, id: LayoutId, ty: &LayoutType, bit: u64) -> Take {
    let code = code(ty, target.contains("._bp_"));
    Take::Value { target, id, bit, width: wide(ty), code }
}

/// The width of a value, or a width beyond any word if it is not a number.
fn wide(ty: &LayoutType) -> u64 {
    match &ty.kind {
        LayoutKind::Array { .. } => u64::MAX / 2,
        _ => ty.bits,
    }
}

/// An integer shifted down to a bit.
fn down(word: &str, bit: u64) -> String {
    match bit {
        0 => word.to_string(),
        _ => format!("{word} >> {bit}"),
    }
}
