//! Rust: one file, `no_std` and without unsafe code.

mod names;
mod versions;
mod word_dialect;

use wireglot_model::Value;
use wireglot_plan::{Layout, LayoutField, LayoutId, LayoutItem, LayoutKind, LayoutType};

use super::fixed::words;
use super::names::Names;
use super::out_of_line::OutOfLine;
use super::steps::{steps, storage, Unroll};
use super::word_dialect::Job;
use super::Generated;
use crate::{OutputFile, Writer};
use word_dialect::Rust;

/// `X_bp.rs` for a module.
pub(super) fn files(layout: &Layout, module: usize) -> Generated {
    let names = Names::new(layout, &names::RustStyle);
    let this = &layout.modules[module];
    let rust =
        Rust { layout, names: &names, module, imports: Default::default(), apart: OutOfLine::new(layout) };
    let mut file = File { rust, floats: layout.floats(), w: Writer::new() };
    for (position, item) in this.items.iter().enumerate() {
        match item {
            LayoutItem::Constant { value, doc, .. } => {
                file.comment(doc);
                file.constant(names.constant(module, position), value);
            }
            LayoutItem::Type(id) => file.declare(*id),
        }
    }
    let name = file.rust.import_name(module);
    let text = file.finish();
    Generated { files: vec![OutputFile { name: format!("{name}.rs"), text }], notes: names.notes }
}

struct File<'l> {
    rust: Rust<'l>,
    /// Which types contain a float.
    floats: Vec<bool>,
    w: Writer,
}

impl<'l> File<'l> {
    fn comment(&mut self, doc: &Option<String>) {
        for line in doc.iter().flat_map(|doc| doc.lines()) {
            self.w.line(format!("/// {line}").trim_end());
        }
    }

    fn constant(&mut self, name: &str, value: &Value) {
        let line = match value {
            Value::Boolean(value) => format!("pub const {name}: bool = {value};"),
            Value::String(text) => format!("pub const {name}: &str = {text:?};"),
            Value::Integer(number) => match (number.to_i64(), number.to_u64()) {
                (Some(value), _) => format!("pub const {name}: i64 = {value};"),
                (_, Some(value)) => format!("pub const {name}: u64 = {value};"),
                _ if number.to_i128().is_some() => format!("pub const {name}: i128 = {number};"),
                _ => format!("// No type has the constant {name}: {number}."),
            },
            _ => return,
        };
        self.w.line(line);
        self.w.line("");
    }

    fn declare(&mut self, id: LayoutId) {
        let ty = self.rust.layout.get(id);
        let name = self.rust.names.ty(id).to_string();
        match &ty.kind {
            LayoutKind::Alias(inner) => {
                self.comment(&ty.doc);
                self.w.line(format!(
                    "pub type {name} = {}; // {}bit\n",
                    self.rust.type_name(*inner),
                    ty.bits
                ));
            }
            LayoutKind::Enumerated(values) => {
                self.comment(&ty.doc);
                self.w.line("#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]");
                self.w.line(format!("pub struct {name}(pub u{}); // {}bit\n", storage(ty.bits), ty.bits));
                for (index, value) in values.iter().enumerate() {
                    self.comment(&value.doc);
                    let item = self.rust.names.value(id, index).to_string();
                    self.w.line(format!("pub const {item}: {name} = {name}({});", value.value));
                }
                self.w.line("");
            }
            LayoutKind::Record { fields, .. } => {
                self.structure(id, &name, ty, fields);
                self.methods(id, &name, ty);
            }
            _ => {}
        }
    }

    fn structure(&mut self, id: LayoutId, name: &str, ty: &LayoutType, fields: &[LayoutField]) {
        self.comment(&ty.doc);
        // Floats don't implement `Eq`.
        let eq = if self.floats[id.0 as usize] { "" } else { ", Eq" };
        self.w.line(format!("#[derive(Clone, Copy, Debug, PartialEq{eq})]"));
        self.w.open(format!("pub struct {name} {{"));
        for (position, field) in fields.iter().enumerate() {
            self.comment(&field.doc);
            let (member, kind) = (self.rust.names.field(id, position), self.rust.type_name(field.ty));
            let bits = self.rust.layout.get(field.ty).bits;
            self.w.line(format!("pub {member}: {kind}, // {bits}bit"));
        }
        self.w.close("}\n");
        self.w.open(format!("impl Default for {name} {{"));
        self.w.open(format!("fn default() -> {name} {{"));
        self.w.line(format!("{name}::ZERO"));
        self.w.close("}");
        self.w.close("}\n");
    }

