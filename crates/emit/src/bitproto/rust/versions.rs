//! Decoders for messages of other versions.

use wireglot_plan::{LayoutId, LayoutKind};

use super::super::out_of_line::records;
use super::super::steps::Leaf;
use super::super::word_dialect::WordDialect;
use super::word_dialect::Rust;
use crate::Writer;

impl Rust<'_> {
    /// The records for which these messages need a reader, inner ones first.
    pub fn needed(&self, messages: &[LayoutId]) -> Vec<LayoutId> {
        let layout = self.layout;
        let changing: Vec<LayoutId> = messages.iter().copied().filter(|id| !layout.get(*id).fixed).collect();
        let all = records(layout, &changing).into_iter();
        all.filter(|id| self.has_reader(*id) && layout.get(*id).bits > 0).collect()
    }

    fn has_reader(&self, record: LayoutId) -> bool {
        !self.layout.get(record).fixed || self.apart.has(record)
    }

    /// The name of a record's reader.
    pub fn reader_name(&self, id: LayoutId) -> String {
        let ty = self.layout.get(id);
        let snake = wireglot_text::cases::snake(self.names.ty(id));
        format!("read_{}_{snake}_{}", ty.module, id.0)
    }

    /// Generates the reader of a record.
    pub fn reader(&self, id: LayoutId, w: &mut Writer) {
        let ty = self.layout.get(id);
        let LayoutKind::Record { fields, extensible } = &ty.kind else { return };
        let mut body = Writer::new();
        for (position, field) in fields.iter().enumerate() {
            let mut part = Writer::new();
            self.read(field.ty, &format!("m.{}", self.names.field(id, position)), 0, &mut part);
            match *extensible && !part.text().is_empty() {
                true => {
                    body.open("if r.at < r.limit {");
                    body.append(part);
                    body.close("}");
                }
                false => body.append(part),
            }
        }
        let m = if body.text().contains("m.") { "m" } else { "_" };
        w.open(format!("fn {}(r: &mut Reader, {m}: &mut {}) {{", self.reader_name(id), self.type_name(id)));
        if *extensible {
            w.line("let (begin, around) = (r.at, r.limit);");
            w.line(format!("let end = r.open({});", ty.bits));
        }
        w.append(body);
        if *extensible {
            w.open("if r.error.is_none() && end > begin {");
            w.line("r.at = end;");
            w.close("}");
            w.line("r.limit = around;");
        }
        w.close("}");
        w.line("");
    }

    fn read(&self, id: LayoutId, part: &str, depth: usize, w: &mut Writer) {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        match &ty.kind {
            LayoutKind::Record { .. } if ty.bits == 0 => {}
            LayoutKind::Record { .. } if self.has_reader(base) => {
                w.line(format!("{}(r, &mut {part});", self.reader_name(base)));
            }
            LayoutKind::Record { fields, .. } => {
                for (position, field) in fields.iter().enumerate() {
                    self.read(field.ty, &format!("{part}.{}", self.names.field(base, position)), depth, w);
                }
            }
            LayoutKind::Array { element, count, extensible } => {
                self.array(*element, *count, *extensible, part, depth, w);
            }
            _ => {
                let leaf = Leaf { place: Vec::new(), written: id, ty, bit: 0 };
                let word = format!("r.take({})", ty.bits);
                let mut line = String::new();
                self.take_alone(&leaf, &word, &mut line);
                w.line(line.replacen("self = ", &format!("{part} = "), 1));
            }
        }
    }

    fn array(
        &self,
        element: LayoutId,
        count: u64,
        extensible: bool,
        part: &str,
        depth: usize,
        w: &mut Writer,
    ) {
        let i = self.counter(depth);
        let mut body = Writer::new();
        self.read(element, &format!("{part}[{i}]"), depth + 1, &mut body);
        if !extensible {
            if !body.text().is_empty() {
                w.open(format!("for {i} in 0..{count} {{"));
                w.append(body);
                w.close("}");
            }
            return;
        }
        let sent = format!("sent{depth}");
        w.line(format!("let {sent} = r.count({count});"));
        if !body.text().is_empty() {
            w.open(format!("for {i} in 0..{sent}.min({count}) {{"));
            w.append(body);
            w.close("}");
        }
        let each = self.layout.get(element);
        if each.fixed {
            w.line(format!("r.skip({sent}, {count}, {});", each.bits));
            return;
        }
        w.open(format!("for _ in {count}..{sent} {{"));
        w.line(format!("let mut skipped{depth} = {};", self.zero(element)));
        self.read(element, &format!("skipped{depth}"), depth + 1, w);
        w.close("}");
    }

    /// The zero value of a type, as a constant expression.
    pub fn zero(&self, id: LayoutId) -> String {
        match &self.layout.resolved(id).kind {
            LayoutKind::Boolean => "false".into(),
            LayoutKind::Float => "0.0".into(),
            LayoutKind::Record { .. } => format!("{}::ZERO", self.type_name(self.layout.base(id))),
            LayoutKind::Enumerated(_) => format!("{}(0)", self.type_name(self.layout.base(id))),
            LayoutKind::Array { element, count, .. } => format!("[{}; {count}]", self.zero(*element)),
            _ => "0".into(),
        }
    }
}

