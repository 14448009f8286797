//! Readers for messages that another version may have written.

use wireglot_plan::{LayoutField, LayoutId, LayoutKind};

use super::super::steps::LEAD;
use super::file::File;

impl File<'_> {
    /// Tests that all length prefixes match this version.
    pub fn checks(&self, id: LayoutId) -> Vec<String> {
        let mut checks = Vec::new();
        self.check(id, "", 0, 0, &mut checks);
        checks
    }

    fn check(&self, id: LayoutId, counted: &str, bit: u64, depth: usize, checks: &mut Vec<String>) {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        if ty.fixed {
            return;
        }
        let lead = |value: u64| format!("v >> ({bit}{counted}) & 65535 == {value}");
        match &ty.kind {
            LayoutKind::Record { fields, extensible } => {
                if *extensible {
                    checks.push(lead(ty.bits));
                }
                fields.iter().for_each(|f| self.check(f.ty, counted, bit + f.offset, depth, checks));
            }
            LayoutKind::Array { element, count, extensible } => {
                let first = if *extensible { bit + LEAD } else { bit };
                if *extensible {
                    checks.push(lead(*count));
                }
                let each = self.layout.get(*element).bits;
                let mut inner = Vec::new();
                let counted = format!("{counted} + i{depth} * {each}");
                self.check(*element, &counted, first, depth + 1, &mut inner);
                if !inner.is_empty() {
                    checks.push(format!("all({} for i{depth} in range({count}))", inner.join(" and ")));
                }
            }
            _ => {}
        }
    }

    /// Reads a message that another version may have written.
    pub fn reader(&mut self, id: LayoutId, fields: &[LayoutField], extensible: bool, bits: u64) {
        self.w.open("def _read(self, r: _Reader) -> None:");
        self.w.open(format!("if r.own(self, {bits}):"));
        self.w.line("return");
        self.w.close("");
        if extensible {
            self.w.line(format!("end, around = r.open({bits}), r.around"));
        }
        for (position, field) in fields.iter().enumerate() {
            let part = format!("self.{}", self.names.field(id, position));
            if extensible {
                self.w.open("if r.at < r.limit:");
                self.read(field.ty, &part);
                self.w.close("");
            } else {
                self.read(field.ty, &part);
            }
        }
        if extensible {
            self.w.line("r.at, r.limit = end, around");
        }
        self.w.close("");
    }

    fn read(&mut self, id: LayoutId, part: &str) {
        let ty = self.layout.resolved(id);
        match &ty.kind {
            LayoutKind::Record { .. } if ty.fixed => self.w.line(format!("{part}._get(r.take({}))", ty.bits)),
            LayoutKind::Record { .. } => self.w.line(format!("{part}._read(r)")),
            LayoutKind::Array { .. } if !ty.fixed => {
                self.w.line(format!("{part} = {}", self.reading(id)));
            }
            _ => self.w.line(format!("{part} = {}", self.value(id, &format!("r.take({})", ty.bits)))),
        }
    }

    /// An expression that reads a value.
    fn reading(&self, id: LayoutId) -> String {
        let base = self.layout.base(id);
        let ty = self.layout.get(base);
        match &ty.kind {
            LayoutKind::Array { element, count, extensible } if !ty.fixed => {
                let each = self.layout.get(*element);
                let (own, skip) = (if *extensible { "r.count" } else { "r.all" }, each.bits);
                let fixed = if each.fixed { "True" } else { "False" };
                let all = format!(
                    "r.elements({own}({count}), {count}, {skip}, {fixed}, lambda: {}, lambda: {})",
                    self.reading(*element),
                    self.zero(*element)
                );
                match self.is_byte(*element) {
                    true => format!("bytearray({all})"),
                    false => all,
                }
            }
            LayoutKind::Record { .. } if !ty.fixed => format!("r.message({}())", self.type_of(base)),
            _ => self.value(id, &format!("r.take({})", ty.bits)),
        }
    }

    fn zero(&self, id: LayoutId) -> String {
        self.value(id, "0")
    }
}