    fn methods(&mut self, id: LayoutId, name: &str, ty: &LayoutType) {
        let LayoutKind::Record { fields, .. } = &ty.kind else { return };
        self.w.open(format!("impl {name} {{"));
        self.w.line("/// Size of an encoded message in bytes.");
        self.w.line(format!("pub const BYTES_LENGTH: usize = {};", ty.octets()));
        self.w.line("/// All fields zero.");
        self.w.open(format!("pub const ZERO: {name} = {name} {{"));
        for (position, field) in fields.iter().enumerate() {
            let zero = self.rust.zero(field.ty);
            self.w.line(format!("{}: {zero},", self.rust.names.field(id, position)));
        }
        self.w.close("};\n");
        let octets = ty.octets().to_string();
        let reader = self.rust.reader_name(id);
        let names = [("octets", octets.as_str()), ("reader", reader.as_str()), ("name", name)];
        self.w.block(&names, if ty.octets() == 0 { EMPTY } else { ENCODE });
        self.w.block(
            &names,
            match (ty.fixed, ty.octets()) {
                (true, 0) => "",
                (true, _) => FIXED,
                _ => EXTENSIBLE,
            },
        );
        self.w.line("");
        if ty.octets() > 0 {
            self.body(id, "pub(crate) fn put(&self, s: &mut [u8]) {", Job::Write, "");
            self.body(id, "pub(crate) fn get(&mut self, s: &[u8]) {", Job::Read, "");
        }
        if !ty.fixed {
            self.body(id, "pub(crate) fn is_own(s: &[u8]) -> bool {", Job::Check, "true");
        }
        self.w.close("}\n");
    }

    fn body(&mut self, id: LayoutId, head: &str, job: Job, end: &str) {
        let steps = steps(self.rust.layout, &self.rust.apart, id, Unroll::ButOctets);
        let octets = self.rust.layout.get(id).octets();
        let printed = words(&mut self.rust, &steps, octets, job, 2);
        self.w.open(head);
        let used = printed.text().contains("s[") || printed.text().contains("(s, ");
        self.w.line(match (used, job) {
            (false, _) => "let _ = s;".to_string(),
            (true, Job::Write) => format!("let s = &mut s[..{octets}];"),
            (true, _) => format!("let s = &s[..{octets}];"),
        });
        for word in ["w", "x"] {
            let starts = [format!("{word} = "), format!("{word} |= "), format!("{word} >>= ")];
            let sets: Vec<&str> = printed
                .text()
                .lines()
                .filter(|line| starts.iter().any(|start| line.trim_start().starts_with(start)))
                .collect();
            let again = sets.len() > 1 || sets.iter().any(|line| line.starts_with(LOOPED));
            match (sets.len(), again) {
                (0, _) => {}
                (_, true) => self.w.line(format!("let mut {word}: u64;")),
                (_, false) => self.w.line(format!("let {word}: u64;")),
            }
        }
        self.w.append(printed);
        if !end.is_empty() {
            self.w.line(end);
        }
        self.w.close("}\n");
    }

    fn finish(mut self) -> String {
        let layout = self.rust.layout;
        let types = layout.modules[self.rust.module].items.iter().filter_map(|item| match item {
            LayoutItem::Type(id) => Some(*id),
            LayoutItem::Constant { .. } => None,
        });
        let messages: Vec<LayoutId> =
            types.filter(|id| matches!(layout.get(*id).kind, LayoutKind::Record { .. })).collect();
        let needed = self.rust.needed(&messages);
        needed.iter().for_each(|id| self.rust.reader(*id, &mut self.w));
        if !needed.is_empty() {
            self.w.block(&[], versions::READER);
            self.w.line("");
        }
        for (name, block) in HELPERS {
            if calls(self.w.text(), name) {
                self.w.block(&[], block);
                self.w.line("");
            }
        }
        let this = &self.rust.layout.modules[self.rust.module];
        let mut head = Writer::new();
        head.line("// Code generated by wireglot. DO NOT EDIT.");
        this.text("doc").lines().for_each(|line| head.line(format!("//! {line}").trim_end()));
        head.line("#![allow(non_snake_case, non_upper_case_globals, clippy::all)]\n");
        for module in self.rust.imports.borrow().iter() {
            head.line(format!("use super::{};\n", self.rust.import_name(*module)));
        }
        head.block(&[], ERROR);
        head.line("");
        let text = format!("{}{}\n", head.text(), self.w.text().trim_end());
        text.replace(" { return false; }\n", " {\n            return false;\n        }\n")
            .replace("\n\n\n", "\n\n")
    }
}

/// The indentation of lines in loops of a function body.
const LOOPED: &str = "            ";

const ERROR: &str = r#"
    /// Why encoding or decoding failed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Error {
        /// The buffer is too short for the message.
        Short,
        /// A length prefix is invalid.
        BadAhead,
    }
"#;

const EMPTY: &str = r#"
    /// Encodes the message, which is empty.
    pub fn encode(&self) -> [u8; 0] {
        []
    }

    /// Encodes into `s`; writes nothing.
    pub fn encode_to(&self, _: &mut [u8]) -> Result<(), Error> {
        Ok(())
    }

    /// Decodes from `s`; reads nothing.
    pub fn decode(&mut self, _: &[u8]) -> Result<(), Error> {
        *self = $name$::ZERO;
        Ok(())
    }

    /// The same.
    pub fn decode_padded(&mut self, s: &[u8]) -> Result<(), Error> {
        self.decode(s)
    }
"#;