/// Helpers that all these readers need. A file may not call all of them, hence the `allow`.
pub const READER: &str = r#"
    /// Reads a message that another version may have written. After the first error,
    /// everything reads as zero.
    struct Reader<'s> {
        s: &'s [u8],
        /// Number of bits read.
        at: usize,
        /// Where the innermost extensible message ends.
        limit: usize,
        /// A length prefix differs from what this version writes.
        foreign: bool,
        error: Option<Error>,
    }

    #[allow(dead_code)]
    impl Reader<'_> {
        fn fail(&mut self, error: Error) {
            self.error.get_or_insert(error);
            self.limit = self.at;
        }

        fn overrun(&self) -> Error {
            if self.foreign {
                Error::BadAhead
            } else {
                Error::Short
            }
        }

        fn take(&mut self, bits: usize) -> u64 {
            if self.limit - self.at < bits {
                self.fail(self.overrun());
                return 0;
            }
            let (octet, phase) = (self.at >> 3, self.at & 7);
            self.at += bits;
            let mut w = 0;
            if self.s.len() > octet + 8 {
                w = word(self.s, octet) >> phase;
                if phase > 0 {
                    w |= u64::from(self.s[octet + 8]) << (64 - phase);
                }
            } else {
                for (index, octet) in self.s.iter().skip(octet).take((phase + bits).div_ceil(8)).enumerate() {
                    match (index * 8).checked_sub(phase) {
                        Some(up) => w |= u64::from(*octet) << up,
                        None => w = u64::from(*octet) >> phase,
                    }
                }
            }
            w & u64::MAX >> (64 - bits)
        }

        /// Reads a length or count prefix; `None` if it was not sent at all.
        fn lead(&mut self, own: usize) -> Option<usize> {
            let missing = self.at + 16 > self.s.len() * 8;
            let lead = self.take(16) as usize;
            if self.error.is_some() || missing && lead == 0 {
                return None;
            }
            self.foreign |= lead != own;
            Some(lead)
        }

        /// Opens an extensible message; `own` is its size in bits in this version. Returns its
        /// end, or 0 if there is nothing to read.
        fn open(&mut self, own: usize) -> usize {
            let (begin, room) = (self.at, self.limit - self.at);
            match self.lead(own) {
                _ if self.error.is_some() => return 0,
                None => {
                    self.at = begin + own.min(room);
                    self.limit = self.at;
                    return 0;
                }
                Some(size) if size < 16 => self.fail(Error::BadAhead),
                Some(size) if size > room => self.fail(self.overrun()),
                Some(size) => {
                    self.limit = begin + size;
                    return self.limit;
                }
            }
            0
        }

        fn count(&mut self, own: usize) -> usize {
            self.lead(own).unwrap_or(0)
        }

        /// Skips any elements that this version does not have.
        fn skip(&mut self, sent: usize, own: usize, bits: usize) {
            let more = sent.saturating_sub(own) * bits;
            if more > self.limit - self.at {
                self.fail(Error::BadAhead);
            } else if self.error.is_none() {
                self.at += more;
            }
        }
    }
"#;
