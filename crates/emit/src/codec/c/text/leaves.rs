//! Whole values: how many parts without parts they have, and whether two are equal.

use std::collections::BTreeSet;

use wireglot_plan::{ShapeId, ShapeKind};

use super::{address, Protocol};
use crate::analysis::storage::Storage;
use crate::codec::c::statements::context::member;
use crate::codec::c::walk::Place;
use crate::lang::c::lines::name_unused;
use crate::Writer;

impl Protocol<'_> {
    /// The number of parts of a value that have no parts, in C: each must appear in the text.
    pub fn leaves(&self, ty: ShapeId, at: &str) -> String {
        let place = Place { text: at.to_string(), shape: ty };
        match self.file.layout.storage(ty) {
            Storage::Bits(_) => {
                let (octets, count) = self.bits(&place);
                format!("wg_text_pen_bits({octets}, {count})")
            }
            Storage::Record | Storage::Choice | Storage::List(_) => {
                self.asked.borrow_mut().leaves.insert(ty);
                format!("{}({})", self.function_of("leaves", ty), address(&place))
            }
            _ => "1".to_string(),
        }
    }

    /// Whether two small values are equal, in C.
    pub fn same(&self, ty: ShapeId, a: &str, b: &str) -> String {
        let of = |text: &str| Place { text: text.to_string(), shape: ty };
        match self.file.layout.storage(ty) {
            Storage::Record | Storage::List(_) => {
                self.asked.borrow_mut().same.insert(ty);
                format!("{}({}, {})", self.function_of("same", ty), address(&of(a)), address(&of(b)))
            }
            Storage::Octets(..) => format!("wg_octets_equal({}, {})", self.slice(&of(a)), self.slice(&of(b))),
            Storage::Integer(_) | Storage::Enumerated(_) | Storage::Boolean => format!("{a} == {b}"),
            _ => "false".to_string(),
        }
    }

    fn function_of(&self, what: &str, ty: ShapeId) -> String {
        self.name(&format!("{what}_{}", self.ctype(ty)))
    }

    /// Prints the functions that are used, and those that they use.
    pub fn value_functions(&self, w: &mut Writer) {
        let (mut heads, mut functions) = (Writer::new(), Writer::new());
        let mut printed: BTreeSet<(bool, ShapeId)> = BTreeSet::new();
        loop {
            let asked = self.asked.borrow();
            let all =
                asked.leaves.iter().map(|ty| (true, *ty)).chain(asked.same.iter().map(|ty| (false, *ty)));
            let next = all.clone().find(|one| !printed.contains(one));
            drop(all);
            drop(asked);
            let Some((counts, ty)) = next else { break };
            printed.insert((counts, ty));
            let head = match counts {
                true => {
                    format!("static size_t {}(const {} *v)", self.function_of("leaves", ty), self.ctype(ty))
                }
                false => format!(
                    "static bool {0}(const {1} *a, const {1} *b)",
                    self.function_of("same", ty),
                    self.ctype(ty)
                ),
            };
            heads.line(format!("{head};"));
            functions.line(head);
            functions.open("{");
            let mut body = Writer::new();
            match counts {
                true => self.leaves_of(&mut body, ty),
                false => self.same_of(&mut body, ty),
            }
            name_unused(&mut functions, &body, if counts { &["v"] } else { &["a", "b"] });
            functions.append(body);
            functions.close("}");
            functions.line("");
        }
        heads.line("");
        w.append(heads);
        w.append(functions);
    }

    fn leaves_of(&self, w: &mut Writer, ty: ShapeId) {
        let place = Place { text: "(*v)".to_string(), shape: ty };
        match &self.file.shape.get(ty).kind {
            ShapeKind::Record { slots, extensible, .. } => {
                w.line("size_t leaves = 0;");
                for (at, slot) in slots.iter().enumerate() {
                    let at = at as u32;
                    let part = self.slot(&place, at, slot.shape);
                    let mut is: Vec<String> = self.flag(&place, at).into_iter().collect();
                    if self.file.layout.by_pointer(ty, at) {
                        is.push(address(&part));
                    }
                    let leaves = self.leaves(slot.shape, &part.text);
                    match is.is_empty() {
                        true => w.line(format!("leaves += {leaves};")),
                        false => w.line(format!("leaves += {} ? {leaves} : 0;", is.join(" && "))),
                    }
                }
                if *extensible && self.file.options.keep_unknown {
                    w.line("leaves += wg_text_pen_unknown(v->unknown);");
                }
                w.line("return leaves;");
            }
            ShapeKind::Choice { alternatives, .. } => {
                w.open("switch (v->kind) {");
                for (at, alternative) in alternatives.iter().enumerate() {
                    let part = self.alternative(&place, at as u32, alternative.shape);
                    w.line(format!("case {}:", at + 1));
                    w.line(format!("    return {};", self.leaves(alternative.shape, &part.text)));
                }
                w.line("default:");
                w.line("    return 1;");
                w.close("}");
            }
            ShapeKind::List { element, .. } => {
                let leaves = self.leaves(*element, "v->items[i]");
                if leaves == "1" {
                    return w.line("return v->count;");
                }
                w.line("size_t leaves = 0, i;");
                w.open("for (i = 0; i < v->count; i++) {");
                w.line(format!("leaves += {leaves};"));
                w.close("}");
                w.line("return leaves;");
            }
            _ => w.line("return 1;"),
        }
    }

    fn same_of(&self, w: &mut Writer, ty: ShapeId) {
        let (a, b) = (Place { text: "(*a)".into(), shape: ty }, Place { text: "(*b)".into(), shape: ty });
        match &self.file.shape.get(ty).kind {
            ShapeKind::Record { slots, extensible, .. } => {
                let mut same = Vec::new();
                for (at, slot) in slots.iter().enumerate() {
                    let at = at as u32;
                    let (x, y) = (self.slot(&a, at, slot.shape), self.slot(&b, at, slot.shape));
                    let is = self.same(slot.shape, &x.text, &y.text);
                    same.push(match (self.flag(&a, at), self.flag(&b, at)) {
                        (Some(p), Some(q)) => format!("{p} == {q} && (!{p} || {is})"),
                        _ => is,
                    });
                }
                if *extensible && self.file.options.keep_unknown {
                    same.push("!a->unknown && !b->unknown".to_string());
                }
                w.line(format!(
                    "return {};",
                    if same.is_empty() { "true".into() } else { same.join(" && ") }
                ));
            }
            ShapeKind::List { element, .. } => {
                let (x, y) =
                    (format!("{}[i]", member("(*a)", "items")), format!("{}[i]", member("(*b)", "items")));
                w.line("size_t i;");
                w.open("for (i = 0; i < a->count && i < b->count; i++) {");
                w.open(format!("if (!({})) {{", self.same(*element, &x, &y)));
                w.line("return false;");
                w.close("}");
                w.close("}");
                w.line("return a->count == b->count;");
            }
            _ => w.line("return false;"),
        }
    }
}