const ENCODE: &str = r#"
    /// Encodes the message.
    pub fn encode(&self) -> [u8; $octets$] {
        let mut s = [0; $octets$];
        self.put(&mut s);
        s
    }

    /// Encodes into the first bytes of `s`.
    pub fn encode_to(&self, s: &mut [u8]) -> Result<(), Error> {
        if s.len() < $octets$ {
            return Err(Error::Short);
        }
        self.put(s);
        Ok(())
    }
"#;

const FIXED: &str = r#"

    /// Decodes from `s`; bytes after the message are ignored.
    pub fn decode(&mut self, s: &[u8]) -> Result<(), Error> {
        if s.len() < $octets$ {
            return Err(Error::Short);
        }
        self.get(s);
        Ok(())
    }

    /// The same, but missing bytes count as zero.
    pub fn decode_padded(&mut self, s: &[u8]) -> Result<(), Error> {
        let mut all = [0; $octets$];
        let n = s.len().min($octets$);
        all[..n].copy_from_slice(&s[..n]);
        self.get(&all);
        Ok(())
    }
"#;

const EXTENSIBLE: &str = r#"

    /// Decodes from `s`, which any version may have written.
    pub fn decode(&mut self, s: &[u8]) -> Result<(), Error> {
        self.read(s, s.len())
    }

    /// The same, but missing bytes count as zero.
    pub fn decode_padded(&mut self, s: &[u8]) -> Result<(), Error> {
        self.read(s, s.len().max($octets$))
    }

    fn read(&mut self, s: &[u8], room: usize) -> Result<(), Error> {
        if s.len() >= $octets$ && $name$::is_own(s) {
            self.get(s);
            return Ok(());
        }
        let mut r = Reader { s, at: 0, limit: room * 8, foreign: false, error: None };
        *self = $name$::ZERO;
        $reader$(&mut r, self);
        r.error.map_or(Ok(()), Err)
    }
"#;

/// Helpers by name; each may need those below it.
const HELPERS: [(&str, &str); 5] =
    [("cut", CUT), ("paste", PASTE), ("word", WORD), ("get", GET), ("put", PUT)];

/// Whether a text calls a function of that name, as opposed to a method.
fn calls(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    text.match_indices(&call).any(|(at, _)| {
        let before = &text[..at];
        let longer = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        !before.ends_with(longer) && !before.ends_with("fn ")
    })
}

const CUT: &str = r#"
    /// Copies bits so that they start at a byte boundary.
    fn cut(part: &mut [u8], s: &[u8], bit: usize, bits: usize) {
        let (phase, s) = (bit & 7, &s[bit >> 3..(bit + bits + 7) >> 3]);
        let (words, n) = (if phase > 0 { (s.len() - 1) / 8 } else { 0 }, part.len());
        for o in (0..words * 8).step_by(8) {
            let w = word(s, o) >> phase | u64::from(s[o + 8]) << (64 - phase);
            part[o..o + 8].copy_from_slice(&w.to_le_bytes());
        }
        for o in words * 8..n {
            let above = s.get(o + 1).map_or(0, |octet| u16::from(*octet) << 8);
            part[o] = ((u16::from(s[o]) | above) >> phase) as u8;
        }
    }
"#;

const PASTE: &str = r#"
    /// The reverse. Clears the bits above the part in the last byte; keeps the bits below
    /// it in the first byte.
    fn paste(s: &mut [u8], bit: usize, part: &[u8], bits: usize) {
        let (phase, s) = (bit & 7, &mut s[bit >> 3..(bit + bits + 7) >> 3]);
        let mut rest = u16::from(s[0]) & ((1 << phase) - 1);
        for (octet, from) in s.iter_mut().zip(part) {
            rest |= u16::from(*from) << phase;
            *octet = rest as u8;
            rest >>= 8;
        }
        if let Some(last) = s.get_mut(part.len()) {
            *last = rest as u8;
        }
    }
"#;

const WORD: &str = r#"
    /// Reads eight bytes.
    fn word(s: &[u8], at: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&s[at..at + 8]);
        u64::from_le_bytes(bytes)
    }
"#;

const GET: &str = r#"
    /// Reads an integer at a bit offset.
    fn get(s: &[u8], bit: usize, bits: usize) -> u64 {
        let (mut octet, mut have) = (bit >> 3, 8 - (bit & 7));
        let mut w = u64::from(s[octet]) >> (bit & 7);
        while have < bits {
            octet += 1;
            w |= u64::from(s[octet]) << have;
            have += 8;
        }
        w & u64::MAX >> (64 - bits)
    }
"#;

const PUT: &str = r#"
    /// Writes the lowest bits of an integer at a bit offset. Clears the bits above them in
    /// the last byte; keeps the bits below them in the first byte.
    fn put(s: &mut [u8], bit: usize, bits: usize, w: u64) {
        let (mut octet, phase) = (bit >> 3, bit & 7);
        let w = w & u64::MAX >> (64 - bits);
        let below = s[octet] & ((1u16 << phase) - 1) as u8;
        s[octet] = below | (w << phase) as u8;
        let mut done = 8 - phase;
        while done < bits {
            octet += 1;
            s[octet] = (w >> done) as u8;
            done += 8;
        }
    }
"#;
